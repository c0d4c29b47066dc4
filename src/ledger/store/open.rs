//! [`Store`]: a handle to a database on any engine.

use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::address::mistaken;
use super::check::Report;
use super::engine::{Abort, Done, Engine, Snapshot, Transaction, WaitPolicy};
use super::file::FileEngine;
use super::identity::random;
use super::marks::{Look, Mark, RollbackGuard};
use super::memory::MemoryEngine;
use super::rules::changes;
use super::rules::{check, copy, seeds, texts};
use super::{Identity, Problem, StoreError};
use super::{OpenOptions, is_server, without_password};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Seed};

/// A handle to a database; clones share it.
///
/// A handle does not keep the database open: each call opens the files or connections it needs,
/// runs on one snapshot or in one transaction, and releases them. Calls may come from any number of
/// threads, but not from inside another call on the same database.
#[derive(Clone)]
pub struct Store {
    home: Arc<Location>,
    patience: WaitPolicy,
    /// `None` in memory.
    marks: Option<Arc<RollbackGuard>>,
    /// Whether this handle adds puzzles printed elsewhere, which is allowed even if the database is
    /// older than its marks.
    brings_in: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// A change that need not be remembered.
    Aside,
    /// A change that the marks record.
    Counted,
    /// A change that gives puzzles to someone, or cancels them.
    Giving,
    /// A change that issues puzzles, or prepares that.
    Issuing,
}

/// The body of a change. It also returns the batch in which puzzles were issued, if any.
type Body<'a, T> = &'a mut dyn FnMut(&mut dyn Transaction) -> Done<(T, Option<Batch>)>;

enum Location {
    Memory(MemoryEngine),
    File(Box<FileEngine>),
    Server(Box<Server>),
    /// A malformed address, in displayable form.
    Nowhere(PathBuf),
}

/// A database on a server, connected to by the first call.
struct Server {
    address: PathBuf,
    #[cfg(feature = "postgres")]
    options: OpenOptions,
    #[cfg(feature = "postgres")]
    engine: std::sync::OnceLock<super::postgres::PgEngine>,
}

impl Server {
    #[cfg(feature = "postgres")]
    fn engine(&self) -> Result<&dyn Engine, StoreError> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine);
        }
        let engine = super::postgres::PgEngine::open(&self.address, &self.options)?;
        Ok(self.engine.get_or_init(|| engine))
    }

    #[cfg(not(feature = "postgres"))]
    fn engine(&self) -> Result<&dyn Engine, StoreError> {
        Err(StoreError::Unbuilt(self.address.clone()))
    }

    #[cfg(feature = "postgres")]
    fn make(&self, fill: &mut dyn FnMut(&mut dyn Transaction) -> Done) -> Result<bool, StoreError> {
        super::postgres::PgEngine::make(&self.address, &self.options, fill)
    }

    #[cfg(not(feature = "postgres"))]
    fn make(&self, _: &mut dyn FnMut(&mut dyn Transaction) -> Done) -> Result<bool, StoreError> {
        Err(StoreError::Unbuilt(self.address.clone()))
    }
}

impl Store {
    /// Returns a handle to the database in the file at `path`, or on the server at that address.
    /// Opens and creates nothing.
    pub fn at(path: &Path, options: &OpenOptions) -> Self {
        let patience = WaitPolicy { wait: options.wait, stop: Arc::clone(&options.stop) };
        // Drops a trailing `/`, which some system calls treat as another place.
        let file: PathBuf = path.components().collect();
        let path = if is_server(path) || mistaken(path).is_some() { path } else { &file };
        let home = if let Some(shown) = mistaken(path) {
            Location::Nowhere(shown)
        } else if is_server(path) {
            let (address, password) = without_password(path);
            #[cfg(feature = "postgres")]
            let server = {
                let password = password.or(options.password.clone());
                let options = OpenOptions { password, ..options.clone() };
                Server { address, options, engine: std::sync::OnceLock::new() }
            };
            #[cfg(not(feature = "postgres"))]
            let server = {
                drop(password);
                Server { address }
            };
            Location::Server(Box::new(server))
        } else {
            Location::File(Box::new(FileEngine::at(path, options)))
        };
        let name = without_password(path).0;
        let is_file = matches!(home, Location::File(_));
        let marks = Some(Arc::new(RollbackGuard::new(&name, is_file, options)));
        Self { home: Arc::new(home), patience, marks, brings_in: false }
    }

