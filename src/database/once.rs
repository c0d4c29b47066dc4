//! Requests that are carried out once, even if repeated: for clients that may lose an answer and
//! repeat the request.

use std::sync::Arc;

use seeddb_ledger::rules::batches;
use seeddb_ledger::{Store, StoreError};

use super::ids::confirmed;
use super::{Database, DrawOptions, Error, IssuedWithId};
use crate::record::{Batch, Once};

/// The maximum length of a key in bytes.
const LONGEST: usize = 200;

impl Database {
    /// Returns a handle for one request, identified by `key`. The batch of a [`draw`](Self::draw)
    /// through it stores the key; an equal request with the key, from any process and at any time,
    /// returns that batch again and draws only puzzles that an interrupted draw left missing. The
    /// RNG seed is not part of the request, because a client may not know it when it repeats the
    /// request. A book whose puzzles were drawn under the key is made from that batch again, with
    /// equal pages if its layout is equal.
    ///
    /// ```
    /// use seeddb_database::{Control, Database, DrawOptions, Error};
    /// use seeddb_core::logic::Ladder;
    /// use seeddb_mine::starter;
    ///
    /// let database = Database::in_memory(Ladder::hsolve().clone(), &starter())?;
    /// let order = database.once("order 17")?;
    /// let options = DrawOptions::of_level("expert", 3, 7);
    /// let first: Vec<_> = order.draw(&options, &Control::default())?.collect::<Result<_, _>>()?;
    /// let again: Vec<_> = order.draw(&options, &Control::default())?.collect::<Result<_, _>>()?;
    /// assert_eq!(first, again);
    /// let other = order.draw(&DrawOptions::of_level("easy", 3, 7), &Control::default());
    /// assert!(matches!(other, Err(Error::OtherRequest { batch: 1, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`] if it is empty, longer than 200 bytes, or has control characters.
    pub fn once(&self, key: &str) -> Result<Self, Error> {
        if key.is_empty() || key.len() > LONGEST || key.chars().any(char::is_control) {
            return Err(Error::Key(key.to_owned()));
        }
        Ok(Self { key: Some(Arc::from(key)), ..self.clone() })
    }

    /// Returns the request key for a batch of this request, if there is one.
    pub(super) fn once_of(&self, request: impl FnOnce() -> String) -> Option<Box<Once>> {
        let key = self.key.as_deref()?.to_owned();
        Some(Box::new(Once { key, request: request() }))
    }

    /// Returns the batch that was drawn earlier for this request and its key, with all its puzzles,
    /// including void ones; `None` without a key or such a batch.
    ///
    /// # Errors
    /// [`Error::OtherRequest`] if the key belongs to another request; failures of the store.
    pub(super) fn done_before(
        &self,
        store: &Store,
        options: &DrawOptions,
    ) -> Result<Option<(Batch, Vec<IssuedWithId>)>, Error> {
        let Some(batch) = self.batch_before(store, &options.asked())? else { return Ok(None) };
        let issued = store.issued(batch.id).collect::<Result<Vec<_>, StoreError>>()?;
        Ok(Some((batch, confirmed(store, issued)?)))
    }

    /// Returns the batch that was drawn for this request and its key before, if any.
    ///
    /// # Errors
    /// [`Error::OtherRequest`] if the key belongs to another request; failures of the store.
    pub(super) fn batch_before(&self, store: &Store, asked: &str) -> Result<Option<Batch>, Error> {
        let Some(batch) = self.batch_of_key(store)? else { return Ok(None) };
        if batch.once.as_ref().is_none_or(|once| once.request != asked) {
            return Err(used(batch));
        }
        Ok(Some(batch))
    }

    /// Returns the batch of the key, if puzzles were issued under it.
    fn batch_of_key(&self, store: &Store) -> Result<Option<Batch>, Error> {
        let Some(key) = self.key.as_deref() else { return Ok(None) };
        Ok(store.read(|from| batches::of_key(from, key))?.filter(|batch| batch.issued > 0))
    }
}

fn used(batch: Batch) -> Error {
    let Once { key, request } = *batch.once.unwrap_or_default();
    Error::OtherRequest { key, batch: batch.id, request }
}
