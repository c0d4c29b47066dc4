//! The command `seeddb`: the whole program in the Python process.

use std::ffi::OsString;
use std::process;

use pyo3::prelude::*;

/// Does what a command line says, the name of the program first, and ends the process.
#[pyfunction]
pub fn main(py: Python<'_>, line: Vec<OsString>) {
    py.detach(|| process::exit(seeddb_cli::main(line).into()));
}
