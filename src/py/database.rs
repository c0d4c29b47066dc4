//! A database: the calls of [`seeddb::database::Database`].

use std::env;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::database::{
    self, Answer, BatchRef, BatchRow, BookRow, Control, DrawOptions, Error, Export, IfPrinted,
    MineOptions, Named, OpenOptions, Options, Part, ProblemRow, Question, SeedRow, ToVoid,
    VerifyOptions,
};
use seeddb::export::{Format, Style, Writer};
use seeddb::level_table::LevelRow;
use seeddb::refill::Miss;
use seeddb::symmetry::Id;
use seeddb::temporary;
use serde_json::json;

use super::convert::{record, request, table};
use super::drawing::Drawing;
use super::errors;
use super::puzzle::{grid, unique};
use super::run::{Done, check_fork, run};

/// Puzzles that are assessed, each for some tenths of a second, between two looks whether to stop.
const ASSESSED: usize = 16;

/// Seeds and the ledger of what was issued: a file, or a database on a server.
#[pyclass(frozen, module = "seeddb")]
pub struct Database(database::Database);

/// As the command line has it.
fn now() -> Option<u64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
}

/// Where the command line remembers the newest states of databases, too.
fn state_folder() -> Option<PathBuf> {
    let given = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = given.or_else(|| Some(env::home_dir()?.join(".local").join("state")))?;
    Some(state.join("seeddb").join("marks"))
}

/// As the command line has it.
fn user() -> Option<String> {
    let name = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| env::var(name).ok())?;
    let is_name = !name.is_empty() && name.len() <= 100 && !name.contains(char::is_control);
    is_name.then_some(name)
}

/// What came of a draw.
struct Drawn {
    batch: u32,
    asked: u32,
    puzzles: Vec<Named>,
    /// What most attempts missed.
    obstacle: Option<Miss>,
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

/// The database for a request that is done once, if it has a key.
fn keyed(database: &database::Database, key: Option<&str>) -> Result<database::Database, Error> {
    key.map_or_else(|| Ok(database.clone()), |key| database.once(key))
}

impl Database {
    /// A call that is short.
    fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&database::Database) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        check_fork(py)?;
        py.detach(|| call(&self.0)).map_err(|error| errors::of_database(py, &error))
    }

    /// A call that may take long.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&database::Database, &Control) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<Done<T>> {
        let database = self.0.clone();
        let Done { result, stopped } = run(py, progress, move |control| work(&database, control))?;
        match (result, stopped) {
            (Ok(result), stopped) => Ok(Done { result, stopped }),
            // What stopped it is why it failed.
            (Err(Error::Stopped), Some(error)) => Err(error),
            (Err(error), _) => Err(errors::of_database(py, &error)),
        }
    }
}

