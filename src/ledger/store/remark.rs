//! [`Remark`]: what is no failure, and worth knowing.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::Older;

/// Something that is no failure, and that the user may want to know. Each is told once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// What is read is older than what was seen before.
    Older(PathBuf, Older),
    /// Something is issued although this is missing, as [`OpenOptions::accept_older`](super::OpenOptions::accept_older) says.
    Accepted(PathBuf, Older),
    /// It was put back from a backup, and nothing is remembered of it here: that it lacks something would not be noticed.
    Unknown(PathBuf),
    /// This mark could not be written.
    Unwritten {
        /// Its path.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// Another server took the place of the one that was seen, or it was restored: all that was issued from here is there.
    Server(PathBuf),
}

/// Told [`Remark`]s; nobody by default.
#[derive(Clone, Default)]
pub struct Remarks(Option<Told>);

type Told = Arc<dyn Fn(&Remark) + Send + Sync>;

impl Remarks {
    /// Calls `told`.
    pub fn new(told: impl Fn(&Remark) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    /// Says it to who listens.
    pub fn tell(&self, remark: &Remark) {
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
