//! The server as an engine: each call is one transaction over functions that stand beside the tables they work on.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

use super::fault::Fault;
use super::ledger::{Commit, Done};
use super::{
    PgEngine, batches, books, check, connect, events, ledger, outlines, seeds, types, void,
};
use crate::record::{Batch, Book, Event, Fingerprint, Issued, Outline, Place, Seed};
use crate::store::engine::{Committed, Engine, Keys, LedgerEntry};
use crate::store::{Added, Counts, Eligible, Identity, Problem, StoreError, Voided, Wanted};
use crate::symmetry::Key;

impl Engine for PgEngine {
    fn path(&self) -> &Path {
        &self.pool.name
    }

    fn created(&self) -> bool {
        self.created
    }

    fn is_read_only(&self) -> bool {
        false
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn identity(&self) -> Option<Identity> {
        self.pool.identity.get().copied()
    }

    fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, StoreError> {
        seeds::are_graded(seeds)?;
        self.pool.write(|transaction, before: Option<&Added>| {
            let added = seeds::add(transaction, seeds)?;
            // If all are known now, it was done.
            let is_done = added.known == seeds.len();
            Ok(before.copied().filter(|_| is_done).unwrap_or(added))
        })
    }

    fn complete_seeds(&self, seeds: &[Seed]) -> Result<u64, StoreError> {
        self.pool.write(|transaction, before: Option<&u64>| {
            let completed = seeds::complete(transaction, seeds)?;
            // If nothing is lacking now, it was done.
            Ok(before.copied().filter(|_| completed == 0).unwrap_or(completed))
        })
    }

    fn remove_seed(&self, key: Key) -> Result<bool, StoreError> {
        self.pool.write(|transaction, before: Option<&bool>| {
            Ok(seeds::remove(transaction, key)? || before == Some(&true))
        })
    }

    fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.pool.read(|transaction| seeds::get(transaction, key))
    }

    fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        self.pool.read(|transaction| seeds::of_prefix(transaction, prefix))
    }

    fn seeds(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
        self.pool.read(|transaction| seeds::graded(transaction, ladder, &tiers))
    }

    fn eligible(&self, wanted: &Wanted, limit: Option<usize>) -> Result<Vec<Eligible>, StoreError> {
        self.pool.read(|transaction| seeds::eligible(transaction, wanted, limit))
    }

    fn outlines(&self, wanted: &Wanted) -> Result<Vec<(Outline, u64)>, StoreError> {
        self.pool.read(|transaction| outlines::wanted(transaction, wanted))
    }

    fn fingerprints(
        &self,
        ladder: &str,
        tiers: RangeInclusive<u8>,
    ) -> Result<Vec<Fingerprint>, StoreError> {
        self.pool.read(|transaction| seeds::fingerprints(transaction, ladder, &tiers))
    }

    fn seeds_of(&self, keys: &[Key]) -> Result<Vec<Option<Seed>>, StoreError> {
        self.pool.read(|transaction| seeds::of_keys(transaction, keys))
    }

    fn know_twins(&self, twins: &[(&str, Key)]) -> Result<Vec<bool>, StoreError> {
        self.pool.read(|transaction| seeds::know_twins(transaction, twins))
    }

    fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError> {
        self.pool.read(seeds::uses)
    }

    fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError> {
        let token = types::random()?;
        self.pool
            .write(|transaction, before| batches::new(transaction, batch, token, before.copied()))
    }

    fn remove_empty_batch(&self, id: u32) -> Result<bool, StoreError> {
        self.pool.write(|transaction, before: Option<&bool>| {
            Ok(batches::remove_empty(transaction, id)? || before == Some(&true))
        })
    }

    fn batches(&self) -> Result<Vec<Batch>, StoreError> {
        self.pool.read(batches::list)
    }

    fn batch(&self, id: u32) -> Result<Option<Batch>, StoreError> {
        self.pool.read(|transaction| batches::get(transaction, id))
    }

    fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        self.pool.read(batches::last)
    }

    fn commit(&self, batch: &Batch, puzzles: &[Issued]) -> Result<Committed, StoreError> {
        let mut commit = Commit::of(puzzles);
        let done = self
            .pool
            .write(|transaction, before: Option<&Done>| commit.attempt(transaction, batch, before));
        done.map(Committed::from)
    }

    fn issue_whole(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: Option<(&Book, &[Place])>,
    ) -> Result<Option<u32>, StoreError> {
        let token = types::random()?;
        self.pool.write(|transaction, before| {
            books::issue(transaction, (batch, puzzles), book, token, before)
        })
    }

    fn places_of(&self, keys: &[Key]) -> Result<Vec<Option<(u32, u32)>>, StoreError> {
        self.pool.read(|transaction| ledger::places_of(transaction, keys))
    }

    fn keys_by_prefix(&self, of: Keys, prefixes: &[u64]) -> Result<Vec<Vec<Key>>, StoreError> {
        self.pool.read(|transaction| ledger::keys_by_prefix(transaction, of, prefixes))
    }

    fn issued_range(&self, batch: u32, from: u32, count: u32) -> Result<Vec<Issued>, StoreError> {
        self.pool.read(|transaction| ledger::issued_range(transaction, batch, from, count))
    }

    fn void(
        &self,
        places: &[(u32, u32)],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError> {
        self.pool.write(|transaction, before: Option<&Voided>| {
            let voided = void::void(transaction, places, printed_too, known)?;
            // If all that were made void then are so now, it was done.
            Ok(before.copied().filter(|_| voided.new == 0).unwrap_or(voided))
        })
    }

    fn count_export(&self, batches: &[u32]) -> Result<(), StoreError> {
        let counted = self.pool.write(|transaction, before: Option<&Vec<u32>>| {
            void::count_export(transaction, batches, before)
        });
        counted.map(drop)
    }

    fn books_of(&self, batch: u32) -> Result<Vec<(u32, u32)>, StoreError> {
        self.pool.read(|transaction| void::books_of(transaction, batch))
    }

    fn ledger_range(
        &self,
        after: Option<Key>,
        count: usize,
    ) -> Result<Vec<LedgerEntry>, StoreError> {
        self.pool.read(|transaction| ledger::range(transaction, after, count))
    }

    fn rebuild_ledger(&self) -> Result<u64, StoreError> {
        self.pool.write(|transaction, before: Option<&u64>| {
            let changed = ledger::rebuild(transaction)?;
            Ok(before.copied().filter(|_| changed == 0).unwrap_or(changed))
        })
    }

    fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError> {
        self.pool.write(|transaction, _: Option<&u32>| books::record(transaction, book, places))
    }

    fn books(&self) -> Result<Vec<Book>, StoreError> {
        self.pool.read(books::list)
    }

    fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError> {
        self.pool.read(|transaction| books::printed(transaction, batch, number))
    }

    fn void_book(&self, id: u32) -> Result<bool, StoreError> {
        self.pool.write(|transaction, before: Option<&bool>| {
            Ok(books::void(transaction, id)? || before == Some(&true))
        })
    }

    fn events(&self) -> Result<Vec<Event>, StoreError> {
        self.pool.read(events::list)
    }

    fn append(&self, known: u32, events: &[Event]) -> Result<(), StoreError> {
        self.pool.write(|transaction, before: Option<&()>| {
            events::append(transaction, known, events, before.is_some())
        })
    }

    fn levels(&self) -> Result<Option<String>, StoreError> {
        self.pool.read(books::levels)
    }

    fn set_levels(&self, toml: Option<&str>) -> Result<(), StoreError> {
        self.pool.write(|transaction, _: Option<&()>| books::set_levels(transaction, toml))
    }

    fn property(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.pool.read(|transaction| books::property(transaction, name))
    }

    fn claim(&self, name: &str, text: &str, unissued: bool) -> Result<Option<String>, StoreError> {
        self.pool.write(|transaction, _: Option<&Option<String>>| {
            books::claim(transaction, name, text, unissued)
        })
    }

    fn counts(&self) -> Result<Counts, StoreError> {
        self.pool.read(seeds::counts)
    }

    fn check(&mut self) -> Result<Vec<Problem>, StoreError> {
        self.pool.read(check::all)
    }

    /// Use counts of batches become counts of seeds.
    fn tidy(&self) -> Result<u64, StoreError> {
        self.pool.write(|transaction, before: Option<&u64>| {
            // Commits wait, as they would count in a row that is just being moved.
            transaction.batch_execute("LOCK TABLE seeddb.batch_use IN SHARE ROW EXCLUSIVE MODE")?;
            let moved = transaction.execute(
                "WITH gone AS (DELETE FROM seeddb.batch_use RETURNING seed, uses) \
                 INSERT INTO seeddb.seed_use AS u SELECT seed, sum(uses)::int8 FROM gone GROUP BY seed ORDER BY seed \
                 ON CONFLICT (seed) DO UPDATE SET uses = u.uses + excluded.uses",
                &[],
            )?;
            Ok(before.copied().filter(|_| moved == 0).unwrap_or(moved))
        })
    }

    fn finish_copy(&self) -> Result<(), StoreError> {
        self.finish()
    }

    fn status(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.pool.first(|client| {
            let row = client.query_one(
                "SELECT current_setting('server_version'), current_database(), \
                 pg_size_pretty(pg_database_size(current_database())), \
                 pg_size_pretty((SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c \
                     WHERE relkind = 'r' AND relnamespace = 'seeddb'::regnamespace)::int8), \
                 (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()), \
                 current_setting('synchronous_commit')",
                &[],
            )?;
            let durability = connect::Durability::of(client)?;
            let on = |is_on: bool| if is_on { "on" } else { "off" };
            let mut facts = vec![
                ("server", format!("PostgreSQL {}", row.get::<_, String>(0))),
                ("database", row.get(1)),
                ("size", row.get(2)),
                ("size of seeddb", row.get(3)),
                ("connections", row.get::<_, i64>(4).to_string()),
                ("fsync", on(durability.fsync).to_owned()),
                ("full_page_writes", on(durability.full_page_writes).to_owned()),
                ("synchronous_commit", row.get(5)),
                ("standbys", durability.standbys.to_string()),
                ("synchronous standbys", durability.synchronous.clone()),
            ];
            for danger in durability.dangers() {
                facts.push(("danger", danger.to_owned()));
            }
            Ok::<_, Fault>(facts.into_iter().map(|(name, what)| (name.to_owned(), what)).collect())
        })
    }
}
