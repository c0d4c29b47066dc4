//! [`Image`]: a puzzle as its class knows it.

use super::grid_form::GridForm;
use super::key::Key;
use super::transform::Transform;
use crate::board::{CellSet, Puzzle};

/// Where a puzzle stands among all that are essentially the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// Its clues on the canonical solution: the smallest image of them.
    pub clues: CellSet,
    /// A transform that leads there.
    pub transform: Transform,
    /// Its key.
    pub key: Key,
}

impl Image {
    /// The image of the puzzle that shows these clues of the grid that `form` is of.
    pub fn of(form: &GridForm, clues: CellSet) -> Self {
        let (clues, transform) = form.smallest(clues);
        Self { clues, transform, key: Key::of_canonical(&Puzzle::proved(clues, *form.solution())) }
    }
}
