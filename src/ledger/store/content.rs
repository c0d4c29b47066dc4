//! What is proved of records before a database is made of them.

use std::fmt::Display;

use super::StoreError;
use crate::board::Puzzle;
use crate::search::is_unique;
use crate::symmetry::Key;

/// Puzzles that are proved, and entered, at a time.
pub(super) const CHUNK: usize = 1 << 16;

/// What stands in the place of words that are lost.
pub(super) const LOST: &str = "lost in a damaged file";

/// The error that says what is wrong with what has this name.
pub(super) fn wrong<W: Display>(name: impl Display) -> impl FnOnce(W) -> StoreError {
    move |what| StoreError::Impossible(format!("{name} cannot be restored: {what}"))
}

/// Why the puzzle cannot be the one of this key.
pub(super) fn prove(puzzle: &Puzzle, key: Key) -> Result<(), &'static str> {
    if !is_unique(puzzle.solution(), puzzle.clues()) {
        return Err("it has several solutions");
    }
    if Key::of(puzzle) == key { Ok(()) } else { Err("its key is that of another puzzle") }
}
