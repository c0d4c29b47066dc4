//! Many puzzles at once: in parallel, in order, with an error per line that cannot be used.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use rayon::prelude::*;
use seeddb::board::{Grid, Puzzle};
use seeddb::database::{Control, Unit};
use seeddb::export::Reader;
use seeddb::rating::common::CommonRow;
use seeddb::rating::levels::LevelTable;
use seeddb::rating::stop::Stop;
use seeddb::rows::{CanonRow, CanonicalExplainerRow, ExplainerRow, RateRow, SolveRow};
use serde::Serialize;

use super::convert::tabled;
use super::errors;
use super::puzzle::{grid, ladder, unique, unknown};
use super::run::{Threads, run};

/// Puzzles given by Python.
#[derive(FromPyObject)]
pub enum Given {
    /// 81 bytes each, 0 for an open cell; and the errors of refused ones by index.
    Cells(PyBackedBytes, HashMap<usize, String>),
    /// One text each; `None` is a missing row.
    Texts(Vec<Option<String>>),
}

impl Given {
    pub fn len(&self) -> usize {
        match self {
            Self::Cells(cells, _) => cells.len() / 81,
            Self::Texts(texts) => texts.len(),
        }
    }

    pub fn grid(&self, place: usize) -> Result<Grid, String> {
        match self {
            Self::Texts(texts) => grid(texts[place].as_deref().ok_or("missing")?),
            Self::Cells(_, wrong) if wrong.contains_key(&place) => Err(wrong[&place].clone()),
            Self::Cells(cells, _) => {
                let cells = &cells[81 * place..81 * (place + 1)];
                let sign = |cell: &u8| char::from(b'0'.saturating_add(*cell));
                grid(&cells.iter().map(sign).collect::<String>())
            }
        }
    }
}

/// Calls `one` for each puzzle with its index, on `threads` threads; returns the results in order.
fn all<T: Send + 'static>(
    py: Python<'_>,
    puzzles: Given,
    progress: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    one: impl Fn(usize, Result<Grid, String>, &Control) -> T + Sync + Send + 'static,
) -> PyResult<Vec<T>> {
    let work = move |control: &Control| {
        let (total, done) = (puzzles.len() as u64, AtomicU64::new(0));
        let one = |place: usize| {
            let made = one(place, puzzles.grid(place), control);
            control.done_of(Unit::Puzzles, done.fetch_add(1, Relaxed) + 1, Some(total));
            made
        };
        // After a stop, the rest is skipped.
        let all = 0..puzzles.len();
        let all = all.into_par_iter().take_any_while(|_| !control.is_stopped()).map(one);
        Threads::new(threads).run(|| all.collect::<Vec<_>>())
    };
    run(py, progress, work)?.whole()
}

/// Returns a table of the results of `row`, or of the errors, for each puzzle.
fn each<'py, T: Serialize + Default + Send + 'static>(
    py: Python<'py>,
    puzzles: Given,
    progress: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    row: impl Fn(usize, &Grid, &Control) -> Result<T, String> + Sync + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    let one = move |place: usize, grid: Result<Grid, String>, control: &Control| {
        let row = row(place, &grid?, control)?;
        serde_json::to_value(row).map_err(|error| error.to_string())
    };
    tabled::<T>(py, &all(py, puzzles, progress, threads, one)?)
}

/// Rates each puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, metric, canon, progress, threads))]
pub fn rate<'py>(
    py: Python<'py>,
    puzzles: Given,
    metric: &str,
    canon: bool,
    progress: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    match metric {
        "hsolve" => {
            let levels = LevelTable::default();
            let row = move |_, grid: &Grid, _: &Control| {
                Ok(RateRow::of(ladder(), &levels, &unique(grid)?))
            };
            each(py, puzzles, progress, threads, row)
        }
        "se" if canon => each(py, puzzles, progress, threads, |_, grid, control| {
            Ok(CanonicalExplainerRow::of(&unique(grid)?, Stop::when(&|| control.is_stopped())))
        }),
        "se" => each(py, puzzles, progress, threads, |_, grid, control| {
            Ok(ExplainerRow::of(&unique(grid)?, Stop::when(&|| control.is_stopped())))
        }),
        "common" => {
            each(py, puzzles, progress, threads, |_, grid, _| Ok(CommonRow::of(&unique(grid)?)))
        }
        _ => Err(errors::of_request(py, &unknown("metric", metric))),
    }
}

/// The solution of each puzzle, and how many it has, up to 2.
#[pyfunction]
#[pyo3(signature = (puzzles, progress, threads))]
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: Given,
    progress: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    each(py, puzzles, progress, threads, |_, grid, _| {
        let rows = SolveRow::all(grid, 2).map_err(|clash| clash.to_string())?;
        Ok(rows.into_iter().next().unwrap_or_default())
    })
}

/// The canonical form of each puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, progress, threads))]
pub fn canon<'py>(
    py: Python<'py>,
    puzzles: Given,
    progress: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    each(py, puzzles, progress, threads, |place, grid, _| Ok(CanonRow::of(place as u64 + 1, grid)))
}

/// Whether each puzzle has exactly one solution; None where there is no grid.
#[pyfunction]
#[pyo3(signature = (puzzles, progress, threads))]
pub fn is_unique(
    py: Python<'_>,
    puzzles: Given,
    progress: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Vec<Option<bool>>> {
    let one = |_, grid: Result<Grid, String>, _: &Control| Some(Puzzle::new(&grid.ok()?).is_ok());
    all(py, puzzles, progress, threads, one)
}

/// The puzzles of a file in any format that is read, and what is wrong with its other lines, each
/// as (line, reason).
#[pyfunction]
pub fn read(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let read = move |control: &Control| -> std::io::Result<_> {
        let mut reader = Reader::new(BufReader::new(File::open(path)?))?;
        let (mut puzzles, mut wrong) = (Vec::new(), Vec::new());
        while let Some(entry) = reader.entry()? {
            if control.is_stopped() {
                break;
            }
            match entry {
                Ok(found) => puzzles.push(found.grid.to_string()),
                Err(bad) => wrong.push((bad.line, bad.reason)),
            }
        }
        Ok((puzzles, wrong))
    };
    let (puzzles, wrong) = run(py, None, read)?.whole()??;
    let read = PyDict::new(py);
    read.set_item("puzzles", puzzles)?;
    read.set_item("errors", wrong)?;
    Ok(read)
}
