//! The keys of a ledger as text, so that other databases do not draw its puzzles.
//!
//! ```text
//! # seeddb ledger 1
//! 00a1b2c3d4e5f60718293a4b5c6d7e8f
//! # end 1 BLAKE3
//! ```
//! A key is on a line of its own, maybe with its puzzle behind it; keys rise. The last line has how many there are, and the checksum of
//! all lines before it: a file that was cut off is known by it. A list of keys without these two lines is read, too.

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
/// What the last line begins with.
const LAST: &str = "# end ";
/// Keys that are entered with one commit.
const CHUNK: usize = 65_536;
/// The longest line in bytes.
const LONGEST: usize = 1024;

impl Database {
    /// Writes all keys of the ledger to `out`, with their puzzles if that is wanted, of one moment: how many. Others may use the
    /// database meanwhile.
    ///
    /// # Errors
    /// [`Error::Output`] of what cannot be written; [`Error::Stopped`]; failures of the store.
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

    /// Enters the keys of such a text into the ledger, so that no puzzle of theirs is ever drawn; puzzles behind them are held against
    /// their keys. They become a batch without puzzles, with this `request` and `note`, if some are new. Each commit has some ten
    /// thousand keys; those of rising keys are fastest. What became of them.
    ///
    /// # Errors
    /// [`Error::Dump`] says which line is none; [`Error::Input`] what cannot be read; [`Error::Stopped`]; failures of the store. What
    /// was entered by then stays.
    pub fn import_keys(
        &self,
        source: &mut dyn BufRead,
        request: &str,
        note: &str,
        control: &Control,
    ) -> Result<Imported, Error> {
        let (mut text, mut imported) = (Text::new(source), Imported::default());
        // What is no list of keys makes no database.
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
            // Known ones alone make no batch.
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

/// The text that is read.
struct Text<'a> {
    source: &'a mut dyn BufRead,
    line: u64,
    hasher: blake3::Hasher,
    count: u64,
    /// Whether it has a first line, and so a last one.
    has_ends: bool,
    is_over: bool,
}

impl<'a> Text<'a> {
    fn new(source: &'a mut dyn BufRead) -> Self {
        let (hasher, count) = (blake3::Hasher::new(), 0);
        Self { source, line: 0, hasher, count, has_ends: false, is_over: false }
    }

    /// The next keys, at most so many as are entered at a time; none at the end.
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
        // The first that is wrong, not any.
        read.collect::<Vec<_>>().into_iter().collect()
    }
}

fn wrong(line: u64, what: impl Into<String>) -> Error {
    Error::Dump { line, what: what.into() }
}

/// The key of a line, which may have its puzzle behind it.
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
