//! XY-wings and XYZ-wings, as each ladder looks for them.

use crate::board::{Cell, CellSet, Digit, DigitSet};

/// A pivot and two cells with two candidates that it sees, with three digits in all. The digit that
/// both wings have is in one of them, or in the pivot, if that has three candidates.
pub struct Wing {
    pub pivot: Cell,
    pub wings: CellSet,
    /// The digit that both wings have.
    pub digit: Digit,
    /// All digits.
    pub digits: DigitSet,
    /// The cells that see all places of the digit in the pattern.
    pub seen: CellSet,
}

impl Wing {
    /// All cells.
    pub fn cells(&self) -> CellSet {
        self.wings | CellSet::of(self.pivot)
    }
}

/// The wings of these pivots, which have two or three candidates; `pairs` are the cells with two.
pub fn wings(
    pivots: CellSet,
    pairs: CellSet,
    digits: impl Fn(Cell) -> DigitSet + Copy,
) -> impl Iterator<Item = Wing> {
    pivots.iter().flat_map(move |pivot| {
        let (own, near) = (digits(pivot), pairs & pivot.peers());
        near.iter().flat_map(move |one| {
            let first = digits(one);
            near.iter().filter(move |&other| other > one).filter_map(move |other| {
                let second = digits(other);
                let (digit, digits) = ((first & second).single()?, own | first | second);
                let is_in_pivot = own.contains(digit);
                if digits.len() != 3 || is_in_pivot != (own.len() == 3) {
                    return None;
                }
                let seen = one.peers() & other.peers();
                let seen = if is_in_pivot { seen & pivot.peers() } else { seen };
                Some(Wing { pivot, wings: [one, other].into_iter().collect(), digit, digits, seen })
            })
        })
    })
}
