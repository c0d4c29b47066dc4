//! JSON values one after the other, with whatever stands between them: an array of objects, lines of them, a
//! single one; arrays of rows. Each object is cut out first and read then, so that a file may be larger than the memory and a
//! broken object does not spoil those after it.

use std::io::{self, BufRead};

use serde_json::Value;

use super::arrays::{Cells, rows};
use super::{BadLine, Entry, FoundGrid, NAMES, grid};
use crate::board::Grid;
use crate::export::{fpuzzles, ipuz};

/// Longer objects are no puzzles; reading them whole could fill the memory.
const LONGEST: usize = 1 << 20;

pub(super) struct Objects<R> {
    source: R,
    line: u64,
    /// How many arrays are open.
    depth: usize,
    /// The cells of a grid in an array.
    cells: Cells,
    done: bool,
}

/// Where in an object a byte stands.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    fn step(&mut self, byte: u8) {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_string => self.escaped = true,
            b'"' => self.in_string = !self.in_string,
            b'{' if !self.in_string => self.depth += 1,
            b'}' if !self.in_string => self.depth -= 1,
            _ => {}
        }
    }
}

impl<R: BufRead> Objects<R> {
    pub(super) fn new(source: R, line: u64) -> Self {
        Self { source, line, depth: 0, cells: Cells::default(), done: false }
    }

    /// The next byte, which is still to be read.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        let byte = self.source.fill_buf()?.first().copied();
        self.done |= byte.is_none();
        Ok(byte)
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.source.consume(1);
        self.line += u64::from(byte == b'\n');
        Ok(Some(byte))
    }

    pub(super) fn entry(&mut self) -> io::Result<Option<Entry>> {
        while let Some(byte) = self.peek()?.filter(|_| !self.done) {
            let line = self.line;
            let entry = match byte {
                b'{' => match self.cells.give_up() {
                    None => return self.whole_object().map(Some),
                    unfinished => unfinished,
                },
                b'"' => match self.text()? {
                    Ok(text) => self.cells.add(&text, line, self.depth),
                    Err(reason) => Some(Err(BadLine { line, reason })),
                },
                b'[' | b']' => {
                    self.byte()?;
                    let closed = if byte == b']' { self.cells.close(self.depth) } else { None };
                    self.depth = match byte {
                        b'[' => self.depth + 1,
                        _ => self.depth.saturating_sub(1),
                    };
                    closed
                }
                b'(' | b')' | b',' | b';' => self.byte().map(|_| None)?,
                _ if byte.is_ascii_whitespace() => self.byte().map(|_| None)?,
                _ => self.word()?,
            };
            if entry.is_some() {
                return Ok(entry);
            }
        }
        Ok(self.cells.give_up())
    }

    /// A number or another word, which may be a cell. What is no word of JSON spoils the rest up to the end of the next
    /// object.
    fn word(&mut self) -> io::Result<Option<Entry>> {
        let (mut word, line) = (Vec::new(), self.line);
        while let Some(byte) = self.peek()? {
            if b"[](){,;\"".contains(&byte) || byte.is_ascii_whitespace() {
                break;
            }
            // The digits of a grid, and some more: longer words are no cells.
            if word.len() < 100 {
                word.push(byte);
            }
            self.byte()?;
        }
        let word = String::from_utf8_lossy(&word);
        let is_value = word.parse::<f64>().is_ok() || word.chars().all(Grid::is_cell);
        if is_value || matches!(&*word, "null" | "true" | "false" | "ipuz") {
            return Ok(self.cells.add(&word, line, self.depth));
        }
        let begin: String = word.chars().take(20).collect();
        while self.byte()?.is_some_and(|byte| byte != b'{') {}
        if !self.done {
            // The object that begins here is given up with the words before it.
            let _ = self.object()?;
        }
        self.cells = Cells::default();
        Ok(Some(Err(BadLine { line, reason: format!("{begin:?} is no JSON object") })))
    }

    /// The text that begins here.
    fn text(&mut self) -> io::Result<Result<String, String>> {
        let (mut text, mut escaped) = (Vec::new(), false);
        while let Some(byte) = self.byte()? {
            text.push(byte);
            if byte == b'"' && !escaped && text.len() > 1 {
                let text = serde_json::from_slice(&text);
                return Ok(text.map_err(|error| format!("this is no JSON: {error}")));
            }
            escaped = byte == b'\\' && !escaped;
            if text.len() == LONGEST {
                self.done = true;
                return Ok(Err("the text that begins here is longer than 1 MiB".to_owned()));
            }
        }
        Ok(Err("the text that begins here has no end".to_owned()))
    }

    /// The object that begins here, and the grid in it.
    fn whole_object(&mut self) -> io::Result<Entry> {
        let _ = self.byte()?;
        let line = self.line;
        let entry = match self.object()? {
            Ok(object) => match serde_json::from_slice(&object) {
                Ok(value) => puzzle(value).map_err(|reason| BadLine { line, reason }),
                Err(error) => {
                    let reason = format!("this is no JSON: {error}");
                    Err(BadLine { line: line + error.line().saturating_sub(1) as u64, reason })
                }
            },
            Err(reason) => Err(BadLine { line, reason }),
        };
        Ok(entry.map(|grid| FoundGrid::at(line, grid)))
    }

    /// The rest of the object whose first brace was read.
    fn object(&mut self) -> io::Result<Result<Vec<u8>, String>> {
        let mut object = vec![b'{'];
        let mut place = Scan { depth: 1, ..Scan::default() };
        while place.depth > 0 {
            let Some(byte) = self.byte()? else {
                return Ok(Err("the object that begins here has no end".to_owned()));
            };
            if object.len() == LONGEST {
                self.done = true;
                return Ok(Err("the object that begins here is longer than 1 MiB".to_owned()));
            }
            object.push(byte);
            place.step(byte);
        }
        Ok(Ok(object))
    }
}

