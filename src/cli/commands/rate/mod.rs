//! `rate`: the difficulty of each puzzle.

mod runs;
mod se;

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum;
use seeddb_core::board::Puzzle;
use seeddb_core::rating::branch::{Choice, branches};
use seeddb_core::rating::common::CommonRow;
use seeddb_core::rating::labels::Labels;
use seeddb_core::rating::levels::{Facts, LevelTable};
use seeddb_core::rating::metric::{self, Settings};
use seeddb_core::rating::minutes;
use seeddb_core::rating::percentile::Among;
use seeddb_core::rating::stop::Interrupted;
use seeddb_core::rating::{box_norm, restarts, runs as hsolve_runs, technique, tierless};
use seeddb_core::rows::RateRow;

use super::levels;
use super::metric::{Flags, Metric, times};
use super::without;
use crate::terminal::{
    Cell, CellsArg, Exit, Globals, PrintArgs, Table, UsageError, Value, cells, grade, input,
    interrupt, ladder, named, names, parse, refuse, reserved, sources, values,
};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints, with tabs between, the puzzle and the columns of the metric (--format csv begins with their names):
  hsolve     tier, reserved cells, score m(B), its standard error, level; tier 6 has no score
  branch     100 B + open cells; the same if only cells are looked at
  box-norm   the norm, its level in the paper
  technique  D; naked singles, hidden singles, naked pairs, locked candidates, hidden pairs used; cells still open; the \
level of D. No D if there are any: these do not solve the puzzle
  restarts   mean cycles, half the width of its 95 % interval, runs that ended, its level in the paper. \
If the cap was hit before 30 runs ended: no interval, a mean that is too low, no level but extreme, and a word at the end
  tierless   checks of a person who tries the technique with the fewest applications first, whatever its tier: the mean of 20 runs \
(--runs), its standard error; none at tier 6
  minutes    minutes that people take, an estimate by the times of 344 puzzles (METHODS); below and above which a quarter of such \
puzzles lies. Nothing at tier 6, or where the work is far from what was timed
  percentile how many of a hundred minimal puzzles are easier by m(B), the standard error of that; the same by ER and by minutes; how \
many of a hundred in newspapers, by m(B). Rates each puzzle as se does
  se         ER of Sudoku Explainer 1.2.1; EP, up to the first digit; ED, the first step; technique of the hardest step. Puzzles of \
ER 10 and more take up to seconds. `explain --ladder se` prints the steps, with the sizes of the chains that rate them
  common     score by the ladder common, the costs of its steps; its hardest technique; each technique with how often it is used. No \
score and no hardest if these do not solve the puzzle. `explain --ladder common` prints the steps
  all        all of these but tierless, minutes, percentile, se and common, and the level by hsolve last

--steps adds columns about plain runs of hsolve: how many; mean, standard error of the mean, standard deviation of one \
run; least, quartiles and greatest; for tiers 0 to 5 the mean number of steps (applications), then of checks. \
--steps=technique adds the mean number of steps of each technique.
--canon adds the ER of the puzzle turned so that its solution is canonical: equal for all puzzles that are essentially the same. The \
original is not, in about 1 of 500. Each puzzle above ER 4.4 is rated a second time for it.
--matrix adds, beside the box norm, determinant and condition number of its matrix (empty if it has no inverse).
--labels adds where the puzzle is hard, for editors: hard steps (no digit is in sight), digits written before the first of them, \
bottlenecks (one digit in sight), and whether it is a spike (one hard step, of tier 2 or above), tedious (4 hard \
steps or more) or steady (neither, and no bottleneck). Nothing at tier 6.
--each-run prints one line per run instead: puzzle, number, checks, steps of tiers 0 to 5, checks of tiers 0 to 5.

