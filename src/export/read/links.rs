//! Links that hold a puzzle.

use super::grid;
use crate::board::Grid;
use crate::export::{fpuzzles, sudokuwiki};

/// The puzzle in a link, if it is one that holds a puzzle.
pub(super) fn link(text: &str) -> Option<Result<Grid, String>> {
    let is_link = text.contains("://") || text.contains("load=") || text.contains("bd=");
    let of_another = || sudokuwiki::read(text).or_else(|| fpuzzles::read(text));
    is_link.then(|| plain(text).map(Ok).or_else(of_another)).flatten()
}

/// The 81 cells that stand in a link as they are: `s=` of SudokuExchange, `bd=` of SudokuWiki, and what others call it.
fn plain(link: &str) -> Option<Grid> {
    let mut parts = link.split(['?', '&', '=', '#', '/']);
    parts.find_map(|part| grid(part).ok().filter(|grid| !grid.clues().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};
    use super::*;

    #[test]
    fn links_that_hold_81_cells_read() {
        let digits = LINE.replace('.', "0");
        for text in [
            format!("https://sudokuexchange.com/play/?s={digits}"),
            format!("https://sudokuexchange.com/play/?d=2&s={}&t=1", LINE.replace('.', "_")),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={LINE}"),
            format!("https://a.site/{digits}"),
            format!("3, easy, https://a.site/?x=1&p={digits}, \"a remark\""),
        ] {
            assert_eq!(read(&text), [Ok((1, puzzle()))], "{text}");
        }
        for text in ["https://sudokuexchange.com/play/?s=53", "https://sudokupad.app/x0a1b2c3d4"] {
            let bad = read(text)[0].clone().unwrap_err();
            assert!(bad.reason.contains("does not hold its puzzle"), "{bad}");
        }
        assert_eq!(link(&".".repeat(81)), None);
    }
}
