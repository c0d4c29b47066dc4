//! The diagnosis of a database for its maintainer: place, users, problems, remedies.

use std::fs;
use std::path::Path;
use std::time::Duration;

use seeddb_ledger::rules::{batches, keys, seed_cursor, texts};
use seeddb_ledger::{FORMAT, StoreError};

use super::{Database, Error, Suggestion};
use crate::plural::counted;
use crate::record::{Batch, moment};
use crate::temporary::folder_of;

/// Free disk space below this multiple of the database's size, or `LEAST_ROOM` bytes, is noted.
const ROOM: u64 = 2;
const LEAST_ROOM: u64 = 64 << 20;
/// The age in seconds after which a backup is called old, if puzzles were issued since.
const OLD: u64 = 30 * 24 * 60 * 60;

seeddb_core::named_enum! {
    /// The severity of a finding.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Grade {
        /// As it should be.
        Ok = "ok",
        /// Worth knowing.
        Note = "note",
        /// The database cannot be used, or could forget puzzles.
        Danger = "danger",
    }
}

/// A finding about a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The subject: `lock`, `last batch`.
    pub name: String,
    /// The finding in words.
    pub what: String,
    /// Its severity.
    pub grade: Grade,
    /// Suggested remedies.
    pub cures: Vec<Suggestion>,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, name: &str, what: impl Into<String>, grade: Grade) {
        let (name, what) = (name.to_owned(), what.into());
        self.0.push(Finding { name, what, grade, cures: Vec::new() });
    }

    fn ok(&mut self, name: &str, what: impl Into<String>) {
        self.add(name, what, Grade::Ok);
    }

    fn failed(&mut self, name: &str, error: &Error, grade: Grade) {
        let (name, what) = (name.to_owned(), error.to_string());
        self.0.push(Finding { name, what, grade, cures: error.cures() });
    }
}

impl Database {
    /// Returns everything about the database, its file or server, and its marks that can be found
    /// out quickly and without waiting for other processes.
    pub fn diagnose(&self) -> Vec<Finding> {
        let mut found = Findings::default();
        let version = env!("CARGO_PKG_VERSION");
        found.ok("program", format!("seeddb {version}, which reads format {FORMAT}"));
        found.ok("database", self.name());
        let own = self.within(Duration::ZERO);
        let store = own.whatever_it_does();
        match store.exists() {
            Ok(true) => {}
            Ok(false) => {
                found.failed("danger", &StoreError::NotFound(store.path()).into(), Grade::Danger);
                return found.0;
            }
            Err(error) => {
                found.failed("danger", &error.into(), Grade::Danger);
                return found.0;
            }
        }
        if !store.is_shared() {
            of_file(&mut found, &store.path());
        }
        if let Err(error) = own.of_content(&mut found) {
            match error {
                Error::Store(StoreError::Locked { holder } | StoreError::Stopped { holder }) => {
                    found.add("lock", format!("in use by {holder}"), Grade::Note);
                }
                error => found.failed("danger", &error, Grade::Danger),
            }
        }
        found.0
    }

    fn of_content(&self, found: &mut Findings) -> Result<(), Error> {
        let store = self.whatever_it_does();
        let facts = store.status()?;
        let counts = store.read(seed_cursor::counts)?;
        if !store.is_shared() {
            found.ok("lock", "free");
        }
        for (name, what) in facts {
            let grade = if name == "danger" { Grade::Danger } else { Grade::Ok };
            found.add(&name, what, grade);
        }
        found.ok("identity", store.read(texts::identity)?.to_string());
        found.ok("seeds", counts.seeds.to_string());
        found.ok("puzzles issued", counts.issued.to_string());
        let keys = store.read(keys::count)?;
        if keys > 0 {
            found.ok("keys entered without a puzzle", keys.to_string());
        }
        found.ok("batches", counts.batches.to_string());
        if let Some(part) = store.read(texts::partition)? {
            found.ok("partition", part.to_string());
        }
        let last = store.read(batches::last_with_puzzles)?;
        match &last {
            None => found.ok("last batch", "none"),
            Some(batch) => found.ok("last batch", of_batch(batch)),
        }
        if let Some(made) = store.read(texts::backup)? {
            let error = StoreError::Backup { path: store.path(), made };
            found.failed("backup", &error.into(), Grade::Note);
        } else {
            let (made, then) = store.read(texts::backed_up)?.unzip();
            let is_newer = then.is_some_and(|then| counts.issued > then);
            let age = made.zip(self.now()).map(|(made, now)| now.saturating_sub(made));
            let is_old = is_newer && age.is_some_and(|age| age > OLD);
            match made.and_then(moment) {
                Some(made) => {
                    let grade = if is_old { Grade::Note } else { Grade::Ok };
                    let since = if is_newer { ", and puzzles were issued since" } else { "" };
                    found.add("last backup", format!("{made}{since}"), grade);
                }
                None => found.add("last backup", "none that is known", Grade::Note),
            }
        }
        if let Some(when) = store.is_superseded()? {
            let error = StoreError::Superseded { path: store.path(), when };
            found.failed("danger", &error.into(), Grade::Danger);
        }
        for mark in store.mark_states()? {
            found.ok("mark", format!("{}: {}", mark.path.display(), mark.what));
        }
        if let Some(older) = store.missing()? {
            let (path, older) = (store.path(), Box::new(older));
            found.failed("danger", &StoreError::Older { path, older }.into(), Grade::Danger);
        }
        Ok(())
    }
}

fn of_batch(batch: &Batch) -> String {
    let begun = batch.begun.and_then(moment).map(|begun| format!(", begun {begun}"));
    let by = batch.by.as_ref().map(|by| format!(" by {by}"));
    let puzzles = counted(batch.issued.into(), "puzzle");
    format!("{} with {puzzles}{}{}", batch.id, begun.unwrap_or_default(), by.unwrap_or_default())
}

fn of_file(found: &mut Findings, path: &Path) {
    let Ok(data) = fs::metadata(path) else { return };
    found.ok("size", format!("{} kB", data.len().div_ceil(1024)));
    if data.permissions().readonly() {
        found.add("rights", "the file may only be read", Grade::Note);
    }
    let Some(free) = free(folder_of(path)) else { return };
    // A check of all pages copies the file, and so does a backup.
    let is_little = free < LEAST_ROOM.max(data.len().saturating_mul(ROOM));
    let grade = if is_little { Grade::Note } else { Grade::Ok };
    found.add("free space", format!("{} kB", free / 1024), grade);
}

/// Returns the free bytes on the disk of a folder, if known.
fn free(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}
