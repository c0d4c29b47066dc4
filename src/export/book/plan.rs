//! [`Plan`]: the layout of a book.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use jiff::civil::Date;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{self, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};

use super::super::{Edge, Hints};
use super::Size;
use super::images::Images;
use super::inside::{Caption, Captions, Dividers, Folios, Heads};
use super::lesson::{HowTo, Lesson};
use super::matter::OwnPages;
use super::per_page::PerPage;
use super::wrap::{Colour, Design, Length, Wrap};
use crate::words::Language;

/// The layout of a book: a table of `book.toml`, whose keys are the flags of `seeddb book`.
///
/// ```
/// use seeddb_export::book::{Answers, Plan};
///
/// let plan: Plan = toml::from_str("title = \"Hard\"\nsize = \"5x8\"\nsolutions = \"facing\"")?;
/// assert_eq!((plan.answers, plan.per_page("hard")), (Answers::Facing, 2));
/// assert!(toml::from_str::<Plan>("tittle = \"Hard\"").is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of its own, or a fact of the whole book"
)]
pub struct Plan {
    /// The pictures that the plan names, as read from their files; not in `book.toml`.
    #[serde(skip)]
    pub images: Images,
    /// The title; if empty, [`Plan::title()`] supplies one.
    pub title: String,
    /// A line below the title.
    pub subtitle: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// Lines for the back of the title page: copyright, publisher, ISBN.
    pub imprint: Option<String>,
    /// The trimmed page.
    pub size: Size,
    /// Puzzles a page: 1, 2, 4 or 6. The default is 2, and 1 in large print.
    #[serde(skip_serializing_if = "PerPage::is_usual")]
    pub per_page: PerPage,
    /// Whether to print for poor eyesight: one puzzle a page, with a grid of 17.5 cm where the page
    /// allows it, bold lines, no type below 16 pt.
    pub large_print: bool,
    /// The least type size of the digits of puzzles, in points.
    pub type_size: Option<f64>,
    /// The look of the pages: captions, heads, dividers.
    pub design: Design,
    /// The captions of a puzzle.
    pub captions: Captions,
    /// Whether to make sheets for a class: lines for name and date above the puzzles, solutions on
    /// the last sheet, no title page, contents, rules and section pages; by default on A4 with
    /// `profile = "screen"` and number and level as captions.
    pub worksheet: bool,
    /// The margin at all sides but the spine; half an inch by default.
    pub margin: Option<Length>,
    /// The margin at the spine; by default what the number of pages requires.
    pub gutter: Option<Length>,
    /// The side of a puzzle's grid; by default as large as there is room for.
    pub grid: Option<Length>,
    /// The white between grids; by default the room that is left.
    pub gap: Option<Length>,
    /// The running heads; by default titles in the design `newspaper`, none in other designs.
    pub heads: Option<Heads>,
    /// The position of page numbers; by default centred in the design `gift`, and outside in
    /// others.
    pub folios: Option<Folios>,
    /// Pages that separate sections.
    pub dividers: Dividers,
    /// The printer's rules that the file follows.
    pub profile: Profile,
    /// The paper of a paperback, which limits the pages and determines the width of the spine.
    pub stock: Stock,
    /// The order of the puzzles in a section.
    pub order: Order,
    /// The place of the answers.
    #[serde(rename = "solutions")]
    pub answers: Answers,
    /// The number of answers per page, at most 12; by default as many as are legible.
    #[serde(rename = "solutions-per-page")]
    pub answers_per_page: Option<u8>,
    /// Whether to print a list of hints before the answers: the hardest step of each puzzle, and
    /// the next.
    pub hints: bool,
    /// Whether each hint to a puzzle of tier 3 or above has a picture.
    pub hint_pictures: bool,
    /// Whether to print a page for each technique that the puzzles need, before the puzzles: its
    /// definition, how to find it, and a board on which it is the next step.
    pub how_to: bool,
    /// The ladder whose techniques these pages explain.
    #[serde(skip_serializing_if = "HowTo::is_usual")]
    pub how_to_ladder: HowTo,
    /// The publisher's pages before and after the puzzles.
    pub matter: OwnPages,
    /// The number of boards without clues on the last pages, to copy puzzles into; at most 255.
    pub blank_grids: u8,
    /// The number of pages with lines to write on, after all others; at most 255.
    pub note_pages: u8,
    /// Whether empty cells are form fields, in documents for screens.
    pub fillable: bool,
    /// The language of the words.
    pub language: Language,
    /// Words that replace the language's, by their names in the table `book` of the files
    /// `words/*.toml`; `level NAME` names a level that the plan defines.
    pub words: BTreeMap<String, String>,
    /// A link to print with each puzzle.
    pub qr: Option<Qr>,
    /// Weights and tones of the boards.
    pub theme: Weights,
    /// A cover in one sheet, for a paperback.
    pub cover: Option<Wrap>,
    /// The number of the first puzzle, for later volumes; 1 if not given.
    pub first_number: Option<u32>,
    /// The date of the file where the profile requires one. The file depends on no clock otherwise.
    #[serde(deserialize_with = "date", skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Whether to draw the pages for a preview as well.
    #[serde(skip)]
    pub preview: bool,
    /// Whether each page is marked as a proof, in the margin above.
    #[serde(skip)]
    pub proof: bool,
    /// Whether a puzzle needs trying, as at tier 6: the rules then do not claim that logic is
    /// enough.
    #[serde(skip)]
    pub needs_trying: bool,
    /// The lessons on the pages of [`Plan::how_to`]; by default those on the techniques that the
    /// puzzles need, by the ladder of the levels.
    #[serde(skip)]
    pub lessons: Option<Vec<Lesson>>,
    /// The number of this volume from 1, and the number of volumes. One file describes all of them.
    #[serde(skip)]
    pub volume: Option<(u32, u32)>,
}

