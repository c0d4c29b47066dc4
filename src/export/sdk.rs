//! `sdk`: nine rows of nine characters after lines of comments, one puzzle per file; for SadMan
//! Sudoku and SudoCue.
//!
//! Source: the page on file formats of sudocue.net. No space follows the letter that begins a
//! comment.

use std::io::{self, Write};

use super::{Credits, Row, rows_of};

pub(super) fn row(out: &mut impl Write, row: &Row, credits: &Credits) -> io::Result<()> {
    let author = if credits.credit.is_empty() { "seeddb" } else { &credits.credit };
    writeln!(out, "#A{}", plain(author))?;
    writeln!(out, "#D{}", plain(&credits.titled(&row.level_or_tier())))?;
    writeln!(out, "#C{}", row.id)?;
    if let Some(date) = row.date {
        writeln!(out, "#B{date}")?;
    }
    if !credits.copyright.is_empty() {
        writeln!(out, "#S{}", plain(&credits.copyright))?;
    }
    if let Some(level) = &row.level {
        writeln!(out, "#L{}", plain(level))?;
    }
    rows_of(&row.puzzle).into_iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Prepares a text for a comment line: no control characters, and a comma in place of a sign that
/// old programs cannot show.
fn plain(words: &str) -> String {
    words.replace(" · ", ", ").replace(char::is_control, " ")
}
