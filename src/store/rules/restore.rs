//! A database made of records, by the rules that every other change goes through: what they refuse is not restored either.

use std::collections::HashMap;

use super::super::Identity;
use super::super::content::{CHUNK, Content, wrong};
use super::super::engine::{Done, Fault, Transaction};
use super::super::record::{At, Record};
use super::{batches, books, events, ledger, seeds, texts};
use crate::record::{Batch, Book, Entry};
use crate::symmetry::{GridClass, Key};

/// What a restored database has beside its content, made before the transaction.
pub(in crate::store) struct New {
    pub identity: Identity,
    /// The level table as TOML.
    pub levels: String,
    /// Other texts by name.
    pub texts: Vec<(String, String)>,
    /// The classes of the grids of the seeds.
    pub grids: HashMap<Key, GridClass>,
    /// One for each batch.
    pub tokens: Vec<u128>,
}

/// Fills an empty database; `told` hears how many puzzles were entered, and says whether to go on. Whether it came to the end.
///
/// Puzzles and books become void last: a puzzle may have been printed, or have run in a feed, before it was made void, and the rules
/// for books and events refuse what is void.
pub(in crate::store) fn all(
    to: &mut dyn Transaction,
    content: &Content,
    new: &New,
    told: &mut dyn FnMut(u64) -> bool,
) -> Done<bool> {
    texts::found(to, new.identity, &new.levels)?;
    for (name, text) in &new.texts {
        texts::claim(to, name, text, false)?;
    }
    seeds::add(to, &content.seeds, &new.grids)?;
    let mut entered = 0;
    let mut void: Vec<At> = Vec::new();
    for ((batch, puzzles), token) in content.batches.iter().zip(&new.tokens) {
        let mut kept = batches::begin(to, &Batch { token: *token, ..batch.clone() })?;
        for chunk in puzzles.chunks(CHUNK) {
            void.extend(chunk.iter().filter(|one| one.void).map(|one| (one.batch, one.number)));
            let chunk: Vec<Entry> =
                chunk.iter().map(|puzzle| Entry { void: false, ..puzzle.clone() }).collect();
            let committed = ledger::issue(to, (false, false), &kept, kept.issued, &chunk)?;
            if let Some(again) = committed.refused.first() {
                let Entry { batch, number, .. } = chunk[*again];
                let again = wrong(Entry::name(&(batch, number)));
                return Err(Fault::Store(again("its key is that of a puzzle before it")));
            }
            kept = committed.batch;
            entered += chunk.len() as u64;
            if !told(entered) {
                return Ok(false);
            }
        }
        batches::change(to, batch.id, |kept| kept.exports = batch.exports)?;
    }
    for (book, places) in &content.books {
        let id = books::record(to, book, places)?;
        if id != book.id {
            let again = wrong(Book::name(&book.id));
            return Err(Fault::Store(again(format!("it is book {id} once more"))));
        }
        // Now, as a later book may be like one that was given up.
        if book.void {
            books::void(to, id)?;
        }
    }
    events::append(to, 0, &content.events)?;
    events::void(to, &void, true, None)?;
    Ok(true)
}
