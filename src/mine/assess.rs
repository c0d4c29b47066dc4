//! From a puzzle of the wanted tier to a seed with all its numbers.

use super::pool::Prospect;
use super::request::Request;
use crate::record::{Origin, Seed};
use crate::refill;

/// The seed, if it is rich enough.
pub fn assess(prospect: &Prospect, request: &Request) -> Option<Seed> {
    let Request { ladder, symmetry, .. } = request;
    let seed = refill::assess(ladder, &prospect.puzzle, &prospect.grade, *symmetry, Origin::Mined);
    let capacity = seed.grading(ladder.id())?.capacity;
    (capacity >= request.least_capacity()).then_some(seed)
}
