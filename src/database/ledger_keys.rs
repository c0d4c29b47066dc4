//! The keys of a ledger as text, for other databases, so that they do not draw its puzzles.
//!
//! ```text
//! # seeddb ledger 1
//! 00a1b2c3d4e5f60718293a4b5c6d7e8f
//! # end 1 BLAKE3
//! ```
//! Each key is on its own line, optionally followed by its puzzle; keys are ascending. The last
//! line has their number, and the checksum of all lines before it, so that a truncated file is
//! recognised. A list of keys without these two lines is read too.

use std::io::{BufRead, Read as _, Write};

use rayon::prelude::*;
use seeddb_ledger::rules::ledger;

use super::import::Imported;
use super::{Control, Database, Error, Unit};
use crate::board::{Grid, Puzzle};
use crate::record::Batch;
use crate::symmetry::Key;

/// The first line.
const FIRST: &str = "# seeddb ledger 1";
/// The beginning of the last line.
const LAST: &str = "# end ";
/// The maximum number of keys entered with one commit.
const CHUNK: usize = 65_536;
/// The maximum length of a line in bytes.
const LONGEST: usize = 1024;

impl Database {
    /// Writes all keys of one snapshot of the ledger to `out`, with or without their puzzles;
    /// returns their number. Others may use the database meanwhile.
    ///
    /// # Errors
    /// [`Error::Output`] if writing fails; [`Error::Stopped`]; failures of the store.
    pub fn export_keys(
        &self,
        out: &mut dyn Write,
        with_puzzles: bool,
        control: &Control,
    ) -> Result<u64, Error> {
        let store = self.read()?;
        let (mut hasher, mut count, mut failure) = (blake3::Hasher::new(), 0, None);
        let mut put = |text: &str| {
            hasher.update(text.as_bytes());
            out.write_all(text.as_bytes())
        };
        put(&format!("{FIRST}\n")).map_err(Error::Output)?;
        let is_whole = store.each_key(with_puzzles, &mut |keys| {
            count += keys.len() as u64;
            let line = |(key, puzzle): (Key, Option<Puzzle>)| match puzzle {
                Some(puzzle) => format!("{key} {}\n", puzzle.grid()),
                None => format!("{key}\n"),
            };
            failure = put(&keys.into_iter().map(line).collect::<String>()).err();
            control.done_of(Unit::Puzzles, count, None);
            failure.is_none() && !control.is_stopped()
        })?;
        Error::of_written(failure, is_whole)?;
        let last = format!("{LAST}{count} {}\n", hasher.finalize().to_hex());
        out.write_all(last.as_bytes()).map_err(Error::Output)?;
        Ok(count)
    }

    /// Enters the keys of such a text into the ledger, so that their puzzles are never drawn;
    /// puzzles in the text are checked against their keys. If some keys are new, they become a
    /// batch without puzzles, with this `request` and `note`. Each commit has some ten thousand
    /// keys; ascending keys are fastest. Returns the counts.
    ///
    /// # Errors
    /// [`Error::Dump`] for an invalid line; [`Error::Input`] if reading fails; [`Error::Stopped`];
    /// failures of the store. Keys entered before stay.
    pub fn import_keys(
        &self,
        source: &mut dyn BufRead,
        request: &str,
        note: &str,
        control: &Control,
    ) -> Result<Imported, Error> {
        let (mut text, mut imported) = (Text::new(source), Imported::default());
        // An invalid text must not create a database.
        let mut keys = text.keys()?;
        let store = self.write()?.bringing_in();
        let begun = Batch {
            request: request.to_owned(),
            note: note.to_owned(),
            begun: self.now(),
            ..Batch::default()
        };
        let mut batch = None;
        loop {
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            if keys.is_empty() {
                return Ok(imported);
            }
            let given = keys.len() as u64;
            // If all keys are known, no batch is begun.
            let are_new = store.read(|from| ledger::are_new(from, &keys))?;
            let new: Vec<Key> = keys
                .into_iter()
                .zip(are_new)
                .filter(|(_, is_new)| *is_new)
                .map(|one| one.0)
                .collect();
            let mut count = 0;
            if !new.is_empty() {
                let mut own = batch.take().map_or_else(|| store.new_batch(&begun), Ok)?;
                count = store.enter_keys(&mut own, new)?;
                batch = Some(own);
            }
            imported.new += count;
            imported.known += given - count;
            control.done_of(Unit::Puzzles, imported.new + imported.known, None);
            keys = text.keys()?;
        }
    }
}

