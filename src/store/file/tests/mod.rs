//! What only a file can suffer: damage, other processes, old formats.

mod census;
mod damage;
mod fixture;
mod flip;
mod format_1;
mod harm;
mod lock;
mod measure;

use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use super::{FileEngine, OpenOptions};
use crate::logic::Ladder;
use crate::record::{Batch, Book, Extra, Issued, Place, Seed};
use crate::store::engine::Engine;
use crate::store::tests::*;
use crate::store::{Store, StoreError};
use crate::symmetry::Key;

/// The engine at once, for a look behind it.
fn engine(path: &Path) -> FileEngine {
    FileEngine::open(path, &at_once(), Vec::new).unwrap()
}

/// All seeds of these tiers of the hsolve ladder.
fn seeds_of(store: &Store, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
    store.seeds(Ladder::HSOLVE, tiers)
}

/// This program again, to run the ignored test `name` on the file at `path`.
fn other_process(name: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("store::file::tests::{name}"), "--ignored", "--nocapture"]);
    command.env("SEEDDB_TEST_PATH", path);
    command
}
