//! `man`: the manual page.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;

use crate::terminal::{Exit, Files, OutputArgs, UsageError};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  seeddb man > seeddb.1
  seeddb man draw | man -l -
  seeddb man --all ~/.local/share/man/man1")]
pub struct Args {
    /// A command with a page of its own; without it the page of the program
    command: Option<String>,
    /// Write the pages of the program and of all commands into this folder, as -o FOLDER/ does
    /// (--force replaces those of another version)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "output"])]
    all: Option<PathBuf>,
    #[command(flatten)]
    place: OutputArgs,
}

pub fn run(args: &Args, mut program: Command) -> anyhow::Result<Exit> {
    let is_folder =
        |path: &&Path| path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let folder = args.place.path().filter(is_folder).filter(|_| args.command.is_none());
    if let Some(folder) = args.all.as_deref().or(folder) {
        program = program.disable_help_subcommand(true);
        program.build();
        let mut files = Files::folder(folder, args.place.force)?;
        pages(program, &mut files)?;
        files.finish()?;
        return Ok(Exit::Done);
    }
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| UsageError(format!("no command {name}: `seeddb help` lists them")))?
            // clap's display name contains a space, which names of pages cannot.
            .display_name(format!("seeddb-{name}")),
    };
    let mut output = args.place.open()?;
    Man::new(page).render(&mut output)?;
    output.finish()?;
    Ok(Exit::Done)
}

fn pages(command: Command, files: &mut Files) -> anyhow::Result<()> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    below.cloned().try_for_each(|below| pages(below, files))?;
    let (page, mut text) = (Man::new(command), Vec::new());
    page.render(&mut text)?;
    files.add(&page.get_filename(), &text)
}
