//! [`Adder`]: the sum over the singles of each lane, and the single that is picked.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

use super::planes::{LANES, LaneMask, Planes, numbers};

/// Lane masks of two cells side by side: the compiler makes one instruction of the operation on
/// both. The first is of a cell of the first half of the owners, the second of its partner in the
/// second half.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct MaskPair(pub [LaneMask; 2]);

impl BitAnd for MaskPair {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for MaskPair {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitXor for MaskPair {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

/// The number of kinds of single that a cell is in each lane, 0 to 2 (naked, hidden), as two
/// planes; of two cells side by side.
#[derive(Clone, Copy, Default)]
pub struct Singles {
    /// The lanes where it is exactly one kind.
    one: MaskPair,
    /// The lanes where it is both kinds.
    two: MaskPair,
}

impl Singles {
    pub fn new(naked: MaskPair, hidden: MaskPair) -> Self {
        Self { one: naked ^ hidden, two: naked & hidden }
    }
}

/// The summand of a cell: a few bits for each lane.
pub trait Addend: Copy + Default {
    /// Adds the summand to the `planes` of a sum; returns the lanes with a carry out of the
    /// highest.
    fn add_to(self, planes: &mut [MaskPair]) -> MaskPair;
}

impl Addend for Singles {
    #[inline]
    fn add_to(self, planes: &mut [MaskPair]) -> MaskPair {
        let [first, second, others @ ..] = planes else { return MaskPair::default() };
        // A lane never has both a carry from the lowest bit and `two`: the carry comes from `one`,
        // and a lane is not in both. So "or" joins the two without loss.
        let carry = half_add(first, self.one);
        let mut carry = half_add(second, self.two | carry);
        for plane in others {
            carry = half_add(plane, carry);
        }
        carry
    }
}

/// The [rate](crate::kernel::race) of a cell in each lane, 0, 1, 4 or 16, as planes; of two cells
/// side by side.
#[derive(Clone, Copy, Default)]
pub struct Rate {
    naked: MaskPair,
    line: MaskPair,
    boxed: MaskPair,
}

impl Rate {
    /// Sorts each cell by its easiest kind of single: hidden in its box, hidden in its row or
    /// column, or naked.
    pub fn new(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Self {
        let without = |mask: MaskPair, other: MaskPair| mask ^ (mask & other);
        Self { naked: without(naked, line | boxed), line: without(line, boxed), boxed }
    }
}

impl Addend for Rate {
    #[inline]
    fn add_to(self, planes: &mut [MaskPair]) -> MaskPair {
        let [first, second, third, fourth, others @ ..] = planes else {
            return MaskPair::default();
        };
        // As a lane is in one mask at most, a carry from below never meets the next mask.
        let carry = half_add(first, self.naked);
        let carry = half_add(second, carry);
        let carry = half_add(third, self.line | carry);
        let mut carry = half_add(fourth, carry) | self.boxed;
        for plane in others {
            carry = half_add(plane, carry);
        }
        carry
    }
}

/// Two sums for each lane, below 2 to the power of `BITS`, as bit planes: one of the first cells of
/// the pairs, one of the second cells. It adds up all cells, or counts down to the picked one:
///
/// ```text
/// singles of the cells      1  0  2  1     4 in all, and number 2 of them (from 0) is picked
/// three bits, from 7 - 2 =  5
/// sum after each cell       6  6  8        at the cell with single number 2 it carries, at 8
/// ```
pub struct Adder<const BITS: usize>([MaskPair; BITS]);

impl<const BITS: usize> Adder<BITS> {
    pub fn new() -> Self {
        Self([MaskPair::default(); BITS])
    }

    /// Adds a summand; returns the lanes with a carry out of the highest bit.
    #[inline]
    pub fn add(&mut self, addend: impl Addend) -> MaskPair {
        addend.add_to(&mut self.0)
    }

    /// Returns the planes of the two sums of each lane, added.
    fn planes<const N: usize>(&self) -> [LaneMask; N] {
        let mut planes = [0; N];
        let mut carry = 0;
        for (sum, pair) in planes.iter_mut().zip(self.0) {
            let MaskPair([first, second]) = pair;
            *sum = full_add(first, second, &mut carry);
        }
        planes
    }

    /// Returns the two sums of each lane, added; the result must be below 256.
    pub fn totals(&self) -> [u8; LANES] {
        numbers(self.planes::<8>())
    }

    /// Returns the two sums of each lane, added.
    pub fn wide_totals(&self) -> [u16; LANES] {
        let planes = self.planes::<16>();
        let [low, high]: [Planes; 2] = [from_fn(|i| planes[i]), from_fn(|i| planes[8 + i])];
        let (low, high) = (numbers(low), numbers(high));
        from_fn(|lane| u16::from_le_bytes([low[lane], high[lane]]))
    }

    /// Returns an adder that, when the same cells are added again in the same order, has its carry
    /// at the cell at the place in `picks`, given as planes. The first cells of the pairs come
    /// before all second cells, so the first sum starts `pick` below the highest number, and the
    /// second where the first ends, which `self` has stored.
    pub fn counting_down(&self, picks: &[LaneMask]) -> Self {
        let mut carry = 0;
        Self(from_fn(|bit| {
            let start = !picks[bit];
            let MaskPair([first, _]) = self.0[bit];
            MaskPair([start, full_add(start, first, &mut carry)])
        }))
    }
}

/// Adds a bit to a plane; returns the carries.
#[inline]
fn half_add(plane: &mut MaskPair, bits: MaskPair) -> MaskPair {
    let carry = *plane & bits;
    *plane = *plane ^ bits;
    carry
}

/// Returns the sum of two bits and the carry, which becomes the next one.
fn full_add(first: LaneMask, second: LaneMask, carry: &mut LaneMask) -> LaneMask {
    let (one, both) = (first ^ second, first & second);
    let sum = one ^ *carry;
    *carry = both | one & *carry;
    sum
}
