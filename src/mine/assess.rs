//! From a puzzle of the wanted tier to a seed with all its numbers.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::pool::Found;
use super::request::Request;
use crate::record::{Origin, Seed};
use crate::refill::Prepared;

/// The seed, if it is rich enough. What its refills give is measured with a generator seeded from its
/// key, so that it does not matter which attempt found it.
pub fn assess(found: &Found, request: &Request) -> Option<Seed> {
    let mut start = [0; 32];
    start[..16].copy_from_slice(&found.identity.key.0);
    let mut rng = ChaCha8Rng::from_seed(start);

    let prepared = Prepared::new(&found.puzzle, &found.grade);
    let grading = prepared.grading(&found.puzzle, request.symmetry, &mut rng);
    (grading.capacity >= request.least_capacity()).then(|| Seed {
        key: found.identity.key,
        puzzle: found.puzzle,
        twin: found.identity.twin,
        origin: Origin::Mined,
        symmetry: request.symmetry,
        gradings: vec![grading],
    })
}
