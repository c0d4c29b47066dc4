//! The readable records of a damaged database file, as a stream of pieces.
//!
//! A puzzle keeps the batch and number under which it was issued, whatever is lost around it,
//! because they may be printed; numbers of lost puzzles stay unused for ever. Since the file also
//! has older versions of its records, the last changes may be undone: a seed that was replaced by a
//! better one returns if the better one is lost.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::path::Path;

use super::content::{CHUNK, LOST, RECORD_LOST, prove};
use super::engine::{Done, Snapshot, Transaction};
use super::file::of_io;
use super::found_records::{FoundPuzzle as Found, FoundRecords};
use super::moved::{Missing, Part};
use super::record::{PuzzleRef, Record, is_of_format_3};
use super::record_groups::{RecordGroup, SeedRecord, Whole};
use super::rules::changes::{CHANGES, Changes, total};
use super::rules::imports;
use super::rules::loader::{Loader, words};
use super::rules::rows::last;
use super::rules::seeds;
use super::rules::texts::{LEVELS, LOSS, TAKEN_BACK, list_of_loss};
use super::rules::users::{is_user, number};
use super::{StoreError, texts};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Event, Numbers, Origin, Place, Seed};
use crate::symmetry::{Fraction, Key};

/// The maximum number of batches, and of books, that are recreated without a trace of them; a
/// greater gap means that a record is wrong.
const MADE_UP: u64 = 1_000_000;

/// The places of puzzles by book, batch and number.
type Places = BTreeMap<(u32, u32, u32), Place>;

/// The edition of the starter seeds, which a database records, and a function that returns them.
pub type Starter<'a> = (u32, &'a dyn Fn() -> Vec<Seed>);

/// The records read from a damaged file.
#[derive(Default)]
pub(super) struct Recovered {
    remains: FoundRecords,
    /// Whether the file is the only source; otherwise records missing here may be in a backup.
    is_alone: bool,
    /// The puzzles with their places in the new database, sorted by place.
    puzzles: Vec<(Found, PuzzleRef)>,
    /// The numbers of puzzles of imports that were taken back, by batch.
    taken_back: HashMap<u32, Numbers>,
    whole: Whole,
    seeds: Vec<SeedRecord>,
    /// Keys of seeds that gave puzzles and were not read.
    gone_seeds: Vec<Key>,
    batches: Vec<Batch>,
    keys: BTreeMap<u32, Vec<Key>>,
    books: Vec<Book>,
    places: Places,
    events: Vec<(u32, Event)>,
    /// Records that existed and were not read.
    pub missing: Vec<Missing>,
}

