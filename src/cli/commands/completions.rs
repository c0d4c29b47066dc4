//! `completions`: completion scripts for shells.

use std::io::Write;

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use seeddb_core::ask::{Name, plain};

use crate::terminal::{Exit, Globals, OutputArgs, ladder};

const BATCHES: usize = 50;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The script knows the levels that are in force, the techniques, and the last 50 batches as they are now: make it again when they change.

Example:
  seeddb completions bash > ~/.local/share/bash-completion/completions/seeddb")]
pub struct Args {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    place: OutputArgs,
}

/// The current values to offer, by argument.
struct Offers {
    levels: Vec<String>,
    techniques: Vec<String>,
    /// The techniques of the tiers.
    own: Vec<String>,
    /// The latest batches, newest first.
    batches: Vec<String>,
}

impl Offers {
    /// Reads the values; errors of the database are ignored, as other commands report them.
    fn of(globals: &Globals) -> Self {
        let levels = globals.levels().unwrap_or_default();
        // The scripts would split names with spaces.
        let levels = levels.levels().iter().map(|level| level.name.clone());
        let levels = levels.filter(|name| !name.contains(char::is_whitespace)).collect();
        let own: Vec<String> = ladder().techniques().map(|own| plain(own.name())).collect();
        let mut techniques = Name::all();
        techniques.sort_unstable();
        let batches = globals.database().ok().and_then(|database| database.batches().ok());
        let batches = batches.unwrap_or_default().into_iter().rev().take(BATCHES);
        let batches = batches.map(|batch| batch.id.to_string()).collect();
        Self { levels, techniques, own, batches }
    }

    /// Adds the values to the arguments of a command and its subcommands.
    fn tell(&self, command: Command) -> Command {
        let own = command.mut_args(|arg| {
            let values = match arg.get_id().as_str() {
                "level" => &self.levels,
                "technique" => &self.techniques,
                "without" => &self.own,
                "batch" => &self.batches,
                _ => return arg,
            };
            if values.is_empty() || !arg.get_action().takes_values() {
                return arg;
            }
            arg.value_parser(PossibleValuesParser::new(values))
        });
        own.mut_subcommands(|command| self.tell(command))
    }
}

pub fn run(globals: &Globals, args: &Args, mut program: Command) -> anyhow::Result<Exit> {
    program.build();
    let (mut program, mut text) = (Offers::of(globals).tell(program), Vec::new());
    clap_complete::generate(args.shell, &mut program, "seeddb", &mut text);
    let mut output = args.place.open()?;
    output.write_all(&text)?;
    output.finish()?;
    Ok(Exit::Done)
}
