//! The content of a database: mining, imports, lists of seeds, statistics and verification.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use seeddb::database::{
    self, Control, DrawOptions, Error, MineOptions, Part, ProblemRow, SeedRow, VerifyOptions,
};
use serde_json::json;

use super::convert::{parsed, record, request, table};
use super::database::Database;
use super::errors;
use super::many::Given;
use super::puzzle::unique;
use super::run::Done;

/// The number of puzzles to assess, each in some tenths of a second, between two checks for a stop.
const ASSESSED: usize = 16;

#[pymethods]
impl Database {
    /// Searches for seeds until `count` are found or `seconds` are over.
    #[pyo3(signature = (*, count = None, seconds = None, strategy = None, progress = None, **wishes))]
    fn mine<'py>(
        &self,
        py: Python<'py>,
        count: Option<usize>,
        seconds: Option<f64>,
        strategy: Option<&str>,
        progress: Option<&Bound<'py, PyAny>>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if count.is_none() && seconds.is_none() {
            return Err(errors::of_request(py, "give count or seconds, when the search is to end"));
        }
        let bad = |words: String| errors::of_request(py, &words);
        let strategy = strategy.map(|name| parsed(py, name)).transpose()?;
        let time = seconds
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(|error| bad(format!("seconds: {error}")))?;
        let DrawOptions { part, rng_seed, .. } = request(py, wishes)?;
        let [part] = <[Part; 1]>::try_from(part)
            .map_err(|_| errors::of_request(py, "a search has one part"))?;
        let options = MineOptions {
            level: part.level,
            ask: part.ask,
            strategy: strategy.unwrap_or_default(),
            count,
            time,
            ..MineOptions::of_tier(0, rng_seed)
        };
        let mine = move |database: &database::Database, control: &Control| {
            database.mine(&options, control)
        };
        let Done { result: mined, stopped } = self.work(py, progress, mine)?;
        let (tried, found, added) = (mined.progress.tried, mined.progress.found, mined.added);
        if let Some(error) = stopped {
            let words = format!("stopped: {} new seeds are kept", added.new);
            return Err(errors::of_stop(py, error, None, added.new, &words));
        }
        record(py, &json!({"tried": tried, "found": found, "new": added.new, "known": added.known}))
    }

    /// Takes puzzles in: as seeds, or with `issued` into the ledger, so that they are never drawn.
    #[pyo3(signature = (puzzles, *, issued = false, note = String::new(), progress = None))]
    fn import_<'py>(
        &self,
        py: Python<'py>,
        puzzles: &Bound<'py, PyAny>,
        issued: bool,
        note: String,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = py.import("seeddb._inputs")?.call_method1("given", (puzzles,))?;
        let given: Given = given.extract()?;
        let mut all = Vec::with_capacity(given.len());
        for place in 0..given.len() {
            let puzzle = given.grid(place).and_then(|grid| unique(&grid));
            let wrong = |words| errors::of_text(py, &format!("puzzle {place}: {words}"));
            all.push(puzzle.map_err(wrong)?);
        }
        let work = move |database: &database::Database, control: &Control| {
            if issued {
                let mut import = database.import_issued("import --issued", &note, control);
                all.into_iter().try_for_each(|puzzle| import.put(puzzle))?;
                let imported = import.finish()?;
                return Ok::<_, Error>(json!({"new": imported.new, "known": imported.known}));
            }
            let mut import = database.import();
            for some in all.chunks(ASSESSED) {
                if control.is_stopped() {
                    break;
                }
                let seeds: Vec<_> = some.par_iter().map(|one| database.assess(one)).collect();
                seeds.into_iter().try_for_each(|seed| import.put(seed))?;
            }
            let (added, _) = import.finish()?;
            Ok(json!({"new": added.new, "known": added.known}))
        };
        record(py, &self.work(py, progress, work)?.whole()?)
    }

    /// The seeds, of one tier or of all.
    #[pyo3(signature = (tier = None))]
    fn seeds<'py>(&self, py: Python<'py>, tier: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let seeds = self.call(py, |database| database.seeds(tier))?;
        let ladder = self.inner.ladder().id();
        let rows: Vec<_> = seeds.iter().filter_map(|seed| SeedRow::of(seed, ladder)).collect();
        table(py, &rows)
    }

    /// Seeds, their capacity and what was issued, by tier and by level.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        table(py, &self.call(py, |database| Ok(database.stats()?.rows()))?)
    }

    /// Works out every seed and every issued puzzle again; what does not hold.
    #[pyo3(signature = (*, capacity = false, progress = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        capacity: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let look = move |database: &database::Database, control: &Control| {
            let all = database.verify(VerifyOptions { capacity, sample: None }, control)?;
            all.map(|problem| problem.map(ProblemRow::from)).collect::<Result<Vec<_>, Error>>()
        };
        table(py, &self.work(py, progress, look)?.whole()?)
    }
}
