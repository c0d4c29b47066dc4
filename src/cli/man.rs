//! `man`: the manual page.

use clap::CommandFactory;
use clap_mangen::Man;

use super::exit::UsageError;
use super::printing::OutputArgs;
use super::{Cli, Exit};

/// Flags of `man`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  seeddb man > seeddb.1
  seeddb man draw | man -l -")]
pub struct Args {
    /// A command with a page of its own; without it the page of the program
    command: Option<String>,
    #[command(flatten)]
    place: OutputArgs,
}

/// Prints it.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut program = Cli::command();
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
