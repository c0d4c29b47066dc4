//! [`Page`]: lists in pages, each with a cursor to the next one.

use std::fmt;

use seeddb_ledger::rules::{batches, seeds};
use serde::{Deserialize, Serialize};

use super::export::find;
use super::ids::confirmed;
use super::list::listed;
use super::{BatchRef, Database, Error, IssuedWithId, ListedSeed};
use crate::record::Batch;
use crate::symmetry::Key;

/// The end of a page, as text that only its list can interpret. It stays valid while others change
/// the list: rows added after it are on later pages.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(pub(super) String);

impl From<String> for Cursor {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Cursor {
    /// Makes a cursor of the list with this letter.
    pub(super) fn of(list: char, place: u128) -> Self {
        Self(format!("{list}{place:x}"))
    }

    /// Returns the place in this list.
    ///
    /// # Errors
    /// [`Error::Cursor`] if it belongs to another list.
    pub(super) fn place(&self, list: char) -> Result<u128, Error> {
        let place = self.0.strip_prefix(list).and_then(|text| u128::from_str_radix(text, 16).ok());
        place.filter(|place| *self == Self::of(list, *place)).ok_or_else(|| self.unknown())
    }

    fn unknown(&self) -> Error {
        Error::Cursor(self.0.clone())
    }
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Page<T> {
    /// Its rows.
    pub rows: Vec<T>,
    /// The cursor for the next page; `None` on the last one.
    pub next: Option<Cursor>,
}

/// The selection of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct PageOptions {
    /// The [`next`](Page::next) of the page before; `None` for the first page.
    pub after: Option<Cursor>,
    /// The maximum number of rows, at least 1.
    pub limit: u32,
}

impl Default for PageOptions {
    /// Returns the first 1,000 rows.
    fn default() -> Self {
        Self { after: None, limit: 1000 }
    }
}

impl PageOptions {
    /// Returns the options for the first page of at most `limit` rows.
    pub fn first(limit: u32) -> Self {
        Self { after: None, limit }
    }

    pub(super) fn most(&self) -> usize {
        self.limit.max(1) as usize
    }

    /// Returns the page of the rows found, which may be one more than fit; `cursor` makes the
    /// cursor of the last row.
    pub(super) fn page<T>(&self, mut rows: Vec<T>, cursor: impl Fn(&T) -> Cursor) -> Page<T> {
        let goes_on = rows.len() > self.most();
        rows.truncate(self.most());
        Page { next: rows.last().filter(|_| goes_on).map(cursor), rows }
    }
}

const PUZZLES: char = 'p';
const SEEDS: char = 's';

impl Database {
    /// Returns a page of issued puzzles, with void ones, by batch and number; of one batch if
    /// given.
    ///
    /// # Errors
    /// [`Error::Cursor`]; an unknown batch; failures of the store.
    pub fn puzzles(
        &self,
        batch: Option<BatchRef>,
        options: &PageOptions,
    ) -> Result<Page<IssuedWithId>, Error> {
        let after = options.after.as_ref().map(|cursor| cursor.place(PUZZLES)).transpose()?;
        let after = after.map_or((0, 0), |place| ((place >> 32) as u32, place as u32));
        let store = self.read()?;
        // Numbers of a batch are consecutive, so only batches on the page are read.
        let (first, last) = match batch {
            Some(batch) => {
                let found = find(&store, &[batch])?;
                let id = |batch: Option<&Batch>, none| batch.map_or(none, |batch| batch.id);
                (id(found.first(), 1), id(found.last(), 0))
            }
            None => (1, store.read(batches::last_batch)?.map_or(0, |batch| batch.id)),
        };
        let most = options.most().saturating_add(1);
        let mut found = Vec::new();
        for batch in first.max(after.0)..=last {
            let first = if batch == after.0 { after.1.saturating_add(1) } else { 1 };
            let left = u32::try_from(most - found.len()).unwrap_or(u32::MAX);
            found.extend(store.issued_range(batch, first, left)?);
            if found.len() == most {
                break;
            }
        }
        Ok(options.page(confirmed(&store, found)?, |named| {
            let (batch, number) = (named.issued.batch, named.issued.number);
            Cursor::of(PUZZLES, u128::from(batch) << 32 | u128::from(number))
        }))
    }

    /// Returns a page of the seeds that the ladder graded, by key; of one tier if given.
    /// [`seeds`](Self::seeds) returns all, by tier and score.
    ///
    /// # Errors
    /// [`Error::Cursor`]; failures of the store.
    pub fn seeds_by_key(
        &self,
        tier: Option<u8>,
        options: &PageOptions,
    ) -> Result<Page<ListedSeed>, Error> {
        let after = options.after.as_ref().map(|cursor| cursor.place(SEEDS)).transpose()?;
        let mut after = after.map(|place| Key(place.to_be_bytes()));
        let store = self.read()?;
        let most = options.most().saturating_add(1);
        let mut found = Vec::new();
        while found.len() < most {
            let chunk = store.read(|from| seeds::after(from, after, most))?;
            let Some(last) = chunk.last() else { break };
            after = Some(last.key);
            found.extend(chunk.into_iter().filter(|seed| {
                let own = seed.grading(self.ladder().id()).map(|grading| grading.tier);
                own.is_some() && (tier.is_none() || own == tier)
            }));
        }
        found.truncate(most);
        Ok(options.page(listed(&store, found)?, |listed| {
            Cursor::of(SEEDS, u128::from_be_bytes(listed.seed.key.0))
        }))
    }
}
