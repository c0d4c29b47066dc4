//! [`Control`]: watching and stopping long calls.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use seeddb_mine as mine;

/// A message of a long call about its progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The database was read and is free for others while the work goes on.
    Begun,
    /// The progress.
    Done {
        /// The number done.
        done: u64,
        /// The total; `None` if unknown.
        total: Option<u64>,
        /// The unit of both.
        unit: Unit,
    },
    /// The progress of a search for seeds.
    Mining(mine::Progress),
    /// New seeds are kept in memory because another process has the database.
    Waiting {
        /// The process that has it.
        holder: String,
    },
}

/// The unit that the progress of a call counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Unit {
    /// Puzzles.
    Puzzles,
    /// Seeds.
    Seeds,
    /// Seeds, then puzzles.
    SeedsAndPuzzles,
    /// Rows of the tables of a database.
    Rows,
}

type Watcher = Arc<dyn Fn(&Event) + Send + Sync>;

/// A handle passed to every long call. Clones share the request to stop.
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
    /// Returns a handle that requests a stop when `stop` is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { stop, watcher: None }
    }

    /// Returns a handle with the same stop flag that passes events to `watcher`, from any thread.
    pub fn watched_by(&self, watcher: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        Self { stop: Arc::clone(&self.stop), watcher: Some(Arc::new(watcher)) }
    }

    /// Returns a handle with this stop flag that calls `progress` with the number done, on any
    /// thread.
    pub fn with_progress(&self, progress: impl Fn(u64) + Send + Sync + 'static) -> Self {
        self.watched_by(move |event| {
            if let Event::Done { done, .. } = event {
                progress(*done);
            }
        })
    }

    /// Requests a clean stop: commits stay, and nothing is left half done.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Returns the stop flag, for inner loops.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Reports progress to the watcher; public for callers with long work of their own.
    pub fn done_of(&self, unit: Unit, done: u64, total: Option<u64>) {
        self.tell(&Event::Done { done, total, unit });
    }

    /// Returns a callback that reports the number done, and returns whether to continue.
    pub(super) fn counting(&self, unit: Unit) -> impl FnMut(u64) -> bool {
        move |done| {
            self.done_of(unit, done, None);
            !self.is_stopped()
        }
    }

    pub(super) fn tell(&self, event: &Event) {
        if let Some(watcher) = &self.watcher {
            watcher(event);
        }
    }
}
