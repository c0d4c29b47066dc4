//! [`Entry`]: what reading a source gives, grid by grid.

use crate::board::{Grid, ParseGridError};

/// A grid, or what is wrong.
pub type Entry = Result<FoundGrid, BadLine>;

/// A grid and where it stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundGrid {
    /// The number of its (first) line, from 1.
    pub line: u64,
    /// The grid.
    pub grid: Grid,
    /// The whole line, if it stood in one.
    pub text: String,
}

impl FoundGrid {
    /// A grid that is more or less than a line.
    pub(super) const fn at(line: u64, grid: Grid) -> Self {
        Self { line, grid, text: String::new() }
    }
}

/// A line that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// The grid of a text, or what is wrong with it in words.
pub(super) fn grid(text: &str) -> Result<Grid, String> {
    text.parse().map_err(|error: ParseGridError| error.to_string())
}

/// How many lines end in these bytes.
pub(super) fn newlines(data: &[u8]) -> u64 {
    data.split(|&byte| byte == b'\n').skip(1).count() as u64
}
