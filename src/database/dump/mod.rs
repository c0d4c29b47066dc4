//! Dumps: a database as text, one line per record as in `FORMATS.md`, and its recreation.
//!
//! The database is never in memory as a whole. A dump is one snapshot. Loaded records are proved
//! and entered by the rules of all other changes ([`load`](super::Database::load)), in one commit.

mod line;
mod old;
mod read;
mod record;
#[cfg(test)]
mod tests;
mod write;

use std::io::{self, BufRead, Write};

use seeddb_ledger::rules::{seed_cursor, texts};

use super::{Control, Database, Error, Moved, Unit};
use read::Reader;
use write::Writer;

/// The counts of a written dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dumped {
    /// Seeds.
    pub seeds: u64,
    /// Puzzles.
    pub puzzles: u64,
    /// Batches.
    pub batches: u64,
    /// If the database is a backup, its time in seconds since 1970; 0 if unknown.
    pub backup: Option<u64>,
}

impl Database {
    /// Writes one snapshot of the database to `out` as lines of JSON: identity, levels, seeds,
    /// batches with their puzzles, books with their places, events. Others may use the database
    /// meanwhile. `control` receives the number of puzzles written.
    ///
    /// # Errors
    /// [`Error::Output`] if writing fails; [`Error::Stopped`]; failures of the store. An incomplete
    /// output has no last line and is not a dump.
    pub fn dump(&self, out: &mut dyn Write, control: &Control) -> Result<Dumped, Error> {
        let store = self.read()?;
        let (total, backup) = (store.read(seed_cursor::counts)?.issued, store.read(texts::backup)?);
        let mut writer = Writer::begin(out).map_err(Error::Output)?;
        let mut failure = None;
        let is_whole = store.pieces(&mut |piece| {
            let written = writer.piece(&piece);
            control.done_of(Unit::Puzzles, writer.puzzles, Some(total));
            failure = written.err();
            failure.is_none() && !control.is_stopped()
        })?;
        Error::of_written(failure, is_whole)?;
        let Writer { seeds, puzzles, batches, .. } = writer;
        writer.finish().map_err(Error::Output)?;
        Ok(Dumped { seeds, puzzles, batches, backup })
    }

    /// Creates the database, which must not exist, from a dump, with the identity that the dump
    /// states, if any. Every puzzle is proved to have one solution and its key; labels are accepted
    /// unchecked. `open` opens the text at its beginning; it is called again if the connection to a
    /// server is lost. `control` receives the number of puzzles entered. A trial creates nothing
    /// and reports the result.
    ///
    /// Memory holds a few thousand lines, eight bytes per void puzzle, and a few per seed, in
    /// addition to the needs of the engine for one commit.
    ///
    /// # Errors
    /// [`Error::Dump`] for an invalid line, [`Error::Input`] if reading fails; [`Error::Stopped`];
    /// failures of the store. The target is unchanged in these cases.
    pub fn load(
        &self,
        open: &mut dyn FnMut() -> io::Result<Box<dyn BufRead>>,
        is_trial: bool,
        control: &Control,
    ) -> Result<Moved, Error> {
        let mut reader = Reader::new(open, self.ladder());
        let told = &mut control.counting(Unit::Puzzles);
        self.store().load(&mut reader, is_trial, told)?.ok_or(Error::Stopped)
    }
}
