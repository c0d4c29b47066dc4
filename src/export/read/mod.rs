//! [`Reader`]: reads puzzles in any format.
//!
//! The format is detected by the beginning of a file, not by its name: `<` is XML or HTML; `{`, `[`
//! and `ipuz(` are JSON (ipuz, f-puzzles, this crate's json and jsonl, arrays of rows); everything
//! else is lines. The content of gzip files is read alike; binary files give one bad line.

mod binary;
mod cells;
mod columns;
mod dates;
mod drawn;
mod heading;
mod json;
mod lines;
mod links;
mod loose;
mod markup;
mod objects;
mod packed;
mod roles;
mod sheet;
mod signs;
mod text;

use std::io::{self, BufRead, BufReader, Cursor, Read as _};

pub use super::entry::{BadLine, Entry, FoundGrid};
use super::entry::{grid, newlines};
use super::opensudoku::Games;
pub use columns::{Column, ColumnError, Columns};
pub use dates::date;
use lines::Lines;
use objects::Objects;
use packed::{PackedError, Unpacked};
#[cfg(test)]
use seeddb_core::board::Grid;

/// Names of puzzle columns and members, here and in other programs.
const NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "board", "grid", "givens"];

/// The grids of one source, read one by one.
///
/// ```
/// use seeddb_export::Reader;
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
    Plain(Box<Text<R>>),
    Packed(Box<Packed<R>>),
}

impl<R: BufRead> Reader<R> {
    /// Detects the format from the beginning of `source`.
    pub fn new(mut source: R) -> io::Result<Self> {
        Ok(Self(if packed::is_packed(source.fill_buf()?) {
            Source::Packed(Box::new(Packed::new(source)?))
        } else {
            Source::Plain(Box::new(Text::new(source)?))
        }))
    }

    /// Keeps the other columns of all following puzzles, as [`FoundGrid::fields`].
    pub fn keep_fields(&mut self) {
        match &mut self.0 {
            Source::Plain(text) => text.keep_fields(),
            Source::Packed(packed) => packed.text.keep_fields(),
        }
    }

    /// Returns the line above the puzzles that names their columns, if one was read.
    pub fn header(&self) -> Option<&str> {
        match &self.0 {
            Source::Plain(text) => text.header(),
            Source::Packed(packed) => packed.text.header(),
        }
    }

    /// Returns the next grid or bad line; `None` at the end.
    pub fn entry(&mut self) -> io::Result<Option<Entry>> {
        match &mut self.0 {
            Source::Plain(text) => text.entry(),
            Source::Packed(packed) => packed.entry(),
        }
    }
}

/// The decompressed text of a source.
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

    /// Returns the end of a file that cannot be unpacked further, as a bad line with the reason.
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
    Objects(Box<Objects<R>>),
    Games(Box<Games<R>>),
    Converted(Box<Converted>),
    /// A source that is no text: the bad line, until it is returned.
    Nothing(Option<BadLine>),
}

/// The greatest size of a file that is read as a whole, in bytes.
const LARGEST: u64 = 256 << 20;

/// A page or spreadsheet converted to lines.
struct Converted {
    lines: Lines<Cursor<String>>,
    /// The line or row of the file that each line comes from.
    numbers: Vec<u64>,
    /// The error if the file contains no puzzle.
    without: Option<&'static str>,
}

impl Converted {
    fn new((text, numbers): (String, Vec<u64>), without: &'static str) -> Self {
        Self { lines: Lines::new(Cursor::new(text), 1).of_page(), numbers, without: Some(without) }
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        let number = |line: u64| {
            usize::try_from(line).ok().and_then(|at| self.numbers.get(at - 1)).copied().unwrap_or(1)
        };
        let entry = match self.lines.entry()? {
            Some(Ok(found)) => Some(Ok(FoundGrid { line: number(found.line), ..found })),
            Some(Err(bad)) => Some(Err(BadLine { line: number(bad.line), ..bad })),
            None => self.without.map(|reason| Err(BadLine { line: 1, reason: reason.to_owned() })),
        };
        self.without = None;
        Ok(entry)
    }
}

