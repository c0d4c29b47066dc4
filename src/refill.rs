//! The pseudo-generator: prepared seed + rng -> clues.
