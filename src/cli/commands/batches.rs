//! `batches`: what was drawn when asked how.

use std::fmt::Write;

use seeddb::database::{Span, UsedBatch};
use seeddb::record::Batch;
use serde::Serialize;

use super::flags;
use crate::cli::terminal::database::time;
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

/// Flags of `batches`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
`date` is when the batch was begun (UTC), `void` how many of its puzzles are void, `books` in which books the others are \
printed, each with how many of them (`2: 40` is 40 in book 2), `feeds` in which series how many of them run, with the first \
and the last day (`daily: 7 (2027-01-04..2027-01-10)`), `exports` how often it was exported.

Example:
  seeddb batches --format json")]
pub struct Args {
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    batch: u32,
    date: Option<String>,
    issued: u32,
    void: u32,
    books: Option<String>,
    feeds: Option<String>,
    exports: u32,
    asked: u32,
    attempts: u64,
    rng_seed: u64,
    version: String,
    request: String,
    note: String,
}

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let batches = globals.database()?.used_batches()?;
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    for UsedBatch { batch, books, feeds } in batches {
        let Batch { id, issued, void, exports, asked, attempts, rng_seed, .. } = batch;
        table.add(&Row {
            batch: id,
            date: batch.begun.and_then(time),
            issued,
            void,
            books: list(&books),
            feeds: spans(&feeds),
            exports,
            asked,
            attempts,
            rng_seed,
            version: batch.version,
            request: flags::request(&batch.request),
            note: batch.note,
        })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

/// Books, each with how many puzzles; none of no books.
fn list(books: &[(u32, u32)]) -> Option<String> {
    let mut list = String::new();
    for (book, count) in books {
        let comma = if list.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(list, "{comma}{book}: {count}");
    }
    Some(list).filter(|list| !list.is_empty())
}

/// Series, each with how many puzzles and from when to when; none of no series.
fn spans(feeds: &[Span]) -> Option<String> {
    let words = |Span { series, puzzles, first, last }: &Span| {
        if first == last {
            format!("{series}: {puzzles} ({first})")
        } else {
            format!("{series}: {puzzles} ({first}..{last})")
        }
    };
    let list = feeds.iter().map(words).collect::<Vec<_>>().join(", ");
    Some(list).filter(|list| !list.is_empty())
}
