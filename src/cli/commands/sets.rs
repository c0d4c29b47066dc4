//! Sets of a tournament: what is said of them, and the sheets before them.

use std::ops::RangeInclusive;

use seeddb::database::{BatchRef, Database, Error, SetOfRound};
use seeddb::export::CoverSheet;
use seeddb::plural::counted;

use crate::cli::terminal::globals::Globals;

/// Says of each round which numbers its sets have, and what they add up to.
pub fn tell(globals: &Globals, sets: &[SetOfRound]) {
    for round in sets.chunk_by(|one, other| one.round == other.round) {
        let all = round.iter().map(|set| format!("set {} is {}", set.set, words(set).join(", ")));
        globals.note(format_args!("{}: {}", name(&round[0]), all.collect::<Vec<_>>().join("; ")));
    }
}

/// The sheets before the sets of a batch; none if it was not drawn in sets.
pub fn covers(database: &Database, batch: BatchRef) -> Result<Vec<CoverSheet>, Error> {
    Ok(database.sets(batch)?.iter().map(cover).collect())
}

pub fn cover(set: &SetOfRound) -> CoverSheet {
    let lines = set.level.iter().cloned().chain(words(set)).collect();
    let title = format!("Round {} – Set {}", set.round, set.set);
    CoverSheet { title, lines, numbers: set.numbers.clone() }
}

/// `round 2 (hard)`.
fn name(set: &SetOfRound) -> String {
    let level = set.level.as_ref().map(|level| format!(" ({level})")).unwrap_or_default();
    format!("round {}{level}", set.round)
}

/// Its numbers, score and minutes.
fn words(set: &SetOfRound) -> Vec<String> {
    let numbers = numbers(&set.numbers);
    let score = set.score.map(|score| format!("score {score:.0}"));
    let minutes = set.minutes.map(|minutes| counted(minutes.round() as u64, "minute"));
    [Some(numbers), score, minutes].into_iter().flatten().collect()
}

/// `number 3`, or `numbers 3 to 5`.
pub fn numbers(range: &RangeInclusive<u32>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { format!("number {first}") } else { format!("numbers {first} to {last}") }
}
