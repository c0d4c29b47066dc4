//! [`Plan`]: what a book is to look like.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use jiff::civil::Date;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{self, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};

use super::super::Edge;
use super::Size;
use super::images::Images;
use super::inside::{Caption, Captions, Dividers, Folios, Heads};
use super::lesson::Lesson;
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
    /// The pictures that it names, as they were read; not in the file.
    #[serde(skip)]
    pub images: Images,
    /// The title; if empty, [`Plan::title()`] has another.
    pub title: String,
    /// A line below the title.
    pub subtitle: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Lines for the back of the title page: copyright, publisher, ISBN.
    pub imprint: Option<String>,
    /// The trimmed page.
    pub size: Size,
    /// Puzzles a page: 1, 2, 4 or 6; 2 if not given, 1 in large print.
    #[serde(skip_serializing_if = "PerPage::is_usual")]
    pub per_page: PerPage,
    /// One puzzle a page, a grid of 17.5 cm where the page allows it, bold lines, no type below 16 pt.
    pub large_print: bool,
    /// Digits of puzzles have at least this size of type, in points.
    pub type_size: Option<f64>,
    /// How pages look: captions, heads, dividers.
    pub design: Design,
    /// What is said with each puzzle.
    pub captions: Captions,
    /// Sheets for a class: lines for name and date above puzzles, solutions on the last sheet, no title page, contents, rules and section pages; on A4 with `profile = "screen"` and number and level as captions if nothing else is said.
    pub worksheet: bool,
    /// The white at all sides but the spine; half an inch if not given.
    pub margin: Option<Length>,
    /// The white at the spine; what the number of pages asks for if not given.
    pub gutter: Option<Length>,
    /// The side of a puzzle's grid; as large as there is room for if not given.
    pub grid: Option<Length>,
    /// The white between grids; what there is if not given.
    pub gap: Option<Length>,
    /// What stands at the top of pages; if not given, that of the design: titles in `newspaper`, else none.
    pub heads: Option<Heads>,
    /// Where page numbers are; if not given, where the design has them: in the middle in `gift`, else outside.
    pub folios: Option<Folios>,
    /// The pages before the puzzles of a section.
    pub dividers: Dividers,
    /// The rules that the file is made for.
    pub profile: Profile,
    /// The paper of a paperback: how many pages it may have, and how wide its spine is.
    pub stock: Stock,
    /// How the puzzles of a section follow each other.
    pub order: Order,
    /// Where the answers are.
    #[serde(rename = "solutions")]
    pub answers: Answers,
    /// Answers a page, at most 12; as many as can be read if not given.
    #[serde(rename = "solutions-per-page")]
    pub answers_per_page: Option<u8>,
    /// A list with a hint to each puzzle, before the answers: the step that it turns on, and the next.
    pub hints: bool,
    /// A picture with each hint to a puzzle of tier 3 and above.
    pub hint_pictures: bool,
    /// A page for each technique that the puzzles need, before them: what it is, how it is seen, and a board on which it is the next step.
    pub how_to: bool,
    /// Pages of one's own before and after the puzzles.
    pub matter: OwnPages,
    /// Boards without clues on the last pages, to copy puzzles into: 255 at most.
    pub blank_grids: u8,
    /// Pages with lines to write on, behind all others: 255 at most.
    pub note_pages: u8,
    /// Whether empty cells can be filled in on the screen, in the edition for it.
    pub fillable: bool,
    /// The language of the words.
    pub language: Language,
    /// Words of one's own, by their names in the table `book` of the files `words/*.toml`; `level NAME` is what a level of one's own is called.
    pub words: BTreeMap<String, String>,
    /// A link to print with each puzzle.
    pub qr: Option<Qr>,
    /// Weights and tones of the boards.
    pub theme: Weights,
    /// A cover in one sheet, for a paperback.
    pub cover: Option<Wrap>,
    /// The number of the first puzzle, for later volumes; 1 if not given.
    pub first_number: Option<u32>,
    /// The date that the file bears where the profile wants one. Nothing else in it tells the time.
    #[serde(deserialize_with = "date", skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Whether pictures of the pages are wanted beside the document.
    #[serde(skip)]
    pub preview: bool,
    /// Whether each page is marked as a proof, in the margin above.
    #[serde(skip)]
    pub proof: bool,
    /// Whether a puzzle needs trying, as those of tier 6 do: the rules do not say that logic alone solves them then.
    #[serde(skip)]
    pub needs_trying: bool,
    /// What the pages of [`Plan::how_to`] show; if not given, what the ladder of the levels needs for the puzzles.
    #[serde(skip)]
    pub lessons: Option<Vec<Lesson>>,
    /// Which volume this is, from 1, and of how many. A file describes them all.
    #[serde(skip)]
    pub volume: Option<(u32, u32)>,
}

