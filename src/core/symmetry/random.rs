//! Random transforms, all equally likely.

use std::array::from_fn;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::clue_symmetry::ClueSymmetry;
use super::transform::{ORDERS, Permutation, REVERSED, Transform, compose};
use crate::board::Digit;

// Apart from `Transform` itself, since clue symmetries are made of transforms.
impl Transform {
    /// Returns a random transform, all equally likely.
    pub fn random(rng: &mut impl Rng) -> Self {
        Self::random_keeping(ClueSymmetry::None, rng)
    }

    /// Returns a random transform, all equally likely, of those that map every pattern with
    /// `symmetry` to one with the same symmetry.
    ///
    /// They are the normalizer of the symmetry's group; all of them for [`ClueSymmetry::None`].
    pub fn random_keeping(symmetry: ClueSymmetry, rng: &mut impl Rng) -> Self {
        use ClueSymmetry::{AntiDiagonal, Diagonal, LeftRight, None, Rot90, Rot180, TopBottom};

        let (rows, columns) = match symmetry {
            None => (any_lines(rng), any_lines(rng)),
            Rot180 => (turnable_lines(rng), turnable_lines(rng)),
            TopBottom => (turnable_lines(rng), any_lines(rng)),
            LeftRight => (any_lines(rng), turnable_lines(rng)),
            Rot90 => {
                let rows = turnable_lines(rng);
                (rows, if rng.random() { rows } else { compose(&REVERSED, &rows) })
            }
            Diagonal => {
                let rows = any_lines(rng);
                (rows, rows)
            }
            AntiDiagonal => {
                let rows = any_lines(rng);
                (rows, compose(&REVERSED, &compose(&rows, &REVERSED)))
            }
        };
        // Transposing would turn the columns that one mirror keeps into rows.
        let transposed = !matches!(symmetry, TopBottom | LeftRight) && rng.random();
        let mut digits = from_fn(Digit::from_index);
        digits.shuffle(rng);
        Self::geometric(transposed, rows, columns).naming(digits)
    }
}

/// Returns a random one of the 1,296 orders of nine lines.
fn any_lines(rng: &mut impl Rng) -> Permutation {
    ORDERS[rng.random_range(0..ORDERS.len())]
}

/// Returns a random one of the 24 orders of nine lines that commute with reversing the lines.
fn turnable_lines(rng: &mut impl Rng) -> Permutation {
    let mut first = [0, 1, 2];
    first.shuffle(rng);
    let outer = if rng.random() { first } else { first.map(|line| 8 - line) };
    let middle = if rng.random() { [3, 4, 5] } else { [5, 4, 3] };
    from_fn(|line| match line / 3 {
        0 => outer[line],
        1 => middle[line - 3],
        _ => 8 - outer[8 - line],
    })
}
