//! The product: a [`Database`], which never issues a puzzle twice.
//!
//! Everything that an interface (the command line, a server, another language) needs is a call
//! here, from options to records. Nothing here prints, reads arguments, or ends the process; a
//! [`Control`] reports progress and carries requests to stop.
//!
//! Types enforce the law that no puzzle is shown before it is in the ledger: see [`Issued`] and
//! [`Drawn`](seeddb_draw::Drawn).
//!
//! ```no_run
//! use seeddb_database::{Control, Database, DrawOptions, Options};
//!
//! let database = Database::open("seeds.redb".as_ref(), Options::default())?;
//! for puzzle in database.draw(&DrawOptions::of_level("expert", 100, 7), &Control::default())? {
//!     println!("{}", puzzle?.issued.puzzle);
//! }
//! # Ok::<(), seeddb_database::Error>(())
//! ```

use seeddb_core::{ask, board, level_table, logic, plural, rating, record, refill, symmetry};
use seeddb_ledger::{ordered, temporary};

mod again;
mod all_series;
mod approve;
pub mod audience;
mod backup;
#[cfg(feature = "print")]
mod book;
mod by_id;
#[cfg(test)]
#[path = "../../tests/laws/cases.rs"]
mod cases;
mod changes;
mod choose;
mod control;
mod dedupe;
mod doctor;
mod draw;
mod draw_options;
mod dump;
mod eligible;
mod error;
mod estimate;
mod export;
mod fill;
mod fill_error;
mod given;
mod home;
mod ids;
mod import;
mod ledger_keys;
mod levels;
mod list;
mod merge;
mod mine;
mod mined;
mod moved_row;
mod old_words;
mod once;
mod opening;
mod page;
#[cfg(feature = "plot")]
mod pictures;
mod place;
mod pool;
mod presence;
mod printed;
mod printed_in;
mod ratings;
mod request_file;
mod rescue;
mod rows;
mod salvage;
pub mod schemas;
#[cfg(feature = "print")]
mod selection;
mod series;
mod series_error;
mod sets;
mod shards;
pub mod shell;
mod show;
mod show_row;
#[cfg(feature = "print")]
mod site;
mod stats;
#[cfg(test)]
mod tests;
mod transplant;
mod undo;
mod unrated;
mod users;
pub mod usual;
mod verify;
pub mod visible;
mod void;
mod whole;
mod worked_out;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(feature = "print")]
pub use self::{
    book::{
        BookContent, BookFile, BookOptions, BookSection, Bound, Contents, ContentsError,
        CoverDocument, Document, FileReport, GivenSection, Places, Record, Reported, Shortage,
    },
    selection::Selection,
    site::{SeriesRows, site_description, site_logo},
};
pub use all_series::{AllSeries, Approval, PuzzleRef, Run};
pub use approve::Approved;
pub use backup::{PutBack, back_up, put_back};
pub use changes::{ChangeRow, Since};
pub use control::{Control, Event, Unit};
pub use dedupe::{Compared, Dedupe, DedupeCounts};
pub use doctor::{Finding, Grade};
pub use draw::{Drawing, OverShare};
pub use draw_options::{DrawOptions, Part};
pub use dump::Dumped;
pub use error::{Error, Unsaved, codes};
pub use estimate::{Cures, Estimate};
pub use export::{BatchRef, Export};
pub use fill::{FillOptions, FillPlan};
pub use fill_error::FillError;
use ids::Ids;
pub use ids::IssuedWithId;
pub use import::{Imported, IssuedImport, SeedImport, TakenBack};
pub use levels::Taken;
pub use list::ListedSeed;
pub use merge::MergedAll;
pub use mine::MineOptions;
pub use mined::{Finds, Mined};
pub use moved_row::MovedRow;
pub use page::{Cursor, Page, PageOptions};
pub use place::copy;
pub use pool::Pool;
pub use presence::Presence;
pub use printed::Printed;
pub use printed_in::PrintedIn;
pub use request_file::{RequestError, RequestFile, place_in};
pub use rows::FindingRow;
pub use rows::{BatchRow, BookRow, DayRow, Json, ProblemRow, SeriesRow, StatRow};
pub use rows::{SeedRatings, SeedRow, SeedSource};
pub use salvage::salvage;
use seeddb_ledger::Store;
use seeddb_ledger::rules::{seed_cursor, texts};
pub use series::{DayChange, LONGEST_NOTE, Replaced, Replacement, check_reason};
pub use series_error::{SeriesError, check_series};
pub use sets::SetOfRound;
pub use shards::{Merged, mine_shard, shard_at};
pub use show::{Answer, Question, Role, Uses};
pub use show_row::ShowRow;
pub use stats::Stats;
pub use undo::{UndoStep, Undone};
pub use unrated::is_rated;
pub use users::{User, UserRole};
pub use verify::{Problem, Sample, Summary, Verification, VerifyOptions};
pub use void::{IfPrinted, Span, ToVoid, UsedBatch};

