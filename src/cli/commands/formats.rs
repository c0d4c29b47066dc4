//! `formats`: descriptions of the outputs, and of the files that are read.

use std::io::Write;

use seeddb_database::schemas::{Key, Output, inputs, outputs};
use seeddb_export::book::Language;

use crate::terminal::{Exit, OutputArgs, UsageError, parse, refuse};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The names are those of the commands, with the flags that choose other rows: explain --summary; and those of files that commands \
read: request, book.toml, site.toml and their parts. `words` is a file for --words, here in English; with --language another one.

Examples:
  seeddb formats
  seeddb formats draw
  seeddb formats --schema draw -o draw.schema.json
  seeddb formats --schema request
  seeddb formats words --language nl -o mine.toml")]
pub struct Args {
    /// The output or the file whose keys are listed, with the flags in its name; without it the
    /// names of all
    #[arg(num_args = 0..)]
    name: Vec<String>,
    /// As in `rate --metric se`
    #[arg(long, hide = true, requires = "name")]
    metric: Option<String>,
    /// As in `explain --ladder se`
    #[arg(long, hide = true, requires = "name")]
    ladder: Option<String>,
    /// As in `explain --summary`
    #[arg(long, hide = true, requires = "name")]
    summary: bool,
    /// As in `check --archive`
    #[arg(long, hide = true, requires = "name")]
    archive: bool,
    /// The language of `words` [default: en]
    #[arg(long, hide_possible_values = true, value_parser = parse::names::<Language>())]
    language: Option<Language>,
    /// The JSON Schema of a row, in place of the list
    #[arg(long, requires = "name")]
    schema: bool,
    #[command(flatten)]
    place: OutputArgs,
}

impl Args {
    /// The name with its flags.
    fn full_name(&self) -> String {
        let flag =
            |name, value: &Option<String>| value.as_ref().map(|value| format!("{name} {value}"));
        let given = |is_given: bool, name: &str| is_given.then(|| name.to_owned());
        let parts = [
            Some(self.name.join(" ")),
            flag("--metric", &self.metric),
            flag("--ladder", &self.ladder),
            given(self.summary, "--summary"),
            given(self.archive, "--archive"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// The file of words, which is printed completely as it has no list of keys.
const WORDS: &str = "words";

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.full_name();
    let mut all = outputs();
    all.extend(inputs());
    let text = if name == WORDS && !args.schema {
        args.language.unwrap_or_default().whole_text()
    } else if args.language.is_some() {
        return refuse("--language is for `formats words`");
    } else if name.is_empty() {
        all.iter().map(|output| output.name).chain([WORDS]).flat_map(|name| [name, "\n"]).collect()
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

/// One line per key: name, type and meaning in columns.
fn listed(output: &Output) -> String {
    let width = |of: fn(&Key) -> usize| output.keys.iter().map(of).max().unwrap_or_default();
    let (names, kinds) = (width(|key| key.name.len()), width(|key| key.kind.len()));
    let line = |key: &Key| {
        let sometimes = if key.optional { " (not always there)" } else { "" };
        format!("{:names$}  {:kinds$}  {}{sometimes}\n", key.name, key.kind, key.about)
    };
    output.keys.iter().map(line).collect()
}
