//! Books: from rows to a finished document, and what a press would say of it.
//!
//! [`check`] says, before a puzzle is drawn, how many pages a [`Plan`] makes or why it is impossible;
//! [`typeset`] makes the [`Book`]. The same plan, fonts and rows make the same bytes.

mod plan;
mod report;
mod size;

pub use plan::{Answers, Language, Plan, Profile, Qr, QrPlace, Weights};
pub use report::{Count, Margins, Report};
pub use size::{INCH, MILLIMETRE, Size, UnknownSize};

use super::Row;
use super::drawing::{FontError, Fonts};

/// A part of a book: the puzzles of a level.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The level; `easy`, `medium`, `hard`, `expert` and `beyond` are translated.
    pub label: String,
    /// Its puzzles, in the order of their numbers.
    pub entries: Vec<Entry>,
}

/// A puzzle of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The puzzle, its solution and id.
    pub row: Row,
    /// The hardest step on the way to the solution, for [`Plan::hints`].
    pub hint: Option<String>,
}

/// What a plan comes to, before anything is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Extent {
    /// Pages of the book.
    pub pages: usize,
    /// Pages of the separate answers, if there are any.
    pub answer_pages: Option<usize>,
    /// The side of a puzzle's grid, in points.
    pub grid: f64,
    /// The side of an answer's grid, in points.
    pub answer_grid: Option<f64>,
}

/// A finished book.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// The document.
    pub pdf: Vec<u8>,
    /// What is in it.
    pub report: Report,
    /// The document of the answers and what is in it, for [`Answers::Separate`].
    pub answers: Option<(Vec<u8>, Report)>,
    /// Where each puzzle is, in the order of their numbers.
    pub places: Vec<Place>,
}

/// Where a puzzle of a book is.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its number in the book.
    pub number: u32,
    /// Its id.
    pub id: String,
    /// Its grid.
    pub puzzle: Spot,
    /// Its answer's grid; in the document of the answers, if that is separate.
    pub answer: Option<Spot>,
}

/// Where a grid is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// The page, from 1, as it is printed.
    pub page: usize,
    /// The top left corner, in points from that of the page.
    pub corner: [f64; 2],
    /// Its width and height in points.
    pub side: f64,
}

/// Why a book cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// There is nothing to print.
    #[error("no puzzles: a book needs at least one")]
    Empty,
    /// The parts of the plan do not go together; what to change is in the words.
    #[error("{0}")]
    Layout(String),
    /// A font lacks a character, or is none.
    #[error(transparent)]
    Font(#[from] FontError),
    /// A word of one's own has an unknown name, or is no text.
    #[error("words: {0}")]
    Words(String),
    /// A link does not fit into a QR code.
    #[error("the link {0:?} does not fit into a QR code: take a shorter one")]
    Qr(String),
    /// There are puzzles without a hint although hints are wanted.
    #[error("puzzle {0} has no hint: leave `hints` out, or give the hardest step of each puzzle")]
    NoHint(u32),
}

/// What a plan comes to for sections of these labels and numbers of puzzles, or why it is impossible.
///
/// # Errors
/// [`BookError`]; nothing is drawn or written before it is known.
pub fn check(plan: &Plan, fonts: &Fonts, sections: &[(&str, usize)]) -> Result<Extent, BookError> {
    let _ = (plan, fonts, sections);
    Err(BookError::Empty)
}

/// Makes the book.
///
/// # Errors
/// Those of [`check`], and what is wrong with a row: a character that the fonts lack, a missing hint.
pub fn typeset(plan: &Plan, fonts: &Fonts, sections: &[Section]) -> Result<Book, BookError> {
    let _ = (plan, fonts, sections);
    Err(BookError::Empty)
}
