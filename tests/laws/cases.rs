//! What laws work on: numbers of random cases, and puzzles.

use seeddb::board::Puzzle;

/// `few` random cases with every change, and `many` where `SEEDDB_LONG` is set, as in `.ci/long`.
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("SEEDDB_LONG").is_some() { many } else { few }
}

/// The puzzle of a line that begins with it.
pub fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(&line[..81].parse().unwrap()).unwrap()
}

/// The puzzles of the known answers, of all tiers.
pub fn known() -> impl Iterator<Item = Puzzle> + Clone {
    include_str!("../data/known_answers.tsv").lines().skip(1).map(puzzle)
}
