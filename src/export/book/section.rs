//! [`SectionRange`]: the puzzles of a document that share a label.

use std::ops::Range;

/// A section: its label in the book's language, and its puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SectionRange {
    pub label: String,
    /// The most puzzles on one of its pages.
    pub each: usize,
    pub puzzles: Range<usize>,
}
