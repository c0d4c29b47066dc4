//! [`Technique`]: names, as the original prints them.

use std::fmt;

/// The links that a static chain uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Links {
    /// One digit: houses with two places.
    X,
    /// Cells with two candidates.
    Y,
    /// Both kinds of links.
    XY,
}

crate::named_enum! {
    /// The reach of a chain with several branches; the name is that of the technique with a place
    /// for the branches.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Depth {
        /// One digit; candidates change on the way.
        Nishio = "Nishio Forcing Chains",
        /// All digits; candidates stay as they are.
        Multiple = "{} Forcing Chains",
        /// All digits; candidates change on the way.
        Dynamic = "Dynamic {} Forcing Chains",
        /// Dynamic chains with locked candidates, pairs and X-wings inside.
        Plus = "Dynamic {} Forcing Chains (+)",
        /// Dynamic chains with static chains and cycles inside.
        Nested = "Dynamic {} Forcing Chains (+ Forcing Chains)",
        /// As [`Self::Nested`] with multiple chains inside, too.
        NestedMultiple = "Dynamic {} Forcing Chains (+ Multiple Forcing Chains)",
        /// As [`Self::Plus`] with dynamic chains inside.
        NestedDynamic = "Dynamic {} Forcing Chains (+ Dynamic Forcing Chains)",
        /// As [`Self::Plus`] with dynamic chains inside that have static chains inside.
        NestedTwice = "Dynamic {} Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))",
    }
}

crate::named_enum! {
    /// The consequence that all branches of a chain share.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Branches {
        /// A candidate, on and off, leads to the same.
        Double = "Double",
        /// All candidates of a cell do.
        Cell = "Cell",
        /// All places of a digit in a house do.
        Region = "Region",
        /// A candidate, on or off, leads to two statements that clash.
        Contradiction = "Contradiction",
    }
}

/// A technique of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// A digit has one place in a house.
    HiddenSingle,
    /// Pointing that leaves one place in a box.
    DirectPointing,
    /// Claiming that leaves one place in a line. It never occurs, since a cheaper hint always
    /// exists.
    DirectClaiming,
    /// A hidden set of 2 or 3 that leaves another digit only one place.
    DirectHidden(u8),
    /// A cell has one candidate.
    NakedSingle,
    /// The places of a digit in a box lie in one line.
    Pointing,
    /// The places of a digit in a line lie in one box.
    Claiming,
    /// 2 to 4 cells with as many digits.
    Naked(u8),
    /// 2 to 4 digits with as many cells.
    Hidden(u8),
    /// A digit in 2 to 4 lines with as many crossing lines.
    Fish(u8),
    /// Three cells with two of three digits each.
    XyWing,
    /// A cell with three digits and two with two of them.
    XyzWing,
    /// A loop over cells that share two digits, which must not be all that is left in it.
    UniqueLoop {
        /// The number of its cells.
        cells: u8,
        /// The type, 1 to 4.
        kind: u8,
    },
    /// A bivalue universal grave of this type, 1 to 4.
    Bug(u8),
    /// Aligned exclusion of 2 or 3 cells.
    Exclusion(u8),
    /// A cycle that can be walked in both directions.
    Cycle(Links),
    /// An X-chain of six nodes.
    TurbotFish,
    /// A chain from a candidate to its contrary.
    ForcingChain(Links),
    /// Several chains with one conclusion.
    Branching(Depth, Branches),
}

/// A hidden single that is the last open cell of its house.
pub(super) const LAST_CELL: f64 = 1.0;
/// A hidden single in a row or column.
pub(super) const IN_LINE: f64 = 1.5;