impl Plan {
    pub(super) fn first(&self) -> u32 {
        self.first_number.unwrap_or(1)
    }

    /// Returns the printed numbers of a number of puzzles.
    pub(super) fn numbers(&self, puzzles: usize) -> Range<u32> {
        self.first()..self.first().saturating_add(puzzles as u32)
    }

    /// Returns the running heads: those of the plan, else those of the design.
    pub fn heads(&self) -> Heads {
        let usual = if self.design == Design::Newspaper { Heads::Titles } else { Heads::None };
        self.heads.unwrap_or(usual)
    }

    /// Returns the position of page numbers: that of the plan, else that of the design.
    pub fn folios(&self) -> Folios {
        let usual = if self.design == Design::Gift { Folios::Centre } else { Folios::Outside };
        self.folios.unwrap_or(usual)
    }

    /// Returns the puzzles a page in the section of this title.
    pub fn per_page(&self, section: &str) -> u8 {
        self.per_page.of(section).unwrap_or(if self.large_print { 1 } else { 2 })
    }
}

/// Reads a TOML date, or a date as text.
fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = match toml::Value::deserialize(deserializer)? {
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    text.parse()
        .map(Some)
        .map_err(|_| de::Error::custom(format!("{text}: write a day as 2027-01-31")))
}

/// The printer's rules that a file follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Printing on demand: pages only, without metadata, marks, bookmarks or links.
    #[default]
    Kdp,
    /// Printing on demand by Ingram: everything half an inch from the trim.
    Ingram,
    /// Printing presses: PDF/X-1a:2003.
    Pdfx,
    /// Screens: bookmarks, links between puzzles and answers, metadata, tags for screen readers.
    Screen,
}

/// The paper of a paperback.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stock {
    /// White.
    #[default]
    White,
    /// Cream paper, which is thicker.
    Cream,
}

/// The order of the puzzles in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By score, easiest first; puzzles without a score come last.
    #[default]
    Rising,
    /// The order in which they were drawn.
    Drawn,
}

/// The place of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// At the back of the book, several a page.
    #[default]
    Back,
    /// Small and upside down at the foot of the page opposite the puzzles; at the foot of the same
    /// page if no puzzles are opposite.
    Facing,
    /// Small and upside down at the foot of the page, for the puzzles above.
    Below,
    /// No answers.
    None,
    /// In a separate document.
    Separate,
}

/// A link to print with each puzzle, as a QR code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Qr {
    /// The link; `{id}` stands for the id of the puzzle.
    pub url: String,
    /// The place of the QR code.
    #[serde(default)]
    pub place: QrPlace,
}

