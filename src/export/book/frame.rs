//! [`Frame`]: the printed part of a page, and the sizes of type.

use super::super::drawing::Point;
use super::rules::gutter;
use super::text::TypeStyle;
use super::{Heads, INCH, Length, Plan, Profile, Size};

/// The default margin on every side, in inches: some presses require it, and it looks better.
const OURS: f64 = 0.5;

/// The white between a running head and the text below, in points.
const HEAD: f64 = 14.0;

/// The white between a page number and the text above, in points.
const FOLIO: f64 = 18.0;

/// The height of digits as a part of the type's size; a little more than in the bundled font.
const CAPITAL: f64 = 0.75;

/// The printed part of a page, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Frame {
    pub page: Point,
    /// The margin at the spine.
    pub inside: f64,
    /// The other three margins.
    pub outside: f64,
    /// The height of the running head with the white below.
    pub head: f64,
    pub kinds: TypeStyles,
}

impl Frame {
    /// Returns the frame of a book with this number of pages.
    pub fn new(plan: &Plan, pages: usize) -> Self {
        let bound = plan.profile != Profile::Screen;
        let given = |length: &Option<Length>| length.as_ref().map(Length::points);
        let outside = given(&plan.margin).unwrap_or(OURS * INCH);
        let least = if bound { gutter(pages) * INCH } else { 0.0 };
        let inside = given(&plan.gutter).unwrap_or(outside.max(least));
        let page = [plan.size.width(), plan.size.height()];
        let kinds = TypeStyles::of(plan.large_print, &plan.size);
        let head = match plan.heads() {
            Heads::None => 0.0,
            Heads::Titles => kinds.folio.size * CAPITAL + HEAD,
        };
        Self { page, inside, outside, head, kinds }
    }

    /// Returns the left edge of the frame on page `number` (from 1). Odd pages are right pages,
    /// bound at their left.
    pub fn left(&self, number: usize) -> f64 {
        if number % 2 == 1 { self.inside } else { self.outside }
    }

    /// Returns the upper edge of the frame, below the running head.
    pub const fn top(&self) -> f64 {
        self.outside + self.head
    }

    /// Returns the base line of running heads whose letters have this height in em; accented
    /// letters are higher than others.
    pub fn head_line(&self, height: f64) -> f64 {
        self.outside + self.kinds.folio.size * height.max(CAPITAL)
    }

    pub fn width(&self) -> f64 {
        self.page[0] - self.inside - self.outside
    }

    /// Returns the height of the frame, without the page number and the white above it.
    pub fn height(&self) -> f64 {
        self.folio() - self.kinds.folio.size * CAPITAL - FOLIO - self.top()
    }

    /// Returns the height of a heading.
    pub fn heading(&self) -> f64 {
        self.kinds.heading.size * 2.2
    }

    /// Returns the base line of the page number; round digits reach slightly below it.
    pub fn folio(&self) -> f64 {
        self.page[1] - self.outside - self.kinds.folio.size * 0.05
    }
}

/// The sizes of type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TypeStyles {
    pub title: TypeStyle,
    pub section: TypeStyle,
    pub heading: TypeStyle,
    /// Numbers of puzzles.
    pub label: TypeStyle,
    /// Numbers of answers.
    pub answer: TypeStyle,
    pub body: TypeStyle,
    pub level: TypeStyle,
    pub id: TypeStyle,
    /// Page numbers.
    pub folio: TypeStyle,
    /// The imprint, and asides.
    pub small: TypeStyle,
}

impl TypeStyles {
    fn of(large: bool, size: &Size) -> Self {
        // Wide pages have slightly larger type.
        let by = (size.width() / (6.0 * INCH)).clamp(0.9, 1.2);
        if large {
            Self {
                title: TypeStyle::bold(40.0 * by),
                section: TypeStyle::bold(34.0 * by),
                heading: TypeStyle::bold(26.0),
                label: TypeStyle::bold(20.0),
                answer: TypeStyle::bold(18.0),
                body: TypeStyle::regular(17.0),
                level: TypeStyle::regular(16.0),
                id: TypeStyle::regular(16.0),
                folio: TypeStyle::regular(16.0),
                small: TypeStyle::regular(16.0),
            }
        } else {
            Self {
                title: TypeStyle::bold(40.0 * by),
                section: TypeStyle::bold(32.0 * by),
                heading: TypeStyle::bold(20.0 * by),
                label: TypeStyle::bold(16.0 * by),
                answer: TypeStyle::bold(9.0 * by),
                body: TypeStyle::regular(11.0 * by),
                level: TypeStyle::regular(10.0 * by),
                id: TypeStyle::regular(7.0),
                folio: TypeStyle::regular(9.0),
                small: TypeStyle::regular(8.0),
            }
        }
    }

    /// Returns the smallest type of a board's digits, in points.
    pub fn least(large: bool) -> f64 {
        if large { 16.0 } else { 7.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_leaves_the_margins() {
        let frame = Frame::new(&Plan::default(), 400);
        for (is, wanted) in [(frame.left(1), 45.0), (frame.left(2), 36.0), (frame.width(), 351.0)] {
            assert!((is - wanted).abs() < 1e-9, "{frame:?}");
        }
    }
}
