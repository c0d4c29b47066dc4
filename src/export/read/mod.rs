//! [`Reader`]: puzzles read back, in whatever format they come.
//!
//! The format is told by what a file begins with, not by its name: `<` is XML of OpenSudoku, `{`, `[` and
//! `ipuz(` are JSON (ipuz, f-puzzles, our json and jsonl), all else are lines.

mod drawn;
mod lines;
mod objects;

use std::io::{self, BufRead};

pub use super::entry::{BadLine, Entry, FoundGrid};
use super::entry::{grid, newlines};
use super::opensudoku::Games;
#[cfg(test)]
use crate::board::Grid;
use lines::Lines;
use objects::Objects;

/// The grids of one source, read one by one.
///
/// ```
/// use seeddb::export::Reader;
///
/// let file = "id;puzzle
/// 1;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// 2;53..7";
/// let mut reader = Reader::new(file.as_bytes())?;
/// assert_eq!(reader.entry()?.unwrap()?.grid.clues().len(), 30);
/// assert_eq!(reader.entry()?.unwrap().unwrap_err().to_string(), "line 3: 5 cells, a grid has 81");
/// assert!(reader.entry()?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R>(Source<R>);

enum Source<R> {
    Lines(Box<Lines<R>>),
    Objects(Objects<R>),
    Games(Box<Games<R>>),
}

impl<R: BufRead> Reader<R> {
    /// Looks at the first characters that are no blanks.
    ///
    /// # Errors
    /// What `source` says.
    pub fn new(mut source: R) -> io::Result<Self> {
        let mut line = 1;
        let begin = loop {
            let data = source.fill_buf()?;
            // A byte order mark is no part of the text.
            let blank = |byte: &&u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte);
            let blanks = data.iter().take_while(blank).count();
            if blanks < data.len() || data.is_empty() {
                line += newlines(&data[..blanks]);
                let begin = data[blanks..].iter().copied().take(5).collect::<Vec<u8>>();
                source.consume(blanks);
                break begin;
            }
            line += newlines(data);
            source.consume(blanks);
        };
        Ok(Self(match begin.as_slice() {
            // `[Puzzle]` is a part of an .sdk file.
            [b'[', letter, ..] if letter.is_ascii_alphabetic() => {
                Source::Lines(Box::new(Lines::new(source, line)))
            }
            [b'{' | b'[', ..] | b"ipuz(" => Source::Objects(Objects::new(source, line)),
            [b'<', ..] => Source::Games(Box::new(Games::new(source, line))),
            _ => Source::Lines(Box::new(Lines::new(source, line))),
        }))
    }

    /// The line above the puzzles that names their columns, if one was read.
    pub fn header(&self) -> Option<&str> {
        match &self.0 {
            Source::Lines(lines) => lines.header(),
            Source::Objects(_) | Source::Games(_) => None,
        }
    }

    /// The next grid, or what is wrong with a line; `None` at the end.
    ///
    /// # Errors
    /// What the source says.
    pub fn entry(&mut self) -> io::Result<Option<Entry>> {
        match &mut self.0 {
            Source::Lines(lines) => lines.entry(),
            Source::Objects(objects) => objects.entry(),
            Source::Games(games) => games.entry(),
        }
    }
}

/// A puzzle for tests, as a line.
#[cfg(test)]
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same.
#[cfg(test)]
fn puzzle() -> Grid {
    LINE.parse().unwrap()
}

/// All entries of a text, for tests.
#[cfg(test)]
fn all(text: &str) -> Vec<Result<(u64, Grid), BadLine>> {
    let mut reader = Reader::new(text.as_bytes()).unwrap();
    let entries = std::iter::from_fn(|| reader.entry().unwrap());
    entries.map(|entry| entry.map(|found| (found.line, found.grid))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_told_by_the_text() {
        let row = &crate::export::row::examples()[0];
        let line = row.puzzle;
        for text in [
            format!("{line}"),
            format!("\u{feff}\n\n  {line}"),
            format!("[Puzzle]\n{line}"),
            format!("\u{feff} <opensudoku><game data=\"{line}\"/></opensudoku>"),
            format!("[\n{{\"puzzle\": \"{line}\"}}]"),
            format!("ipuz({{\"puzzle\": \"{line}\"}})"),
        ] {
            let entries: Vec<_> = all(&text).into_iter().map(|entry| entry.unwrap().1).collect();
            assert_eq!(entries, [row.puzzle], "{text}");
        }
        assert_eq!(all(""), []);
        assert_eq!(all(" \n\n"), []);
        assert_eq!(all("\n\n\n1 2")[0].as_ref().unwrap_err().line, 4);
    }
}