    /// Returns a handle for adding puzzles printed elsewhere.
    pub fn bringing_in(&self) -> Self {
        Self { brings_in: true, ..self.clone() }
    }

    /// Creates a database in memory with the default levels and no seeds. It is dropped with the
    /// last clone of the handle.
    pub fn in_memory() -> Result<Self, StoreError> {
        let patience = WaitPolicy { wait: Duration::ZERO, stop: Arc::default() };
        let home = Arc::new(Location::Memory(MemoryEngine::default()));
        let store = Self { home, patience, marks: None, brings_in: false };
        store.write(|to| found(to, Identity(0), &[]))?;
        Ok(store)
    }

    /// Returns a handle that waits for other users at most `wait`, and not once `stop` is set.
    pub fn within(&self, wait: Duration, stop: Arc<AtomicBool>) -> Self {
        Self { patience: WaitPolicy { wait, stop }, ..self.clone() }
    }

    /// Whether the database exists.
    ///
    /// # Errors
    /// The path has something other than a database; failures of the engine.
    pub fn exists(&self) -> Result<bool, StoreError> {
        match &*self.home {
            Location::Memory(_) => Ok(true),
            Location::File(engine) => engine.exists(),
            Location::Nowhere(shown) => Err(StoreError::Address(shown.clone())),
            Location::Server(server) => match server.engine() {
                Ok(_) => Ok(true),
                Err(StoreError::NotMade(_)) => Ok(false),
                Err(error) => Err(error),
            },
        }
    }

    /// Creates the database with the default levels and these seeds; returns `false`, and changes
    /// nothing, if it exists. If two processes do so at the same time, one succeeds; a kill leaves
    /// no partial database.
    ///
    /// # Errors
    /// [`StoreError::Older`] if a mark names a database that is gone; failures of the engine.
    pub fn make(&self, initial: impl FnOnce() -> Vec<Seed>) -> Result<bool, StoreError> {
        if self.exists()? {
            return Ok(false);
        }
        if let Some(marks) = self.marks.as_ref().filter(|marks| !marks.accepts())
            && let Some(older) = marks.away()
        {
            return Err(StoreError::Older { path: self.path(), older: Box::new(older) });
        }
        let (initial, identity) = (initial(), Identity(self.token()?));
        self.fill(&mut |to| found(to, identity, &initial))
    }

