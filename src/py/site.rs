//! Puzzle sites.

use std::path::PathBuf;

use jiff::civil::Date;
use seeddb::database::{Control, Database, Error, site_logo};
use seeddb::export::drawing::Theme;
use seeddb::export::site::{Description, Published, Site};

use super::errors::Failure;
use super::files;
use super::puzzle::ladder;

/// A site that is to be made.
pub struct Job {
    pub folder: PathBuf,
    pub description: Description,
    /// The folder of its description, from which its logo is named.
    pub place: PathBuf,
    pub theme: Theme,
    pub first: Date,
    pub until: Date,
    pub approved: bool,
}

impl Job {
    /// Makes it; how many days it shows.
    pub fn run(self, database: &Database, control: &Control) -> Result<usize, Failure> {
        let Self { folder, mut description, place, theme, first, until, approved } = self;
        if description.series.is_empty() {
            description.series.push("daily".to_owned());
        }
        let mut all = Vec::new();
        for name in &description.series {
            database.feeds()?.expect_series(name).map_err(Error::from)?;
            let mut series = database.site_days(name, first, until, approved)?;
            // What nobody has seen was not withdrawn from anybody.
            series.days.retain(|day| day.row.is_some());
            all.push(series);
        }
        let cannot = |error| format!("cannot read the logo {}: {error}", description.logo);
        let logo = site_logo(&description, &place).map_err(cannot)?;
        let published = Published::default();
        let site = Site { description, logo, theme, ladder: ladder(), until, published };
        files::folder(&folder, |put| {
            site.write(&all, &|_| None, &mut |name, data| {
                if control.is_stopped() {
                    return Err(Failure::from(Error::Stopped));
                }
                Ok(put(name, data)?)
            })
        })?;
        Ok(all.iter().map(|series| series.days.len()).sum())
    }
}
