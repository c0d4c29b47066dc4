//! Marks: the newest state of a database, stored outside of it, so that an old copy put in its
//! place is recognised instead of silently issuing puzzles again.
//!
//! There are two, and any that exists counts: `PATH.seeddb/mark` beside a file, and `IDENTITY.mark`
//! in a folder of the user ([`OpenOptions::state`]), which follows a database to any path, and so
//! detects when two copies are used. Transactions that issue, give or cancel puzzles check the
//! marks ([`look`](RollbackGuard::look)); every change writes them after its commit
//! ([`keep`](RollbackGuard::keep)), and a reader updates the mark in the user's folder. A kill
//! between commit and writing leaves marks older than the database, which is harmless.
//!
//! States of one database follow each other, so a later state has all
//! [changes](super::rules::changes) of an earlier one, and its latest batch with at least as many
//! puzzles. A mark lists some more batches ([`mark`]), since several processes may issue at the
//! same time.

mod mark;
mod mark_file;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::time::UNIX_EPOCH;

pub(super) use mark::Mark;
use mark::{KEPT, Seen};
use mark_file::{MarkFile, all, read, write};

use super::engine::{Abort, Done, Server, Snapshot, Table};
use super::rules::changes::Changes;
use super::rules::{batches, imports, intact, rows, texts};
use super::{Identity, Notice, OpenOptions, Remarks, StaleCopy, StoreError, Why};
use crate::record::{Batch, Book, Event, Numbers};

/// The marks of one database.
pub(super) struct RollbackGuard {
    /// The path or address of the database.
    path: PathBuf,
    /// Whether it is a file, which has a mark beside it.
    is_file: bool,
    state: Option<PathBuf>,
    accept: bool,
    remarks: Remarks,
    told: Mutex<NoticesGiven>,
}

/// Remarks already made, and results that need not be worked out again.
#[derive(Default)]
struct NoticesGiven {
    remarks: Vec<Notice>,
    has_looked: bool,
    is_other_file: bool,
    is_intact: bool,
}

/// A state of the database compared with its marks.
pub(super) struct Look {
    identity: Identity,
    changes: Changes,
    /// Whether a mark of this database exists.
    is_known: bool,
    /// Whether the mark in the user's folder has all changes of this file.
    is_learned: bool,
    /// Whether a mark names another file at this path.
    is_other_file: bool,
    older: Option<StaleCopy>,
    server: Option<Server>,
}

/// A mark as `db doctor` prints it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkState {
    /// The path of the mark, whether or not it exists.
    pub path: PathBuf,
    /// Its state in words: `none yet`, `agrees`, the missing records, `does not read`.
    pub what: String,
    /// Whether it keeps the database from being drawn from.
    pub is_older: bool,
}

impl Look {
    /// Whether the state is, or could be, older than a mark.
    pub(super) fn is_older(&self) -> bool {
        self.older.is_some()
    }

    pub(super) fn server(&self) -> Option<Server> {
        self.server.clone()
    }

    /// Sets the changes of the state after a write.
    pub(super) fn counted(&mut self, changes: Changes) {
        self.changes = changes;
    }
}

impl RollbackGuard {
    pub(super) fn new(path: &Path, is_file: bool, options: &OpenOptions) -> Self {
        Self {
            path: path.to_owned(),
            is_file,
            state: options.state.clone(),
            accept: options.accept_older,
            remarks: options.remarks.clone(),
            told: Mutex::default(),
        }
    }

