//! Puzzles of a wanted Sudoku Explainer rating (ER), which seeds graded by that ladder give.
//!
//! By the refill theorem a refill has the ER of its seed. Its grade by another ladder (tier and
//! m(B)) is its own: it is computed for each puzzle.

use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb_ledger::Drawn;

use super::request::Request;
use crate::board::CellSet;
use crate::logic::grade;
use crate::rating::hsolve::{self, Score};
use crate::rating::se;
use crate::record::Seed;
use crate::refill::{Prepared, Refill};
use crate::symmetry::{ClueSymmetry, Image, Transform};

/// Most transforms tried per puzzle: one in about 500 changes the rating, one in a handful in the
/// worst puzzles.
const TURNS: usize = 64;

/// The parts of m(B) from the stuck states on that the refills of a seed had, by the empty cells:
/// there are few, and each takes longer to compute than a refill.
#[derive(Default)]
pub(super) struct Rests(Mutex<Vec<(CellSet, Option<Score>)>>);

impl Rests {
    fn get(&self, open: CellSet, measure: impl FnOnce() -> Option<Score>) -> Option<Score> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().iter().find(|(other, _)| *other == open).map(|(_, rest)| *rest);
        found.unwrap_or_else(|| {
            // Another thread may measure it meanwhile, too, with the same result.
            let rest = measure();
            known().push((open, rest));
            rest
        })
    }
}

/// Returns the puzzle of one refill, graded by the ladder of the request, and transformed until its
/// rating as printed is the one on the label; `None` if it is not within the bounds.
pub(super) fn rated(
    request: &Request,
    seed: &Seed,
    (prepared, rests): (&Prepared, &Rests),
    refill: &Refill,
    transform: Transform,
) -> Option<Drawn> {
    let Refill { clues, image, .. } = refill;
    let er = se::score_of(prepared.grade().tier)?;
    let puzzle = prepared.puzzle(*clues)?;
    let ladder = &request.ladder;
    let grade = grade(ladder, &puzzle);
    if request.asked().tier.as_ref().is_some_and(|tiers| !tiers.contains(&grade.tier))
        || !request.demand().takes(grade.tier)
    {
        return None;
    }
    let rest = rests.get(grade.reserved(), || hsolve::rest(ladder, prepared.form(), &grade));
    let score = Prepared::graded(ladder, &puzzle, &grade, rest).score_of(image);
    let score = score.map(|score| score.mean);
    // Before the rating, the slowest part. Grades that depend on the orientation are those of the
    // printed puzzle.
    let scores = score.map(|score| (score, score));
    let is_level = request.level.as_ref().is_none_or(|own| own.may_admit(grade.tier, scores));
    let is_score = |range: &RangeInclusive<f64>| score.is_some_and(|score| range.contains(&score));
    if !is_level || !request.asked().score.as_ref().is_none_or(is_score) {
        return None;
    }
    let turns = turns(request.asked().symmetry, image, transform);
    Drawn::rated(seed.key, (&puzzle, image.key), (grade.tier, score), er, request, turns)
}

/// Returns `transform`, then others, each composed with a random one.
fn turns(
    symmetry: ClueSymmetry,
    image: &Image,
    transform: Transform,
) -> impl Iterator<Item = Transform> {
    let mut rng = ChaCha8Rng::from_seed(image.key.rng_seed());
    let next =
        move |last: &Transform| Some(last.then(Transform::random_keeping(symmetry, &mut rng)));
    std::iter::successors(Some(transform), next).take(TURNS)
}
