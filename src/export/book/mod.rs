//! Books: from rows to a finished document and its check against the printer's rules.
//!
//! [`check`] returns the number of pages of a [`Plan`], or the reason why it is impossible, before
//! a puzzle is drawn; [`typeset`] makes the [`Book`]. Equal plans, fonts and rows give equal bytes.
//!
//! The manual's page on books lists the parts of a book, FORMATS.md the keys of its description.
//!
//! # Hints
//!
//! A hint shows the hardest step of the puzzle and the step after it, in the words of `explain`.
//! The hardest step is the first that is no single; where singles are enough, the first of the kind
//! that is hardest to see: a cell with one candidate, else a digit with one place in a row or
//! column, else in a box. The first step of a kind has a board of its own, which solvers reach in
//! whatever order they fill in what is easier. Where no technique of the ladder helps, the hint is
//! a digit of the solution without a reason, if possible one from which the techniques go on to the
//! end. Hints differ in length, so the number of pages is known only with the puzzles; the inside
//! margin allows for the longest hints. A picture omits the pencil marks that do not belong to the
//! step, as type needs 7 pt (16 pt in large print): digits of the pattern are bold on grey,
//! eliminated ones are crossed out.
//!
//! # How to solve
//!
//! The board of a technique's page, 75 mm wide, is a position of a puzzle of the book to which no
//! technique of a lower tier applies: for singles the emptiest board, for others the fullest. In
//! large print, text and board have a page each if one page has no room for both. Volumes need
//! different techniques and so differ in these pages; the inside margin allows for all techniques.
//!
//! # Pages
//!
//! A test measures the pages of many plans: the white between rows of grids and that between
//! columns are within 1.5 of each other, page numbers are at least 18 pt from a grid, pages of
//! puzzles and solutions are filled to 55 % of their height, answers are shared out evenly, and
//! blank pages occur only where the binding needs them. So a last page with fewer puzzles has
//! larger ones, unless `grid` is given. With `grid` and `gap` the white around the grids takes the
//! rest. The title page shows the first puzzle on a board of 60 mm, if the title leaves room for a
//! legible one.
//!
//! # Steps, and their errors
//!
//! 1. The description, the fonts, the layout (6 per page on 5x8 in at 18 pt has no room) and the
//!    names of the files are checked. An existing file is not touched without `--force`.
//! 2. The files are opened under temporary names beside their targets, so that a full or protected
//!    folder is detected now.
//! 3. The puzzles are drawn and the pages made in memory, and checked against the rules of the
//!    profile. A violation ends the run, unless rules are ignored.
//! 4. One commit issues the puzzles and records the page of each: all or nothing. If another
//!    process issued one of them in the meantime, steps 3 and 4 are repeated with the database
//!    locked.
//! 5. The files are written and moved to their targets, each of them completely or not at all.
//!
//! Until step 4 nothing is in the ledger. No order can do better than to lose a file in step 5: a
//! file that appeared first could show puzzles that a crash let the ledger forget.

mod arrange;
mod boards;
mod caption;
mod columns;
mod cover;
mod fit;
mod flow;
mod frame;
mod front;
mod hint;
mod hints;
mod images;
mod inside;
mod isbn;
mod layout;
mod lesson;
mod lesson_page;
mod lessons;
#[cfg(test)]
mod looks;
mod matter;
mod order;
mod pages;
mod per_page;
mod plan;
mod preview;
mod prose;
mod qr;
mod report;
mod rules;
mod section;
mod set;
mod size;
mod strip;
mod telling;
mod text;
mod title;
mod validate;
mod words;
mod wrap;

pub use crate::words::{Language, WordsError};
pub(crate) use caption::write_lines;
pub use cover::{Cover, CoverReport};
pub use hint::{Help, Hint};
pub use images::{Image, Images};
pub use inside::{Caption, Captions, Dividers, Folios, Heads};
pub use isbn::{Isbn, WrongIsbn};
pub use lesson::{HowTo, Lesson, Taught};
pub use matter::OwnPages;
pub use per_page::PerPage;
pub use plan::{Answers, Order, Plan, Profile, Qr, QrPlace, Stock, Weights};
pub use preview::contact_sheets;
pub use report::{Count, Grids, Margins, Report};
pub use size::{INCH, MILLIMETRE, Size, UnknownSize};
pub use telling::step_words;
pub(crate) use text::{Align, TypeStyle, block, line, wrap};
pub(crate) use words::{Words, capital};
pub use wrap::{Colour, Design, Length, Wrap};

