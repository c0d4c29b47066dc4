//! [`Frame`]: the part of a page that is printed on, and the sizes of type.

use super::super::drawing::Point;
use super::rules::least_margins;
use super::text::Kind;
use super::{INCH, Plan, Size};

/// What we keep white on every side, in inches: some presses want it, and it looks better.
const OURS: f64 = 0.5;

/// The part of a page that is printed on, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Frame {
    /// The page.
    pub page: Point,
    /// The margin at the spine; the other three are half an inch.
    pub inside: f64,
    /// The sizes of type.
    pub kinds: Kinds,
}

impl Frame {
    /// The frame of a book of so many pages.
    pub fn new(plan: &Plan, pages: usize) -> Self {
        let inside = least_margins(plan.profile, pages)[0].max(OURS) * INCH;
        let page = [plan.size.width(), plan.size.height()];
        Self { page, inside, kinds: Kinds::of(plan.large_print, &plan.size) }
    }

    /// Where printing begins on page `number` (from 1): odd pages are right ones, bound at their left.
    pub fn left(&self, number: usize) -> f64 {
        if number % 2 == 1 { self.inside } else { OURS * INCH }
    }

    pub const fn top() -> f64 {
        OURS * INCH
    }

    pub fn width(&self) -> f64 {
        self.page[0] - self.inside - OURS * INCH
    }

    /// The height above the page number.
    pub fn height(&self) -> f64 {
        self.folio() - self.kinds.small.size * 1.6 - Self::top()
    }

    /// The base line of the page number. Round digits reach a little below it.
    pub fn folio(&self) -> f64 {
        self.page[1] - OURS * INCH - self.kinds.small.size * 0.05
    }
}

/// The sizes of type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Kinds {
    /// The title of the book.
    pub title: Kind,
    /// Section pages.
    pub section: Kind,
    /// Headings of chapters.
    pub heading: Kind,
    /// Numbers of puzzles.
    pub label: Kind,
    /// Numbers of answers.
    pub answer: Kind,
    /// Text.
    pub body: Kind,
    /// Page numbers, ids.
    pub small: Kind,
}

impl Kinds {
    fn of(large: bool, size: &Size) -> Self {
        // Wide pages carry somewhat larger type.
        let by = (size.width() / (6.0 * INCH)).clamp(0.9, 1.2);
        if large {
            Self {
                title: Kind::bold(40.0 * by),
                section: Kind::bold(34.0 * by),
                heading: Kind::bold(26.0),
                label: Kind::bold(20.0),
                answer: Kind::bold(18.0),
                body: Kind::regular(17.0),
                small: Kind::regular(16.0),
            }
        } else {
            Self {
                title: Kind::bold(40.0 * by),
                section: Kind::bold(32.0 * by),
                heading: Kind::bold(20.0 * by),
                label: Kind::bold(12.0 * by.min(1.0)),
                answer: Kind::bold(9.0),
                body: Kind::regular(11.0 * by),
                small: Kind::regular(8.0),
            }
        }
    }

    /// The smallest type that digits of a board may have.
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
