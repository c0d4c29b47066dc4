//! From a puzzle of the wanted tier to a seed with all its numbers.

use super::pool::Found;
use super::request::Request;
use crate::record::{Origin, Seed};
use crate::refill;

/// The seed, if it is rich enough.
pub fn assess(found: &Found, request: &Request) -> Option<Seed> {
    let seed = refill::assess(&found.puzzle, &found.grade, request.symmetry, Origin::Mined);
    (seed.grading().capacity >= request.least_capacity()).then_some(seed)
}
