//! Errors of the library as exceptions, whose classes are in `seeddb/_errors.py`.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pythonize::pythonize;
use seeddb::board::Grid;
use seeddb::database::Error;
use seeddb::search::{self, NotAPuzzle};

/// The module of the classes.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("seeddb._errors")
}

fn raised(made: PyResult<Bound<'_, PyAny>>) -> PyErr {
    made.map_or_else(|error| error, PyErr::from_value)
}

/// An error of a database, with its code, kind, data and cures.
pub fn of_database(py: Python<'_>, error: &Error) -> PyErr {
    raised((|| {
        // All that it says can be written.
        let all = serde_json::to_value(error).unwrap_or_default();
        module(py)?.call_method1("of_database", (pythonize(py, &all)?,))
    })())
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

/// A call of a kind that this process cannot make.
pub fn of_fork(py: Python<'_>) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("ForkError")?.call0()))
}

/// Ctrl-C during a draw or a search, with what is on record of it.
pub fn of_interrupt(py: Python<'_>, batch: Option<u32>, done: u64, words: &str) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("Interrupted")?.call1((words, batch, done))))
}

/// A thread that ended by a panic.
pub fn of_panic() -> PyErr {
    PyRuntimeError::new_err("a thread of seeddb panicked: please tell its makers")
}

/// Arguments that do not go together, or are none.
pub fn of_request(py: Python<'_>, words: &str) -> PyErr {
    raised(module(py).and_then(|module| module.getattr("RequestError")?.call1((words,))))
}
