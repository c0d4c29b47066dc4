//! A calendar as a puzzle site.
//!
//! As with every calendar, the files are made under other names, then new days are recorded, and last the files appear.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use jiff::civil::Date;
use seeddb::database::{CalendarOptions, CalendarPlan, Database, site_description, site_logo};
use seeddb::export::day_of;
use seeddb::export::site::{Description, Published, Site, SiteDay, SiteSeries};
use seeddb::plural::counted;

use super::calendar::{Done, Job, retried};
use crate::cli::terminal::exit::{Exit, UsageError, refuse};
use crate::cli::terminal::files::Files;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::ladder::ladder;
use crate::cli::terminal::small;

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "A puzzle site (--format site)")]
pub struct SiteArgs {
    /// What the site is called and how it looks, as TOML: name, language, address, logo, imprint, colours, series
    #[arg(long, value_name = "FILE", requires = "calendar")]
    site: Option<PathBuf>,
}

impl SiteArgs {
    /// Refuses flags that only sites have.
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

/// Writes the site, or what is new of it.
pub fn run(job: &Job<'_>, args: &SiteArgs, database: &Database) -> anyhow::Result<Done> {
    if job.args.proof {
        return refuse("a site is for everybody: --proof is for other formats");
    }
    let (mut description, logo) = args.description()?;
    let mut options = job.options();
    let adds_days = options.has_puzzles() || options.ramp.is_some() || options.draw;
    if description.series.is_empty() {
        description.series.push(options.series.clone());
    } else if adds_days && !description.series.contains(&options.series) {
        let (own, all) = (&options.series, description.series.join(", "));
        return refuse(format!("the days are of {own}, and the site has the series {all}"));
    }
    let until = job.args.until.unwrap_or_else(|| description.today());
    retried(|| {
        let mut writer = Writer { job, database, description: &description, logo: &logo, until };
        writer.attempt(&mut options, adds_days)
    })
}

struct Writer<'a> {
    job: &'a Job<'a>,
    database: &'a Database,
    description: &'a Description,
    logo: &'a [u8],
    until: Date,
}

impl Writer<'_> {
    fn attempt(&mut self, options: &mut CalendarOptions, adds_days: bool) -> anyhow::Result<Done> {
        let (job, globals) = (self.job, self.job.globals);
        let (folder, force, theme) = job.style.site()?;
        // Before the database is read, so that a place that cannot be written is told at once.
        let mut files = Files::folder(folder, force)?;
        let published = self.published(folder)?;
        let plan = if adds_days { Some(job.planned(self.database, options)?) } else { None };
        if let Some(plan) = &plan {
            if let Some(exit) = job.told_missing(plan, options) {
                return Ok(Done::Nothing(exit));
            }
            job.notes(plan);
        }
        if job.args.dry_run {
            if let Some(plan) = &plan {
                job.would(plan);
            }
            return Ok(Done::Nothing(Exit::Done));
        }
        let all = self.series(options, plan.as_ref(), &published)?;
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
        // With --force all is made anew.
        let kept = |name: &str| (known && !force).then(|| fs::read(folder.join(name)).ok())?;
        site.write(&all, &kept, &mut |name, data| -> anyhow::Result<()> {
            let is_new = files.update(name, data, known && published.has(name))?;
            *(if is_new { &mut changed } else { &mut same }) += 1;
            Ok(())
        })?;
        if interrupt::interrupted() {
            return Err(job.stopped().into());
        }
        if let Some(plan) = &plan {
            self.database.keep_calendar(plan)?;
        }
        let kept = || plan.as_ref().map(|plan| job.is_kept(plan)).unwrap_or_default();
        files.finish().with_context(kept)?;
        let last = all.iter().filter_map(|series| Some(series.days.last()?.date)).max();
        let last = last.map_or_else(
            || format!("no day is to be seen up to {}", self.until),
            |last| format!("the last day is {last}"),
        );
        let folder = folder.display();
        let written = counted(changed, "file");
        globals.note(format_args!("{folder}: {written} written, {same} as before; {last}"));
        Ok(Done::Printed)
    }

    /// What was written before, which stays to be seen.
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
            self.job
                .globals
                .note(format_args!("days up to {last} are to be seen already, and stay"));
            self.until = last;
        }
        Ok(published)
    }

    fn unapproved(&self, series: &SiteSeries) -> anyhow::Result<Vec<Date>> {
        let feeds = self.database.feeds()?;
        let name = &series.name;
        let is_left_out = |day: &Date| {
            let day = day_of(*day);
            feeds.puzzle(name, day).is_some() && feeds.approval(name, day).is_none()
        };
        Ok(series.days.iter().map(|day| day.date).filter(is_left_out).collect())
    }

    /// The days of each series, as they are on record or will be.
    fn series(
        &self,
        options: &CalendarOptions,
        plan: Option<&CalendarPlan>,
        published: &Published,
    ) -> anyhow::Result<Vec<SiteSeries>> {
        let mut all = Vec::new();
        for name in &self.description.series {
            let plan = plan.filter(|_| *name == options.series);
            if plan.is_none() {
                self.database
                    .feeds()?
                    .expect_series(name)
                    .map_err(seeddb::database::Error::from)?;
            }
            let known = published.days(name).next();
            let first = known.map_or(options.calendar, |first| options.calendar.min(first));
            let approved = options.approved;
            let mut series = self.database.site_days(name, first, self.until, approved)?;
            if approved {
                self.job.unapproved(name, &self.unapproved(&series)?);
            }
            for row in plan.map(|plan| &plan.rows[..]).unwrap_or_default() {
                let Some(date) = row.date.filter(|date| *date <= self.until) else { continue };
                series.days.retain(|day| day.date != date);
                series.days.push(SiteDay { date, row: Some(row.clone()) });
            }
            series.days.sort_by_key(|day| day.date);
            all.push(published.to_be_seen(series)?);
        }
        Ok(all)
    }
}
