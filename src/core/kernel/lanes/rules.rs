//! [`Rule`]: the two rules to pick singles and to charge for them.

use rand::Rng;

use super::adder::{Addend, Adder, MaskPair, Rate, Singles};
use super::planes::{LANES, below, planes, wide_planes};
use super::{Begin, Phase, Watched};
use crate::kernel::race;

/// A rule to pick singles, and to charge for a step.
pub(super) trait Rule: Sized {
    /// The weight of a cell when one is picked.
    type Addend: Addend;
    /// The sum of the weights for each lane.
    type Sums;

    fn run(
        phase: &Phase,
        begins: &[Begin],
        rng: &mut impl Rng,
        watch: impl FnMut(&Watched<Self::Sums>),
    ) -> [f64; LANES];
    fn addend(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Self::Addend;
    fn totals<const BITS: usize>(adder: &Adder<BITS>) -> Self::Sums;
    /// Returns the place of the pick in each lane, and the adder that finds it.
    fn pick<const BITS: usize>(
        adder: &Adder<BITS>,
        totals: &Self::Sums,
        random: &[[u8; 2]; LANES],
    ) -> (Self::Sums, Adder<BITS>);
    fn charge(costs: &mut [f32; LANES], totals: &Self::Sums, open: usize);
}

/// Defines [`Rule::run`] by the bits of adders that hold the sum of the weights of up to 7, 15, 31,
/// 63 and 81 cells.
macro_rules! run_with_bits {
    ($a:literal, $b:literal, $c:literal, $d:literal, $e:literal) => {
        fn run(
            phase: &Phase,
            begins: &[Begin],
            rng: &mut impl Rng,
            watch: impl FnMut(&Watched<Self::Sums>),
        ) -> [f64; LANES] {
            match phase.cells {
                0..8 => phase.run_with::<Self, $a>(begins, rng, watch),
                8..16 => phase.run_with::<Self, $b>(begins, rng, watch),
                16..32 => phase.run_with::<Self, $c>(begins, rng, watch),
                32..64 => phase.run_with::<Self, $d>(begins, rng, watch),
                _ => phase.run_with::<Self, $e>(begins, rng, watch),
            }
        }
    };
}

/// Each single is equally likely, and a step is charged the checks of m(B).
pub(super) struct Checks;

impl Rule for Checks {
    type Addend = Singles;
    type Sums = [u8; LANES];

    // Two singles per cell.
    run_with_bits!(4, 5, 6, 7, 8);

    #[inline]
    fn addend(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Singles {
        Singles::new(naked, line | boxed)
    }

    fn totals<const BITS: usize>(adder: &Adder<BITS>) -> [u8; LANES] {
        adder.totals()
    }

    fn pick<const BITS: usize>(
        adder: &Adder<BITS>,
        totals: &[u8; LANES],
        random: &[[u8; 2]; LANES],
    ) -> ([u8; LANES], Adder<BITS>) {
        let picks = below(totals, random);
        (picks, adder.counting_down(&planes(&picks)))
    }

    /// Charges (p + 1) / (v + 1): an open cell is possible twice, as a naked and as a hidden
    /// single.
    fn charge(costs: &mut [f32; LANES], valid: &[u8; LANES], open: usize) {
        let possible = (2 * open + 1) as f32;
        for (cost, &valid) in costs.iter_mut().zip(valid) {
            *cost += possible / (f32::from(valid) + 1.0);
        }
    }
}

/// Each cell comes first with a probability by its rate, and a step is charged the wait.
pub(super) struct Race;

impl Rule for Race {
    type Addend = Rate;
    type Sums = [u16; LANES];

    // A rate of 16 per cell.
    run_with_bits!(7, 8, 9, 10, 11);

    #[inline]
    fn addend(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Rate {
        Rate::new(naked, line, boxed)
    }

    fn totals<const BITS: usize>(adder: &Adder<BITS>) -> [u16; LANES] {
        adder.wide_totals()
    }

    fn pick<const BITS: usize>(
        adder: &Adder<BITS>,
        totals: &[u16; LANES],
        random: &[[u8; 2]; LANES],
    ) -> ([u16; LANES], Adder<BITS>) {
        let picks = below(totals, random);
        (picks, adder.counting_down(&wide_planes(&picks)))
    }

    fn charge(costs: &mut [f32; LANES], rates: &[u16; LANES], open: usize) {
        let pace = race::pace(open);
        for (cost, &rate) in costs.iter_mut().zip(rates) {
            let wait = race::WRITING + pace / f32::from(rate);
            // A lane without singles has ended, or begins later.
            *cost += if rate == 0 { 0.0 } else { wait };
        }
    }
}
