//! [`Counter`]: how many singles there are, and which is picked.

use super::planes::{Planes, RUNS, Runs, numbers, planes};

/// The valid singles of a cell, up to two: where there is one, and where there are both.
#[derive(Clone, Copy, Default)]
pub struct Singles {
    one: Runs,
    both: Runs,
}

impl Singles {
    pub fn new(naked: Runs, hidden: Runs) -> Self {
        Self { one: naked ^ hidden, both: naked & hidden }
    }
}

/// A number of each run, below 2 to the power of `BITS`.
pub struct Counter<const BITS: usize>([Runs; BITS]);

impl<const BITS: usize> Counter<BITS> {
    /// All zero.
    pub fn new() -> Self {
        Self([0; BITS])
    }

    /// Adds; returns the runs that come to 2 to the power of `BITS`, and are at zero again.
    #[inline]
    pub fn add(&mut self, singles: Singles) -> Runs {
        let [first, second, others @ ..] = &mut self.0[..] else { return 0 };
        // Who has both has not one, so that nothing is lost where both and the carry meet.
        let mut carry = add(first, singles.one);
        carry = add(second, singles.both | carry);
        for plane in others {
            carry = add(plane, carry);
        }
        carry
    }

    /// The numbers.
    pub fn numbers(&self) -> [u8; RUNS] {
        let mut planes = Planes::default();
        planes[..BITS].copy_from_slice(&self.0);
        numbers(planes)
    }

    /// So far from the top that one more than `numbers` leads there.
    pub fn below_top(numbers: &[u8; RUNS]) -> Self {
        let planes = planes(numbers);
        Self(std::array::from_fn(|bit| !planes[bit]))
    }
}

/// Adds a bit to a bit; returns the carry.
#[inline]
fn add(plane: &mut Runs, bit: Runs) -> Runs {
    let carry = *plane & bit;
    *plane ^= bit;
    carry
}
