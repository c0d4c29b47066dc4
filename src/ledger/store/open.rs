//! [`Store`]: a database on some engine, as whoever uses it has it.

use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
#[cfg(feature = "postgres")]
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::address::mistaken;
use super::check::Report;
use super::engine::{Done, Engine, Fault, Patience, Snapshot, Transaction};
use super::file::FileEngine;
use super::identity::random;
use super::marks::{Look, Mark, Marks};
use super::memory::MemoryEngine;
#[cfg(feature = "postgres")]
use super::postgres::PgEngine;
use super::rules::changes;
use super::rules::{check, copy, seeds, texts};
use super::{Identity, Problem, StoreError};
use super::{OpenOptions, is_server, without_password};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Seed};

/// A database. Clones are the same one.
///
/// No value keeps it open: each call opens what it needs, sees one state or makes one change, and lets go. Calls come from any number
/// of threads; none may be made inside another of the same database.
#[derive(Clone)]
pub struct Store {
    home: Arc<Home>,
    patience: Patience,
    /// None in memory.
    marks: Option<Arc<Marks>>,
    /// Whether it brings in puzzles that were printed elsewhere, which also one that is older than its marks may.
    brings_in: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Nothing that anybody needs to know again.
    Aside,
    /// It changes what may not be forgotten.
    Counted,
    /// It gives puzzles to somebody, or cancels them.
    Giving,
    /// It issues puzzles, or prepares it.
    Issuing,
}

/// A change, and the batch in which something was issued by it, if there is one.
type Body<'a, T> = &'a mut dyn FnMut(&mut dyn Transaction) -> Done<(T, Option<Batch>)>;

enum Home {
    Memory(MemoryEngine),
    File(Box<FileEngine>),
    Server(Box<Server>),
    /// What looks like an address and is none, as far as it may be told.
    Nowhere(PathBuf),
}

/// A database on a server, which the first call connects to.
struct Server {
    address: PathBuf,
    #[cfg(feature = "postgres")]
    options: OpenOptions,
    #[cfg(feature = "postgres")]
    engine: OnceLock<PgEngine>,
}

impl Server {
    #[cfg(feature = "postgres")]
    fn engine(&self) -> Result<&dyn Engine, StoreError> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine);
        }
        let engine = PgEngine::open(&self.address, &self.options)?;
        Ok(self.engine.get_or_init(|| engine))
    }

    #[cfg(not(feature = "postgres"))]
    fn engine(&self) -> Result<&dyn Engine, StoreError> {
        Err(StoreError::Unbuilt(self.address.clone()))
    }

    #[cfg(feature = "postgres")]
    fn make(&self, fill: &mut dyn FnMut(&mut dyn Transaction) -> Done) -> Result<bool, StoreError> {
        PgEngine::make(&self.address, &self.options, fill)
    }

    #[cfg(not(feature = "postgres"))]
    fn make(&self, _: &mut dyn FnMut(&mut dyn Transaction) -> Done) -> Result<bool, StoreError> {
        Err(StoreError::Unbuilt(self.address.clone()))
    }
}

impl Store {
    /// The database in the file at `path`, or on the server at that address. Nothing is opened, and none is made.
    pub fn at(path: &Path, options: &OpenOptions) -> Self {
        let patience = Patience { wait: options.wait, stop: Arc::clone(&options.stop) };
        // A `/` at the end of a name would be another place to some calls of the system.
        let file: PathBuf = path.components().collect();
        let path = if is_server(path) || mistaken(path).is_some() { path } else { &file };
        let home = if let Some(shown) = mistaken(path) {
            Home::Nowhere(shown)
        } else if is_server(path) {
            let (address, password) = without_password(path);
            #[cfg(feature = "postgres")]
            let server = {
                let password = password.or(options.password.clone());
                let options = OpenOptions { password, ..options.clone() };
                Server { address, options, engine: OnceLock::new() }
            };
            #[cfg(not(feature = "postgres"))]
            let server = {
                drop(password);
                Server { address }
            };
            Home::Server(Box::new(server))
        } else {
            Home::File(Box::new(FileEngine::at(path, options)))
        };
        let name = without_password(path).0;
        let is_file = matches!(home, Home::File(_));
        let marks = Some(Arc::new(Marks::new(&name, is_file, options)));
        Self { home: Arc::new(home), patience, marks, brings_in: false }
    }

    /// The database for those who bring in puzzles that were printed elsewhere.
    pub fn bringing_in(&self) -> Self {
        Self { brings_in: true, ..self.clone() }
    }

    /// A new database in memory, with the default levels and without seeds, gone with the last clone of the store.
    pub fn in_memory() -> Result<Self, StoreError> {
        let patience = Patience { wait: Duration::ZERO, stop: Arc::default() };
        let store = Self {
            home: Arc::new(Home::Memory(MemoryEngine::default())),
            patience,
            marks: None,
            brings_in: false,
        };
        store.write(|to| found(to, Identity(0), &[]))?;
        Ok(store)
    }

