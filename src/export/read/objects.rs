//! A stream of JSON values with anything between them: an array of objects, lines of objects, a
//! single object, and arrays of rows as other languages print them. Each value is cut out before it
//! is parsed, so that a file may exceed the memory and a broken object does not spoil the ones
//! after it.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use serde_json::Value;

use super::cells::ALL;
use super::drawn::entries;
use super::json::{self, is_cell, row_of, sign};
use super::loose;
use super::roles::{Found, completes, is_full, puzzles};
use super::{BadLine, Entry, FoundGrid};
use seeddb_core::board::Grid;
use seeddb_core::plural::counted;

/// The longest value in bytes: longer ones are no puzzles and could fill the memory.
const LONGEST: usize = 8 << 20;

pub(super) struct Objects<R> {
    source: R,
    line: u64,
    /// Whether the outer array was opened.
    is_open: bool,
    /// The cells of a grid whose rows or cells are separate values.
    cells: Cells,
    /// The last puzzle.
    last: Option<Grid>,
    /// A full grid, held until the next puzzle shows whether it is that puzzle's solution.
    held: Option<(u64, Grid)>,
    ready: VecDeque<Entry>,
    /// Whether the fields beside a puzzle are kept.
    keeps_fields: bool,
    done: bool,
}

#[derive(Default)]
struct Cells {
    values: Vec<Value>,
    /// The line where the grid began.
    line: u64,
}

impl Cells {
    /// Discards an unfinished grid; returns it as a bad line.
    fn give_up(&mut self) -> Option<Entry> {
        let count = std::mem::take(&mut self.values).len();
        let reason = match count {
            0 => return None,
            _ if count.is_multiple_of(9) => {
                format!("{}, a grid has 9", counted(count as u64 / 9, "row"))
            }
            _ => json::few(count),
        };
        Some(Err(BadLine { line: self.line, reason }))
    }
}

/// The position of a byte in a value: depth of brackets, inside or outside a string.
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
            b'{' | b'[' if !self.in_string => self.depth += 1,
            b'}' | b']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

impl<R: BufRead> Objects<R> {
    pub(super) fn new(source: R, line: u64) -> Self {
        Self {
            source,
            line,
            is_open: false,
            cells: Cells::default(),
            last: None,
            held: None,
            ready: VecDeque::new(),
            keeps_fields: false,
            done: false,
        }
    }

    pub(super) fn keep_fields(&mut self) {
        self.keeps_fields = true;
    }

