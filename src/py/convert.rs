//! Converts records of the library to Python objects, and Python arguments to requests.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use jiff::civil::Date;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pythonize::{depythonize, pythonize};
use seeddb::database::{BatchRef, DrawOptions, FillOptions};
use seeddb::symmetry::Id;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::errors;

fn tables(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("seeddb._table")
}

/// Returns a record: a dict whose keys are attributes, too.
pub fn record<'py>(py: Python<'py>, row: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    tables(py)?.getattr("Record")?.call1((pythonize(py, row)?,))
}

/// Returns a list of records.
pub fn records<'py>(py: Python<'py>, rows: &[impl Serialize]) -> PyResult<Bound<'py, PyList>> {
    let rows: Vec<_> = rows.iter().map(|row| record(py, row)).collect::<PyResult<_>>()?;
    PyList::new(py, rows)
}

/// Returns a table of records that all have the same keys.
pub fn table<'py>(py: Python<'py>, rows: &[impl Serialize]) -> PyResult<Bound<'py, PyAny>> {
    tables(py)?.getattr("Table")?.call_method1("of_records", (pythonize(py, &rows)?,))
}

/// Reads keyword arguments as a request, with random seeds if none are given. The keys are those of
/// `draw --request`: `rng_seed` is rng-seed, (22, 26) is the text 22..26, and `None` counts as
/// absent.
pub fn request(py: Python<'_>, wishes: Option<&Bound<'_, PyDict>>) -> PyResult<DrawOptions> {
    let mut value = plain(py, "whole", wishes)?;
    // Several levels share the count.
    let has_levels = value.get("level").is_some_and(Value::is_array);
    let levels = if has_levels { value.remove("level") } else { None };
    let own = value.contains_key("rng-seed");
    let mut options: DrawOptions = asked(py, value)?;
    if let Some(levels) = levels {
        let levels: Vec<String> = asked(py, levels)?;
        options.part = options.part.into_iter().flat_map(|part| part.shared(&levels)).collect();
    }
    let own = own.then_some(options.rng_seed);
    Ok(DrawOptions { rng_seed: rng_seed(own)?, ..options })
}

/// Reads keyword arguments as a request to fill the days of a series from `first` on.
pub fn fill(
    py: Python<'_>,
    series: &str,
    first: Date,
    wishes: Option<&Bound<'_, PyDict>>,
) -> PyResult<FillOptions> {
    let mut value = plain(py, "request", wishes)?;
    value.insert("series".to_owned(), series.into());
    value.insert("from".to_owned(), first.to_string().into());
    let own = value.get("rng-seed").and_then(Value::as_u64);
    value.insert("rng-seed".to_owned(), rng_seed(own)?.into());
    asked(py, value)
}

/// Returns keyword arguments under their JSON names.
fn plain(
    py: Python<'_>,
    by: &str,
    wishes: Option<&Bound<'_, PyDict>>,
) -> PyResult<Map<String, Value>> {
    let empty = PyDict::new(py);
    let plain = py.import("seeddb._inputs")?;
    Ok(depythonize(&plain.call_method1(by, (wishes.unwrap_or(&empty),))?)?)
}

fn asked<T: DeserializeOwned>(py: Python<'_>, value: impl Into<Value>) -> PyResult<T> {
    serde_json::from_value(value.into()).map_err(|error| errors::of_request(py, &error.to_string()))
}

/// Reads a description, given as a dict or as the path of a TOML or JSON file; returns its text and
/// the folder of its file.
pub fn described(given: &Bound<'_, PyAny>) -> PyResult<(String, PathBuf)> {
    given.py().import("seeddb._inputs")?.call_method1("described", (given,))?.extract()
}

/// Returns the given RNG seed, or a random one.
pub fn rng_seed(given: Option<u64>) -> PyResult<u64> {
    let random = || getrandom::u64().map_err(|error| std::io::Error::other(error).into());
    // Like random seeds of the command line, at most 53 bits, which a JSON number holds exactly.
    given.map_or_else(|| random().map(|seed| seed >> 11), Ok)
}

/// Returns a table of records of type `T`, given as JSON; the row of an error has its message, and
/// `None` in the other columns. (JSON is made by many threads, Python dicts would be made by one.)
pub fn tabled<'py, T: Serialize + Default>(
    py: Python<'py>,
    rows: &[Result<Value, String>],
) -> PyResult<Bound<'py, PyAny>> {
    let none = pythonize(py, &T::default())?;
    let names: Vec<String> = none.cast::<PyDict>()?.keys().extract()?;
    let columns = PyDict::new(py);
    // Repeated words, such as names of levels, are one object.
    let mut words: HashMap<&str, Bound<'py, PyAny>> = HashMap::new();
    for name in &names {
        let mut values = Vec::with_capacity(rows.len());
        for row in rows {
            let value = row.as_ref().map_or(&Value::Null, |row| &row[name]);
            values.push(match value {
                Value::String(text) if text.len() <= WORD => match words.entry(text) {
                    Entry::Occupied(known) => known.get().clone(),
                    Entry::Vacant(new) => new.insert(pythonize(py, text)?).clone(),
                },
                value => pythonize(py, value)?,
            });
        }
        columns.set_item(name, PyList::new(py, values)?)?;
    }
    let wrong = rows.iter().enumerate();
    let wrong = wrong.filter_map(|(place, row)| Some((place, row.as_ref().err()?.as_str())));
    tables(py)?.getattr("Table")?.call1((columns, wrong.collect::<Vec<_>>()))
}

/// The largest length of a word that is kept for reuse, in bytes.
const WORD: usize = 24;

/// Reads a day from a date or its text.
pub fn day(given: &Bound<'_, PyAny>) -> PyResult<Date> {
    let text = given.str()?.to_string();
    let words = || format!("{text:?} is no day: write it as 2027-01-31, or give a date");
    text.parse().map_err(|_| errors::of_request(given.py(), &words()))
}

/// Reads batches: a number, "last", "2..", or a list of them; `None` means all.
pub fn batches(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<BatchRef>> {
    let Some(given) = given else { return Ok(vec![BatchRef::From(1)]) };
    let plain = py.import("seeddb._inputs")?.call_method1("batches", (given,))?;
    depythonize(&plain).map_err(|error| errors::of_request(py, &error.to_string()))
}

/// Parses ids of puzzles.
pub fn ids(py: Python<'_>, texts: &[String]) -> PyResult<Vec<Id>> {
    texts.iter().map(|text| parsed(py, text)).collect()
}

/// Parses a value; an error is raised as a request error.
pub fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
    py: Python<'_>,
    text: &str,
) -> PyResult<T> {
    text.parse().map_err(|error| errors::of_request(py, &format!("{error}")))
}
