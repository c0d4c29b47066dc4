//! [`Theme`]: how a board looks.

use super::{Face, Ink};

/// How a board looks: weights in points, sizes as parts of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Theme {
    /// Lines between the cells of a box.
    pub cell_line: f64,
    /// Lines between the boxes, and around the board.
    pub box_line: f64,
    /// The tone of the lines between cells.
    pub cell_ink: Ink,
    /// Height of a digit, as a part of the cell's side.
    pub digit: f64,
    /// Height of a candidate, as a part of the cell's side.
    pub candidate: f64,
    /// The font of the givens.
    pub given: Face,
    /// The font of digits that are no givens.
    pub filled: Face,
    /// The tone behind the even boxes (2, 4, 6, 8); [`Ink::PAPER`] for none.
    pub boxes: Ink,
    /// The tone behind shaded cells.
    pub shade: Ink,
}

impl Theme {
    /// For print: givens bold, box lines three times as heavy as cell lines.
    pub const CLASSIC: Self = Self {
        cell_line: 0.75,
        box_line: 2.25,
        cell_ink: Ink::BLACK,
        digit: 0.52,
        candidate: 0.2,
        given: Face::Bold,
        filled: Face::Regular,
        boxes: Ink::PAPER,
        shade: Ink::percent(18),
    };
}

impl Default for Theme {
    fn default() -> Self {
        Self::CLASSIC
    }
}
