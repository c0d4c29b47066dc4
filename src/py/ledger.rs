//! The issued puzzles of a database: batches, books and series.

use pyo3::prelude::*;
use pyo3::types::PyList;
use seeddb::board::Puzzle;
use seeddb::database::{
    self, Answer, BatchRow, BookRow, Control, Error, Export, IfPrinted, IssuedWithId, Question,
    ToVoid,
};
use seeddb::export::day_of;
use seeddb::level_table::LevelRow;
use seeddb::symmetry::Id;
use serde_json::json;

use super::convert::{self, batches, day, record, table};
use super::database::Database;
use super::errors;
use super::puzzle::grid;

#[pymethods]
impl Database {
    /// The puzzles of batches, without void ones.
    #[pyo3(signature = (batch = None))]
    fn puzzles<'py>(
        &self,
        py: Python<'py>,
        batch: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let which = batches(py, batch)?;
        let read = move |database: &database::Database, control: &Control| {
            all_of(database.export(&which, control)?)
        };
        let puzzles = self.work(py, None, read)?.whole()?;
        table(py, &puzzles.iter().map(IssuedWithId::row).collect::<Vec<_>>())
    }

    /// The batches, and what became of their puzzles.
    fn batches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let used = self.call(py, |database| database.used_batches(&[]))?;
        table(py, &used.into_iter().map(BatchRow::from).collect::<Vec<_>>())
    }

    /// Gives puzzles up for ever: they are out of all exports, and never drawn again.
    #[pyo3(signature = (*, batch = None, ids = None, if_printed = "refuse", reason = None))]
    fn void<'py>(
        &self,
        py: Python<'py>,
        batch: Option<&Bound<'py, PyAny>>,
        ids: Option<Vec<String>>,
        if_printed: &str,
        reason: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let which = match (batch, ids) {
            (Some(batch), None) => ToVoid::Batches(batches(py, Some(batch))?),
            (None, Some(ids)) => ToVoid::Puzzles(convert::ids(py, &ids)?),
            _ => return Err(errors::of_request(py, "give batch or ids, one of the two")),
        };
        let printed = match if_printed {
            "refuse" => IfPrinted::Refuse,
            "keep" => IfPrinted::Keep,
            "void" => IfPrinted::Void,
            other => {
                let words = format!("if_printed is refuse, keep or void, not {other:?}");
                return Err(errors::of_request(py, &words));
            }
        };
        let voided = self.call(py, |database| database.void(&which, printed, reason.as_deref()))?;
        record(py, &json!({"new": voided.new, "known": voided.known, "printed": voided.printed}))
    }

    /// The books.
    fn books<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let books = self.call(py, database::Database::books)?;
        table(py, &books.into_iter().map(BookRow::from).collect::<Vec<_>>())
    }

    /// The levels of its table.
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = |database: &database::Database| {
            Ok(LevelRow::all(&database.levels()?, database.ladder()))
        };
        table(py, &self.call(py, rows)?)
    }

    /// The series that run in it; of one its days, or those between two.
    #[pyo3(signature = (series = None, *, first = None, last = None))]
    fn series<'py>(
        &self,
        py: Python<'py>,
        series: Option<&str>,
        first: Option<&Bound<'py, PyAny>>,
        last: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [first, last] = [first, last].map(|given| given.map(day).transpose());
        let (first, last) = (first?.map(day_of), last?.map(day_of));
        match series {
            None if first.or(last).is_some() => {
                Err(errors::of_request(py, "first and last are days of a series: name it"))
            }
            None => {
                let all_series = self.call(py, database::Database::series)?;
                table(py, &all_series.rows().collect::<Vec<_>>())
            }
            Some(name) => {
                let days = |database: &database::Database| database.days_between(name, first, last);
                table(py, &self.call(py, days)?)
            }
        }
    }

    /// What is known of a puzzle or an id.
    fn show<'py>(&self, py: Python<'py>, puzzle: &str) -> PyResult<Bound<'py, PyList>> {
        let question = if let Ok(id) = puzzle.parse::<Id>() {
            Question::Id(id)
        } else {
            let grid = grid(puzzle).map_err(|words| errors::of_text(py, &words))?;
            let puzzle = Puzzle::new(&grid);
            Question::Puzzle(puzzle.map_err(|error| errors::of_grid(py, &grid, error))?)
        };
        let known = self.call(py, |database| database.show(&question))?;
        convert::records(py, &known.iter().flat_map(Answer::rows).collect::<Vec<_>>())
    }
}

fn all_of(mut export: Export) -> Result<Vec<IssuedWithId>, Error> {
    let mut all = Vec::new();
    while let Some(chunk) = export.next_chunk() {
        all.extend(chunk?);
    }
    Ok(all)
}
