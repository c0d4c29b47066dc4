//! The table of tiers.

/// A technique of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one place in a house.
    HiddenSingle,
    /// So many open cells of a house with so many digits together: no other cell of it has them.
    Naked(usize),
    /// So many digits with so many cells of a house together: those cells have no other digit.
    Hidden(usize),
    /// A digit whose places in a house all lie in another: pointing and claiming.
    Locked,
    /// So many rows (columns) whose places for a digit lie in so many columns (rows).
    Fish(usize),
    /// In a cell with two candidates, assume one and propagate singles: a contradiction removes it.
    Assumption,
}

use Technique::{Assumption, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle};

/// The ladder of hsolve (appendix A of the paper): tiers 0 to 5, easiest first.
pub const LADDER: [&[Technique]; 6] = [
    &[NakedSingle, HiddenSingle],
    &[Naked(2), Hidden(2), Locked],
    &[Naked(3), Hidden(3), Fish(2)],
    &[Naked(4), Hidden(4), Fish(3)],
    &[Fish(4)],
    &[Assumption],
];

/// The tier of puzzles that the ladder does not solve.
pub const BEYOND: u8 = LADDER.len() as u8;

impl Technique {
    /// The name in use in the field.
    ///
    /// # Panics
    /// For a size that has no name: subsets are of 2 to 4, fish too.
    pub fn name(self) -> &'static str {
        let size = |names: [&'static str; 3], n: usize| names[n - 2];
        match self {
            NakedSingle => "naked single",
            HiddenSingle => "hidden single",
            Naked(n) => size(["naked pair", "naked triple", "naked quad"], n),
            Hidden(n) => size(["hidden pair", "hidden triple", "hidden quad"], n),
            Locked => "locked candidates",
            Fish(n) => size(["X-wing", "swordfish", "jellyfish"], n),
            Assumption => "limited backtracking",
        }
    }

    /// When its turn comes among those of its tier, for people: patterns of one digit are seen without the candidates
    /// of others, and hidden subsets are found last. Of singles the naked ones come first, so that a hidden one is
    /// the hardest step of a puzzle only where it is needed.
    pub(super) const fn turn(self) -> u8 {
        match self {
            NakedSingle | Locked | Fish(_) | Assumption => 0,
            HiddenSingle | Naked(_) => 1,
            Hidden(_) => 2,
        }
    }

    /// The tier it stands in.
    pub fn tier(self) -> u8 {
        let tier = LADDER.iter().position(|techniques| techniques.contains(&self));
        tier.map_or(BEYOND, |tier| tier as u8)
    }
}
