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
    /// More puzzles than the picture of this format has room for.
    #[error("only a PDF has several pages: give a folder")]
    Pages,
}

impl Renderer {
    /// A file of these puzzles; or, with `solutions`, of their solutions alone. What has one puzzle a file is given one, of pictures as many
    /// as a page has, of pages of paper any number.
    ///
    /// # Errors
    /// A character that the font lacks; more puzzles than a file has room for.
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

    /// How many puzzles a file has, of those that have as many as a page; one of text and of pages to play.
    pub fn each(&self) -> usize {
        match self {
            Self::Picture(pictures, ..) => pictures.layout.each(),
            Self::Text(_) | Self::Page(_) => 1,
        }
    }
}
