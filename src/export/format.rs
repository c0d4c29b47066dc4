//! [`Format`]: the formats by name.

use std::fmt;
use std::str::FromStr;

/// A format of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Format {
    /// A line a puzzle, all columns, tabs between them.
    #[default]
    Line,
    /// Drawn grids for people.
    Board,
    /// 81 digits a line, 0 for an open cell, nothing else.
    Sdm,
    /// Columns with commas, RFC 4180, with a header.
    Csv,
    /// Columns with tabs, quoted like csv, with a header.
    Tsv,
    /// One array of objects.
    Json,
    /// An object a line.
    Jsonl,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Line, Self::Board, Self::Sdm, Self::Csv, Self::Tsv, Self::Json, Self::Jsonl];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Board => "board",
            Self::Sdm => "sdm",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {0:?}: take line, board, sdm, csv, tsv, json or jsonl")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let words = "pdf".parse::<Format>().unwrap_err().to_string();
        assert!(words.contains("line, board, sdm"), "{words}");
    }
}
