//! What an engine of the store has to do.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::path::Path;

use rayon::prelude::*;

use super::{Added, Counts, Eligible, Identity, Problem, StoreError, Voided, Wanted};
use crate::record::{Batch, Book, Event, Fingerprint, Issued, Outline, Place, Seed};
use crate::symmetry::Key;

/// An entry of the ledger: key, batch, number.
pub(super) type LedgerEntry = (Key, u32, u32);

/// What [`Engine::commit`] did.
pub(super) struct Committed {
    /// Places, in the list given, of the puzzles that were not issued, rising.
    pub refused: Vec<usize>,
    /// The batch as it is kept now.
    pub batch: Batch,
}

/// Which keys are looked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keys {
    Seeds,
    Issued,
}

/// Where records are kept. Nothing above this trait knows which engine it is.
///
/// Every call is **one transaction**: it sees one state, the last that was committed; what it writes happens as a whole or
/// not at all, also if the process is killed, and is durable when the call returns (as durable as the engine is: one in
/// memory lives as long as its last handle). **An error means that nothing was changed.** An engine that loses the connection
/// while it commits finds out what became of it before it answers: the row of the batch, which a commit locks first, tells.
///
/// Calls may come from many threads at once. Those that write exclude one another.
///
/// Records are the bytes that `codec` makes, the same in every engine; an engine may keep beside them, in columns of its own,
/// what it looks for. What it reads it decodes with `codec`, so a record that does not read, or is not the one that belongs
/// there, is [`StoreError::Damaged`], never a value and never silence. So is a row that must be there and is not.
///
/// Every call may also fail as its medium does: no rights ([`StoreError::ReadOnly`], of all that write), no room, no
/// connection. An engine has no errors of its own beside those of [`StoreError`].
pub(super) trait Engine: Send + Sync {
    /// Where the database lies, as errors name it.
    fn path(&self) -> &Path;

    /// Whether this opening made it.
    fn created(&self) -> bool;

    fn is_read_only(&self) -> bool;

    /// Whether many processes have it at once, so that it need not be closed to let others in.
    fn is_shared(&self) -> bool {
        false
    }

