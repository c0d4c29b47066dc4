//! `sudokuwiki`: links that open a puzzle in the solver of SudokuWiki, one per line.

use std::io::{self, Write};

use super::Row;
use super::entry::grid;
use seeddb_core::board::Grid;

pub(super) fn row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    writeln!(out, "https://www.sudokuwiki.org/sudoku.htm?bd={}", row.puzzle.line('0'))
}

/// Reads a link; `None` if it has another form.
pub(super) fn read(link: &str) -> Option<Result<Grid, String>> {
    let board = link.split_once("?bd=").or_else(|| link.split_once("&bd="))?.1;
    let board = board.split('&').next().unwrap_or_default();
    let words = "the link holds no 81 digits, as those of SudokuWiki do";
    Some(grid(board).map_err(|error| format!("{words}: {error}")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn other_links_are_none() {
        assert!(super::read("https://www.sudokuwiki.org/").is_none());
        let words = super::read("https://www.sudokuwiki.org/sudoku.htm?bd=S9B0153").unwrap();
        assert!(words.unwrap_err().contains("81"));
    }
}
