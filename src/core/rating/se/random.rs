//! Random minimal puzzles for tests.

use rand::SeedableRng;

use crate::board::Puzzle;
use crate::rating::common::boards::minimal;

pub(super) const RNG_SEED: u64 = 20_261_122;

/// Puzzles from which no clue can be taken.
pub(super) fn puzzles(rng_seed: u64) -> impl Iterator<Item = Puzzle> {
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
    std::iter::repeat_with(move || minimal(&mut rng))
}