    /// Returns the marks of the same database in a file at another path.
    pub(super) fn at(&self, path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            is_file: true,
            state: self.state.clone(),
            accept: self.accept,
            remarks: self.remarks.clone(),
            told: Mutex::default(),
        }
    }

    /// Whether an older database may be used.
    pub(super) fn accepts(&self) -> bool {
        self.accept
    }

    fn told(&self) -> MutexGuard<'_, NoticesGiven> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, remark: &Notice) {
        let mut told = self.told();
        if told.remarks.contains(remark) {
            return;
        }
        told.remarks.push(remark.clone());
        drop(told);
        self.remarks.tell(remark);
    }

    fn beside(&self) -> Option<PathBuf> {
        self.is_file.then(|| super::file::side(&self.path, "mark"))
    }

    fn in_state(&self, identity: Identity) -> Option<PathBuf> {
        self.state.as_ref().map(|folder| folder.join(format!("{identity}.mark")))
    }

    /// Returns the paths of the marks of the database with this identity.
    fn places(&self, identity: Identity) -> Vec<PathBuf> {
        self.beside().into_iter().chain(self.in_state(identity)).collect()
    }

    /// Returns the paths to the database: as given, and without links.
    fn paths(&self) -> Vec<String> {
        let given = if self.is_file {
            std::path::absolute(&self.path).ok()
        } else {
            Some(self.path.clone())
        };
        let real = std::fs::canonicalize(&self.path).ok().filter(|_| self.is_file);
        let mut paths: Vec<String> =
            given.into_iter().chain(real).map(|path| path.to_string_lossy().into_owned()).collect();
        paths.dedup();
        paths
    }

    /// Identifies the file itself: a file restored under the same name is another.
    fn file(&self) -> Option<String> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let data = std::fs::metadata(&self.path).ok().filter(|_| self.is_file)?;
            let made = data.created().ok().and_then(|made| made.duration_since(UNIX_EPOCH).ok());
            Some(format!("{} {}", data.ino(), made.unwrap_or_default().as_nanos()))
        }
        #[cfg(not(unix))]
        None
    }

    /// Whether the database, at its first read, agreed with its marks and had its path but was
    /// another file: it may have been restored together with its marks. Returns `true` only once.
    pub(super) fn takes_other_file(&self) -> bool {
        std::mem::take(&mut self.told().is_other_file)
    }

    /// Compares a state with the marks.
    pub(super) fn look(&self, from: &dyn Snapshot, server: Option<Server>) -> Done<Look> {
        let (identity, changes) = texts::changed(from)?;
        let (mut older, mut is_known): (Option<StaleCopy>, _) = (None, false);
        let (mut is_learned, mut is_other_file, paths) = (false, false, self.paths());
        for place in self.places(identity) {
            let found = match read(&place) {
                MarkFile::Mark(mark) if mark.identity == identity => {
                    is_known = true;
                    let is_here = self.is_file && mark.paths == paths;
                    // The mark in the user's folder is the last of `places`.
                    is_learned = is_here && mark.changes == changes;
                    is_other_file |= is_here && mark.file.is_some() && mark.file != self.file();
                    let found = lacks(from, &changes, &mark)?;
                    if found.is_none()
                        && let (Some(now), Some(before)) = (&server, &mark.server)
                        && now != before
                    {
                        self.tell(&Notice::Server(self.path.clone()));
                    }
                    found
                }
                MarkFile::Unread => Some(StaleCopy::unread(place)),
                // The mark of a database that was here before is irrelevant.
                MarkFile::Nothing | MarkFile::Mark(_) => {
                    is_learned = false;
                    continue;
                }
            };
            if let Some(found) = found {
                older = Some(older.map_or_else(|| found.clone(), |known| known.and(&found)));
            }
        }
        Ok(Look { identity, changes, is_known, is_learned, is_other_file, older, server })
    }

    /// Checks the marks once for a reader: reports an older database, and updates the user's mark.
    pub(super) fn look_once(&self, from: &dyn Snapshot, server: Option<Server>) -> Done {
        if std::mem::replace(&mut self.told().has_looked, true) {
            return Ok(());
        }
        let learn = || {
            let look = self.look(from, server)?;
            self.told().is_other_file = look.is_other_file && look.older.is_none();
            if look.older.is_none()
                && !look.is_learned
                && texts::backup(from)?.is_none()
                && let Some(place) = self.in_state(look.identity)
            {
                self.is_unknown(from, &look)?;
                // Issuing transactions report a mark that cannot be written.
                let _ = write(&place, None, &self.of(from, &look, None)?, false);
            }
            Ok(look.older)
        };
        match learn() {
            Ok(Some(older)) if !self.accept => {
                self.tell(&Notice::Older(self.path.clone(), older));
                Ok(())
            }
            Ok(_) | Err(Abort::Corrupt(_) | Abort::Store(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Fails if the state is, or could be, older than its marks, unless that is accepted or puzzles
    /// printed elsewhere are imported, and if its tables disagree. `is_put_back` is set for a
    /// server whose tables came from a dump.
    pub(super) fn expect(
        &self,
        from: &dyn Snapshot,
        (server, is_put_back): (Option<Server>, bool),
        brings_in: bool,
    ) -> Done<Look> {
        self.told().has_looked = true;
        if let Some(made) = texts::backup(from)? {
            return Err(Abort::Store(StoreError::Backup { path: self.path.clone(), made }));
        }
        if let Some(what) = texts::loss(from)?.filter(|_| !brings_in) {
            let (path, what) = (self.path.clone(), what.replace('\n', "; "));
            return Err(Abort::Store(StoreError::Incomplete { path, what }));
        }
        let mut look = self.look(from, server)?;
        if is_put_back {
            let found = StaleCopy { why: Why::PutBack, ..StaleCopy::default() };
            look.older = Some(look.older.map_or_else(|| found.clone(), |known| known.and(&found)));
        }
        if let Some(older) = look.older.as_ref().filter(|_| !self.accept && !brings_in) {
            let (path, older) = (self.path.clone(), Box::new(older.clone()));
            return Err(Abort::Store(StoreError::Older { path, older }));
        }
        self.is_unknown(from, &look)?;
        if !self.told().is_intact {
            intact::expect(from)?;
            self.told().is_intact = true;
        }
        Ok(look)
    }

    /// Reports a database restored from a backup that has no mark.
    fn is_unknown(&self, from: &dyn Snapshot, look: &Look) -> Done {
        if !look.is_known && texts::generation(from)?.is_some() {
            self.tell(&Notice::Unknown(self.path.clone()));
        }
        Ok(())
    }

    /// Returns the mark of a state: complete for a file; for a server, when puzzles were issued in
    /// `batch`, only that batch.
    pub(super) fn of(&self, from: &dyn Snapshot, look: &Look, batch: Option<&Batch>) -> Done<Mark> {
        let mut mark = Mark {
            paths: self.paths(),
            changes: look.changes.clone(),
            server: look.server.clone(),
            ..Mark::new(look.identity)
        };
        if let Some(batch) = batch {
            mark.batches = vec![Seen::from(batch)];
            if !self.is_file {
                return Ok(mark);
            }
        }
        if self.is_file {
            mark.puzzles = Some(from.len(Table::Issued)?);
            mark.keys = Some(from.len(Table::Ledger)?);
        }
        mark.books = rows::last::<Book>(from)?.map_or(0, |row| row.0);
        mark.events = rows::last::<Event>(from)?.map_or(0, |row| row.0);
        for last in batches::last_ones(from, KEPT)? {
            if last.issued > 0 && !mark.batches.iter().any(|seen| seen.id == last.id) {
                mark.batches.push(Seen::from(&last));
            }
        }
        mark.batches.truncate(KEPT);
        Ok(mark)
    }

    /// Writes the marks after a change. If the database was older than its marks they are kept,
    /// unless that is accepted: then they are replaced.
    pub(super) fn keep(&self, look: &Look, mark: &Mark) {
        let anew = look.older.is_some();
        if let Some(older) = &look.older {
            if !self.accept {
                return;
            }
            self.tell(&Notice::Accepted(self.path.clone(), older.clone()));
        }
        let places = self.places(look.identity);
        let write = |place: &PathBuf| {
            let database = self.is_file.then_some(self.path.as_path());
            let mark = Mark { file: self.file(), ..mark.clone() };
            let written = write(place, database, &mark, anew);
            written.err().map(|error| (place.clone(), error))
        };
        let failed: Vec<_> = places.iter().filter_map(write).collect();
        // One written mark is enough, unless the marks are to be lowered.
        if failed.len() == places.len() || anew {
            for (path, error) in failed {
                self.tell(&Notice::Unwritten { path, why: error.to_string() });
            }
        }
    }

    /// Returns the facts that the marks have of a database that is no longer at its path; `None`
    /// without marks, or if it has moved.
    pub(super) fn away(&self) -> Option<StaleCopy> {
        let own = self.paths();
        let is_here = |mark: &Mark| mark.paths.iter().any(|path| own.contains(path));
        let has_moved = |mark: &Mark| {
            let known = self.in_state(mark.identity).map(|place| read(&place));
            matches!(known, Some(MarkFile::Mark(known)) if !is_here(&known))
        };
        let beside = self.beside().map(|place| (read(&place), place));
        let found = match beside {
            Some((MarkFile::Unread, place)) => return Some(StaleCopy::unread(place)),
            Some((MarkFile::Mark(mark), place)) if !has_moved(&mark) => Some((mark, place)),
            _ => {
                let folder = self.state.as_deref()?;
                let marks = all(folder).into_iter();
                // Of several databases that were at this path, the largest.
                marks.filter(|(mark, _)| is_here(mark)).max_by_key(|(mark, _)| mark.puzzles)
            }
        };
        let (mark, place) = found?;
        let issued = mark.batches.iter().map(|seen| u64::from(seen.issued)).sum();
        let puzzles = mark.puzzles.unwrap_or(issued);
        Some(StaleCopy { why: Why::Away(place), puzzles, ..StaleCopy::default() })
    }

    /// Compares this state with each of the marks.
    pub(super) fn states(&self, from: &dyn Snapshot) -> Done<Vec<MarkState>> {
        let (identity, changes) = texts::changed(from)?;
        let mut states = Vec::new();
        for path in self.places(identity) {
            let (what, is_older) = match read(&path) {
                MarkFile::Nothing => ("none yet".to_owned(), false),
                MarkFile::Unread => ("does not read".to_owned(), true),
                MarkFile::Mark(mark) if mark.identity != identity => {
                    ("of another database that lay here before".to_owned(), false)
                }
                MarkFile::Mark(mark) => match lacks(from, &changes, &mark)? {
                    None => ("agrees".to_owned(), false),
                    Some(older) => (format!("missing here: {}", older.missing()), true),
                },
            };
            states.push(MarkState { path, what, is_older });
        }
        Ok(states)
    }

    /// Returns the records that this state lacks by all marks; `None` if it is current.
    pub(super) fn missing(&self, from: &dyn Snapshot) -> Done<Option<StaleCopy>> {
        Ok(self.look(from, None)?.older)
    }

    /// Whether a mark of this database exists.
    pub(super) fn know(&self, from: &dyn Snapshot) -> Done<bool> {
        Ok(self.look(from, None)?.is_known)
    }
}

/// Returns the records that a state with these changes lacks by a mark; `None` if it is as new or
/// newer.
fn lacks(from: &dyn Snapshot, changes: &Changes, mark: &Mark) -> Done<Option<StaleCopy>> {
    let ids: Vec<u32> = mark.batches.iter().map(|seen| seen.id).collect();
    let found = rows::get_all::<Batch>(from, &ids)?;
    let mut missing: Vec<(Seen, u32)> = Vec::new();
    let mut is_fork = false;
    for (seen, batch) in mark.batches.iter().zip(found) {
        // A batch whose record was lost has no token.
        let is_other = batch
            .as_ref()
            .is_some_and(|batch| batch.token != seen.token && batch.token != 0 && seen.token != 0);
        // A batch of a diverged copy gets another id when it is merged; its token is kept.
        let batch = if is_other { batches::of_token(from, seen.token)? } else { batch };
        let there = batch.map_or(0, |batch| batch.issued);
        if there < seen.issued {
            is_fork |= is_other;
            missing.push((*seen, seen.issued - there));
        }
    }
    let ids = || missing.iter().map(|(seen, _)| seen.id);
    let mut range = ids().min().zip(ids().max());
    if let Some((first, _)) = &mut range {
        // The mark lists only the last batches.
        let own = batches::last_batch(from)?.map_or(0, |batch| batch.id);
        if own < *first {
            *first = own + 1;
        }
    }
    let known: u64 = missing.iter().map(|(_, count)| u64::from(*count)).sum();
    let fewer = |seen: Option<u64>, table: Table| {
        let Some(seen) = seen.filter(|_| !is_fork) else { return Ok::<_, Abort>(0) };
        let fewer = seen.saturating_sub(from.len(table)?);
        if fewer == 0 {
            return Ok(0);
        }
        // Recoveries reported their losses, and imports taken back lost their keys on purpose.
        let lost: u64 = batches::lost(from)?.values().map(Numbers::count).sum();
        let keys: u64 = match table {
            Table::Ledger => imports::lines(&imports::taken_back(from)?).values().sum(),
            _ => 0,
        };
        Ok(fewer.saturating_sub(lost + keys))
    };
    let puzzles = known.max(fewer(mark.puzzles, Table::Issued)?);
    let keys = fewer(mark.keys, Table::Ledger)?.saturating_sub(puzzles);
    // A count of 0 in the mark needs no lookup.
    let books = if mark.books == 0 { 0 } else { rows::last::<Book>(from)?.map_or(0, |row| row.0) };
    let events =
        if mark.events == 0 { 0 } else { rows::last::<Event>(from)?.map_or(0, |row| row.0) };
    let (books, events) = (mark.books.saturating_sub(books), mark.events.saturating_sub(events));
    let lacking = changes.lack(&mark.changes);
    is_fork |= lacking.is_some_and(|lacking| lacking.is_fork);
    let changes = lacking.map_or(0, |lacking| lacking.count);
    if puzzles == 0 && keys == 0 && books == 0 && events == 0 && changes == 0 {
        return Ok(None);
    }
    let why = if is_fork { Why::Fork } else { Why::Older };
    let since = missing.iter().filter_map(|(seen, _)| seen.begun).min();
    Ok(Some(StaleCopy { why, batches: range, puzzles, keys, books, events, changes, since }))
}

#[cfg(test)]
mod tests {
    use super::super::rules::changes;
    use super::mark::checked;
    use super::*;

    use rand::SeedableRng as _;
    use rand::rngs::SmallRng;

    use crate::store::Store;
    use crate::store::random::random_batch;
    use crate::store::tests::change::Changer;

    /// A mark with a valid check and arbitrary content is either rejected or survives a round trip
    /// unchanged, and comparing a database with it does not fail.
    ///
    /// `SEEDDB_INPUTS=FROM..TO cargo test --lib a_mark_of_anybody` tests other inputs, by RNG seed.
    #[test]
    fn a_mark_of_anybody_is_read_or_damaged() {
        let rng = &mut SmallRng::seed_from_u64(1);
        let store = Store::in_memory().unwrap();
        let batches: Vec<Batch> =
            (0..3).map(|_| store.new_batch(&random_batch(rng)).unwrap()).collect();
        let seen = |batch: &Batch| Seen { issued: 7, begun: Some(1 << 31), ..Seen::from(batch) };
        let mark = |count: usize, server| Mark {
            paths: vec!["/a/seeds.redb".to_owned()],
            changes: "33:7 32:8".parse().unwrap(),
            puzzles: Some(9),
            keys: Some(2),
            server,
            batches: batches.iter().take(count).map(seen).collect(),
            ..Mark::new(Identity(5))
        };
        let server = Server { system: "7000000000000000001".to_owned(), timeline: 3 };
        // Without the check line, which is appended after the mutation.
        let lines = |mark: Mark| mark.line().into_bytes();
        let corpus = vec![lines(mark(1, None)), lines(mark(3, Some(server)))];
        let words =
            ["\"identity\":", "\"puzzles\":", "null", "{", "]", " 9:f", "\ncheck 00000000\n"];
        let changer = Changer { corpus, words: words.map(str::to_owned).to_vec() };
        changer.look_at_inputs(0..20_000, |lines, _| {
            let text = checked(&String::from_utf8_lossy(lines));
            let Some(mark) = Mark::of_text(&text) else { return false };
            assert_eq!(Mark::of_text(&mark.to_text()).as_ref(), Some(&mark));
            assert_eq!(mark.clone().merged(mark.clone()).identity, mark.identity);
            let lacking = store.read(|from| lacks(from, &changes::of(from)?, &mark)).unwrap();
            let told = lacking.map_or(String::new(), |older| older.to_string());
            assert!(!told.contains(char::is_control), "{told:?}");
            true
        });
    }
}
