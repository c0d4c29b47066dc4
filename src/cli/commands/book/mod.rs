//! `book`: print-ready files from levels or batches.
//!
//! The description, its fonts, its layout and its files are checked first; then the book is made
//! and recorded ([`Database::book`](seeddb_database::Database::book)), and then the files appear.
//! After a failed write, `--batch` makes the same pages again.

mod args;
mod description;
mod keys;
mod preview;
mod report;
mod targets;

use std::path::PathBuf;

use anyhow::{Context, bail};
use seeddb_core::board::Puzzle;
use seeddb_core::plural::{by_count, counted};
use seeddb_core::record::Batch;
use seeddb_database::{
    BookFile, BookOptions, Bound, Contents, Database, Error, FileReport, Part, Record, Shortage,
};
use seeddb_export::FoundGrid;
use seeddb_export::book::{Answers, Images};
use seeddb_export::drawing::Fonts;

pub use args::Args;
use args::Files;
use description::Description;
use preview::Preview;
use targets::{Beside, Opened, Targets};

use super::flags;
use super::too_few::either;

use crate::line;
use crate::terminal::{
    Exit, Globals, Interrupted, Output, UsageError, fonts, input, interrupt, keeps_nothing, parse,
    refuse, shared, sources,
};
use seeddb_database::visible::visible;

const MOST_VOLUMES: u32 = 999;

const STOPPED: Interrupted = Interrupted("nothing was drawn, and no file was written");

pub fn run(globals: &Globals, args: Args) -> anyhow::Result<Exit> {
    let job = Job::prepare(globals, args)?;
    match job.make(globals.database()?) {
        Ok(bound) => job.deliver(&bound),
        Err(Error::Short(shortages)) => {
            for shortage in &shortages {
                globals.reason(words(globals.database()?, shortage)?);
            }
            globals.reason("nothing was drawn");
            Ok(Exit::Fewer)
        }
        Err(Error::Stopped) => Err(STOPPED.into()),
        Err(error) => Err(job.description.told(error)),
    }
}

/// A checked book: description, fonts, layout and files are valid.
struct Job<'a> {
    globals: &'a Globals,
    options: BookOptions,
    description: Description,
    flags: Files,
    fonts: Fonts,
    targets: Targets,
    /// The opened files; `None` in a dry run.
    opened: Option<Opened>,
    report: Option<Output>,
    preview: Option<Preview>,
}

impl<'a> Job<'a> {
    /// Makes all checks that are possible before anything is drawn.
    fn prepare(globals: &'a Globals, args: Args) -> anyhow::Result<Self> {
        let (mut description, mut flags) = args.description(globals)?;
        let BookFile { plan, content, .. } = &mut description.book;
        if flags.output.as_deref().or(content.output.as_deref()).is_some_and(keeps_nothing) {
            globals.note("nothing is drawn or recorded: /dev/null keeps no book");
            flags.dry_run = true;
        }
        plan.proof = !flags.is_final;
        let preview =
            flags.preview.as_deref().map(|to| Preview::open(to, flags.force)).transpose()?;
        plan.preview = preview.is_some();
        let images = Images::read(&description.book.plan, description.folder());
        let images = images.map_err(|error| description.told(error.into()))?;
        description.book.plan.images = images;
        let BookFile { plan, content, .. } = &description.book;
        let (regular, bold) = (content.font.as_deref(), content.bold_font.as_deref());
        let fonts = fonts::read(regular, bold, |flag, error| description.at(&[flag], error))?;
        let volumes = content.volumes.map_or(1, u32::from);
        if volumes > MOST_VOLUMES {
            let words = format!("{volumes} volumes: {MOST_VOLUMES} are the most");
            return Err(description.at(&["volumes"], UsageError(words)));
        }
        let (answers, has_cover) = (plan.answers, plan.cover.is_some());
        let is_issued = !content.batch.is_empty() || description.again.is_some();
        if !description.replace.is_empty() && !is_issued {
            return refuse(
                "--replace is for puzzles of batches or of a book: name them with --batch or --book",
            );
        }
        let contents = match (&description.from_file[..], description.again, content.contents()) {
            ([], Some(book), Contents::Draw(sections)) => Contents::Book(book, sections),
            ([], _, contents) => contents,
            (files, ..) => Contents::Own(own_puzzles(globals, files)?, globals.labels()?),
        };
        let options = BookOptions {
            contents,
            replaced: description.replace.clone(),
            record: match &flags {
                Files { dry_run: true, .. } => Record::Never,
                Files { ignore_rules: true, .. } => Record::Always,
                _ => Record::InRule,
            },
            ..description.book.options(parse::rng_seed(content.rng_seed))
        };
        let checked = globals.database()?.check_book(&options, &fonts);
        checked.map_err(|error| description.told(error))?;
        let targets = Targets::new(
            flags.output.as_deref(),
            content.output.as_deref(),
            [
                Beside::of(
                    answers == Answers::Separate,
                    content.answers_output.as_deref(),
                    "-solutions",
                ),
                Beside::of(has_cover, content.cover_output.as_deref(), "-cover"),
            ],
            volumes,
        )?;
        flags.report.as_deref().map_or(Ok(()), |report| targets.refuse(report))?;
        if preview.is_some() {
            targets.refuse_same_stems()?;
        }
        interrupt::listen()?;
        let opened = if flags.dry_run { None } else { Some(targets.open(flags.force)?) };
        let report = flags.report.as_deref().map(|path| Output::open(Some(path), flags.force));
        let report = report.transpose()?;
        Ok(Self { globals, options, description, flags, fonts, targets, opened, report, preview })
    }

