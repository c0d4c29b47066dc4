//! A database: the calls of [`seeddb::database::Database`].

use std::env;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Zoned;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::database::{
    self, Answer, BatchRef, BatchRow, BookRow, CalendarOptions, Control, DrawOptions, Error,
    Export, IfPrinted, MineOptions, Named, OpenOptions, Options, Part, ProblemRow, Question,
    Record, SeedRow, ToVoid, VerifyOptions,
};
use seeddb::export::{OutputKind, SortKey, day_of};
use seeddb::level_table::LevelRow;
use seeddb::refill::Miss;
use seeddb::symmetry::Id;
use serde_json::json;

use super::convert::{calendar, described, record, request, rng_seed, table};
use super::drawing::Drawing;
use super::errors::{self, Failure};
use super::export::What;
use super::looks::Look;
use super::puzzle::{grid, unique};
use super::run::{Done, check_fork, run};
use super::{book, export, site};

/// Puzzles that are assessed, each for some tenths of a second, between two looks whether to stop.
const ASSESSED: usize = 16;

/// Seeds and the ledger of what was issued: a file, or a database on a server.
#[pyclass(frozen, module = "seeddb")]
pub struct Database {
    inner: database::Database,
    /// Whether it takes no calls any more.
    closed: AtomicBool,
}

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
    /// Refuses a call that cannot be made here.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        check_fork(py)?;
        if self.closed.load(Relaxed) { Err(errors::of_closed(py)) } else { Ok(()) }
    }

    /// A call that is short.
    fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&database::Database) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        py.detach(|| call(&self.inner)).map_err(|error| errors::of_database(py, &error))
    }

    /// What a draw is asked for: by its wishes, or with `again` as a batch before it.
    fn request(&self, py: Python<'_>, wishes: Option<&Bound<'_, PyDict>>) -> PyResult<DrawOptions> {
        let Some(again) = wishes.and_then(|wishes| wishes.get_item("again").transpose()) else {
            return request(py, wishes);
        };
        let others = wishes.map_or(0, |wishes| wishes.len()) - 1;
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

    /// A call that may take long.
    fn work<T: Send + 'static, E: Into<Failure> + Send + 'static>(
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
            // What stopped it is why it failed.
            (Err(failure), Some(error)) if failure.is_stop() => Err(error),
            (Err(failure), _) => Err(failure.raised(py)),
        }
    }
}

/// What is called with the progress, as Python says it: a callable, or True for a line on stderr.
fn told<'py>(progress: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let inputs = progress.py().import("seeddb._inputs")?;
    let told = inputs.call_method1("progress", (progress,))?;
    Ok((!told.is_none()).then_some(told))
}

/// A day: a date, or a text of it.
fn day(given: &Bound<'_, PyAny>) -> PyResult<Date> {
    let text = given.str()?.to_string();
    let words = || format!("{text:?} is no day: write it as 2027-01-31, or give a date");
    text.parse().map_err(|_| errors::of_request(given.py(), &words()))
}

/// The day in a time zone; none or an unknown one is that of this machine.
fn today(zone: &str) -> Date {
    let zone = TimeZone::get(zone).ok().filter(|_| !zone.is_empty());
    zone.map_or_else(Zoned::now, |zone| Zoned::now().with_time_zone(zone)).date()
}

