//! [`Scene`]: the contents of a cover, for all designs.

use std::sync::Arc;

use super::super::super::drawing::{Board, Drawing, Fonts, Ink, Theme};
use super::super::rules::TYPE;
use super::super::{Image, Isbn, Plan, Wrap};
use super::palette::Palette;
use super::sheet::Sheet;
use seeddb_core::board::Grid;

fn theme(side: f64) -> Theme {
    Theme {
        cell_line: (side * 0.003).clamp(0.75, 1.25),
        box_line: (side * 0.011).clamp(1.5, 5.0),
        ..Theme::CLASSIC
    }
}

pub struct Scene<'a> {
    pub plan: &'a Plan,
    pub wrap: &'a Wrap,
    pub fonts: &'a Fonts,
    pub sheet: Sheet,
    /// Pages of the interior.
    pub pages: usize,
    pub palette: Palette,
    pub title: String,
    pub subtitle: Option<String>,
    pub author: Option<String>,
    /// The number of this volume in words, if there are several.
    pub volume: Option<String>,
    /// The number of puzzles, in words.
    pub count: String,
    /// The labels of the sections, with their numbers of puzzles.
    pub levels: Vec<(String, usize)>,
    /// The rules of the game, in paragraphs.
    pub rules: String,
    /// The first and the last puzzle.
    pub boards: &'a [Grid; 2],
    /// The picture for the front, in place of a board.
    pub image: Option<Arc<Image>>,
    /// The alternative text of a board.
    pub words: String,
    pub isbn: Option<Isbn>,
    pub is_proof: bool,
}

impl Scene<'_> {
    /// Draws a puzzle with this side and a tone for alternate boxes.
    pub fn board(&self, puzzle: Grid, side: f64, boxes: Ink) -> Drawing {
        Board::of(puzzle).draw(side, &Theme { boxes, ..theme(side) }, self.fonts)
    }

    /// Whether the digits of a board with this side reach the smallest legible type.
    pub fn is_readable(&self, side: f64) -> bool {
        let Theme { box_line, digit, .. } = theme(side);
        digit * (side - box_line) / 9.0 / self.fonts.bold.capital() >= TYPE
    }

    /// Returns the paragraphs of the back: the plan's text, else the first two of the rules.
    pub fn back_text(&self) -> Vec<&str> {
        match &self.wrap.back_text {
            Some(text) => text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect(),
            None => self.rules.lines().filter(|line| !line.is_empty()).take(2).collect(),
        }
    }
}
