//! `merge`: takes over the seeds of other databases, the shards of a search, or all of other
//! databases.

use std::path::PathBuf;

use seeddb_core::plural::{are, counted};
use seeddb_core::symmetry::{Fraction, SLOTS};
use seeddb_database::{Added, Control, Error, Merged, MergedAll};

use super::db::source;
use super::moved::{self, MovedArgs};
use crate::terminal::{Exit, Globals, Interrupted, ReportFormat, interrupt, refuse, say};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The files are databases. Without --all only their seeds are taken, and the order of the files does not matter. New seeds are worked \
out again: a file that is wrong about one is refused. With --expect they are the \
shards of one search; the exit code is 3 if some are missing or cannot be read, and their numbers are told as job arrays take \
them: 2,5-7.

With --all everything comes: puzzles keep their ids, batches and books their dates and all else, but get the next numbers here. A row \
is printed for each batch and book that came, with its number there and here, and for all that is in both: a puzzle that both \
issued, a day or title of one name that differs, level tables that are not the same. Those stay as they are here. What came before is \
known again: a merge that was stopped is done once more. The other databases are only read; draw from this one only from then on.

Examples:
  seeddb merge other.redb
  seeddb merge --all office.redb home.redb
  seeddb merge --all office.redb --format csv > merged.csv
  seeddb merge --expect 16 shards/*.redb")]
pub struct Args {
    /// Databases; shards as `mine --shard` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many shards there are to be
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(SLOTS)))]
    expect: Option<u16>,
    /// Bring in all: puzzles, batches, books, series and notes too
    #[arg(long, conflicts_with = "expect")]
    all: bool,
    #[command(flatten)]
    report: MovedArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if !args.all && (args.report.dry_run || args.report.format != ReportFormat::Text) {
        return refuse("--dry-run and --format go with --all");
    }
    let (progress, control) = globals.watched(None, None);
    for file in args.files.iter().filter(|_| args.expect.is_none()) {
        source(globals, file, "database")?;
    }
    if args.all {
        let merged = merge_all(globals, args, &control);
        progress.finish_and_clear();
        return merged;
    }
    let merged = globals.database()?.merge(&args.files, args.expect, &control);
    progress.finish_and_clear();
    let Merged { added, missing, unread } = match merged {
        Err(Error::Stopped) => return Err(Interrupted("nothing was merged").into()),
        merged => merged?,
    };
    for (_, error) in &unread {
        say(format_args!("error: {error}"));
    }
    note_seeds(globals, added, args.files.len() - unread.len());
    if missing.is_empty() {
        return Ok(Exit::Done);
    }
    let of = args.expect.unwrap_or_default();
    let count = missing.len() as u64;
    let list = array(&missing);
    globals.reason(format_args!("{count} of {of} shards {} missing: {list}", are(count)));
    Ok(Exit::Fewer)
}

fn note_seeds(globals: &Globals, Added { new, known, better }: Added, files: usize) {
    globals.note(format_args!(
        "{} ({better} replaced an equivalent, poorer seed; {known} already in the database), from {}",
        counted(new as u64, "new seed"),
        counted(files as u64, "file"),
    ));
}

fn merge_all(globals: &Globals, args: &Args, control: &Control) -> anyhow::Result<Exit> {
    let database = globals.made()?;
    let MovedArgs { dry_run, format } = args.report;
    let MergedAll { added, moved } = match database.merge_all(&args.files, dry_run, control) {
        Err(Error::Stopped) => {
            return Err(Interrupted("what came so far stays: do it once more").into());
        }
        merged => merged?,
    };
    let named: Vec<_> =
        moved.iter().map(|(path, moved)| (path.display().to_string(), moved)).collect();
    moved::print(format, true, &named)?;
    if !dry_run {
        note_seeds(globals, added, args.files.len());
    }
    let mut exit = Exit::Done;
    for (name, moved) in &named {
        if moved.is_nothing() {
            globals.note(format_args!("{name}: all else of it is here already"));
        } else {
            let come = if dry_run { "would come" } else { "came" };
            globals.note(format_args!("{name}: {} {come}", moved::words(&moved.came)));
        }
        if moved::conclude(globals, moved, dry_run) == Exit::Error {
            exit = Exit::Error;
        }
    }
    let name = database.name();
    globals.note(format_args!(
        "draw from {name} only: what is drawn from the others from now on could be drawn here again"
    ));
    Ok(exit)
}

/// Ascending part numbers as a list of ranges, such as `2,5-7`.
fn array(parts: &[Fraction]) -> String {
    let runs = parts.chunk_by(|one, next| one.index() + 1 == next.index());
    let run = |run: &[Fraction]| match run {
        [one] => one.index().to_string(),
        [first, .., last] => format!("{}-{}", first.index(), last.index()),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_told_by_their_ends() {
        let parts = |numbers: &[u16]| -> Vec<Fraction> {
            numbers.iter().filter_map(|&index| Fraction::new(index, 9)).collect()
        };
        assert_eq!(array(&parts(&[2, 5, 6, 7, 9])), "2,5-7,9");
        assert_eq!(array(&parts(&[1, 2])), "1-2");
        assert_eq!(array(&[]), "");
    }
}
