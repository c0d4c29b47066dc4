//! What only a file can suffer: damage, other processes, old formats.

mod catalog;
mod census;
mod damage;
mod fill;
mod fixture;
mod flip;
mod format_1;
mod harm;
mod lock;
mod measure;

use std::ops::RangeInclusive;
use std::panic::{set_hook, take_hook};
use std::path::Path;
use std::process::Command;

use super::{FileEngine, OpenOptions};
use crate::logic::Ladder;
use crate::record::{Batch, Book, Event, Extra, Issued, Place, Seed};
use crate::store::engine::Engine;
use crate::store::tests::*;
use crate::store::{Panicked, Store, StoreError, panicked};
use crate::symmetry::Key;

/// The engine at once, for a look behind it.
fn engine(path: &Path) -> FileEngine {
    FileEngine::open(path, &at_once(), Vec::new).unwrap()
}

/// All seeds of these tiers of the hsolve ladder.
fn seeds_of(store: &Store, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
    store.seeds(Ladder::HSOLVE, tiers)
}

/// As the program does: a damaged file ends it in words, or is an error.
fn hook_panics() {
    let others = take_hook();
    set_hook(Box::new(move |panic| match panicked(panic) {
        Panicked::Elsewhere => others(panic),
        Panicked::Caught => {}
        Panicked::Twice(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }));
}

/// This program again, to run the ignored test `name` on the file at `path`.
fn other_process(name: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("store::file::tests::{name}"), "--ignored", "--nocapture"]);
    command.env("SEEDDB_TEST_PATH", path);
    command
}
