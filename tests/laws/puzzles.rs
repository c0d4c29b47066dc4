//! Puzzles that laws work on.

use seeddb::board::Puzzle;

/// The puzzle of a line that begins with it.
pub fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(&line[..81].parse().unwrap()).unwrap()
}

/// The puzzles of the known answers, of all tiers.
pub fn known() -> impl Iterator<Item = Puzzle> + Clone {
    include_str!("../data/known_answers.tsv").lines().skip(1).map(puzzle)
}
