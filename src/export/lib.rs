//! Export: puzzles as text and as pictures, with one file for each format; and reading text back.
//!
//! One documented record, [`Row`], feeds every [`Format`]; a [`Writer`] writes rows to anything
//! that implements [`Write`], so that ten puzzles on a screen and a million in a file share the
//! code. A [`Reader`] reads puzzles in all formats and those of other programs. [`Pictures`] are
//! for page layout, each made of a [`drawing`]; [`book`] sets many puzzles as a book.
//!
//! ```
//! use seeddb_export::{Format, Style, Writer};
//!
//! let writer = Writer::new(Vec::new(), Style::of("json".parse()?))?;
//! assert_eq!(writer.finish()?, b"[]\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Writes types in files as they are displayed, and reads them back by `FromStr`.
macro_rules! as_text {
    ($($type:ty),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

mod archive;
#[cfg(feature = "print")]
mod arrows;
mod board;
#[cfg(feature = "print")]
pub mod book;
mod column;
mod credits;
mod csv;
#[cfg(feature = "print")]
pub mod drawing;
mod entry;
mod format;
mod fpuzzles;
#[cfg(feature = "print")]
mod handout;
mod hodoku;
mod ipuz;
mod json;
#[cfg(feature = "print")]
mod kind;
mod line;
#[cfg(feature = "print")]
mod look;
mod manifest;
mod markup;
mod name;
mod opensudoku;
mod order;
#[cfg(feature = "print")]
mod page;
#[cfg(feature = "print")]
mod paper;
pub mod pencil;
#[cfg(feature = "print")]
mod picture;
#[cfg(feature = "plot")]
pub mod plot;
mod read;
#[cfg(feature = "print")]
mod renderer;
mod row;
#[cfg(feature = "print")]
mod scene;
mod sdk;
mod sdm;
mod series_days;
#[cfg(feature = "print")]
pub mod site;
mod ss;
mod sudokuwiki;
#[cfg(feature = "print")]
mod words;
mod xlsx;

use std::io::{self, Write};

#[cfg(feature = "print")]
pub use self::{
    handout::{Handout, SolvePath, WayStep},
    kind::{OutputKind, UnknownKind},
    look::{Look, LookError},
    page::{Hints, PAGE_COLOURS, Page},
    paper::{
        CoverSheet, Edge, LayoutError, LayoutOptions, PageFrame, PageSize, Paper, PerPage, Place,
    },
    picture::{Layout, PictureContent, PictureFormat, Pictures, Resolution},
    renderer::{RenderError, Renderer},
    scene::Scene,
};
pub use archive::Archive;
pub use board::draw as draw_board;
pub use credits::{Caption, Credits, UnknownField};
pub use format::{Format, UnknownFormat};
pub use manifest::{
    Entry as ManifestEntry, csv as manifest_csv, json as manifest_json, merge as merge_csv,
};
pub use markup::escaped;
pub use name::{Field, NameError, Template};
pub use order::{Order, SortKey, UnknownSortKey};
pub use read::{BadLine, Column, ColumnError, Columns, Entry, FoundGrid, Reader, date};
pub use row::{InBook, Row};
pub use series_days::{Missing, Picker, Ramp, RampError, SeriesDays, day_of, weekday};

use column::PuzzleColumn;
use opensudoku::Folders;
use seeddb_core::board::Grid;
use xlsx::Sheet;

/// The options for writing rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The format.
    pub format: Format,
    /// Whether [`Format::Line`] begins with a line of column names (CSV and TSV always do).
    pub header: bool,
    /// Whether formats with room for solutions ([`Format::has_room`]) include them.
    pub solutions: bool,
    /// Whether formats with columns have one for the day of each puzzle (JSON has the key if there
    /// is a day).
    pub dated: bool,
    /// Texts for the formats with fields for them: ipuz, f-puzzles and sdk.
    pub credits: Credits,
}

impl Style {
    /// Returns the plain style of a format: no optional header, no optional solutions.
    pub const fn of(format: Format) -> Self {
        let credits = Credits::NONE;
        Self { format, header: false, solutions: false, dated: false, credits }
    }
}

/// Writes rows in one style.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: Out<W>,
    style: Style,
    rows: u64,
    /// The columns, determined by the first row.
    columns: Vec<&'static PuzzleColumn>,
}

#[derive(Debug)]
enum Out<W: Write> {
    Text(W),
    /// These formats are written when all rows are known.
    Folders(W, Folders),
    Sheet(Box<Sheet<W>>),
}

impl<W: Write> Writer<W> {
    /// Begins the output. The line of column names follows with the first row, which determines
    /// whether there are columns for ratings and books.
    pub fn new(mut out: W, style: Style) -> io::Result<Self> {
        if style.format == Format::Json {
            json::open(&mut out)?;
        }
        let out = match style.format {
            Format::OpenSudoku => Out::Folders(out, Folders::default()),
            Format::Xlsx => Out::Sheet(Box::new(Sheet::new(out)?)),
            _ => Out::Text(out),
        };
        Ok(Self { out, style, rows: 0, columns: Vec::new() })
    }

