//! `export`: a batch again, in any format.

use std::str::FromStr;

use anyhow::bail;
use clap::ValueEnum;
use seeddb::store::Store;

use super::database::Rows;
use super::style::StyleArgs;
use super::{Exit, Globals, interrupt};

/// Puzzles read while the database is held.
const CHUNK: u32 = 65_536;

/// Flags of `export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  seeddb export --batch last --format csv -o puzzles.csv
  seeddb export --batch 3 --format board --solutions --sort score")]
pub struct Args {
    /// The batch (`seeddb batches` lists them)
    #[arg(long, value_name = "ID|last")]
    batch: Which,
    /// Order by score instead of number, the easiest first
    #[arg(long, value_enum)]
    sort: Option<Sort>,
    #[command(flatten)]
    style: StyleArgs,
}

/// Which batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Id(u32),
    Last,
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "last" => Ok(Self::Last),
            _ => match text.parse() {
                Ok(id @ 1..) => Ok(Self::Id(id)),
                _ => Err(format!("{text}: give the number of a batch, or last")),
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sort {
    /// By score; puzzles without one come last
    Score,
}

/// Prints the batch.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let output = args.style.open()?;
    let id = find(&globals.open_read()?, args.batch)?;
    let mut writer = args.style.writer(output)?;
    let mut rows = Rows::default();
    let mut all = Vec::new();
    let mut next = 1;
    loop {
        // A reader of our output may be slow (a pager): the database is free while it reads.
        let store = globals.open_read()?;
        let issued = store.issued_range(id, next, CHUNK)?;
        let chunk = rows.of(&store, &issued)?;
        drop(store);
        next = next.saturating_add(CHUNK);
        let full = chunk.len() == CHUNK as usize;
        if args.sort.is_some() {
            all.extend(chunk);
        } else {
            chunk.iter().try_for_each(|row| writer.row(row))?;
        }
        if interrupt::interrupted() {
            return Ok(Exit::Interrupted);
        }
        if !full {
            break;
        }
    }
    let score = |score: Option<f64>| score.unwrap_or(f64::INFINITY);
    all.sort_by(|a, b| score(a.score).total_cmp(&score(b.score)));
    all.iter().try_for_each(|row| writer.row(row))?;
    writer.finish()?.finish()?;
    Ok(Exit::Done)
}

/// Its number.
pub fn find(store: &Store, which: Which) -> anyhow::Result<u32> {
    match which {
        Which::Id(id) => Ok(store.batch(id)?.id),
        Which::Last => match store.last_batch()? {
            Some(batch) => Ok(batch.id),
            None => bail!("nothing was drawn yet: `seeddb draw` makes the first batch"),
        },
    }
}
