//! Links that contain a puzzle.

use super::cells::{ALL, solid};
use super::grid;
use crate::{fpuzzles, sudokuwiki};
use seeddb_core::board::Grid;

/// The greatest number of punctuation characters removed after a link.
const BEHIND: usize = 4;

/// Returns the puzzle in a word, if the word is a link with one. Punctuation after the link is
/// ignored.
pub(super) fn link(word: &str) -> Option<Result<Grid, String>> {
    if !is_link(word) {
        return None;
    }
    let mut word = word.replace("&amp;", "&");
    let read = unwrapped(&word);
    // Punctuation may follow the link, but a grid may end with points.
    for _ in 0..BEHIND {
        if !matches!(read, Some(Err(_)) | None) || !word.ends_with(['.', '!', ':', '*', '~']) {
            break;
        }
        word.pop();
        if let Some(Ok(grid)) = unwrapped(&word) {
            return Some(Ok(grid));
        }
    }
    read
}

/// Returns the puzzle in a link, which may be percent-encoded several times.
fn unwrapped(link: &str) -> Option<Result<Grid, String>> {
    let mut link = link.to_owned();
    loop {
        let read = plain(&link)
            .map(Ok)
            .or_else(|| sudokuwiki::read(&link))
            .or_else(|| fpuzzles::read(&link));
        if matches!(read, Some(Ok(_))) {
            return read;
        }
        let inner = unescaped(&link);
        if inner == link {
            return read;
        }
        link = inner;
    }
}

fn is_link(word: &str) -> bool {
    ["://", "www.", "load=", "bd="].iter().any(|mark| word.contains(mark))
}

/// Returns the reason why a link holds no puzzle; `None` if the word is no link.
pub(super) fn without(word: &str) -> Option<String> {
    let words = "this link does not hold its puzzle: take one with load= of f-puzzles, fpuzzles of SudokuPad, bd= of SudokuWiki or s= of SudokuExchange";
    word.contains("://").then(|| words.to_owned())
}

/// Decodes percent-encoding.
fn unescaped(link: &str) -> String {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        if let Some(byte) =
            code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%')
        {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the 81 cells in a parameter of a link: `s=` of SudokuExchange, `bd=` of SudokuWiki, and
/// other names.
fn plain(link: &str) -> Option<Grid> {
    let mut parts = link.split(['?', '&', '=', '#', '/']);
    parts.find_map(|part| {
        let cells = solid(part)?.ok().filter(|cells| cells.len() == ALL)?;
        grid(&cells).ok().filter(|grid| !grid.clues().is_empty())
    })
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
