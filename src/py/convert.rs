//! Records of the library as objects of Python, and arguments of Python as requests of the library.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pythonize::{depythonize, pythonize};
use seeddb::database::DrawOptions;
use serde::Serialize;
use serde_json::{Map, Value};

use super::errors;

fn tables(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("seeddb._table")
}

/// A record: a dict whose keys are attributes, too.
pub fn record<'py>(py: Python<'py>, row: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    tables(py)?.getattr("Record")?.call1((pythonize(py, row)?,))
}

/// A list of records.
pub fn records<'py>(py: Python<'py>, rows: &[impl Serialize]) -> PyResult<Bound<'py, PyList>> {
    let rows: Vec<_> = rows.iter().map(|row| record(py, row)).collect::<PyResult<_>>()?;
    PyList::new(py, rows)
}

/// A table of records, all of which have the same keys.
pub fn table<'py>(py: Python<'py>, rows: &[impl Serialize]) -> PyResult<Bound<'py, PyAny>> {
    tables(py)?.getattr("Table")?.call_method1("of_records", (pythonize(py, &rows)?,))
}

/// Keyword arguments as a request, with random numbers if they name none. The keys are those that `draw --request` reads: `rng_seed` is
/// rng-seed, (22, 26) the text 22..26, and None is as if it were left out.
pub fn request(py: Python<'_>, wishes: Option<&Bound<'_, PyDict>>) -> PyResult<DrawOptions> {
    let empty = PyDict::new(py);
    let plain = py.import("seeddb._inputs")?;
    let plain = plain.call_method1("whole", (wishes.unwrap_or(&empty),))?;
    let value: Map<String, Value> = depythonize(&plain)?;
    let own = value.contains_key("rng-seed");
    let options: DrawOptions = serde_json::from_value(Value::Object(value))
        .map_err(|error| errors::of_request(py, &error.to_string()))?;
    let own = own.then_some(options.rng_seed);
    Ok(DrawOptions { rng_seed: rng_seed(own)?, ..options })
}

/// RNG seeds of Python: given, or random.
pub fn rng_seed(given: Option<u64>) -> PyResult<u64> {
    let random = || getrandom::u64().map_err(|error| std::io::Error::other(error).into());
    // As the command line draws them: they fit into a number of JSON.
    given.map_or_else(|| random().map(|seed| seed >> 11), Ok)
}

/// A table of what came of each puzzle, records of the type `T` as JSON: what is wrong with one is an error of its row, whose values are None.
/// (The records are made JSON by many threads; a million dicts of Python would be made by one.)
pub fn tabled<'py, T: Serialize + Default>(
    py: Python<'py>,
    rows: &[Result<Value, String>],
) -> PyResult<Bound<'py, PyAny>> {
    let none = pythonize(py, &T::default())?;
    let names: Vec<String> = none.cast::<PyDict>()?.keys().extract()?;
    let columns = PyDict::new(py);
    // Words that come again and again, as names of levels, are one object.
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

/// The most bytes of a word that is kept to be used again.
const WORD: usize = 24;
