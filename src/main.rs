//! The `seeddb` program. The package for Python has the same one in its module.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    seeddb_cli::main(env::args_os().collect()).into()
}
