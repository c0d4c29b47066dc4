//! `rate`: the difficulty of each puzzle.

mod labels;
mod run_table;
mod se;

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum;
use seeddb::board::Puzzle;
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::common::CommonRow;
use seeddb::rating::levels::{Facts, LevelTable};
use seeddb::rating::metric::{self, Settings};
use seeddb::rating::minutes::{self, Estimate};
use seeddb::rating::percentile::Among;
use seeddb::rating::stop::Interrupted;
use seeddb::rating::{box_norm, restarts, runs, technique, tierless};
use seeddb::rows::RateRow;

use super::levels;
use super::metric::{Flags, Metric, times};
use super::without;
use crate::cli::terminal::exit::{Exit, UsageError, refuse};
use crate::cli::terminal::fields::{Fields, values};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::ladder::{grade, ladder};
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::reserved;
use crate::cli::terminal::reserved::CellsArg;
use crate::cli::terminal::source::sources;
use crate::cli::terminal::table::Table;
use crate::cli::terminal::value::Value;

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

fn columns(metric: metric::Metric) -> Vec<&'static str> {
    let names: &[&str] = match metric {
        metric::Metric::Hsolve => return Fields::of(&RateRow::default()).names.split_off(1),
        metric::Metric::Branch => &["branch", "branch_cells"],
        metric::Metric::BoxNorm => &["box_norm", "box_norm_level"],
        metric::Metric::Technique => &[
            "formula",
            "naked_singles",
            "hidden_singles",
            "naked_pairs",
            "locked_candidates",
            "hidden_pairs",
            "left_open",
            "formula_level",
        ],
        metric::Metric::Restarts => {
            &["restarts", "restarts_margin", "restarts_runs", "restarts_level"]
        }
        metric::Metric::Tierless => &["tierless", "tierless_error"],
        metric::Metric::Minutes => &["minutes", "minutes_low", "minutes_high"],
        metric::Metric::Percentile => &[
            "percentile",
            "percentile_error",
            "percentile_er",
            "percentile_minutes",
            "percentile_printed",
        ],
        metric::Metric::Se => &[],
        metric::Metric::Common => return Fields::of(&CommonRow::default()).names.split_off(1),
    };
    names.to_vec()
}

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
    fn columns(&self) -> Vec<String> {
        if self.args.each_run {
            return [vec!["puzzle".to_owned()], run_table::run_columns()].concat();
        }
        let mut columns = vec!["puzzle".to_owned()];
        self.metrics.iter().for_each(|&metric| {
            columns.extend(self::columns(metric).into_iter().map(str::to_owned));
            if metric == metric::Metric::Se {
                columns.extend(self.se.columns().into_iter().map(str::to_owned));
            }
            if metric == metric::Metric::BoxNorm && self.args.matrix {
                columns.extend(["box_determinant", "box_condition"].map(str::to_owned));
            }
        });
        if let Some(by) = self.args.steps {
            columns.extend(run_table::summary_columns(by == By::Technique));
        }
        if self.labelled {
            columns.push("level".to_owned());
        }
        columns.extend(
            reserved::COLUMNS.iter().filter(|_| self.args.cells.cells).map(|&name| name.into()),
        );
        columns
            .extend(labels::COLUMNS.iter().filter(|_| self.args.labels).map(|&name| name.into()));
        columns
    }

    /// The rows of a puzzle: one, or one per run.
    ///
    /// # Errors
    /// The user interrupted the rating.
    fn rows(&self, puzzle: &Puzzle) -> Result<Vec<Vec<Value>>, Interrupted> {
        let line = Value::from(puzzle.to_string());
        let count = self.args.runs.unwrap_or(runs::RUNS);
        let runs = || runs::runs(ladder(), puzzle, &grade(puzzle), count);
        if self.args.each_run {
            let rows = runs().unwrap_or_default();
            let row = |(i, run)| [vec![line.clone()], run_table::run(i + 1, run)].concat();
            return Ok(rows.iter().enumerate().map(row).collect());
        }
        let mut row = vec![line];
        for &metric in &self.metrics {
            row.extend(self.values(metric, puzzle)?);
        }
        if let Some(by) = self.args.steps {
            row.extend(run_table::summary(runs().as_deref(), by == By::Technique));
        }
        if self.labelled {
            let score = match (self.metrics[0], &row[1]) {
                // Rated once is enough, and without what the user wants left out.
                (metric::Metric::Se | metric::Metric::Common, Value::Score(score)) => Some(*score),
                (metric::Metric::Se | metric::Metric::Common, _) => None,
                (other, _) => other.score(puzzle, &self.settings),
            };
            let facts = Facts::of(ladder(), puzzle).with(self.metrics[0], score);
            let level = self.levels.of(&facts.with_settings(&self.settings));
            row.push(level.map(|level| level.name.clone()).into());
        }
        if self.args.cells.cells {
            row.extend(reserved::values(grade(puzzle).reserved()));
        }
        if self.args.labels {
            row.extend(labels::values(puzzle));
        }
        Ok(vec![row])
    }

    fn values(&self, metric: metric::Metric, puzzle: &Puzzle) -> Result<Vec<Value>, Interrupted> {
        Ok(match metric {
            metric::Metric::Hsolve => {
                let row = RateRow::with_settings(ladder(), &self.levels, &self.settings, puzzle);
                values(&row).split_off(1)
            }
            metric::Metric::Branch => [Choice::CellsAndHouses, Choice::Cells]
                .map(|choice| branches(puzzle, choice).score().into())
                .to_vec(),
            metric::Metric::BoxNorm => {
                let norm = box_norm::box_norm(puzzle.clues());
                let mut values = vec![Value::Ratio(norm), box_norm::level(norm).into()];
                if self.args.matrix {
                    let condition = box_norm::condition(puzzle.clues());
                    values.push(Value::Score(box_norm::determinant(puzzle.clues()).into()));
                    values.push(if condition.is_finite() {
                        Value::Ratio(condition)
                    } else {
                        Value::Nothing
                    });
                }
                values
            }
            metric::Metric::Technique => {
                let uses = technique::uses(puzzle, &self.settings.without);
                let counts = uses.counts.map(Value::from);
                let difficulty = uses.difficulty(&self.settings.weights);
                let level = difficulty.map(technique::level).into();
                [&[difficulty.into()], &counts[..], &[uses.open.into(), level]].concat()
            }
            metric::Metric::Restarts if self.args.exact => {
                let mean = restarts::expected(puzzle);
                let level = restarts::level(mean);
                vec![Value::Ratio(mean), Value::Nothing, Value::Nothing, level.into()]
            }
            metric::Metric::Restarts => {
                let runs = self.args.runs.unwrap_or(restarts::RUNS);
                let found = restarts::restarts(puzzle, runs, self.args.cap);
                self.capped.fetch_add(found.capped.into(), Relaxed);
                vec![
                    Value::Ratio(found.mean),
                    found.margin.map_or(Value::Nothing, Value::Ratio),
                    found.runs.into(),
                    found.level().into(),
                ]
            }
            metric::Metric::Tierless => {
                let runs = self.args.runs.unwrap_or(tierless::RUNS).max(2);
                let found = tierless::score(ladder(), puzzle, runs);
                vec![found.map(|found| found.0).into(), found.map(|found| found.1).into()]
            }
            metric::Metric::Minutes => {
                let scale = &self.settings.scale;
                let found = minutes::estimate(ladder(), scale, puzzle, &grade(puzzle));
                let Some(Estimate { minutes, low, high }) = found else {
                    return Ok(vec![Value::Nothing; 3]);
                };
                [minutes, low, high].map(Value::Ratio).to_vec()
            }
            metric::Metric::Percentile => percentiles(puzzle, &self.settings)?,
            metric::Metric::Se => self.se.values(puzzle)?,
            metric::Metric::Common => values(&CommonRow::of(puzzle)).split_off(1),
        })
    }
}

/// The percentiles of a puzzle, the error of the first behind it.
fn percentiles(puzzle: &Puzzle, settings: &Settings) -> Result<Vec<Value>, Interrupted> {
    let by = |metric: metric::Metric| metric.score_unless(puzzle, settings, interrupt::stop());
    let (score, er) = (by(metric::Metric::Hsolve)?, by(metric::Metric::Se)?);
    let minutes = by(metric::Metric::Minutes)?;
    let of = |among: Among, value: Option<f64>| value.map(|value| among.percentile(value));
    let percent =
        |among, value| of(among, value).map_or(Value::Nothing, |own| Value::Score(own.percent));
    let error = of(Among::Score, score).map_or(Value::Nothing, |own| Value::Ratio(own.error));
    Ok(vec![
        percent(Among::Score, score),
        error,
        percent(Among::Er, er),
        percent(Among::Minutes, minutes),
        percent(Among::Printed, score),
    ])
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
    let mut table = Table::new(output, format, args.print.tabs(), &plan.columns())?;
    let tally = input::tabulate(&files, &mut table, |found| {
        let puzzle = Puzzle::new(&found.grid).map_err(|error| error.to_string())?;
        plan.rows(&puzzle).map_err(|error| error.to_string())
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
