//! [`MemoryEngine`]: a database that redb keeps in memory, for tests, and for whoever wants draws that nobody needs to remember.

use std::path::Path;

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase as _};

use super::fault::Failure;
use super::kv::{Reading, make_all};
use super::open::{builder, write};
use crate::store::StoreError;
use crate::store::engine::{Done, Engine, Patience, Snapshot, Transaction};

/// Tables in memory, gone when it is dropped. Nobody else has them, and nothing waits for others.
pub(in crate::store) struct MemoryEngine(Database);

/// What errors name.
fn path() -> &'static Path {
    Path::new("memory")
}

impl MemoryEngine {
    /// Tables without rows.
    pub(in crate::store) fn new() -> Result<Self, StoreError> {
        let make = || {
            let database = builder().create_with_backend(InMemoryBackend::new())?;
            let transaction = database.begin_write()?;
            make_all(&transaction)?;
            transaction.commit()?;
            Ok(Self(database))
        };
        make().map_err(|failure: Failure| failure.at(path()))
    }
}

impl Engine for MemoryEngine {
    fn path(&self) -> &Path {
        path()
    }

    fn read(
        &self,
        _: &Patience,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<(), StoreError> {
        let transaction = self.0.begin_read().map_err(|error| Failure::from(error).at(path()))?;
        body(&Reading::new(path(), &transaction)).map_err(|fault| Failure::Body(fault).at(path()))
    }

    fn write(
        &self,
        _: &Patience,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError> {
        write(path(), &self.0, body).map(drop).map_err(|failure| failure.at(path()))
    }
}
