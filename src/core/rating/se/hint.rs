//! [`Hint`]: a deduction, with its reason and its effect.

use super::chains::{Chain, Sizes};
use super::sheet::{Candidate, Sheet};
use super::technique::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet, House};
use crate::rating::er::Score;

/// A deduction.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The name of the technique.
    pub technique: Technique,
    /// The rating, unrounded: the choice among hints compares it as the original does, as a
    /// floating number.
    pub(super) rating: f64,
    /// The digit that it places, if any.
    pub placed: Option<Candidate>,
    /// The candidates that it removes, in reading order, without peers of a placed digit.
    pub removed: Vec<Candidate>,
    /// The evidence of the deduction.
    pub reason: Reason,
}

/// The evidence of a deduction.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// A pattern.
    Pattern {
        /// The houses of the pattern; empty if it has none.
        houses: Vec<House>,
        /// The cells of the pattern.
        cells: CellSet,
        /// The digits of the pattern.
        digits: DigitSet,
    },
    /// Chains of implications, all of which are needed.
    Chains {
        /// The chains.
        chains: Vec<Chain>,
        /// The numbers that they are rated by.
        sizes: Sizes,
    },
}

impl Hint {
    /// Returns the rating, to the nearest tenth.
    pub fn score(&self) -> Score {
        Score::from_tenths(((self.rating + 0.05) * 10.0) as u16)
    }

    pub(super) fn place(
        technique: Technique,
        rating: f64,
        (cell, digit): (Cell, Digit),
        houses: &[House],
        (cells, digits): (CellSet, DigitSet),
    ) -> Self {
        let reason = Reason::Pattern { houses: houses.to_vec(), cells, digits };
        let placed = Some(Candidate::new(cell, digit));
        Self { technique, rating, placed, removed: Vec::new(), reason }
    }

    /// Creates a hint that removes candidates; `None` if there are none to remove.
    pub(super) fn remove(
        technique: Technique,
        rating: f64,
        mut removed: Vec<Candidate>,
        houses: &[House],
        (cells, digits): (CellSet, DigitSet),
    ) -> Option<Self> {
        removed.sort_unstable();
        let reason = Reason::Pattern { houses: houses.to_vec(), cells, digits };
        (!removed.is_empty()).then_some(Self { technique, rating, placed: None, removed, reason })
    }

    pub(super) fn apply(&self, sheet: &mut Sheet) {
        for &candidate in &self.removed {
            sheet.remove(candidate);
        }
        if let Some(placed) = self.placed {
            sheet.fill(placed.cell(), placed.digit());
        }
    }
}

/// Returns the candidates of `digits` in `cells` that exist, for a hint to remove.
pub(super) fn marks(sheet: &Sheet, cells: CellSet, digits: DigitSet) -> Vec<Candidate> {
    let in_cell = |cell: Cell| {
        (sheet.digits(cell) & digits).iter().map(move |digit| Candidate::new(cell, digit))
    };
    cells.iter().flat_map(in_cell).collect()
}
