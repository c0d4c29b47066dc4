//! The file as an engine: each call is one transaction over functions that stand beside the tables they work on.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

use rayon::prelude::*;
use redb::{ReadTransaction, ReadableTableMetadata};

use super::catalog::Needs;
use super::codec::{Apart, Cataloged};
use super::ledger::Ledger;
use super::tables::{BATCHES, SEEDS};
use super::{
    Access, FileEngine, batches, books, catalog, events, issued, ledger, levels, properties,
    repair, seeds, uses, void,
};
use crate::record::{Batch, Book, Event, Fingerprint, Issued, Outline, Place, Seed};
use crate::store::engine::{Committed, Engine, Keys, LedgerEntry};
use crate::store::{Added, Counts, Eligible, Identity, Problem, StoreError, Voided, Wanted};
use crate::symmetry::Key;

/// Seeds looked at in one go.
const CHUNK: usize = 4_096;

impl Engine for FileEngine {
    fn path(&self) -> &Path {
        &self.path
    }

    fn created(&self) -> bool {
        self.created
    }

    fn is_read_only(&self) -> bool {
        !matches!(self.handle.access, Some(Access::Write(_)))
    }

    fn identity(&self) -> Option<Identity> {
        self.identity
    }

    fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, StoreError> {
        self.write(|transaction| {
            let is_first = transaction.open_table(SEEDS)?.is_empty()?;
            let added = seeds::add(transaction, seeds)?;
            if is_first {
                catalog::write_all(transaction, seeds)?;
            }
            Ok(added)
        })
    }

    fn complete_seeds(&self, seeds: &[Seed]) -> Result<u64, StoreError> {
        self.write(|transaction| seeds::complete(transaction, seeds))
    }

    fn remove_seed(&self, key: Key) -> Result<bool, StoreError> {
        self.write(|transaction| seeds::remove(transaction, key))
    }

    fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.read(|transaction| seeds::get(&transaction.open_table(SEEDS)?, key))
    }

    fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        self.read(|transaction| seeds::of_prefix(transaction, prefix))
    }

    fn seeds(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
        self.read(|transaction| seeds::graded(transaction, ladder, tiers))
    }

    fn eligible(&self, wanted: &Wanted, limit: Option<usize>) -> Result<Vec<Eligible>, StoreError> {
        self.read(|transaction| {
            let seeds = match wanted.key {
                Some(key) => Vec::from_iter(seeds::get(&transaction.open_table(SEEDS)?, key)?),
                None => seeds::graded(transaction, &wanted.ladder, wanted.tiers.clone())?,
            };
            Ok(wanted.choose(seeds, &uses::all(transaction)?, limit))
        })
    }

    fn outlines(&self, wanted: &Wanted) -> Result<Vec<(Outline, u64)>, StoreError> {
        let mut all = self.cataloged(wanted, Needs { apart: wanted.part.is_some(), uses: true })?;
        if let Some(part) = wanted.part {
            self.tell_apart(&wanted.ladder, all.iter_mut().map(|one| &mut one.0))?;
            all.retain(|(one, _)| one.apart.is_some_and(|apart| part.owns(apart.class)));
        }
        Ok(all.into_iter().map(|(one, uses)| (one.outline, uses)).collect())
    }

    fn fingerprints(
        &self,
        ladder: &str,
        tiers: RangeInclusive<u8>,
    ) -> Result<Vec<Fingerprint>, StoreError> {
        let wanted = Wanted { tiers, ..Wanted::graded_by(ladder) };
        let mut all = self.cataloged(&wanted, Needs { apart: true, uses: false })?;
        self.tell_apart(ladder, all.iter_mut().map(|one| &mut one.0))?;
        let fingerprint = |(one, _): (Cataloged, u64)| {
            let (Outline { key, symmetry, .. }, Apart { class, twin }) = (one.outline, one.apart?);
            Some(Fingerprint { key, twin, class, symmetry })
        };
        Ok(all.into_iter().filter_map(fingerprint).collect())
    }

    fn seeds_of(&self, keys: &[Key]) -> Result<Vec<Option<Seed>>, StoreError> {
        self.read(|transaction| {
            let seeds = transaction.open_table(SEEDS)?;
            keys.iter().map(|&key| seeds::get(&seeds, key)).collect()
        })
    }

    fn know_twins(&self, twins: &[(&str, Key)]) -> Result<Vec<bool>, StoreError> {
        self.read(|transaction| seeds::know_twins(transaction, twins))
    }

    fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError> {
        self.read(uses::all)
    }

    fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError> {
        self.write(|transaction| batches::new(transaction, batch))
    }

    fn remove_empty_batch(&self, id: u32) -> Result<bool, StoreError> {
        self.write(|transaction| batches::remove_empty(transaction, id))
    }

    fn batches(&self) -> Result<Vec<Batch>, StoreError> {
        self.read(batches::list)
    }

    fn batch(&self, id: u32) -> Result<Option<Batch>, StoreError> {
        self.read(|transaction| batches::get(&transaction.open_table(BATCHES)?, id))
    }

    fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        self.read(|transaction| batches::last(&transaction.open_table(BATCHES)?))
    }

    fn commit(&self, batch: &Batch, puzzles: &[Issued]) -> Result<Committed, StoreError> {
        self.write(|transaction| ledger::commit(transaction, batch, puzzles))
    }

    fn issue_whole(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: Option<(&Book, &[Place])>,
    ) -> Result<Option<u32>, StoreError> {
        self.write(|transaction| books::issue(transaction, batch, puzzles, book))
    }

    fn places_of(&self, keys: &[Key]) -> Result<Vec<Option<(u32, u32)>>, StoreError> {
        self.look_up(keys)
    }

    fn keys_by_prefix(&self, of: Keys, prefixes: &[u64]) -> Result<Vec<Vec<Key>>, StoreError> {
        self.read(|transaction| match of {
            Keys::Seeds => seeds::keys_of_prefixes(transaction, prefixes),
            Keys::Issued => {
                let ledger = Ledger::read(transaction)?;
                prefixes.iter().map(|&prefix| ledger.of_prefix(prefix)).collect()
            }
        })
    }

    fn issued_range(&self, batch: u32, from: u32, count: u32) -> Result<Vec<Issued>, StoreError> {
        self.read(|transaction| issued::range(transaction, batch, from, count))
    }

    fn void(
        &self,
        places: &[(u32, u32)],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError> {
        self.write(|transaction| void::void(transaction, places, printed_too, known))
    }

    fn count_export(&self, batches: &[u32]) -> Result<(), StoreError> {
        self.write(|transaction| batches::count_export(transaction, batches))
    }

    fn ledger_range(
        &self,
        after: Option<Key>,
        count: usize,
    ) -> Result<Vec<LedgerEntry>, StoreError> {
        self.read(|transaction| Ledger::read(transaction)?.range(after, count))
    }

    fn rebuild_ledger(&self) -> Result<u64, StoreError> {
        self.write(repair::ledger)
    }

    fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError> {
        self.write(|transaction| books::record(transaction, book, places))
    }

    fn books(&self) -> Result<Vec<Book>, StoreError> {
        self.read(books::list)
    }

    fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError> {
        self.read(|transaction| books::printed(transaction, batch, number))
    }

    fn books_of(&self, batch: u32) -> Result<Vec<(u32, u32)>, StoreError> {
        self.read(|transaction| books::of_batch(transaction, batch))
    }

    fn void_book(&self, id: u32) -> Result<bool, StoreError> {
        self.write(|transaction| books::void(transaction, id))
    }

    fn events(&self) -> Result<Vec<Event>, StoreError> {
        self.read(events::events)
    }

    fn append(&self, known: u32, events: &[Event]) -> Result<(), StoreError> {
        self.write(|transaction| events::append(transaction, known, events))
    }

    fn levels(&self) -> Result<Option<String>, StoreError> {
        self.read(levels::toml)
    }

    fn set_levels(&self, toml: Option<&str>) -> Result<(), StoreError> {
        self.write(|transaction| levels::set(transaction, toml))
    }

    fn property(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.read(|transaction| properties::get(transaction, name))
    }

    fn claim(&self, name: &str, text: &str, unissued: bool) -> Result<Option<String>, StoreError> {
        self.write(|transaction| properties::claim(transaction, name, text, unissued))
    }

    fn counts(&self) -> Result<Counts, StoreError> {
        self.read(seeds::counts)
    }

    fn check(&mut self) -> Result<Vec<Problem>, StoreError> {
        self.examine()
    }
}

