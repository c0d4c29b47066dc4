//! Long calls: on their own thread, while the calling thread checks for signals and reports
//! progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rayon::ThreadPool;
use seeddb::database::{Control, Event};

use super::errors;

/// The interval of checks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// The result of a call.
pub struct Done<T> {
    /// The result, even after a stop.
    pub result: T,
    /// The reason of a stop: a signal, or an exception of the callable.
    pub stopped: Option<PyErr>,
}

impl<T> Done<T> {
    /// Returns the result, or the reason of the stop as an error.
    pub fn whole(self) -> PyResult<T> {
        self.stopped.map_or(Ok(self.result), Err)
    }
}

/// Returns an error in a forked child of a process that used the package: its threads are gone.
pub fn check_fork(py: Python<'_>) -> PyResult<()> {
    static PROCESS: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let own = std::process::id();
    if *PROCESS.get_or_init(|| own) == own { Ok(()) } else { Err(errors::of_fork(py)) }
}

/// Runs `work` to its end; a signal requests a stop, and the end is still waited for. `progress` is
/// called with the amount done and the total, or `None`.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control) -> T + Send + 'static,
) -> PyResult<Done<T>> {
    check_fork(py)?;
    let control = Control::default();
    let (to, events) = channel();
    let watched = if progress.is_some() {
        control.watched_by(move |event| {
            // Events are dropped if the receiver is gone.
            let _ = to.send(event.clone());
        })
    } else {
        drop(to);
        control.clone()
    };
    let (end, mut ended) = channel();
    let thread = thread::spawn(move || {
        let result = work(&watched);
        let _ = end.send(());
        result
    });
    let mut stopped = None;
    let mut wait = || {
        let ended = &mut ended;
        py.detach(move || ended.recv_timeout(LOOK))
    };
    while let Err(RecvTimeoutError::Timeout) = wait() {
        let last = events.try_iter().last();
        let looked = py.check_signals().and_then(|()| tell(progress, last.as_ref()));
        if let Err(error) = looked {
            control.stop();
            stopped.get_or_insert(error);
        }
    }
    let result = py.detach(|| thread.join()).map_err(|_| errors::of_panic())?;
    let last = events.try_iter().last();
    if stopped.is_none() {
        stopped = tell(progress, last.as_ref()).err();
    }
    Ok(Done { result, stopped })
}

fn tell(progress: Option<&Bound<'_, PyAny>>, event: Option<&Event>) -> PyResult<()> {
    let (Some(progress), Some(event)) = (progress, event) else { return Ok(()) };
    let (done, total) = match event {
        Event::Done { done, total, .. } => (*done, *total),
        Event::Mining(mining) => (mining.found as u64, None),
        _ => return Ok(()),
    };
    progress.call1((done, total)).map(drop)
}

/// A pool of `threads` threads, or by default of one per processor.
pub struct Threads(Option<ThreadPool>);

impl Threads {
    pub fn new(threads: Option<usize>) -> Self {
        Self(
            threads
                .and_then(|count| rayon::ThreadPoolBuilder::new().num_threads(count).build().ok()),
        )
    }

    /// Runs parallel work in this pool.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