/// Batches as Python names them: a number, "last", "2..", or a list of them; None for all.
fn batches(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<BatchRef>> {
    let Some(given) = given else { return Ok(vec![BatchRef::From(1)]) };
    let plain = py.import("seeddb._inputs")?.call_method1("batches", (given,))?;
    pythonize::depythonize(&plain).map_err(|error| errors::of_request(py, &error.to_string()))
}

fn id(py: Python<'_>, text: &str) -> PyResult<Id> {
    text.parse().map_err(|error| errors::of_request(py, &format!("{error}")))
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
            state: state_folder(),
            accept_older,
            ..OpenOptions::default()
        };
        let database = database::Database::at(
            &place,
            Options { file, clock: now, by: user(), ..Options::default() },
        );
        let database = Self(database);
        database.call(py, |database| if create { database.ensure() } else { database.expect() })?;
        Ok(database)
    }

    /// The path or the address.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// Draws; what it returns has been committed to the ledger.
    #[pyo3(signature = (*, key = None, progress = None, **wishes))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        key: Option<String>,
        progress: Option<&Bound<'py, PyAny>>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = request(py, wishes)?;
        let work = move |database: &database::Database, control: &Control| {
            drawn(&keyed(database, key.as_deref())?, &options, control)
        };
        let Done { result, stopped } = self.work(py, progress, work)?;
        let Drawn { batch, asked, puzzles, obstacle } = result;
        if let Some(error) = stopped {
            let done = puzzles.len();
            let words = format!("stopped: batch {batch} has {done} of {asked} puzzles");
            return Err(errors::of_stop(py, error, Some(batch), done, &words));
        }
        let rows: Vec<_> = puzzles.iter().map(Named::row).collect();
        let table = table(py, &rows)?;
        table.setattr("batch", batch)?;
        if rows.len() < asked as usize {
            let made = rows.len() as u32;
            errors::warn(py, &Error::TooFew { made, asked, obstacle })?;
        }
        Ok(table)
    }

    /// Draws while its puzzles are taken.
    #[pyo3(signature = (*, key = None, **wishes))]
    fn draw_iter(
        &self,
        py: Python<'_>,
        key: Option<String>,
        wishes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Drawing> {
        let options = request(py, wishes)?;
        let draw = |database: &database::Database| {
            keyed(database, key.as_deref())?.draw(&options, &Control::default())
        };
        let drawing = self.call(py, draw)?;
        Ok(Drawing::new(drawing))
    }

    /// How many such puzzles could be drawn: the keys puzzles, seeds, capacity, issued, tried.
    #[pyo3(signature = (**wishes))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = request(py, wishes)?;
        let parts = self.call(py, |database| database.estimate(&options))?;
        let row = |estimate: &database::Estimate| {
            json!({
                "puzzles": estimate.puzzles,
                "seeds": estimate.seeds,
                "capacity": estimate.capacity,
                "issued": estimate.issued,
                "tried": estimate.tried,
            })
        };
        table(py, &parts.iter().map(row).collect::<Vec<_>>())
    }

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
        let strategy =
            strategy.map(str::parse).transpose().map_err(|error| bad(format!("{error}")))?;
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
        let given = py.import("seeddb._inputs")?.call_method1("texts", (puzzles,))?;
        let texts: Vec<Option<String>> = given.extract()?;
        let mut all = Vec::with_capacity(texts.len());
        for (place, text) in texts.iter().enumerate() {
            let puzzle = text.as_deref().ok_or_else(|| "missing".to_owned());
            let puzzle = puzzle.and_then(grid).and_then(|grid| unique(&grid));
            let wrong = |words| errors::of_text(py, &format!("puzzle {place}: {words}"));
            all.push(puzzle.map_err(wrong)?);
        }
        let work = move |database: &database::Database, control: &Control| {
            if issued {
                let mut import = database.import_issued("import --issued", &note, control);
                all.into_iter().try_for_each(|puzzle| import.put(puzzle))?;
                let imported = import.finish()?;
                return Ok(json!({"new": imported.new, "known": imported.known}));
            }
            let mut import = database.import();
            for some in all.chunks(ASSESSED) {
                if control.is_stopped() {
                    break;
                }
                let seeds: Vec<_> = some.par_iter().map(|one| database.assess(one)).collect();
                seeds.into_iter().try_for_each(|seed| import.put(seed))?;
            }
            let added = import.finish()?;
            Ok(json!({"new": added.new, "known": added.known}))
        };
        record(py, &self.work(py, progress, work)?.whole()?)
    }

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
        table(py, &puzzles.iter().map(Named::row).collect::<Vec<_>>())
    }

    /// Writes the puzzles of batches into a file that is not there yet; how many.
    #[pyo3(signature = (path, batch = None, *, format = None, solutions = false, force = false))]
    fn export(
        &self,
        py: Python<'_>,
        path: PathBuf,
        batch: Option<&Bound<'_, PyAny>>,
        format: Option<&str>,
        solutions: bool,
        force: bool,
    ) -> PyResult<usize> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let Some(name) = format.or(ending) else {
            return Err(errors::of_request(py, "the name has no ending: give format"));
        };
        let format: Format =
            name.parse().map_err(|error| errors::of_request(py, &format!("{error}")))?;
        if path.exists() && !force {
            return Err(PyFileExistsError::new_err(format!(
                "{} is there already: force=True replaces it",
                path.display()
            )));
        }
        let which = batches(py, batch)?;
        let read = move |database: &database::Database, control: &Control| {
            let puzzles = all_of(database.export(&which, control)?)?;
            Ok((puzzles, which))
        };
        let (puzzles, which) = self.work(py, None, read)?.whole()?;
        let write = || -> std::io::Result<()> {
            let mut file = temporary::file(temporary::folder_of(&path), None)?;
            let mut writer = Writer::new(&mut file, Style { solutions, ..Style::of(format) })?;
            puzzles.iter().try_for_each(|named| writer.row(&named.row()))?;
            writer.finish()?;
            let put = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
            put.map(drop).map_err(|error| error.error)
        };
        py.detach(write)?;
        self.call(py, |database| database.count_export(&which))?;
        Ok(puzzles.len())
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
            (None, Some(ids)) => {
                ToVoid::Puzzles(ids.iter().map(|text| id(py, text)).collect::<PyResult<_>>()?)
            }
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
            all.map(|problem| problem.map(ProblemRow::from)).collect::<Result<Vec<_>, _>>()
        };
        table(py, &self.work(py, progress, look)?.whole()?)
    }

    /// Seeds, their capacity and what was issued, by tier and by level.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        table(py, &self.call(py, |database| Ok(database.stats()?.rows()))?)
    }

    /// The seeds, of one tier or of all.
    #[pyo3(signature = (tier = None))]
    fn seeds<'py>(&self, py: Python<'py>, tier: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let seeds = self.call(py, |database| database.seeds(tier))?;
        let ladder = self.0.ladder().id();
        let rows: Vec<_> = seeds.iter().filter_map(|seed| SeedRow::of(seed, ladder)).collect();
        table(py, &rows)
    }

    /// The batches, and what became of their puzzles.
    fn batches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let used = self.call(py, |database| database.used_batches(&[]))?;
        table(py, &used.into_iter().map(BatchRow::from).collect::<Vec<_>>())
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

    /// The series that run in it; of one its days.
    #[pyo3(signature = (series = None))]
    fn feed<'py>(&self, py: Python<'py>, series: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        match series {
            None => {
                let feeds = self.call(py, database::Database::feeds)?;
                table(py, &feeds.rows().collect::<Vec<_>>())
            }
            Some(name) => {
                let days = self.call(py, |database| database.days_between(name, None, None))?;
                table(py, &days)
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
        super::convert::records(py, &known.iter().flat_map(Answer::rows).collect::<Vec<_>>())
    }

    fn __repr__(&self) -> String {
        format!("seeddb.open('{}')", self.0.name())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[allow(clippy::unused_self, reason = "a context manager has this method")]
    #[pyo3(signature = (*_exception))]
    const fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) -> bool {
        // A database is open for as long as a call needs it.
        false
    }
}

fn all_of(mut export: Export) -> Result<Vec<Named>, Error> {
    let mut all = Vec::new();
    while let Some(chunk) = export.next_chunk() {
        all.extend(chunk?);
    }
    Ok(all)
}
