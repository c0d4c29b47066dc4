//! The file engine against a model, damage, other threads and other processes.

mod damage;
mod disk;
mod handle;
mod place;

use std::panic::{set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub(super) use disk::Disk;

use super::{FileEngine, Panicked, panicked};
use crate::store::engine::{Done, Engine as _, Row, Snapshot, Table, Transaction, WaitPolicy};
use crate::store::record::{Text, encode};
use crate::store::tests::rows::{patience, read, row, write};
use crate::store::{FORMAT, Identity, OpenOptions, Problem, StoreError};

fn text(name: &str, text: &str) -> Row {
    encode(&name.to_owned(), &Text(text.to_owned())).unwrap()
}

/// Writes the rows that every database has.
fn begin(view: &mut dyn Transaction, identity: u128) -> Done {
    let identity = Identity(identity).to_string();
    view.put(Table::Texts, &[text("format", &FORMAT.to_string()), text("identity", &identity)])
}

fn at_once() -> WaitPolicy {
    WaitPolicy { wait: Duration::ZERO, ..patience() }
}

fn at(path: &Path) -> FileEngine {
    FileEngine::at(path, &OpenOptions::default())
}

/// Returns a new database in a folder of its own, with the folder and the path.
fn new() -> (tempfile::TempDir, PathBuf, FileEngine) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let engine = made(&path);
    (folder, path, engine)
}

fn made(path: &Path) -> FileEngine {
    let engine = at(path);
    assert!(engine.make(&mut |view| begin(view, 7)).unwrap());
    engine
}

impl FileEngine {
    fn see<T>(&self, body: impl Fn(&dyn Snapshot) -> Done<T>) -> Result<T, StoreError> {
        read(self, body)
    }

    fn change<T>(
        &self,
        body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        write(self, body)
    }

    fn put(&self, rows: &[Row]) -> Result<(), StoreError> {
        self.change(|view| view.put(Table::Ledger, rows))
    }

    /// Returns the problems of the pages.
    fn pages(&self) -> Vec<Problem> {
        self.examine(&patience(), &mut |_| Ok(())).unwrap()
    }

    fn len(&self) -> Result<u64, StoreError> {
        self.see(|view| view.len(Table::Ledger))
    }
}

/// Installs the program's panic hook: a damaged file gives an error, or ends the process with one.
pub(in crate::store) fn hook_panics() {
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

/// Returns a command that runs the ignored test `name` of this program on the file at `path`.
fn other_process(name: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let name = format!("store::file::tests::{name}");
    command.args(["--exact", &name, "--ignored", "--nocapture"]);
    command.env("SEEDDB_TEST_PATH", path);
    command
}
