//! `levels show`: a table in words.

use std::fmt::Display;
use std::io::Write;
use std::ops::RangeInclusive;

use seeddb::level_table;
use seeddb::rating::levels::{Level, LevelTable, Target};
use seeddb::rating::metric::Metric;
use seeddb::symmetry::ClueSymmetry;
use serde::Serialize;

use crate::cli::terminal::ending;
use crate::cli::terminal::exit::{Exit, UsageError};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::ladder::ladder;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

/// Flags of `levels show`.
#[derive(clap::Args, Debug)]
pub struct Show {
    /// One of the tables in the program: seeddb, paper, balanced-4, balanced-6, original [default: the table of the database]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
    /// Print the TOML that `levels set` reads
    #[arg(long, conflicts_with = "format")]
    toml: bool,
}

#[derive(Default, Serialize)]
struct Row<'a> {
    level: &'a str,
    metric: &'static str,
    score_from: Option<f64>,
    score_below: Option<f64>,
    tier_from: Option<u8>,
    tier_to: Option<u8>,
    clues_from: Option<usize>,
    clues_to: Option<usize>,
    symmetry: Option<&'static str>,
    techniques: String,
    usual_clues_from: Option<usize>,
    usual_clues_to: Option<usize>,
    about: String,
}

/// Shows it.
pub fn run(globals: &Globals, args: &Show) -> anyhow::Result<Exit> {
    let toml = args.toml || ending::of(args.print.place.path()).as_deref() == Some("toml");
    let (format, mut output) =
        if toml { (ReportFormat::Text, args.print.place.open()?) } else { args.print.open()? };
    let levels = match &args.name {
        // Who names a database wants its levels, not those of a new one.
        None if globals.is_named() => globals.database()?.own_levels()?,
        None => globals.levels()?,
        Some(name) => level_table::built_in(name).ok_or_else(|| {
            UsageError(format!("no table '{name}' in the program: there are {}", super::names()))
        })?,
    };
    if toml {
        output.write_all(level_table::write(&levels).as_bytes())?;
        output.finish()?;
        return Ok(Exit::Done);
    }
    if args.name.is_none() {
        let which = level_table::name_of(&levels)
            .map_or_else(|| "one of its own".to_owned(), |name| format!("`{name}` of the program"));
        globals.note(format_args!("the table of this database is {which}"));
    }
    if format == ReportFormat::Text {
        let (columns, rows) = in_words(&levels);
        let mut table = Table::new(output, format, Text::Aligned, &columns)?;
        rows.iter().try_for_each(|row| table.row(row))?;
        table.finish()?.finish()?;
        return Ok(Exit::Done);
    }
    let mut table = Table::of::<Row>(output, format, Text::Aligned)?;
    for target in levels.targets(ladder()) {
        let Level { name, metric, score, tiers, clues, symmetry, usual_clues, .. } = target.level();
        table.add(&Row {
            level: name,
            metric: metric.name(),
            score_from: score.as_ref().map(|score| score.start),
            score_below: score.as_ref().map(|score| score.end).filter(|end| end.is_finite()),
            tier_from: tiers.as_ref().map(|tiers| *tiers.start()),
            tier_to: tiers.as_ref().map(|tiers| *tiers.end()),
            clues_from: clues.as_ref().map(|clues| *clues.start()),
            clues_to: clues.as_ref().map(|clues| *clues.end()),
            symmetry: (*symmetry != ClueSymmetry::None).then(|| symmetry.name()),
            techniques: techniques(target.level()),
            usual_clues_from: usual_clues.as_ref().map(|clues| *clues.start()),
            usual_clues_to: usual_clues.as_ref().map(|clues| *clues.end()),
            about: about(&target),
        })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

/// A column with its text for each level.
type Column = (&'static str, fn(&Target) -> String);

/// What levels bound and what they are for; columns that no level has anything in are left out.
fn in_words(levels: &LevelTable) -> (Vec<&'static str>, Vec<Vec<Value>>) {
    const COLUMNS: [Column; 8] = [
        ("level", |target| target.level().name.clone()),
        ("tier", |target| {
            let tiers = target.level().tiers.clone();
            tiers.map_or_else(String::new, range)
        }),
        ("score", |target| score(target.level())),
        ("clues", |target| {
            let clues = target.level().clues.clone();
            clues.map_or_else(String::new, range)
        }),
        ("symmetry", |target| match target.level().symmetry {
            ClueSymmetry::None => String::new(),
            symmetry => symmetry.to_string(),
        }),
        ("hardest step", |target| techniques(target.level())),
        ("clues drawn", |target| {
            let clues = target.level().usual_clues.clone();
            clues.map_or_else(String::new, range)
        }),
        ("about", about),
    ];
    let targets = levels.targets(ladder());
    let filled = |column: &&Column| targets.iter().any(|target| !column.1(target).is_empty());
    let columns: Vec<&Column> = COLUMNS.iter().filter(filled).collect();
    let row = |target| columns.iter().map(|column| column.1(target).into()).collect();
    (columns.iter().map(|column| column.0).collect(), targets.iter().map(row).collect())
}

/// As `2 to 5`.
fn range<T: Display + PartialEq>(range: RangeInclusive<T>) -> String {
    let (first, last) = range.into_inner();
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// The bounds of the score, and of which, if it is not m(B).
fn score(level: &Level) -> String {
    let Some(score) = &level.score else { return String::new() };
    let bounds = match (score.start > 0.0, score.end.is_finite()) {
        (false, true) => format!("below {}", score.end),
        (_, false) => format!("from {}", score.start),
        _ => format!("{} to below {}", score.start, score.end),
    };
    if level.metric == Metric::Hsolve { bounds } else { format!("{} {bounds}", level.metric) }
}

fn techniques(level: &Level) -> String {
    let names = level.techniques.iter().map(|technique| technique.name());
    names.collect::<Vec<_>>().join(", ")
}

/// What it is for, as the table says; if that says nothing, which techniques its puzzles need.
fn about(target: &Target) -> String {
    if !target.level().about.is_empty() {
        return target.level().about.clone();
    }
    let Some(tiers) = target.tiers() else {
        return "names nothing: the levels above take all of it".to_owned();
    };
    let mut names: Vec<&str> = Vec::new();
    for tier in tiers {
        let rows = ladder().rows(tier);
        names.extend(rows.iter().map(|technique| technique.name()));
        if rows.is_empty() {
            names.push("more than these techniques");
        }
    }
    names.join(", ")
}
