//! Records of the library as objects of Python, and arguments of Python as requests of the library.

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

/// A table of what came of each puzzle: what is wrong with one is an error of its row, whose values are None.
pub fn tabled<'py, T: Serialize + Default>(
    py: Python<'py>,
    rows: &[Result<T, String>],
) -> PyResult<Bound<'py, PyAny>> {
    let columns = PyDict::new(py);
    let none = pythonize(py, &T::default())?;
    let names: Vec<String> = none.cast::<PyDict>()?.keys().extract()?;
    let lists: Vec<Bound<'py, PyList>> = names.iter().map(|_| PyList::empty(py)).collect();
    let mut wrong = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        match row {
            Ok(row) => {
                let dict = pythonize(py, row)?;
                for (name, list) in names.iter().zip(&lists) {
                    list.append(dict.get_item(name)?)?;
                }
            }
            Err(words) => {
                wrong.push((place, words.as_str()));
                lists.iter().try_for_each(|list| list.append(py.None()))?;
            }
        }
    }
    for (name, list) in names.iter().zip(&lists) {
        columns.set_item(name, list)?;
    }
    tables(py)?.getattr("Table")?.call1((columns, wrong))
}
