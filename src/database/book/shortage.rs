//! [`Shortage`]: what is missing for a book.

use crate::database::Part;

/// A section for which there are too few puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// Its place among the sections, from 0.
    pub section: usize,
    /// What its puzzles are to be.
    pub part: Part,
    /// How many were asked for.
    pub asked: u32,
    /// How many are missing.
    pub missing: u32,
}
