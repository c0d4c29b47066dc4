//! `completions`: for the shells.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use seeddb::draw::Way;

use super::demands::plain;
use super::ladder::ladder;
use super::printing::OutputArgs;
use super::{Cli, Exit, Globals};

/// Flags of `completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The script knows the levels of the database in force, and the techniques: make it again when the table of levels changes.

Example:
  seeddb completions bash > ~/.local/share/bash-completion/completions/seeddb")]
pub struct Args {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    place: OutputArgs,
}

/// The command line with the names that values have at the moment: of levels, techniques.
fn named(globals: &Globals) -> Command {
    // Whatever is wrong with the database is told by other commands.
    let levels = globals.levels().unwrap_or_default();
    // A script does not take names with blanks for one word.
    let levels = levels.levels().iter().map(|level| level.name.clone());
    let levels: Vec<String> = levels.filter(|name| !name.contains(char::is_whitespace)).collect();
    let own = ladder().techniques().map(|own| plain(own.name()));
    let own: Vec<String> = own.collect();
    let mut techniques = Way::names();
    techniques.extend(own.iter().cloned());
    techniques.sort_unstable();
    techniques.dedup();
    let values =
        |arg: Arg, names: &[String]| arg.value_parser(PossibleValuesParser::new(names.to_vec()));
    let of_request = |command: Command| {
        command
            .mut_arg("level", |arg| values(arg, &levels))
            .mut_arg("technique", |arg| values(arg, &techniques))
            .mut_arg("without", |arg| values(arg, &own))
    };
    Cli::command().mut_subcommand("draw", of_request).mut_subcommand("stats", of_request)
}

/// Prints them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut named(globals), "seeddb", &mut text);
    let mut output = args.place.open()?;
    output.write_all(&text)?;
    output.finish()?;
    Ok(Exit::Done)
}
