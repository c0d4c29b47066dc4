//! `canon`: the canonical form of each grid.

use std::path::PathBuf;

use seeddb::board::Puzzle;
use seeddb::symmetry::{Key, minlex};
use serde::Serialize;

use super::fields::Shown;
use super::printing::PrintArgs;
use super::table::Text;
use super::{Exit, input};

/// Flags of `canon`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints the smallest equivalent string (open cells 0), tab, key. Works on any grid; one that is no puzzle \
(none or several solutions) has no key.

Examples:
  seeddb canon puzzles.txt
  seeddb canon puzzles.txt | sort | uniq -d")]
pub struct Args {
    /// Files of grids, - for stdin, or a grid of 81 characters
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    puzzle: String,
    key: Option<Shown<Key>>,
}

/// Prints the forms.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<Row>(Text::Tabs)?;
    let tally = input::tabulate_rows(&args.files, &mut table, |grid| {
        let form = minlex(grid).0.line('0');
        let key = Puzzle::new(grid).ok().map(|puzzle| Shown(Key::of(&puzzle)));
        Ok([Row { puzzle: form, key }])
    });
    table.finish()?.finish()?;
    Ok(tally?.exit())
}