    /// Ends what [`Store::begin_copy`](super::Store::begin_copy) began: the database is one like others now.
    fn finish_copy(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Which database it is, wherever it lies; none if it cannot be taken for another.
    fn identity(&self) -> Option<Identity>;

    // Seeds.

    /// Adds the seeds in their order, by the rules of `twins::add`: a known key is passed over; of twins the best is kept.
    /// [`StoreError::Ungraded`] if one has no grading at all.
    fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, StoreError>;

    /// Gives seeds that are there what they lack of these, by the rules of `twins::complete`: gradings by other ladders, and half
    /// turns. Seeds that are not there are passed over. How many got something.
    fn complete_seeds(&self, seeds: &[Seed]) -> Result<u64, StoreError>;

    /// Removes a seed, false if there was none. What was issued from it, and how often it was used, stays.
    fn remove_seed(&self, key: Key) -> Result<bool, StoreError>;

    fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError>;

    /// The seeds whose keys begin with the 60 bits of `prefix`, by key.
    fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError>;

    /// The seeds that `ladder` has graded into these tiers, by tier, then score, then key; those without a score last in
    /// their tier.
    fn seeds(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError>;

    /// The seeds that [`Wanted::admits`], with their uses, in the order of [`seeds`](Self::seeds); with a limit the first so
    /// many in the order of [`Eligible::share`], those of one share by key. It is one query: the columns tier, least and greatest score, symmetry, origin,
    /// capacity of the grading by one ladder, joined with the uses.
    fn eligible(&self, wanted: &Wanted, limit: Option<usize>) -> Result<Vec<Eligible>, StoreError>;

    /// The outlines of [`eligible`](Self::eligible) seeds without a limit, with their uses: an engine that keeps them apart reads nothing
    /// else.
    fn outlines(&self, wanted: &Wanted) -> Result<Vec<(Outline, u64)>, StoreError> {
        let eligible = self.eligible(wanted, None)?.into_iter();
        Ok(eligible.filter_map(|one| Some((one.seed.outline(&wanted.ladder)?, one.uses))).collect())
    }

    /// The fingerprints of the seeds that `ladder` has graded into these tiers, in any order: an engine that keeps them apart reads
    /// nothing else.
    fn fingerprints(
        &self,
        ladder: &str,
        tiers: RangeInclusive<u8>,
    ) -> Result<Vec<Fingerprint>, StoreError> {
        let seeds = self.seeds(ladder, tiers)?;
        Ok(seeds.par_iter().filter_map(|seed| seed.fingerprint(ladder)).collect())
    }

    /// The seeds of these keys, in their order; none where there is none.
    fn seeds_of(&self, keys: &[Key]) -> Result<Vec<Option<Seed>>, StoreError> {
        keys.iter().map(|&key| self.seed(key)).collect()
    }

    /// Whether there is a seed that the ladder of this id has graded and that has this twin key.
    fn know_twins(&self, twins: &[(&str, Key)]) -> Result<Vec<bool>, StoreError> {
        let mut known = HashSet::new();
        for ladder in twins.iter().map(|twin| twin.0).collect::<HashSet<_>>() {
            let seeds = self.seeds(ladder, 0..=u8::MAX)?;
            let gradings = seeds.iter().filter_map(|seed| seed.grading(ladder));
            known.extend(gradings.map(|grading| (ladder, grading.twin)));
        }
        Ok(twins.iter().map(|twin| known.contains(twin)).collect())
    }

    /// How many puzzles were issued from each seed that was ever used.
    fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError>;

    // Batches and the ledger.

    /// Keeps a new batch under the next id; ids begin at 1 and have no gap, also beside other writers. `id`, `issued`, `void` and
    /// `exports` of `batch` count for nothing. [`StoreError::BatchFull`] when there are no ids left.
    fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError>;

    /// Removes the batch if it is the last one and nothing was issued in it; whether it did.
    fn remove_empty_batch(&self, id: u32) -> Result<bool, StoreError>;

    /// All batches, the first first.
    fn batches(&self) -> Result<Vec<Batch>, StoreError>;

    fn batch(&self, id: u32) -> Result<Option<Batch>, StoreError>;

    fn last_batch(&self) -> Result<Option<Batch>, StoreError>;

    /// Issues those of `puzzles` whose keys are new, in the ledger and among themselves (of equal ones the first): the
    /// next numbers of the batch without a hole, in their order, to each its ledger entry and its record; counts a use of each one's
    /// seed; keeps `batch` with its new count. `issued`, `void` and `exports` of `batch` count for nothing (the last two stay as
    /// they are kept), `batch` and `number` of each puzzle neither; none of them is void. The key of the ledger is the arbiter: a key is in it at most once, whoever writes at the same time.
    /// [`StoreError::NoBatch`] if there is no such batch, [`StoreError::BatchFull`] if numbers run out.
    fn commit(&self, batch: &Batch, puzzles: &[Issued]) -> Result<Committed, StoreError>;

    /// [`commit`](Self::commit) of all `puzzles` as the new batch of exactly `batch.id`, and
    /// [`record_book`](Self::record_book) if they are printed in one, in one transaction. [`StoreError::Overtaken`] if that id is not
    /// the next, or one of the puzzles is not new. Returns the id of the book.
    fn issue_whole(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: Option<(&Book, &[Place])>,
    ) -> Result<Option<u32>, StoreError>;

    /// For each key, batch and number of the puzzle in the ledger; none if it is new. Thousands at a time.
    fn places_of(&self, keys: &[Key]) -> Result<Vec<Option<(u32, u32)>>, StoreError>;

    /// For each prefix, all keys that begin with its 60 bits, rising.
    fn keys_by_prefix(&self, of: Keys, prefixes: &[u64]) -> Result<Vec<Vec<Key>>, StoreError>;

    /// The puzzles of the batch from number `from` (at least 1) on, at most `count`: exactly those that its record says there are, or
    /// [`StoreError::Damaged`]. None if there is no such batch.
    fn issued_range(&self, batch: u32, from: u32, count: u32) -> Result<Vec<Issued>, StoreError>;

    /// Makes the puzzles at these places (batch, number; rising) void, in their records and in the counts of their batches; the
    /// ledger and the uses stay. Those printed in a book that is not void are passed over unless `printed_too`.
    /// [`StoreError::NotIssued`] if one is not there; [`StoreError::Overtaken`] if some would become void and there are not exactly the
    /// `known` events by which they were chosen.
    fn void(
        &self,
        places: &[(u32, u32)],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError>;

    /// One more export of each of these batches. [`StoreError::NoBatch`].
    fn count_export(&self, batches: &[u32]) -> Result<(), StoreError>;

    /// The first `count` entries of the ledger with keys above `after`, by key.
    fn ledger_range(
        &self,
        after: Option<Key>,
        count: usize,
    ) -> Result<Vec<LedgerEntry>, StoreError>;

    /// Makes the ledger anew from the issued records, which have all that is in it: how many entries were missing, wrong or
    /// too many. [`StoreError::Damaged`] if a record does not read or two puzzles have one key.
    fn rebuild_ledger(&self) -> Result<u64, StoreError>;

    // Books, levels.

    /// Keeps a book of issued puzzles under the next id, without a gap, with `book.puzzles` the number of `places`, and not void. One that
    /// differs from a known book in nothing but id and version, with the same places, is that book: its id is returned.
    /// [`StoreError::NotIssued`], [`StoreError::Void`], [`StoreError::PrintedTwice`].
    fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError>;

    /// Makes a book void, in its record; false if it was before. [`StoreError::NoBook`] if there is none.
    fn void_book(&self, id: u32) -> Result<bool, StoreError>;

    /// All books, the first first.
    fn books(&self) -> Result<Vec<Book>, StoreError>;

    /// The books that the puzzle is printed in, and where, the first first.
    fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError>;

    /// The books that puzzles of the batch are printed in, each with how many of them, by id.
    fn books_of(&self, batch: u32) -> Result<Vec<(u32, u32)>, StoreError>;

    /// All events, the first first.
    fn events(&self) -> Result<Vec<Event>, StoreError>;

    /// Keeps events after the `known` first ones. [`StoreError::Overtaken`] if there are not exactly so many: of two who
    /// decided by the same events, one is refused. [`StoreError::NotIssued`] of a puzzle that is not there,
    /// [`StoreError::Void`] of one that is to run and is void.
    fn append(&self, known: u32, events: &[Event]) -> Result<(), StoreError>;

    /// The level table as TOML. A new database begins with the default one on record; one that has none on record was
    /// made before there were others.
    fn levels(&self) -> Result<Option<String>, StoreError>;

    /// Replaces the level table; none takes it off the record.
    fn set_levels(&self, toml: Option<&str>) -> Result<(), StoreError>;

    // All of it.

    /// Folds what piles up; how many rows were. Nothing changes for those who read.
    fn tidy(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// What can be said of the place, a name and a text each; `danger` is how it could forget.
    fn status(&self) -> Result<Vec<(String, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// The text that is kept under a name, of the database as a whole.
    fn property(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Keeps a text under a name for ever: what is kept there now, which is another text if there was one. None, and nothing is
    /// kept, if `unissued` and something was issued ever.
    fn claim(&self, name: &str, text: &str, unissued: bool) -> Result<Option<String>, StoreError>;

    /// How much there is, cheaply; what does not fit together is [`StoreError::Damaged`].
    fn counts(&self) -> Result<Counts, StoreError>;

    /// Reads everything and tells what does not fit together: seeds, their index, twins and uses; ledger and issued puzzles;
    /// batches, their counts without holes and of what is void; books and places. Goes on after what is damaged.
    fn check(&mut self) -> Result<Vec<Problem>, StoreError>;
}