use std::iter;

use seeddb_core::error::Suggestion;
use seeddb_core::errors;

use super::Row;
use super::drawing::{Drawing, FontError, Fonts};
use layout::{Layout, Matter};
use seeddb_core::board::Grid;
use seeddb_core::logic::Ladder;
use set::{Spots, set, try_texts};
use validate::validate;
pub(super) use words::terms;

/// A section of a book: the puzzles of a level.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The level: `easy`, `medium`, `hard`, `expert`, `beyond` and `tier 0` to `tier 6` are
    /// translated.
    pub label: String,
    /// The puzzles, in the order of their numbers.
    pub entries: Vec<Entry>,
}

/// A puzzle of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The puzzle with its solution and id.
    pub row: Row,
    /// The hint, for [`Plan::hints`].
    pub hint: Option<Hint>,
}

/// The size of a book, known before anything is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Extent {
    /// Pages of the book; hints differ in length, so a book with hints can have fewer.
    pub pages: usize,
    /// The number of pages of the separate answers; `None` without such pages.
    pub answer_pages: Option<usize>,
    /// The side of a puzzle's grid, in points.
    pub grid: f64,
    /// The side of an answer's grid, in points; `None` without answers.
    pub answer_grid: Option<f64>,
}

/// A finished book.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// The document.
    pub pdf: Vec<u8>,
    /// The contents and measures of the document.
    pub report: Report,
    /// The document of the answers with its report, for [`Answers::Separate`].
    pub answers: Option<(Vec<u8>, Report)>,
    /// The cover, if the plan has one.
    pub cover: Option<Cover>,
    /// The place of each puzzle, in the order of their numbers.
    pub places: Vec<Printed>,
    /// Drawings of the pages of the book and of the separate answers; empty without a preview.
    pub preview: [Vec<Drawing>; 2],
}

/// The place of a puzzle in a book.
#[derive(Clone, PartialEq, Debug)]
pub struct Printed {
    /// The number in the book.
    pub number: u32,
    /// The id of the puzzle.
    pub id: String,
    /// The place of the puzzle's grid.
    pub puzzle: GridPosition,
    /// The place of the answer's grid, in the separate document if there is one.
    pub answer: Option<GridPosition>,
}

/// The place of a grid.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GridPosition {
    /// The page, from 1, as it is printed.
    pub page: usize,
    /// The top left corner, in points from the top left corner of the page.
    pub corner: [f64; 2],
    /// Width and height, in points.
    pub side: f64,
}

errors! {
    /// Why a book cannot be made.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum BookError;

    /// The caller of [`typeset_while`] wanted no more of it.
    Stopped = "stopped", Stopped, "stopped before the last page";
    /// A book has no puzzle.
    Empty = "nothing-to-print", Request, "a book without a puzzle";
    /// Settings of the layout of a book contradict each other.
    Layout {
        words: String => (),
        /// The keys of the [`Plan`] in question, the likeliest first; those of its tables as
        /// `theme.digit`.
        keys: &'static [&'static str],
    } = "bad-layout", Request, "{words}", of_keys(keys);
    /// The label of a section has no room on the page.
    Label(label: String) = "label-too-long", Request, "the label {label:?} is too long for the page",
        [Shorten, LargerPage];
    /// A font is broken, or lacks a character that is printed.
    Font(error: FontError => ()) = "bad-font", Request, error, of_font(error);
    /// A word of a book has an unknown name.
    Words { words: String => (), key: String } = "bad-words", Request, "words: {words}";
    /// A link does not fit into a QR code.
    Qr(link: String) = "link-too-long", Request, "the link {link:?} does not fit into a QR code", [Shorten];
    /// A book is to have hints, and a puzzle has none.
    NoHint(puzzle: u32) = "no-hint", Request, "puzzle {puzzle} has no hint", [LeaveHintsOut];
}

