//! [`Image`]: a puzzle in canonical form.

use super::grid_form::GridForm;
use super::key::Key;
use super::transform::Transform;
use crate::board::{CellSet, Puzzle};

/// The canonical image of a puzzle, and a transform to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// The smallest image of its clues on the canonical solution.
    pub clues: CellSet,
    /// A transform to the canonical form.
    pub transform: Transform,
    /// Its key.
    pub key: Key,
}

impl Image {
    /// Returns the image of the puzzle that has these clues of the grid of `form`.
    pub fn of(form: &GridForm, clues: CellSet) -> Self {
        let (clues, transform) = form.smallest(clues);
        Self { clues, transform, key: Key::of_canonical(&Puzzle::proved(clues, *form.solution())) }
    }
}
