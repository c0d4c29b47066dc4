//! m(B) against known answers.

use seeddb::board::{Grid, Puzzle};
use seeddb::logic::grade;
use seeddb::rating::hsolve::score;

/// The independent program's mean over 20,000 runs, within four joint standard errors of ours.
#[test]
fn known_scores() {
    let mut squares = 0.0;
    let mut count = 0.0;
    for line in include_str!("data/known_answers.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let grid: Grid = fields[0].parse().unwrap();
        let puzzle = Puzzle::new(&grid).unwrap();
        let grade = grade(&puzzle);
        let score = score(&puzzle, &grade);
        let Ok(mean) = fields[4].parse::<f64>() else {
            assert_eq!(score, None, "{line}");
            continue;
        };
        let score = score.unwrap();
        let error = fields[5].parse::<f64>().unwrap() / f64::sqrt(20_000.0);
        let joint = f64::hypot(error, score.standard_error);
        let off = (score.mean - mean) / joint;
        squares += off * off;
        count += 1.0;
        assert!(score.standard_error <= 0.01 * score.mean);
        assert!(off.abs() < 4.0, "{score:?} {off} {line}");
    }
    // Were the errors stated too small, the mean square would be far above 1.
    assert!(squares / count < 1.5, "mean square of the deviations {}", squares / count);
}
