//! [`SectionRange`]: which puzzles of a document stand under a label.

use std::ops::Range;

/// A section: its label in the book's language, and its puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SectionRange {
    pub label: String,
    /// The most puzzles of its pages.
    pub each: usize,
    pub puzzles: Range<usize>,
}
