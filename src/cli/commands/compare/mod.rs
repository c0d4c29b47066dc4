//! `compare`: how far several metrics, and columns of a file, rank puzzles alike.

mod cross;
mod plots;

use std::path::{Path, PathBuf};

use seeddb::board::Puzzle;
use seeddb::rating::agreement::Agreement;
use seeddb::rating::hsolve;
use seeddb::rating::levels::{Facts, LevelTable};
use seeddb::rating::metric::{self, Settings};
use seeddb::rating::stop::Interrupted;
use serde::Serialize;

use self::cross::Cross;
use super::columns::{Fields, Wanted};
use super::metric::{Flags, Metric};
use crate::cli::terminal::exit::{Exit, refuse};
use crate::cli::terminal::fields::Coefficient;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::ladder::{grade, ladder};
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::protected;
use crate::cli::terminal::source::Source;
use crate::cli::terminal::table::{Table, Text};

/// Flags of `compare`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Rates the puzzles of each FILE by several metrics, and prints for each two of them, and for each with each numeric column \
of the file: how many puzzles both rate (n), how many not (left_out), Kendall's tau-b, Spearman's rho, Goodman and \
Kruskal's gamma, and the share of the pairs of puzzles that are tied in one or both, which gamma leaves out. Files are \
not pooled.

What is compared:
  hsolve       m(B); none at tier 6
  tier         top tier
  tier_hsolve  tier, and m(B) within it; tier 6 last
  branch, box_norm (falls with difficulty), technique (none if its five do not solve), restarts (worked out)
  tierless     checks without tiers; not among 'all'
  se           ER of Sudoku Explainer 1.2.1, the grid as given; not among 'all'
  the columns  each that holds numbers, by its name in the line above the puzzles, else 'column N'

--groups N prints the table of section 3.3.1 of the hsolve paper instead: the puzzles in N groups of equal size by the \
first column (or in as many as it has values, if these are N or fewer) against N groups by the first metric; \
chi2 and gamma follow on stderr.

--plot writes SVG files: figure-1 of that paper, a histogram of each metric by level, boxes of each metric by level, by \
tier and by the first column, and each against the first column (the first metric if there is none).

Examples:
  seeddb compare rated.tsv
  seeddb compare --metric hsolve,branch --column ER --format csv rated.tsv
  seeddb compare --column 'hodoku_level:Easy,Medium,Hard,Unfair,Extreme' timed.tsv
  seeddb compare --metric hsolve --column ER --groups 8 rated.tsv
  seeddb compare --plot pictures rated.tsv")]
pub struct Args {
    /// Files of puzzles, - for stdin
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<PathBuf>,
    /// The metrics
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "METRIC,..",
        default_value = "all"
    )]
    metric: Vec<Metric>,
    /// A column to compare with, by name or number; of words, with these from the easiest on after a colon (may be
    /// repeated) [default: all that hold numbers]
    #[arg(long, value_name = "NAME|N[:WORD,..]")]
    column: Vec<String>,
    #[command(flatten)]
    flags: Flags,
    /// Print the table of groups against groups instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    groups: Option<u8>,
    /// A folder for pictures (SVG); with several files, a folder in it for each
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

/// A ranking: a value a puzzle, where there is one.
pub struct Series {
    /// Its name in the table.
    pub name: String,
    /// What it is in, for pictures.
    pub unit: String,
    /// The values, in the order of the puzzles.
    pub values: Vec<Option<f64>>,
}

/// What is known of one puzzle.
struct Rated {
    tier: u8,
    /// m(B), worked out if wanted.
    score: Option<f64>,
    scores: Vec<Option<f64>>,
    /// The place of its level in the table, if pictures are wanted.
    level: Option<usize>,
    text: String,
}

/// The puzzles of one file, rated.
pub struct Ratings {
    /// Rankings by metrics.
    pub metrics: Vec<Series>,
    /// Rankings by columns of the file.
    pub columns: Vec<Series>,
    /// The top tier of each puzzle.
    pub tiers: Vec<u8>,
    /// The level of each puzzle, by its place in the table.
    pub levels: Vec<Option<usize>>,
}

/// Compares.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if args.plot.is_some()
        && args.files.iter().any(|file| file.as_os_str() == "-")
        && args.files.len() > 1
    {
        return refuse("--plot names folders by files: give stdin alone");
    }
    args.plot.as_deref().map_or(Ok(()), protected::check)?;
    interrupt::listen()?;
    let metrics = Metric::each(&args.metric, &metric::Metric::QUICK);
    let levels = if args.plot.is_some() { globals.labels()? } else { LevelTable::default() };
    let (format, output) = args.print.open()?;
    let (mut exit, mut has_ratings) = (Exit::Done, false);
    let mut table = match args.groups {
        None => Table::of::<Row>(output, format, Text::Aligned)?,
        Some(count) => {
            let columns = cross::columns(usize::from(count));
            Table::new(output, format, Text::Aligned, &columns)?
        }
    };
    for path in &args.files {
        let Some((ratings, bad)) = rate(args, path, &metrics, &levels)? else {
            exit = Exit::Interrupted;
            break;
        };
        if bad > 0 {
            exit = Exit::Error;
        }
        has_ratings |= !ratings.tiers.is_empty();
        let file = &path.display().to_string();
        if let Some(count) = args.groups {
            let (Some(column), metric) = (ratings.columns.first(), &ratings.metrics[0]) else {
                return refuse(format!(
                    "{file} has no column of numbers to group by: give --column"
                ));
            };
            let cross = Cross::new(column, metric, usize::from(count));
            cross.rows(file).iter().try_for_each(|row| table.row(row))?;
            globals.note(cross.summary(file));
        } else {
            rows(file, &ratings).iter().try_for_each(|row| table.add(row))?;
        }
        if let Some(folder) = &args.plot {
            let folder = if args.files.len() > 1 {
                folder.join(path.file_stem().unwrap_or_default())
            } else {
                folder.clone()
            };
            let names: Vec<String> =
                levels.levels().iter().map(|level| level.name.clone()).collect();
            plots::draw(&folder, &ratings, &names, args.print.place.force)?.finish(globals)?;
        }
    }
    table.finish()?.finish_if(exit != Exit::Interrupted && has_ratings)?;
    Ok(exit)
}

