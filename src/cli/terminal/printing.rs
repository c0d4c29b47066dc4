//! [`PrintArgs`]: the flags of commands that print rows; [`OutputArgs`]: those of commands that
//! print other text.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::{Output, ReportFormat, Table, Text, UsageError, ending, protected};

#[derive(clap::Args, Debug)]
pub struct OutputArgs {
    /// Write to this file; it appears complete or not at all [default: stdout]
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

impl OutputArgs {
    /// The output file; `None` for stdout.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// The width of the terminal that rows are printed to; `None` for other outputs.
    pub fn room(&self) -> Option<usize> {
        let is_shown = self.path().is_none() && std::io::stdout().is_terminal();
        let size = is_shown.then(terminal_size::terminal_size).flatten();
        size.map(|(width, _)| usize::from(width.0))
    }

    pub fn open(&self) -> anyhow::Result<Output> {
        Output::open(self.path(), self.force)
    }
}

#[derive(clap::Args, Debug)]
pub struct PrintArgs {
    /// text, csv, tsv, json or jsonl [default: by the ending of -o, else text]
    #[arg(long, value_enum, hide_possible_values = true, help_heading = "Output")]
    format: Option<ReportFormat>,
    /// Begin text with the names of the columns, as csv and tsv do
    #[arg(long, help_heading = "Output")]
    header: bool,
    #[command(flatten)]
    pub place: OutputArgs,
}

impl PrintArgs {
    /// The format, by name or by the extension of the output.
    ///
    /// # Errors
    /// [`UsageError`] if both are given and differ, or if the extension belongs to another kind of
    /// file.
    pub fn format(&self) -> Result<ReportFormat, UsageError> {
        let path = self.place.path();
        path.map_or(Ok(()), protected::check)?;
        by_ending(self.format, path)
    }

    pub fn open(&self) -> anyhow::Result<(ReportFormat, Output)> {
        Ok((self.format()?, self.place.open()?))
    }

    /// The layout of tables as text: with column names in a terminal.
    pub fn tabs(&self) -> Text {
        if self.header || self.place.room().is_some() { Text::NamedTabs } else { Text::Tabs }
    }

    pub fn table<R: Serialize + Default>(&self, text: Text) -> anyhow::Result<Table<Output>> {
        let (format, output) = self.open()?;
        let text = if text == Text::Tabs { self.tabs() } else { text };
        Ok(Table::of::<R>(output, format, text)?.fitting(self.place.room()))
    }
}

/// The format of rows in a file of this name.
///
/// # Errors
/// [`UsageError`] if both are given and differ, or if the extension belongs to another kind of
/// file.
pub fn by_ending(
    given: Option<ReportFormat>,
    path: Option<&Path>,
) -> Result<ReportFormat, UsageError> {
    let told = ending::of(path);
    let of_ending = told.as_deref().and_then(ReportFormat::of_ending);
    match (given, of_ending, told) {
        // Every format of rows may have the extension of text.
        (Some(given), Some(other), _) if given != other && other != ReportFormat::Text => {
            Err(clash(path, given.name()))
        }
        (given, None, Some(told)) => {
            let name = given.map_or("rows", ReportFormat::name);
            let words = format!(
                "{name} cannot be {told}: let the name end in .txt, .csv, .tsv, .json or .jsonl (and .gz behind, to compress)"
            );
            Err(UsageError(words))
        }
        (given, of_ending, _) => Ok(given.or(of_ending).unwrap_or_default()),
    }
}

/// The error for a file extension that contradicts `--format`.
pub fn clash(path: Option<&Path>, format: &str) -> UsageError {
    let name = path.map(|path| path.display().to_string()).unwrap_or_default();
    UsageError(format!(
        "{name} does not end as {format} does: leave --format out, or give another name"
    ))
}

/// Refuses binary output on a terminal.
pub fn refuse_terminal(name: &str, path: Option<&Path>) -> Result<(), UsageError> {
    let goes_to_terminal = path.is_none() && std::io::stdout().is_terminal();
    if goes_to_terminal {
        let words = format!("{name} is not for a terminal: give a file, as -o puzzles.{name}");
        return Err(UsageError(words));
    }
    Ok(())
}

impl ReportFormat {
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
        }
    }

    fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "txt" => Some(Self::Text),
            _ => Self::value_variants().iter().copied().find(|format| format.name() == ending),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_format() {
        let format = |given, path: &str| by_ending(given, Some(Path::new(path)));
        for (path, expected) in [
            ("a.csv", ReportFormat::Csv),
            ("a.TSV", ReportFormat::Tsv),
            ("a.json", ReportFormat::Json),
            ("a.ndjson", ReportFormat::Jsonl),
            ("a.txt", ReportFormat::Text),
            ("a", ReportFormat::Text),
            ("a.csv.gz", ReportFormat::Csv),
        ] {
            assert_eq!(format(None, path).unwrap(), expected, "{path}");
            assert_eq!(format(Some(expected), path).unwrap(), expected, "{path}");
        }
        assert!(format(Some(ReportFormat::Csv), "a.json").unwrap_err().0.contains("a.json"));
        for path in ["a.pdf", "a.xlsx", "a.jpg", "a.epub", "a.v2"] {
            assert!(format(None, path).unwrap_err().0.contains(".csv"), "{path}");
            assert!(format(Some(ReportFormat::Csv), path).is_err(), "{path}");
        }
    }
}
