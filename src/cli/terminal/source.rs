//! [`Source`]: an argument that stands for puzzles: a file, stdin, a puzzle, a link with a puzzle,
//! or an id.

use std::path::{Path, PathBuf};

use seeddb_core::board::Grid;
use seeddb_core::symmetry::{Id, ParseIdError};
use seeddb_database::Question;
use seeddb_export::Reader;

use super::{Globals, refuse};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    File(PathBuf),
    /// A puzzle: its name in messages, and a line with it.
    Line(&'static str, String),
}

/// The sources that arguments stand for. Ids are looked up in the database.
///
/// # Errors
/// No puzzle or seed has the id, or the database cannot be read.
pub fn sources(globals: &Globals, arguments: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    arguments.iter().map(|argument| source(globals, argument)).collect()
}

/// The source that one argument stands for.
pub fn source(globals: &Globals, argument: &Path) -> anyhow::Result<Source> {
    let file = || Ok(Source::File(argument.to_owned()));
    // File names need not be UTF-8; puzzles are.
    let Some(text) = argument.to_str().filter(|text| *text != "-" && !argument.exists()) else {
        return file();
    };
    if is_link(text) || is_grid(text) {
        return Ok(Source::Line("argument", text.to_owned()));
    }
    match text.parse::<Id>() {
        Ok(id) => {
            let known = globals.database()?.show(&Question::Id(id))?;
            let [one] = &known[..] else {
                return refuse(format!("{id} is short for several: `seeddb show {id}` lists them"));
            };
            Ok(Source::Line("argument", one.puzzle.to_string()))
        }
        Err(error @ ParseIdError::Check(_)) if text.contains('-') => refuse(error.to_string()),
        Err(_) => file(),
    }
}

/// The grid of a text, or of a link in it.
pub fn grid(text: &str) -> Option<Grid> {
    let linked = || Reader::new(text.as_bytes()).ok()?.entry().ok()??.ok();
    text.parse().ok().or_else(|| linked().filter(|_| is_link(text)).map(|found| found.grid))
}

/// Whether a text holds a grid: 81 cells, or another form that [`Reader`] reads.
fn is_grid(text: &str) -> bool {
    let reads = || Reader::new(text.as_bytes()).ok()?.entry().ok()??.ok();
    text.chars().count() == 81 && text.parse::<Grid>().is_ok()
        || text.len() > 81 && reads().is_some()
}

/// Whether a text is an address, or the part of one with a puzzle.
fn is_link(text: &str) -> bool {
    let parts = ["://", "bd=", "load="];
    text.starts_with("www.") || parts.iter().any(|part| text.contains(part))
}