pub use seeddb_core::error::{Code, Kind, List, Suggestion};

use crate::logic::Ladder;
use crate::record::Seed;
use home::Location;
pub use seeddb_ledger::Issued;
pub use seeddb_ledger::{
    Added, Counts, Identity, OpenOptions, Password, Shard, StoreError, Sum, Voided, censored,
    is_server, place_of, without_password,
};
pub use seeddb_ledger::{
    Amounts, DuplicatePuzzle, MarkState, Missing, MissingPart, Moved, MovedBatch, Notice,
    RecordConflict, Remarks, StaleCopy, Why,
};
pub use seeddb_ledger::{Panicked, panicked, side_folder};
use seeddb_mine::{EDITION, starter};

/// Options for opening a database.
#[derive(Clone, Debug)]
pub struct Options {
    /// Options for its file.
    pub file: OpenOptions,
    /// Returns the seeds of a new database.
    pub initial: fn() -> Vec<Seed>,
    /// The edition of these seeds, which a new database records.
    pub edition: u32,
    /// The ladder whose gradings count.
    pub ladder: Ladder,
    /// Returns the time in seconds since 1970 (UTC), which batches record; `None` to record none.
    pub clock: fn() -> Option<u64>,
    /// The name of the user, which batches record; `None` to record none.
    pub by: Option<String>,
}

impl Default for Options {
    /// Waits 30 seconds for other processes; creates a missing database with the starter seeds;
    /// grades by the hsolve ladder; no clock and no user.
    fn default() -> Self {
        let (file, ladder) = (OpenOptions::default(), Ladder::hsolve().clone());
        Self { file, initial: starter, edition: EDITION, ladder, clock: || None, by: None }
    }
}

/// Seeds, the ledger of issued puzzles, batches, books and levels. Clones share the database.
///
/// A value does not keep its file open: each call opens it as needed, and any number of threads,
/// and of `Database`s in one process, may use it at once.
#[derive(Clone)]
pub struct Database {
    home: Arc<Location>,
    /// A wait and a stop flag that replace those of the options.
    patience: Option<(Duration, Arc<AtomicBool>)>,
    /// The request key of calls that issue puzzles.
    key: Option<Arc<str>>,
    /// The number of events of series on which changes were decided.
    known: Option<u32>,
    /// The name of the signed-in user of a server.
    signed: Option<Arc<str>>,
}

impl Database {
    /// Opens the database in the file at `path`; creates it if it is missing and the options allow.
    ///
    /// # Errors
    /// The path has something other than a database, or the database cannot be opened.
    pub fn open(path: &Path, options: Options) -> Result<Self, Error> {
        let database = Self::at(path, options);
        database.write()?.read(seed_cursor::counts)?;
        Ok(database)
    }

    /// Returns the database in the file at `path`, opened or created by the first call.
    pub fn at(path: &Path, options: Options) -> Self {
        Self::of(Location::new(path, options))
    }

    fn of(home: Location) -> Self {
        Self { home: Arc::new(home), patience: None, key: None, known: None, signed: None }
    }

