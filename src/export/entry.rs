//! [`Entry`]: one result of reading a source of grids.

use seeddb_core::board::{Grid, ParseGridError};

/// A grid, or a line that could not be read.
pub type Entry = Result<FoundGrid, BadLine>;

/// A grid with its position in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundGrid {
    /// The number of its first line, from 1.
    pub line: u64,
    /// The grid.
    pub grid: Grid,
    /// The whole line; empty if the grid is not one line of the text.
    pub text: String,
    /// The names and values of the other columns or members beside the grid; only if the reader
    /// [keeps](super::Reader::keep_fields) them.
    pub fields: Vec<(String, String)>,
}

impl FoundGrid {
    /// Creates the entry of a grid that is not one line of the text.
    pub(super) fn at(line: u64, grid: Grid) -> Self {
        Self { line, grid, text: String::new(), fields: Vec::new() }
    }
}

/// A line that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadLine {
    /// The number of the line, from 1.
    pub line: u64,
    /// The reason, in words.
    pub reason: String,
}

/// Parses a grid; the error is in words.
pub(super) fn grid(text: &str) -> Result<Grid, String> {
    let grid = text.parse().map_err(|error: ParseGridError| error.to_string())?;
    // With another sign for open cells, 0 may be meant as a digit.
    let is_open = |byte: u8| b"._-*?xX".contains(&byte);
    if text.len() == 81 && text.contains('0') && !text.contains('9') && text.bytes().any(is_open) {
        return Err("0 stands beside another sign for an open cell, and there is no 9: write the digits as 1 to 9, not as 0 to 8".to_owned());
    }
    Ok(grid)
}

/// Returns the number of line feeds in these bytes.
pub(super) fn newlines(data: &[u8]) -> u64 {
    data.split(|&byte| byte == b'\n').skip(1).count() as u64
}