    /// The database with another patience with those who have it: how long to wait for them, and what ends the wait before.
    pub fn within(&self, wait: Duration, stop: Arc<AtomicBool>) -> Self {
        Self { patience: Patience { wait, stop }, ..self.clone() }
    }

    /// Whether there is one.
    ///
    /// # Errors
    /// What is there is no database; failures of the engine.
    pub fn exists(&self) -> Result<bool, StoreError> {
        match &*self.home {
            Home::Memory(_) => Ok(true),
            Home::File(engine) => engine.exists(),
            Home::Nowhere(shown) => Err(StoreError::Address(shown.clone())),
            Home::Server(server) => match server.engine() {
                Ok(_) => Ok(true),
                Err(StoreError::NotMade(_)) => Ok(false),
                Err(error) => Err(error),
            },
        }
    }

    /// Makes it, with the default levels and these seeds; false, and nothing is changed, if it is there. Of two processes that make one
    /// at once one does; one that is killed leaves no half database.
    ///
    /// # Errors
    /// [`StoreError::Older`] if another was there, which is away; failures of the engine.
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

    /// Copies all rows to a place where no database is yet; `told` hears how many rows were copied, and says whether to go on. False if
    /// it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; failures of the engines. Nothing is there then, or what was there.
    pub fn copy_to(
        &self,
        target: &Self,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, StoreError> {
        let identity = Identity(target.token()?);
        target.fill_whole(|to| {
            let is_whole = self.read(|from| copy::all(from, to, told))?;
            // A copy is the same database; what was in memory is one now.
            if is_whole && self.is_in_memory() {
                texts::rename(to, identity)?;
            }
            Ok(is_whole)
        })
    }

    /// Makes a database whose rows `fill` writes, which says whether it came to the end. False if it did not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; failures of the engine. Nothing is there then, or what was there.
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
            if is_whole { Ok(()) } else { Err(Fault::Store(there())) }
        });
        match made {
            _ if !is_whole => Ok(false),
            Ok(true) => Ok(true),
            Ok(false) => Err(there()),
            Err(error) => Err(error),
        }
    }

    /// Makes a database whose rows `fill` writes; false if one is there.
    fn fill(&self, fill: &mut dyn FnMut(&mut dyn Transaction) -> Done) -> Result<bool, StoreError> {
        match &*self.home {
            // What is in memory is there from its beginning.
            Home::Memory(_) => {
                let _ = fill;
                Ok(false)
            }
            Home::File(engine) => engine.make(fill),
            Home::Server(server) => server.make(fill),
            Home::Nowhere(shown) => Err(StoreError::Address(shown.clone())),
        }
    }

    pub(super) fn engine(&self) -> Result<&dyn Engine, StoreError> {
        match &*self.home {
            Home::Memory(engine) => Ok(engine),
            Home::File(engine) => Ok(&**engine),
            Home::Server(server) => server.engine(),
            Home::Nowhere(shown) => Err(StoreError::Address(shown.clone())),
        }
    }

    /// Runs `body` on one state.
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

    /// Runs `body` as one change, which is counted, and remembered by the marks.
    pub fn write<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        self.change(Change::Counted, &mut |to| Ok((body(to)?, None)))
    }

    /// [`write`](Self::write) of what nobody needs to know again: how often something was exported, when a backup was made, where uses of
    /// seeds are counted, that an empty batch is gone, that something is known to be missing. A copy from before it is as good.
    pub fn write_aside<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        self.change(Change::Aside, &mut |to| Ok((body(to)?, None)))
    }

    /// [`write`](Self::write) of what gives puzzles, or cancels them: refused for a database that is older than its marks.
    pub fn write_giving<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
    ) -> Result<T, StoreError> {
        self.change(Change::Giving, &mut |to| Ok((body(to)?, None)))
    }

    /// [`write_giving`](Self::write_giving) of what issues puzzles, or prepares it. The batch that `body` gives is what was issued in.
    pub(crate) fn write_issuing<T>(
        &self,
        mut body: impl FnMut(&mut dyn Transaction) -> Done<(T, Option<Batch>)>,
    ) -> Result<T, StoreError> {
        self.change(Change::Issuing, &mut body)
    }

    /// The one place where a database that is there is changed.
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

    /// Runs `body`, and counts it if it changed anything; what the marks are to know of that.
    fn counted<T>(
        &self,
        marks: &Marks,
        kind: Change,
        to: &mut dyn Transaction,
        mut look: Look,
        body: Body<'_, T>,
    ) -> Done<(T, Option<(Look, Mark)>)> {
        let is_accepted = kind != Change::Counted && look.is_older() && marks.accepts();
        if is_accepted {
            // What was drawn in the meantime from the copy that this one gives up does not come again.
            texts::next_generation(to, random()?)?;
        }
        let (value, batch) = body(to)?;
        if !to.is_changed() {
            return Ok((value, None));
        }
        // Clients of a server who draw do not wait for each other: what they do is counted by their batches.
        if kind != Change::Issuing || !self.is_shared() || is_accepted {
            look.counted(changes::count(to, random()? as u64)?);
        }
        if look.is_older() && !marks.accepts() {
            // What was brought in may be all that it lacked.
            let now = marks.look(to, look.server())?;
            if !now.is_older() {
                look = now;
            }
        }
        // A batch without puzzles is nothing to be remembered.
        let is_empty = batch.as_ref().is_none_or(|batch| batch.issued == 0);
        if kind == Change::Issuing && is_empty && !is_accepted {
            return Ok((value, None));
        }
        let mark = marks.of(to, &look, batch.as_ref())?;
        Ok((value, Some((look, mark))))
    }

    /// Looks at the marks before anything is drawn: gives up what a database lacks that is older, if the options say so. Its draws are
    /// other ones from then on than those that are given up; so are those of a file that was put back in its place, as its marks may
    /// have been put back with it.
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

    /// Refuses a database that is older than its marks, before anything of it is published.
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

    /// Where the draws of this RNG seed begin: elsewhere after the database was put back from a backup, so that they are not those that
    /// were drawn since that was made.
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
            Home::File(engine) => Ok(engine),
            _ => Err(StoreError::NotFound(self.path())),
        }
    }

    pub(super) fn patience(&self) -> &Patience {
        &self.patience
    }

    pub(super) fn marks(&self) -> Option<&Marks> {
        self.marks.as_deref()
    }

    /// Where it lies; of a database in memory just a word. Never with a password.
    pub fn path(&self) -> PathBuf {
        match &*self.home {
            Home::Memory(engine) => engine.path().to_owned(),
            Home::File(engine) => engine.path().to_owned(),
            Home::Server(server) => server.address.clone(),
            Home::Nowhere(shown) => shown.clone(),
        }
    }

    /// Whether other processes have had to wait for this one lately, as a file has one that writes at a time.
    pub fn is_awaited(&self) -> bool {
        match &*self.home {
            Home::File(engine) => engine.is_awaited(),
            _ => false,
        }
    }

    /// Whether many processes have it at once.
    pub fn is_shared(&self) -> bool {
        match &*self.home {
            Home::Memory(_) | Home::File(_) | Home::Nowhere(_) => false,
            Home::Server(_) => true,
        }
    }

    /// Makes a file as small as it can be: bytes before and after. Nothing else changes. None where there is no file.
    pub fn compact(&self) -> Result<Option<(u64, u64)>, StoreError> {
        match &*self.home {
            Home::File(engine) => engine.compact(&self.patience).map(Some),
            Home::Memory(_) | Home::Server(_) | Home::Nowhere(_) => Ok(None),
        }
    }

    /// What the engine can say of where it keeps things, a name and a text each. One called `danger` says how it could forget
    /// issued puzzles.
    pub fn status(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.engine()?.facts(&self.patience)
    }

    /// Reads everything: what lies below the rows (the checksums of the pages of a file), and whether the tables agree.
    /// An empty list means that all is well. Whether puzzles, keys and scores are true is not the store's to know. Of a file a copy
    /// is read, as long as there is room for one beside it: others wait only while that is made.
    ///
    /// # Errors
    /// Failures of the engine, also damage that keeps it from being read.
    pub fn check(&self) -> Result<Vec<Problem>, StoreError> {
        let mut report = Report::default();
        let mut problems = self.examine(&mut |from| {
            report = Report::default();
            check::check(from, &mut report)
        })?;
        problems.extend(report.finish());
        Ok(problems)
    }

    /// Runs `body` on one state, which it may read for long; what is wrong below the rows.
    pub(super) fn examine(
        &self,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<Vec<Problem>, StoreError> {
        self.engine()?.examine(&self.patience, body)
    }

    /// Hands out what cannot be taken back, of one state that `body` may read for long; what it says, whether it came to the end.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if something does not read; [`StoreError::Overtaken`] if the connection to a server was lost on the way.
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

    /// Something in it does not read, in words.
    pub(super) fn damaged(&self, what: String) -> StoreError {
        StoreError::Damaged { path: self.path(), what }
    }

    /// Whether it is in memory, where nobody else has it and nothing waits.
    pub fn is_in_memory(&self) -> bool {
        matches!(&*self.home, Home::Memory(_))
    }

    /// Random bits that tell a batch from all others; none in memory, where nobody can put another database in its place.
    pub(crate) fn token(&self) -> Result<u128, StoreError> {
        match &*self.home {
            Home::Memory(_) => Ok(0),
            Home::File(_) | Home::Server(_) | Home::Nowhere(_) => random(),
        }
    }
}

/// The rows of a new database with these seeds.
fn found(to: &mut dyn Transaction, identity: Identity, initial: &[Seed]) -> Done {
    texts::found(to, identity, &level_table::write(&LevelTable::default()))?;
    let grids = seeds::grids(initial);
    seeds::add(to, initial, &grids, &mut Vec::new()).map(drop)
}
