//! `formats`: what the outputs look like.

use std::io::Write;

use seeddb::schemas::{Key, Output, outputs};

use crate::cli::terminal::exit::{Exit, UsageError};
use crate::cli::terminal::printing::OutputArgs;

/// Flags of `formats`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The names are those of the commands, with the flags that choose other rows: explain --summary.

Examples:
  seeddb formats
  seeddb formats draw
  seeddb formats --schema draw -o draw.schema.json")]
pub struct Args {
    /// The output whose keys are listed; without it the names of all outputs
    #[arg(allow_hyphen_values = true, num_args = 0..)]
    name: Vec<String>,
    /// The JSON Schema of a row, in place of the list
    #[arg(long, requires = "name")]
    schema: bool,
    #[command(flatten)]
    place: OutputArgs,
}

/// Prints names, keys or a schema.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (all, name) = (outputs(), args.name.join(" "));
    let text = if name.is_empty() {
        all.iter().flat_map(|output| [output.name, "\n"]).collect()
    } else {
        let output = all.iter().find(|output| output.name == name).ok_or_else(|| {
            UsageError(format!("no output {name:?}: `seeddb formats` lists the names"))
        })?;
        if args.schema { format!("{:#}\n", output.schema()) } else { listed(output) }
    };
    let mut output = args.place.open()?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

/// A line for each key: name, type and meaning in columns.
fn listed(output: &Output) -> String {
    let width = |of: fn(&Key) -> usize| output.keys.iter().map(of).max().unwrap_or_default();
    let (names, kinds) = (width(|key| key.name.len()), width(|key| key.kind.len()));
    let line = |key: &Key| {
        let sometimes = if key.optional { " (not always there)" } else { "" };
        format!("{:names$}  {:kinds$}  {}{sometimes}\n", key.name, key.kind, key.about)
    };
    output.keys.iter().map(line).collect()
}
