//! [`Foresight`]: the scores of places on a way, foreseen from one that is known.

use std::ops::{Bound, Range, RangeBounds as _};

use rand::{Rng, RngExt};

use super::Scores;
use crate::board::CellSet;
use crate::rating::hsolve::Score;

/// The average number of clues of thinned refills.
pub const USUAL_CLUES: f64 = 24.5;
/// The share of the score above the rest that is left with each further clue: at tier 0, 24.5, 26,
/// 28, 32 and 38 clues have 527, 416, 304, 173 and 91.
pub const KEPT: f64 = 0.85;
/// The clues by which a place may be beside those expected to be within the bounds: without them the
/// places at the bounds would be chosen too seldom, as refills differ from what is foreseen.
const MARGIN: f64 = 2.0;
/// The standard errors between a rough score and the bounds, from which on it is far from them.
const FAR: f64 = 4.0;

/// A number of clues and the part of the score above the rest that refills of a seed have with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foresight {
    rest: f64,
    clues: f64,
    own: f64,
}

impl Foresight {
    pub fn new(rest: f64, clues: f64, score: f64) -> Self {
        Self { rest, clues, own: (score - rest).max(1.0) }
    }

    /// Returns the number of clues with which this score is expected.
    fn clues_at(&self, score: f64) -> f64 {
        self.clues + ((score - self.rest).max(1.0) / self.own).ln() / KEPT.ln()
    }

    /// Chooses one of `places`, fewest clues first, of this range, which is not empty: of those
    /// expected to have a score within the bounds, or at most [`MARGIN`] clues beside them, each
    /// equally likely; if there are none, the nearest.
    pub fn choose(
        &self,
        places: &[CellSet],
        Range { start, end }: Range<usize>,
        (from, to): Scores,
        rng: &mut impl Rng,
    ) -> usize {
        let [from, to] = [(from, 0.0), (to, f64::INFINITY)].map(|(bound, without)| match bound {
            Bound::Included(score) | Bound::Excluded(score) => score,
            Bound::Unbounded => without,
        });
        let [fewest, most] = [self.clues_at(to) - MARGIN, self.clues_at(from) + MARGIN];
        let clues = |place: &CellSet| place.len() as f64;
        let first = places.partition_point(|place| clues(place) < fewest).clamp(start, end - 1);
        let last = places.partition_point(|place| clues(place) <= most).clamp(first + 1, end);
        if last - first == 1 { first } else { rng.random_range(first..last) }
    }
}

/// Whether a score is outside the bounds by so much that a better estimate would not be within.
pub(super) fn is_far((from, to): Scores, score: Score) -> bool {
    let off = FAR * score.standard_error;
    !(from, Bound::Unbounded).contains(&(score.mean + off))
        || !(Bound::Unbounded, to).contains(&(score.mean - off))
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;

    use super::*;
    use crate::board::Cell;

    /// The place chosen is one with the expected score within the bounds, or a clue beside, place by
    /// place, as long as there are any; each of them is chosen.
    #[test]
    fn the_place_chosen_is_expected_to_be_within() {
        let rng_seed = 20_261_128;
        let rng = &mut ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut within, mut nearest) = (0, 0);
        for _ in 0..3_000 {
            let (first, most) = (rng.random_range(17..40), rng.random_range(1..30));
            let counts = (first..first + most).filter(|_| rng.random_bool(0.8)).collect::<Vec<_>>();
            let places: Vec<CellSet> =
                counts.iter().map(|&count| Cell::all().take(count).collect()).collect();
            let Some(start) = (0..places.len()).choose(rng) else { continue };
            let range = start..rng.random_range(start + 1..=places.len());
            let rest = rng.random_range(0.0..2_000.0);
            let known = (rng.random_range(17.0..40.0), rest + rng.random_range(5.0..1_000.0));
            let from = rest + rng.random_range(2.0..800.0);
            let to = from * rng.random_range(1.0..2.0);
            let bounds = (Bound::Included(from), Bound::Excluded(to));
            let expected = |at: usize, beside: f64| {
                let clues = places[at].len() as f64 + beside;
                rest + (known.1 - rest) * KEPT.powf(clues - known.0)
            };
            let easy = |at: usize| expected(at, -MARGIN) < from;
            let fits = |at: usize| !easy(at) && expected(at, MARGIN) <= to;
            let fitting: Vec<usize> = range.clone().filter(|&at| fits(at)).collect();
            let foresight = Foresight::new(rest, known.0, known.1);
            let mut choose = || foresight.choose(&places, range.clone(), bounds, rng);
            if fitting.is_empty() {
                // The first that is too easy, or the last that is too hard.
                let at = choose();
                let nearby = range.clone().find(|&at| easy(at)).unwrap_or(range.end - 1);
                assert_eq!(at, nearby, "RNG seed {rng_seed}");
                nearest += 1;
            } else {
                let mut chosen: Vec<usize> =
                    (0..20 * fitting.len() * fitting.len()).map(|_| choose()).collect();
                chosen.sort_unstable();
                chosen.dedup();
                assert_eq!(chosen, fitting, "RNG seed {rng_seed}");
                within += 1;
            }
        }
        assert!(within > 500 && nearest > 500, "{within} {nearest}, RNG seed {rng_seed}");
    }
}
