//! [`Paper`]: puzzles on pages of paper, for office and school printers.

mod cover;
mod frame;
mod options;
mod press;
#[cfg(test)]
pub(super) mod tests;

use serde::{Deserialize, Serialize};

use super::book::{MILLIMETRE, Plan, Words};
use super::drawing::{Fonts, Point};
use super::picture::{PictureContent, Pictures, Sheet};
use super::{RenderError, Row};
pub use cover::CoverSheet;
pub use frame::PageFrame;
pub(super) use frame::{GAP, MARGIN};
pub use options::{LayoutError, LayoutOptions, PageSize};
use press::{Press, Raster};

/// The narrowest board that can be filled in with a pencil.
const LEAST: f64 = 15.0 * MILLIMETRE;
/// The most solutions on a page of solutions.
const MOST_SOLUTIONS: usize = 12;
/// The layout of a page with boards.
#[derive(Clone, PartialEq, Debug)]
pub struct Paper {
    /// The page with its head and foot.
    pub frame: PageFrame,
    /// The number of boards on a page.
    pub boards: PerPage,
    /// Whether the id of each puzzle stands beside its number and level.
    pub ids: bool,
    /// The place of the solutions.
    pub solutions: Place,
    /// The edge over which a printer turns the page to print its back.
    pub flip: Edge,
    /// Pages before groups of puzzles; if there are any, only their puzzles are printed.
    pub covers: Vec<CoverSheet>,
}

/// The number of boards on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerPage {
    /// This number, in the raster with the largest boards.
    Count(usize),
    /// The numbers of columns and lines.
    Sheet([usize; 2]),
}

/// The place of the solutions of puzzles on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// No solutions.
    #[default]
    None,
    /// On the last pages; small if there are several pages of puzzles.
    In,
    /// On the back of each page, behind their puzzles.
    Overleaf,
    /// Below their puzzles, small and upside down.
    Below,
}

/// The edge of a page over which a printer turns it to print its back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The long edge, which is most printers' default.
    #[default]
    Long,
    /// The short edge.
    Short,
}

impl Paper {
    /// Returns the top left corner and the size of the area for boards.
    fn area(&self) -> (Point, Point) {
        let mut ends = self.frame.ends();
        if self.solutions == Place::Overleaf && !self.turns_sideways() {
            // The margin above the boards of the front is the one below the boards of the back.
            ends = [ends[0].max(ends[1]); 2];
        }
        let [head, foot] = ends;
        let [width, tall] = self.frame.size();
        ([MARGIN, MARGIN + head], [width - 2.0 * MARGIN, tall - 2.0 * MARGIN - head - foot])
    }

    fn raster(&self) -> Raster {
        let below = self.solutions == Place::Below;
        match self.boards {
            PerPage::Count(count) => Raster::widest(self.area(), count, below),
            PerPage::Sheet(sheet) => Raster::of(self.area(), sheet, below),
        }
    }

    /// Returns the number of puzzles on a page.
    pub fn each(&self) -> usize {
        match self.boards {
            PerPage::Count(count) => count,
            PerPage::Sheet([columns, lines]) => columns * lines,
        }
    }

    /// Checks that a page has room for boards of this side and number, and that the fonts can set
    /// its texts.
    ///
    /// # Errors
    /// [`LayoutError::NoRoom`], [`LayoutError::Font`].
    fn check(&self, side: Option<f64>, fonts: &Fonts) -> Result<(), LayoutError> {
        self.frame.check(fonts)?;
        let widest = self.raster().side;
        if widest >= LEAST && side.is_none_or(|side| side <= widest + 0.01) {
            return Ok(());
        }
        let [widest, least] = [widest, LEAST].map(|side| (side / MILLIMETRE).floor().max(0.0));
        let (page, each) = (&self.frame.page, self.each());
        let boards = if each == 1 { "a board".to_owned() } else { format!("{each} boards") };
        let has = format!("a page of {page} with {boards} has room for {widest} mm each");
        Err(LayoutError::NoRoom(if widest < least {
            format!("{has}, and none is printed below {least} mm")
        } else {
            has
        }))
    }

    /// Returns the pages of these puzzles with their solutions, or, as a separate document, of the
    /// solutions alone.
    pub(super) fn pages(
        &self,
        pictures: &Pictures,
        rows: &[Row],
        solutions_alone: bool,
    ) -> Result<Vec<Sheet>, RenderError> {
        let aloud = Words::of(&Plan::default()).map_err(std::io::Error::other)?;
        let press = Press { paper: self, pictures, aloud };
        let mut pages = Vec::new();
        if !solutions_alone {
            if self.covers.is_empty() {
                self.fronts(&press, rows, &mut pages)?;
            }
            for cover in &self.covers {
                pages.push(cover.page(&press)?);
                if self.solutions == Place::Overleaf {
                    pages.push(Sheet { size: self.frame.size(), pieces: Vec::new() });
                }
                self.fronts(&press, &rows[cover.range(rows)], &mut pages)?;
            }
        }
        if solutions_alone || self.solutions == Place::In {
            let alone = Self { solutions: Place::None, ..self.clone() };
            // Solutions that fit on one page are as large as the puzzles; those on several pages
            // are small.
            let sheets = rows.len().div_ceil(MOST_SOLUTIONS).max(1);
            let count = self.each().max(rows.len().div_ceil(sheets).max(4));
            let (count, raster) = if rows.len() <= self.each() {
                (self.each(), alone.raster())
            } else {
                (count, Raster::widest(self.area(), count, false))
            };
            let press = Press { paper: &alone, ..press };
            for rows in rows.chunks(count) {
                let spot = |i| press.front(&raster, i, raster.side);
                pages.push(press.page(rows, spot, raster.label, PictureContent::Solution)?);
            }
        }
        Ok(pages)
    }

    /// Adds the pages of these puzzles, each followed by its back if that has the solutions.
    fn fronts(
        &self,
        press: &Press<'_>,
        rows: &[Row],
        pages: &mut Vec<Sheet>,
    ) -> Result<(), RenderError> {
        let raster = self.raster();
        let side = press.pictures.side.map_or(raster.side, |side| side.min(raster.side));
        for rows in rows.chunks(self.each()) {
            let front = |i| press.front(&raster, i, side);
            pages.push(press.page(rows, front, raster.label, PictureContent::Puzzle)?);
            if self.solutions == Place::Overleaf {
                let behind = |i| press.behind(front(i));
                pages.push(press.page(rows, behind, raster.label, PictureContent::Solution)?);
            }
        }
        Ok(())
    }

    /// Whether turning a page swaps left and right, rather than top and bottom.
    fn turns_sideways(&self) -> bool {
        let [width, height] = self.frame.size();
        let is_tall = height >= width;
        is_tall == (self.flip == Edge::Long)
    }
}
