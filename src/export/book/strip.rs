//! [`Strip`]: small answers, upside down at the foot of a page.

use super::super::drawing::Fonts;
use super::super::drawing::pdf::Piece;
use super::arrange::{Arrangement, Spacing, type_size};
use super::frame::{Frame, TypeStyles};
use super::{GridPosition, MILLIMETRE, Plan};

/// The largest side of an answer's grid in millimetres: in normal and in large print.
const SIDES: [f64; 2] = [40.0, 91.0];

/// The least white between answers, in points.
const GAP: f64 = 12.0;

/// The white between the puzzles of a page and the answers below them, in points.
const ABOVE: f64 = 20.0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Strip {
    around: Spacing,
    /// Width and height, with room for the most answers of any page.
    size: [f64; 2],
    /// The side of a grid on the page with the most answers.
    pub side: f64,
}

impl Strip {
    /// Returns the lowest strip that holds `each` answers with digits of at least `least` points;
    /// `None` if there is no room for such digits.
    pub fn new(plan: &Plan, fonts: &Fonts, frame: &Frame, each: usize) -> Option<Self> {
        let least = TypeStyles::least(plan.large_print);
        let head = frame.kinds.answer.size * 1.3;
        let largest = SIDES[usize::from(plan.large_print)] * MILLIMETRE;
        // In several rows, grids are no larger than legibility needs, to leave room for the
        // puzzles.
        let small = largest.min(largest * (least + 1.0) / type_size(plan, fonts, largest));
        (1..=each).find_map(|rows| {
            let columns = each.div_ceil(rows) as f64;
            let around = Spacing { head, gap: GAP, largest, ..Spacing::default() };
            let [across, down] = around.gaps();
            let most = if rows == 1 { largest } else { small };
            let side = ((frame.width() + across) / columns - across).min(most);
            let is_read = side > 0.0 && type_size(plan, fonts, side) >= least;
            let rows = rows as f64;
            let height = rows * (side + head) + (rows - 1.0) * down;
            is_read.then_some(Self { around, size: [frame.width(), height], side })
        })
    }

    /// Returns the height that the strip takes from the puzzles, the white above it included.
    pub fn height(&self) -> f64 {
        self.size[1] + ABOVE
    }

    /// Returns width and height without the white above.
    pub const fn size(&self) -> [f64; 2] {
        self.size
    }

    /// Returns the arrangement of a number of answers in the strip.
    pub fn way(&self, answers: usize) -> Arrangement {
        Arrangement::best(answers, self.size, self.around)
    }
}

/// Turns a piece of the area at `corner` by 180 degrees about the middle of that area.
pub(super) fn turned(piece: Piece, corner: [f64; 2], size: [f64; 2]) -> Piece {
    let own = piece.drawing.size;
    let corner = across(piece.corner, own, corner, size);
    Piece { drawing: piece.drawing.half_turned(), corner, ..piece }
}

/// Turns the place of a grid by the same half turn as [`turned`] turns a piece.
pub(super) fn turned_spot(spot: GridPosition, corner: [f64; 2], size: [f64; 2]) -> GridPosition {
    GridPosition { corner: across(spot.corner, [spot.side; 2], corner, size), ..spot }
}

fn across(at: [f64; 2], own: [f64; 2], corner: [f64; 2], size: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|axis| 2.0 * corner[axis] + size[axis] - at[axis] - own[axis])
}
