//! `explain`: the steps a person can follow.

use std::io::Write;

use anyhow::Context;
use seeddb::board::{Grid, Puzzle};
use seeddb::logic;

use super::Exit;
use super::output::Output;
use super::table::{ReportFormat, Table, Text};

/// Flags of `explain`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  seeddb explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    /// The puzzle, 81 characters
    puzzle: String,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

/// Prints the steps.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let grid: Grid = args.puzzle.parse().context("not a puzzle")?;
    let puzzle = Puzzle::new(&grid).context("not a puzzle")?;
    let steps = logic::explain(&puzzle);
    let mut output = Output::open(None)?;
    if args.format == ReportFormat::Text {
        let width = steps.len().to_string().len();
        for (i, step) in steps.iter().enumerate() {
            writeln!(output, "{:>width$}. {step}", i + 1)?;
        }
        let tier = logic::grade(&puzzle).tier;
        if tier == 6 {
            writeln!(output, "from here on no technique helps (tier 6); the solution is")?;
        }
        writeln!(output, "{}", puzzle.solution())?;
    } else {
        let mut table = Table::new(output, args.format, Text::Tabs, &["number", "step"])?;
        for (i, step) in steps.iter().enumerate() {
            table.row(&[(i + 1).into(), step.to_string().into()])?;
        }
        output = table.finish()?;
    }
    output.finish()?;
    Ok(Exit::Done)
}
