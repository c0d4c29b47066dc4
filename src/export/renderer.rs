//! [`Renderer`]: the bytes of a file of puzzles, whatever it shows them as.

use std::io;

use super::drawing::FontError;
use super::{Credits, Page, Pictures, Row, Shown, Style, Writer};

/// What makes the bytes of a file.
#[derive(Clone, Debug)]
pub enum Renderer {
    /// Text.
    Text(Style),
    /// Pictures, with the words that stand in their description.
    Picture(Box<Pictures>, Shown, Credits),
    /// A page to play, with its solution inside.
    Page(Box<Page<'static>>),
}

/// Why a file cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The font lacks a character.
    #[error(transparent)]
    Font(#[from] FontError),
    /// What the format cannot show.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// A contact sheet of text.
    #[error("text has no sheets")]
    NoSheets,
}

impl Renderer {
    /// A file of one puzzle, or with `solution` of its solution.
    pub fn file(&self, row: &Row, solution: bool) -> Result<Vec<u8>, RenderError> {
        match self {
            Self::Text(style) => {
                let mut writer = Writer::new(Vec::new(), style.clone())?;
                if solution { writer.row(&row.solved()) } else { writer.row(row) }?;
                Ok(writer.finish()?)
            }
            Self::Picture(pictures, part, credits) => {
                let part = if solution { Shown::Solution } else { *part };
                let title = if solution { "solution of " } else { "" };
                let mut data = Vec::new();
                let drawing = pictures.captioned(row, part)?;
                let title = credits.around(&format!("{title}{}", row.name()));
                pictures.write(&mut data, &drawing, &title)?;
                Ok(data)
            }
            Self::Page(page) => {
                let mut data = Vec::new();
                page.write(&mut data, std::slice::from_ref(row))?;
                Ok(data)
            }
        }
    }

    /// A contact sheet of pictures: columns and lines of boards.
    pub fn sheet(
        &self,
        rows: &[Row],
        size: [usize; 2],
        solution: bool,
    ) -> Result<Vec<u8>, RenderError> {
        let Self::Picture(pictures, part, credits) = self else {
            return Err(RenderError::NoSheets);
        };
        let part = if solution { Shown::Solution } else { *part };
        let drawing = pictures.sheet(rows, part, size)?;
        let title = rows.iter().map(Row::title).collect::<Vec<_>>().join("; ");
        let mut data = Vec::new();
        pictures.write(&mut data, &drawing, &credits.around(&title))?;
        Ok(data)
    }

    /// A file of many puzzles: a PDF of sheets, of one board each if no size is given; a page to play with a list.
    /// A single puzzle without a date is a picture alone.
    pub fn document(
        &self,
        rows: &[Row],
        sheet: Option<[usize; 2]>,
        solution: bool,
    ) -> Result<Vec<u8>, RenderError> {
        match (rows, sheet) {
            ([row], None) if row.date.is_none() => self.file(row, solution),
            (rows, sheet) => self.pages(rows, sheet.unwrap_or([1, 1]), solution),
        }
    }

    /// A PDF of sheets, or a page to play with a list. Solutions in a PDF stand on pages after those of all puzzles, so
    /// that nobody sees them before the puzzle is solved.
    fn pages(
        &self,
        rows: &[Row],
        size: [usize; 2],
        solution: bool,
    ) -> Result<Vec<u8>, RenderError> {
        if let Self::Page(page) = self {
            let mut data = Vec::new();
            page.write(&mut data, rows)?;
            return Ok(data);
        }
        let Self::Picture(pictures, part, credits) = self else {
            return Err(RenderError::NoSheets);
        };
        let parts = match (solution, part) {
            (true, _) => vec![Shown::Solution],
            (false, Shown::Both) => vec![Shown::Puzzle, Shown::Solution],
            (false, part) => vec![*part],
        };
        let mut pages = Vec::new();
        for part in parts {
            for rows in rows.chunks(size[0] * size[1]) {
                let words = rows.iter().map(Row::title).collect::<Vec<_>>().join("; ");
                let of = if part == Shown::Solution { "solutions of " } else { "" };
                pages.push((pictures.sheet(rows, part, size)?, format!("{of}{words}")));
            }
        }
        let title = if solution { "Sudoku: solutions" } else { "Sudoku" };
        let mut data = Vec::new();
        pictures.write_pages(&mut data, pages, &credits.around(title))?;
        Ok(data)
    }
}
