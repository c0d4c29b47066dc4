//! A note about seeds with Sudoku Explainer ratings of an earlier version.

use seeddb_core::plural::counted;
use seeddb_core::rating::er::Score;
use seeddb_core::rating::se::LAST_UNCHANGED;
use seeddb_database::{Database, Part};

use super::Globals;

/// Notes the number of seeds to be rated again, if parts ask for ratings (ER).
pub fn tell_outdated(globals: &Globals, database: &Database, parts: &[Part]) -> anyhow::Result<()> {
    let by_rating = parts.iter().filter(|part| part.ask.is_by_rating());
    let ratings = by_rating
        .map(|part| part.ask.er.clone().unwrap_or(LAST_UNCHANGED..=Score::UNSOLVED))
        .reduce(|a, b| *a.start().min(b.start())..=*a.end().max(b.end()));
    let Some(ratings) = ratings.filter(|_| !globals.is_quiet()) else { return Ok(()) };
    if let seeds @ 1.. = database.outdated_seeds(&ratings)? {
        globals.note(format_args!(
            "{} above ER {LAST_UNCHANGED} not rated by this version yet, so maybe 0.1 too low: `seeddb seeds grade` rates them again",
            if seeds == 1 { "1 seed is".to_owned() } else { format!("{} are", counted(seeds, "seed")) }
        ));
    }
    Ok(())
}
