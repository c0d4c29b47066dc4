//! [`Technique`]: a row of a ladder; [`Row`]: a technique that a ladder brings itself.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::applications::Applications;
use crate::board::{CellSet, DigitSet, State};

/// A technique, one row of a [`Ladder`](super::Ladder), which decides its tier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one place in a house.
    HiddenSingle,
    /// N open cells of a house with only n digits together: no other cell of it has them.
    Naked(Size),
    /// N digits with only n cells of a house together: those cells have no other digit.
    Hidden(Size),
    /// A digit whose places in a house all lie in another: pointing and claiming.
    Locked,
    /// N rows (columns) whose places for a digit lie in n columns (rows).
    Fish(Size),
    /// In a cell with two candidates, assume one and propagate singles: a contradiction removes it.
    Assumption,
    /// A technique that is not built in.
    Custom(&'static Row),
}

use Technique::{Assumption, Custom, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle};

/// The number of lines of a subset or fish.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// Pairs, and X-wings.
    Two = 2,
    /// Triples, and swordfish.
    Three,
    /// Quads, and jellyfish.
    Four,
}

impl Size {
    /// All sizes.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// Returns the size as a number.
    pub const fn get(self) -> usize {
        self as usize
    }

    const fn of(self, names: [&'static str; 3]) -> &'static str {
        names[self.get() - 2]
    }
}

/// A technique that is not built in, as a table of its functions. Ladders compare techniques by
/// name: two rows with one name are the same technique.
///
/// `sweep` and `find` must agree: applied repeatedly, they end in the same state, and never remove
/// a digit of the solution.
pub struct Row {
    /// The name in use in the field.
    pub name: &'static str,
    /// The techniques needed in its tier or below for it to be *monotone*: any candidate that it
    /// removes from a board is then removed, by it or by these, from every board with a
    /// subset of its candidates. `None` if it is never monotone, like techniques that rely on
    /// uniqueness.
    pub needs: Option<&'static [Technique]>,
    /// Its rank in the order in which people look for the techniques of a tier: 0 is looked for
    /// first, 2 last.
    pub order: u8,
    /// Removes from a state all that the technique removes, at once.
    pub sweep: fn(&mut State),
    /// Adds its possible applications and its valid ones, counted in the same units.
    pub find: fn(&State, &mut Applications),
    /// Writes the place of an application, given the board before it and the cells and digits of
    /// its pattern: the words between its name and its effect.
    pub write: fn(&State, CellSet, DigitSet, &mut fmt::Formatter<'_>) -> fmt::Result,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Row {}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Row {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name.cmp(other.name)
    }
}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Technique {
    /// The built-in techniques.
    pub const BUILT_IN: [Self; 13] = [
        NakedSingle,
        HiddenSingle,
        Naked(Size::Two),
        Hidden(Size::Two),
        Locked,
        Naked(Size::Three),
        Hidden(Size::Three),
        Fish(Size::Two),
        Naked(Size::Four),
        Hidden(Size::Four),
        Fish(Size::Three),
        Fish(Size::Four),
        Assumption,
    ];

    /// Whether it is a naked or hidden single.
    pub const fn is_single(self) -> bool {
        matches!(self, NakedSingle | HiddenSingle)
    }

    /// Returns the name in use in the field.
    pub const fn name(self) -> &'static str {
        match self {
            NakedSingle => "naked single",
            HiddenSingle => "hidden single",
            Naked(size) => size.of(["naked pair", "naked triple", "naked quad"]),
            Hidden(size) => size.of(["hidden pair", "hidden triple", "hidden quad"]),
            Locked => "locked candidates",
            Fish(size) => size.of(["X-wing", "swordfish", "jellyfish"]),
            Assumption => "limited backtracking",
            Custom(row) => row.name,
        }
    }

    /// Returns the techniques needed in its tier or below for it to be monotone, see
    /// [`Row::needs`]. A subset or fish of which a line was filled is one of the next smaller size.
    pub(super) const fn needs(self) -> Option<&'static [Self]> {
        Some(match self {
            NakedSingle | HiddenSingle | Assumption => &[],
            Naked(Size::Two) => &[NakedSingle],
            Naked(Size::Three) => &[Naked(Size::Two)],
            Naked(Size::Four) => &[Naked(Size::Three)],
            Hidden(Size::Two) | Fish(Size::Two) | Locked => &[HiddenSingle],
            Hidden(Size::Three) => &[Hidden(Size::Two)],
            Hidden(Size::Four) => &[Hidden(Size::Three)],
            Fish(Size::Three) => &[Fish(Size::Two)],
            Fish(Size::Four) => &[Fish(Size::Three)],
            Custom(row) => return row.needs,
        })
    }

    /// Returns its rank in the order in which people look for the techniques of a tier: patterns of
    /// one digit are seen without the candidates of others, and hidden subsets are found last.
    /// [`explain`](super::explain()) refines the order of singles.
    pub(super) const fn order(self) -> u8 {
        match self {
            NakedSingle | Locked | Fish(_) | Assumption => 0,
            HiddenSingle | Naked(_) => 1,
            Hidden(_) => 2,
            Custom(row) => row.order,
        }
    }
}
