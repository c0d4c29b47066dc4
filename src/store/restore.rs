//! A new database made of records: of those that another program wrote, or this one as text.
//!
//! This does not break the law of the [ledger](crate::ledger), although puzzles enter a ledger here without being drawn: it only makes
//! a ledger that is new, and never writes into one that is there; each puzzle is proved to have one solution and the key on its
//! record, so that the ledger means the same as the one that the records are from; and nobody is handed a puzzle: an
//! [`Issued`](crate::ledger::Issued) is read from the ledger afterwards, as ever. What is on a puzzle's label (level, tier, score) is
//! taken as it is; [`Database::verify`](crate::database::Database::verify) works that out again.

use rayon::prelude::*;

use super::content::{CHUNK, Content, wrong};
use super::record::Record;
use super::rules::restore;
use super::{Identity, Store, StoreError};
use crate::board::Puzzle;
use crate::level_table;
use crate::record::{Batch, Book, Entry, Seed};
use crate::search::is_unique;
use crate::symmetry::Key;

impl Store {
    /// Makes the database with this content, in one commit; `told` hears how many puzzles are done, proved first and then entered, and
    /// says whether to go on. False if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; [`StoreError::Impossible`] and others for content that no database can have;
    /// failures of the engine. Nothing is there then, or what was there.
    pub(crate) fn restore(
        &self,
        content: &Content,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, StoreError> {
        if self.exists()? {
            return Err(StoreError::There(self.path()));
        }
        let Some(done) = content.prove(told)? else { return Ok(false) };
        let token = |(batch, _): &(Batch, Vec<Entry>)| match batch.token {
            0 => self.token(),
            known => Ok(known),
        };
        let new = restore::New {
            identity: content.identity.map_or_else(|| self.token().map(Identity), Ok)?,
            levels: level_table::write(&content.levels),
            texts: content.texts(),
            grids: super::seeds::grids(&content.seeds),
            tokens: content.batches.iter().map(token).collect::<Result<_, _>>()?,
        };
        self.fill_whole(|to| restore::all(to, content, &new, &mut |entered| told(done + entered)))
    }
}

impl Content {
    /// Proves all that the rules of the store do not look at: that puzzles have one solution and the keys on their records, that numbers
    /// are without a hole, counts true. How many puzzles there are; none if `told`, which hears of them, does not want to go on.
    fn prove(&self, told: &mut dyn FnMut(u64) -> bool) -> Result<Option<u64>, StoreError> {
        let seed =
            |seed: &Seed| prove(&seed.puzzle, seed.key).map_err(wrong(Seed::name(&seed.key)));
        self.seeds.par_iter().try_for_each(seed)?;
        let mut done = 0;
        for ((batch, puzzles), id) in self.batches.iter().zip(1..) {
            let name = Batch::name(&id);
            expect(batch.id == id, &name, "it is missing")?;
            let void = puzzles.iter().filter(|puzzle| puzzle.void).count();
            let counts = (batch.issued as usize, batch.void as usize);
            expect(counts == (puzzles.len(), void), &name, "it has other puzzles than it counts")?;
            for (chunk, first) in puzzles.chunks(CHUNK).zip((1..).step_by(CHUNK)) {
                let proved = chunk.par_iter().zip(first..first + chunk.len() as u32).map(
                    |(puzzle, number)| {
                        let name = Entry::name(&(id, number));
                        let is_here = (puzzle.batch, puzzle.number) == (id, number);
                        expect(is_here, &name, "it is missing")?;
                        prove(&puzzle.puzzle, puzzle.key).map_err(wrong(name))
                    },
                );
                // The first that is wrong, not any.
                proved.find_first(Result::is_err).unwrap_or(Ok(()))?;
                super::texts::are_own(self.partition, chunk)?;
                done += chunk.len() as u64;
                if !told(done) {
                    return Ok(None);
                }
            }
        }
        for ((book, places), id) in self.books.iter().zip(1..) {
            let name = Book::name(&id);
            expect(book.id == id, &name, "it is missing")?;
            let is_whole = book.puzzles as usize == places.len();
            expect(is_whole, &name, "it has other puzzles than it counts")?;
        }
        Ok(Some(done))
    }

    /// What is kept as texts, each under its name.
    fn texts(&self) -> Vec<(String, String)> {
        let partition = self.partition.map(super::texts::of_partition);
        let shard = self.shard.as_ref().map(super::texts::of_shard);
        let editions = self.editions.iter().map(|edition| super::texts::of_edition(*edition));
        partition.into_iter().chain(shard).chain(editions).collect()
    }
}

/// Why the puzzle cannot be the one of this key.
fn prove(puzzle: &Puzzle, key: Key) -> Result<(), &'static str> {
    if !is_unique(puzzle.solution(), puzzle.clues()) {
        return Err("it has several solutions");
    }
    if Key::of(puzzle) == key { Ok(()) } else { Err("its key is that of another puzzle") }
}

fn expect(holds: bool, name: &str, what: &str) -> Result<(), StoreError> {
    if holds { Ok(()) } else { Err(wrong(name)(what)) }
}
