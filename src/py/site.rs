//! Puzzle sites.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::civil::Date;
use seeddb::database::{Control, Database, Error, site_logo};
use seeddb::export::drawing::Theme;
use seeddb::export::site::{Description, Published, Site};

use super::errors::Failure;
use super::files;
use super::puzzle::ladder;

/// A site to be made or updated.
pub struct Job {
    pub folder: PathBuf,
    pub description: Description,
    /// The folder of the site's description; the path of its logo is relative to it.
    pub place: PathBuf,
    pub theme: Theme,
    pub first: Date,
    pub until: Date,
    pub approved: bool,
    /// Whether all files are made anew, even existing ones.
    pub force: bool,
}

impl Job {
    /// Makes or updates the site; returns the number of days that it shows. Days published before
    /// stay, even those outside of the requested range.
    pub fn run(self, database: &Database, control: &Control) -> Result<usize, Failure> {
        let Self { folder, mut description, place, theme, first, until, approved, force } = self;
        if description.series.is_empty() {
            description.series.push("daily".to_owned());
        }
        let published = published(&folder)?;
        let known = published.is_some();
        let published = published.unwrap_or_default();
        published.expect_folders(&description).map_err(|error| error.to_string())?;
        let names = description.series.iter();
        let last = names.filter_map(|name| published.days(name).next_back()).max();
        let until = last.map_or(until, |last| last.max(until));
        let days = |name: &String| {
            database.series()?.expect_series(name).map_err(Error::from)?;
            let first = published.days(name).next().map_or(first, |known| first.min(known));
            let series = database.site_days(name, first, until, approved)?;
            Ok(published.to_be_seen(series).map_err(|error| error.to_string())?)
        };
        let all = description.series.iter().map(days).collect::<Result<Vec<_>, Failure>>()?;
        let cannot = |error| format!("cannot read the logo {}: {error}", description.logo);
        let logo = site_logo(&description, &place).map_err(cannot)?;
        let own = |name: &str| force || known && published.has(name);
        let kept = |name: &str| (known && !force).then(|| fs::read(folder.join(name)).ok())?;
        let ladder = ladder();
        let site = Site { description, logo, theme, ladder, until, published: published.clone() };
        files::into_folder(&folder, &own, |put| {
            site.write(&all, &kept, &mut |name, data| {
                if control.is_stopped() {
                    return Err(Failure::from(Error::Stopped));
                }
                Ok(put(name, data)?)
            })
        })?;
        Ok(all.iter().map(|series| series.days.len()).sum())
    }
}

/// Returns the published days of a site; `None` if there is no site yet.
fn published(folder: &Path) -> Result<Option<Published>, Failure> {
    let path = folder.join(Published::FILE);
    let read = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        data => data.and_then(|data| Published::read(&data)),
    };
    let words = |error: io::Error| {
        let words =
            format!("cannot read {}, which lists the days of the site: {error}", path.display());
        Failure::Write(io::Error::new(error.kind(), words))
    };
    read.map(Some).map_err(words)
}
