//! A database made of what was found in the remains of another: its numbers may have holes, which are kept as such.

use std::collections::{BTreeMap, HashMap};

use super::super::Identity;
use super::super::engine::{Done, Transaction};
use super::lost::{self, Lost};
use super::rows::put_all;
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
    /// By their ids from 1 on, each with its counts, and the numbers that are lost of it.
    pub batches: Vec<(Batch, Lost)>,
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
    let rows = saved.batches.iter().map(|(batch, _)| (batch.id, batch));
    put_all(to, rows)?;
    for (batch, lost) in &saved.batches {
        lost::keep(to, batch.id, lost)?;
        if let Some(keys) = saved.keys.get(&batch.id) {
            keys::add(to, batch.id, keys)?;
        }
    }
    batches::keep_keys(to, saved.batches.iter().map(|(batch, _)| batch))?;
    put_all(to, saved.books.iter().map(|book| (book.id, book)))?;
    put_all(to, saved.places.iter().map(|(at, place)| (*at, place)))?;
    put_all(to, (1..).zip(&saved.events))?;
    Ok(true)
}
