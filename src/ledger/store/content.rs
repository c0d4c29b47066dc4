//! Checks of records before a database is made of them.

use std::fmt::Display;

use super::StoreError;
use crate::board::Puzzle;
use crate::search::is_unique;
use crate::symmetry::Key;

/// The number of puzzles that are proved and entered at a time.
pub(super) const CHUNK: usize = 1 << 16;

/// Replacement for text that was lost.
pub(super) const LOST: &str = "lost in a damaged file";

/// The report about a batch whose record is lost, before the number of its last puzzle found.
pub(super) const RECORD_LOST: &str = "its record is lost: what it was asked for, its note, which keys it had, and which puzzles after number ";

/// Returns a function that turns a problem with the record `name` into an error.
pub(super) fn wrong<W: Display>(name: impl Display) -> impl FnOnce(W) -> StoreError {
    move |what| StoreError::Impossible(format!("{name} cannot be restored: {what}"))
}

/// Checks that the puzzle has one solution and this key; the error is the reason.
pub(super) fn prove(puzzle: &Puzzle, key: Key) -> Result<(), &'static str> {
    if !is_unique(puzzle.solution(), puzzle.clues()) {
        return Err("it has several solutions");
    }
    if Key::of(puzzle) == key { Ok(()) } else { Err("its key is that of another puzzle") }
}