impl Plan {
    pub(super) fn first(&self) -> u32 {
        self.first_number.unwrap_or(1)
    }

    /// The numbers of so many puzzles.
    pub(super) fn numbers(&self, puzzles: usize) -> Range<u32> {
        self.first()..self.first().saturating_add(puzzles as u32)
    }

    /// What stands at the top of pages: what is given, else what the design has.
    pub fn heads(&self) -> Heads {
        let usual = if self.design == Design::Newspaper { Heads::Titles } else { Heads::None };
        self.heads.unwrap_or(usual)
    }

    /// Where page numbers are: what is given, else where the design has them.
    pub fn folios(&self) -> Folios {
        let usual = if self.design == Design::Gift { Folios::Centre } else { Folios::Outside };
        self.folios.unwrap_or(usual)
    }

    /// Puzzles a page in the section of this title.
    pub fn per_page(&self, section: &str) -> u8 {
        self.per_page.of(section).unwrap_or(if self.large_print { 1 } else { 2 })
    }
}

/// A date of the file's own kind, or as text.
fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = match toml::Value::deserialize(deserializer)? {
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    text.parse()
        .map(Some)
        .map_err(|_| de::Error::custom(format!("{text}: write a day as 2027-01-31")))
}

/// The rules that a file is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Printing on demand: pages only; no metadata, marks, bookmarks or links.
    #[default]
    Kdp,
    /// Printing on demand by Ingram: everything half an inch from the trim.
    Ingram,
    /// Presses: marked PDF/X-1a:2003.
    Pdfx,
    /// Reading: bookmarks, links between puzzles and answers, metadata, tags to be read aloud by.
    Screen,
}

/// The paper of a paperback.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stock {
    /// White.
    #[default]
    White,
    /// Cream, which is thicker.
    Cream,
}

/// How the puzzles of a section follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By score, the easiest first; those without one come last.
    #[default]
    Rising,
    /// As they were drawn.
    Drawn,
}

/// Where the answers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// At the back, many a page.
    #[default]
    Back,
    /// Small and upside down at the foot of the page, for the puzzles on the page opposite; where there are none, for those of the page.
    Facing,
    /// Small and upside down at the foot of the page, for the puzzles above.
    Below,
    /// Nowhere.
    None,
    /// In a document of their own.
    Separate,
}

/// A link to print with each puzzle, as a QR code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Qr {
    /// The link; `{id}` stands for the id of the puzzle.
    pub url: String,
    /// Where it is printed.
    #[serde(default)]
    pub place: QrPlace,
}

/// Where a QR code is printed.
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

/// Weights and tones of the boards; what is not given depends on their size.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weights {
    /// Lines between cells, in points.
    pub cell_line: Option<f64>,
    /// Lines between boxes, in points.
    pub box_line: Option<f64>,
    /// The tone of every other box, in percent of black.
    pub box_gray: Option<u8>,
    /// Height of the digits, as a part of the cell's side.
    pub digit: Option<f64>,
}

/// Names on the command line are those in the file.
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
    Edge, Profile, Stock, Order, Answers, Language, QrPlace, Design, Colour, Caption, Heads,
    Folios, Dividers
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

    /// A plan in words, as a book keeps it, is that plan.
    #[test]
    fn a_plan_is_read_as_it_was_written() {
        for text in [
            "",
            "title = \"\"\nper-page = \"4,easy:1\"\nlarge-print = true\ntype-size = 11.5\ncaptions = \"none\"",
            "blank-grids = 4\nnote-pages = 2\nworksheet = true\nmargin = \"11.5 mm\"\ngap = \"0.3in\"\nheads = \"titles\"\nfolios = \"none\"",
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
