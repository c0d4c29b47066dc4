//! A new database made of the remains of a damaged one.
//!
//! As a [restored](super::Content) one it breaks no law of the [ledger](crate::ledger): it is new, each puzzle in it is proved, and
//! nobody is handed one. A puzzle keeps the batch and the number under which it was issued, whatever is lost around it, as these may
//! be printed; numbers of lost puzzles stay free for ever.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::content::{CHUNK, prove};
use super::record::At;
use super::remains::{Piece, Remains};
use super::rules::salvage::{self, Saved};
use super::rules::seeds;
use super::{Identity, Store, StoreError};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Event, Numbers, Place, Seed, What};
use crate::symmetry::Key;

/// The most batches, and books, that are made again without a trace of them: more are not missing, but a record is nonsense.
const MADE_UP: u64 = 1_000_000;
/// What stands in the place of words that are lost.
const LOST: &str = "lost in a damaged file";

/// The places of puzzles by batch, number and book.
type Places = BTreeMap<(u32, u32, u32), Place>;

/// What a [`Loss`] is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Parts of the file that the disk did not give.
    File,
    /// Which database it is.
    Identity,
    /// The level table.
    Levels,
    /// Seeds.
    Seeds,
    /// The record of a batch.
    Batch,
    /// Puzzles of a batch.
    Puzzles,
    /// The record of a book.
    Book,
    /// Places of a book.
    Places,
    /// Days of series, and notes.
    Events,
}

impl Part {
    /// Whether it is of what the database promises to keep: puzzles, batches, books, days.
    pub const fn is_ledger(self) -> bool {
        matches!(self, Self::Batch | Self::Puzzles | Self::Book | Self::Places | Self::Events)
    }
}

/// Something that was in the database, and is not in the one that was saved; or may not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// What it is of.
    pub part: Part,
    /// The batch or the book, if it is of one.
    pub id: Option<u32>,
    /// How many, if that is known: bytes of a file, else records.
    pub count: Option<u64>,
    /// In words.
    pub words: String,
}

/// What a salvage found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Salvaged {
    /// Seeds.
    pub seeds: u64,
    /// Batches.
    pub batches: u64,
    /// Puzzles.
    pub issued: u64,
    /// Books.
    pub books: u64,
    /// Days of series, and notes.
    pub events: u64,
    /// What is lost, in the order of [`Part`].
    pub losses: Vec<Loss>,
}

/// Seeds that a database began with, and their edition, which one that had them has on record.
pub(crate) type Starter<'a> = (u32, &'a dyn Fn() -> Vec<Seed>);

impl Store {
    /// Makes the database of what is found in the file at `broken`, whatever became of it, in one commit; `told` hears how many bytes
    /// were read, then how many puzzles are proved and entered, and says whether to go on. None if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; [`StoreError::NotADatabase`] if nothing is found; failures of the engine. Nothing is
    /// there then, or what was there.
    pub(crate) fn salvage(
        &self,
        broken: &Path,
        starter: Starter<'_>,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Salvaged>, StoreError> {
        if self.exists()? {
            return Err(StoreError::There(self.path()));
        }
        let Some(mut remains) = Remains::of(broken, told)? else { return Ok(None) };
        let mut proved = Vec::with_capacity(remains.puzzles.len());
        for pieces in std::mem::take(&mut remains.puzzles).chunks(CHUNK) {
            proved.extend(remains.proved(pieces)?);
            if !told(proved.len() as u64) {
                return Ok(None);
            }
        }
        if proved.is_empty() && remains.is_empty() {
            let what = "no record of one is in it";
            return Err(StoreError::NotADatabase { path: broken.to_owned(), what });
        }
        let mut plan = Plan { store: self, puzzles: placed(&proved), losses: Vec::new() };
        let saved = plan.saved(&mut remains, starter)?;
        let puzzles = &plan.puzzles;
        let made = self.fill_whole(|to| {
            let mut done = 0;
            salvage::all(to, &saved, &mut || {
                let pieces = &puzzles[done..puzzles.len().min(done + CHUNK)];
                done += pieces.len();
                if !told((puzzles.len() + done) as u64) {
                    return Ok(None);
                }
                let mut entries = remains.read(pieces.iter().map(|(piece, _)| piece))?;
                for (entry, (_, at)) in entries.iter_mut().zip(pieces) {
                    (entry.batch, entry.number) = *at;
                }
                Ok(Some(entries))
            })
        })?;
        let counts = if made { self.counts()? } else { return Ok(None) };
        let mut losses = plan.losses;
        if let Some(marks) = self.marks().map(|marks| marks.at(broken))
            && let Some(older) = self.read(|from| marks.missing(from))?
        {
            let words =
                format!("{}: they left no trace, and a mark knows of them", older.missing());
            losses.push(Loss { part: Part::Puzzles, id: None, count: Some(older.puzzles), words });
        }
        losses.sort_by_key(|loss| (loss.part, loss.id));
        Ok(Some(Salvaged {
            seeds: counts.seeds,
            batches: counts.batches,
            issued: puzzles.len() as u64,
            books: saved.books.len() as u64,
            events: saved.events.len() as u64,
            losses,
        }))
    }
}

