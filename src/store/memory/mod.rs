//! An engine in memory: no file, no clock, no other process. Records are the bytes that a file would hold.
//!
//! A lock admits one writer, or readers. Each call that writes does first all that can fail, so that an error changes
//! nothing.

mod books;
mod check;
mod events;
mod issued;
mod seeds;
mod void;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::codec::{RecordError, decode_levels, encode_levels};
use super::engine::{Committed, Engine, Keys, LedgerEntry};
use super::void::used_as;
use super::{Added, Counts, Eligible, Identity, Problem, Store, StoreError, Voided, Wanted, twins};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Event, Issued, Place, Seed};
use crate::symmetry::Key;

/// What errors name.
const PATH: &str = "memory";

/// A database in memory. Clones are the same one, and it lives as long as one of them, or a store of it.
#[derive(Clone)]
pub struct Memory {
    tables: Arc<RwLock<Tables>>,
}

impl Default for Memory {
    /// A new database, without seeds.
    fn default() -> Self {
        let levels = encode_levels(&level_table::write(&LevelTable::default())).ok();
        Self { tables: Arc::new(RwLock::new(Tables { levels, ..Tables::default() })) }
    }
}

impl Memory {
    /// The database, open for writing; any number of times.
    pub fn open(&self) -> Store {
        Store::on(self.clone())
    }

    fn read(&self) -> RwLockReadGuard<'_, Tables> {
        // Nobody panics halfway through a change.
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tables> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// A row of the index of seeds: ladder, tier, bits of the score, key.
type IndexRow = (String, u8, u64, Key);

/// The same tables as in a file (see `file`), but for what only a file needs.
#[derive(Default)]
struct Tables {
    seeds: BTreeMap<Key, Vec<u8>>,
    index: BTreeSet<IndexRow>,
    /// By ladder and twin key, the best seed.
    twins: HashMap<(String, Key), Key>,
    uses: HashMap<Key, u64>,
    ledger: BTreeMap<Key, (u32, u32)>,
    issued: BTreeMap<(u32, u32), Vec<u8>>,
    /// The batch of id i is the i-th, counting from 1; so are books.
    batches: Vec<Vec<u8>>,
    books: Vec<Vec<u8>>,
    /// By batch, number, book.
    printed: BTreeMap<(u32, u32, u32), Vec<u8>>,
    /// The event of id i is the i-th, counting from 1.
    events: Vec<Vec<u8>>,
    levels: Option<Vec<u8>>,
    properties: HashMap<String, String>,
}

/// A record, or the words for why it is none.
fn sound<T>(record: Result<T, RecordError>) -> Result<T, StoreError> {
    record.map_err(|error| StoreError::of_record(&error, PATH.as_ref()))
}

fn damaged(what: impl Into<String>) -> StoreError {
    StoreError::Damaged { path: PATH.into(), what: what.into() }
}

impl Engine for Memory {
    fn path(&self) -> &Path {
        PATH.as_ref()
    }

    fn created(&self) -> bool {
        false
    }

    fn is_read_only(&self) -> bool {
        false
    }

    fn identity(&self) -> Option<Identity> {
        None
    }

    fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, StoreError> {
        seeds::are_sound(seeds)?;
        twins::add(&mut *self.write(), seeds)
    }

    fn complete_seeds(&self, seeds: &[Seed]) -> Result<u64, StoreError> {
        seeds::are_sound(seeds)?;
        twins::complete(&mut *self.write(), seeds)
    }

    fn remove_seed(&self, key: Key) -> Result<bool, StoreError> {
        twins::remove(&mut *self.write(), key)
    }

    fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.read().seed_of(key)
    }

    fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        self.read().seeds_of_prefix(prefix)
    }

    fn seeds(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
        self.read().graded(ladder, tiers)
    }

    fn eligible(&self, wanted: &Wanted, limit: Option<usize>) -> Result<Vec<Eligible>, StoreError> {
        let tables = self.read();
        let seeds = match wanted.key {
            Some(key) => Vec::from_iter(tables.seed_of(key)?),
            None => tables.graded(&wanted.ladder, wanted.tiers.clone())?,
        };
        Ok(wanted.choose(seeds, &tables.uses, limit))
    }

    fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError> {
        Ok(self.read().uses.clone())
    }

    fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError> {
        self.write().new_batch(batch)
    }

    fn remove_empty_batch(&self, id: u32) -> Result<bool, StoreError> {
        self.write().remove_empty_batch(id)
    }

    fn batches(&self) -> Result<Vec<Batch>, StoreError> {
        let tables = self.read();
        (1..=tables.last_batch_id()).filter_map(|id| tables.batch(id).transpose()).collect()
    }

    fn batch(&self, id: u32) -> Result<Option<Batch>, StoreError> {
        self.read().batch(id)
    }

    fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        let tables = self.read();
        tables.batch(tables.last_batch_id())
    }

    fn commit(&self, batch: &Batch, puzzles: &[Issued]) -> Result<Committed, StoreError> {
        let mut tables = self.write();
        let before = tables.batch(batch.id)?.ok_or(StoreError::NoBatch(batch.id))?;
        let issue = tables.issue(&used_as(batch, &before), before.issued, puzzles)?;
        Ok(tables.apply(issue))
    }

    fn issue_whole(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: Option<(&Book, &[Place])>,
    ) -> Result<Option<u32>, StoreError> {
        let mut tables = self.write();
        if tables.last_batch_id().checked_add(1) != Some(batch.id) {
            return Err(StoreError::Overtaken);
        }
        let issue = tables.issue(batch, 0, puzzles)?;
        if !issue.committed.refused.is_empty() {
            return Err(StoreError::Overtaken);
        }
        let is_new = |place: &Place| {
            place.batch == batch.id && (1..=puzzles.len() as u32).contains(&place.number)
        };
        let print = |(book, places)| tables.print(book, places, is_new);
        let printing = book.map(print).transpose()?;
        tables.apply(issue);
        Ok(printing.map(|printing| tables.keep(printing)))
    }

    fn places_of(&self, keys: &[Key]) -> Result<Vec<Option<(u32, u32)>>, StoreError> {
        let tables = self.read();
        Ok(keys.iter().map(|key| tables.ledger.get(key).copied()).collect())
    }

    fn keys_by_prefix(&self, of: Keys, prefixes: &[u64]) -> Result<Vec<Vec<Key>>, StoreError> {
        let tables = self.read();
        let find = |&prefix| match of {
            Keys::Seeds => issued::keys(&tables.seeds, prefix),
            Keys::Issued => issued::keys(&tables.ledger, prefix),
        };
        Ok(prefixes.iter().map(find).collect())
    }

    fn issued_range(&self, batch: u32, from: u32, count: u32) -> Result<Vec<Issued>, StoreError> {
        self.read().issued_range(batch, from, count)
    }

    fn void(
        &self,
        places: &[(u32, u32)],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError> {
        self.write().void(places, printed_too, known)
    }

    fn count_export(&self, batches: &[u32]) -> Result<(), StoreError> {
        self.write().count_export(batches)
    }

    fn ledger_range(
        &self,
        after: Option<Key>,
        count: usize,
    ) -> Result<Vec<LedgerEntry>, StoreError> {
        Ok(self.read().ledger_range(after, count))
    }

    fn rebuild_ledger(&self) -> Result<u64, StoreError> {
        self.write().rebuild_ledger()
    }

    fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError> {
        let mut tables = self.write();
        let printing = tables.print(book, places, |_| false)?;
        Ok(tables.keep(printing))
    }

    fn books(&self) -> Result<Vec<Book>, StoreError> {
        let tables = self.read();
        (1..=tables.books.len() as u32).map(|id| tables.book(id)).collect()
    }

    fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError> {
        self.read().printed(batch, number)
    }

    fn books_of(&self, batch: u32) -> Result<Vec<(u32, u32)>, StoreError> {
        Ok(self.read().books_of(batch))
    }

    fn void_book(&self, id: u32) -> Result<bool, StoreError> {
        self.write().void_book(id)
    }

    fn events(&self) -> Result<Vec<Event>, StoreError> {
        self.read().events()
    }

    fn append(&self, known: u32, events: &[Event]) -> Result<(), StoreError> {
        self.write().append(known, events)
    }

    fn levels(&self) -> Result<Option<String>, StoreError> {
        let tables = self.read();
        let levels = tables.levels.as_deref();
        levels.map(|record| sound(decode_levels(super::codec::CURRENT, record))).transpose()
    }

    fn set_levels(&self, toml: Option<&str>) -> Result<(), StoreError> {
        let record = toml.map(|toml| sound(encode_levels(toml))).transpose()?;
        self.write().levels = record;
        Ok(())
    }

    fn property(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self.read().properties.get(name).cloned())
    }

    fn claim(&self, name: &str, text: &str, unissued: bool) -> Result<Option<String>, StoreError> {
        let mut tables = self.write();
        if let Some(known) = tables.properties.get(name) {
            return Ok(Some(known.clone()));
        }
        if unissued && !tables.ledger.is_empty() {
            return Ok(None);
        }
        tables.properties.insert(name.to_owned(), text.to_owned());
        Ok(Some(text.to_owned()))
    }

    fn counts(&self) -> Result<Counts, StoreError> {
        Ok(self.read().counts())
    }

    fn check(&mut self) -> Result<Vec<Problem>, StoreError> {
        Ok(self.read().check())
    }
}
