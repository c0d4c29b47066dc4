//! Draws whose puzzles are returned one by one.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use seeddb::database::{self, Error, IssuedWithId};
use seeddb::export::Row;

use super::convert::record;
use super::errors;

/// Puzzles of a draw, one after the other, each in the ledger by the time it is handed out. Whoever
/// stops taking them has issued those that were made so far: they are in the batch.
#[pyclass(module = "seeddb", frozen)]
pub struct Drawing {
    /// None after its end.
    going: Mutex<Option<database::Drawing>>,
    batch: u32,
}

impl Drawing {
    pub fn new(drawing: database::Drawing) -> Self {
        Self { batch: drawing.batch().id, going: Mutex::new(Some(drawing)) }
    }
}

#[pymethods]
impl Drawing {
    /// The number of the batch.
    #[getter]
    const fn batch(&self) -> u32 {
        self.batch
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        super::run::check_fork(py)?;
        py.check_signals()?;
        let next: Option<Result<IssuedWithId, Error>> = py
            .detach(|| self.going.lock().unwrap_or_else(PoisonError::into_inner).as_mut()?.next());
        match next {
            None => Ok(None),
            Some(Ok(named)) => {
                let row: Row = named.row();
                record(py, &row).map(Some)
            }
            Some(Err(error)) => Err(errors::of_database(py, &error)),
        }
    }

    /// Ends the draw. What was made so far stays issued.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.going.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }
}
