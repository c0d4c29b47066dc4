//! Puzzles and seeds worked out again, beside what is on record of them.

use crate::board::Puzzle;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve::Score;
use crate::rating::se;
use crate::record::{Grading, Seed};
use crate::refill::{Prepared, record_turned};
use crate::symmetry::Key;

/// A puzzle as worked out again.
pub(super) struct Again {
    prepared: Prepared,
    score: Option<Score>,
}

/// What does not hold of a puzzle that is said to have this key, tier and score; and the puzzle as worked
/// out again, for what else there is to ask.
pub(super) fn check(
    ladder: &Ladder,
    puzzle: &Puzzle,
    key: Key,
    tier: u8,
    score: Option<f64>,
) -> Result<(Vec<String>, Again), String> {
    // The record may have been changed: its word that there is one solution counts for nothing.
    let proved = Puzzle::new(&puzzle.grid()).map_err(|error| error.to_string())?;
    let mut problems = Vec::new();
    let mut expect = |holds: bool, problem: &str| {
        if !holds {
            problems.push(problem.to_owned());
        }
    };
    let prepared = Prepared::new(ladder, &proved, &grade(ladder, &proved));
    let own = prepared.grade().tier;
    let image = prepared.image(proved.clues());
    let again = prepared.score_of(&image);
    expect(proved.solution() == puzzle.solution(), "its solution is another");
    expect(image.key == key, "its key is another");
    expect(own == tier, &format!("its tier is {own}, not {tier}"));
    let mean = again.map(|again| again.mean);
    expect(same(mean, score), &format!("its score is {mean:?}, not {score:?}"));
    Ok((problems, Again { prepared, score: again }))
}

/// The mean and the standard error.
fn numbers(score: Option<Score>) -> (Option<f64>, Option<f64>) {
    score.map(|score| (score.mean, score.standard_error)).unzip()
}

/// Equal but for the last bits, which a way of storing numbers may take.
fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-6 * a.abs(),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// What does not hold of a seed, by `ladder` and by that of Sudoku Explainer's ratings; its capacity is measured again if wanted.
pub(super) fn check_seed(ladder: &Ladder, seed: &Seed, capacity: bool) -> Vec<String> {
    let Some(grading) = seed.grading(ladder.id()) else {
        return vec!["it was never graded".to_owned()];
    };
    let score = grading.score.map(|score| score.mean);
    let (mut problems, Again { prepared, score: again }) =
        match check(ladder, &seed.puzzle, seed.key, grading.tier, score) {
            Ok(checked) => checked,
            Err(problem) => return vec![problem],
        };
    if prepared.grade().reserved() != grading.reserved {
        problems.push("its reserved cells are others".to_owned());
    }
    if !same(numbers(again).1, numbers(grading.score).1) {
        problems.push("the standard error of its score is another".to_owned());
    }
    let ((rest, error), (own_rest, own_error)) = (numbers(prepared.rest()), numbers(grading.rest));
    if !same(rest, own_rest) || !same(error, own_error) {
        problems.push("its score from the stuck state on is another".to_owned());
    }
    let lies_within =
        |(least, greatest)| numbers(again).0.is_some_and(|m| least <= m && m <= greatest);
    if !grading.scores.is_none_or(lies_within) {
        problems.push("its score is not among those of its refills".to_owned());
    }
    if prepared.twin() != grading.twin {
        problems.push("its twin key is another".to_owned());
    }
    if !seed.symmetry.holds(seed.puzzle.clues()) {
        problems.push(format!("its clues are not {}", seed.symmetry));
    }
    if capacity && problems.is_empty() {
        let again = given_again(ladder, seed, grading, &prepared, &mut problems);
        let (least, greatest) = grading.scores.unzip();
        let (again_least, again_greatest) = again.scores.unzip();
        if !same(again_least, least) || !same(again_greatest, greatest) {
            let words = format!("its refills score {:?}, not {:?}", again.scores, grading.scores);
            problems.push(words);
        }
    }
    if ladder.id() != se::LADDER && problems.is_empty() {
        let of_rating = check_rating(seed, capacity).into_iter();
        problems.extend(of_rating.map(|words| format!("by its Sudoku Explainer rating {words}")));
    }
    problems
}

/// What does not hold of what the ladder of Sudoku Explainer's ratings says of a seed, if that has graded it.
fn check_rating(seed: &Seed, capacity: bool) -> Vec<String> {
    let ladder = se::ladder();
    let Some(grading) = seed.grading(ladder.id()) else { return Vec::new() };
    let prepared = Prepared::new(ladder, &seed.puzzle, &grade(ladder, &seed.puzzle));
    let mut problems = Vec::new();
    let own = prepared.grade();
    if own.tier != grading.tier {
        let [found, recorded] = [own.tier, grading.tier].map(rating_in_words);
        return vec![format!("it is {found}, not {recorded}")];
    }
    if own.reserved() != grading.reserved {
        problems.push("its reserved cells are others".to_owned());
    }
    if prepared.twin() != grading.twin {
        problems.push("its twin key is another".to_owned());
    }
    if grading.score.is_some() || grading.rest.is_some() || grading.scores.is_some() {
        problems.push("it has a score, which that ladder does not give".to_owned());
    }
    if capacity && problems.is_empty() {
        given_again(ladder, seed, grading, &prepared, &mut problems);
    }
    problems
}

fn rating_in_words(tier: u8) -> String {
    se::score_of(tier).map_or_else(|| "beyond all ratings".to_owned(), |score| score.to_string())
}

/// What the seed gives, measured again; what differs from the record becomes a problem.
fn given_again(
    ladder: &Ladder,
    seed: &Seed,
    grading: &Grading,
    prepared: &Prepared,
    problems: &mut Vec<String>,
) -> Grading {
    let again = prepared.grading(seed.puzzle.clues(), seed.symmetry);
    if again.capacity != grading.capacity {
        problems.push(format!("its capacity is {}, not {}", again.capacity, grading.capacity));
    }
    if grading.turned.is_some() {
        let mut turned = seed.clone();
        record_turned(ladder, &mut turned, prepared.grade());
        if turned.grading(ladder.id()).is_none_or(|again| again.turned != grading.turned) {
            problems.push("what it gives with a half turn is something else".to_owned());
        }
    }
    again
}
