//! `sdk`: nine rows of nine with lines of words in front, one puzzle a file; for SadMan Sudoku and
//! SudoCue.
//!
//! Source: the page on file formats of sudocue.net. No blank stands after the letter of a line of words.

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

/// Words for a line: without line ends, and with a comma that every old program can show.
fn plain(words: &str) -> String {
    words.replace(" · ", ", ").replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::super::row::rendered;
    use super::super::{Format, Style};

    #[test]
    fn snapshot() {
        insta::assert_snapshot!(rendered(Style::of(Format::Sdk)));
    }
}