/// The place of a QR code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QrPlace {
    /// Beside the puzzle.
    #[default]
    Puzzle,
    /// Beside its answer.
    #[serde(rename = "solution")]
    Answer,
}

/// Line weights and tones of the boards; by default they depend on the size.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weights {
    /// Lines between cells, in points.
    pub cell_line: Option<f64>,
    /// Lines between boxes, in points.
    pub box_line: Option<f64>,
    /// The tone of alternate boxes, in percent of black.
    pub box_gray: Option<u8>,
    /// Height of the digits, as a part of the cell's side.
    pub digit: Option<f64>,
}

/// Command lines and files use the same names.
macro_rules! named {
    ($($name:ty),*) => { $(
        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let text: StrDeserializer<'_, Error> = text.into_deserializer();
                Self::deserialize(text).map_err(|error| error.to_string())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.serialize(f)
            }
        }
    )* };
}

named!(
    Edge, Profile, Stock, Order, Answers, Language, QrPlace, Design, Colour, Caption, Heads, Hints,
    Folios, Dividers, HowTo
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_file() {
        assert_eq!("pdfx".parse(), Ok(Profile::Pdfx));
        assert_eq!(Answers::Separate.to_string(), "separate");
        let words = "xps".parse::<Profile>().unwrap_err();
        assert_eq!(
            words,
            "unknown variant `xps`, expected one of `kdp`, `ingram`, `pdfx`, `screen`"
        );
    }

    /// A plan written to a book's record is read back unchanged.
    #[test]
    fn a_plan_is_read_as_it_was_written() {
        for text in [
            "",
            "title = \"\"\nper-page = \"4,easy:1\"\nlarge-print = true\ntype-size = 11.5\ncaptions = \"none\"",
            "how-to = true\nhow-to-ladder = \"common\"\nblank-grids = 4\nnote-pages = 2\nworksheet = true\nmargin = \"11.5 mm\"\ngap = \"0.3in\"\nheads = \"titles\"\nfolios = \"none\"",
            "profile = \"pdfx\"\nstock = \"cream\"\norder = \"drawn\"\nsolutions = \"separate\"\ndate = 2027-01-01",
            "first-number = 7\n[words]\nhints = \"Tipps\\n\"\n[qr]\nurl = \"https://example.org/{id}\"\nplace = \"solution\"",
            "[theme]\ncell-line = 1\nbox-gray = 12\n[matter]\nhalf-title = true\nfront = '''\n# A\n\"b\"'''",
            "language = \"ja\"\n[cover]\ndesign = \"gift\"\ncolour = \"red\"\nspine = \"6mm\"\n\
             isbn = \"978-3-16-148410-0,978-3-16-148410-0\"\nback-text = \"x\"\nspine-text = \"\"",
        ] {
            let plan: Plan = toml::from_str(text).unwrap();
            let words = toml::to_string(&plan).unwrap();
            assert_eq!(toml::from_str::<Plan>(&words), Ok(plan), "{words}");
        }
    }

    #[test]
    fn a_whole_plan_is_read() {
        let plan: Plan = toml::from_str(
            "title = \"Sudoku\"\nsize = \"152x229mm\"\nper-page = 4\nlanguage = \"de\"\ndate = \"2027-01-01\"\n\
             [qr]\nurl = \"https://example.org/{id}\"\nplace = \"solution\"\n[theme]\ncell-line = 1\n\
             [words]\nhints = \"Tipps\"\n",
        )
        .unwrap();
        assert_eq!(plan.qr.unwrap().place, QrPlace::Answer);
        assert_eq!(plan.date.unwrap().year(), 2027);
        assert_eq!(toml::from_str::<Plan>("date = 2027-01-01").unwrap().date, plan.date);
        assert_eq!(plan.theme.cell_line, Some(1.0));
        for wrong in [
            "size = \"6x\"",
            "[qr]\nplace = \"solution\"",
            "[theme]\nline = 1",
            "per-page = 300",
            "date = 7",
        ] {
            assert!(toml::from_str::<Plan>(wrong).is_err(), "{wrong}");
        }
    }
}
