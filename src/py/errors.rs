//! Errors of the library as exceptions, whose classes are in `seeddb/_errors.py`.

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pythonize::pythonize;
use seeddb::board::Grid;
use seeddb::database::{Error, RequestError};
use seeddb::export::{NameError, RenderError};
use seeddb::search::{self, NotAPuzzle};

/// What can go wrong with what is made on a thread of its own.
pub enum Failure {
    Database(Error),
    /// A failure of the database, with the place in a description that it is about.
    Placed(String, Box<Error>),
    Request(String),
    Write(std::io::Error),
    /// A book against the rules of its printer: its reports.
    AgainstRules(serde_json::Value),
}

impl Failure {
    /// Whether it is that it was stopped.
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

/// The module of the classes.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("seeddb._errors")
}

fn raised(made: PyResult<Bound<'_, PyAny>>) -> PyErr {
    made.map_or_else(|error| error, PyErr::from_value)
}

/// An error of a database, with its code, kind, data and cures.
pub fn of_database(py: Python<'_>, error: &Error) -> PyErr {
    raised((|| module(py)?.call_method1("of_database", (told(py, error)?,)))())
}

/// A line that is no grid.
pub fn of_text(py: Python<'_>, words: &str) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("InvalidPuzzle")?.call1((words,))))
}

/// A grid that has no solution, or several.
pub fn of_grid(py: Python<'_>, grid: &Grid, error: NotAPuzzle) -> PyErr {
    raised((|| {
        let found = search::solutions(grid, 2);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        module(py)?.call_method1("of_grid", (error.to_string(), found))
    })())
}

/// A call of a database that was closed.
pub fn of_closed(py: Python<'_>) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("Closed")?.call0()))
}

/// A call of a kind that this process cannot make.
pub fn of_fork(py: Python<'_>) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("ForkError")?.call0()))
}

/// What stopped a draw or a search: Ctrl-C tells what is on record of it, all else is as it was raised.
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

/// Warns of an error that is none for whoever takes what there is, by a function of the module of the classes.
pub fn warn(py: Python<'_>, by: &str, error: &Error) -> PyResult<()> {
    module(py)?.call_method1(by, (told(py, error)?,)).map(drop)
}

/// All that an error of a database says.
fn told<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    // All of it can be written.
    Ok(pythonize(py, &serde_json::to_value(error).unwrap_or_default())?)
}

/// A thread that ended by a panic.
pub fn of_panic() -> PyErr {
    PyRuntimeError::new_err("a thread of seeddb panicked: please tell its makers")
}

/// Arguments that do not go together, or are none.
pub fn of_request(py: Python<'_>, words: &str) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("RequestError")?.call1((words,))))
}