/// Each piece and where it goes, rising: where it was issued. Of several at one place, which can only be of changes that were never
/// done, one stays; the others go behind the last batch.
fn placed(pieces: &[Piece]) -> Vec<(Piece, At)> {
    let mut strays: Vec<Piece> = Vec::new();
    let mut last = 0;
    let mut puzzles: Vec<(Piece, At)> = Vec::with_capacity(pieces.len());
    for same in pieces.chunk_by(|one, other| one.at == other.at) {
        last = last.max(same[0].at.0);
        puzzles.push((same[0], same[0].at));
        strays.extend(&same[1..]);
    }
    // Of several places of one puzzle the first.
    let mut keys: Vec<(Key, u32)> =
        puzzles.iter().zip(0..).map(|((piece, _), place)| (piece.key, place)).collect();
    keys.sort_unstable();
    let again = keys.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[1].1 as usize);
    let again: HashSet<usize> = again.collect();
    let mut place = 0..;
    puzzles.retain(|_| place.next().is_some_and(|place| !again.contains(&place)));
    strays.sort_unstable_by_key(|piece| piece.key);
    strays.dedup_by_key(|piece| piece.key);
    strays.retain(|piece| keys.binary_search_by_key(&piece.key, |known| known.0).is_err());
    puzzles.extend(strays.into_iter().zip((1..).map(|number| (last.saturating_add(1), number))));
    puzzles
}

/// How the database is made, and what is lost on the way.
struct Plan<'s> {
    store: &'s Store,
    puzzles: Vec<(Piece, At)>,
    losses: Vec<Loss>,
}

