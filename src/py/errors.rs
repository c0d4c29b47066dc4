//! Errors of the library as exceptions of the classes in `seeddb/_errors.py`.

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pythonize::pythonize;
use seeddb::board::Grid;
use seeddb::database::{Error, RequestError};
use seeddb::export::{NameError, RenderError};
use seeddb::search::{self, NotAPuzzle};

/// Failures of calls that run on their own thread.
pub enum Failure {
    Database(Error),
    /// A failure of the database, with its place in a description.
    Placed(String, Box<Error>),
    Request(String),
    Write(std::io::Error),
    /// A book that violates its printer's rules, with its reports.
    AgainstRules(serde_json::Value),
}

impl Failure {
    /// Whether the call was stopped.
    pub const fn is_stop(&self) -> bool {
        matches!(self, Self::Database(Error::Stopped))
    }

    pub fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Database(error) => of_database(py, &error),
            Self::Placed(place, error) => raised((|| {
                let told = told(py, &error)?;
                told.set_item("message", format!("{place}: {error}"))?;
                module(py)?.call_method1("of_database", (told,))
            })()),
            Self::Request(words) => of_request(py, &words),
            Self::Write(error) => error.into(),
            Self::AgainstRules(documents) => raised((|| {
                let documents = pythonize(py, &documents)?;
                module(py)?.getattr("AgainstRules")?.call1((documents,))
            })()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl From<String> for Failure {
    fn from(words: String) -> Self {
        Self::Request(words)
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Write(error) => Self::Write(error),
            error => Self::Request(error.to_string()),
        }
    }
}

/// Returns the module of the classes.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("seeddb._errors")
}

fn raised(made: PyResult<Bound<'_, PyAny>>) -> PyErr {
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for an error of a database, with code, kind, data and remedies.
pub fn of_database(py: Python<'_>, error: &Error) -> PyErr {
    raised((|| module(py)?.call_method1("of_database", (told(py, error)?,)))())
}

/// Returns the exception for a text that is no grid.
pub fn of_text(py: Python<'_>, words: &str) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("InvalidPuzzle")?.call1((words,))))
}

/// Returns the exception for a grid with no solution, or several.
pub fn of_grid(py: Python<'_>, grid: &Grid, error: NotAPuzzle) -> PyErr {
    raised((|| {
        let found = search::solutions(grid, 2);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        module(py)?.call_method1("of_grid", (error.to_string(), found))
    })())
}

/// Returns the exception for a call of a closed database.
pub fn of_closed(py: Python<'_>) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("Closed")?.call0()))
}

/// Returns the exception for a call in a forked process.
pub fn of_fork(py: Python<'_>) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("ForkError")?.call0()))
}

/// Returns the exception of a stop: for Ctrl-C with its batch and count on record, others
/// unchanged.
pub fn of_stop(
    py: Python<'_>,
    stopped: PyErr,
    batch: Option<u32>,
    done: usize,
    words: &str,
) -> PyErr {
    if !stopped.is_instance_of::<PyKeyboardInterrupt>(py) {
        return stopped;
    }
    raised(module(py).and_then(|module| module.getattr("Interrupted")?.call1((words, batch, done))))
}

/// Warns of an error that leaves a usable result, by a function of the module of the classes.
pub fn warn(py: Python<'_>, by: &str, error: &Error) -> PyResult<()> {
    module(py)?.call_method1(by, (told(py, error)?,)).map(drop)
}

/// Returns all data of an error of a database.
fn told<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    // Every error can be serialized.
    Ok(pythonize(py, &serde_json::to_value(error).unwrap_or_default())?)
}

/// Returns the exception for a thread that panicked.
pub fn of_panic() -> PyErr {
    PyRuntimeError::new_err("a thread of seeddb panicked: please tell its makers")
}

/// Returns the exception for invalid or contradictory arguments.
pub fn of_request(py: Python<'_>, words: &str) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("RequestError")?.call1((words,))))
}
