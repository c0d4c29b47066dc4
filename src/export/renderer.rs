//! [`Renderer`]: makes the bytes of a file of puzzles in any kind of output.

use std::io;

use super::drawing::FontError;
use super::{Credits, Page, PictureContent, Pictures, Row, Style, Writer};

/// The kind and options of a file.
#[derive(Clone, Debug)]
pub enum Renderer {
    /// Text.
    Text(Style),
    /// Pictures, with the words for their description.
    Picture(Box<Pictures>, PictureContent, Credits),
    /// A page to play, which contains the solution.
    Page(Box<Page<'static>>),
}

/// The reason why a file cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The font lacks a character.
    #[error(transparent)]
    Font(#[from] FontError),
    /// Content that the format cannot represent.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// More puzzles than a picture of this format can hold.
    #[error("only a PDF has several pages: give a folder")]
    Pages,
}

impl Renderer {
    /// Makes a file of these puzzles, or with `solutions` of their solutions. Formats of one puzzle
    /// per file take one, pictures as many as a page has, pages of paper any number.
    ///
    /// # Errors
    /// A character that the font lacks; more puzzles than a file can hold.
    pub fn file(&self, rows: &[Row], solutions: bool) -> Result<Vec<u8>, RenderError> {
        match self {
            Self::Text(style) => {
                let mut writer = Writer::new(Vec::new(), style.clone())?;
                for row in rows {
                    if solutions { writer.row(&row.solved()) } else { writer.row(row) }?;
                }
                Ok(writer.finish()?)
            }
            Self::Picture(pictures, part, credits) => {
                let of = if solutions { "solution of " } else { "" };
                let words = match rows {
                    [row] => format!("{of}{}", row.name()),
                    rows if rows.len() <= pictures.layout.each() => {
                        rows.iter().map(Row::title).collect::<Vec<_>>().join("; ")
                    }
                    _ => (if solutions { "Sudoku: solutions" } else { "Sudoku" }).to_owned(),
                };
                pictures.file(rows, *part, solutions, &credits.around(&words))
            }
            Self::Page(page) => {
                let mut data = Vec::new();
                page.write(&mut data, rows)?;
                Ok(data)
            }
        }
    }

    /// Returns the number of puzzles per file: that of a page for pictures, 1 for text and for
    /// pages to play.
    pub fn each(&self) -> usize {
        match self {
            Self::Picture(pictures, ..) => pictures.layout.each(),
            Self::Text(_) | Self::Page(_) => 1,
        }
    }
}
