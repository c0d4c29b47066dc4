//! The product: a [`Database`] keeps the promise that no puzzle is ever issued twice.
//!
//! Everything that a door (the command line, a server, another language) needs is a call here: options in, records
//! out. Nothing here prints, reads arguments, or ends the process; a [`Control`] carries progress out and the
//! wish to stop in.
//!
//! # The law
//! Nobody sees a puzzle that is not in the ledger, durably. New puzzles are [`Drawn`](crate::record::Drawn): they have no
//! number, and nothing shows them. One function commits them, and only afterwards hands out
//! [`Issued`](crate::record::Issued) ones. So a crash can waste puzzles, but can never issue one twice.
//!
//! ```no_run
//! use seeddb::database::{Control, Database, DrawOptions, Options};
//!
//! let database = Database::open("seeds.redb".as_ref(), Options::default())?;
//! for puzzle in database.draw(&DrawOptions::of_level("expert", 100, 7), &Control::default())? {
//!     println!("{}", puzzle?.issued.puzzle);
//! }
//! # Ok::<(), seeddb::database::Error>(())
//! ```

#[cfg(feature = "print")]
mod book;
mod commit;
mod control;
mod draw;
mod draw_options;
mod eligible;
mod error;
mod estimate;
mod export;
mod feed;
mod feed_error;
mod feeds;
mod ids;
mod import;
mod lease;
mod levels;
mod list;
mod mine;
mod mined;
mod mix;
mod place;
mod pool;
mod presence;
mod printed_in;
mod shards;
mod show;
mod stats;
mod update;
mod verify;
mod void;
mod worked_out;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "print")]
pub use book::{
    BookOptions, BookSection, Bound, Contents, ContentsError, Document, Record, Shortage,
};
pub use control::{Control, Event};
pub use draw::{Drawing, OverShare};
pub use draw_options::DrawOptions;
pub use error::{Error, Kind, Unsaved};
pub use estimate::Estimate;
pub use export::{BatchRef, Export};
pub use feed::{Replaced, Replacement};
pub use feed_error::{FeedError, check_series};
pub use feeds::{At, Feeds, Run};
pub use ids::{Ids, Named, seed_of};
pub use import::{Imported, IssuedImport, SeedImport};
pub use lease::Lease;
pub use levels::Taken;
pub use list::ListedSeed;
pub use mine::MineOptions;
pub use mined::Mined;
pub use mix::{MOST_MIXED, MixOptions, Mixed};
pub use place::copy;
pub use pool::Pool;
pub use presence::Presence;
pub use printed_in::PrintedIn;
pub use shards::{Merged, mine_shard, shard_at};
pub use show::{Known, Question, Role, Uses};
pub use stats::{Stats, Sum, UsedSeed};
pub use update::{Entered, Update};
pub use verify::{Problem, Summary, Verification, VerifyOptions};
pub use void::{IfPrinted, Span, ToVoid, UsedBatch};

use crate::logic::Ladder;
use crate::mine::{EDITION, starter};
use crate::record::Seed;
use crate::store::{Memory, OpenOptions, Store, StoreError};
use lease::{Hold, Home};

/// How to open a database.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to open its file.
    pub file: OpenOptions,
    /// The seeds that a new database begins with.
    pub initial: fn() -> Vec<Seed>,
    /// The edition of these seeds: a database that knows it is not asked about them again.
    pub edition: u32,
    /// The ladder whose gradings count.
    pub ladder: Ladder,
    /// What is told of a database that had to be made.
    pub created: Created,
    /// What time it is, in seconds since 1970 (UTC), which batches keep; none if nobody is to know.
    pub clock: fn() -> Option<u64>,
}

/// Told the path of a new database and how many seeds it has; nobody by default.
#[derive(Clone, Default)]
pub struct Created(Option<Told>);

type Told = Arc<dyn Fn(&Path, u64) + Send + Sync>;

impl Created {
    /// Calls `told`.
    pub fn new(told: impl Fn(&Path, u64) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    fn tell(&self, path: &Path, seeds: u64) {
        if let Some(told) = &self.0 {
            told(path, seeds);
        }
    }
}

impl std::fmt::Debug for Created {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Created").field(&self.0.is_some()).finish()
    }
}

