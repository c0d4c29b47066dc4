//! The store against a model, on every engine. `file/tests` has tests of files only.

/// Runs each test on the engines without a server, and again with one.
macro_rules! over_engines {
    ($($test:ident),+) => {
        mod in_process {
            $(#[test]
            fn $test() {
                super::$test(crate::store::tests::in_process);
            })+
        }
        mod on_a_server {
            $(#[test]
            #[ignore = "needs a server"]
            fn $test() {
                super::$test(crate::store::tests::with_a_server);
            })+
        }
    };
}

#[path = "../../../../tools/fuzz/change.rs"]
pub(crate) mod change;
mod damaged;
mod faults;
mod merge;
mod model;
mod promises;
mod put_back;
mod records;
pub(crate) mod restore;
pub(super) mod rows;
pub(crate) mod salvage;
#[path = "../../../../tests/server/mod.rs"]
pub(super) mod server;
mod speed;

use std::path::Path;

use rand::RngExt;

use super::random::*;
use super::rules::{
    batches, books, events, imports, keys, ledger, seed_cursor, seeds, texts, users, uses,
};
use super::{OpenOptions, Store, StoreError};
use crate::board::CellSet;
use crate::logic::Ladder;
use crate::rating::hsolve::Score;
use crate::record::{
    Batch, Book, Day, Entry, Event, EventKind, Grading, Origin, Place, Seed, Turned,
};
use crate::symmetry::{ClueSymmetry, Key};
use change::inputs;

/// Returns the batch without its token, which is random, and without its count of keys.
pub(super) fn untold(batch: Batch) -> Batch {
    Batch { token: 0, keys: 0, ..batch }
}

/// Returns the database in the file at `path`.
fn at(path: &Path) -> Store {
    Store::at(path, &OpenOptions::default())
}

/// The starter seeds of databases that have none.
fn none() -> Vec<Seed> {
    Vec::new()
}

/// A database that can be reopened.
pub(super) enum Home {
    File(tempfile::TempDir),
    Memory(Store),
    /// The address of a database on a server.
    Server(String),
}

impl Home {
    pub(super) fn open(&self) -> Store {
        let store = match self {
            Self::File(folder) => at(&folder.path().join("deep/er/seeds.redb")),
            Self::Memory(store) => store.clone(),
            Self::Server(address) => at(address.as_ref()),
        };
        store.make(Vec::new).unwrap();
        store
    }
}

/// Returns a new database of each engine under test.
type Engines = fn() -> Vec<Home>;

fn in_process() -> Vec<Home> {
    let memory = Home::Memory(Store::in_memory().unwrap());
    vec![Home::File(tempfile::tempdir().unwrap()), memory]
}

fn with_a_server() -> Vec<Home> {
    let server = Home::Server(server::Server::of_tests().database());
    in_process().into_iter().chain([server]).collect()
}
