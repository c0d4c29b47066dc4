//! Which seeds a partition draws from.

use rayon::prelude::*;

use crate::record::Seed;
use crate::symmetry::{GridClass, Part};

/// Leaves those of `seeds` that the partition owns, in their order; all if there is none.
pub fn retain_own<T: Send>(
    part: Option<Part>,
    seeds: &mut Vec<T>,
    seed: impl Fn(&T) -> &Seed + Sync,
) {
    let Some(part) = part else { return };
    let is_own = |one: &T| part.owns(GridClass::of(seed(one).puzzle.solution()));
    *seeds = std::mem::take(seeds).into_par_iter().filter(is_own).collect();
}
