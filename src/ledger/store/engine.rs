//! What an engine has to do: keep sorted tables of bytes, show one state of them, and change them as a whole.
//!
//! An engine knows no rule of the database. What the rows mean is told by [`record`](super::record); batches, seeds, books and
//! all else is done by [`rules`](super::rules), once for all engines.

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
        /// Batch, key of a seed > uses that are not in `Uses` yet. Empty where one process has the database.
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

pub(super) type Row = (Vec<u8>, Vec<u8>);

pub(super) type Keys<'a> = (Bound<&'a [u8]>, Bound<&'a [u8]>);

/// Which rows a transaction keeps from all others until it ends, before it reads what it decides by. A transaction that needs
/// several takes them in this order. Where there is one writer at a time there is nothing to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lock {
    /// Seeds, twins, cards, sums, uses.
    Seeds,
    /// Books, places in them, events, and which puzzles are void.
    Books,
    /// Which batches there are.
    Batches,
    /// A batch, its puzzles and its pending uses.
    Batch(u32),
}

/// Why what runs inside a transaction ends it. Nothing is changed then.
#[derive(Debug)]
pub enum Fault {
    /// A failure for the caller.
    Store(StoreError),
    /// What is there does not fit together, or does not read: in words.
    Broken(String),
    /// Another transaction was faster: the engine runs the body again.
    Again,
    /// The engine failed, and knows how.
    #[cfg(feature = "postgres")]
    Engine,
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// What runs inside a transaction returns.
pub type Done<T = ()> = Result<T, Fault>;

/// One state of a database, of which [rules](super::rules) read. Its rows are for this crate alone.
#[allow(private_bounds, reason = "nobody else reads rows, or makes an engine")]
pub trait Snapshot: ReadRows {}

impl<T: ReadRows> Snapshot for T {}

/// A state that [rules](super::rules) change, as a whole or not at all. Its rows are for this crate alone.
#[allow(private_bounds, reason = "nobody else writes rows, which is the law")]
pub trait Transaction: WriteRows {}

impl<T: WriteRows> Transaction for T {}

/// One state of all tables.
///
/// A row that is not found is **proved** not to be there, as far as the engine can be wrong about it: one on a file looks at the
/// rows beside its place, whose checksums ([`record::check`](super::record::check)) must hold.
pub(super) trait ReadRows {
    /// The values of these keys, in their order; none where there is no row. Many at a time are read on many threads.
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>>;

    fn len(&self, table: Table) -> Done<u64>;

    /// The first rows in the range, at most `most`; with `back` the last ones, the last first.
    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>>;

    /// All rows of each of these ranges from a first to a last key, both included. A server is asked once.
    fn ranges(&self, table: Table, ranges: &[(&[u8], &[u8])]) -> Done<Vec<Vec<Row>>> {
        let rows = |&(first, last): &(&[u8], &[u8])| {
            self.range(table, (Bound::Included(first), Bound::Included(last)), usize::MAX, false)
        };
        ranges.iter().map(rows).collect()
    }
}

/// A state that is being changed.
pub(super) trait WriteRows: Snapshot {
    /// Writes these rows, whether or not there were others of their keys. Rising keys are fastest.
    fn put(&mut self, table: Table, rows: &[Row]) -> Done;

    /// Writes those of these rows, whose keys rise, that are new; the places of the others, rising. It is the arbiter of the
    /// ledger: of two transactions that put the same key at the same time, one is told that it is there.
    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>>;

    /// Removes the rows of these keys; those that are not there are passed over.
    fn remove(&mut self, table: Table, keys: &[&[u8]]) -> Done;

    /// Keeps others from what it names.
    fn lock(&mut self, what: Lock) -> Done;

    /// Whether a row was written, or any were to be removed.
    fn is_changed(&self) -> bool;
}

/// A server, and how often another one took its place: the system identifier and the timeline of PostgreSQL.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Server {
    pub system: String,
    pub timeline: u32,
}

/// How long a call waits for others, and what ends the wait before: a database that is free is opened all the same.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    pub wait: Duration,
    pub stop: Arc<AtomicBool>,
}

/// Where tables are kept.
///
/// Calls come from many threads at once. No call may be made inside the body of another: it is refused.
pub(super) trait Engine: Send + Sync {
    /// Where the database lies, as errors name it: never with a password.
    fn path(&self) -> &Path;

    /// Runs `body` on one state.
    fn read(
        &self,
        patience: &Patience,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<(), StoreError>;

    /// Runs `body`, all of whose changes are durable when this returns, and seen by nobody before; if it fails nothing is changed,
    /// also when the process is killed. It may run several times, of which the last counts: where others were faster, and where
    /// the answer to a commit was lost and nothing had been committed.
    fn write(
        &self,
        patience: &Patience,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError>;

    /// Which server it is, and how often another took its place, as of the last connection; none if it is on none.
    fn server(&self) -> Option<Server> {
        None
    }

    /// Whether its tables were put back from a dump of the server, and nobody has accepted that, as of the last connection.
    fn is_put_back(&self) -> bool {
        false
    }

    /// Keeps in mind that its tables are where they are.
    fn settle(&self, _: &Patience) -> Result<(), StoreError> {
        Ok(())
    }

    /// What can be said of the place, a name and a text each; `danger` is how it could forget.
    fn facts(&self, _: &Patience) -> Result<Vec<(String, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// Tells what is wrong below the rows (in the pages of a file), and runs `body` on one state, which it may read for long: others
    /// need not wait for it.
    fn examine(
        &self,
        patience: &Patience,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<Vec<Problem>, StoreError> {
        self.read(patience, body).map(|()| Vec::new())
    }
}