impl<R: BufRead> Text<R> {
    /// Detects the format from the first characters after white space.
    fn new(mut source: R) -> io::Result<Self> {
        let begin = source.fill_buf()?;
        if sheet::is_sheet(begin) {
            let mut data = Vec::new();
            source.take(LARGEST).read_to_end(&mut data)?;
            let without = "no sheet of this file holds a puzzle that can be read";
            return Ok(match sheet::lines(data) {
                Ok(lines) => Self::Converted(Box::new(Converted::new(lines, without))),
                Err(reason) => Self::Nothing(Some(BadLine { line: 1, reason })),
            });
        }
        if let Some(reason) = binary::why(begin) {
            return Ok(Self::Nothing(Some(BadLine { line: 1, reason })));
        }
        // A byte order mark is no part of the text.
        if begin.starts_with("\u{feff}".as_bytes()) {
            source.consume(3);
        }
        let mut line = 1;
        let begin = loop {
            let data = source.fill_buf()?;
            let blanks = data.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            if blanks < data.len() || data.is_empty() {
                let lines = newlines(&data[..blanks]);
                // Line ends without a line feed.
                let returns = data[..blanks].split(|byte| *byte == b'\r').count() as u64 - 1;
                line += lines.max(returns);
                let begin =
                    String::from_utf8_lossy(&data[blanks..data.len().min(blanks + LOOKED_AT)])
                        .into_owned();
                source.consume(blanks);
                break begin;
            }
            line += newlines(data);
            source.consume(blanks);
        };
        let begin = begin.trim_start();
        let second = begin.get(1..).unwrap_or_default().trim_start();
        Ok(match begin.chars().next() {
            Some('<') if begin.contains("<opensudoku") => {
                Self::Games(Box::new(Games::new(source, line)))
            }
            Some('<') => {
                let mut page = Vec::new();
                source.take(LARGEST).read_to_end(&mut page)?;
                let without = "this is a page or XML in which no puzzle is found: copy the puzzle out of it, as 81 characters";
                let (text, mut numbers) = markup::lines(&String::from_utf8_lossy(&page));
                for number in &mut numbers {
                    *number += line - 1;
                }
                Self::Converted(Box::new(Converted::new((text, numbers), without)))
            }
            // A set or list in another language's syntax.
            Some('{')
                if second.starts_with(|c: char| !matches!(c, '"' | '}' | '\''))
                    && !second.is_empty() =>
            {
                Self::Lines(Box::new(Lines::new(source, line)))
            }
            // `[Puzzle]` is a section of an .sdk file, `[1,]` the name of a row.
            Some('[') if !second.starts_with("null") && is_label(second) => {
                Self::Lines(Box::new(Lines::new(source, line)))
            }
            Some('{' | '[') => Self::Objects(Box::new(Objects::new(source, line))),
            _ if begin.starts_with("ipuz(") => Self::Objects(Box::new(Objects::new(source, line))),
            _ => Self::Lines(Box::new(Lines::new(source, line))),
        })
    }

    fn keep_fields(&mut self) {
        match self {
            Self::Lines(lines) => lines.keep_fields(),
            Self::Objects(objects) => objects.keep_fields(),
            Self::Converted(converted) => converted.lines.keep_fields(),
            Self::Games(_) | Self::Nothing(_) => {}
        }
    }

    fn header(&self) -> Option<&str> {
        match self {
            Self::Lines(lines) => lines.header(),
            Self::Converted(converted) => converted.lines.header(),
            Self::Objects(_) | Self::Games(_) | Self::Nothing(_) => None,
        }
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        match self {
            Self::Lines(lines) => lines.entry(),
            Self::Objects(objects) => objects.entry(),
            Self::Games(games) => games.entry(),
            Self::Converted(converted) => converted.entry(),
            Self::Nothing(reason) => Ok(reason.take().map(Err)),
        }
    }
}

/// The number of bytes that are enough to detect a format.
const LOOKED_AT: usize = 1024;

/// Whether the text after a bracket is a name rather than a list: letters, or a row number with a
/// bracket.
fn is_label(text: &str) -> bool {
    let is_name = text.starts_with(char::is_alphabetic)
        && !text.starts_with(['x', 'X', 'N', 'n', 'T', 't', 'f', 'F']);
    let end = text.find(']').unwrap_or(text.len());
    is_name
        || text.starts_with(',')
        || (1..4).contains(&end) && text[..end].chars().all(|c| c.is_ascii_digit() || c == ',')
}

/// A puzzle for tests, as a line.
#[cfg(test)]
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[cfg(test)]
fn puzzle() -> Grid {
    LINE.parse().unwrap()
}

/// Returns all entries of a text, for tests.
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
        let row = &crate::row::examples()[0];
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
