//! `levels`: the table of levels.

mod calibrate;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use seeddb::level_table;
use seeddb::rating::levels::LevelTable;
use seeddb::rating::metric::Metric;
use serde::Serialize;

use super::exit::UsageError;
use super::ladder::ladder;
use super::printing::PrintArgs;
use super::table::{ReportFormat, Table, Text};
use super::value::Value;
use super::{Exit, Globals, ending, small};

/// Flags of `levels`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A level takes scores from its lower bound to below its upper one, and tiers between its two, both \
included. The first level of the table that takes a puzzle names it.

Examples:
  seeddb levels
  seeddb levels show --toml > levels.toml
  seeddb levels set levels.toml
  seeddb levels show balanced-6
  seeddb levels set balanced-6
  seeddb levels calibrate printed.txt --levels 5 -o levels.toml")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    show: Show,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Show the table (what `levels` alone does), or one of those in the program
    Show(Show),
    /// Replace the table by one of those in the program, or from a TOML file
    Set {
        /// The file, - for stdin; or paper, balanced-4, balanced-6
        #[arg(value_name = "FILE|-|NAME")]
        table: PathBuf,
    },
    /// Work out a table: levels as equal shares of a reference set
    Calibrate(calibrate::Args),
    /// Go back to the table of the program
    Reset,
}

#[derive(clap::Args, Debug)]
struct Show {
    /// One of the tables in the program: paper, balanced-4, balanced-6, week [default: the table of the database]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
    /// Print the TOML that `levels set` reads
    #[arg(long, conflicts_with = "format")]
    toml: bool,
}

/// Shows, sets or resets.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        None => show(globals, &args.show)?,
        Some(Command::Show(args)) => show(globals, args)?,
        Some(Command::Set { table }) => {
            let levels = named_or_read(table)?;
            if let Some(level) = levels.levels().iter().find(|level| level.metric != Metric::Hsolve)
            {
                bail!(
                    "level '{}' goes by {by}, and the database knows its seeds by hsolve: name levels by this table \
                     with `seeddb rate --metric {by} --levels {} FILE`",
                    level.name,
                    table.display(),
                    by = level.metric,
                );
            }
            globals.database()?.set_levels(&levels)?;
        }
        Some(Command::Calibrate(args)) => return calibrate::run(globals, args),
        Some(Command::Reset) => globals.database()?.reset_levels()?,
    }
    Ok(Exit::Done)
}

/// A score beside its level: with a decimal place more where the usual one would put it into another level, as m = 316.96
/// in a table with a bound of 317.
pub fn score_value(levels: &LevelTable, tier: u8, score: Option<f64>) -> Value {
    let Some(score) = score else { return Value::Nothing };
    let shown: f64 = format!("{score:.1}").parse().unwrap_or(score);
    if levels.place(tier, Some(shown)) == levels.place(tier, Some(score)) {
        Value::Score(score)
    } else {
        Value::Ratio(score)
    }
}

/// A table in the program by its name, or else from a file.
pub fn named_or_read(table: &Path) -> anyhow::Result<LevelTable> {
    if let Some(levels) = table.to_str().and_then(level_table::built_in) {
        return Ok(levels);
    }
    let read = || {
        let levels = level_table::read(&self::read(table)?)?.with_harmless_names()?;
        levels.check_tiers(ladder())?;
        anyhow::Ok(levels)
    };
    read().with_context(|| table.display().to_string())
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file.as_os_str() == "-" {
        return small::read_stdin(small::MOST_TOML).context("cannot read stdin");
    }
    let names = level_table::BUILT_IN.map(|built_in| built_in.0).join(", ");
    small::read_text(file, small::MOST_TOML).with_context(|| {
        format!("cannot read {} (the tables in the program are {names})", file.display())
    })
}

#[derive(Default, Serialize)]
struct Row<'a> {
    level: &'a str,
    metric: &'static str,
    score_from: Option<f64>,
    score_below: Option<f64>,
    tier_from: Option<u8>,
    tier_to: Option<u8>,
}

fn show(globals: &Globals, args: &Show) -> anyhow::Result<()> {
    let toml = args.toml || ending::of(args.print.place.path()).as_deref() == Some("toml");
    let (format, mut output) =
        if toml { (ReportFormat::Text, args.print.place.open()?) } else { args.print.open()? };
    let levels = match &args.name {
        // Who names a database wants its levels, not those of a new one.
        None if globals.is_named() => globals.database()?.read()?.levels()?,
        None => globals.levels()?,
        Some(name) => level_table::built_in(name).ok_or_else(|| {
            let names = level_table::BUILT_IN.map(|built_in| built_in.0).join(", ");
            UsageError(format!("no table '{name}' in the program: there are {names}"))
        })?,
    };
    if toml {
        output.write_all(level_table::write(&levels).as_bytes())?;
        return output.finish();
    }
    let mut table = Table::of::<Row>(output, format, Text::Aligned)?;
    for level in levels.levels() {
        table.add(&Row {
            level: &level.name,
            metric: level.metric.name(),
            score_from: level.score.as_ref().map(|score| score.start),
            score_below: level.score.as_ref().map(|score| score.end),
            tier_from: level.tiers.as_ref().map(|tiers| *tiers.start()),
            tier_to: level.tiers.as_ref().map(|tiers| *tiers.end()),
        })?;
    }
    table.finish()?.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_told_apart_from_the_bound_that_it_misses() {
        let levels = LevelTable::default();
        let shown = |score| score_value(&levels, 0, Some(score)).to_string();
        // 317 is the least score of a level.
        assert_eq!(
            [316.94, 316.96, 317.0, 317.04].map(shown),
            ["316.9", "316.96", "317.0", "317.0"]
        );
        assert_eq!([598.94, 598.95, 599.0].map(shown), ["598.9", "598.95", "599.0"]);
        assert_eq!(score_value(&levels, 6, None), Value::Nothing);
    }
}