    /// Draws the puzzles, makes the pages and commits, unless nothing is to be recorded.
    fn make(&self, database: &Database) -> Result<Bound, Error> {
        let asked = Some(self.description.book.content.asked());
        self.globals
            .working(asked, None, |control| database.book(&self.options, &self.fonts, control))
    }

    fn deliver(self, bound: &Bound) -> anyhow::Result<Exit> {
        let documents = bound.reports(self.targets.names());
        for FileReport { file, report } in &documents {
            self.globals.note(format_args!("{file}\n{report}"));
        }
        for (book, count) in &bound.printed {
            let puzzles = counted(*count, "puzzle");
            let stand = by_count(*count, "stands", "stand");
            let (id, title) = (book.id, visible(&book.title));
            self.globals.note(format_args!("{puzzles} {stand} in book {id} already: {title}"));
        }
        if bound.shared > 0 {
            self.globals.note(shared(bound.shared, "per-crux = 1 allows none"));
        }
        for (series, count) in &bound.ran {
            let (puzzles, run) = (counted(*count, "puzzle"), by_count(*count, "runs", "run"));
            self.globals
                .note(format_args!("{puzzles} {run}, or ran, in a series: {}", visible(series)));
        }
        let format = self.flags.report_format();
        let report = self.report.map(|out| report::write(out, format, &documents)).transpose();
        if bound.is_out_of_rule() && !self.flags.ignore_rules {
            Output::finish_all(report?)?;
            let violations = documents.iter().flat_map(|FileReport { file, report }| {
                report.violations().iter().map(move |words| format!("\n  {file}: {words}"))
            });
            // The report above lists them, unless `--quiet` suppresses it.
            let violations: String = violations.filter(|_| self.globals.is_quiet()).collect();
            bail!(
                "against the printer's rules, so nothing was drawn or written: change the layout, or take --profile screen for a booklet, a handout or a file to read; --ignore-rules writes it all the same{violations}"
            );
        }
        if bound.is_out_of_rule() && self.globals.is_quiet() {
            // The report is not visible here, and ignored violations must be.
            for FileReport { file, report } in &documents {
                for words in report.violations() {
                    self.globals.reason(format_args!("{file}: ignored: {words}"));
                }
            }
        }
        if let (Some(book), Some(other)) = (self.description.again, bound.recorded) {
            self.globals.note(if book == other {
                format!("this is book {book} again: nothing new is recorded")
            } else {
                format!(
                    "recorded as book {other}; book {book} stays on record: `seeddb books void {book}` if it was never printed"
                )
            });
        }
        if !self.description.from_file.is_empty() {
            self.globals.note("nothing was recorded: puzzles of your own are in no ledger");
        }
        let Some(opened) = self.opened else {
            return Output::finish_all(report?).map(|()| Exit::Done);
        };
        // All files are complete before the first is moved to its target.
        let write = |report| {
            let mut preview = self.preview;
            if let Some(preview) = &mut preview {
                let pages = bound.documents.iter().map(|document| &document.preview[..]);
                preview.add(self.targets.names().zip(pages), &self.fonts)?;
            }
            opened.finish(bound.files(), report)?;
            preview.map_or(Ok(()), Preview::finish)?;
            Ok(())
        };
        let written: anyhow::Result<()> = report.and_then(write);
        if let Some(Batch { id, rng_seed, .. }) = bound.batch {
            self.globals.note(format_args!("RNG seed {rng_seed}, batch {id}"));
            written.with_context(|| {
                format!(
                    "the puzzles are kept as batch {id}: `--batch {id}` instead of --level, or beside the book.toml, makes \
                     the same pages again"
                )
            })?;
        } else {
            written?;
        }
        if !self.flags.is_final {
            let words: Vec<String> =
                line().iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            let drawn = bound.batch.as_ref().map(|batch| batch.id);
            self.globals.note(format_args!(
                "this is a proof, with PROOF on each page, and no book is recorded; the book for the printer:\n  {}",
                args::as_final(&words, drawn)
            ));
        }
        Ok(Exit::Done)
    }
}

/// The puzzles of files: all of them, or an error.
fn own_puzzles(globals: &Globals, files: &[PathBuf]) -> anyhow::Result<Vec<Puzzle>> {
    let puzzle = |row: &FoundGrid| Puzzle::new(&row.grid).map_err(|error| error.to_string());
    let (puzzles, tally, _) = input::all(&sources(globals, files)?, puzzle)?;
    tally.tell_full(globals);
    match tally.exit() {
        Exit::Done if puzzles.is_empty() => bail!("there is no puzzle in these files"),
        Exit::Done => Ok(puzzles),
        Exit::Interrupted => Err(STOPPED.into()),
        _ => bail!("no book was made, as not all lines are puzzles: take those out"),
    }
}

fn words(database: &Database, shortage: &Shortage) -> Result<String, Error> {
    let Shortage { part, asked, missing, .. } = shortage;
    let alone = Part { count: 1, ..part.clone() };
    let helps = either(part, &database.cures(part)?);
    let helps = if helps.is_empty() { "ask for less".to_owned() } else { helps };
    Ok(format!("{missing} of {asked} puzzles ({}) are missing: {helps}", flags::part(&alone)))
}
