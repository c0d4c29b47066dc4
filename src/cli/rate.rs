//! `rate`: how hard each puzzle is.

use clap::ValueEnum;
use seeddb::board::Puzzle;
use seeddb::logic::{self, Technique};
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::levels::LevelTable;
use seeddb::rating::technique::{self, Weights};
use seeddb::rating::{box_norm, hsolve, restarts};

use super::output::Output;
use super::table::{ReportFormat, Table, Text, Value};
use super::{Exit, Globals, input, interrupt, parse};

/// Flags of `rate`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints, with tabs between, the puzzle and the columns of the metric (--format csv begins with their names):
  hsolve     tier, reserved cells, score m(B), its standard error, level; tier 6 has no score
  branch     100 B + open cells; the same if only cells are looked at
  box-norm   the norm, its level in the paper
  technique  D; naked singles, hidden singles, naked pairs, locked candidates, hidden pairs used. \
No D if these do not solve the puzzle
  restarts   mean cycles, half the width of its 95 % interval, runs that ended, its level in the paper. \
No interval if the cap was hit; the mean is then at least so much
  all        all of these, and the level by hsolve last

Examples:
  seeddb rate puzzles.txt
  seeddb rate --metric all --format csv puzzles.txt > ratings.csv
  seeddb rate --metric technique --without hidden-single puzzles.txt")]
pub struct Args {
    /// Files of puzzles, - for stdin, or a puzzle of 81 characters
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<String>,
    /// The metric
    #[arg(long, value_enum, default_value_t)]
    metric: Metric,
    /// technique: a technique that the solver does not use (may be repeated)
    #[arg(long, value_enum, value_name = "TECHNIQUE")]
    without: Vec<Simple>,
    /// technique: the times of a naked single, hidden single, naked pair, locked candidates, hidden pair
    #[arg(long, value_name = "T1,..,T5", value_parser = times, default_value = "1,2,3,4,5")]
    times: [f64; 5],
    /// technique: how many techniques the solver knows
    #[arg(long, value_name = "N", default_value_t = Weights::default().known)]
    known: u32,
    /// restarts: how many runs
    #[arg(long, value_name = "N", default_value_t = restarts::RUNS, value_parser = parse::count::<u32>)]
    runs: u32,
    /// restarts: cycles of a puzzle after which it is given up
    #[arg(long, value_name = "N", default_value_t = restarts::CAP, value_parser = parse::count::<u64>)]
    cap: u64,
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
    /// Branches of a set-oriented search, of Beer (2011)
    Branch,
    /// 2-norm of the clue counts of the boxes, of Joncus and Yun; falls with difficulty
    BoxNorm,
    /// Technique formula of an MCM paper
    Technique,
    /// Restart cycles of random filling, of Chen and Elamri
    Restarts,
    /// All of them
    All,
}

/// The techniques of the technique formula by their names on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Simple {
    NakedSingle,
    HiddenSingle,
    NakedPair,
    LockedCandidates,
    HiddenPair,
}

impl Simple {
    fn technique(self) -> Technique {
        technique::TECHNIQUES[self as usize]
    }
}

fn times(text: &str) -> Result<[f64; 5], String> {
    let times: Option<Vec<f64>> = text.split(',').map(|time| time.trim().parse().ok()).collect();
    let times: Option<[f64; 5]> = times.and_then(|times| times.try_into().ok());
    times.filter(|times| times.iter().all(|time| time.is_finite() && *time >= 0.0)).ok_or_else(
        || format!("{text}: give five times from 0 up with commas between, as 1,2,3,4,5"),
    )
}

impl Metric {
    /// Those that `all` stands for.
    const EACH: [Self; 5] =
        [Self::Branch, Self::BoxNorm, Self::Technique, Self::Restarts, Self::Hsolve];

    fn columns(self) -> Vec<&'static str> {
        let columns: &[&str] = match self {
            Self::Hsolve => &["tier", "reserved", "score", "standard_error", "level"],
            Self::Branch => &["branch", "branch_cells"],
            Self::BoxNorm => &["box_norm", "box_norm_level"],
            Self::Technique => &[
                "technique",
                "naked_singles",
                "hidden_singles",
                "naked_pairs",
                "locked_candidates",
                "hidden_pairs",
            ],
            Self::Restarts => &["restarts", "restarts_margin", "restarts_runs", "restarts_level"],
            Self::All => return Self::EACH.into_iter().flat_map(Self::columns).collect(),
        };
        columns.to_vec()
    }
}

impl Args {
    /// The values of the columns of one metric.
    fn values(&self, metric: Metric, puzzle: &Puzzle, levels: &LevelTable) -> Vec<Value> {
        match metric {
            Metric::Hsolve => {
                let grade = logic::grade(puzzle);
                let score = hsolve::score(puzzle, &grade);
                let level = levels.of(grade.tier, score.map(|score| score.mean));
                vec![
                    grade.tier.into(),
                    grade.reserved().len().into(),
                    score.map(|score| score.mean).into(),
                    score.map(|score| score.standard_error).into(),
                    level.map(|level| level.name.clone()).into(),
                ]
            }
            Metric::Branch => [Choice::CellsAndHouses, Choice::Cells]
                .map(|choice| branches(puzzle, choice).score().into())
                .to_vec(),
            Metric::BoxNorm => {
                let norm = box_norm::box_norm(puzzle.clues());
                vec![Value::Ratio(norm), box_norm::level(norm).into()]
            }
            Metric::Technique => {
                let without: Vec<_> = self.without.iter().map(|name| name.technique()).collect();
                let uses = technique::uses(puzzle, &without);
                let weights = Weights { times: self.times, known: self.known };
                let counts = uses.counts.map(Value::from);
                [uses.difficulty(&weights).into()].into_iter().chain(counts).collect()
            }
            Metric::Restarts => {
                let found = restarts::restarts(puzzle, self.runs, self.cap);
                vec![
                    Value::Ratio(found.mean),
                    found.margin.map_or(Value::Nothing, Value::Ratio),
                    found.runs.into(),
                    restarts::level(found.mean).into(),
                ]
            }
            Metric::All => Metric::EACH
                .into_iter()
                .flat_map(|each| self.values(each, puzzle, levels))
                .collect(),
        }
    }
}

/// Rates.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let levels = globals.levels()?;
    let columns = [vec!["puzzle"], args.metric.columns()].concat();
    let mut table = Table::new(Output::open(None)?, args.format, Text::Tabs, &columns)?;
    let tally = input::each(
        &args.files,
        |grid| {
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            let values = args.values(args.metric, &puzzle, &levels);
            Ok([vec![puzzle.to_string().into()], values].concat())
        },
        |values| Ok(table.row(&values)?),
    );
    table.finish()?.finish()?;
    Ok(tally?.exit())
}
