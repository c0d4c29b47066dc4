//! `merge`: the seeds of other databases, or the shards of a search.

use std::path::PathBuf;

use seeddb::database::{Added, Error, Merged};
use seeddb::plural::{are, counted};
use seeddb::symmetry::{Fraction, SLOTS};

use crate::cli::terminal::escape::say;
use crate::cli::terminal::exit::{Exit, Interrupted};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;

/// Flags of `merge`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The files are databases; only their seeds are taken, and the order of the files does not matter. New seeds are worked out again: \
a file that is wrong about one is refused. With --expect they are the \
shards of one search; the exit code is 3 if some are missing or cannot be read, and their numbers are told as job arrays take \
them: 2,5-7.

Examples:
  seeddb merge other.redb
  seeddb merge --expect 16 shards/*.redb")]
pub struct Args {
    /// Databases, as `mine --shard` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many shards there are to be
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(SLOTS)))]
    expect: Option<u16>,
}

/// Merges.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let (progress, control) = globals.watched(None, None);
    let merged = globals.database()?.merge(&args.files, args.expect, &control);
    progress.finish_and_clear();
    let Merged { added, missing, unread } = match merged {
        Err(Error::Stopped) => return Err(Interrupted("nothing was merged").into()),
        merged => merged?,
    };
    for (_, error) in &unread {
        say(format_args!("error: {error}"));
    }
    let Added { new, known, better } = added;
    globals.note(format_args!(
        "{} ({better} replaced an equivalent, poorer seed; {known} already in the database), from {}",
        counted(new as u64, "new seed"),
        counted((args.files.len() - unread.len()) as u64, "file"),
    ));
    if missing.is_empty() {
        return Ok(Exit::Done);
    }
    let of = args.expect.unwrap_or_default();
    let count = missing.len() as u64;
    let list = array(&missing);
    globals.reason(format_args!("{count} of {of} shards {} missing: {list}", are(count)));
    Ok(Exit::Fewer)
}

/// The numbers of the parts, which rise, as `2,5-7`.
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
