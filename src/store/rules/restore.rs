//! A database made of records, by the rules that every other change goes through: what they refuse is not restored either.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use super::super::content::{CHUNK, wrong};
use super::super::engine::{Done, Fault, Snapshot, Transaction};
use super::super::pieces::{ToldBatch, ToldBook, ToldSeed};
use super::super::record::{At, Record, encode};
use super::super::{Identity, StoreError};
use super::{batches, books, events, keys, ledger, seeds, texts, uses};
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::symmetry::{GridClass, Key};

/// An empty database that is being filled: with seeds, then batches, each before its puzzles, books, each before its places, and events.
///
/// Puzzles become void last: one may have been printed, or have run in a feed, before it was made void, and the rules for books and
/// events refuse what is void.
#[derive(Default)]
pub(in crate::store) struct Entering {
    /// The batch that is being filled, and what is said of it.
    batch: Option<(Batch, ToldBatch)>,
    /// The book whose places come.
    book: Option<(ToldBook, Vec<Place>)>,
    void: Vec<At>,
    /// Of each batch that has some, how many puzzles are void.
    voids: BTreeMap<u32, u32>,
    books: u32,
    events: u32,
    /// Uses of seeds as they are told.
    uses: Vec<(Key, u64)>,
    /// The place, in what was given last, of what was refused.
    pub at: usize,
}

impl Entering {
    /// Says what the database is: its levels as TOML, other texts by name.
    pub(in crate::store) fn begin(
        to: &mut dyn Transaction,
        identity: Identity,
        levels: &str,
        others: &[(String, String)],
    ) -> Done<Self> {
        texts::found(to, identity, levels)?;
        for (name, text) in others {
            texts::claim(to, name, text, false)?;
        }
        Ok(Self::default())
    }

    /// Adds seeds, of which those that give the same refills as a better one are left out.
    pub(in crate::store) fn seeds(
        &mut self,
        to: &mut dyn Transaction,
        told: Vec<ToldSeed>,
    ) -> Done {
        let mut grids: HashMap<Key, GridClass> = HashMap::with_capacity(told.len());
        let mut all = Vec::with_capacity(told.len());
        for ToldSeed { seed, issued, class } in told {
            grids.extend(class.map(|class| (seed.key, class)));
            self.uses.extend(issued.map(|issued| (seed.key, issued)));
            all.push(seed);
        }
        seeds::add(to, &all, &grids).map(drop)
    }

    /// Begins the next batch, with this token.
    pub(in crate::store) fn batch(
        &mut self,
        to: &mut dyn Transaction,
        told: ToldBatch,
        token: u128,
    ) -> Done {
        self.end_batch(to)?;
        let ToldBatch { batch, asked, .. } = &told;
        let new = Batch { token, asked: asked.unwrap_or(0), ..batch.clone() };
        let kept = batches::begin(to, &new)?;
        expect(kept.id == batch.id, &Batch::name(&kept.id), "it is missing")?;
        self.batch = Some((kept, told));
        Ok(())
    }

    /// Issues the next puzzles of the batch but for the lost ones, which were proved: at most some ten thousand at a time.
    pub(in crate::store) fn puzzles(
        &mut self,
        to: &mut dyn Transaction,
        puzzles: &[Entry],
    ) -> Done {
        let none = || StoreError::NoBatch(puzzles.first().map_or(0, |one| one.batch));
        let (kept, _) = self.batch.as_mut().ok_or_else(none)?;
        let lost = kept.lost.clone();
        let full = || Fault::Store(StoreError::BatchFull(kept.id));
        let mut last = kept.issued;
        for (at, puzzle) in puzzles.iter().enumerate() {
            self.at = at;
            let Entry { batch, number, .. } = *puzzle;
            let is_lost = batch == kept.id && lost.has(number);
            expect(!is_lost, &Entry::name(&(batch, number)), "its batch says that it is lost")?;
            last = lost.next_kept(last).ok_or_else(full)?;
            let is_here = (batch, number) == (kept.id, last);
            expect(is_here, &Entry::name(&(kept.id, last)), "it is missing")?;
            if puzzle.void {
                self.void.push((kept.id, number));
                *self.voids.entry(kept.id).or_default() += 1;
            }
        }
        kept.issued = last;
        let keys: Vec<Key> = puzzles.iter().map(|puzzle| puzzle.key).collect();
        if let Some(again) = self.first_known(to, &keys)? {
            let Entry { batch, number, .. } = puzzles[again];
            let again = wrong(Entry::name(&(batch, number)));
            return Err(Fault::Store(again("its key is that of a puzzle before it")));
        }
        let unvoided: Vec<Entry> =
            puzzles.iter().map(|puzzle| Entry { void: false, ..puzzle.clone() }).collect();
        ledger::enter(to, &unvoided)
    }

