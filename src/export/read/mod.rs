//! [`Reader`]: puzzles read back, in whatever format they come.
//!
//! The format is told by what a file begins with, not by its name: `<` is XML of OpenSudoku, `{`, `[` and
//! `ipuz(` are JSON (ipuz, f-puzzles, our json and jsonl, arrays of rows), all else are lines. What was packed by gzip is read
//! as what is in it; what is no text is one bad line.

mod arrays;
mod binary;
mod columns;
mod drawn;
mod lines;
mod links;
mod objects;
mod packed;

use std::io::{self, BufRead, BufReader};

pub use super::entry::{BadLine, Entry, FoundGrid};
use super::entry::{grid, newlines};
use super::opensudoku::Games;
#[cfg(test)]
use crate::board::Grid;
pub use columns::{Column, ColumnError, Columns, WantedColumn};
use lines::Lines;
use objects::Objects;
use packed::{PackedError, Unpacked};

/// What puzzles are called, as columns and in objects, here and elsewhere.
const NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "board", "grid", "givens"];

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
    Plain(Text<R>),
    Packed(Box<Packed<R>>),
}

impl<R: BufRead> Reader<R> {
    /// Looks at how `source` begins.
    ///
    /// # Errors
    /// What `source` says.
    pub fn new(mut source: R) -> io::Result<Self> {
        Ok(Self(if packed::is_packed(source.fill_buf()?) {
            Source::Packed(Box::new(Packed::new(source)?))
        } else {
            Source::Plain(Text::new(source)?)
        }))
    }

    /// The line above the puzzles that names their columns, if one was read.
    pub fn header(&self) -> Option<&str> {
        match &self.0 {
            Source::Plain(text) => text.header(),
            Source::Packed(packed) => packed.text.header(),
        }
    }

    /// The next grid, or what is wrong with a line; `None` at the end.
    ///
    /// # Errors
    /// What the source says.
    pub fn entry(&mut self) -> io::Result<Option<Entry>> {
        match &mut self.0 {
            Source::Plain(text) => text.entry(),
            Source::Packed(packed) => packed.entry(),
        }
    }
}

/// The text that is packed in a source.
struct Packed<R> {
    text: Text<BufReader<Unpacked<R>>>,
    /// The line of the last entry.
    line: u64,
}

impl<R: BufRead> Packed<R> {
    fn new(source: R) -> io::Result<Self> {
        let unpacked = BufReader::with_capacity(1 << 16, Unpacked::new(source));
        let text = Text::new(unpacked).or_else(|error| Self::ended(&error, 1).ok_or(error))?;
        Ok(Self { text, line: 1 })
    }

    /// What is left of a file that cannot be unpacked further: the reason.
    fn ended(error: &io::Error, line: u64) -> Option<Text<BufReader<Unpacked<R>>>> {
        let reason = PackedError::of(error)?.to_string();
        Some(Text::Nothing(Some(BadLine { line, reason })))
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        let entry = match self.text.entry() {
            Err(error) => {
                self.text = Self::ended(&error, self.line).ok_or(error)?;
                self.text.entry()?
            }
            Ok(entry) => entry,
        };
        if let Some(Ok(FoundGrid { line, .. }) | Err(BadLine { line, .. })) = &entry {
            self.line = *line;
        }
        Ok(entry)
    }
}

enum Text<R> {
    Lines(Box<Lines<R>>),
    Objects(Objects<R>),
    Games(Box<Games<R>>),
    /// No text: the reason, as long as it was not told.
    Nothing(Option<BadLine>),
}

impl<R: BufRead> Text<R> {
    /// Looks at the first characters that are no blanks.
    fn new(mut source: R) -> io::Result<Self> {
        if let Some(reason) = binary::why(source.fill_buf()?) {
            return Ok(Self::Nothing(Some(BadLine { line: 1, reason })));
        }
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
        Ok(match begin.as_slice() {
            b"[null" => Self::Objects(Objects::new(source, line)),
            // `[Puzzle]` is a part of an .sdk file.
            [b'[', letter, ..] if letter.is_ascii_alphabetic() => {
                Self::Lines(Box::new(Lines::new(source, line)))
            }
            [b'{' | b'[', ..] | b"ipuz(" => Self::Objects(Objects::new(source, line)),
            [b'<', ..] => Self::Games(Box::new(Games::new(source, line))),
            _ => Self::Lines(Box::new(Lines::new(source, line))),
        })
    }

    fn header(&self) -> Option<&str> {
        match self {
            Self::Lines(lines) => lines.header(),
            Self::Objects(_) | Self::Games(_) | Self::Nothing(_) => None,
        }
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        match self {
            Self::Lines(lines) => lines.entry(),
            Self::Objects(objects) => objects.entry(),
            Self::Games(games) => games.entry(),
            Self::Nothing(reason) => Ok(reason.take().map(Err)),
        }
    }
}

/// A puzzle for tests, as a line.
#[cfg(test)]
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// [`LINE`] as a grid.
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
