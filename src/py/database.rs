//! Databases: opening, and calling [`seeddb::database::Database`]. The calls are in `draws`,
//! `stock`, `ledger` and `published`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use pyo3::prelude::*;
use seeddb::database::{self, Control, Error, OpenOptions, Options, usual};

use super::errors::{self, Failure};
use super::run::{Done, check_fork, run};

/// Seeds and the ledger of what was issued: a file, or a database on a server.
#[pyclass(frozen, module = "seeddb")]
pub struct Database {
    pub(super) inner: database::Database,
    /// Whether the database was closed, and takes no more calls.
    closed: AtomicBool,
}

impl Database {
    /// Returns an error if the database is closed, or the process was forked.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        check_fork(py)?;
        if self.closed.load(Relaxed) { Err(errors::of_closed(py)) } else { Ok(()) }
    }

    /// Makes a short call.
    pub(super) fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&database::Database) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        py.detach(|| call(&self.inner)).map_err(|error| errors::of_database(py, &error))
    }

    /// Makes a call that may take long.
    pub(super) fn work<T: Send + 'static, E: Into<Failure> + Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&database::Database, &Control) -> Result<T, E> + Send + 'static,
    ) -> PyResult<Done<T>> {
        self.check(py)?;
        let database = self.inner.clone();
        let progress = progress.map(told).transpose()?.flatten();
        let work = move |control: &Control| work(&database, control);
        let Done { result, stopped } = run(py, progress.as_ref(), work)?;
        match (result.map_err(Into::into), stopped) {
            (Ok(result), stopped) => Ok(Done { result, stopped }),
            // The call failed because it was stopped: raise the reason of the stop.
            (Err(failure), Some(error)) if failure.is_stop() => Err(error),
            (Err(failure), _) => Err(failure.raised(py)),
        }
    }
}

/// Returns the callable for the progress; `True` means a line on stderr.
fn told<'py>(progress: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let inputs = progress.py().import("seeddb._inputs")?;
    let told = inputs.call_method1("progress", (progress,))?;
    Ok((!told.is_none()).then_some(told))
}

#[pymethods]
impl Database {
    #[new]
    #[pyo3(signature = (place, *, create = true, wait = 30.0, password = None, accept_loss = false, accept_older = false))]
    fn new(
        py: Python<'_>,
        place: PathBuf,
        create: bool,
        wait: f64,
        password: Option<String>,
        accept_loss: bool,
        accept_older: bool,
    ) -> PyResult<Self> {
        check_fork(py)?;
        let wait = Duration::try_from_secs_f64(wait)
            .map_err(|error| errors::of_request(py, &format!("wait: {error}")))?;
        let file = OpenOptions {
            wait,
            create,
            command: "a Python program".to_owned(),
            password: password.map(database::Password),
            accept_loss,
            state: usual::marks(),
            accept_older,
            ..OpenOptions::default()
        };
        let database = database::Database::at(
            &place,
            Options { file, clock: usual::now, by: usual::user(), ..Options::default() },
        );
        let database = Self { inner: database, closed: AtomicBool::new(false) };
        database.call(py, |database| if create { database.ensure() } else { database.expect() })?;
        Ok(database)
    }

    /// The path or the address.
    #[getter]
    fn name(&self) -> String {
        self.inner.name()
    }

    fn __repr__(&self) -> String {
        format!("seeddb.open('{}')", self.inner.name())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) -> bool {
        self.close();
        false
    }

    /// Takes no calls any more. (The file itself is open for as long as a call needs it.)
    fn close(&self) {
        self.closed.store(true, Relaxed);
    }
}
