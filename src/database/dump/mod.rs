//! A database as text, and made of text again: a line for each record, as `FORMATS.md` describes them.
//!
//! Neither holds the database in memory. A dump is one state of it. What is loaded is proved, and entered by the rules that every other
//! change goes through ([`restore`](super::restore())), in one commit.

mod line;
mod old;
mod read;
mod record;
#[cfg(test)]
mod tests;
mod write;

use std::io::{self, BufRead, Write};

use seeddb_ledger::rules::{cards, texts};

use super::{Control, Database, Error, Moved, Unit};
use read::Reader;
use write::Writer;

/// What was written to a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dumped {
    /// Seeds.
    pub seeds: u64,
    /// Puzzles.
    pub puzzles: u64,
    /// Batches.
    pub batches: u64,
    /// When what was dumped was made as a backup, in seconds since 1970, if it is one; 0 if nobody said.
    pub backup: Option<u64>,
}

impl Database {
    /// Writes all that is in the database to `out` as lines of JSON, of one moment: identity, levels, seeds, batches with their puzzles,
    /// books with their places, events. Others may use the database meanwhile. A control hears how many puzzles are written.
    ///
    /// # Errors
    /// [`Error::Output`] of what cannot be written; [`Error::Stopped`]; failures of the store. What was written by then is no dump, as
    /// it lacks the last line.
    pub fn dump(&self, out: &mut dyn Write, control: &Control) -> Result<Dumped, Error> {
        let store = self.read()?;
        let (total, backup) = (store.read(cards::counts)?.issued, store.read(texts::backup)?);
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

    /// Makes the database, which must not be there yet, of a dump. It is the same database then, if the dump says which that is. Every
    /// puzzle is proved to have one solution, and its key; what is on its label is taken as it is. `open` opens the text at its
    /// beginning; it is called again where the connection to a server is lost on the way. A control hears how many puzzles are entered.
    /// A trial makes nothing, and says what would come.
    ///
    /// It holds some thousand lines in memory, eight bytes for each void puzzle, and a few for each seed; what the engine needs for
    /// one commit comes on top.
    ///
    /// # Errors
    /// [`Error::Dump`] says which line cannot be, [`Error::Input`] what cannot be read; [`Error::Stopped`]; failures of the store.
    /// Nothing is there then, or what was there.
    pub fn load(
        &self,
        open: &mut dyn FnMut() -> io::Result<Box<dyn BufRead>>,
        is_trial: bool,
        control: &Control,
    ) -> Result<Moved, Error> {
        let store = self.store();
        let mut reader = Reader::new(open, self.ladder());
        let moved = store.load(&mut reader, is_trial, &mut |done| {
            control.done_of(Unit::Puzzles, done, None);
            !control.is_stopped()
        });
        moved?.ok_or(Error::Stopped)
    }
}
