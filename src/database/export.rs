//! [`Export`]: the puzzles of batches again, as they were issued.

use std::vec;

use seeddb_ledger::rules::{batches, books};
use seeddb_ledger::{Issued, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::by_id::issued_of;
use super::list::{last_batch, with_puzzles};
use super::{Control, Database, DrawOptions, Error, Ids, Named};
use crate::record::{Batch, Place};
use crate::symmetry::Id;

/// Puzzles read while the database is held.
const CHUNK: u32 = 65_536;

/// Which batches: as JSON the number of one, `last`, or `2..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub enum BatchRef {
    /// That of this number.
    Id(u32),
    /// Those of the last command that drew.
    Last,
    /// All that were drawn, from this number on; those of imports are not among them.
    From(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Wire {
    Number(u32),
    Name(String),
}

impl From<BatchRef> for Wire {
    fn from(batch: BatchRef) -> Self {
        match batch {
            BatchRef::Id(id) => Self::Number(id),
            BatchRef::Last => Self::Name("last".to_owned()),
            BatchRef::From(first) => Self::Name(format!("{first}..")),
        }
    }
}

impl TryFrom<Wire> for BatchRef {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        match wire {
            Wire::Number(id) => Ok(Self::Id(id)),
            Wire::Name(name) if name == "last" => Ok(Self::Last),
            Wire::Name(name) => {
                let first = name.strip_suffix("..").and_then(|first| first.parse().ok());
                first.map(Self::From).ok_or_else(|| {
                    format!(
                        "{name}: give the number of a batch, last, or 2.. for all from there on"
                    )
                })
            }
        }
    }
}

/// The batches, none of them twice.
///
/// # Errors
/// [`Error::NoBatch`], [`Error::BatchTwice`], failures of the store.
pub(super) fn find(store: &Store, wanted: &[BatchRef]) -> Result<Vec<Batch>, Error> {
    let mut batches: Vec<Batch> = Vec::with_capacity(wanted.len());
    for which in wanted {
        let found = match *which {
            BatchRef::Id(id) => vec![store.read(|from| batches::find(from, id))?],
            BatchRef::Last => last(store)?,
            BatchRef::From(first) => {
                let mut drawn = with_puzzles(store)?;
                drawn.retain(|batch| batch.id >= first && DrawOptions::of_batch(batch).is_some());
                match (drawn.is_empty(), first) {
                    (true, 1) => return Err(Error::NoBatch),
                    (true, first) => return Err(StoreError::NoBatch(first).into()),
                    _ => {}
                }
                drawn
            }
        };
        for batch in found {
            if batches.iter().any(|other| other.id == batch.id) {
                return Err(Error::BatchTwice(batch.id));
            }
            batches.push(batch);
        }
    }
    Ok(batches)
}

/// The batches of the last command: others may have drawn meanwhile, but not with its RNG seed.
fn last(store: &Store) -> Result<Vec<Batch>, Error> {
    let last = last_batch(store)?;
    let goes_on =
        |batch: &Batch| DrawOptions::of_batch(batch).is_some_and(|request| request.continues);
    if !goes_on(&last) {
        return Ok(vec![last]);
    }
    let mut own = Vec::new();
    for batch in store.read(batches::all)?.into_iter().rev() {
        if batch.id <= last.id && batch.rng_seed == last.rng_seed {
            let begins = !goes_on(&batch);
            own.push(batch);
            if begins {
                break;
            }
        }
    }
    own.retain(|batch| batch.issued > 0);
    own.reverse();
    Ok(own)
}

/// The issued puzzle of this id.
///
/// # Errors
/// [`Error::NotHere`], failures of the store.
pub(super) fn one(store: &Store, id: Id) -> Result<Issued, Error> {
    let mut issued = issued_of(store, id)?;
    // A short id of two puzzles is that of neither.
    issued.pop().filter(|_| issued.is_empty()).ok_or(Error::NotHere(id))
}

impl Database {
    /// What a batch, the last of several, was asked for, with its note and its RNG seed, so that it can be drawn again; none of what was
    /// not drawn.
    ///
    /// # Errors
    /// [`Error::NoBatch`], failures of the store.
    pub fn request_of(&self, batch: BatchRef) -> Result<Option<DrawOptions>, Error> {
        let batches = find(&self.read()?, &[batch])?;
        Ok(batches.last().and_then(|batch| {
            let (note, rng_seed) = (batch.note.clone(), batch.rng_seed);
            Some(DrawOptions { note, rng_seed, continues: false, ..DrawOptions::of_batch(batch)? })
        }))
    }

    /// The puzzles of these batches, in order, as they were issued, but for those that are void. Each is held against the ledger: its key, worked out
    /// again, is the one on record, it stands in its place, and none is missing.
    ///
    /// # Errors
    /// [`Error::NoBatch`], [`Error::BatchTwice`], failures of the store.
    pub fn export(&self, batches: &[BatchRef], control: &Control) -> Result<Export, Error> {
        let batches = find(&self.read()?, batches)?;
        Ok(Export {
            database: self.clone(),
            control: control.clone(),
            left: batches.into_iter(),
            single: Vec::new(),
            places: Vec::new().into_iter(),
            next: None,
            ids: Ids::default(),
            shown: Vec::new().into_iter(),
            void: 0,
        })
    }

    /// The puzzles of these ids, in their order, each held against the ledger as those of [`export`](Self::export).
    ///
    /// # Errors
    /// [`Error::NotHere`] for an id that no issued puzzle has; failures of the store.
    pub fn export_puzzles(&self, ids: &[Id], control: &Control) -> Result<Export, Error> {
        let mut export = self.export(&[], control)?;
        export.single = ids.to_vec();
        Ok(export)
    }

    /// The puzzles of a book, by volume and printed number, each with its place in it ([`Named::place`]), held against the ledger as those
    /// of [`export`](Self::export).
    ///
    /// # Errors
    /// [`StoreError::NoBook`]; failures of the store.
    pub fn export_book(&self, book: u32, control: &Control) -> Result<Export, Error> {
        let mut export = self.export(&[], control)?;
        let mut places = self.read()?.read(|from| books::places(from, book))?;
        places.sort_by_key(|place| (place.volume, place.label));
        let places: Vec<_> = places.into_iter().map(|place| (book, place)).collect();
        export.places = places.into_iter();
        Ok(export)
    }
}

/// Issued puzzles, read again: an iterator of them, or of chunks. Once a stop is asked for there are no more.
pub struct Export {
    database: Database,
    control: Control,
    left: vec::IntoIter<Batch>,
    /// Puzzles asked for by their ids, in place of batches.
    single: Vec<Id>,
    /// Places in a book, with its number, in place of batches.
    places: vec::IntoIter<(u32, Place)>,
    /// The batch that is being read, and the number of its next puzzle.
    next: Option<(u32, u32)>,
    ids: Ids,
    /// Read, and not yet taken one by one.
    shown: vec::IntoIter<Named>,
    /// Void puzzles left out.
    void: u64,
}

impl Export {
    /// The next puzzles, some ten thousand at a time: the reader of a chunk may be slow, and the database is free meanwhile.
    pub fn next_chunk(&mut self) -> Option<Result<Vec<Named>, Error>> {
        loop {
            if self.control.is_stopped() {
                return None;
            }
            if !self.single.is_empty() {
                return Some(self.find());
            }
            if !self.places.as_slice().is_empty() {
                return Some(self.placed());
            }
            let begin = |batch: Batch| (batch.id, 1);
            let (batch, number) = self.next.take().or_else(|| self.left.next().map(begin))?;
            let chunk = self.read(batch, number);
            match &chunk {
                Ok(chunk) if chunk.is_empty() => continue,
                Ok(_) => {}
                Err(_) => (self.left, self.next) = (Vec::new().into_iter(), None),
            }
            return Some(chunk);
        }
    }

    /// How many void puzzles were left out so far.
    pub fn void(&self) -> u64 {
        self.void
    }

    fn find(&mut self) -> Result<Vec<Named>, Error> {
        let store = self.database.read()?;
        let mut found = Vec::with_capacity(self.single.len());
        for id in std::mem::take(&mut self.single) {
            found.extend(issued_of(&store, id)?);
        }
        self.confirmed(&store, found)
    }

    /// The next puzzles of a book.
    fn placed(&mut self) -> Result<Vec<Named>, Error> {
        let places: Vec<(u32, Place)> = self.places.by_ref().take(CHUNK as usize).collect();
        let at: Vec<_> = places.iter().map(|(_, place)| (place.batch, place.number)).collect();
        let all = self.database.puzzles_at(&at)?.into_iter().zip(places);
        let all = all.map(|(puzzle, place)| Named { place: Some(place), ..puzzle });
        let (void, named): (Vec<_>, Vec<_>) = all.partition(|puzzle| puzzle.issued.void);
        self.void += void.len() as u64;
        Ok(named)
    }

    fn read(&mut self, batch: u32, number: u32) -> Result<Vec<Named>, Error> {
        let store = self.database.read()?;
        let issued = store.issued_range(batch, number, CHUNK)?;
        let goes_on = issued.len() == CHUNK as usize;
        let last = issued.last().map(|puzzle| puzzle.number);
        let named = self.confirmed(&store, issued)?;
        self.next = last.filter(|_| goes_on).map(|last| (batch, last.saturating_add(1)));
        Ok(named)
    }

    /// Holds puzzles against the ledger, and leaves out those that are void.
    fn confirmed(&mut self, store: &Store, mut issued: Vec<Issued>) -> Result<Vec<Named>, Error> {
        store.confirm(&issued)?;
        let all = issued.len();
        issued.retain(|puzzle| !puzzle.void);
        self.void += (all - issued.len()) as u64;
        self.ids.name(store, issued)
    }
}

impl Iterator for Export {
    type Item = Result<Named, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(puzzle) = self.shown.next() {
                return Some(Ok(puzzle));
            }
            match self.next_chunk()? {
                Ok(chunk) => self.shown = chunk.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
