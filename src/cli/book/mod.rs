//! `book`: from levels, or from batches, to files for the press.
//!
//! The order keeps a book whole. Everything that can be wrong with the description, its fonts, its layout and
//! its files comes first. Then puzzles are drawn, pages made and held against the rules, all in memory. One commit then
//! issues the puzzles and records on which page each stands; only after it the files appear. So a book that
//! fails leaves no trace in the ledger, a crash can waste puzzles but never issue one twice, and after a
//! failed write `--batch` makes the same pages again, which the ledger knows already.

mod args;
mod contents;
mod description;
mod draft;
mod pages;
mod report;
mod source;
mod targets;

use anyhow::{Context, bail};
use seeddb::export::book::{Answers, Plan};
use seeddb::export::drawing::Fonts;
use seeddb::record::Batch;

pub use args::Args;
use args::Files;
use contents::Wanted;
use description::{Content, Description};
use draft::{Draft, Ledger};
use pages::Pages;
use source::Source;
use targets::{Opened, Targets};

use super::exit::{Interrupted, UsageError};
use super::output::Output;
use super::{Exit, Globals, interrupt, parse, style};

/// Most files of a book.
const MOST_VOLUMES: u32 = 999;

/// What an interrupted book tells.
const STOPPED: Interrupted = Interrupted("nothing was drawn, and no file was written");

/// Makes a book.
pub fn run(globals: &Globals, args: Args) -> anyhow::Result<Exit> {
    let job = Job::prepare(globals, args)?;
    match job.make()? {
        Ok((draft, pages)) => job.deliver(&draft, &pages),
        Err(exit) => {
            if exit == Exit::Interrupted {
                globals.note("stopped: nothing was drawn");
            }
            Ok(exit)
        }
    }
}

/// A book that can be made: description, fonts, layout and files are as they should be.
struct Job<'a> {
    globals: &'a Globals,
    plan: Plan,
    content: Content,
    source: Source,
    flags: Files,
    fonts: Fonts,
    volumes: u32,
    rng_seed: u64,
    /// What is to be drawn; nothing if there are batches.
    wanted: Vec<Wanted>,
    targets: Targets,
    /// None in a dry run.
    opened: Option<Opened>,
    report: Option<Output>,
}

impl<'a> Job<'a> {
    /// Everything that can be refused without the database.
    fn prepare(globals: &'a Globals, args: Args) -> anyhow::Result<Self> {
        let (Description { plan, content, source }, flags) = args.description()?;
        let (regular, bold) = (content.font.as_deref(), content.bold_font.as_deref());
        let fonts = style::fonts(regular, bold, |flag, error| source.at(&[flag], error))?;
        let rng_seed = parse::rng_seed(content.rng_seed);
        let volumes = content.volumes.map_or(1, u32::from);
        if volumes > MOST_VOLUMES {
            let words = format!("{volumes} volumes: {MOST_VOLUMES} are the most");
            return Err(source.at(&["volumes"], UsageError(words).into()));
        }
        let mut wanted = Vec::new();
        if content.batch.is_empty() {
            wanted = contents::wanted(&content, &globals.levels()?, rng_seed)?;
            let sizes = wanted.iter().map(|part| (part.label.as_str(), part.count as usize));
            pages::check(&plan, &fonts, &sizes.collect::<Vec<_>>(), volumes)
                .map_err(|error| source.blame(error))?;
        }
        let targets = Targets::new(
            flags.output.as_deref(),
            content.output.as_deref(),
            plan.answers == Answers::Separate,
            content.answers_output.as_deref(),
            volumes,
        )?;
        flags.report.as_deref().map_or(Ok(()), |report| targets.refuse(report))?;
        interrupt::listen()?;
        let opened = if flags.dry_run { None } else { Some(targets.open(flags.force)?) };
        let report = flags.report.as_deref().map(|path| Output::open(Some(path))).transpose()?;
        let job = Self {
            globals,
            plan,
            content,
            source,
            flags,
            fonts,
            volumes,
            rng_seed,
            wanted,
            targets,
            opened,
            report,
        };
        Ok(job)
    }

    /// Puzzles, pages, and the commit, unless there is to be none. An exit instead if puzzles are missing.
    fn make(&self) -> anyhow::Result<Result<(Draft, Pages), Exit>> {
        let mut alone = false;
        loop {
            let ledger = Ledger::new(self.globals, alone)?;
            let draft = if self.content.batch.is_empty() {
                Draft::drawn(&ledger, &self.wanted, &self.content, &self.plan, self.rng_seed)?
            } else {
                Ok(Draft::of_batches(&ledger, &self.content, &self.source)?)
            };
            let draft = match draft {
                Ok(draft) => draft,
                Err(exit) => return Ok(Err(exit)),
            };
            let rows = ledger.rows(&draft.parts)?;
            let pages = Pages::make(&self.plan, &self.fonts, &draft.parts, rows, self.volumes);
            if interrupt::interrupted() {
                return Err(STOPPED.into());
            }
            let pages = pages.map_err(|error| self.source.blame(error))?;
            if self.flags.dry_run || self.refuses(&pages) || ledger.record(&draft, &pages)? {
                return Ok(Ok((draft, pages)));
            }
            // Somebody else issued puzzles meanwhile: once more, and nobody can.
            alone = true;
        }
    }

    fn refuses(&self, pages: &Pages) -> bool {
        pages.is_out_of_rule() && !self.flags.force
    }

    /// Step 5: the report, and the files.
    fn deliver(self, draft: &Draft, pages: &Pages) -> anyhow::Result<Exit> {
        let documents: Vec<_> = self.targets.names().zip(&pages.documents).collect();
        for (name, document) in &documents {
            self.globals.note(format_args!("{name}\n{}", document.report));
        }
        let refused = self.refuses(pages);
        let format = self.flags.format;
        let reported = self.report.map_or(Ok(()), |out| report::write(out, format, &documents));
        if refused {
            reported?;
            let violations = documents.iter().flat_map(|(name, document)| {
                document.report.violations.iter().map(move |words| format!("{name}: {words}"))
            });
            bail!(
                "out of rule, so nothing was drawn or written (change the layout, or give --force):\n  {}",
                violations.collect::<Vec<_>>().join("\n  ")
            );
        }
        let Some(opened) = self.opened else { return reported.map(|()| Exit::Done) };
        let pdfs = pages.documents.iter().map(|document| document.pdf.as_slice());
        let written = reported.and_then(|()| opened.finish(pdfs));
        if let Some(Batch { id, .. }) = draft.batch {
            self.globals.note(format_args!("rng seed {}, batch {id}", self.rng_seed));
            written.with_context(|| {
                format!(
                    "the puzzles are kept as batch {id}: `--batch {id}` instead of --level, or beside the book.toml, makes \
                     the same pages again"
                )
            })?;
        } else {
            written?;
        }
        Ok(Exit::Done)
    }
}