    /// Creates a database in memory with these seeds. It is dropped with the last of its clones,
    /// and its draws are remembered nowhere.
    ///
    /// ```
    /// use seeddb_database::{Control, Database, DrawOptions};
    /// use seeddb_core::logic::Ladder;
    /// use seeddb_mine::starter;
    ///
    /// let database = Database::in_memory(Ladder::hsolve().clone(), &starter())?;
    /// let puzzles = database.draw(&DrawOptions::of_level("expert", 3, 7), &Control::default())?;
    /// assert_eq!(puzzles.count(), 3);
    /// # Ok::<(), seeddb_database::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Ungraded`] and other errors of seeds that cannot be stored.
    pub fn in_memory(ladder: Ladder, seeds: &[Seed]) -> Result<Self, Error> {
        let store = Store::in_memory()?;
        store.add_seeds(seeds)?;
        let options = Options { ladder, ..Options::default() };
        Ok(Self::of(Location::in_memory(store, options)))
    }

    /// Returns the database with its own wait for other processes, which no stop ends: for callers
    /// that must save data and have other work while it is in use.
    pub fn within(&self, wait: Duration) -> Self {
        Self { patience: Some((wait, Arc::default())), ..self.clone() }
    }

    /// Returns the ladder whose gradings count.
    pub fn ladder(&self) -> &Ladder {
        &self.home.options.ladder
    }

    /// Returns the time by the clock, if there is one.
    fn now(&self) -> Option<u64> {
        (self.home.options.clock)()
    }

    /// Returns the day by the clock, if there is one: local, or in UTC if `SOURCE_DATE_EPOCH`
    /// replaces the clock.
    pub fn today(&self) -> Option<crate::record::Day> {
        usual::day_of(self.now()?)
    }

    /// Returns the name of the user, if known.
    fn by(&self) -> Option<String> {
        self.signed.as_deref().map(str::to_owned).or_else(|| self.home.options.by.clone())
    }

    /// Creates it if it is missing and the options allow, and checks that it can be opened.
    pub fn ensure(&self) -> Result<(), Error> {
        self.write()?.read(texts::partition)?;
        Ok(())
    }

    /// Checks that a writing call can use it. A missing database is left for that call to create,
    /// because the request may be refused before.
    pub fn expect_usable(&self) -> Result<(), Error> {
        if self.may_be_made()? { Ok(()) } else { self.expect() }
    }

    /// Whether it is missing, and the first writing call creates it.
    fn may_be_made(&self) -> Result<bool, Error> {
        Ok(self.home.options.file.create && !self.home.is_there()?)
    }

    /// Fails unless the database exists.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], on a server [`StoreError::NotMade`]; failures of the store.
    pub fn expect(&self) -> Result<(), Error> {
        // Only a call shows whether a server has the database.
        self.partition().map(drop)
    }

    /// Returns the partition that it draws in; `None` if it draws from all seeds.
    pub fn partition(&self) -> Result<Option<symmetry::Fraction>, Error> {
        Ok(self.read()?.read(texts::partition)?)
    }

    /// Restricts the database to this partition; for callers that add puzzles printed elsewhere.
    ///
    /// # Errors
    /// [`StoreError::OtherPartition`], [`StoreError::IssuedBefore`]; failures of the store.
    pub fn claim_partition(&self, part: symmetry::Fraction) -> Result<(), Error> {
        Ok(self.write()?.bringing_in().claim_partition(part)?)
    }

    fn wait(&self) -> Duration {
        self.patience.as_ref().map_or(self.home.options.file.wait, |patience| patience.0)
    }

    /// Returns the store, whether or not it exists.
    fn store(&self) -> Store {
        match &self.patience {
            Some((wait, stop)) => self.home.store().within(*wait, Arc::clone(stop)),
            None => self.home.store().clone(),
        }
    }

    /// Returns the store; creates it if it is missing and the options allow.
    fn write(&self) -> Result<Store, Error> {
        if self.may_be_made()? {
            self.home.make()?;
        }
        self.read()
    }

    /// Returns the store, which must exist.
    fn read(&self) -> Result<Store, Error> {
        let store = self.read_if_there()?;
        store.ok_or_else(|| StoreError::NotFound(self.home.store().path()).into())
    }

    /// Returns the store; `None` if no database exists or ever existed.
    fn read_if_there(&self) -> Result<Option<Store>, Error> {
        let store = self.store();
        // For a server, the next call reports whether it exists.
        Ok(if store.is_shared() || self.home.is_there()? { Some(store) } else { None })
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Database").field(&self.home.store().path()).finish()
    }
}
