//! Draws from a database.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use seeddb::database::{self, Control, DrawOptions, Error, IssuedWithId};
use seeddb::refill::Rejection;
use serde_json::json;

use super::convert::{batches, request, table};
use super::database::Database;
use super::drawing::Drawing;
use super::errors;
use super::run::Done;

/// The result of a draw.
struct Drawn {
    batch: u32,
    asked: u32,
    puzzles: Vec<IssuedWithId>,
    /// The bound that most attempts missed.
    obstacle: Option<Rejection>,
}

fn drawn(
    database: &database::Database,
    options: &DrawOptions,
    control: &Control,
) -> Result<Drawn, Error> {
    let mut drawing = database.draw(options, control)?;
    let mut puzzles = Vec::new();
    while let Some(chunk) = drawing.next_chunk() {
        puzzles.extend(chunk?);
    }
    let (batch, asked) = (drawing.batch().id, drawing.batch().asked);
    Ok(Drawn { batch, asked, puzzles, obstacle: drawing.obstacle() })
}

/// Returns the database for a request with this idempotency key, if there is one.
pub fn keyed(
    database: &database::Database,
    key: Option<&str>,
) -> Result<database::Database, Error> {
    key.map_or_else(|| Ok(database.clone()), |key| database.once(key))
}

impl Database {
    /// Returns the request of a draw: from its arguments, or with `again` from an earlier batch.
    fn request(&self, py: Python<'_>, wishes: Option<&Bound<'_, PyDict>>) -> PyResult<DrawOptions> {
        let Some(again) = wishes.and_then(|wishes| wishes.get_item("again").transpose()) else {
            return request(py, wishes);
        };
        let others = wishes.map_or(0, PyDictMethods::len) - 1;
        let rest = PyDict::new(py);
        for name in ["note", "rng_seed"] {
            if let Some(value) = wishes.map(|wishes| wishes.get_item(name)).transpose()?.flatten() {
                rest.set_item(name, value)?;
            }
        }
        let refuse = |words: &str| Err(errors::of_request(py, words));
        if others != rest.len() {
            return refuse("again is the request of a batch: only note and rng_seed go with it");
        }
        let [batch] = batches(py, Some(&again?))?[..] else {
            return refuse("again is one batch");
        };
        let known = self.call(py, |database| database.request_of(batch))?;
        let Some(options) = known else { return refuse("that batch was not drawn") };
        let own = request(py, Some(&rest))?;
        let note = if rest.contains("note")? { own.note } else { options.note };
        Ok(DrawOptions { note, rng_seed: own.rng_seed, ..options })
    }
}

#[pymethods]
impl Database {
    /// Draws; what it returns has been committed to the ledger.
    #[pyo3(signature = (*, once = None, progress = None, **wishes))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        once: Option<String>,
        progress: Option<&Bound<'py, PyAny>>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = self.request(py, wishes)?;
        let work = move |database: &database::Database, control: &Control| {
            drawn(&keyed(database, once.as_deref())?, &options, control)
        };
        let Done { result, stopped } = self.work(py, progress, work)?;
        let Drawn { batch, asked, puzzles, obstacle } = result;
        if let Some(error) = stopped {
            let done = puzzles.len();
            let words = format!("stopped: batch {batch} has {done} of {asked} puzzles");
            return Err(errors::of_stop(py, error, Some(batch), done, &words));
        }
        let rows: Vec<_> = puzzles.iter().map(IssuedWithId::row).collect();
        let table = table(py, &rows)?;
        table.setattr("batch", batch)?;
        if rows.len() < asked as usize {
            let made = rows.len() as u32;
            errors::warn(py, "warn_fewer", &Error::TooFew { made, asked, obstacle })?;
        }
        Ok(table)
    }

    /// Draws while its puzzles are taken.
    #[pyo3(signature = (*, once = None, **wishes))]
    fn draw_iter(
        &self,
        py: Python<'_>,
        once: Option<String>,
        wishes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Drawing> {
        let options = self.request(py, wishes)?;
        let draw = |database: &database::Database| {
            keyed(database, once.as_deref())?.draw(&options, &Control::default())
        };
        let drawing = self.call(py, draw)?;
        Ok(Drawing::new(drawing))
    }

    /// How many such puzzles could be drawn: the keys puzzles, least, most, seeds, capacity,
    /// issued, tried, made.
    #[pyo3(signature = (**wishes))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = self.request(py, wishes)?;
        let parts = self.call(py, |database| database.estimate(&options))?;
        let row = |estimate: &database::Estimate| {
            json!({
                "puzzles": estimate.puzzles,
                "least": estimate.span.0,
                "most": estimate.span.1,
                "seeds": estimate.seeds,
                "capacity": estimate.capacity,
                "issued": estimate.issued,
                "tried": estimate.tried,
                "made": estimate.made,
            })
        };
        table(py, &parts.iter().map(row).collect::<Vec<_>>())
    }
}
