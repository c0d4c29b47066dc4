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
mod targets;

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use seeddb::export::book::Answers;
use seeddb::export::drawing::{Font, Fonts};
use seeddb::record::Batch;

pub use args::Args;
use description::{Content, Description};
use draft::{Draft, Ledger};
use pages::{Document, Pages};
use targets::Targets;

use super::exit::UsageError;
use super::output::Output;
use super::{Exit, Globals, interrupt, parse};

/// Most files of a book.
const MOST_VOLUMES: u32 = 999;

/// Makes a book.
pub fn run(globals: &Globals, args: Args) -> anyhow::Result<Exit> {
    let (Description { plan, content }, files) = args.description()?;
    let fonts = fonts(&content)?;
    let rng_seed = parse::rng_seed(content.rng_seed);
    let volumes = content.volumes.map_or(1, u32::from);
    if volumes > MOST_VOLUMES {
        let words = format!("{volumes} volumes: {MOST_VOLUMES} are the most");
        return Err(UsageError(words).into());
    }
    let mut wanted = Vec::new();
    if content.batch.is_empty() {
        wanted = contents::wanted(&content, &globals.levels()?, rng_seed)?;
        let sizes = wanted.iter().map(|section| (section.label.as_str(), section.count as usize));
        pages::check(&plan, &fonts, &sizes.collect::<Vec<_>>(), volumes)?;
    }
    let targets = Targets::new(
        files.output.as_deref(),
        content.output.as_deref(),
        plan.answers == Answers::Separate,
        content.answers_output.as_deref(),
        volumes,
    )?;
    files.report.as_deref().map_or(Ok(()), |report| targets.refuse(report))?;
    interrupt::listen()?;
    let opened = if files.dry_run { None } else { Some(targets.open(files.force)?) };
    let report = files.report.as_deref().map(|path| Output::open(Some(path))).transpose()?;

    let refused = |pages: &Pages| !files.force && pages.is_out_of_rule();
    let mut alone = false;
    let (draft, pages) = loop {
        let ledger = Ledger::new(globals, alone)?;
        let draft = if content.batch.is_empty() {
            Draft::drawn(&ledger, &wanted, &content, &plan, rng_seed)?
        } else {
            Draft::of_batches(&ledger, &content)?
        };
        let draft = match draft {
            Ok(draft) => draft,
            Err(exit) => return Ok(exit),
        };
        let rows = ledger.rows(&draft.parts)?;
        let pages = Pages::make(&plan, &fonts, &draft.parts, rows, volumes)?;
        if interrupt::interrupted() {
            return Ok(Exit::Interrupted);
        }
        if files.dry_run || refused(&pages) {
            break (draft, pages);
        }
        if ledger.record(&draft, &pages)? {
            break (draft, pages);
        }
        // Somebody else issued puzzles meanwhile: once more, and nobody can.
        alone = true;
    };
    let documents: Vec<_> = targets.names().zip(&pages.documents).collect();
    for (name, document) in &documents {
        globals.note(format_args!("{name}\n{}", document.report));
    }
    let written = report.map_or(Ok(()), |out| report::write(out, files.format, &documents));
    if refused(&pages) {
        written?;
        let told = |(name, document): &(String, &Document)| {
            let each =
                document.report.violations.iter().map(|words| format!("\n  {name}: {words}"));
            each.collect::<String>()
        };
        bail!(
            "out of rule, so nothing was drawn or written (change the layout, or give --force):{}",
            documents.iter().map(told).collect::<String>()
        );
    }
    let Some(opened) = opened else { return written.map(|()| Exit::Done) };
    if let Some(batch) = &draft.batch {
        globals.note(format_args!("rng seed {rng_seed}, batch {}", batch.id));
    }
    let pdfs = pages.documents.iter().map(|document| document.pdf.as_slice());
    written.and_then(|()| opened.finish(pdfs)).map_err(|error| match &draft.batch {
        None => error,
        Some(Batch { id, .. }) => error.context(format!(
            "the puzzles are kept as batch {id}: `--batch {id}` instead of --level, or beside the book.toml, makes the same \
             pages again"
        )),
    })?;
    Ok(Exit::Done)
}

/// The fonts asked for; the one that the program carries if none is.
fn fonts(content: &Content) -> anyhow::Result<Fonts> {
    let read = |path: &Path| {
        let name = || path.display().to_string();
        let data = fs::read(path).with_context(|| format!("cannot read {}", name()))?;
        Font::new(data).with_context(name)
    };
    let mut fonts = Fonts::bundled()?;
    if let Some(path) = &content.font {
        fonts.regular = read(path)?;
        fonts.bold = fonts.regular.clone();
    }
    if let Some(path) = &content.bold_font {
        fonts.bold = read(path)?;
    }
    Ok(fonts)
}
