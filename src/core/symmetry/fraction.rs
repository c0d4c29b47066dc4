//! [`GridClass`] and [`Fraction`]: division of work among machines that do not communicate.
//!
//! Puzzles whose solutions are of different classes are never essentially the same, and a refill
//! has the solution of its seed. So machines that draw from seeds of different classes of grids
//! never make the same puzzle.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::GridForm;
use crate::board::{Digit, Solution};

/// The number of slots among which the classes of grids are divided.
pub const SLOTS: u16 = 4096;

/// Prefix of the hashed bytes, so that no grid can have the hash of a puzzle.
const GRID: &[u8] = b"seeddb grid 1\0";

/// The first 64 bits of BLAKE3 of the minlex form of a solution grid, the same for all essentially
/// equal grids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GridClass(pub u64);

impl GridClass {
    /// Returns the class of a grid.
    pub fn of(solution: &Solution) -> Self {
        Self::of_form(&GridForm::of(solution))
    }

    /// Returns the class of the grid of `form`.
    pub fn of_form(form: &GridForm) -> Self {
        let digits = form.solution().digits().map(Digit::value);
        let mut hasher = blake3::Hasher::new();
        hasher.update(GRID).update(&digits);
        let mut first = [0; 8];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Self(u64::from_be_bytes(first))
    }

    /// Returns the slot of the class, below [`SLOTS`].
    pub const fn slot(self) -> u16 {
        (self.0 % SLOTS as u64) as u16
    }
}

/// A part `3/16` of the work, counting from 1. As a *partition* it owns a range of slots, as a
/// *shard* it is a separate search.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::symmetry::Fraction;
///
/// let parts: Vec<Fraction> = Fraction::all(3).collect();
/// assert_eq!(parts[1].to_string(), "2/3");
/// assert_eq!(parts[1].slots(), 1365..2730);
/// assert_eq!("2/3".parse(), Ok(parts[1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fraction {
    index: u16,
    of: u16,
}

impl Fraction {
    /// Returns fraction `index` of `of`; `None` unless 1 <= `index` <= `of` <= [`SLOTS`].
    pub const fn new(index: u16, of: u16) -> Option<Self> {
        if 1 <= index && index <= of && of <= SLOTS { Some(Self { index, of }) } else { None }
    }

    /// Returns all `of` parts; none for 0 and for more than [`SLOTS`].
    pub fn all(of: u16) -> impl Iterator<Item = Self> {
        (1..=of).filter_map(move |index| Self::new(index, of))
    }

    /// Returns the part of `of` that owns the class; `None` if `of` is out of range.
    pub fn owner(class: GridClass, of: u16) -> Option<Self> {
        // The last part that begins at the slot or before it.
        let index = ((u32::from(class.slot()) + 1) * u32::from(of)).div_ceil(u32::from(SLOTS));
        Self::new(index as u16, of)
    }

    /// Returns its number among the parts, from 1.
    pub const fn index(self) -> u16 {
        self.index
    }

    /// Returns the number of parts.
    pub const fn of(self) -> u16 {
        self.of
    }

    /// Returns the slots that it owns. The parts together own each slot once.
    pub fn slots(self) -> Range<u16> {
        let start = |index: u16| (u32::from(index) * u32::from(SLOTS) / u32::from(self.of)) as u16;
        start(self.index - 1)..start(self.index)
    }

    /// Whether it owns the class.
    pub fn owns(self, class: GridClass) -> bool {
        self.slots().contains(&class.slot())
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// The error of a text that is not a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a part: 3/16 is the third of 16, of at most {SLOTS}")]
pub struct ParseFractionError;

impl FromStr for Fraction {
    type Err = ParseFractionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
        };
        let (index, of) = text.split_once('/').ok_or(ParseFractionError)?;
        let part = number(index).zip(number(of)).and_then(|(index, of)| Self::new(index, of));
        part.ok_or(ParseFractionError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;

    /// Databases store their range, and the ledger of a server its classes: they must never change.
    #[test]
    fn classes_are_a_promise() {
        let grid: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        let class = GridClass::of(&Solution::new(&grid).unwrap());
        assert_eq!(format!("{:016x} {}", class.0, class.slot()), "673ac018f4816443 1091");
    }

    /// For every number of parts, each slot has one owner, and parts differ by one slot at most.
    #[test]
    fn parts_cover_all_slots_once() {
        for of in 1..=SLOTS {
            let mut next = 0;
            for part in Fraction::all(of) {
                let slots = part.slots();
                assert_eq!(slots.start, next, "{part}");
                assert!(slots.len().abs_diff(usize::from(SLOTS / of)) <= 1, "{part}");
                next = slots.end;
            }
            assert_eq!(next, SLOTS);
        }
        for of in [1, 2, 3, 7, 16, 100, 1000, 4095, 4096] {
            for slot in 0..u64::from(SLOTS) {
                let class = GridClass(slot + 5 * u64::from(SLOTS));
                let owner = Fraction::owner(class, of).unwrap();
                let owners: Vec<Fraction> =
                    Fraction::all(of).filter(|part| part.owns(class)).collect();
                assert_eq!(owners, [owner], "slot {slot} of {of}");
            }
        }
        assert_eq!(Fraction::owner(GridClass(0), 0), None);
        assert_eq!(Fraction::owner(GridClass(0), SLOTS + 1), None);
    }

    #[test]
    fn parts_are_written_as_they_are_read() {
        for part in Fraction::all(17) {
            assert_eq!(part.to_string().parse(), Ok(part));
        }
        for text in ["", "3", "0/3", "4/3", "1/0", "1/4097", "+1/3", "1/ 3", "1/3/5", "a/b"] {
            assert_eq!(text.parse::<Fraction>(), Err(ParseFractionError), "{text}");
        }
    }
}
