//! `man`: the manual page.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::{Man, generate_to};

use super::exit::UsageError;
use super::printing::OutputArgs;
use super::{Cli, Exit, protected};

/// Flags of `man`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  seeddb man > seeddb.1
  seeddb man draw | man -l -
  seeddb man --all ~/.local/share/man/man1")]
pub struct Args {
    /// A command with a page of its own; without it the page of the program
    command: Option<String>,
    /// Write the pages of the program and of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "output"])]
    all: Option<PathBuf>,
    #[command(flatten)]
    place: OutputArgs,
}

/// Prints it.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut program = Cli::command();
    if let Some(folder) = &args.all {
        protected::check(folder)?;
        let written = fs::create_dir_all(folder).and_then(|()| generate_to(program, folder));
        written.with_context(|| format!("cannot write into {}", folder.display()))?;
        return Ok(Exit::Done);
    }
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| UsageError(format!("no command {name}: `seeddb help` lists them")))?
            // The name that `build` gives has a space in it, which no page can have.
            .display_name(format!("seeddb-{name}")),
    };
    let mut output = args.place.open()?;
    Man::new(page).render(&mut output)?;
    output.finish()?;
    Ok(Exit::Done)
}
