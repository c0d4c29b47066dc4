//! [`Control`]: how a long call is watched and stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::mine;

/// What a long call tells on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The database was read, and is free again while the work goes on.
    Begun,
    /// How much is done.
    Done {
        /// So many.
        done: u64,
        /// Of so many; none if nobody knows.
        total: Option<u64>,
        /// What is counted.
        unit: Unit,
    },
    /// How a search for seeds goes.
    Mining(mine::Progress),
    /// New seeds wait in memory, as another process has the database.
    Waiting {
        /// Who has it.
        holder: String,
    },
}

/// What the progress of a call counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Unit {
    /// Puzzles.
    Puzzles,
    /// Seeds.
    Seeds,
    /// Seeds, and then puzzles.
    SeedsAndPuzzles,
    /// Rows of the tables of a database.
    Rows,
}

type Watcher = Arc<dyn Fn(&Event) + Send + Sync>;

/// Handed to every long call. Clones share the wish to stop.
#[derive(Clone, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    watcher: Option<Watcher>,
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Control {
    /// One that stops when `stop` is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { stop, watcher: None }
    }

    /// Keeps the wish to stop, and tells `watcher` what happens. It may be called from any thread.
    pub fn watched_by(&self, watcher: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        Self { stop: Arc::clone(&self.stop), watcher: Some(Arc::new(watcher)) }
    }

    /// Keeps the wish to stop, and tells `progress` how much is done. It may be called from any thread.
    pub fn with_progress(&self, progress: impl Fn(u64) + Send + Sync + 'static) -> Self {
        self.watched_by(move |event| {
            if let Event::Done { done, .. } = event {
                progress(*done);
            }
        })
    }

    /// Asks for a clean stop: what is committed stays so, and nothing is half done.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Whether a stop was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// What inner loops look at.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Tells whoever watches how much is done, and of how much: for a door whose long work is no call of the database, too.
    pub fn done_of(&self, unit: Unit, done: u64, total: Option<u64>) {
        self.tell(&Event::Done { done, total, unit });
    }

    pub(super) fn tell(&self, event: &Event) {
        if let Some(watcher) = &self.watcher {
            watcher(event);
        }
    }
}
