//! Paper: puzzles as text, one file a format.
//!
//! One documented record, [`Row`], feeds every [`Format`]; a [`Writer`] puts rows into anything that
//! implements [`Write`], so that ten puzzles on a screen and a million in a file take the same way. [`drawing`] shows
//! one puzzle as a picture, [`book`] sets many as a book.
//!
//! ```
//! use seeddb::export::{Format, Style, Writer};
//!
//! let writer = Writer::new(Vec::new(), Style::of("json".parse()?))?;
//! assert_eq!(writer.finish()?, b"[]\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod book;
mod csv;
pub mod drawing;
mod format;
mod json;
mod jsonl;
mod line;
pub mod pencil;
pub mod plot;
mod row;
mod sdm;

use std::io::{self, Write};

pub use board::draw as draw_board;
pub use format::{Format, UnknownFormat};
pub use row::Row;

/// How rows are to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The format.
    pub format: Format,
    /// Whether [`Format::Line`] begins with the names of its columns (csv and tsv always do).
    pub header: bool,
    /// Whether [`Format::Board`] draws the solution below each puzzle.
    pub solutions: bool,
}

impl Style {
    /// The plain style of a format: no header where it is optional, no solutions drawn.
    pub const fn of(format: Format) -> Self {
        Self { format, header: false, solutions: false }
    }
}

/// Writes rows in one style.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    style: Style,
    rows: u64,
}

impl<W: Write> Writer<W> {
    /// Begins the text: header, opening bracket.
    ///
    /// # Errors
    /// What `out` says.
    pub fn new(mut out: W, style: Style) -> io::Result<Self> {
        match style.format {
            Format::Line if style.header => line::header(&mut out)?,
            Format::Csv => csv::header(&mut out, csv::COMMA)?,
            Format::Tsv => csv::header(&mut out, csv::TAB)?,
            Format::Json => json::open(&mut out)?,
            Format::Line | Format::Board | Format::Sdm | Format::Jsonl => {}
        }
        Ok(Self { out, style, rows: 0 })
    }

    /// Writes one row.
    ///
    /// # Errors
    /// What `out` says.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        let out = &mut self.out;
        match self.style.format {
            Format::Line => line::row(out, row),
            Format::Board => board::row(out, row, self.style.solutions),
            Format::Sdm => sdm::row(out, row),
            Format::Csv => csv::row(out, row, csv::COMMA),
            Format::Tsv => csv::row(out, row, csv::TAB),
            Format::Json => json::row(out, row, self.rows == 0),
            Format::Jsonl => jsonl::row(out, row),
        }?;
        self.rows += 1;
        Ok(())
    }

    /// Hands on what was written so far.
    ///
    /// # Errors
    /// What `out` says.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the text (a JSON array is closed, also when it is empty) and gives `out` back, flushed.
    ///
    /// # Errors
    /// What `out` says.
    pub fn finish(mut self) -> io::Result<W> {
        if self.style.format == Format::Json {
            json::close(&mut self.out, self.rows == 0)?;
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_batch_is_a_valid_file_in_every_format() {
        for format in Format::ALL {
            let text = Writer::new(Vec::new(), Style::of(format)).unwrap().finish().unwrap();
            let lines = String::from_utf8(text).unwrap().lines().count();
            let expected = usize::from(matches!(format, Format::Csv | Format::Tsv | Format::Json));
            assert_eq!(lines, expected, "{format}");
        }
    }
}
