//! [`Notice`]: a message to the user that is not a failure.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::StaleCopy;

/// A message to the user that is not a failure. Each is made once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A database was created with this number of seeds.
    Made(PathBuf, u64),
    /// A database that is read lacks records that were seen before.
    Older(PathBuf, StaleCopy),
    /// Puzzles are issued although these records are missing, because of
    /// [`OpenOptions::accept_older`](super::OpenOptions::accept_older).
    Accepted(PathBuf, StaleCopy),
    /// The database was restored from a backup and has no mark here, so losses would go unnoticed.
    Unknown(PathBuf),
    /// A mark could not be written.
    Unwritten {
        /// Its path.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// Another server has taken over, or the server was restored; it has all puzzles issued from
    /// here.
    Server(PathBuf),
}

/// A receiver of [`Notice`]s; none by default.
#[derive(Clone, Default)]
pub struct Remarks(Option<Told>);

type Told = Arc<dyn Fn(&Notice) + Send + Sync>;

impl Remarks {
    /// Returns a receiver that calls `told`.
    pub fn new(told: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    /// Passes a remark to the receiver, if there is one.
    pub fn tell(&self, remark: &Notice) {
        if let Some(told) = &self.0 {
            told(remark);
        }
    }
}

impl fmt::Debug for Remarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Remarks").field(&self.0.is_some()).finish()
    }
}
