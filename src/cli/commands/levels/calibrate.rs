//! `levels calibrate`: levels as equal shares of a reference set, or the scale of minutes.

use std::io::Write;
use std::path::PathBuf;

use seeddb_core::board::Puzzle;
use seeddb_core::level_table;
use seeddb_core::rating::calibrate::{Rated, calibrate, controlled_bias_weight, usual_names};
use seeddb_export::Columns;

use super::super::columns;
use super::super::metric::{Flags, Metric, times};
use super::timed;
use crate::terminal::{Exit, Globals, OutputArgs, input, interrupt, refuse, sources};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints a table for `levels set` or `rate --levels`: the puzzles of FILE sorted by score and cut into \
levels of equal size, as section 4.3.2 of the hsolve paper does. The first level is open below, the last one above. \
Puzzles without a score are left out and counted; with hsolve and technique a level 'beyond' takes them.

--times fits the minutes to your own solvers instead: FILE has a line for each timed puzzle, in any format with a puzzle a line, and \
beside it the time: 12.5 (minutes, or seconds where the heading or --seconds says so), 12:30 or 1:02:30. What it prints is read by `rate --metric minutes --scale FILE` and \
`draw --minutes 8..12 --scale FILE`. It takes 20 timed puzzles or more.

Examples:
  seeddb levels calibrate printed.txt --levels 5 > levels.toml
  seeddb levels calibrate printed.txt --names mild,fair,tough --metric branch -o branch.toml
  seeddb levels calibrate sample.tsv --levels 6 --weight controlled-bias
  seeddb levels calibrate --times solved.csv --name 'Morning paper' -o morning.toml
  seeddb levels calibrate --times app.csv --column mean_seconds --name 'Our app'")]
pub struct Args {
    /// Files of puzzles, - for stdin
    #[arg(required_unless_present = "times", value_name = "FILE|-")]
    files: Vec<PathBuf>,
    /// How many levels
    #[arg(long, value_name = "N", required_unless_present_any = ["names", "times"], value_parser = clap::value_parser!(u8).range(1..=100))]
    levels: Option<u8>,
    /// Their names, the easiest first
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    names: Vec<String>,
    /// The metric
    #[arg(long, value_enum, default_value_t)]
    metric: Metric,
    #[command(flatten)]
    flags: Flags,
    /// technique: the times of a naked single, hidden single, naked pair, locked candidates, hidden
    /// pair
    #[arg(long, value_name = "T1,..,T5", value_parser = times, default_value = "1,2,3,4,5")]
    technique_times: [f64; 5],
    /// How many puzzles each stands for: a column (name or number), or controlled-bias: C(81,
    /// clues), which makes a controlled-bias collection one of all minimal puzzles
    #[arg(long, value_name = "COLUMN|controlled-bias")]
    weight: Option<String>,
    #[command(flatten)]
    timed: timed::TimedArgs,
    #[command(flatten)]
    place: OutputArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if let Some(times) = &args.timed.times {
        return timed::run(globals, &args.timed, times, &args.place);
    }
    let count = args.levels.map_or(args.names.len(), usize::from);
    if !args.names.is_empty() && args.names.len() != count {
        return refuse(format!("--levels {count}, but --names has {} names", args.names.len()));
    }
    let Some(metric) = args.metric.one() else {
        return refuse("levels go by one metric: choose it with --metric");
    };
    interrupt::listen()?;
    let names = if args.names.is_empty() { usual_names(count) } else { args.names.clone() };
    let settings = args.flags.settings(args.technique_times);
    let mut output = args.place.open()?;
    let (rows, tally, header) = input::all(&sources(globals, &args.files)?, |row| {
        let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
        let score = metric
            .score_unless(&puzzle, &settings, interrupt::stop())
            .map_err(|error| error.to_string())?;
        Ok((score, puzzle.clues().len(), row.text.clone()))
    })?;
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    let weights: Vec<Option<f64>> = match args.weight.as_deref() {
        None => vec![Some(1.0); rows.len()],
        Some("controlled-bias") => {
            rows.iter().map(|row| Some(controlled_bias_weight(row.1))).collect()
        }
        Some(column) => {
            let fields = Columns::new(header.as_deref(), rows.iter().map(|row| row.2.as_str()));
            columns::find(&fields, column)?.values
        }
    };
    let rated = rows.iter().zip(&weights).filter_map(|(row, weight)| {
        Some(Rated { score: row.0?, weight: (*weight).filter(|&weight| weight > 0.0)? })
    });
    let sample: Vec<Rated> = rated.collect();
    let table = calibrate(metric, &sample, &names)?.with_harmless_names()?;
    let weighted = args.weight.as_ref().map(|by| format!(", weighted by {by}")).unwrap_or_default();
    let told = format!(
        "{count} levels of equal shares by {metric}, of {} puzzles{weighted}; {} without a score or weight left out",
        sample.len(),
        rows.len() - sample.len(),
    );
    write!(output, "# {told}\n\n{}", level_table::write(&table))?;
    let tally = input::end(output, Ok(tally))?;
    globals.note(told);
    Ok(tally.exit())
}
