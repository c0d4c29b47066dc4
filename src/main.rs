//! The `seeddb` program: parse, run, exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = cli::parse();
    match cli::run(arguments) {
        Ok(exit) => exit.into(),
        Err(error) => cli::report(&error).into(),
    }
}
