//! `levels`: the table of levels.

use std::fs;
use std::io::{Read, Write};

use anyhow::Context;
use seeddb::rating::levels::LevelTable;

use super::output::Output;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals};

/// Flags of `levels`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A level takes scores from its lower bound to below its upper one, and tiers between its two, both \
included. The first level of the table that takes a puzzle names it.

Examples:
  seeddb levels
  seeddb levels show --toml > levels.toml
  seeddb levels set levels.toml")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    show: Show,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Show the table (what `levels` alone does)
    Show(Show),
    /// Replace the table by one from a TOML file
    Set {
        /// The file, - for stdin
        #[arg(value_name = "FILE|-")]
        file: String,
    },
    /// Go back to the table of the program
    Reset,
}

#[derive(clap::Args, Debug)]
struct Show {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    /// Print the TOML that `levels set` reads
    #[arg(long, conflicts_with = "format")]
    toml: bool,
}

/// Shows, sets or resets.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        None => show(globals, &args.show)?,
        Some(Command::Show(args)) => show(globals, args)?,
        Some(Command::Set { file }) => {
            let levels = LevelTable::from_toml(&read(file)?).with_context(|| file.clone())?;
            globals.open()?.set_levels(&levels)?;
        }
        Some(Command::Reset) => globals.open()?.reset_levels()?,
    }
    Ok(Exit::Done)
}

fn read(file: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    if file == "-" {
        std::io::stdin().read_to_string(&mut text).context("cannot read stdin")?;
    } else {
        text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    }
    Ok(text)
}

fn show(globals: &Globals, args: &Show) -> anyhow::Result<()> {
    let levels = globals.levels()?;
    let mut output = Output::open(None)?;
    if args.toml {
        output.write_all(levels.to_toml().as_bytes())?;
        return output.finish();
    }
    let columns = ["level", "metric", "score_from", "score_below", "tier_from", "tier_to"];
    let mut table = Table::new(output, args.format, Text::Aligned, &columns)?;
    for level in levels.levels() {
        table.row(&[
            level.name.clone().into(),
            level.metric.to_string().into(),
            level.score.as_ref().map(|score| score.start).into(),
            level.score.as_ref().map(|score| score.end).into(),
            level.tiers.as_ref().map(|tiers| *tiers.start()).into(),
            level.tiers.as_ref().map(|tiers| *tiers.end()).into(),
        ])?;
    }
    table.finish()?.finish()
}
