//! `levels set`: replaces the level table, and reports the effect on the seeds of the database.

use std::path::PathBuf;

use anyhow::bail;
use seeddb_core::level_table;
use seeddb_core::plural::counted;
use seeddb_core::rating::levels::{LevelTable, Region};
use seeddb_database::Taken;

use crate::terminal::{Exit, Globals, ladder};

/// The number of gaps and overlaps that are listed; the rest is counted.
const MOST: usize = 8;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Tells which seeds of the database each level names, and where levels overlap: there the one that comes first names the \
puzzle. A table of your own that leaves puzzles without a level has a hole, and is refused; a last level without bounds closes \
every hole.

Examples:
  seeddb levels set levels.toml
  seeddb levels set even")]
pub struct Args {
    /// The file, - for stdin; or a table in the program by its name
    #[arg(value_name = "FILE|-|NAME")]
    table: PathBuf,
    /// Also a table of your own that leaves puzzles without a level
    #[arg(long)]
    allow_holes: bool,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let levels = super::named_or_read(&args.table)?;
    let holes = levels.holes(ladder());
    let holes = list(&holes);
    let is_built_in = level_table::name_of(&levels).is_some();
    if !args.allow_holes && !is_built_in && !holes.is_empty() {
        bail!(
            "{} leaves puzzles without a level: {}. Give it a last [[level]] with nothing but a name, or give --allow-holes",
            args.table.display(),
            holes.join("; "),
        );
    }
    let database = globals.database()?;
    database.set_levels(&levels)?;
    for taken in database.taken(&levels)? {
        if let Some(words) = words(&taken) {
            globals.note(words);
        }
    }
    overlaps(globals, &levels);
    for hole in holes {
        globals.note(format_args!("no level: {hole}"));
    }
    Ok(Exit::Done)
}

/// The first regions, and the number of others.
fn list(regions: &[Region]) -> Vec<String> {
    let mut list: Vec<String> = regions.iter().take(MOST).map(ToString::to_string).collect();
    if let Some(more @ 1..) = regions.len().checked_sub(MOST) {
        list.push(format!("{more} more"));
    }
    list
}

/// The share of the seeds that a level takes; `None` if no seed is without a level.
fn words(Taken { level, seeds, clues, scores, givers }: &Taken) -> Option<String> {
    let named = match level {
        Some(level) => format!("{level}: names {}", counted(*seeds, "seed")),
        None if *seeds == 0 => return None,
        None => format!("no level: {}", counted(*seeds, "seed")),
    };
    let scores = scores.map(|(least, most)| format!(", score {least:.1} to {most:.1}"));
    let clues = clues.map(|(least, most)| format!(", {least} to {most} clues"));
    let givers = || format!("; {} can give puzzles of it", counted(*givers, "seed"));
    let parts = [Some(named), scores, clues, level.is_some().then(givers)];
    Some(parts.into_iter().flatten().collect())
}

/// Reports overlaps of levels, and levels that match nothing. Overlaps with an unbounded last level
/// are intended.
fn overlaps(globals: &Globals, levels: &LevelTable) {
    let names: Vec<&str> = levels.levels().iter().map(|level| level.name.as_str()).collect();
    let mut pairs = levels.overlaps(ladder());
    pairs.retain(|(_, second, _)| !levels.levels()[*second].is_unbounded());
    for (first, second, regions) in pairs.iter().take(MOST) {
        let (first, second) = (names[*first], names[*second]);
        let both = list(regions).join("; ");
        globals.note(format_args!("{first} and {second} overlap, {first} names: {both}"));
    }
    if let Some(more @ 1..) = pairs.len().checked_sub(MOST) {
        globals.note(format_args!("{} more", counted(more as u64, "overlap")));
    }
    for target in levels.targets(ladder()) {
        if target.tiers().is_none() {
            let name = &target.level().name;
            globals.note(format_args!("{name} names nothing: the levels above take all of it"));
        }
    }
}
