//! m(B) against known answers.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use seeddb::board::{Grid, Puzzle, Solution};
use seeddb::generate;
use seeddb::logic::grade;
use seeddb::rating::hsolve::score;
use seeddb::symmetry::{ClueSymmetry, Transform};

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

/// A score belongs to the class: no symmetry changes a digit of it, also on a grid with 648 automorphisms.
#[test]
fn scores_are_of_the_class() {
    let rng_seed = 11;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let known = include_str!("data/known_grids.tsv").lines().nth(1).unwrap();
    let most: Grid = known.split('\t').next().unwrap().parse().unwrap();
    let most = Solution::new(&most).unwrap();
    let mut by_tier = [0; 7];
    for round in 0..40 {
        let solution = if round % 4 == 0 { most } else { generate::solution(&mut rng) };
        let puzzle = generate::minimal(&solution, ClueSymmetry::None, &mut rng);
        let first = grade(&puzzle);
        by_tier[usize::from(first.tier)] += 1;
        let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let again = grade(&turned);
        assert_eq!(first.tier, again.tier);
        assert_eq!(
            score(&puzzle, &first),
            score(&turned, &again),
            "{puzzle} {turned}, RNG seed {rng_seed}"
        );
    }
    assert!(by_tier[0] > 0 && by_tier[1] > 0 && by_tier[5] > 0, "{by_tier:?}");
}
