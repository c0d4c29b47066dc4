//! From a puzzle of the wanted tier to a seed with all its numbers.

use super::pool::Found;
use super::request::Request;
use crate::rating::hsolve;
use crate::record::{Grading, Origin, Seed};

/// The seed, if it is rich enough.
pub fn assess(found: &Found, request: &Request) -> Option<Seed> {
    let Found { puzzle, grade, form, identity } = found;
    let capacity = (grade.reserved().len() as u16 ^ 0x7f) * 3;
    if capacity < request.least_capacity() {
        return None;
    }
    let rest = hsolve::rest(form, grade);
    Some(Seed {
        key: identity.key,
        puzzle: *puzzle,
        origin: Origin::Mined,
        symmetry: request.symmetry,
        gradings: vec![Grading {
            ladder: Grading::HSOLVE.to_owned(),
            tier: grade.tier,
            reserved: grade.reserved(),
            score: rest.map(|rest| hsolve::whole(form, puzzle.clues(), grade, rest)),
            rest,
            scores: None,
            capacity,
        }],
    })
}
