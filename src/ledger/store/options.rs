//! How to open a database.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Remarks;
use super::{Identity, Password};

/// How to open a database.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct OpenOptions {
    /// How long to wait for another process that has it.
    pub wait: Duration,
    /// Whether [`wait`](Self::wait) is also for a server that does not answer the first connection, as one that is begun anew: an
    /// address with a mistake in it is told late then. A lost connection is always sought again.
    pub wait_for_server: bool,
    /// Whether to make it, and its folder, if it does not exist.
    pub create: bool,
    /// What this process does, in one line: told to those who wait for the database meanwhile.
    pub command: String,
    /// Which database it must be; then it is not made.
    pub identity: Option<Identity>,
    /// Whether to write also where the file system keeps no second process out: see
    /// [`StoreError::NoLocks`](super::StoreError::NoLocks).
    pub no_lock: bool,
    /// The password for a server whose address has none.
    pub password: Option<Password>,
    /// Whether to use a server that could forget issued puzzles: see [`StoreError::Unsafe`](super::StoreError::Unsafe).
    pub accept_loss: bool,
    /// The folder where the newest states of databases are remembered, so that an old copy is known as one wherever it lies. It is made
    /// if it is not there. Without it only what lies beside a file remembers it: `PATH.seeddb/mark`.
    pub state: Option<PathBuf>,
    /// Whether to issue from a database that lacks what was issued from it before, and to give that up: see
    /// [`StoreError::Older`](super::StoreError::Older).
    pub accept_older: bool,
    /// Told what is no failure.
    pub remarks: Remarks,
    /// While it is set, nobody waits: see [`StoreError::Stopped`](super::StoreError::Stopped). A database that is free is opened all the same.
    pub stop: Arc<AtomicBool>,
}

impl Default for OpenOptions {
    /// Waits 30 seconds; creates; says nothing of itself but the process id; any database; with locks; never stopped; with no
    /// folder for states.
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
