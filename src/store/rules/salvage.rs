//! A database made of what was found in the remains of another: its numbers may have holes, which are kept as such.

use std::collections::{BTreeMap, HashMap};

use super::super::Identity;
use super::super::engine::{Done, Transaction};
use super::rows::{put, put_all};
use super::{batches, keys, ledger, seeds, texts};
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::symmetry::{GridClass, Key};

/// All that is to be in the database but the puzzles, which come some thousands at a time.
pub(in crate::store) struct Saved {
    pub identity: Identity,
    /// The level table as TOML.
    pub levels: String,
    /// Other texts by name.
    pub texts: Vec<(String, String)>,
    pub seeds: Vec<Seed>,
    /// The classes of the grids of the seeds.
    pub grids: HashMap<Key, GridClass>,
    /// By their ids from 1 on, each with its counts.
    pub batches: Vec<Batch>,
    /// By their ids from 1 on.
    pub books: Vec<Book>,
    pub places: BTreeMap<(u32, u32, u32), Place>,
    pub events: Vec<Event>,
    /// The keys that batches entered without puzzles, each once.
    pub keys: BTreeMap<u32, Vec<Key>>,
}

/// Fills an empty database; `puzzles` gives the next ones, rising, none at the end, and says with nothing that it is to stop. Whether it
/// came to the end.
pub(in crate::store) fn all(
    to: &mut dyn Transaction,
    saved: &Saved,
    puzzles: &mut dyn FnMut() -> Done<Option<Vec<Entry>>>,
) -> Done<bool> {
    texts::found(to, saved.identity, &saved.levels)?;
    for (name, text) in &saved.texts {
        texts::set(to, name, text)?;
    }
    seeds::add(to, &saved.seeds, &saved.grids)?;
    loop {
        let Some(chunk) = puzzles()? else { return Ok(false) };
        if chunk.is_empty() {
            break;
        }
        ledger::enter(to, &chunk)?;
    }
    for batch in &saved.batches {
        let mut batch = Batch { keys: 0, ..batch.clone() };
        if let Some(keys) = saved.keys.get(&batch.id) {
            keys::add(to, &mut batch, keys)?;
        }
        put(to, &batch.id, &batch)?;
    }
    batches::keep_keys(to, saved.batches.iter())?;
    put_all(to, saved.books.iter().map(|book| (book.id, book)))?;
    put_all(to, saved.places.iter().map(|(at, place)| (*at, place)))?;
    put_all(to, (1..).zip(&saved.events))?;
    Ok(true)
}