fn of_keys(keys: &[&'static str]) -> Vec<Suggestion> {
    match keys {
        _ if keys.contains(&"font") => vec![Suggestion::OtherFont],
        [_, _, ..] => vec![Suggestion::ChangeSetting { keys: keys.to_vec() }],
        _ => Vec::new(),
    }
}

fn of_font(error: &FontError) -> Vec<Suggestion> {
    match error {
        FontError::Script(..) => vec![Suggestion::OtherWords],
        FontError::Missing(..) => vec![Suggestion::OtherFont, Suggestion::OtherWords],
        _ => vec![Suggestion::OtherFont],
    }
}

impl From<FontError> for BookError {
    fn from(error: FontError) -> Self {
        Self::Font(error)
    }
}

impl BookError {
    fn layout(words: impl Into<String>, keys: &'static [&'static str]) -> Self {
        Self::Layout { words: words.into(), keys }
    }
}

/// Returns the size of a book with sections of these labels and numbers of puzzles.
///
/// # Errors
/// [`BookError`] if the plan is impossible; nothing has been drawn or written at that point.
pub fn check(plan: &Plan, fonts: &Fonts, sections: &[(&str, usize)]) -> Result<Extent, BookError> {
    validate(plan, fonts, sections)?;
    let layout = Layout::new(plan, fonts, sections, Matter::Book, None)?;
    let separate = match plan.answers {
        Answers::Separate => Some(Layout::new(plan, fonts, sections, Matter::Answers, None)?),
        _ => None,
    };
    // Pages without puzzles are cheap to draw, and show whether the fonts have every character.
    for layout in iter::once(&layout).chain(&separate) {
        try_texts(layout)?;
    }
    cover::make(&layout, &[Grid::EMPTY; 2])?;
    Ok(Extent {
        pages: layout.leaves.len(),
        answer_pages: separate.as_ref().map(|layout| layout.leaves.len()),
        grid: layout.grid(),
        answer_grid: separate.as_ref().unwrap_or(&layout).answer_grid(),
    })
}

/// Typesets the book.
///
/// # Errors
/// The errors of [`check`], and errors of rows: a character that the fonts lack, a missing hint.
pub fn typeset(plan: &Plan, fonts: &Fonts, sections: &[Section]) -> Result<Book, BookError> {
    typeset_while(plan, fonts, sections, || true)
}

/// Typesets the book while `goes_on` returns true; it is called before every page.
///
/// # Errors
/// The errors of [`typeset`], and [`BookError::Stopped`].
pub fn typeset_while(
    plan: &Plan,
    fonts: &Fonts,
    sections: &[Section],
    goes_on: impl Fn() -> bool,
) -> Result<Book, BookError> {
    let counts: Vec<(&str, usize)> =
        sections.iter().map(|section| (&section.label[..], section.entries.len())).collect();
    let entries: Vec<&Entry> = sections.iter().flat_map(|section| &section.entries).collect();
    validate(plan, fonts, &counts)?;
    let taught;
    let plan = if plan.how_to && plan.lessons.is_none() {
        let grids: Vec<&Grid> = entries.iter().map(|entry| &entry.row.puzzle).collect();
        let lessons = Some(Lesson::of_all(plan.how_to_ladder, &Ladder::default(), &grids, || true));
        taught = Plan { lessons, ..plan.clone() };
        &taught
    } else {
        plan
    };
    let layout = Layout::new(plan, fonts, &counts, Matter::Book, Some(&entries))?;
    let mut places: Vec<Printed> = Vec::with_capacity(entries.len());
    let (pdf, report, spots) = set(&layout, &entries, &goes_on)?;
    let Spots { puzzles, mut answers, pictures } = spots;
    let mut preview = [pictures, Vec::new()];
    let separate = match plan.answers {
        Answers::Separate => {
            let layout = Layout::new(plan, fonts, &counts, Matter::Answers, None)?;
            let (pdf, report, spots) = set(&layout, &entries, &goes_on)?;
            (answers, preview[1]) = (spots.answers, spots.pictures);
            Some((pdf, report))
        }
        _ => None,
    };
    for (i, puzzle) in puzzles.into_iter().enumerate() {
        let (number, id) = (layout.number(i), entries[i].row.id.clone());
        places.push(Printed { number, id, puzzle, answer: answers.get(i).copied() });
    }
    let ends = [entries.first(), entries.last()];
    let boards = ends.map(|end| end.map_or(Grid::EMPTY, |end| end.row.puzzle));
    let cover = cover::make(&layout, &boards)?;
    Ok(Book { pdf, report, answers: separate, cover, places, preview })
}