    /// Returns the next byte, without consuming it.
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
        while self.ready.is_empty() {
            let Some(byte) = self.peek()?.filter(|_| !self.done) else {
                self.ready
                    .extend(self.held.take().map(|(line, full)| Ok(FoundGrid::at(line, full))));
                self.ready.extend(self.cells.give_up());
                break;
            };
            match byte {
                b'[' if !self.is_open => {
                    self.byte()?;
                    self.is_open = true;
                }
                b']' => {
                    self.byte()?;
                    self.is_open = false;
                    self.ready.extend(self.cells.give_up());
                }
                b'{' | b'[' | b'"' => self.value(byte)?,
                b'(' | b')' | b',' | b';' => drop(self.byte()?),
                _ if byte.is_ascii_whitespace() => drop(self.byte()?),
                _ => self.word()?,
            }
        }
        Ok(self.ready.pop_front())
    }

    /// Reads the array, object or string that begins here.
    fn value(&mut self, begin: u8) -> io::Result<()> {
        let line = self.line;
        let what = match begin {
            b'{' => "object",
            b'[' => "array",
            _ => "text",
        };
        match self.cut(what)? {
            Err(reason) => self.put(line, vec![Err(reason)]),
            Ok(text) => match serde_json::from_str::<Value>(&text) {
                _ if begin == b'[' => match loose::value(&text) {
                    Some((value, _)) => self.take(line, &value),
                    None => self.put(line, vec![Err("this is no array of JSON".to_owned())]),
                },
                Ok(value) => self.take(line, &value),
                // Try the syntax of Python.
                Err(error) => {
                    if let Some((value, _)) = loose::value(&text)
                        .filter(|(value, _)| !json::every(value).iter().all(Result::is_err))
                    {
                        self.take(line, &value);
                    } else {
                        let line = line + error.line().saturating_sub(1) as u64;
                        self.put(line, vec![Err(format!("this is no JSON: {error}"))]);
                    }
                }
            },
        }
        Ok(())
    }

    /// Takes a value: rows and cells are collected, others are searched for grids.
    fn take(&mut self, line: u64, value: &Value) {
        let of_text = |row: String| row.chars().map(|sign| Value::String(sign.into())).collect();
        let row: Option<Vec<Value>> = match value {
            Value::Array(list) if list.len() == 9 && list.iter().all(is_cell) => Some(list.clone()),
            Value::String(text) if sign(value).is_none() => row_of(text).map(of_text),
            value => sign(value).map(|_| vec![value.clone()]),
        };
        if let Some(row) = row {
            if self.cells.values.is_empty() {
                self.cells.line = line;
            }
            self.cells.values.extend(row);
            if self.cells.values.len() == ALL {
                let (line, values) = (self.cells.line, std::mem::take(&mut self.cells.values));
                self.put(line, json::cells(&values.iter().collect::<Vec<_>>()));
            }
            return;
        }
        // Names and ratings between cells and rows are ignored.
        let is_word = matches!(value, Value::String(text) if text.chars().count() < 40);
        if value.is_number() || value.is_boolean() || is_word {
            return;
        }
        self.ready.extend(self.cells.give_up());
        let mut found = puzzles(json::every(value));
        if found.is_empty() && value.is_object() {
            found.push(Err("the object has no \"puzzle\"".to_owned()));
        }
        let count = self.ready.len();
        self.put(line, found);
        if let (true, Some(map)) = (self.keeps_fields, value.as_object()) {
            let told = |(name, value): (&String, &Value)| {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                (value.len() < ALL && value != "null").then(|| (name.clone(), value))
            };
            let fields: Vec<(String, String)> = map.iter().filter_map(told).collect();
            self.ready
                .iter_mut()
                .skip(count)
                .flatten()
                .for_each(|found| found.fields.clone_from(&fields));
        }
    }

    /// Adds the grids found in a value. In an array, a solution may precede or follow its puzzle.
    fn put(&mut self, line: u64, found: Vec<Found>) {
        let is_pair = |full: &Grid, puzzle: &Grid| {
            is_full(full) && !is_full(puzzle) && completes(full, puzzle)
        };
        let last = self.last.take();
        let held = self.held.take();
        if let [Ok(grid)] = found[..] {
            if last.is_some_and(|last| is_pair(&grid, &last)) {
                return;
            }
            self.ready.extend(
                held.filter(|(_, full)| !is_pair(full, &grid))
                    .map(|(line, full)| Ok(FoundGrid::at(line, full))),
            );
            if is_full(&grid) {
                self.held = Some((line, grid));
                return;
            }
            self.last = Some(grid);
        } else {
            self.ready.extend(held.map(|(line, full)| Ok(FoundGrid::at(line, full))));
        }
        self.ready.extend(entries(line, found));
    }

    /// Takes a number or another word, which may be a cell. Words that are not JSON invalidate the
    /// rest up to the end of the next object.
    fn word(&mut self) -> io::Result<()> {
        let (mut word, line) = (Vec::new(), self.line);
        while let Some(byte) = self.peek()? {
            if b"[](){,;\"".contains(&byte) || byte.is_ascii_whitespace() {
                break;
            }
            // Enough for the digits of a grid; longer words are no cells.
            if word.len() < 100 {
                word.push(byte);
            }
            self.byte()?;
        }
        let word = String::from_utf8_lossy(&word).into_owned();
        let value = match &*word {
            "null" => Value::Null,
            "true" | "false" | "ipuz" => return Ok(()),
            word => Value::String(word.to_owned()),
        };
        let is_value = sign(&value).is_some() || word.parse::<f64>().is_ok();
        if is_value || super::cells::solid(&word).is_some() {
            self.take(line, &value);
            return Ok(());
        }
        let begin: String = word.chars().take(20).collect();
        while self.byte()?.is_some_and(|byte| byte != b'{') {}
        if !self.done {
            // The object that begins here is skipped with the words before it.
            let mut depth = 1;
            while depth > 0 {
                match self.byte()? {
                    Some(b'{') => depth += 1,
                    Some(b'}') => depth -= 1,
                    Some(_) => {}
                    None => break,
                }
            }
        }
        self.cells = Cells::default();
        self.put(line, vec![Err(format!("{begin:?} is no JSON object"))]);
        Ok(())
    }

    /// Cuts out the text of the value that begins here.
    fn cut(&mut self, what: &str) -> io::Result<Result<String, String>> {
        let mut text = Vec::new();
        let mut place = Scan::default();
        while let Some(byte) = self.byte()? {
            text.push(byte);
            place.step(byte);
            if place.depth == 0 && !place.in_string {
                return Ok(Ok(String::from_utf8_lossy(&text).into_owned()));
            }
            if text.len() == LONGEST {
                self.done = true;
                return Ok(Err(format!("the {what} that begins here is longer than 8 MiB")));
            }
        }
        Ok(Err(format!("the {what} that begins here has no end")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use crate::row::examples;

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
        let text = "{\"puzzle\": \"".to_owned() + &"1".repeat(9_000_000);
        let entries = all(&text);
        assert_eq!(entries.len(), 1);
        assert!(entries[0].as_ref().unwrap_err().reason.contains("8 MiB"));
    }
}
