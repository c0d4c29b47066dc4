//! The interface of a storage engine: sorted tables of bytes, snapshots of them, and transactions.
//!
//! An engine knows no rules of the database. [`record`](super::record) defines the contents of
//! rows; [`rules`](super::rules) implements batches, seeds and the rest for all engines.

use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Problem, StoreError};

seeddb_core::named_enum! {
    /// A table: rows of a key and a value, in the order of the bytes of the keys.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub(super) enum Table {
        /// Name > text: format, identity, levels, properties.
        Texts = "texts",
        /// Key of a seed > the seed.
        Seeds = "seeds",
        /// Ladder, twin key > key of the best seed of the class.
        Twins = "twins",
        /// Ladder, tier, symmetry, origin, round, key of a seed > what a draw must know of it.
        Cards = "cards",
        /// Ladder, tier, symmetry, origin > sums over the cards.
        Sums = "sums",
        /// Key of a seed > how many puzzles were issued from it, and its cards.
        Uses = "uses",
        /// Batch, key of a seed > uses that are not in `Uses` yet. Empty where one process has the
        /// database.
        Pending = "pending",
        /// Key of a puzzle > batch, number.
        Ledger = "ledger",
        /// Batch, part > some keys that the batch entered without their puzzles.
        Keys = "keys",
        /// Batch, number > the puzzle.
        Issued = "issued",
        /// Id > the batch.
        Batches = "batches",
        /// Id > the book.
        Books = "books",
        /// Batch, number, book > where the puzzle stands in the book.
        Printed = "printed",
        /// Id > what became of a puzzle.
        Events = "events",
    }
}

/// A pattern of the tables that can be computed from others, whose rows have no frames.
macro_rules! derived {
    () => {
        Table::Twins | Table::Cards | Table::Sums | Table::Uses | Table::Pending | Table::Ledger
    };
}
pub(super) use derived;

pub(super) type Row = (Vec<u8>, Vec<u8>);

pub(super) type Keys<'a> = (Bound<&'a [u8]>, Bound<&'a [u8]>);

/// Rows that a transaction locks until it ends, before it reads what its decisions depend on. A
/// transaction that needs several locks takes them in this order. An engine with one writer at a
/// time ignores them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lock {
    /// Seeds, twins, cards, sums, uses.
    Seeds,
    /// Books, places in them, events, and which puzzles are void.
    Books,
    /// The set of existing batches.
    Batches,
    /// A batch, its puzzles and its pending uses.
    Batch(u32),
}

/// The reason why the body of a transaction ends it. The database is then unchanged.
#[derive(Debug)]
pub enum Abort {
    /// An error for the caller.
    Store(StoreError),
    /// Rows that contradict each other or cannot be decoded; the text names them.
    Corrupt(String),
    /// Another transaction interfered: the engine runs the body again.
    Again,
    /// The engine failed and holds the cause itself.
    #[cfg(feature = "postgres")]
    Engine,
}

impl Abort {
    /// Returns the error for the database at `path`.
    pub(super) fn at(self, path: &Path) -> StoreError {
        match self {
            Self::Store(error) => error,
            Self::Corrupt(what) => StoreError::Damaged { path: path.to_owned(), what },
            Self::Again => StoreError::Overtaken,
            // The engine replaces this error by its cause.
            #[cfg(feature = "postgres")]
            Self::Engine => StoreError::Overtaken,
        }
    }
}

impl From<StoreError> for Abort {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The result of the body of a transaction.
pub type Done<T = ()> = Result<T, Abort>;

/// One state of a database, which [rules](super::rules) read. Its rows are private to this crate.
#[allow(private_bounds, reason = "nobody else reads rows, or makes an engine")]
pub trait Snapshot: ReadRows {}

impl<T: ReadRows> Snapshot for T {}

/// A write transaction, in which [rules](super::rules) change all or nothing. Its rows are private.
#[allow(private_bounds, reason = "nobody else writes rows, which is the law")]
pub trait Transaction: WriteRows {}

impl<T: WriteRows> Transaction for T {}

/// One state of all tables.
///
/// A missing row must be **proved** missing, as far as the engine can be wrong about it: the file
/// engine checks the rows beside its place and their checksums
/// ([`record::check`](super::record::check)).
pub(super) trait ReadRows {
    /// Returns the values of these keys, in their order; `None` for a missing row. Long lists are
    /// read on several threads.
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>>;

