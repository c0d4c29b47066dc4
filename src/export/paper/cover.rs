//! [`CoverSheet`]: a page before a group of puzzles, such as those of a round of a tournament.

use std::ops::{Range, RangeInclusive};

use super::super::Row;
use super::super::book::{Align, TypeStyle, write_lines};
use super::super::drawing::FontError;
use super::super::drawing::pdf::Role;
use super::super::picture::Sheet;
use super::frame::fitted;
use super::press::Press;

const TITLE: TypeStyle = TypeStyle::bold(40.0);
const WORDS: TypeStyle = TypeStyle::regular(16.0);

/// A page before a group of puzzles, such as those of a round of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct CoverSheet {
    /// The title, in large letters.
    pub title: String,
    /// The lines of text below the title.
    pub lines: Vec<String>,
    /// The numbers of its puzzles.
    pub numbers: RangeInclusive<u32>,
}

impl CoverSheet {
    /// Returns the indices of its puzzles in `rows`, which are ordered by number.
    pub(super) fn range(&self, rows: &[Row]) -> Range<usize> {
        let first = rows.partition_point(|row| row.number < *self.numbers.start());
        first..rows.partition_point(|row| row.number <= *self.numbers.end())
    }

    /// Draws the page, with lines for the name and the time of a solver.
    pub(super) fn page(&self, press: &Press<'_>) -> Result<Sheet, FontError> {
        let fonts = &press.pictures.fonts;
        let (corner, area) = press.paper.area();
        let mut pieces = press.paper.frame.draw(fonts)?;
        let middle = corner[0] + area[0] / 2.0;
        let mut base = corner[1] + area[1] / 3.0;
        let place = (Align::Centre, area[0]);
        pieces.push(fitted(fonts, &self.title, TITLE, [middle, base], place, Role::Heading)?);
        base += TITLE.size;
        for words in &self.lines {
            pieces.push(fitted(fonts, words, WORDS, [middle, base], place, Role::Paragraph)?);
            base += 1.6 * WORDS.size;
        }
        let parts = [(&press.aloud.name[..], 2.0), (&press.aloud.time[..], 1.0)];
        let place = [corner[0], base + 2.0 * WORDS.size];
        pieces.extend(write_lines(fonts, WORDS, &parts, place, area[0])?);
        Ok(Sheet { size: press.paper.frame.size(), pieces })
    }
}