    /// Copies all rows to `target`, where no database may exist yet. `told` receives the number of
    /// rows copied and returns whether to continue. Returns `false`, without a copy, if it stops.
    ///
    /// # Errors
    /// [`StoreError::There`] if `target` exists; failures of the engines; it is unchanged then.
    pub fn copy_to(
        &self,
        target: &Self,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, StoreError> {
        let identity = Identity(target.token()?);
        target.fill_whole(|to| {
            let is_whole = self.read(|from| copy::all(from, to, told))?;
            // A copy keeps the identity; a database from memory gets one.
            if is_whole && self.is_in_memory() {
                texts::rename(to, identity)?;
            }
            Ok(is_whole)
        })
    }

    /// Creates a database with the rows that `fill` writes; `fill` returns whether it completed.
    /// Returns `false` if not; nothing is created then.
    ///
    /// # Errors
    /// [`StoreError::There`] if the database exists; failures of the engine. It is unchanged then.
    pub(super) fn fill_whole(
        &self,
        mut fill: impl FnMut(&mut dyn Transaction) -> Done<bool>,
    ) -> Result<bool, StoreError> {
        let there = || StoreError::There(self.path());
        if self.exists()? {
            return Err(there());
        }
        let mut is_whole = true;
        let made = self.fill(&mut |to| {
            is_whole = fill(to)?;
            if is_whole { Ok(()) } else { Err(Abort::Store(there())) }
        });
        match made {
            _ if !is_whole => Ok(false),
            Ok(true) => Ok(true),
            Ok(false) => Err(there()),
            Err(error) => Err(error),
        }
    }

    /// Creates a database with the rows that `fill` writes; `false` if one exists.
    fn fill(&self, fill: &mut dyn FnMut(&mut dyn Transaction) -> Done) -> Result<bool, StoreError> {
        match &*self.home {
            // A database in memory always exists.
            Location::Memory(_) => Ok(false),
            Location::File(engine) => engine.make(fill),
            Location::Server(server) => server.make(fill),
            Location::Nowhere(shown) => Err(StoreError::Address(shown.clone())),
        }
    }

    pub(super) fn engine(&self) -> Result<&dyn Engine, StoreError> {
        match &*self.home {
            Location::Memory(engine) => Ok(engine),
            Location::File(engine) => Ok(&**engine),
            Location::Server(server) => server.engine(),
            Location::Nowhere(shown) => Err(StoreError::Address(shown.clone())),
        }
    }

    /// Runs `body` on one snapshot.
    pub fn read<T>(&self, mut body: impl FnMut(&dyn Snapshot) -> Done<T>) -> Result<T, StoreError> {
        let (mut value, engine) = (None, self.engine()?);
        engine.read(&self.patience, &mut |from| {
            value = Some(body(from)?);
            if let Some(marks) = &self.marks {
                marks.look_once(from, engine.server())?;
            }
            Ok(())
        })?;
        value.ok_or(StoreError::Overtaken)
    }

    /// Runs `body` in a write transaction that counts as a change and is recorded in the marks.
    pub fn write<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        self.change(Change::Counted, &mut |to| Ok((body(to)?, None)))
    }