    fn len(&self, table: Table) -> Done<u64>;

    /// Returns at most `most` rows of the range, ascending; with `back` the last rows, descending.
    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>>;

    /// Returns all rows of each of these ranges of keys, ends included. A server gets one query.
    fn ranges(&self, table: Table, ranges: &[(&[u8], &[u8])]) -> Done<Vec<Vec<Row>>> {
        let rows = |&(first, last): &(&[u8], &[u8])| {
            self.range(table, (Bound::Included(first), Bound::Included(last)), usize::MAX, false)
        };
        ranges.iter().map(rows).collect()
    }
}

/// A state inside a write transaction.
pub(super) trait WriteRows: Snapshot {
    /// Writes these rows, replacing rows with the same keys. Ascending keys are fastest.
    fn put(&mut self, table: Table, rows: &[Row]) -> Done;

    /// Writes those of these rows (ascending keys) whose keys are new; returns the indices of the
    /// others, ascending. This arbitrates the ledger: of two transactions that put one key at the
    /// same time, one gets its index back.
    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>>;

    /// Removes the rows with these keys; missing rows are ignored.
    fn remove(&mut self, table: Table, keys: &[&[u8]]) -> Done;

    /// Locks the rows that `what` names against other transactions.
    fn lock(&mut self, what: Lock) -> Done;

    /// Whether a row was written, or removal of any row was requested.
    fn is_changed(&self) -> bool;
}

/// The identity of a PostgreSQL server: its system identifier, and its timeline, which rises
/// whenever a standby takes over.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Server {
    pub system: String,
    pub timeline: u32,
}

/// The maximum time that a call waits for other users, and a flag that ends the wait earlier. A
/// free database is opened even if the flag is set.
#[derive(Clone, Debug)]
pub(super) struct WaitPolicy {
    pub wait: Duration,
    pub stop: Arc<AtomicBool>,
}

/// A place where tables are stored.
///
/// Methods may be called from many threads at once. A call inside the body of another is refused.
pub(super) trait Engine: Send + Sync {
    /// Returns the location of the database for error messages, never with a password.
    fn path(&self) -> &Path;

    /// Runs `body` on one snapshot.
    fn read(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<(), StoreError>;

    /// Runs `body` in a write transaction. Its changes are durable when this returns, and invisible
    /// before; on failure, even if the process is killed, nothing is changed. `body` may run
    /// several times, of which the last counts: after interference by other transactions, and after
    /// a commit whose answer was lost but that was not applied.
    fn write(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError>;

    /// Returns the server's identity as of the last connection; `None` for an engine without a
    /// server.
    fn server(&self) -> Option<Server> {
        None
    }

    /// Whether the tables were restored from a dump of the server without the user's acceptance, as
    /// of the last connection.
    fn is_put_back(&self) -> bool {
        false
    }

    /// Records that the present place of the tables is accepted.
    fn settle(&self, _: &WaitPolicy) -> Result<(), StoreError> {
        Ok(())
    }

    /// Facts about the place as (name, text) pairs; the name `danger` marks a risk of losing data.
    fn facts(&self, _: &WaitPolicy) -> Result<Vec<(String, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// Returns problems below the rows (in the pages of a file), and runs `body` on one snapshot.
    /// `body` may read for long: other users need not wait for it.
    fn examine(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<Vec<Problem>, StoreError> {
        self.read(patience, body).map(|()| Vec::new())
    }
}
