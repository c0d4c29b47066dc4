//! Publications of puzzles: files, books, series, sites.

use std::path::PathBuf;

use jiff::Zoned;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use seeddb::database::{self, Control, FillOptions, Record, Selection};
use seeddb::export::{OutputKind, SortKey};

use super::convert::{self, batches, day, described, parsed, record, rng_seed, table};
use super::database::Database;
use super::draws::keyed;
use super::errors::{self, Failure};
use super::looks::Look;
use super::{book, export, site};

#[pymethods]
impl Database {
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
                Selection::Days { series, first: day(first)?, last: day(last)?, approved }
            }
            _ if first.is_some() || last.is_some() || approved => {
                return refuse("first, last and approved are for the days of a series");
            }
            (batch, None, None, None) => Selection::Batches(batches(py, batch)?),
            (None, Some(ids), None, None) => Selection::Puzzles(convert::ids(py, &ids)?),
            (None, None, Some(book), None) => Selection::Book(book),
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
        let (count, uncounted) = self.work(py, progress, write)?.whole()?;
        if let Some(error) = uncounted {
            errors::warn(py, "warn_uncounted", &error)?;
        }
        Ok(count)
    }

    /// Makes a book, and its files: a proof, or with `final` the book for the printer.
    #[expect(
        clippy::fn_params_excessive_bools,
        clippy::too_many_arguments,
        reason = "keyword arguments of Python"
    )]
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
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (series, first, *, past = false, dry_run = false, progress = None, **wishes))]
    fn fill<'py>(
        &self,
        py: Python<'py>,
        series: &str,
        first: &Bound<'py, PyAny>,
        past: bool,
        dry_run: bool,
        progress: Option<&Bound<'py, PyAny>>,
        wishes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options: FillOptions = convert::fill(py, series, day(first)?, wishes)?;
        let fill = move |database: &database::Database, control: &Control| {
            let plan = database.plan_fill(&options, control)?;
            let over = plan.open.first().filter(|day| **day < Zoned::now().date());
            match over.filter(|_| !(past || dry_run)) {
                Some(day) => {
                    let words = "is over, and would get a puzzle: begin later, or give past=True";
                    Err(Failure::from(format!("{day} {words}")))
                }
                None if dry_run => Ok(plan.rows),
                None => Ok(database.fill(&options, control)?.rows),
            }
        };
        table(py, &self.work(py, progress, fill)?.whole()?)
    }

    /// Makes a puzzle site of series in a folder, or what is new of the site that is there; how
    /// many days it shows.
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (folder, site = None, *, first, until = None, approved = false, theme = None, force = false, progress = None))]
    fn site(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        site: Option<&Bound<'_, PyAny>>,
        first: &Bound<'_, PyAny>,
        until: Option<&Bound<'_, PyAny>>,
        approved: bool,
        theme: Option<&str>,
        force: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let (text, place) = site.map_or_else(|| Ok(Default::default()), described)?;
        let description = database::site_description(&text)
            .map_err(|error| errors::of_request(py, &error.to_string()))?;
        let until = until.map_or_else(|| Ok(description.today()), day)?;
        let theme = theme.map(|theme| parsed(py, theme)).transpose()?.unwrap_or_default();
        let first = day(first)?;
        let job = site::Job { folder, description, place, theme, first, until, approved, force };
        let make =
            move |database: &database::Database, control: &Control| job.run(database, control);
        self.work(py, progress, make)?.whole()
    }
}