    /// Writes one row.
    ///
    /// # Errors
    /// Errors of the output; [`io::ErrorKind::InvalidInput`] for a second row in a format of one
    /// puzzle per file.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        let Style { format, solutions, .. } = self.style;
        if format.is_one_a_file() && self.rows > 0 {
            let words = format!("a file of {format} holds one puzzle");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        if self.rows == 0 {
            self.header(Some(row))?;
        }
        let cells = || row.texts(&self.columns);
        let credits = &self.style.credits;
        match &mut self.out {
            Out::Folders(_, folders) => folders.add(row),
            Out::Sheet(sheet) => sheet.row(row)?,
            Out::Text(out) => match format {
                Format::Line => line::record(out, cells()),
                Format::Board => board::row(out, row, solutions),
                Format::Sdm => sdm::row(out, row),
                Format::Sdk => sdk::row(out, row, credits),
                Format::Ss => ss::row(out, row),
                Format::Hodoku => hodoku::row(out, row),
                Format::FPuzzles => fpuzzles::row(out, row, solutions, credits),
                Format::SudokuWiki => sudokuwiki::row(out, row),
                Format::Ipuz => ipuz::row(out, row, solutions, credits),
                Format::Csv => csv::record(out, csv::COMMA, cells()),
                Format::Tsv => csv::record(out, csv::TAB, cells()),
                Format::Json => json::row(out, row, self.rows == 0),
                Format::Jsonl => json::line(out, row),
                // These formats have their own output.
                Format::OpenSudoku | Format::Xlsx => Ok(()),
            }?,
        }
        self.rows += 1;
        Ok(())
    }

    /// Writes the names of the columns, if the format has columns.
    fn header(&mut self, first: Option<&Row>) -> io::Result<()> {
        self.columns = PuzzleColumn::of_table(first, self.style.dated);
        let out = match &mut self.out {
            Out::Text(out) => out,
            Out::Sheet(sheet) => return sheet.header(&self.columns),
            Out::Folders(..) => return Ok(()),
        };
        let names = self.columns.iter().map(|column| column.name);
        match self.style.format {
            Format::Line if self.style.header => line::record(out, names),
            Format::Csv => csv::record(out, csv::COMMA, names),
            Format::Tsv => csv::record(out, csv::TAB, names),
            _ => Ok(()),
        }
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Text(out) | Out::Folders(out, _) => out.flush(),
            // Flushing early would change the compressed bytes.
            Out::Sheet(_) => Ok(()),
        }
    }

    /// Ends the text (closes a JSON array, even an empty one) and returns `out`, flushed.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows == 0 {
            self.header(None)?;
        }
        let mut out = match self.out {
            Out::Text(mut out) => {
                if self.style.format == Format::Json {
                    json::close(&mut out, self.rows == 0)?;
                }
                out
            }
            Out::Folders(mut out, folders) => {
                folders.write(&mut out)?;
                out
            }
            Out::Sheet(sheet) => sheet.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// Returns the nine rows of nine characters, with a dot for an open cell.
fn rows_of(grid: &Grid) -> Vec<String> {
    grid.to_string()
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().copied().map(char::from).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots() {
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Xlsx) {
            let solutions = matches!(format, Format::Board | Format::Ipuz);
            let style = Style { header: true, solutions, ..Style::of(format) };
            insta::assert_snapshot!(format.name(), row::rendered(style));
        }
    }

    /// The names of the columns are written once, before the first row, also in the unzipped table.
    #[test]
    fn a_table_has_one_row_a_puzzle_and_its_header() {
        use std::io::Read as _;
        let rows: Vec<Row> = row::examples().into_iter().cycle().take(7).collect();
        for format in [Format::Csv, Format::Tsv, Format::Xlsx] {
            let mut writer = Writer::new(Vec::new(), Style::of(format)).unwrap();
            for row in &rows {
                writer.row(row).unwrap();
            }
            let bytes = writer.finish().unwrap();
            let found = if format == Format::Xlsx {
                let mut zip = ::zip::ZipArchive::new(io::Cursor::new(bytes)).unwrap();
                let mut text = String::new();
                zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut text).unwrap();
                assert_eq!(text.matches("<?xml").count(), 1);
                text.matches("<row ").count()
            } else {
                String::from_utf8(bytes).unwrap().lines().count()
            };
            assert_eq!(found, rows.len() + 1, "{format}");
        }
    }

    #[test]
    fn an_empty_batch_is_a_valid_file_in_every_format() {
        for format in Format::ALL {
            let text = Writer::new(Vec::new(), Style::of(format)).unwrap().finish().unwrap();
            let expected = match format {
                Format::Csv | Format::Tsv | Format::Json => 1,
                Format::OpenSudoku => 3,
                Format::Xlsx => {
                    assert!(text.starts_with(b"PK"));
                    continue;
                }
                _ => 0,
            };
            assert_eq!(String::from_utf8(text).unwrap().lines().count(), expected, "{format}");
        }
    }

    #[test]
    fn one_puzzle_a_file_is_one() {
        let [first, second] = row::examples();
        for format in [Format::Sdk, Format::Ss, Format::Ipuz] {
            let mut writer = Writer::new(Vec::new(), Style::of(format)).unwrap();
            writer.row(&first).unwrap();
            assert!(writer.row(&second).unwrap_err().to_string().contains("one puzzle"));
        }
    }
}