/// Reads and rates one file, and counts its bad lines; `None` after Ctrl-C.
fn rate(
    args: &Args,
    file: &Path,
    metrics: &[metric::Metric],
    levels: &LevelTable,
) -> anyhow::Result<Option<(Ratings, u64)>> {
    let settings = args.flags.settings();
    let (rated, tally, header) = input::all(&[Source::File(file.to_owned())], |row| {
        let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
        let text = row.text.clone();
        let levels = args.plot.is_some().then_some(levels);
        rate_one(&puzzle, text, metrics, &settings, levels).map_err(|error| error.to_string())
    })?;
    if interrupt::interrupted() {
        return Ok(None);
    }
    let fields = Fields::new(header.as_deref(), rated.iter().map(|one| one.text.as_str()));
    let columns = if args.column.is_empty() {
        fields.numeric()
    } else {
        let wanted = args.column.iter().map(|column| Wanted::from(column.as_str()));
        wanted.map(|wanted| fields.find(&wanted)).collect::<anyhow::Result<_>>()?
    };
    let columns = columns.into_iter().map(|column| Series {
        unit: column.name.clone(),
        name: column.name,
        values: column.values,
    });
    let ratings = Ratings {
        metrics: series(metrics, &rated),
        columns: columns.collect(),
        tiers: rated.iter().map(|one| one.tier).collect(),
        levels: rated.iter().map(|one| one.level).collect(),
    };
    Ok(Some((ratings, tally.bad)))
}

fn rate_one(
    puzzle: &Puzzle,
    text: String,
    metrics: &[metric::Metric],
    settings: &Settings,
    levels: Option<&LevelTable>,
) -> Result<Rated, Interrupted> {
    let grade = grade(puzzle);
    // Levels need m(B), also if nobody compares it.
    let score = (metrics.contains(&metric::Metric::Hsolve) || levels.is_some())
        .then(|| hsolve::score(ladder(), puzzle, &grade))
        .flatten()
        .map(|score| score.mean);
    let facts = Facts::graded(ladder(), puzzle, grade.tier, score).with_settings(settings);
    let level = levels.and_then(|levels| levels.place(&facts));
    let score_by = |&metric: &metric::Metric| match metric {
        metric::Metric::Hsolve => Ok(score),
        other => other.score_unless(puzzle, settings, interrupt::stop()),
    };
    let scores = metrics.iter().map(score_by).collect::<Result<_, _>>()?;
    Ok(Rated { tier: grade.tier, score, scores, level, text })
}

/// The rankings of the metrics; hsolve has three.
fn series(metrics: &[metric::Metric], rated: &[Rated]) -> Vec<Series> {
    let mut all = Vec::new();
    for (i, metric) in metrics.iter().enumerate() {
        let mut add = |name: &str, unit: &str, value: &dyn Fn(&Rated) -> Option<f64>| {
            let values = rated.iter().map(value).collect();
            all.push(Series { name: name.to_owned(), unit: unit.to_owned(), values });
        };
        add(&metric.name().replace('-', "_"), metric.unit(), &|one| one.scores[i]);
        if *metric == metric::Metric::Hsolve {
            add("tier", "top tier", &|one| Some(f64::from(one.tier)));
            // No score comes near the distance of two tiers.
            add("tier_hsolve", "tier, then m(B)", &|one| {
                let within = if ladder().has_score(one.tier) { one.score? } else { 0.0 };
                Some(f64::from(one.tier) * 1e9 + within)
            });
        }
    }
    all
}

/// A row for each two rankings, those with a column of the file first.
fn rows<'a>(file: &'a str, ratings: &'a Ratings) -> Vec<Row<'a>> {
    let (columns, metrics) = (&ratings.columns, &ratings.metrics);
    let mut rows = Vec::new();
    for column in columns {
        rows.extend(metrics.iter().map(|metric| row(file, column, metric)));
    }
    for all in [metrics, columns] {
        for (i, one) in all.iter().enumerate() {
            rows.extend(all[i + 1..].iter().map(|other| row(file, one, other)));
        }
    }
    rows
}

#[derive(Default, Serialize)]
struct Row<'a> {
    file: &'a str,
    a: &'a str,
    b: &'a str,
    n: usize,
    left_out: usize,
    tau_b: Option<Coefficient>,
    rho: Option<Coefficient>,
    gamma: Option<Coefficient>,
    ties: Option<Coefficient>,
}

fn row<'a>(file: &'a str, a: &'a Series, b: &'a Series) -> Row<'a> {
    let pairs = pairs(a, b);
    let found = Agreement::of(&pairs);
    Row {
        file,
        a: &a.name,
        b: &b.name,
        n: found.n,
        left_out: a.values.len() - found.n,
        tau_b: found.tau_b().map(Coefficient),
        rho: found.rho.map(Coefficient),
        gamma: found.gamma().map(Coefficient),
        ties: found.ties().map(Coefficient),
    }
}

/// The values of the puzzles that have both.
pub fn pairs(a: &Series, b: &Series) -> Vec<(f64, f64)> {
    a.values.iter().zip(&b.values).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect()
}
