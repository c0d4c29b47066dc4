//! Arrow tables, exported by the `PyCapsule` interface.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array as _, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator,
    StringArray,
};
use arrow_schema::{Field, Schema};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A column of Python values of one type, or `None`.
#[derive(FromPyObject)]
enum Column {
    Flags(Vec<Option<bool>>),
    Whole(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
}

/// The columns as a stream of Arrow, of one batch. Whoever wants other types casts them: the code
/// that does so would be a third of the package.
#[pyfunction]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<Bound<'py, PyAny>>,
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
    let fields = names.iter().zip(&arrays);
    let fields = fields.map(|(name, array)| Field::new(name, array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let rows = RecordBatch::try_new(Arc::clone(&schema), arrays);
    let rows = rows.map_err(|error| PyTypeError::new_err(error.to_string()))?;
    let reader = Box::new(RecordBatchIterator::new([Ok(rows)], schema));
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}
