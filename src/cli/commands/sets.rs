//! Sets of a tournament: their summary, and the sheets before them.

use std::ops::RangeInclusive;

use seeddb_core::plural::counted;
use seeddb_database::{BatchRef, Database, Error, SetOfRound};
use seeddb_export::CoverSheet;

use crate::terminal::Globals;

/// Notes for each round the numbers of its sets, and their sums of scores and minutes.
pub fn tell(globals: &Globals, sets: &[SetOfRound]) {
    for round in sets.chunk_by(|one, other| one.round == other.round) {
        let all = round.iter().map(|set| format!("set {} is {}", set.set, words(set).join(", ")));
        globals.note(format_args!("{}: {}", name(&round[0]), all.collect::<Vec<_>>().join("; ")));
    }
}

/// The sheets before the sets of a batch; empty if it was not drawn in sets.
pub fn covers(database: &Database, batch: BatchRef) -> Result<Vec<CoverSheet>, Error> {
    Ok(database.sets(batch)?.iter().map(cover).collect())
}

pub fn cover(set: &SetOfRound) -> CoverSheet {
    let lines = set.level.iter().cloned().chain(words(set)).collect();
    let title = format!("Round {} – Set {}", set.round, set.set);
    CoverSheet { title, lines, numbers: set.numbers.clone() }
}

/// The name of a round, such as `round 2 (hard)`.
fn name(set: &SetOfRound) -> String {
    let level = set.level.as_ref().map(|level| format!(" ({level})")).unwrap_or_default();
    format!("round {}{level}", set.round)
}

/// The numbers, score and minutes of a set.
fn words(set: &SetOfRound) -> Vec<String> {
    let numbers = numbers(&set.numbers);
    let score = set.score.map(|score| format!("score {score:.0}"));
    let minutes = set.minutes.map(|minutes| counted(minutes.round() as u64, "minute"));
    [Some(numbers), score, minutes].into_iter().flatten().collect()
}

/// A range of numbers in words: `number 3`, or `numbers 3 to 5`.
pub fn numbers(range: &RangeInclusive<u32>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { format!("number {first}") } else { format!("numbers {first} to {last}") }
}
