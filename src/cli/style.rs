//! [`StyleArgs`]: the flags of commands that print issued puzzles.

use std::path::PathBuf;

use seeddb::export::{Format, Style, Writer};

use super::output::Output;
use super::parse;

/// How issued puzzles are printed, and where.
#[derive(clap::Args, Debug)]
pub struct StyleArgs {
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = parse::named::<Format>(Format::ALL.iter().map(|format| format.name())))]
    format: Format,
    /// Begin with the names of the columns (csv and tsv always do)
    #[arg(long)]
    header: bool,
    /// With --format board: draw the solution below each puzzle
    #[arg(long)]
    solutions: bool,
    /// Write to this file, all or nothing [default: stdout]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

impl StyleArgs {
    /// Opens the output: before any work, so that a place that cannot be written changes nothing.
    pub fn open(&self) -> anyhow::Result<Output> {
        Output::open(self.output.as_deref())
    }

    /// Begins the text.
    pub fn writer(&self, output: Output) -> anyhow::Result<Writer<Output>> {
        let style = Style { format: self.format, header: self.header, solutions: self.solutions };
        Ok(Writer::new(output, style)?)
    }
}