Examples:
  seeddb rate puzzles.txt
  seeddb rate --metric all --format csv puzzles.txt > ratings.csv
  seeddb rate --steps --runs 1000 --format csv puzzles.txt
  seeddb rate --metric technique --without hidden-single puzzles.txt
  seeddb rate --metric hsolve,se --format csv puzzles.txt
  seeddb rate --metric se --canon puzzles.txt
  seeddb rate --metric common --format csv puzzles.txt
  seeddb rate --metric minutes --format csv puzzles.txt
  seeddb rate --metric minutes --scale morning.toml --format csv puzzles.txt
  seeddb rate --labels --format csv puzzles.txt
  seeddb rate --levels balanced-6 puzzles.txt")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// The metric, or several
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "METRIC,..",
        default_value = "hsolve"
    )]
    metric: Vec<Metric>,
    #[command(flatten)]
    flags: Flags,
    /// technique: the times of a naked single, hidden single, naked pair, locked candidates, hidden
    /// pair
    #[arg(long, value_name = "T1,..,T5", value_parser = times, default_value = "1,2,3,4,5")]
    times: [f64; 5],
    /// hsolve: also what plain runs of the solver are like, with steps and checks a tier, and steps
    /// by technique if asked
    #[arg(long, value_enum, value_name = "BY", num_args = 0..=1, require_equals = true, default_missing_value = "tier")]
    steps: Option<By>,
    /// hsolve: one line per run
    #[arg(long, conflicts_with_all = ["steps", "levels", "labels"])]
    each_run: bool,
    /// restarts, tierless, and hsolve with --steps or --each-run: how many runs [default: 50, 20
    /// and 20]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    runs: Option<u32>,
    /// restarts: cycles of a puzzle after which it is given up
    #[arg(long, value_name = "N", default_value_t = restarts::CAP, value_parser = parse::count::<u64>)]
    cap: u64,
    /// restarts: the mean of all possible runs, worked out instead of tried
    #[arg(long, conflicts_with = "cap")]
    exact: bool,
    /// Name levels by another table than that of the database: a TOML file as `levels show --toml`
    /// prints it, or seeddb, paper, balanced-4, balanced-6, original, week (monday to sunday by ER,
    /// with --metric se)
    #[arg(long, value_name = "FILE|NAME")]
    levels: Option<PathBuf>,
    /// se: also the ER of the puzzle in its canonical form
    #[arg(long)]
    canon: bool,
    /// box-norm: also determinant and condition number
    #[arg(long)]
    matrix: bool,
    /// Also where the puzzle is hard: hard steps, the first of them, bottlenecks, and whether it is
    /// a spike, tedious or steady
    #[arg(long)]
    labels: bool,
    #[command(flatten)]
    cells: CellsArg,
    #[command(flatten)]
    without: without::Omissions,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum By {
    /// Tiers
    Tier,
    /// Tiers, and techniques
    Technique,
}

/// The metrics that `all` stands for, in the order of the columns.
const EACH: [metric::Metric; 5] = [
    metric::Metric::Branch,
    metric::Metric::BoxNorm,
    metric::Metric::Technique,
    metric::Metric::Restarts,
    metric::Metric::Hsolve,
];

struct Plan<'a> {
    args: &'a Args,
    metrics: Vec<metric::Metric>,
    settings: Settings,
    levels: LevelTable,
    /// Whether a level of the table follows a metric that has no levels of its own.
    labelled: bool,
    /// The number of puzzles that were given up.
    capped: AtomicU64,
    se: se::Ratings,
}