impl Default for Options {
    /// Waits 30 seconds for other processes; makes a database that is not there, with the starter seeds; grades by the
    /// hsolve ladder; has no clock.
    fn default() -> Self {
        let (file, ladder) = (OpenOptions::default(), Ladder::hsolve().clone());
        Self {
            file,
            initial: starter,
            edition: EDITION,
            ladder,
            created: Created::default(),
            clock: || None,
        }
    }
}

/// Seeds, the ledger of issued puzzles, batches, books and levels. Clones are the same database.
///
/// A file is open only while a call needs it, as it admits one process at a time.
#[derive(Clone)]
pub struct Database {
    home: Arc<Home>,
}

impl Database {
    /// The database in the file at `path`, which is made if it is not there and the options say so.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open(path: &Path, options: Options) -> Result<Self, Error> {
        let database = Self::at(path, options);
        drop(database.write()?);
        Ok(database)
    }

    /// The database that is, or will be, in the file at `path`: the first call that needs it opens it.
    pub fn at(path: &Path, options: Options) -> Self {
        Self { home: Arc::new(Home::new(path, options)) }
    }

    /// A new database in memory with these seeds. It lives as long as one of its clones; nobody remembers what was
    /// drawn from it afterwards.
    ///
    /// ```
    /// use seeddb::database::{Control, Database, DrawOptions};
    /// use seeddb::logic::Ladder;
    /// use seeddb::mine::starter;
    ///
    /// let database = Database::in_memory(Ladder::hsolve().clone(), &starter())?;
    /// let puzzles = database.draw(&DrawOptions::of_level("expert", 3, 7), &Control::default())?;
    /// assert_eq!(puzzles.count(), 3);
    /// # Ok::<(), seeddb::database::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Ungraded`] and others of seeds that cannot be kept.
    pub fn in_memory(ladder: Ladder, seeds: &[Seed]) -> Result<Self, Error> {
        let memory = Memory::default();
        memory.open().add_seeds(seeds)?;
        let options = Options { ladder, ..Options::default() };
        Ok(Self { home: Arc::new(Home::in_memory(memory, options)) })
    }

    /// The ladder whose gradings count.
    pub fn ladder(&self) -> &Ladder {
        &self.home.options.ladder
    }

    /// What time it is, if it is known.
    fn now(&self) -> Option<u64> {
        (self.home.options.clock)()
    }

    /// How long calls wait for other processes.
    fn wait(&self) -> Duration {
        self.home.options.file.wait
    }

    /// Opens the database for writing, as long as the lease lives. Calls made meanwhile use the same opening.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn write(&self) -> Result<Lease<'_>, Error> {
        self.home.write(|_| {})
    }

    /// Keeps what is open for the next calls of this process.
    fn hold(&self, lease: &Lease<'_>) -> Hold {
        lease.hold(&self.home)
    }

    /// The same with a wait of its own, which no stop ends: for those who have something to keep, and something else to do while
    /// the database is in use.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn write_within(&self, wait: Duration) -> Result<Lease<'_>, Error> {
        self.home.write(|file| (file.wait, file.stop) = (wait, Arc::default()))
    }

    /// Opens the database for reading, beside other readers; one that is not there is not made. Who writes waits until the
    /// lease is dropped.
    ///
    /// # Errors
    /// As [`Store::open_read`].
    pub fn read(&self) -> Result<Lease<'_>, Error> {
        self.home.read()
    }

    /// The same for those who begin with the seeds that there are: makes the database if it is not there and the options say
    /// so.
    ///
    /// # Errors
    /// As [`Store::open_read`] and [`Store::open`].
    pub fn read_or_make(&self) -> Result<Lease<'_>, Error> {
        self.home.read_or_make()
    }

    /// Opens the database for looking at it as closely as can be: for writing if that is allowed. One that is not there is
    /// not made.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn examine(&self) -> Result<Store, Error> {
        match self.home.open_alone() {
            Err(Error::Store(StoreError::ReadOnly(_) | StoreError::NoLocks { .. })) => {
                self.home.read_alone()
            }
            opened => opened,
        }
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Database").field(&self.home.path).finish()
    }
}
