//! The days of series as a puzzle site.
//!
//! All files are written under temporary names and then appear together.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use jiff::civil::Date;
use seeddb_core::plural::counted;
use seeddb_database::{Database, Error, site_description, site_logo};
use seeddb_export::day_of;
use seeddb_export::site::{Description, Published, Site, SiteSeries};

use super::export::{DaysArgs, tell_unapproved};
use crate::terminal::{
    Exit, Files, Globals, Interrupted, StyleArgs, UsageError, interrupt, ladder, refuse, small,
};

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "A puzzle site (--format site)")]
pub struct SiteArgs {
    /// What the site is called and how it looks, as TOML: name, language, address, logo, imprint,
    /// colours, series
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "puzzles", "book"])]
    site: Option<PathBuf>,
}

impl SiteArgs {
    /// Refuses flags that apply to sites only.
    pub fn refuse(&self) -> anyhow::Result<()> {
        if self.site.is_some() { refuse("--site is for --format site") } else { Ok(()) }
    }

    fn description(&self) -> anyhow::Result<(Description, Vec<u8>)> {
        let Some(path) = &self.site else { return Ok(Default::default()) };
        let name = path.display().to_string();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        let description = site_description(&text).map_err(|error| UsageError(error.of(&name)))?;
        let logo = site_logo(&description, path.parent().unwrap_or(Path::new("")))
            .with_context(|| format!("{name}, logo: cannot read {}", description.logo))?;
        Ok((description, logo))
    }
}

/// Writes the site, or updates it.
pub fn run(
    globals: &Globals,
    days: &DaysArgs,
    args: &SiteArgs,
    style: &StyleArgs,
    database: &Database,
) -> anyhow::Result<Exit> {
    if days.proof {
        return refuse("a site is for everybody: --proof is for other formats");
    }
    let (mut description, logo) = args.description()?;
    match &days.series {
        Some(own) if description.series.is_empty() => description.series.push(own.clone()),
        Some(own) if !description.series.contains(own) => {
            let all = description.series.join(", ");
            return refuse(format!("the days are of {own}, and the site has the series {all}"));
        }
        None if description.series.is_empty() => {
            return refuse("say which series the site shows, as `--series daily`");
        }
        _ => {}
    }
    description.language = style.words().unwrap_or(description.language);
    let until = days.to.unwrap_or_else(|| description.today());
    Writer { globals, days, style, database, description: &description, logo: &logo, until }.write()
}

struct Writer<'a> {
    globals: &'a Globals,
    days: &'a DaysArgs,
    style: &'a StyleArgs,
    database: &'a Database,
    description: &'a Description,
    logo: &'a [u8],
    until: Date,
}

impl Writer<'_> {
    fn write(&mut self) -> anyhow::Result<Exit> {
        let (folder, force, theme) = self.style.site()?;
        // Opened before the database is read, so that a folder without write access is reported at
        // once.
        let mut files = Files::folder(folder, force)?;
        let published = self.published(folder)?;
        let all = self.series(&published)?;
        let known = published != Published::default();
        let site = Site {
            description: self.description.clone(),
            logo: self.logo.to_vec(),
            theme,
            ladder: ladder(),
            until: self.until,
            published: published.clone(),
        };
        let (mut changed, mut same) = (0, 0);
        // `--force` makes all files anew.
        let kept = |name: &str| (known && !force).then(|| fs::read(folder.join(name)).ok())?;
        site.write(&all, &kept, &mut |name, data| -> anyhow::Result<()> {
            let is_new = files.update(name, data, known && published.has(name))?;
            *(if is_new { &mut changed } else { &mut same }) += 1;
            Ok(())
        })?;
        if interrupt::interrupted() {
            return Err(Interrupted("no file was written").into());
        }
        files.finish()?;
        let last = all.iter().filter_map(|series| Some(series.days.last()?.date)).max();
        let last = last.map_or_else(
            || format!("no day is to be seen up to {}", self.until),
            |last| format!("the last day is {last}"),
        );
        let folder = folder.display();
        let written = counted(changed, "file");
        self.globals.note(format_args!("{folder}: {written} written, {same} as before; {last}"));
        Ok(Exit::Done)
    }

    /// The days published before, which stay visible.
    fn published(&mut self, folder: &Path) -> anyhow::Result<Published> {
        let path = folder.join(Published::FILE);
        if !path.exists() {
            return Ok(Published::default());
        }
        let cannot = || format!("cannot read {}, which lists the days of the site", path.display());
        let data = small::read(&path, u64::from(u32::MAX)).with_context(cannot)?;
        let published = Published::read(&data).with_context(cannot)?;
        published
            .expect_folders(self.description)
            .map_err(|error| UsageError(error.to_string()))?;
        let last =
            self.description.series.iter().filter_map(|name| published.days(name).next_back());
        if let Some(last) = last.max().filter(|last| *last > self.until) {
            self.globals.note(format_args!("days up to {last} are to be seen already, and stay"));
            self.until = last;
        }
        Ok(published)
    }

    fn unapproved(&self, series: &SiteSeries) -> anyhow::Result<Vec<Date>> {
        let all_series = self.database.series()?;
        let name = &series.name;
        let is_left_out = |day: &Date| {
            let day = day_of(*day);
            all_series.puzzle(name, day).is_some() && all_series.approval(name, day).is_none()
        };
        Ok(series.days.iter().map(|day| day.date).filter(is_left_out).collect())
    }

    /// The days of each series to publish.
    fn series(&self, published: &Published) -> anyhow::Result<Vec<SiteSeries>> {
        let DaysArgs { from, approved, .. } = *self.days;
        let mut all = Vec::new();
        for name in &self.description.series {
            self.database.series()?.expect_series(name).map_err(Error::from)?;
            let from = from.unwrap_or(Date::MIN);
            let first = published.days(name).next().map_or(from, |known| from.min(known));
            let series = self.database.site_days(name, first, self.until, approved)?;
            if approved {
                tell_unapproved(self.globals, name, &self.unapproved(&series)?);
            }
            all.push(published.to_be_seen(series)?);
        }
        Ok(all)
    }
}
