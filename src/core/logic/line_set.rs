//! [`LineSet`]: some rows, or some columns.

use std::fmt;

use crate::board::{DigitSet, House, HouseKind};

/// Some rows, or some columns. Displayed as `rows 2, 7`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineSet {
    kind: HouseKind,
    /// A bit for each line, by number.
    lines: u16,
}

impl LineSet {
    /// Creates a set of lines of a kind (rows or columns) with these numbers, a bit each.
    pub(super) const fn new(kind: HouseKind, lines: u16) -> Self {
        Self { kind, lines }
    }

    /// Returns whether the lines are rows or columns.
    pub const fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Returns their numbers, from 1, as digits.
    pub(super) fn numbers(self) -> DigitSet {
        DigitSet::from_bits(self.lines)
    }

    /// Returns the lines.
    pub fn houses(self) -> impl Iterator<Item = House> {
        (0..9).filter(move |i| self.lines >> i & 1 == 1).map(move |i| House::line(self.kind, i))
    }
}

impl fmt::Display for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.kind == HouseKind::Row { "rows" } else { "columns" };
        write!(f, "{kind} {}", self.numbers())
    }
}
