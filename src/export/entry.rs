//! [`Entry`]: what reading a source gives, grid by grid.

use seeddb_core::board::{Grid, ParseGridError};

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
    /// The names and values of what stands beside it, in columns or in its object: if the reader [keeps](super::Reader::keep_fields)
    /// them.
    pub fields: Vec<(String, String)>,
}

impl FoundGrid {
    /// A grid that is more or less than a line.
    pub(super) fn at(line: u64, grid: Grid) -> Self {
        Self { line, grid, text: String::new(), fields: Vec::new() }
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
    let grid = text.parse().map_err(|error: ParseGridError| error.to_string())?;
    // Another sign than 0 is an open cell, so that 0 may be a digit.
    let is_open = |byte: u8| b"._-*?xX".contains(&byte);
    if text.len() == 81 && text.contains('0') && !text.contains('9') && text.bytes().any(is_open) {
        return Err("0 stands beside another sign for an open cell, and there is no 9: write the digits as 1 to 9, not as 0 to 8".to_owned());
    }
    Ok(grid)
}

/// How many lines end in these bytes.
pub(super) fn newlines(data: &[u8]) -> u64 {
    data.split(|&byte| byte == b'\n').skip(1).count() as u64
}