impl Plan<'_> {
    /// The rows of a puzzle: one, or one per run. Without a puzzle it is one with empty cells.
    ///
    /// # Errors
    /// The user interrupted the rating.
    fn rows(&self, puzzle: Option<&Puzzle>) -> Result<Vec<Vec<Cell>>, Interrupted> {
        let line = named([("puzzle", puzzle.map(ToString::to_string).into())]);
        let count = self.args.runs.unwrap_or(hsolve_runs::RUNS);
        let runs = || hsolve_runs::runs(ladder(), puzzle?, &grade(puzzle?), count);
        if self.args.each_run {
            let row = |run| [line.clone(), runs::run(run)].concat();
            let all = runs().unwrap_or_default();
            let all = (1..).zip(&all).map(|run| row(Some(run)));
            return Ok(if puzzle.is_some() { all.collect() } else { vec![row(None)] });
        }
        let mut row = line;
        for &metric in &self.metrics {
            row.extend(self.cells(metric, puzzle)?);
        }
        if let Some(by) = self.args.steps {
            row.extend(runs::summary(runs().as_deref(), by == By::Technique));
        }
        if self.labelled {
            let level = puzzle.and_then(|puzzle| self.level(puzzle, &row[1].1));
            row.extend(named([("level", level.into())]));
        }
        if self.args.cells.cells {
            row.extend(reserved::cells(puzzle.map(|puzzle| grade(puzzle).reserved())));
        }
        if self.args.labels {
            row.extend(labels(puzzle));
        }
        Ok(vec![row])
    }

    /// The level by the table, of a puzzle whose first metric has this value.
    fn level(&self, puzzle: &Puzzle, value: &Value) -> Option<String> {
        let score = match (self.metrics[0], value) {
            // Rated once is enough, and without what the user wants left out.
            (metric::Metric::Se | metric::Metric::Common, Value::Score(score)) => Some(*score),
            (metric::Metric::Se | metric::Metric::Common, _) => None,
            (other, _) => other.score(puzzle, &self.settings),
        };
        let facts = Facts::of(ladder(), puzzle).with(self.metrics[0], score);
        let level = self.levels.of(&facts.with_settings(&self.settings));
        level.map(|level| level.name.clone())
    }

    /// The cells of a metric; without a puzzle they are empty.
    fn cells(
        &self,
        metric: metric::Metric,
        puzzle: Option<&Puzzle>,
    ) -> Result<Vec<Cell>, Interrupted> {
        let settings = &self.settings;
        Ok(match metric {
            metric::Metric::Hsolve => {
                let row = |puzzle| RateRow::with_settings(ladder(), &self.levels, settings, puzzle);
                cells(&puzzle.map(row).unwrap_or_default()).split_off(1)
            }
            metric::Metric::Branch => {
                let score = |choice| puzzle.map(|puzzle| branches(puzzle, choice).score());
                named([
                    ("branch", score(Choice::CellsAndHouses).into()),
                    ("branch_cells", score(Choice::Cells).into()),
                ])
            }
            metric::Metric::BoxNorm => self.box_norm(puzzle),
            metric::Metric::Technique => {
                let uses = puzzle.map(|puzzle| technique::uses(puzzle, &settings.without));
                let uses = uses.as_ref();
                let count = |i: usize| uses.map(|uses| uses.counts[i]).into();
                let difficulty = uses.and_then(|uses| uses.difficulty(&settings.weights));
                named([
                    ("formula", difficulty.into()),
                    ("naked_singles", count(0)),
                    ("hidden_singles", count(1)),
                    ("naked_pairs", count(2)),
                    ("locked_candidates", count(3)),
                    ("hidden_pairs", count(4)),
                    ("left_open", uses.map(|uses| uses.open).into()),
                    ("formula_level", difficulty.map(technique::level).into()),
                ])
            }
            metric::Metric::Restarts => self.restarts(puzzle),
            metric::Metric::Tierless => {
                let runs = self.args.runs.unwrap_or(tierless::RUNS).max(2);
                let found = puzzle.and_then(|puzzle| tierless::score(ladder(), puzzle, runs));
                let (mean, error) = found.unzip();
                named([("tierless", mean.into()), ("tierless_error", error.into())])
            }
            metric::Metric::Minutes => {
                let estimate =
                    |puzzle| minutes::estimate(ladder(), &settings.scale, puzzle, &grade(puzzle));
                let found = puzzle.and_then(estimate);
                named([
                    ("minutes", Value::ratio(found.map(|found| found.minutes))),
                    ("minutes_low", Value::ratio(found.map(|found| found.low))),
                    ("minutes_high", Value::ratio(found.map(|found| found.high))),
                ])
            }
            metric::Metric::Percentile => percentiles(puzzle, settings)?,
            metric::Metric::Se => self.se.cells(puzzle)?,
            metric::Metric::Common => {
                cells(&puzzle.map(CommonRow::of).unwrap_or_default()).split_off(1)
            }
        })
    }

    fn box_norm(&self, puzzle: Option<&Puzzle>) -> Vec<Cell> {
        let clues = puzzle.map(Puzzle::clues);
        let norm = clues.map(box_norm::box_norm);
        let level = norm.map(box_norm::level);
        let mut row = named([("box_norm", Value::ratio(norm)), ("box_norm_level", level.into())]);
        if self.args.matrix {
            let determinant = clues.map(|clues| f64::from(box_norm::determinant(clues)));
            let condition = clues.map(box_norm::condition).filter(|number| number.is_finite());
            row.extend(named([
                ("box_determinant", determinant.into()),
                ("box_condition", Value::ratio(condition)),
            ]));
        }
        row
    }

    /// The mean of restart cycles, worked out or tried.
    fn restarts(&self, puzzle: Option<&Puzzle>) -> Vec<Cell> {
        let (exact, tried) = match puzzle {
            Some(puzzle) if self.args.exact => (Some(restarts::expected(puzzle)), None),
            Some(puzzle) => {
                let runs = self.args.runs.unwrap_or(restarts::RUNS);
                let found = restarts::restarts(puzzle, runs, self.args.cap);
                self.capped.fetch_add(found.capped.into(), Relaxed);
                (None, Some(found))
            }
            None => (None, None),
        };
        let tried = tried.as_ref();
        let level = exact.map(restarts::level).or_else(|| tried?.level());
        named([
            ("restarts", Value::ratio(exact.or_else(|| Some(tried?.mean)))),
            ("restarts_margin", Value::ratio(tried.and_then(|found| found.margin))),
            ("restarts_runs", tried.map(|found| found.runs).into()),
            ("restarts_level", level.into()),
        ])
    }
}