/// The puzzle in an object: a text of 81 cells (our own json and jsonl), rows of cells, ipuz, f-puzzles.
fn puzzle(mut value: Value) -> Result<Grid, String> {
    if let Some(puzzle) = value.get("puzzle").filter(|_| value.get("kind").is_some()) {
        return if puzzle.is_string() { grid_of(puzzle) } else { ipuz::read(&value) };
    }
    let name = NAMES.into_iter().find(|name| value.get(name).is_some());
    let Some(name) = name else { return Err("the object has no \"puzzle\"".to_owned()) };
    let is_object = |cell: &Value| cell.is_object();
    let squares = |rows: &Value| rows.pointer("/0/0").is_some_and(is_object);
    if name == "grid" && value.get(name).is_some_and(squares) {
        return serde_json::from_value::<fpuzzles::FPuzzle>(value)
            .map_err(|error| format!("this is no puzzle of f-puzzles: {error}"))?
            .clues();
    }
    grid_of(&value[name].take())
}

/// The grid that a value is: a text, or rows.
fn grid_of(value: &Value) -> Result<Grid, String> {
    let words = || "it is neither 81 cells in a text nor nine rows of them".to_owned();
    value.as_str().map(grid).or_else(|| rows(value)).unwrap_or_else(|| Err(words()))
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use crate::export::row::examples;

    #[test]
    fn a_broken_object_does_not_spoil_the_next() {
        let line = examples()[0].puzzle;
        let text = format!(
            "[{{\"puzzle\": \"{line}\", \"note\": \"}}\\\"{{\"}},\n{{\"puzzle\": 5 5}},\n{{\"a\": 1}}\n\
             {{\"puzzle\": \"12\"}}\nhello {{}}\n{{\"puzzle\":\n\"{line}\"}}]\n{{\"puzzle\""
        );
        let entries: Vec<_> = all(&text)
            .into_iter()
            .map(|entry| entry.map_err(|bad| (bad.line, bad.reason)))
            .collect();
        assert_eq!(entries.len(), 7, "{entries:?}");
        assert_eq!(entries[0], Ok((1, line)));
        assert_eq!(entries[5], Ok((6, line)));
        for (i, line, words) in [
            (1, 2, "no JSON"),
            (2, 3, "no \"puzzle\""),
            (3, 4, "2 cells"),
            (4, 5, "\"hello\" is no JSON"),
            (6, 8, "has no end"),
        ] {
            let (at, reason) = entries[i].as_ref().unwrap_err();
            assert!(*at == line && reason.contains(words), "{i}: {at} {reason}");
        }
    }

    #[test]
    fn an_object_without_end_does_not_fill_the_memory() {
        let text = "{\"puzzle\": \"".to_owned() + &"1".repeat(3_000_000);
        let entries = all(&text);
        assert_eq!(entries.len(), 1);
        assert!(entries[0].as_ref().unwrap_err().reason.contains("1 MiB"));
    }
}
