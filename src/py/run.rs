//! Long calls: on a thread of their own, while the calling one looks for signals and tells the progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rayon::ThreadPool;
use seeddb::database::{Control, Event};

use super::errors;

/// How often it is looked for signals.
const LOOK: Duration = Duration::from_millis(50);

/// What came of a call.
pub struct Done<T> {
    /// What it gave, also after a stop.
    pub result: T,
    /// What stopped it: a signal, or a callable that raised.
    pub stopped: Option<PyErr>,
}

impl<T> Done<T> {
    /// What it gave, or why it was stopped.
    pub fn whole(self) -> PyResult<T> {
        self.stopped.map_or(Ok(self.result), Err)
    }
}

/// Refuses a process that was forked after another had used threads: they are not there any more.
pub fn check_fork(py: Python<'_>) -> PyResult<()> {
    static PROCESS: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let own = std::process::id();
    if *PROCESS.get_or_init(|| own) == own { Ok(()) } else { Err(errors::of_fork(py)) }
}

/// Runs `work` until it ends; a signal asks it to stop, and it is waited for. `progress` is called with how much is done and of how much, or
/// None.
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
            // Whoever does not listen any more waits for the end alone.
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

/// As many threads as there are processors, or `threads` of them.
pub struct Threads(Option<ThreadPool>);

impl Threads {
    pub fn new(threads: Option<usize>) -> Self {
        Self(
            threads
                .and_then(|count| rayon::ThreadPoolBuilder::new().num_threads(count).build().ok()),
        )
    }

    /// Does work that is parallel on them.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
