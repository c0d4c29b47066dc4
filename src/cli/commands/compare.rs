//! `compare`: the agreement of metrics, and of columns of a file, on the ranking of puzzles.

use std::path::{Path, PathBuf};

use seeddb_core::board::Puzzle;
use seeddb_core::rating::cross::{Cross, CrossRow};
use seeddb_core::rating::levels::LevelTable;
use seeddb_core::rating::metric;
use seeddb_core::rating::rankings::{Compared, Ranking, Rankings, RatedPuzzle};
use seeddb_export::plot::of_rankings;
use seeddb_export::{Column, Columns};

use super::columns;
use super::metric::{Flags, Metric, times};
use crate::terminal::{
    Exit, Globals, Pictures, PrintArgs, Source, Table, Text, Value, input, interrupt, ladder,
    protected, refuse,
};

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
  minutes      minutes of people, estimated; none at tier 6 and far from what was timed; not among 'all'
  percentile   of m(B) among all minimal puzzles: ranks as hsolve; not among 'all'
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
    /// A column to compare with, by name or number; of words, with these from the easiest on after
    /// a colon (may be repeated) [default: all that hold numbers]
    #[arg(long, value_name = "NAME|N[:WORD,..]")]
    column: Vec<String>,
    #[command(flatten)]
    flags: Flags,
    /// technique: the times of a naked single, hidden single, naked pair, locked candidates, hidden
    /// pair
    #[arg(long, value_name = "T1,..,T5", value_parser = times, default_value = "1,2,3,4,5")]
    times: [f64; 5],
    /// Print the table of groups against groups instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    groups: Option<u8>,
    /// A folder for pictures (SVG); with several files, a folder in it for each
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

const COLUMNS: [&str; 9] = ["file", "a", "b", "n", "left_out", "tau_b", "rho", "gamma", "ties"];

fn row(file: &str, compared: &Compared) -> Vec<Value> {
    let Compared { a, b, n, left_out, tau_b, rho, gamma, ties } = compared;
    let coefficients = [tau_b, rho, gamma, ties];
    let mut row =
        vec![file.into(), a.as_str().into(), b.as_str().into(), (*n).into(), (*left_out).into()];
    row.extend(coefficients.map(|one| one.map_or(Value::Nothing, Value::Coefficient)));
    row
}

const GROUPS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

fn group(file: &str, group: &CrossRow) -> Vec<Value> {
    let mut row = vec![file.into(), Value::Score(group.least), Value::Score(group.greatest)];
    row.extend(group.counts.iter().map(|&count| Value::from(count)));
    row.push(group.all().into());
    row
}

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
    let table = match args.groups {
        None => Table::new(output, format, Text::Aligned, &COLUMNS)?,
        Some(count) => {
            let columns =
                [&["file", "from", "to"], &GROUPS[..usize::from(count)], &["all"]].concat();
            Table::new(output, format, Text::Aligned, &columns)?
        }
    };
    let mut table = table.fitting(args.print.place.room());
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
            cross.rows.iter().try_for_each(|row| table.row(&group(file, row)))?;
            let ((chi2, freedom), gamma) = (cross.chi2(), cross.gamma());
            let gamma = gamma.map_or("undefined".to_owned(), |gamma| format!("{gamma:.3}"));
            let (a, b) = (&column.name, &metric.name);
            globals.note(format_args!(
                "{file}: {a} down, {b} across: chi2 = {chi2:.0} (df = {freedom}), gamma = {gamma}"
            ));
        } else {
            let compared = ratings.compared();
            compared.iter().try_for_each(|one| table.row(&row(file, one)))?;
        }
        if let Some(folder) = &args.plot {
            let folder = if args.files.len() > 1 {
                folder.join(path.file_stem().unwrap_or_default())
            } else {
                folder.clone()
            };
            let pictures = of_rankings(ladder(), &ratings, &levels);
            Pictures::of(pictures, &folder, args.print.place.force)?.finish(globals)?;
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
) -> anyhow::Result<Option<(Rankings, u64)>> {
    let settings = args.flags.settings(args.times);
    let (rated, tally, header) = input::all(&[Source::File(file.to_owned())], |row| {
        let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
        let levels = args.plot.is_some().then_some(levels);
        let stop = interrupt::stop();
        let rated = RatedPuzzle::of(ladder(), &puzzle, metrics, &settings, levels, stop);
        Ok((rated.map_err(|error| error.to_string())?, row.text.clone()))
    })?;
    if interrupt::interrupted() {
        return Ok(None);
    }
    let (rated, texts): (Vec<_>, Vec<_>) = rated.into_iter().unzip();
    let fields = Columns::new(header.as_deref(), texts.iter().map(String::as_str));
    let columns = if args.column.is_empty() {
        fields.numeric()
    } else {
        let wanted = args.column.iter();
        wanted.map(|wanted| columns::find(&fields, wanted)).collect::<anyhow::Result<_>>()?
    };
    let columns = columns.into_iter().map(|Column { name, values }| Ranking {
        unit: name.clone(),
        name,
        values,
    });
    let rankings = Rankings::new(ladder(), metrics, &rated, columns.collect());
    Ok(Some((rankings, tally.bad)))
}
