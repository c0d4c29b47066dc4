//! [`Export`]: issued puzzles, read again.

use std::vec;

use seeddb_ledger::rules::{batches, books};
use seeddb_ledger::{Issued, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::by_id::issued_of;
use super::list::{last_batch, with_puzzles};
use super::{Control, Database, DrawOptions, Error, Ids, IssuedWithId};
use crate::record::{Batch, Place};
use crate::symmetry::Id;

/// The number of puzzles read per access to the database.
const CHUNK: u32 = 65_536;

/// A reference to batches; in JSON the number of one, `last`, or `2..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub enum BatchRef {
    /// The batch with this number.
    Id(u32),
    /// The batches of the last drawing command.
    Last,
    /// All drawn batches from this number on, without imports.
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

/// Returns the batches, each once.
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

/// Returns the batches of the last command. Draws by others have another RNG seed.
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

/// Returns the issued puzzle with this id.
///
/// # Errors
/// [`Error::NotHere`], failures of the store.
pub(super) fn one(store: &Store, id: Id) -> Result<Issued, Error> {
    let mut issued = issued_of(store, id)?;
    // An ambiguous short id matches no puzzle.
    issued.pop().filter(|_| issued.is_empty()).ok_or(Error::NotHere(id))
}

impl Database {
    /// Returns the request of a batch, of the last one if there are several, with its note and RNG
    /// seed, so that it can be repeated; `None` if it was not drawn.
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

    /// Exports the puzzles of these batches, in order, as issued, without void ones. Each is
    /// verified: its recomputed key is the recorded one, it is at its place, and none is missing.
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

    /// Exports the puzzles with these ids, in order, verified as by [`export`](Self::export).
    ///
    /// # Errors
    /// [`Error::NotHere`] for an id that no issued puzzle has; failures of the store.
    pub fn export_puzzles(&self, ids: &[Id], control: &Control) -> Result<Export, Error> {
        let mut export = self.export(&[], control)?;
        export.single = ids.to_vec();
        Ok(export)
    }

    /// Exports the puzzles of a book, by volume and printed number, with their places in it
    /// ([`IssuedWithId::place`]), verified as by [`export`](Self::export).
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

/// An iterator over issued puzzles, or chunks of them. It ends when a stop is requested.
pub struct Export {
    database: Database,
    control: Control,
    left: vec::IntoIter<Batch>,
    /// Puzzles requested by id instead of batches.
    single: Vec<Id>,
    /// Places in a book, with its id, instead of batches.
    places: vec::IntoIter<(u32, Place)>,
    /// The batch being read, and the number of its next puzzle.
    next: Option<(u32, u32)>,
    ids: Ids,
    /// Puzzles read and not returned one by one yet.
    shown: vec::IntoIter<IssuedWithId>,
    /// The number of void puzzles omitted.
    void: u64,
}

impl Export {
    /// Returns the next puzzles, some ten thousand at a time; the database is free between chunks,
    /// as their reader may be slow.
    pub fn next_chunk(&mut self) -> Option<Result<Vec<IssuedWithId>, Error>> {
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

    /// Returns the number of void puzzles omitted so far.
    pub fn void(&self) -> u64 {
        self.void
    }

    fn find(&mut self) -> Result<Vec<IssuedWithId>, Error> {
        let store = self.database.read()?;
        let mut found = Vec::with_capacity(self.single.len());
        for id in std::mem::take(&mut self.single) {
            found.extend(issued_of(&store, id)?);
        }
        self.confirmed(&store, found)
    }

    /// Returns the next puzzles of a book.
    fn placed(&mut self) -> Result<Vec<IssuedWithId>, Error> {
        let places: Vec<(u32, Place)> = self.places.by_ref().take(CHUNK as usize).collect();
        let at: Vec<_> = places.iter().map(|(_, place)| (place.batch, place.number)).collect();
        let all = self.database.puzzles_at(&at)?.into_iter().zip(places);
        let all = all.map(|(puzzle, place)| IssuedWithId { place: Some(place), ..puzzle });
        let (void, named): (Vec<_>, Vec<_>) = all.partition(|puzzle| puzzle.issued.void);
        self.void += void.len() as u64;
        Ok(named)
    }

    fn read(&mut self, batch: u32, number: u32) -> Result<Vec<IssuedWithId>, Error> {
        let store = self.database.read()?;
        let issued = store.issued_range(batch, number, CHUNK)?;
        let goes_on = issued.len() == CHUNK as usize;
        let last = issued.last().map(|puzzle| puzzle.number);
        let named = self.confirmed(&store, issued)?;
        self.next = last.filter(|_| goes_on).map(|last| (batch, last.saturating_add(1)));
        Ok(named)
    }

    /// Verifies puzzles against the ledger, and omits void ones.
    fn confirmed(
        &mut self,
        store: &Store,
        mut issued: Vec<Issued>,
    ) -> Result<Vec<IssuedWithId>, Error> {
        store.confirm(&issued)?;
        let all = issued.len();
        issued.retain(|puzzle| !puzzle.void);
        self.void += (all - issued.len()) as u64;
        self.ids.name(store, issued)
    }
}

impl Iterator for Export {
    type Item = Result<IssuedWithId, Error>;

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
