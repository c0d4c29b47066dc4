//! Requests that are done once, however often they are made: for those who may lose an answer, and ask again.

use std::sync::Arc;

use super::{Database, Error, Ids, Named};
use crate::record::{Batch, Once};
use crate::store::{Store, StoreError};

/// The longest key, in bytes.
const LONGEST: usize = 200;

impl Database {
    /// This database for one request, which is known by `key`. A [`draw`](Self::draw) of it is kept with its
    /// batch; the same request with the same key, from any process and at any time, draws nothing and gives that batch again, as far as
    /// it went. Where randomness begins is no part of the request, since who asks again may not know it. A book is made once: then
    /// the key is refused, and its batch told.
    ///
    /// ```
    /// use seeddb::database::{Control, Database, DrawOptions, Error};
    /// use seeddb::logic::Ladder;
    /// use seeddb::mine::starter;
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

    /// What a batch of this request is known by, if it is.
    pub(super) fn once_of(&self, request: &str) -> Option<Box<Once>> {
        let key = self.key.as_deref()?.to_owned();
        Some(Box::new(Once { key, request: request.to_owned() }))
    }

    /// The batch that this request was given before, if it is known by a key and was.
    ///
    /// # Errors
    /// [`Error::OtherRequest`] if the key is that of another; failures of the store.
    pub(super) fn done_before(&self, store: &Store, request: &str) -> Result<Option<Batch>, Error> {
        let Some(key) = self.key.as_deref() else { return Ok(None) };
        let batch = store.batch_of_key(key)?.filter(|batch| batch.issued > 0);
        match batch {
            Some(batch) if batch.once.as_ref().is_none_or(|once| once.request != request) => {
                Err(used(batch))
            }
            batch => Ok(batch),
        }
    }

    /// Fails if the key was used before, whatever for.
    ///
    /// # Errors
    /// [`Error::OtherRequest`]; failures of the store.
    #[cfg(feature = "print")]
    pub(super) fn expect_new_key(&self, store: &Store) -> Result<(), Error> {
        let Some(key) = self.key.as_deref() else { return Ok(()) };
        let batch = store.batch_of_key(key)?.filter(|batch| batch.issued > 0);
        batch.map_or(Ok(()), |batch| Err(used(batch)))
    }
}

/// All puzzles of a batch, void ones too.
pub(super) fn all_of(store: &Store, batch: &Batch) -> Result<Vec<Named>, Error> {
    let issued = store.issued(batch.id).collect::<Result<Vec<_>, StoreError>>()?;
    store.confirm(&issued)?;
    Ids::default().name(store, issued)
}

fn used(batch: Batch) -> Error {
    let Once { key, request } = *batch.once.unwrap_or_default();
    Error::OtherRequest { key, batch: batch.id, request }
}
