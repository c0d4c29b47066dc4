//! Calls by name.
//!
//! A call is a text of lines: its name, the puzzle, and further arguments, one per line. The answer
//! is a JSON object with the result as `ok`, or the failure as `error`.

use std::fmt::Display;
use std::str::{FromStr, Lines};

use chacha20::ChaCha8Rng;
use rand::SeedableRng as _;
use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::logic::{Played, Walk, hint};
use seeddb_core::rating::levels::LevelTable;
use seeddb_core::rows::{CanonRow, DetailsRow, RateRow, SolveRow};
use seeddb_core::symmetry::{ClueSymmetry, Transform};

use super::answer::{Answer, Failure, given, json};
use super::ladder::ladder;
#[cfg(feature = "all")]
use super::pack;

/// Returns the answer to a call in bytes.
pub fn answer(call: &[u8]) -> Vec<u8> {
    let made = std::str::from_utf8(call).map_err(Failure::request).and_then(made);
    let (key, json) = match made {
        Ok(json) => ("ok", json),
        Err(failure) => ("error", json(&failure)),
    };
    [b"{\"", key.as_bytes(), b"\":", &json, b"}"].concat()
}

fn made(call: &str) -> Answer {
    let mut lines = call.lines();
    let name = lines.next().unwrap_or_default();
    #[cfg(feature = "all")]
    if let Some(name) = name.strip_prefix("pack-") {
        return pack::call(name, call);
    }
    let grid: Grid = argument(&mut lines).parse().map_err(Failure::text)?;
    match name {
        "solve" => {
            let rows = SolveRow::all(&grid, 2).map_err(Failure::text)?;
            given(&rows.into_iter().next())
        }
        "canon" => given(&CanonRow::of(1, &grid)),
        "symmetries" => given(&DetailsRow::of(&grid).map_err(Failure::text)?),
        _ => {
            let puzzle = Puzzle::new(&grid).map_err(|error| Failure::grid(&grid, error))?;
            of_puzzle(name, &puzzle, &mut lines)
        }
    }
}

/// Returns the next line; a missing line counts as empty.
fn argument<'a>(lines: &mut Lines<'a>) -> &'a str {
    lines.next().unwrap_or_default()
}

/// Parses the next line.
fn read<T: FromStr<Err: Display>>(lines: &mut Lines<'_>) -> Result<T, Failure> {
    argument(lines).parse().map_err(Failure::request)
}

/// What a player did: an effect a line.
pub fn played(lines: &mut Lines<'_>) -> Result<Played, Failure> {
    let mut played = Played::default();
    lines.try_for_each(|effect| played.add(effect)).map_err(Failure::request)?;
    Ok(played)
}

/// Calls that want one solution.
fn of_puzzle(name: &str, puzzle: &Puzzle, lines: &mut Lines<'_>) -> Answer {
    let ladder = ladder();
    match name {
        "rate" => given(&RateRow::of(ladder, &LevelTable::default(), puzzle)),
        "explain" => given(&Walk::new(ladder, puzzle).rows().collect::<Vec<_>>()),
        "hint" => given(&hint(ladder, puzzle, &played(lines)?)),
        "shuffle" => {
            let (rng_seed, symmetry): (u64, ClueSymmetry) = (read(lines)?, read(lines)?);
            if !symmetry.holds(puzzle.clues()) {
                let words = format!("its clues do not have the symmetry {symmetry}");
                return Err(Failure::request(words));
            }
            let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
            let moved = Transform::random_keeping(symmetry, &mut rng).apply_puzzle(puzzle);
            given(&moved.to_string())
        }
        #[cfg(feature = "all")]
        _ => super::explainer::call(name, puzzle, lines),
        #[cfg(not(feature = "all"))]
        _ => Err(Failure::request(format_args!("there is no call {name}"))),
    }
}
