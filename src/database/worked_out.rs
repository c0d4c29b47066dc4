//! Recomputation of puzzles and seeds, compared with their records.

use crate::board::Puzzle;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve::Score;
use crate::rating::se;
use crate::record::{Grading, Particulars, Seed};
use crate::refill::{Prepared, particulars, record_turned};
use crate::symmetry::Key;

pub(super) struct Again {
    prepared: Prepared,
    score: Option<Score>,
}

/// Recomputes a puzzle and returns the differences from this key, tier and score, and the
/// recomputed data.
pub(super) fn check(
    ladder: &Ladder,
    puzzle: &Puzzle,
    key: Key,
    tier: u8,
    score: Option<f64>,
) -> Result<(Vec<String>, Again), String> {
    // The record may be wrong, so the solution is not trusted.
    let proved = Puzzle::new(&puzzle.grid()).map_err(|error| error.to_string())?;
    let mut problems = Problems::default();
    let prepared = Prepared::new(ladder, &proved, &grade(ladder, &proved));
    let own = prepared.grade().tier;
    let image = prepared.image(proved.clues());
    let again = prepared.score_of(&image);
    problems.expect(proved.solution() == puzzle.solution(), "its solution is another");
    problems.expect(image.key == key, "its key is another");
    problems.expect(own == tier, format!("its tier is {own}, not {tier}"));
    let mean = again.map(|again| again.mean);
    problems.expect(same(mean, score), format!("its score is {mean:?}, not {score:?}"));
    Ok((problems.0, Again { prepared, score: again }))
}

/// Problems in words.
#[derive(Default)]
struct Problems(Vec<String>);

impl Problems {
    fn expect(&mut self, holds: bool, problem: impl Into<String>) {
        if !holds {
            self.0.push(problem.into());
        }
    }
}

/// Splits a score into mean and standard error.
fn numbers(score: Option<Score>) -> (Option<f64>, Option<f64>) {
    score.map(|score| (score.mean, score.standard_error)).unzip()
}

/// Whether two values are equal up to the last bits, which storage may lose.
fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-6 * a.abs(),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Returns the problems of a seed by `ladder` and by the ladder of Sudoku Explainer ratings; with
/// `capacity` also measures its capacity again.
pub(super) fn check_seed(ladder: &Ladder, seed: &Seed, capacity: bool) -> Vec<String> {
    let Some(grading) = seed.grading(ladder.id()) else {
        return vec!["it was never graded".to_owned()];
    };
    let score = grading.score.map(|score| score.mean);
    let (problems, Again { prepared, score: again }) =
        match check(ladder, &seed.puzzle, seed.key, grading.tier, score) {
            Ok(checked) => checked,
            Err(problem) => return vec![problem],
        };
    let mut problems = Problems(problems);
    let reserved = prepared.grade().reserved();
    problems.expect(reserved == grading.reserved, "its reserved cells are others");
    let is_as_exact = same(numbers(again).1, numbers(grading.score).1);
    problems.expect(is_as_exact, "the standard error of its score is another");
    let ((rest, error), (own_rest, own_error)) = (numbers(prepared.rest()), numbers(grading.rest));
    let is_rest = same(rest, own_rest) && same(error, own_error);
    problems.expect(is_rest, "its score from the stuck state on is another");
    let lies_within =
        |(least, greatest)| numbers(again).0.is_some_and(|m| least <= m && m <= greatest);
    let is_among = grading.scores.is_none_or(lies_within);
    problems.expect(is_among, "its score is not among those of its refills");
    problems.expect(prepared.twin() == grading.twin, "its twin key is another");
    let has_symmetry = seed.symmetry.holds(seed.puzzle.clues());
    problems.expect(has_symmetry, format!("its clues are not {}", seed.symmetry));
    if capacity && problems.0.is_empty() {
        let again = given_again(ladder, seed, grading, &prepared, &mut problems);
        let (least, greatest) = grading.scores.unzip();
        let (again_least, again_greatest) = again.scores.unzip();
        let are_same = same(again_least, least) && same(again_greatest, greatest);
        let words = format!("its refills score {:?}, not {:?}", again.scores, grading.scores);
        problems.expect(are_same, words);
    }
    if problems.0.is_empty() {
        problems.0.extend(check_particulars(seed));
    }
    if ladder.id() != se::LADDER && problems.0.is_empty() {
        let of_rating = check_rating(seed, capacity).into_iter();
        problems.0.extend(of_rating.map(|words| format!("by its Sudoku Explainer rating {words}")));
    }
    problems.0
}

/// Errors in the recorded crux, EP and ED of a seed.
fn check_particulars(seed: &Seed) -> Vec<String> {
    let Particulars { crux, ep, ed, .. } = &seed.particulars;
    let mut problems = Problems::default();
    if crux.is_some() || ep.is_some() || ed.is_some() {
        let again = particulars(&seed.puzzle);
        problems.expect(crux.is_none() || *crux == again.crux, "its crux is another");
        let is_rated =
            ep.is_none_or(|ep| again.ep == Some(ep)) && ed.is_none_or(|ed| again.ed == Some(ed));
        problems.expect(is_rated, "its EP or ED is another");
    }
    problems.0
}

/// Errors in a seed's recorded grading by the ladder of Sudoku Explainer's ratings, if there is
/// one.
fn check_rating(seed: &Seed, capacity: bool) -> Vec<String> {
    let ladder = se::ladder();
    let Some(grading) = seed.grading(ladder.id()) else { return Vec::new() };
    let prepared = Prepared::new(ladder, &seed.puzzle, &grade(ladder, &seed.puzzle));
    let mut problems = Problems::default();
    let own = prepared.grade();
    if own.tier != grading.tier {
        // `seeds grade` corrects it.
        if se::is_outdated(grading.tier, grading.version) {
            return Vec::new();
        }
        let [found, recorded] = [own.tier, grading.tier].map(rating_in_words);
        return vec![format!("it is {found}, not {recorded}")];
    }
    problems.expect(own.reserved() == grading.reserved, "its reserved cells are others");
    problems.expect(prepared.twin() == grading.twin, "its twin key is another");
    let has_score = grading.score.is_some() || grading.rest.is_some() || grading.scores.is_some();
    problems.expect(!has_score, "it has a score, which that ladder does not give");
    if capacity && problems.0.is_empty() {
        given_again(ladder, seed, grading, &prepared, &mut problems);
    }
    problems.0
}

fn rating_in_words(tier: u8) -> String {
    se::score_of(tier).map_or_else(|| "beyond all ratings".to_owned(), |score| score.to_string())
}

/// Measures the refills of the seed again; differences from the record become problems.
fn given_again(
    ladder: &Ladder,
    seed: &Seed,
    grading: &Grading,
    prepared: &Prepared,
    problems: &mut Problems,
) -> Grading {
    let again = prepared.grading(seed.puzzle.clues(), seed.symmetry);
    let words = format!("its capacity is {}, not {}", again.capacity, grading.capacity);
    problems.expect(again.capacity == grading.capacity, words);
    if grading.turned.is_some() {
        let mut turned = seed.clone();
        record_turned(ladder, &mut turned, prepared.grade());
        let is_turned = turned.grading(ladder.id()).is_some_and(|own| own.turned == grading.turned);
        problems.expect(is_turned, "what it gives with a half turn is something else");
    }
    again
}