/// The text being read.
struct Text<'a> {
    source: &'a mut dyn BufRead,
    line: u64,
    hasher: blake3::Hasher,
    count: u64,
    /// Whether it has a first line, and therefore a last one.
    has_ends: bool,
    is_over: bool,
}

impl<'a> Text<'a> {
    fn new(source: &'a mut dyn BufRead) -> Self {
        let (hasher, count) = (blake3::Hasher::new(), 0);
        Self { source, line: 0, hasher, count, has_ends: false, is_over: false }
    }

    /// Returns the next keys, at most [`CHUNK`]; empty at the end.
    fn keys(&mut self) -> Result<Vec<Key>, Error> {
        let mut lines: Vec<(u64, Vec<u8>)> = Vec::new();
        while lines.len() < CHUNK {
            let mut line = Vec::new();
            let mut limited = (&mut *self.source).take(LONGEST as u64);
            limited.read_until(b'\n', &mut line).map_err(Error::Input)?;
            if line.is_empty() {
                break;
            }
            self.line += 1;
            if line.len() == LONGEST {
                return Err(wrong(self.line, "it is no key"));
            }
            let words = line.trim_ascii();
            if self.is_over {
                if words.is_empty() {
                    continue;
                }
                return Err(wrong(self.line, "there is something behind the last line"));
            }
            if self.line == 1 && words == FIRST.as_bytes() {
                self.has_ends = true;
            } else if self.has_ends && words.starts_with(LAST.as_bytes()) {
                self.is_over = true;
                let found = format!("{LAST}{} {}", self.count, self.hasher.finalize().to_hex());
                if words != found.as_bytes() {
                    return Err(wrong(
                        self.line,
                        "the list was cut or changed: its checksum is another",
                    ));
                }
                continue;
            } else if !words.is_empty() && !words.starts_with(b"#") {
                self.count += 1;
                lines.push((self.line, words.to_vec()));
            }
            self.hasher.update(&line);
        }
        if lines.is_empty() && self.has_ends && !self.is_over {
            return Err(wrong(self.line, "the list ends before its last line: it was cut off"));
        }
        let read =
            lines.par_iter().map(|(line, words)| key(words).map_err(|what| wrong(*line, what)));
        // Collected in order, so that the first error is returned.
        read.collect::<Vec<_>>().into_iter().collect()
    }
}

fn wrong(line: u64, what: impl Into<String>) -> Error {
    Error::Dump { line, what: what.into() }
}

/// Parses the key of a line, which its puzzle may follow.
fn key(words: &[u8]) -> Result<Key, String> {
    let words = std::str::from_utf8(words).map_err(|_| "it is no text".to_owned())?;
    let (key, puzzle) = words.split_once([' ', '\t']).unwrap_or((words, ""));
    let key: Key = key.parse().map_err(|error| format!("{error}"))?;
    if puzzle.is_empty() {
        return Ok(key);
    }
    let grid: Grid = puzzle.trim().parse().map_err(|error| format!("its puzzle: {error}"))?;
    let puzzle = Puzzle::new(&grid).map_err(|error| format!("its puzzle: {error}"))?;
    if Key::of(&puzzle) == key {
        Ok(key)
    } else {
        Err("its key is that of another puzzle".to_owned())
    }
}
