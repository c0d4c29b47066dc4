//! [`Technique`]: what a row of a ladder is; [`Row`]: one that a ladder brings itself.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::applications::Applications;
use crate::board::{CellSet, DigitSet, State};

/// A technique, one row of a [`Ladder`](super::Ladder). Which tier it stands in is the ladder's to
/// say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one place in a house.
    HiddenSingle,
    /// So many open cells of a house with so many digits together: no other cell of it has them.
    Naked(Size),
    /// So many digits with so many cells of a house together: those cells have no other digit.
    Hidden(Size),
    /// A digit whose places in a house all lie in another: pointing and claiming.
    Locked,
    /// So many rows (columns) whose places for a digit lie in so many columns (rows).
    Fish(Size),
    /// In a cell with two candidates, assume one and propagate singles: a contradiction removes it.
    Assumption,
    /// A technique that is not built in.
    Custom(&'static Row),
}

use Technique::{Assumption, Custom, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle};

/// How many lines a subset or fish has.
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// As a number.
    pub const fn get(self) -> usize {
        self as usize
    }

    const fn of(self, names: [&'static str; 3]) -> &'static str {
        names[self.get() - 2]
    }
}

/// A technique that is not built in, as a table of what one has to be able to do. A ladder knows it
/// by its name: two rows of the same name are the same technique.
///
/// Both readers of a ladder are here, and must agree: applied again and again, `sweep` and `find`
/// end in the same state, and what they remove is never a digit of the solution.
pub struct Row {
    /// The name in use in the field.
    pub name: &'static str,
    /// What has to stand in its tier or below for it to be *monotone*: what it removes from a board
    /// is then removed, by it or by these, from every board on which more is known, too. None if it
    /// is not monotone whatever stands there, as techniques that argue from uniqueness.
    pub needs: Option<&'static [Technique]>,
    /// Its place in the order in which people look for the techniques of a tier: 0 is looked for
    /// first, 2 last.
    pub order: u8,
    /// Removes all that it removes from a state, at once.
    pub sweep: fn(&mut State),
    /// Adds its possible applications and its valid ones, counted in the same units.
    pub find: fn(&State, &mut Applications),
    /// Writes where an application of it was found, given the board before it and the cells and
    /// digits of its pattern: what stands between its name and what it removes.
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
    /// Those that are built in.
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

    /// The name in use in the field.
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

    /// What has to stand in its tier or below for it to be monotone, as [`Row::needs`] says. A
    /// subset or fish of which a line was filled is one of the next smaller size.
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

    /// Its place in the order in which people look for the techniques of a tier: patterns of one
    /// digit are seen without the candidates of others, and hidden subsets are found last. For
    /// singles [`explain`](super::explain()) looks closer.
    pub(super) const fn order(self) -> u8 {
        match self {
            NakedSingle | Locked | Fish(_) | Assumption => 0,
            HiddenSingle | Naked(_) => 1,
            Hidden(_) => 2,
            Custom(row) => row.order,
        }
    }
}
