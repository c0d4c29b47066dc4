//! Arrow: columns of text taken from whoever offers them by the `PyCapsule` interface, and tables handed on by it.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, StringArray, StructArray,
};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;

fn texts(array: &dyn Array) -> Option<Vec<Option<String>>> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(owned).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(owned).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(owned).collect(),
        DataType::Null => vec![None; array.len()],
        _ => return None,
    })
}

/// The texts of an Arrow array, or of chunks of one.
#[pyfunction]
pub fn texts_of_arrow(column: AnyArray) -> PyResult<Vec<Option<String>>> {
    let mut all = Vec::new();
    for chunk in column.into_chunked_array()?.chunks() {
        let words = || format!("a column of {} holds no puzzles: text does", chunk.data_type());
        all.extend(texts(chunk).ok_or_else(|| PyTypeError::new_err(words()))?);
    }
    Ok(all)
}

/// A column of Python values of one type, or of None.
#[derive(FromPyObject)]
enum Column {
    Flags(Vec<Option<bool>>),
    Whole(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
}

/// The columns as a stream of Arrow, of one batch.
#[pyfunction]
#[pyo3(signature = (names, columns, requested_schema = None))]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<Bound<'py, PyAny>>,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let array = |column: &Bound<'_, PyAny>| -> PyResult<ArrayRef> {
        Ok(match column.extract()? {
            Column::Flags(values) => Arc::new(BooleanArray::from(values)),
            Column::Whole(values) => Arc::new(Int64Array::from(values)),
            Column::Numbers(values) => Arc::new(Float64Array::from(values)),
            Column::Texts(values) => Arc::new(StringArray::from(values)),
        })
    };
    let arrays = columns.iter().map(array).collect::<PyResult<Vec<_>>>()?;
    let field =
        |(name, array): (&String, &ArrayRef)| Field::new(name, array.data_type().clone(), true);
    let fields: Fields = names.iter().zip(&arrays).map(field).collect();
    let rows = StructArray::try_new(fields.clone(), arrays, None);
    let rows: ArrayRef = Arc::new(rows.map_err(|error| PyTypeError::new_err(error.to_string()))?);
    let field = Arc::new(Field::new_struct("", fields, false));
    let reader = Box::new(ArrayIterator::new(vec![Ok(rows)], field));
    Ok(to_stream_pycapsule(py, reader, requested_schema)?)
}
