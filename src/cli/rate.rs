//! `rate`: how hard each puzzle is.

use clap::ValueEnum;
use seeddb::board::Puzzle;
use seeddb::logic;
use seeddb::rating::hsolve;

use super::output::Output;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals, input, interrupt};

/// Flags of `rate`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints, with tabs between: puzzle, top tier, reserved cells, score m(B), its standard error, level. Tier 6 \
has no score.

Examples:
  seeddb rate puzzles.txt
  seeddb rate --format csv puzzles.txt > ratings.csv")]
pub struct Args {
    /// Files of puzzles, - for stdin, or a puzzle of 81 characters
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<String>,
    /// The metric
    #[arg(long, value_enum, default_value_t)]
    metric: Metric,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

/// What a difficulty is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Metric {
    /// m(B) of Chang, Fan and Sun (2008)
    #[default]
    Hsolve,
}

/// Rates.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let Metric::Hsolve = args.metric;
    let levels = globals.levels()?;
    let columns = ["puzzle", "tier", "reserved", "score", "standard_error", "level"];
    let mut table = Table::new(Output::open(None)?, args.format, Text::Tabs, &columns)?;
    let tally = input::each(
        &args.files,
        |grid| {
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            let grade = logic::grade(&puzzle);
            Ok((puzzle, grade, hsolve::score(&puzzle, &grade)))
        },
        |(puzzle, grade, score)| {
            let level = levels.of(grade.tier, score.map(|score| score.mean));
            Ok(table.row(&[
                puzzle.to_string().into(),
                grade.tier.into(),
                grade.reserved().len().into(),
                score.map(|score| score.mean).into(),
                score.map(|score| score.standard_error).into(),
                level.map(|level| level.name.clone()).into(),
            ])?)
        },
    );
    table.finish()?.finish()?;
    Ok(tally?.exit())
}
