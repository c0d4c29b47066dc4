//! The `seeddb` program. The package for Python has the same one in its module.

mod cli;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(env::args_os().collect()).into()
}
