//! JSON objects one after the other, with whatever stands between them: an array of them, lines of them, a
//! single one. Each is cut out first and read then, so that a file may be larger than the memory and a
//! broken object does not spoil those after it.

use std::io::{self, BufRead};

use serde_json::Value;

use super::{BadLine, Entry, FoundGrid, grid};
use crate::board::Grid;
use crate::export::{fpuzzles, ipuz};

/// Longer objects are no puzzles; reading them whole could fill the memory.
const LONGEST: usize = 1 << 20;

pub(super) struct Objects<R> {
    source: R,
    line: u64,
    done: bool,
}

/// Where in an object a byte stands.
#[derive(Default)]
struct Place {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Place {
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
        Self { source, line, done: false }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let Some(&byte) = self.source.fill_buf()?.first() else {
            self.done = true;
            return Ok(None);
        };
        self.source.consume(1);
        self.line += u64::from(byte == b'\n');
        Ok(Some(byte))
    }

    pub(super) fn entry(&mut self) -> io::Result<Option<Entry>> {
        let (mut between, mut line) = (Vec::new(), self.line);
        while !self.done {
            match self.byte()? {
                Some(b'{') => break,
                Some(byte) if b"[](),;".contains(&byte) || byte.is_ascii_whitespace() => {}
                Some(byte) => {
                    if between.is_empty() {
                        line = self.line;
                    }
                    if between.len() < 20 {
                        between.push(byte);
                    }
                }
                None => {}
            }
        }
        if !between.is_empty() && between != b"ipuz" {
            let reason = format!("{:?} is no JSON object", String::from_utf8_lossy(&between));
            let bad = BadLine { line, reason };
            if !self.done {
                // The object that begins here is given up with the words before it.
                let _ = self.object()?;
            }
            return Ok(Some(Err(bad)));
        }
        if self.done {
            return Ok(None);
        }
        line = self.line;
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
        Ok(Some(entry.map(|grid| FoundGrid::at(line, grid))))
    }

    /// The rest of the object whose first brace was read.
    fn object(&mut self) -> io::Result<Result<Vec<u8>, String>> {
        let mut object = vec![b'{'];
        let mut place = Place { depth: 1, ..Place::default() };
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

/// The puzzle in an object: a text of 81 cells (our own json and jsonl), ipuz, f-puzzles.
fn puzzle(value: Value) -> Result<Grid, String> {
    match value.get("puzzle") {
        Some(Value::String(text)) => grid(text),
        Some(_) => ipuz::read(&value),
        None if value.get("grid").is_some() => serde_json::from_value::<fpuzzles::FPuzzle>(value)
            .map_err(|error| format!("this is no puzzle of f-puzzles: {error}"))?
            .clues(),
        None => Err("the object has no \"puzzle\"".to_owned()),
    }
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
