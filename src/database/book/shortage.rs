//! [`Shortage`]: what is missing for a book.

use crate::rating::levels::Level;
use crate::refill::Wish;

/// A section for which there are too few puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// Its place among the sections, from 0.
    pub section: usize,
    /// Its level.
    pub level: Level,
    /// What else its puzzles are to be.
    pub wish: Wish,
    /// How many were asked for.
    pub asked: u32,
    /// How many are missing.
    pub missing: u32,
}