/// Where a puzzle is hard; empty if the techniques do not solve it.
fn labels(puzzle: Option<&Puzzle>) -> Vec<Cell> {
    let labels = puzzle.and_then(|puzzle| Labels::of(ladder(), puzzle));
    let all = labels.as_ref();
    named([
        ("hard_steps", all.map(|all| all.hard_steps).into()),
        ("first_hard", all.and_then(|all| all.first_hard).into()),
        ("bottlenecks", all.map(|all| all.bottlenecks).into()),
        ("spike", all.map(|all| all.is_spike).into()),
        ("tedious", all.map(|all| all.is_tedious).into()),
        ("steady", all.map(Labels::is_steady).into()),
    ])
}

/// The percentiles of a puzzle, the error of the first behind it.
fn percentiles(puzzle: Option<&Puzzle>, settings: &Settings) -> Result<Vec<Cell>, Interrupted> {
    let by = |metric: metric::Metric| match puzzle {
        Some(puzzle) => metric.score_unless(puzzle, settings, interrupt::stop()),
        None => Ok(None),
    };
    let (score, er) = (by(metric::Metric::Hsolve)?, by(metric::Metric::Se)?);
    let minutes = by(metric::Metric::Minutes)?;
    let of = |among: Among, value: Option<f64>| value.map(|value| among.percentile(value));
    let percent = |among, value| of(among, value).map(|own| own.percent).into();
    Ok(named([
        ("percentile", percent(Among::Score, score)),
        ("percentile_error", Value::ratio(of(Among::Score, score).map(|own| own.error))),
        ("percentile_er", percent(Among::Er, er)),
        ("percentile_minutes", percent(Among::Minutes, minutes)),
        ("percentile_printed", percent(Among::Printed, score)),
    ]))
}