/// Batches as Python names them: a number, "last", "2..", or a list of them; None for all.
fn batches(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<BatchRef>> {
    let Some(given) = given else { return Ok(vec![BatchRef::From(1)]) };
    let plain = py.import("seeddb._inputs")?.call_method1("batches", (given,))?;
    pythonize::depythonize(&plain).map_err(|error| errors::of_request(py, &error.to_string()))
}

fn id(py: Python<'_>, text: &str) -> PyResult<Id> {
    parsed(py, text)
}

fn ids(py: Python<'_>, texts: &[String]) -> PyResult<Vec<Id>> {
    texts.iter().map(|text| id(py, text)).collect()
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(py: Python<'_>, text: &str) -> PyResult<T> {
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
        let database = Self { inner: database, closed: AtomicBool::new(false) };
        database.call(py, |database| if create { database.ensure() } else { database.expect() })?;
        Ok(database)
    }

    /// The path or the address.
    #[getter]
    fn name(&self) -> String {
        self.inner.name()
    }

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

    /// How many such puzzles could be drawn: the keys puzzles, seeds, capacity, issued, tried.
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

    /// Writes puzzles into a file that is not there yet, or a new folder of files; how many.
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (path, batch = None, *, ids = None, book = None, series = None, first = None, last = None, approved = false, format = None, sort = Vec::new(), force = false, progress = None, **look))]
    fn export(
        &self,
        py: Python<'_>,
        path: PathBuf,
        batch: Option<&Bound<'_, PyAny>>,
        ids: Option<Vec<String>>,
        book: Option<u32>,
        series: Option<String>,
        first: Option<&Bound<'_, PyAny>>,
        last: Option<&Bound<'_, PyAny>>,
        approved: bool,
        format: Option<&str>,
        sort: Vec<String>,
        force: bool,
        progress: Option<&Bound<'_, PyAny>>,
        look: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let refuse = |words: &str| Err(errors::of_request(py, words));
        let what = match (batch, ids, book, series) {
            (None, None, None, Some(series)) => {
                let (Some(first), Some(last)) = (first, last) else {
                    return refuse("give the first and the last day of the series");
                };
                What::Days { series, first: day(first)?, last: day(last)?, approved }
            }
            _ if first.is_some() || last.is_some() || approved => {
                return refuse("first, last and approved are for the days of a series");
            }
            (batch, None, None, None) => What::Batches(batches(py, batch)?),
            (None, Some(ids), None, None) => What::Puzzles(self::ids(py, &ids)?),
            (None, None, Some(book), None) => What::Book(book),
            _ => return refuse("give batch, ids, book or series, one of the four"),
        };
        let kind = match (format, path.extension().and_then(|ending| ending.to_str())) {
            (Some(name), _) => parsed(py, name)?,
            (None, Some(ending)) => match OutputKind::of_ending(&ending.to_lowercase()) {
                Some(kind) => kind,
                None => return refuse(&format!("no format ends in .{ending}: give format")),
            },
            (None, None) => return refuse("the name has no ending: give format"),
        };
        let sort = sort.iter().map(|key| parsed(py, key)).collect::<PyResult<Vec<SortKey>>>()?;
        let job = export::Job { what, path, kind, look: Look::of(py, look)?, sort, force };
        let write =
            move |database: &database::Database, control: &Control| job.run(database, control);
        self.work(py, progress, write)?.whole()
    }

    /// Makes a book, and its files: a proof, or with `final` the book for the printer.
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (path, book, *, r#final = false, dry_run = false, ignore_rules = false, once = None, force = false, progress = None))]
    fn book<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        book: &Bound<'py, PyAny>,
        r#final: bool,
        dry_run: bool,
        ignore_rules: bool,
        once: Option<String>,
        force: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (text, folder) = described(book)?;
        let book = database::BookFile::parse(&text)
            .map_err(|error| errors::of_request(py, &error.to_string()))?;
        let mut options = book.options(rng_seed(book.content.rng_seed)?);
        options.plan.proof = !r#final;
        options.record = match (dry_run, ignore_rules) {
            (true, _) => Record::Never,
            (_, true) => Record::Always,
            _ => Record::InRule,
        };
        let job = book::Job { path, book, folder, options, force };
        let make = move |database: &database::Database, control: &Control| {
            let database = keyed(database, once.as_deref()).map_err(Failure::from)?;
            job.run(&database, control)
        };
        record(py, &self.work(py, progress, make)?.whole()?)
    }

    /// Gives each day of a series its puzzle, on record when this returns.
    #[pyo3(signature = (calendar, *, past = false, dry_run = false, progress = None, **wishes))]
    fn calendar<'py>(
        &self,
        py: Python<'py>,
        calendar: &Bound<'py, PyAny>,
        past: bool,
        dry_run: bool,
        progress: Option<&Bound<'py, PyAny>>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options: CalendarOptions = self::calendar(py, day(calendar)?, wishes)?;
        let fill = move |database: &database::Database, control: &Control| {
            let plan = database.plan_calendar(&options, control)?;
            let over = plan.open.first().filter(|day| **day < today(""));
            match over.filter(|_| !(past || dry_run || options.approved)) {
                Some(day) => {
                    let words = "is over, and would get a puzzle: begin later, or give past=True";
                    Err(Failure::from(format!("{day} {words}")))
                }
                None if dry_run => Ok(plan.rows),
                None => Ok(database.calendar(&options, control)?.rows),
            }
        };
        table(py, &self.work(py, progress, fill)?.whole()?)
    }

    /// Makes a puzzle site of series in a new folder; how many days it shows.
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (folder, site = None, *, first, until = None, approved = false, theme = None, progress = None))]
    fn site(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        site: Option<&Bound<'_, PyAny>>,
        first: &Bound<'_, PyAny>,
        until: Option<&Bound<'_, PyAny>>,
        approved: bool,
        theme: Option<&str>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let (text, place) = site.map_or_else(|| Ok(Default::default()), described)?;
        let description = database::site_description(&text)
            .map_err(|error| errors::of_request(py, &error.to_string()))?;
        let until = until.map_or_else(|| Ok(today(&description.time_zone)), day)?;
        let theme = theme.map(|theme| parsed(py, theme)).transpose()?.unwrap_or_default();
        let first = day(first)?;
        let job = site::Job { folder, description, place, theme, first, until, approved };
        let make =
            move |database: &database::Database, control: &Control| job.run(database, control);
        self.work(py, progress, make)?.whole()
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
            (None, Some(ids)) => ToVoid::Puzzles(self::ids(py, &ids)?),
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
            all.map(|problem| problem.map(ProblemRow::from)).collect::<Result<Vec<_>, Error>>()
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
        let ladder = self.inner.ladder().id();
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

    /// The series that run in it; of one its days, or those between two.
    #[pyo3(signature = (series = None, *, first = None, last = None))]
    fn feed<'py>(
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
                let feeds = self.call(py, database::Database::feeds)?;
                table(py, &feeds.rows().collect::<Vec<_>>())
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
        super::convert::records(py, &known.iter().flat_map(Answer::rows).collect::<Vec<_>>())
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

fn all_of(mut export: Export) -> Result<Vec<Named>, Error> {
    let mut all = Vec::new();
    while let Some(chunk) = export.next_chunk() {
        all.extend(chunk?);
    }
    Ok(all)
}
