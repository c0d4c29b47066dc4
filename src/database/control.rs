//! [`Control`]: how a long call is watched and stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Handed to every long call. Clones share the wish to stop.
#[derive(Clone, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    progress: Option<Arc<dyn Fn(u64) + Send + Sync>>,
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Control {
    /// One that stops when `stop` is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { stop, progress: None }
    }

    /// The same wish to stop, with `progress` told how much is done. It may be called from any thread.
    pub fn with_progress(&self, progress: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self { stop: Arc::clone(&self.stop), progress: Some(Arc::new(progress)) }
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

    pub(super) fn done(&self, count: u64) {
        if let Some(progress) = &self.progress {
            progress(count);
        }
    }
}
