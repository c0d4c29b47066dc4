//! `levels`: the table of levels.

mod calibrate;
mod set;
mod show;
mod timed;

use std::path::Path;

use anyhow::Context;
use seeddb_core::level_table;
use seeddb_core::rating::levels::LevelTable;

use crate::terminal::{Exit, Globals, ladder, small};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The table is read from the top: the first level that takes a puzzle names it. A level may bound the score of any metric \
of `rate`, from its lower bound to below its upper one, and tiers, clues, the symmetry of the clues and the technique of \
the hardest step; all its bounds hold together, and one without bounds takes what is left. `seeddb levels show --toml` \
prints how a table is written.

Tables in the program: seeddb (what a new database begins with), paper (of hsolve, by the score alone), balanced-4 and \
balanced-6 (equal shares of all minimal puzzles), original (of databases made before there were others), \
week (a level a day, by ER), even (levels within which score and ER differ little).

Examples:
  seeddb levels
  seeddb levels hard
  seeddb levels show --toml > levels.toml
  seeddb levels set levels.toml
  seeddb levels show balanced-6
  seeddb levels set balanced-6
  seeddb levels calibrate printed.txt --levels 5 -o levels.toml
  seeddb levels calibrate --times solved.csv --name 'Morning paper' -o morning.toml")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    show: show::Show,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Show the table (what `levels` alone does), one of its levels, or one of the tables in the
    /// program
    Show(show::Show),
    /// Replace the table by one of those in the program, or from a TOML file
    Set(set::Args),
    /// Work out a table, levels as equal shares of a reference set; or fit minutes to the times of
    /// your own solvers
    Calibrate(Box<calibrate::Args>),
    /// Take the table that a new database begins with
    Reset,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        None => show::run(globals, &args.show),
        Some(Command::Show(args)) => show::run(globals, args),
        Some(Command::Set(args)) => set::run(globals, args),
        Some(Command::Calibrate(args)) => calibrate::run(globals, args),
        Some(Command::Reset) => {
            globals.database()?.reset_levels()?;
            Ok(Exit::Done)
        }
    }
}

/// A built-in table by name, or else one from a file.
pub fn named_or_read(table: &Path) -> anyhow::Result<LevelTable> {
    if let Some(levels) = table.to_str().and_then(level_table::built_in) {
        return Ok(levels);
    }
    let read = || {
        let levels = level_table::read(&self::read(table)?)?.with_harmless_names()?;
        levels.check_ladder(ladder())?;
        anyhow::Ok(levels)
    };
    read().with_context(|| table.display().to_string())
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file.as_os_str() == "-" {
        return small::read_stdin(small::MOST_TOML).context("cannot read stdin");
    }
    small::read_text(file, small::MOST_TOML).with_context(|| {
        format!("cannot read {} (the tables in the program are {})", file.display(), names())
    })
}

fn names() -> String {
    level_table::BUILT_IN.map(|built_in| built_in.0).join(", ")
}

#[cfg(test)]
mod tests {
    use seeddb_core::board::Puzzle;
    use seeddb_core::rating::levels::Facts;

    use super::*;
    use crate::terminal::ladder::ladder;
    use crate::terminal::value::Value;

    #[test]
    fn a_score_is_told_apart_from_the_bound_that_it_misses() {
        let levels = LevelTable::default();
        // A puzzle of few clues: with 39 its score would be ignored.
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = Puzzle::new(&line.parse().unwrap()).unwrap();
        let value = |tier, score| {
            let facts = Facts::graded(ladder(), &puzzle, tier, score);
            levels.printed_score(&facts).map_or(Value::Nothing, Value::rounded)
        };
        let printed = |score| value(0, Some(score)).to_string();
        assert_eq!([598.94, 598.96, 599.0].map(printed), ["598.9", "598.9", "599.0"]);
        assert_eq!([928.94, 928.96, 929.04].map(printed), ["928.9", "928.9", "929.0"]);
        assert_eq!(value(6, None), Value::Nothing);
    }
}
