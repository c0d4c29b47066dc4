//! [`Format`]: the text formats by name.

seeddb_core::named_enum! {
    /// A format of puzzles.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum Format {
        /// A line a puzzle, all columns, tabs between them.
        #[default]
        Line = "line",
        /// Drawn grids for people.
        Board = "board",
        /// 81 digits a line, 0 for an open cell, nothing else.
        Sdm = "sdm",
        /// Nine rows of nine after lines of words, one puzzle a file.
        Sdk = "sdk",
        /// Nine rows of nine in a frame of strokes, one puzzle a file.
        Ss = "ss",
        /// XML of the OpenSudoku app.
        OpenSudoku = "opensudoku",
        /// A line of a HoDoKu library a puzzle.
        Hodoku = "hodoku",
        /// Links that open in f-puzzles and SudokuPad, one a line.
        FPuzzles = "f-puzzles",
        /// Links that open in SudokuWiki, one a line.
        SudokuWiki = "sudokuwiki",
        /// JSON by the ipuz specification, one puzzle a file.
        Ipuz = "ipuz",
        /// Columns with commas, RFC 4180, with a header.
        Csv = "csv",
        /// Columns with tabs, quoted like csv, with a header.
        Tsv = "tsv",
        /// A spreadsheet with the columns of csv.
        Xlsx = "xlsx",
        /// One array of objects.
        Json = "json",
        /// One object per line.
        Jsonl = "jsonl",
    }
}

impl Format {
    /// Returns the extension of file names of this format.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Line | Self::Board | Self::Hodoku | Self::FPuzzles | Self::SudokuWiki => "txt",
            other => other.name(),
        }
    }

    /// Whether a file holds exactly one puzzle.
    pub const fn is_one_a_file(self) -> bool {
        matches!(self, Self::Sdk | Self::Ss | Self::Ipuz)
    }

    /// Whether the format has columns, the solution always being one of them.
    pub const fn has_columns(self) -> bool {
        matches!(self, Self::Line | Self::Csv | Self::Tsv | Self::Xlsx | Self::Json | Self::Jsonl)
    }

    /// Whether the format has fields for title, credit and copyright ([`super::Style::credits`]).
    pub const fn has_credits(self) -> bool {
        matches!(self, Self::Sdk | Self::FPuzzles | Self::Ipuz)
    }

    /// Whether the format can hold the solution beside the puzzle on request
    /// ([`super::Style::solutions`]).
    pub const fn has_room(self) -> bool {
        matches!(self, Self::Board | Self::FPuzzles | Self::Ipuz)
    }
}

seeddb_core::read_by_name! {
    /// The error for a name that is no format.
    Format, UnknownFormat: "unknown format {0:?}: take {names}", names = Format::NAMES.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let words = "docx".parse::<Format>().unwrap_err().to_string();
        assert!(words.contains("line, board, sdm"), "{words}");
    }
}