impl Technique {
    /// Returns the rating of a technique before additions for size or length.
    pub(super) const fn base(self) -> f64 {
        match self {
            // In a box.
            Self::HiddenSingle => 1.2,
            Self::DirectPointing => 1.7,
            Self::DirectClaiming => 1.9,
            Self::DirectHidden(2) => 2.0,
            Self::DirectHidden(_) => 2.5,
            Self::NakedSingle => 2.3,
            Self::Pointing => 2.6,
            Self::Claiming => 2.8,
            Self::Naked(size) => [3.0, 3.6, 5.0][size as usize - 2],
            Self::Hidden(size) => [3.4, 4.0, 5.4][size as usize - 2],
            Self::Fish(size) => [3.2, 3.8, 5.2][size as usize - 2],
            Self::XyWing => 4.2,
            Self::XyzWing => 4.4,
            Self::UniqueLoop { cells: 4, .. } => 4.5,
            Self::UniqueLoop { cells: 6, .. } => 4.6,
            Self::UniqueLoop { cells: 8, .. } => 4.7,
            Self::UniqueLoop { .. } => 5.0,
            Self::Bug(1) => 5.6,
            Self::Bug(_) => 5.7,
            Self::Exclusion(2) => 6.2,
            Self::Exclusion(_) => 7.5,
            Self::Cycle(Links::X | Links::Y) => 6.5,
            Self::TurbotFish | Self::ForcingChain(Links::X) => 6.6,
            Self::Cycle(Links::XY) | Self::ForcingChain(_) => 7.0,
            Self::Branching(depth, _) => match depth {
                Depth::Nishio => 7.5,
                Depth::Multiple => 8.0,
                Depth::Dynamic => 8.5,
                Depth::Plus => 9.0,
                Depth::Nested => 9.5,
                Depth::NestedMultiple => 10.0,
                Depth::NestedDynamic => 10.5,
                Depth::NestedTwice => 11.0,
            },
        }
    }

    /// Whether it is a hidden or naked single.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::HiddenSingle | Self::NakedSingle)
    }

    /// Whether it relies on the puzzle having only one solution.
    pub const fn needs_uniqueness(self) -> bool {
        matches!(self, Self::UniqueLoop { .. } | Self::Bug(_))
    }
}

/// Returns the English name of a set of this size.
const fn set(size: u8) -> &'static str {
    match size {
        2 => "Pair",
        3 => "Triplet",
        _ => "Quad",
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::HiddenSingle => f.write_str("Hidden Single"),
            Self::DirectPointing => f.write_str("Direct Pointing"),
            Self::DirectClaiming => f.write_str("Direct Claiming"),
            Self::DirectHidden(size) => write!(f, "Direct Hidden {}", set(size)),
            Self::NakedSingle => f.write_str("Naked Single"),
            Self::Pointing => f.write_str("Pointing"),
            Self::Claiming => f.write_str("Claiming"),
            Self::Naked(size) => write!(f, "Naked {}", set(size)),
            Self::Hidden(size) => write!(f, "Hidden {}", set(size)),
            Self::Fish(2) => f.write_str("X-Wing"),
            Self::Fish(3) => f.write_str("Swordfish"),
            Self::Fish(_) => f.write_str("Jellyfish"),
            Self::XyWing => f.write_str("XY-Wing"),
            Self::XyzWing => f.write_str("XYZ-Wing"),
            Self::UniqueLoop { cells: 4, kind } => write!(f, "Unique Rectangle type {kind}"),
            Self::UniqueLoop { cells: 6, kind } => write!(f, "Unique Loop type {kind}"),
            Self::UniqueLoop { cells, kind } => write!(f, "Unique Loop {cells} type {kind}"),
            Self::Bug(kind) => write!(f, "BUG type {kind}"),
            Self::Exclusion(size) => write!(f, "Aligned {} Exclusion", set(size)),
            Self::Cycle(Links::X) => f.write_str("Bidirectional X-Cycle"),
            Self::Cycle(Links::Y) => f.write_str("Bidirectional Y-Cycle"),
            Self::Cycle(Links::XY) => f.write_str("Bidirectional Cycle"),
            Self::TurbotFish => f.write_str("Turbot Fish"),
            Self::ForcingChain(Links::X) => f.write_str("Forcing X-Chain"),
            Self::ForcingChain(_) => f.write_str("Forcing Chain"),
            Self::Branching(depth, branches) => {
                f.write_str(&depth.name().replace("{}", branches.name()))
            }
        }
    }
}