    /// The place of the first key that is in the ledger, or twice among these.
    fn first_known(&mut self, from: &dyn Snapshot, keys: &[Key]) -> Done<Option<usize>> {
        let mut seen = HashSet::with_capacity(keys.len());
        let mut places = ledger::places(from, keys)?.into_iter().zip(keys);
        let again = places.position(|(known, key)| known.is_some() || !seen.insert(*key));
        self.at = again.unwrap_or(self.at);
        Ok(again)
    }

    /// Enters keys of the batch that have no puzzle.
    pub(in crate::store) fn keys(&mut self, to: &mut dyn Transaction, new: &[Key]) -> Done {
        if let Some(again) = self.first_known(to, new)? {
            let again = wrong(format!("key {}", new[again]));
            return Err(Fault::Store(again("it is in the ledger before")));
        }
        let (kept, _) = self.batch.as_mut().ok_or(StoreError::NoBatch(0))?;
        let (_, entered) = keys::enter(to, kept, new)?;
        kept.asked = entered.asked;
        kept.keys = entered.keys;
        Ok(())
    }

    fn end_batch(&mut self, to: &mut dyn Transaction) -> Done {
        let Some((mut kept, told)) = self.batch.take() else { return Ok(()) };
        let ToldBatch { batch, asked, issued, void } = told;
        kept.issued = kept.issued.max(kept.lost.last());
        let voids = self.voids.get(&kept.id).copied().unwrap_or(0);
        let is_right = |told: Option<u32>, found| told.is_none_or(|told| told == found);
        expect(
            is_right(issued, kept.issued) && is_right(void, voids),
            &Batch::name(&kept.id),
            "it has other puzzles than it counts",
        )?;
        batches::change(to, kept.id, |change| {
            change.issued = kept.issued;
            change.exports = batch.exports;
            change.asked = asked.unwrap_or(kept.issued.max(kept.asked));
            change.attempts = batch.attempts;
        })
    }

    /// Begins the next book.
    pub(in crate::store) fn book(&mut self, to: &mut dyn Transaction, told: ToldBook) -> Done {
        self.end_batch(to)?;
        self.end_book(to)?;
        self.book = Some((told, Vec::new()));
        Ok(())
    }

    /// Takes places of the book.
    pub(in crate::store) fn places(&mut self, places: Vec<Place>) -> Done {
        let Some((_, all)) = &mut self.book else { return Err(StoreError::NoBook(0).into()) };
        all.extend(places);
        Ok(())
    }

    fn end_book(&mut self, to: &mut dyn Transaction) -> Done {
        let Some((ToldBook { book, puzzles }, places)) = self.book.take() else { return Ok(()) };
        let name = Book::name(&book.id);
        let is_whole = puzzles.is_none_or(|puzzles| puzzles as usize == places.len());
        expect(is_whole, &name, "it has other puzzles than it counts")?;
        self.books += 1;
        expect(book.id == self.books, &Book::name(&self.books), "it is missing")?;
        books::enter(to, &book, &places)
    }

    /// Keeps the next events.
    pub(in crate::store) fn events(
        &mut self,
        to: &mut dyn Transaction,
        events: &[(u32, Event)],
    ) -> Done {
        let events: &[Event] = &events.iter().map(|row| row.1.clone()).collect::<Vec<_>>();
        self.end_batch(to)?;
        self.end_book(to)?;
        if let Err(fault) = events::append(to, self.events, events) {
            let is_wrong = |event: &Event| match &fault {
                Fault::Store(StoreError::NotIssued(batch, number)) => {
                    (event.batch, event.number) == (*batch, *number)
                }
                _ => encode(&1, event).is_err(),
            };
            self.at = events.iter().position(is_wrong).unwrap_or(0);
            return Err(fault);
        }
        self.events += events.len() as u32;
        Ok(())
    }

    /// Ends what was begun, and makes void what is.
    pub(in crate::store) fn finish(mut self, to: &mut dyn Transaction) -> Done {
        self.end_batch(to)?;
        self.end_book(to)?;
        for some in self.void.chunks(CHUNK) {
            events::void(to, some, true, None)?;
        }
        for some in mem::take(&mut self.uses).chunks(CHUNK) {
            let keys: Vec<Key> = some.iter().map(|(key, _)| *key).collect();
            for ((key, told), found) in some.iter().zip(uses::of(to, &keys)?) {
                let what = format!("{found} puzzles were issued from it, and {told} are said");
                expect(*told == found, &Seed::name(key), &what)?;
            }
        }
        Ok(())
    }
}

fn expect(holds: bool, name: &str, what: &str) -> Done {
    if holds { Ok(()) } else { Err(Fault::Store(wrong(name)(what))) }
}
