//! [`Sheet`]: the areas of an unfolded cover: back, spine and front, with the bleed around them.

use super::super::super::drawing::Point;
use super::super::INCH;
use super::super::rules::{BAR_CODE, CoverRules};

/// The least distance of text from trim and folds, in points; no printer requires more.
const OURS: f64 = 0.45 * INCH;
/// The distance of the bar code's area from the lower edge and from the fold, in points.
const CODE_EDGE: f64 = 0.25 * INCH;
/// The distance of the spine's text from its ends, in points.
const SPINE_END: f64 = 0.4 * INCH;

/// A rectangle, in points from the top left corner of the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    pub corner: Point,
    pub size: Point,
}

impl Area {
    /// Returns the area reduced by this much at each side.
    pub fn inset(self, by: f64) -> Self {
        let ([x, y], [width, height]) = (self.corner, self.size);
        Self { corner: [x + by, y + by], size: [width - 2.0 * by, height - 2.0 * by] }
    }

    /// Returns the part between two heights, both measured from the top of the sheet.
    pub const fn between(self, top: f64, bottom: f64) -> Self {
        Self { corner: [self.corner[0], top], size: [self.size[0], bottom - top] }
    }

    pub fn right(self) -> f64 {
        self.corner[0] + self.size[0]
    }

    pub fn bottom(self) -> f64 {
        self.corner[1] + self.size[1]
    }

    pub fn middle(self) -> Point {
        [0, 1].map(|axis| self.corner[axis] + self.size[axis] / 2.0)
    }

    /// Returns the top left and the bottom right corner.
    pub fn ends(self) -> [Point; 2] {
        [self.corner, [self.right(), self.bottom()]]
    }
}

/// An unfolded cover seen from outside; lengths in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sheet {
    /// Width and height of a page.
    pub trim: Point,
    pub spine: f64,
    /// The printer's rules.
    pub rules: CoverRules,
}

impl Sheet {
    /// Returns the width and height of the sheet, bleed included.
    pub fn size(&self) -> Point {
        let bleed = 2.0 * self.rules.bleed;
        [2.0 * self.trim[0] + self.spine + bleed, self.trim[1] + bleed]
    }

    pub fn whole(&self) -> Area {
        Area { corner: [0.0; 2], size: self.size() }
    }

    /// Returns the back cover after trimming.
    pub fn back(&self) -> Area {
        Area { corner: [self.rules.bleed; 2], size: self.trim }
    }

    pub fn spine(&self) -> Area {
        let corner = [self.rules.bleed + self.trim[0], self.rules.bleed];
        Area { corner, size: [self.spine, self.trim[1]] }
    }

    /// Returns the front cover after trimming.
    pub fn front(&self) -> Area {
        let corner = [self.rules.bleed + self.trim[0] + self.spine, self.rules.bleed];
        Area { corner, size: self.trim }
    }

    /// Returns the distance of text from trim and folds: larger on a large cover.
    pub fn margin(&self) -> f64 {
        (self.trim[0] * 0.08).max(OURS)
    }

    /// Returns the unit for sizes of type and white: the width of the page, less on a wide page.
    pub fn measure(&self) -> f64 {
        self.trim[0].min(self.trim[1] * 0.66)
    }

    /// Returns the part of the spine where text is allowed.
    pub fn spine_text(&self) -> Area {
        let Area { corner: [x, y], size: [width, height] } = self.spine();
        let fold = self.rules.fold;
        Area {
            corner: [x + fold, y + SPINE_END],
            size: [width - 2.0 * fold, height - 2.0 * SPINE_END],
        }
    }

    /// Returns the area of the bar code: at the foot of the back, beside the spine.
    pub fn code(&self) -> Area {
        let back = self.back();
        let [width, height] = BAR_CODE;
        let corner = [back.right() - CODE_EDGE - width, back.bottom() - CODE_EDGE - height];
        Area { corner, size: BAR_CODE }
    }

    /// Returns the upper edge of the band with the bar code, with some white above the code.
    pub fn above_code(&self) -> f64 {
        self.code().corner[1] - CODE_EDGE
    }
}