    /// [`write`](Self::write), for changes that need not be remembered: counts of exports, times of
    /// backups, folding of seed uses, removal of an empty batch, known losses. An older copy
    /// without such a change is equally valid.
    pub fn write_aside<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        self.change(Change::Aside, &mut |to| Ok((body(to)?, None)))
    }

    /// [`write`](Self::write), for changes that give or cancel puzzles: refused if the database
    /// is older than its marks.
    pub fn write_giving<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        self.change(Change::Giving, &mut |to| Ok((body(to)?, None)))
    }

    /// [`write_giving`](Self::write_giving), for changes that issue puzzles or prepare that.
    /// `body` also returns the batch in which puzzles were issued.
    pub(crate) fn write_issuing<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<(T, Option<Batch>)>,
    ) -> Result<T, StoreError> {
        self.change(Change::Issuing, &mut body)
    }

    /// Makes every change to an existing database.
    fn change<T>(&self, kind: Change, body: Body<'_, T>) -> Result<T, StoreError> {
        let (mut value, engine) = (None, self.engine()?);
        let mut kept = None;
        let mut work = |to: &mut dyn Transaction| {
            if let Some(marks) = self.marks.as_ref().filter(|_| kind != Change::Aside) {
                let server = engine.server();
                let look = if kind == Change::Counted {
                    marks.look(to, server)?
                } else {
                    if !self.is_shared() {
                        texts::expect_in_place(to, &self.path())?;
                    }
                    marks.expect(to, (server, engine.is_put_back()), self.brings_in)?
                };
                let (done, state) = self.counted(marks, kind, to, look, body)?;
                (value, kept) = (Some(done), state);
                return Ok(());
            }
            value = Some(body(to)?.0);
            Ok(())
        };
        engine.write(&self.patience, &mut work)?;
        if let (Some(marks), Some((look, mark))) = (&self.marks, kept) {
            if engine.is_put_back() && look.is_older() && marks.accepts() {
                engine.settle(&self.patience)?;
            }
            marks.keep(&look, &mark);
        }
        value.ok_or(StoreError::Overtaken)
    }

    /// Runs `body`, counts the change if there was one, and returns the facts to record in the
    /// marks.
    fn counted<T>(
        &self,
        marks: &RollbackGuard,
        kind: Change,
        to: &mut dyn Transaction,
        mut look: Look,
        body: Body<'_, T>,
    ) -> Done<(T, Option<(Look, Mark)>)> {
        let is_accepted = kind != Change::Counted && look.is_older() && marks.accepts();
        if is_accepted {
            // Draws must differ from those of the copy that is given up.
            texts::next_generation(to, random()?)?;
        }
        let (value, batch) = body(to)?;
        if !to.is_changed() {
            return Ok((value, None));
        }
        // Drawing clients of a server do not wait for each other: batches count their changes.
        if kind != Change::Issuing || !self.is_shared() || is_accepted {
            look.counted(changes::count(to, random()? as u64)?);
        }
        if look.is_older() && !marks.accepts() {
            // The added records may be all that it lacked.
            let now = marks.look(to, look.server())?;
            if !now.is_older() {
                look = now;
            }
        }
        // A batch without puzzles need not be remembered.
        let is_empty = batch.as_ref().is_none_or(|batch| batch.issued == 0);
        if kind == Change::Issuing && is_empty && !is_accepted {
            return Ok((value, None));
        }
        let mark = marks.of(to, &look, batch.as_ref())?;
        Ok((value, Some((look, mark))))
    }

    /// Checks the marks before anything is drawn. If the options accept an older database, its
    /// missing records are given up, and its later draws differ from the lost ones. They also
    /// differ for a file that was restored in its place, as its marks may have been restored too.
    pub fn before_draws(&self) -> Result<(), StoreError> {
        if let Some(marks) = &self.marks {
            if marks.accepts() {
                return self.write_giving(|_| Ok(()));
            }
            if !self.is_shared() {
                self.read(|_| Ok(()))?;
            }
            if marks.takes_other_file() {
                let generation = random()?;
                return self.write_giving(|to| texts::next_generation(to, generation));
            }
        }
        Ok(())
    }

    /// Fails if the database is older than its marks; called before publishing anything from it.
    ///
    /// # Errors
    /// [`StoreError::Older`]; failures of the engine.
    pub fn expect_newest(&self) -> Result<(), StoreError> {
        if let Some(marks) = self.marks.as_ref().filter(|marks| !marks.accepts()) {
            let engine = self.engine()?;
            return self.read(|from| {
                marks.expect(from, (engine.server(), engine.is_put_back()), false).map(drop)
            });
        }
        Ok(())
    }

    /// Returns the RNG seed at which the draws for `given` start: another one after a restore from
    /// a backup, so that they differ from the draws made since the backup.
    pub fn rng_seed(&self, given: u64) -> Result<u64, StoreError> {
        if let Some(generation) = self.read(|from| texts::generation(from))? {
            let mut hasher = blake3::Hasher::new_derive_key("seeddb RNG seeds of a generation");
            hasher.update(&generation.to_le_bytes()).update(&given.to_le_bytes());
            let mut bytes = [0; 8];
            hasher.finalize_xof().fill(&mut bytes);
            return Ok(u64::from_le_bytes(bytes));
        }
        Ok(given)
    }

    pub(super) fn file(&self) -> Result<&FileEngine, StoreError> {
        match &*self.home {
            Location::File(engine) => Ok(engine),
            _ => Err(StoreError::NotFound(self.path())),
        }
    }

    pub(super) fn patience(&self) -> &WaitPolicy {
        &self.patience
    }

    pub(super) fn marks(&self) -> Option<&RollbackGuard> {
        self.marks.as_deref()
    }

    /// Returns its path or address, never with a password; for a database in memory the word
    /// `memory`.
    pub fn path(&self) -> PathBuf {
        match &*self.home {
            Location::Memory(engine) => engine.path().to_owned(),
            Location::File(engine) => engine.path().to_owned(),
            Location::Server(server) => server.address.clone(),
            Location::Nowhere(shown) => shown.clone(),
        }
    }

    /// Whether other processes had to wait for this one recently, since a file has one writer.
    pub fn is_awaited(&self) -> bool {
        self.file().is_ok_and(FileEngine::is_awaited)
    }

    /// Whether many processes can use it at the same time.
    pub fn is_shared(&self) -> bool {
        matches!(&*self.home, Location::Server(_))
    }

    /// Reduces a file to its smallest size without other changes. Returns its length in bytes
    /// before and after; `None` if the database is not a file.
    pub fn compact(&self) -> Result<Option<(u64, u64)>, StoreError> {
        self.file().ok().map(|engine| engine.compact(&self.patience)).transpose()
    }

    /// Returns the engine's facts about its storage as (name, text) pairs. The name `danger` marks
    /// a way to lose issued puzzles.
    pub fn status(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.engine()?.facts(&self.patience)
    }

    /// Checks everything: the page checksums of a file, and whether the tables agree. An empty list
    /// means no problems. Puzzles, keys and scores are not recomputed. A file is copied first if
    /// there is room beside it, so that others wait only for the copying.
    ///
    /// # Errors
    /// Failures of the engine, also damage that prevents reading.
    pub fn check(&self) -> Result<Vec<Problem>, StoreError> {
        let mut report = Report::default();
        let mut problems = self.examine(&mut |from| {
            report = Report::default();
            check::check(from, &mut report)
        })?;
        problems.extend(report.finish());
        Ok(problems)
    }

    /// Runs `body` on one snapshot, which it may read for long; returns problems below the rows.
    pub(super) fn examine(
        &self,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<Vec<Problem>, StoreError> {
        self.engine()?.examine(&self.patience, body)
    }

    /// Runs `body`, which emits data that cannot be taken back, on one snapshot, which it may read
    /// for long. `body` returns whether it reached the end.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if something cannot be read; [`StoreError::Overtaken`] if the
    /// connection to a server was lost meanwhile.
    pub(super) fn hand_out(
        &self,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done<bool>,
    ) -> Result<bool, StoreError> {
        let (mut is_begun, mut is_whole) = (false, false);
        let problems = self.examine(&mut |from| {
            if std::mem::replace(&mut is_begun, true) {
                return Err(StoreError::Overtaken.into());
            }
            is_whole = body(from)?;
            Ok(())
        })?;
        match problems.first() {
            Some(problem) => Err(self.damaged(problem.to_string())),
            None => Ok(is_whole),
        }
    }

    /// Returns the error for damage to this database.
    pub(super) fn damaged(&self, what: String) -> StoreError {
        StoreError::Damaged { path: self.path(), what }
    }

    /// Whether it is in memory, without other users and without waiting.
    pub fn is_in_memory(&self) -> bool {
        matches!(&*self.home, Location::Memory(_))
    }

    /// Returns random bits that identify a batch; 0 in memory, where nothing can be replaced.
    pub(crate) fn token(&self) -> Result<u128, StoreError> {
        if self.is_in_memory() { Ok(0) } else { random() }
    }
}

/// Writes the rows of a new database with these seeds.
fn found(to: &mut dyn Transaction, identity: Identity, initial: &[Seed]) -> Done {
    texts::found(to, identity, &level_table::write(&LevelTable::default()))?;
    let grids = seeds::grids(initial);
    seeds::add(to, initial, &grids, &mut Vec::new()).map(drop)
}
