//! The progress of a player as flags: filled digits and removed candidates.

use seeddb_core::board::{CellSet, Digit, Grid};
use seeddb_core::logic::Played;

/// Parses a digit, such as `r5c2=7`, or a whole grid of 81 characters.
pub fn filled(text: &str) -> Result<Played, String> {
    match text.parse::<Grid>() {
        Ok(filled) => Ok(Played { filled, ..Played::default() }),
        Err(_) => done(text, "="),
    }
}

/// Parses removed candidates, such as `r3c4<>28`.
pub fn removed(text: &str) -> Result<Played, String> {
    done(text, "<>")
}

fn done(text: &str, sign: &str) -> Result<Played, String> {
    let mut played = Played::default();
    let added = played.add(text).map_err(|error| error.to_string());
    let is_other =
        || format!("{text}: --filled takes digits (r5c2=7), --removed candidates (r3c4<>28)");
    added.and_then(|()| if text.contains(sign) { Ok(played) } else { Err(is_other()) })
}

pub fn all<'a>(parts: impl Iterator<Item = &'a Played>) -> Played {
    let mut all = Played::default();
    for part in parts {
        for (cell, digit) in part.filled.filled() {
            all.filled[cell] = Some(digit);
        }
        for digit in Digit::all() {
            let both: CellSet = all.removed[digit] | part.removed[digit];
            all.removed[digit] = both;
        }
    }
    all
}