/// The table of levels to label by; any if nothing is labelled.
fn table(globals: &Globals, args: &Args) -> anyhow::Result<LevelTable> {
    let Some(name) = &args.levels else {
        let labels = args.has(metric::Metric::Hsolve) && !args.each_run;
        return if labels { globals.labels() } else { Ok(LevelTable::default()) };
    };
    let table = levels::named_or_read(name)?;
    // Such a rating can take long, and only that metric can be interrupted.
    let by = metric::Metric::Se;
    match table.levels().iter().find(|level| level.ratings().is_some() && !args.has(by)) {
        None => Ok(table),
        Some(level) => {
            let (level, name) = (&level.name, name.display());
            refuse(format!("level '{level}' of {name} goes by {by}: rate with --metric {by}"))
        }
    }
}

impl Args {
    fn metrics(&self) -> Vec<metric::Metric> {
        Metric::each(&self.metric, &EACH)
    }

    fn has(&self, metric: metric::Metric) -> bool {
        self.metrics().contains(&metric)
    }

    /// Refuses flags that belong to metrics that are not requested.
    fn check(&self) -> Result<(), UsageError> {
        let runs = if self.steps.is_some() { "--steps" } else { "--each-run" };
        let has_steps = self.steps.is_some() && !self.has(metric::Metric::Hsolve);
        let alone = self.each_run && self.metrics() != [metric::Metric::Hsolve];
        let has = |metric| self.has(metric) && !self.each_run;
        let words = if self.matrix && !has(metric::Metric::BoxNorm) {
            "--matrix is about the box norm: rate with --metric box-norm".to_owned()
        } else if self.canon && !has(metric::Metric::Se) {
            "--canon is about Sudoku Explainer: rate with --metric se".to_owned()
        } else if self.flags.scale.is_some()
            && self.levels.is_none()
            && !has(metric::Metric::Minutes)
        {
            "--scale is about minutes: rate with --metric minutes".to_owned()
        } else if self.cells.cells && !has(metric::Metric::Hsolve) {
            "--cells is about the tiers of hsolve: rate with --metric hsolve".to_owned()
        } else if has_steps || alone {
            format!("{runs} is about the runs of hsolve: rate with --metric hsolve")
        } else if let Some(flag) = self.without.given().filter(|_| !self.has(metric::Metric::Se)) {
            format!("{flag} is about Sudoku Explainer: rate with --metric se")
        } else {
            return Ok(());
        };
        Err(UsageError(words))
    }
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    args.check()?;
    interrupt::listen()?;
    let files = sources(globals, &args.files)?;
    let plan = Plan {
        args,
        metrics: args.metrics(),
        settings: args.flags.settings(args.times),
        levels: table(globals, args)?,
        labelled: args.levels.is_some() && !args.has(metric::Metric::Hsolve),
        capped: AtomicU64::new(0),
        se: se::Ratings::new(globals, args.without.without(), args.canon),
    };
    let (format, output) = args.print.open()?;
    let columns = names(plan.rows(None)?.swap_remove(0));
    let mut table = Table::new(output, format, args.print.tabs(), &columns)?;
    let tally = input::tabulate(&files, &mut table, |found| {
        let puzzle = Puzzle::new(&found.grid).map_err(|error| error.to_string())?;
        let rows = plan.rows(Some(&puzzle)).map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(values))
    });
    let tally = input::end(table.finish()?, tally);
    plan.se.finish(globals);
    if let capped @ 1.. = plan.capped.into_inner() {
        globals.note(format_args!(
            "puzzles that gave up at the cap of {} restart cycles: {capped}; --exact works their means out",
            args.cap
        ));
    }
    Ok(tally?.exit())
}
