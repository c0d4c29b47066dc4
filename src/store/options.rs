//! How to open a database.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Identity, Password};

/// How to open a database.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// How long to wait for another process that has it.
    pub wait: Duration,
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
    /// While it is set, nobody waits: see [`StoreError::Stopped`](super::StoreError::Stopped). A database that is free is opened all the same.
    pub stop: Arc<AtomicBool>,
}

impl Default for OpenOptions {
    /// Waits 30 seconds; creates; says nothing of itself but the process id; any database; with locks; never stopped.
    fn default() -> Self {
        Self {
            wait: Duration::from_secs(30),
            create: true,
            command: "seeddb".to_owned(),
            identity: None,
            no_lock: false,
            password: None,
            accept_loss: false,
            stop: Arc::default(),
        }
    }
}