impl FileEngine {
    /// Works out what tells seeds apart where the catalog does not.
    fn tell_apart<'a>(
        &self,
        ladder: &str,
        all: impl Iterator<Item = &'a mut Cataloged>,
    ) -> Result<(), StoreError> {
        let mut unknown: Vec<&mut Cataloged> = all.filter(|one| one.apart.is_none()).collect();
        for some in unknown.chunks_mut(CHUNK) {
            let keys: Vec<Key> = some.iter().map(|one| one.outline.key).collect();
            let seeds = self.seeds_of(&keys)?;
            some.par_iter_mut().zip(seeds).for_each(|(one, seed)| {
                one.apart = seed.and_then(|seed| seed.fingerprint(ladder)).map(Apart::from);
            });
        }
        Ok(())
    }

    /// The outlines of the seeds that are wanted, whatever part is, with their uses; these are 0 where they are not needed.
    fn cataloged(
        &self,
        wanted: &Wanted,
        needs: Needs,
    ) -> Result<Vec<(Cataloged, u64)>, StoreError> {
        let Wanted { ladder, tiers, key, .. } = wanted;
        let with_uses = |transaction: &_, mut outlines: Vec<Cataloged>| {
            outlines.retain(|one| wanted.admits_outline(&one.outline));
            let unknown = outlines.iter().filter(|one| needs.uses && one.uses.is_none());
            let unknown: Vec<Key> = unknown.map(|one| one.outline.key).collect();
            let mut looked_up = uses::of(transaction, &unknown)?.into_iter();
            let mut uses = |one: &Cataloged| match one.uses {
                _ if !needs.uses => 0,
                Some(uses) => u64::from(uses),
                None => looked_up.next().unwrap_or(0),
            };
            Ok(outlines.into_iter().map(|one| (one, uses(&one))).collect())
        };
        let may_write = key.is_none() && !self.is_read_only();
        let mut are_uncounted = false;
        let mut cataloged = |transaction: &_| {
            let outlines = match key {
                Some(_) => None,
                None => catalog::read(transaction, ladder, tiers.clone(), needs)?,
            };
            let is_good =
                |outlines: &Vec<_>| !(may_write && needs.apart && catalog::lacks_apart(outlines));
            let Some(outlines) = outlines.filter(is_good) else { return Ok(None) };
            are_uncounted = may_write
                && needs.uses
                && catalog::lacks_uses(&outlines)
                && uses::are_many(transaction)?;
            with_uses(transaction, outlines).map(Some)
        };
        let mut found = self.read(&mut cataloged)?;
        let are_many =
            |transaction: &ReadTransaction| Ok(seeds::len(transaction)? >= catalog::FEWEST);
        if found.is_none() && may_write && self.read(are_many)? {
            let known =
                self.read(|transaction| catalog::known(transaction, ladder, tiers.clone(), needs))?;
            self.write(|transaction| {
                let (read, tiers) = (self.handle.begin_read()?, (ladder.as_str(), tiers.clone()));
                catalog::write(transaction, &read, tiers, &known, needs.apart)
            })?;
            found = self.read(&mut cataloged)?;
        }
        if let Some(outlines) = found {
            if are_uncounted {
                self.write(|transaction| {
                    let tiers = (ladder.as_str(), tiers.clone());
                    catalog::count_uses(transaction, &self.handle.begin_read()?, tiers)
                })?;
            }
            return Ok(outlines);
        }
        self.read(|transaction| {
            let outlines = match *key {
                Some(key) => {
                    let seed = seeds::get(&transaction.open_table(SEEDS)?, key)?;
                    let outline = seed.and_then(|seed| seed.outline(ladder));
                    Vec::from_iter(outline.map(Cataloged::from))
                }
                None => catalog::read_some(transaction, ladder, tiers.clone(), needs)?,
            };
            with_uses(transaction, outlines)
        })
    }
}