impl Plan<'_> {
    fn lose(&mut self, part: Part, id: Option<u32>, count: Option<u64>, words: String) {
        self.losses.push(Loss { part, id, count, words });
    }

    fn has(&self, at: At) -> bool {
        self.puzzles.binary_search_by_key(&at, |(_, own)| *own).is_ok()
    }

    /// All but the puzzles.
    fn saved(&mut self, remains: &mut Remains, starter: Starter<'_>) -> Result<Saved, StoreError> {
        if remains.unread > 0 {
            let words = "the disk did not give some parts of the file".to_owned();
            self.lose(Part::File, None, Some(remains.unread), words);
        }
        let (identity, levels) = (self.identity(remains)?, self.levels(remains));
        let seeds = self.seeds(remains, starter);
        let keys = self.keys(remains);
        let batches = self.batches(remains, keys.keys().next_back().copied())?;
        let (books, places) = self.books(remains)?;
        let events = self.events(remains);
        let texts = std::mem::take(&mut remains.texts).into_iter();
        let texts = texts.filter(|(name, _)| !is_made_anew(name));
        Ok(Saved {
            identity,
            levels,
            texts: texts.filter_map(|(name, mut all)| Some((name, all.pop()?))).collect(),
            grids: seeds::grids(&seeds),
            seeds,
            batches,
            books,
            places,
            events,
            keys,
        })
    }

    fn identity(&mut self, remains: &Remains) -> Result<Identity, StoreError> {
        let known = remains.texts.get("identity").and_then(|all| all.last()?.parse().ok());
        if let Some(known) = known {
            return Ok(known);
        }
        let words = "which database it was is lost: it is another one from now on".to_owned();
        self.lose(Part::Identity, None, None, words);
        self.store.token().map(Identity)
    }

    fn levels(&mut self, remains: &Remains) -> String {
        let known = remains.texts.get("levels").map_or(&[][..], Vec::as_slice);
        let mut known = known.iter().filter(|toml| level_table::read(toml).is_ok());
        let count = known.clone().count();
        let words = match count {
            0 => "the level table is lost: the default one stands in its place",
            1 => "",
            _ => {
                "several level tables were found, older ones among them: see whether the right one was kept"
            }
        };
        if count != 1 {
            self.lose(Part::Levels, None, None, words.to_owned());
        }
        let default = || level_table::write(&LevelTable::default());
        known.next_back().cloned().unwrap_or_else(default)
    }

    /// All states of all seeds, the richest of each first: what the others lack is taken from it, and twins give way.
    fn seeds(&mut self, remains: &mut Remains, (edition, starter): Starter<'_>) -> Vec<Seed> {
        let mut seeds: Vec<Seed> = Vec::new();
        for (key, mut states) in std::mem::take(&mut remains.seeds) {
            states.retain(|seed| !seed.gradings.is_empty() && prove(&seed.puzzle, key).is_ok());
            states.sort_by_key(|seed| std::cmp::Reverse(seed.gradings.len()));
            seeds.extend(states);
        }
        if remains.texts.contains_key(&super::texts::of_edition(edition).0) {
            seeds.extend(starter());
        }
        let known: HashSet<Key> = seeds.iter().map(|seed| seed.key).collect();
        let gone = remains.used.iter().filter(|key| !known.contains(key)).count() as u64;
        if gone > 0 {
            let words =
                "seeds that gave puzzles are not there: lost, or given up for better ones before";
            self.lose(Part::Seeds, None, Some(gone), words.to_owned());
        }
        seeds
    }

    /// The batches by their ids from 1 on, each with what is lost of it.
    fn batches(
        &mut self,
        remains: &mut Remains,
        of_keys: Option<u32>,
    ) -> Result<Vec<Batch>, StoreError> {
        let mut records = std::mem::take(&mut remains.batches);
        let of_puzzles = self.puzzles.last().map_or(0, |(_, at)| at.0);
        let of_places = remains.places.keys().map(|at| at.0).max();
        let of_events = remains.events.values().map(|event| event.batch).max();
        let last = records.keys().next_back().copied().max(of_places).max(of_events).max(of_keys);
        let last = last.unwrap_or(0).max(of_puzzles);
        let known = self.puzzles.chunk_by(|one, other| one.1.0 == other.1.0).count();
        made_up(last, records.len().max(known), "batches")?;
        let mut batches = Vec::new();
        let mut at = 0;
        for id in 1..=last {
            let end = at + self.puzzles[at..].partition_point(|(_, place)| place.0 == id);
            let own = &self.puzzles[at..end];
            at = end;
            let numbers = own.iter().map(|(_, place)| place.1);
            let void = own.iter().filter(|(piece, _)| piece.void).count() as u32;
            let issued = own.last().map_or(0, |(_, place)| place.1);
            let is_of_strays = own.first().is_some_and(|(piece, place)| piece.at != *place);
            let record = records.remove(&id);
            let issued = issued.max(record.as_ref().map_or(0, |batch| batch.issued));
            let holes = Numbers::but(numbers, issued);
            if is_of_strays {
                let words = "puzzles whose numbers others have, from a change that was not done: a batch of their own";
                self.lose(Part::Batch, Some(id), Some(u64::from(issued)), words.to_owned());
            } else if record.is_none() {
                let words = "its record is lost: what it was asked for, and its note".to_owned();
                self.lose(Part::Batch, Some(id), None, words);
            }
            if holes.count() > 0 {
                let words = format!("puzzles {holes}");
                self.lose(Part::Puzzles, Some(id), Some(holes.count()), words);
            }
            let batch = match record {
                Some(batch) => batch,
                None => Batch {
                    token: self.store.token()?,
                    asked: issued,
                    note: LOST.to_owned(),
                    version: String::new(),
                    ..Batch::new()
                },
            };
            batches.push(Batch { id, issued, void, lost: holes, ..batch });
        }
        Ok(batches)
    }

    /// The keys that batches entered without puzzles, each once, without those that have a puzzle.
    fn keys(&mut self, remains: &mut Remains) -> BTreeMap<u32, Vec<Key>> {
        let mut known: HashSet<Key> = self.puzzles.iter().map(|(piece, _)| piece.key).collect();
        let mut keys = BTreeMap::<u32, Vec<Key>>::new();
        for (batch, own) in std::mem::take(&mut remains.keys) {
            let new = own.into_iter().filter(|key| known.insert(*key));
            keys.entry(batch).or_default().extend(new);
        }
        keys.remove(&0);
        keys
    }

    /// The books by their ids from 1 on, and the places of the puzzles that are there.
    fn books(&mut self, remains: &mut Remains) -> Result<(Vec<Book>, Places), StoreError> {
        let mut places = std::mem::take(&mut remains.places);
        let mut records = std::mem::take(&mut remains.books);
        let last = places.keys().map(|at| at.2).max().max(records.keys().next_back().copied());
        let last = last.unwrap_or(0);
        places.retain(|at, _| at.2 > 0 && self.has((at.0, at.1)));
        let mut own: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        for ((.., book), place) in &places {
            let (count, volumes) = own.entry(*book).or_default();
            (*count, *volumes) = (*count + 1, place.volume.max(*volumes));
        }
        made_up(last, records.len().max(own.len()), "books")?;
        let mut books = Vec::new();
        for id in 1..=last {
            let (puzzles, volumes) = own.get(&id).copied().unwrap_or_default();
            let record = records.remove(&id);
            let missing = record.as_ref().map_or(0, |book| book.puzzles.saturating_sub(puzzles));
            if missing > 0 {
                let words = "places are lost, with their puzzles or by themselves".to_owned();
                self.lose(Part::Places, Some(id), Some(missing.into()), words);
            }
            if record.is_none() {
                let words = "its record is lost: its title, and whether it was given up".to_owned();
                self.lose(Part::Book, Some(id), None, words);
            }
            let book = record.unwrap_or_else(|| Book {
                id,
                title: LOST.to_owned(),
                version: String::new(),
                volumes: volumes.max(1),
                puzzles,
                void: false,
            });
            books.push(Book { id, puzzles, ..book });
        }
        Ok((books, places))
    }

    /// The events of puzzles that are there, in their order.
    fn events(&mut self, remains: &mut Remains) -> Vec<Event> {
        let all = std::mem::take(&mut remains.events);
        let last = all.keys().next_back().copied().unwrap_or(0);
        let missing = u64::from(last).saturating_sub(all.len() as u64);
        if missing > 0 {
            let words = "days of series, or notes, are lost".to_owned();
            self.lose(Part::Events, None, Some(missing), words);
        }
        let (kept, gone): (Vec<Event>, Vec<Event>) =
            all.into_values().partition(|event| self.has((event.batch, event.number)));
        for event in gone {
            let Event { batch, number, what, .. } = event;
            let what = match what {
                What::Runs(series, day) => format!("{series} {day}"),
                What::Withdrawn(series, day) => format!("{series} {day}, withdrawn"),
                What::Approved(series, day, _) => format!("{series} {day}, approved"),
                What::Unapproved(series, day, _) => format!("{series} {day}, no longer approved"),
                What::Note(_) => "a note".to_owned(),
            };
            let words = format!("{what}: its puzzle, {number} of batch {batch}, is lost");
            self.lose(Part::Events, Some(batch), Some(1), words);
        }
        kept
    }
}

/// Whether a text is not taken as it was: it is worked out again, or is of no use.
fn is_made_anew(name: &str) -> bool {
    let own = ["format", "identity", "created-by", "levels", "checked", "backup"];
    own.contains(&name) || name.starts_with("once-")
}

/// Refuses to make so many records without a trace of them.
fn made_up(last: u32, known: usize, what: &str) -> Result<(), StoreError> {
    if u64::from(last) <= known as u64 + MADE_UP {
        return Ok(());
    }
    let words = format!("of {last} {what} only {known} have left a trace: a record is nonsense");
    Err(StoreError::Impossible(words))
}
