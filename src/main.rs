//! The `seeddb` program: parse, run, exit code.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = cli::Cli::parse();
    match cli::run(arguments) {
        Ok(exit) => exit.into(),
        Err(error) => cli::report(&error).into(),
    }
}
