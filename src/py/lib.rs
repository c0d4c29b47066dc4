//! seeddb for Python: converts arguments, calls the library, returns Python objects. The rest of
//! the package is Python, in `seeddb/`.
//!
//! Work runs on its own thread, while the calling thread checks for Ctrl-C and reports the progress
//! ([`run`]).
#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments are made of the objects of Python for each call"
)]

mod arrow;
mod book;
mod convert;
mod database;
mod drawing;
mod draws;
mod errors;
mod export;
mod files;
mod ledger;
mod looks;
mod many;
mod program;
mod published;
mod puzzle;
mod run;
mod site;
mod stock;

use pyo3::prelude::*;

/// The part of the package `seeddb` that is compiled.
#[pymodule]
mod _seeddb {
    #[pymodule_export]
    use super::arrow::arrow_stream;
    #[pymodule_export]
    use super::database::Database;
    #[pymodule_export]
    use super::drawing::Drawing;
    #[pymodule_export]
    use super::many::{canon, is_unique, rate, read, solve};
    #[pymodule_export]
    use super::program::main;
    #[pymodule_export]
    use super::puzzle::Puzzle;
    use super::{Bound, PyModule, PyModuleMethods as _, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
