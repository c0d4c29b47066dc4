//! `completions`: for the shells.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::printing::OutputArgs;
use super::{Cli, Exit};

/// Flags of `completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  seeddb completions bash > ~/.local/share/bash-completion/completions/seeddb")]
pub struct Args {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    place: OutputArgs,
}

/// Prints them.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "seeddb", &mut text);
    let mut output = args.place.open()?;
    output.write_all(&text)?;
    output.finish()?;
    Ok(Exit::Done)
}
