//! Options for opening a database.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Remarks;
use super::{Identity, Password};

/// Options for opening a database.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct OpenOptions {
    /// The maximum wait for another process that has it.
    pub wait: Duration,
    /// Whether [`wait`](Self::wait) applies to a server that does not answer the first connection,
    /// such as one that is restarting; a mistake in the address is then reported late. Lost
    /// connections are always retried.
    pub wait_for_server: bool,
    /// Whether to create the database, and its folder, if it does not exist.
    pub create: bool,
    /// The command of this process in one line, shown to processes that wait for the database.
    pub command: String,
    /// The required identity; if set, the database is not created.
    pub identity: Option<Identity>,
    /// Whether to write where the file system's locks do not work: see
    /// [`StoreError::NoLocks`](super::StoreError::NoLocks).
    pub no_lock: bool,
    /// The password for a server whose address has none.
    pub password: Option<Password>,
    /// Whether to use a server that could lose issued puzzles: see
    /// [`StoreError::Unsafe`](super::StoreError::Unsafe).
    pub accept_loss: bool,
    /// The folder with marks of databases, which identify an old copy wherever it lies; created if
    /// missing. If `None`, a file only has the mark beside it: `PATH.seeddb/mark`.
    pub state: Option<PathBuf>,
    /// Whether to issue from a database that lacks puzzles issued from it before, giving them up:
    /// see [`StoreError::Older`](super::StoreError::Older).
    pub accept_older: bool,
    /// The receiver of remarks that are not failures.
    pub remarks: Remarks,
    /// While set, calls do not wait: see [`StoreError::Stopped`](super::StoreError::Stopped). A
    /// free database is opened all the same.
    pub stop: Arc<AtomicBool>,
}

impl Default for OpenOptions {
    /// Waits 30 seconds; creates; announces only the process id; any identity; with locks; no stop;
    /// no folder for marks.
    fn default() -> Self {
        Self {
            wait: Duration::from_secs(30),
            wait_for_server: false,
            create: true,
            command: "seeddb".to_owned(),
            identity: None,
            no_lock: false,
            password: None,
            accept_loss: false,
            state: None,
            accept_older: false,
            remarks: Remarks::default(),
            stop: Arc::default(),
        }
    }
}