impl Recovered {
    /// Reads the damaged file at `broken`, alone or to complete a backup. `told` receives the
    /// number of bytes read, then of puzzles proved, and returns whether to continue; `None` if it
    /// stops.
    ///
    /// # Errors
    /// [`StoreError::NotADatabase`] if nothing is found; [`StoreError::Impossible`] if a record is
    /// nonsense; failures of the file system.
    pub(super) fn of(
        broken: &Path,
        starter: Starter<'_>,
        is_alone: bool,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Self>, StoreError> {
        let Some(mut remains) = FoundRecords::of(broken, told)? else { return Ok(None) };
        let mut proved = Vec::with_capacity(remains.puzzles.len());
        for pieces in std::mem::take(&mut remains.puzzles).chunks(CHUNK) {
            proved.extend(remains.proved(pieces)?);
            if !told(proved.len() as u64) {
                return Ok(None);
            }
        }
        if proved.is_empty() && remains.is_empty() {
            let failed = |error| of_io(error, broken);
            if is_of_format_3(&mut File::open(broken).map_err(failed)?).map_err(failed)? {
                return Err(StoreError::OldFormat { path: broken.to_owned(), found: 3 });
            }
            let what = "no record of one is in it";
            return Err(StoreError::NotADatabase { path: broken.to_owned(), what });
        }
        let taken_back = forget_taken_back(&mut remains);
        proved.retain(|piece| taken_back.get(&piece.at.0).is_none_or(|gone| !gone.has(piece.at.1)));
        let puzzles = placed(&proved);
        let mut found = Self { remains, is_alone, puzzles, taken_back, ..Self::default() };
        if found.remains.unread > 0 {
            let words = "the disk did not give some parts of the file".to_owned();
            found.miss(Part::File, None, Some(found.remains.unread), words);
        }
        found.find_whole();
        let partition = found.partition_of_requests();
        found.find_seeds(starter);
        found.find_keys();
        found.find_batches()?;
        found.find_books()?;
        found.find_events();
        if !found.missing.is_empty() && found.whole.partition.is_none() {
            found.whole.partition = partition;
        }
        Ok(Some(found))
    }

    /// Enters all records with a loader. `told` receives the number of puzzles and returns whether
    /// to continue. Returns whether the end was reached.
    pub(super) fn enter(
        &self,
        loader: &mut Loader,
        to: &mut dyn Transaction,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Done<bool> {
        // Records that the backup has are not missing.
        let (batches, books) = (last_id::<Batch>(to)?, last_id::<Book>(to)?);
        let is_missing = |missing: &&Missing| match missing.part {
            _ if self.is_alone => true,
            Part::File | Part::Levels | Part::Void => true,
            Part::Batch => missing.id > Some(batches),
            Part::Book | Part::Places => missing.id > Some(books),
            Part::Identity | Part::Seeds | Part::Puzzles | Part::Keys | Part::Events => false,
        };
        loader.remains = Some(self.taken_back.clone());
        loader.moved.missing.extend(self.missing.iter().filter(is_missing).cloned());
        loader.take(to, RecordGroup::Whole(Box::new(self.whole.clone())))?;
        for seeds in self.seeds.chunks(CHUNK) {
            loader.take(to, RecordGroup::Seeds(seeds.to_vec()))?;
        }
        let here = seeds::of_keys(to, &self.gone_seeds)?;
        let gone = here.iter().filter(|seed| seed.is_none()).count() as u64;
        if gone > 0 {
            let words =
                "seeds that gave puzzles are not there: lost, or given up for better ones before";
            loader.moved.miss(Part::Seeds, None, Some(gone), words.to_owned());
        }
        let mut at = 0;
        for batch in &self.batches {
            loader.take(to, RecordGroup::Batch(batch.clone().into()))?;
            if let Some(keys) = self.keys.get(&batch.id) {
                loader.take(to, RecordGroup::Keys(keys.clone()))?;
            }
            let end = at + self.puzzles[at..].partition_point(|(_, place)| place.0 == batch.id);
            for some in self.puzzles[at..end].chunks(CHUNK) {
                let mut entries = self.remains.read(some.iter().map(|(piece, _)| piece))?;
                for (entry, (_, at)) in entries.iter_mut().zip(some) {
                    (entry.batch, entry.number) = *at;
                }
                loader.take(to, RecordGroup::Puzzles(entries))?;
                if !told(loader.looked_at) {
                    return Ok(false);
                }
            }
            at = end;
        }
        for book in &self.books {
            loader.take(to, RecordGroup::Book(book.clone().into()))?;
            let (first, last) = ((book.id, 0, 0), (book.id, u32::MAX, u32::MAX));
            let places = self.places.range(first..=last).map(|(_, place)| *place).collect();
            loader.take(to, RecordGroup::Places(places))?;
        }
        loader.take(to, RecordGroup::Events(self.events.clone()))?;
        loader.finish(to)?;
        Ok(true)
    }

    fn miss(&mut self, part: Part, id: Option<u32>, count: Option<u64>, words: String) {
        self.missing.push(Missing { part, id, count, words });
    }

    fn has(&self, at: PuzzleRef) -> bool {
        self.puzzles.binary_search_by_key(&at, |(_, own)| *own).is_ok()
    }

    /// Reads identity, levels, partition and other texts.
    fn find_whole(&mut self) {
        let texts = std::mem::take(&mut self.remains.texts);
        let all = |name: &str| texts.get(name).map_or(&[][..], Vec::as_slice);
        let identity = all("identity").iter().find_map(|text| text.parse().ok());
        let partition = all(texts::PARTITION).iter().find_map(|kept| kept.parse().ok());
        if identity.is_none() {
            let words = "which database it was is lost: it is another one from now on".to_owned();
            self.miss(Part::Identity, None, None, words);
        }
        // Each table states the number of tables before it.
        let tables = all("levels").iter();
        let tables = tables.filter_map(|toml| {
            Some((level_table::read(toml).ok()?, super::rules::texts::table_number(toml)))
        });
        let newest_of = |name: &str| newest(name, all(name)).unwrap_or_default();
        let number = total(&newest_of(CHANGES), LEVELS);
        let found: Option<(LevelTable, u64)> = tables.max_by_key(|table| table.1);
        let is_newest = found.as_ref().is_some_and(|table| table.1 >= number);
        let levels = found.map(|table| table.0).filter(|_| is_newest || self.is_alone);
        if !is_newest {
            let words = match levels {
                _ if !self.is_alone => {
                    "the level table of the damaged file is lost: that of the backup stays"
                }
                None => "the level table is lost: the default one stands in its place",
                Some(_) => "the level table is lost: an older one stands in its place",
            };
            let words = words.to_owned();
            self.miss(Part::Levels, None, None, words);
        }
        let shard = all(texts::SHARD).iter().find_map(|kept| texts::shard(kept));
        let number = |name: &String| name.strip_prefix(texts::EDITION)?[1..].parse().ok();
        let editions = texts.keys().filter_map(number).collect();
        let kept = texts.iter().filter(|(name, _)| super::rules::texts::is_kept(name));
        let kept = kept.filter_map(|(name, all)| Some((name.clone(), newest(name, all)?)));
        let mut kept: BTreeMap<String, String> = kept.collect();
        // The list of losses may be older than their acceptance.
        let lists = all(LOSS).iter().map(|text| (list_of_loss(text).0, text));
        let newest_list = lists.max_by_key(|list| list.0);
        kept.extend(newest_list.map(|list| (LOSS.to_owned(), list.1.clone())));
        // Such a list is not counted as a change, so several versions may have the highest number.
        let count = all(CHANGES).iter().map(|text| total(text, LOSS)).max();
        let is_lost = newest_list.map(|list| list.0) < count.filter(|count| *count > 0);
        self.whole = Whole { identity, levels, partition, shard, editions, kept };
        if is_lost {
            let words = "the list of what was missing before is lost".to_owned();
            self.miss(Part::File, None, None, words);
        }
    }

    /// Returns the partition that all requests for puzzles name, if they agree: those of a
    /// partitioned database name its partition.
    fn partition_of_requests(&self) -> Option<Fraction> {
        let requests = self.remains.batches.values().map(|batch| batch.request.as_str());
        let part = |request: &str| {
            let (_, rest) = request.split_once("\"partition\":\"")?;
            rest.split('"').next()?.parse().ok()
        };
        let mut parts = requests.filter(|request| request.starts_with('{')).map(part);
        let first = parts.next()?;
        parts.all(|part| part == first).then_some(first)?
    }

    /// Collects all versions of all seeds, the most graded of each first: adding them in this order
    /// completes it from the others and drops twins.
    fn find_seeds(&mut self, (edition, starter): Starter<'_>) {
        let mut all: Vec<Seed> = Vec::new();
        for (key, mut states) in std::mem::take(&mut self.remains.seeds) {
            states.retain(|seed| !seed.gradings.is_empty() && prove(&seed.puzzle, key).is_ok());
            states.sort_by_key(|seed| std::cmp::Reverse(seed.gradings.len()));
            all.extend(states);
        }
        // A database that had only its own seeds gets no starter seeds.
        let is_theirs = |seed: &Seed| seed.origin == Origin::Starter;
        let mut known: HashSet<Key> = all.iter().map(|seed| seed.key).collect();
        if self.whole.editions.contains(&edition) {
            let carried = starter();
            let is_used = |seed: &Seed| self.remains.used.contains(&seed.key);
            if all.iter().any(is_theirs) || carried.iter().any(is_used) {
                all.extend(carried.into_iter().filter(|seed| known.insert(seed.key)));
            }
        }
        let used = &self.remains.used;
        self.gone_seeds = used.iter().filter(|key| !known.contains(key)).copied().collect();
        let grids = seeds::grids(&all);
        let told = |seed: Seed| SeedRecord {
            class: grids.get(&seed.key).copied(),
            ..SeedRecord::from(seed)
        };
        self.seeds = all.into_iter().map(told).collect();
    }

    /// Collects the keys that batches entered without puzzles, once each, without keys of puzzles
    /// found.
    fn find_keys(&mut self) {
        let mut known: HashSet<Key> = self.puzzles.iter().map(|(piece, _)| piece.key).collect();
        for (batch, own) in std::mem::take(&mut self.remains.keys) {
            let new = own.into_iter().filter(|key| known.insert(*key));
            self.keys.entry(batch).or_default().extend(new);
        }
        self.keys.remove(&0);
    }

    /// Builds the batches with ids from 1, each with its lost numbers.
    fn find_batches(&mut self) -> Result<(), StoreError> {
        let of_keys = self.keys.keys().next_back().copied();
        let remains = &mut self.remains;
        let mut records = std::mem::take(&mut remains.batches);
        let of_puzzles = self.puzzles.last().map_or(0, |(_, at)| at.0);
        let of_places = remains.places.keys().map(|at| at.0).max();
        let of_events = remains.events.values().map(|event| event.batch).max();
        let last = records.keys().next_back().copied().max(of_places).max(of_events).max(of_keys);
        let last = last.unwrap_or(0).max(of_puzzles);
        let known = self.puzzles.chunk_by(|one, other| one.1.0 == other.1.0).count();
        made_up(last, records.len().max(known), "batches")?;
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
            let voids = record.as_ref().map_or(0, |batch| batch.void).saturating_sub(void);
            let issued = issued.max(record.as_ref().map_or(0, |batch| batch.issued));
            let holes = Numbers::but(numbers, issued);
            if is_of_strays {
                let words = "puzzles whose numbers others have, from a change that was not done: a batch of their own";
                self.miss(Part::Batch, Some(id), Some(u64::from(issued)), words.to_owned());
            } else if record.is_none() {
                self.miss(Part::Batch, Some(id), None, format!("{RECORD_LOST}{issued}"));
            }
            if voids > 0 {
                let words = "puzzles that were void may be for sale again".to_owned();
                self.miss(Part::Void, Some(id), Some(voids.into()), words);
            }
            let gone = self.taken_back.get(&id).map_or(0, Numbers::count);
            if holes.count() > gone {
                let words = format!("puzzles {holes}");
                self.miss(Part::Puzzles, Some(id), Some(holes.count() - gone), words);
            }
            let (note, version) = (LOST.to_owned(), String::new());
            let unknown = || Batch { asked: issued, note, version, ..Batch::new() };
            let batch = record.unwrap_or_else(unknown);
            self.batches.push(Batch { id, issued, void, lost: holes, ..batch });
        }
        Ok(())
    }

    /// Builds the books with ids from 1, and the places of the puzzles found.
    fn find_books(&mut self) -> Result<(), StoreError> {
        let mut places = std::mem::take(&mut self.remains.places);
        let mut records = std::mem::take(&mut self.remains.books);
        let last = places.keys().map(|at| at.2).max().max(records.keys().next_back().copied());
        let last = last.unwrap_or(0);
        places.retain(|at, _| at.2 > 0 && (!self.is_alone || self.has((at.0, at.1))));
        let mut own: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        for ((.., book), place) in &places {
            let (count, volumes) = own.entry(*book).or_default();
            (*count, *volumes) = (*count + 1, place.volume.max(*volumes));
        }
        made_up(last, records.len().max(own.len()), "books")?;
        for id in 1..=last {
            let (puzzles, volumes) = own.get(&id).copied().unwrap_or_default();
            let record = records.remove(&id);
            let missing = record.as_ref().map_or(0, |book| book.puzzles.saturating_sub(puzzles));
            if missing > 0 {
                let words = "places are lost, with their puzzles or by themselves".to_owned();
                self.miss(Part::Places, Some(id), Some(missing.into()), words);
            }
            if record.is_none() {
                let words = "its record is lost: its title, and whether it was given up".to_owned();
                self.miss(Part::Book, Some(id), None, words);
            }
            let (title, version) = (LOST.to_owned(), String::new());
            let unknown = || Book { title, version, volumes: volumes.max(1), ..Book::default() };
            let book = record.unwrap_or_else(unknown);
            self.books.push(Book { id, puzzles, ..book });
        }
        self.places =
            places.into_iter().map(|((a, b, book), place)| ((book, a, b), place)).collect();
        Ok(())
    }

    fn find_events(&mut self) {
        let all = std::mem::take(&mut self.remains.events);
        let last = all.keys().next_back().copied().unwrap_or(0);
        let missing = u64::from(last).saturating_sub(all.len() as u64);
        if missing > 0 && self.is_alone {
            let words = "days of series, or notes, are lost".to_owned();
            self.miss(Part::Events, None, Some(missing), words);
        }
        for (id, event) in all {
            let (batch, number) = (event.batch, event.number);
            let is_gone = self.taken_back.get(&batch).is_some_and(|gone| gone.has(number));
            if !self.is_alone || is_gone || self.has((batch, number)) {
                self.events.push((id, event));
            } else {
                let words = format!("{}: puzzle {number} of batch {batch} is lost", words(&event));
                self.miss(Part::Events, Some(batch), Some(1), words);
            }
        }
    }
}

/// Returns the last id of a table of numbered rows; 0 if it has none.
fn last_id<R: Record<Key = u32>>(from: &dyn Snapshot) -> Done<u32> {
    Ok(last::<R>(from)?.map_or(0, |row| row.0))
}

/// Returns each piece with its place, sorted: the place where it was issued. If several have one
/// place, which only uncommitted changes can cause, one keeps it; the others go to a new batch
/// after the last.
fn placed(pieces: &[Found]) -> Vec<(Found, PuzzleRef)> {
    let mut strays: Vec<Found> = Vec::new();
    let mut last = 0;
    let mut puzzles: Vec<(Found, PuzzleRef)> = Vec::with_capacity(pieces.len());
    for same in pieces.chunk_by(|one, other| one.at == other.at) {
        last = last.max(same[0].at.0);
        puzzles.push((same[0], same[0].at));
        strays.extend(&same[1..]);
    }
    // Of several places of one puzzle, the first is kept.
    let key = |((piece, _), place): (&(Found, PuzzleRef), u32)| (piece.key, place);
    let mut keys: Vec<(Key, u32)> = puzzles.iter().zip(0..).map(key).collect();
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

/// Drops the contents of imports that were taken back, older versions of which are in the file, and
/// returns the numbers of their puzzles by batch. A puzzle that a copy restored is not among the
/// lost numbers of its batch.
fn forget_taken_back(remains: &mut FoundRecords) -> HashMap<u32, Numbers> {
    let states = remains.texts.get(TAKEN_BACK).map_or(&[][..], Vec::as_slice);
    let text = newest(TAKEN_BACK, states).unwrap_or_default();
    let lines = imports::lines(&text);
    let (mut gone, mut kept) = (HashSet::<Key>::new(), HashSet::<Key>::new());
    remains.texts.retain(|name, states| {
        let Some(importer) = imports::importer(name) else { return true };
        let is_gone = lines.contains_key(importer);
        let keys = states.iter().flat_map(|text| text.split_ascii_whitespace());
        let keys = keys.filter_map(|key| key.parse::<Key>().ok());
        if is_gone { &mut gone } else { &mut kept }.extend(keys);
        !is_gone
    });
    let is_undone = |key: &Key| gone.contains(key) && !kept.contains(key);
    for (key, states) in &mut remains.seeds {
        let is_used = remains.used.contains(key);
        states.retain(|seed| is_used || seed.origin != Origin::Imported || !is_undone(key));
    }
    remains.seeds.retain(|_, states| !states.is_empty());
    let mut taken_back = HashMap::new();
    for batch in remains.batches.values().filter(|batch| imports::are_of(&lines, batch)) {
        if batch.keys == 0 {
            remains.keys.remove(&batch.id);
        }
        taken_back.insert(batch.id, batch.lost.clone());
    }
    taken_back
}

/// Returns the newest of the versions of a text: of the changes that with the highest count,
/// otherwise the last one found.
fn newest(name: &str, all: &[String]) -> Option<String> {
    if name == TAKEN_BACK {
        // Lines are only added.
        return all.iter().max_by_key(|text| text.len()).cloned();
    }
    if is_user(name) {
        return all.iter().max_by_key(|text| number(text)).cloned();
    }
    let count = |text: &&String| text.parse().map_or(0, |changes: Changes| changes.count());
    let counted = all.iter().filter(|_| name == CHANGES).max_by_key(count);
    counted.or(all.last()).cloned()
}

/// Fails if too many records would have to be recreated without a trace.
fn made_up(last: u32, known: usize, what: &str) -> Result<(), StoreError> {
    if u64::from(last) <= known as u64 + MADE_UP {
        return Ok(());
    }
    let words = format!("of {last} {what} only {known} have left a trace: a record is nonsense");
    Err(StoreError::Impossible(words))
}
