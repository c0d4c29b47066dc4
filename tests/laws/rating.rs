//! m(B) against known answers, and against a plain simulation.

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use seeddb::board::{Grid, Puzzle, Solution, State};
use seeddb::generate;
use seeddb::logic::{Applications, Ladder, Look, Matching, find, grade};
use seeddb::rating::hsolve::{Score, score};
use seeddb::rating::runs::{Run, Simulation, Summary, runs};
use seeddb::rating::technique::{Weights, uses};
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::symmetry::{ClueSymmetry, Transform};

use crate::puzzles::{known, puzzle};

/// The tier of puzzles that the hsolve ladder does not solve.
const BEYOND: u8 = 6;

/// The independent program's mean over 20,000 runs, within four joint standard errors of ours.
#[test]
fn known_scores() {
    let mut squares = 0.0;
    let mut count = 0.0;
    for line in include_str!("../data/known_answers.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = puzzle(line);
        let grade = grade(Ladder::hsolve(), &puzzle);
        let score = score(Ladder::hsolve(), &puzzle, &grade);
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

/// A score belongs to the class: symmetries leave every digit of it unchanged, even on a grid with
/// 648 automorphisms.
#[test]
fn scores_are_of_the_class() {
    let rng_seed = 11;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let known = include_str!("../data/known_grids.tsv").lines().nth(1).unwrap();
    let most: Grid = known.split('\t').next().unwrap().parse().unwrap();
    let most = Solution::new(&most).unwrap();
    let mut by_tier = [0; 7];
    for round in 0..40 {
        let solution = if round % 4 == 0 { most } else { generate::solution(&mut rng) };
        let puzzle = generate::minimal(&solution, ClueSymmetry::None, &mut rng);
        let first = grade(Ladder::hsolve(), &puzzle);
        by_tier[usize::from(first.tier)] += 1;
        let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let again = grade(Ladder::hsolve(), &turned);
        assert_eq!(first.tier, again.tier);
        let what = format!("{puzzle} {turned}, RNG seed {rng_seed}");
        assert_eq!(
            score(Ladder::hsolve(), &puzzle, &first),
            score(Ladder::hsolve(), &turned, &again),
            "{what}"
        );
        let prepared = Prepared::new(Ladder::hsolve(), &turned, &again);
        assert_eq!(
            score(Ladder::hsolve(), &puzzle, &first),
            prepared.score(turned.clues()),
            "{what}"
        );
    }
    assert!(by_tier[0] > 0 && by_tier[1] > 0 && by_tier[5] > 0, "{by_tier:?}");
}

/// Returns the mean and the standard error of many plain runs.
fn simulate(from: State, to: State, rng: &mut impl Rng) -> Score {
    let mut simulation = Simulation::new(Ladder::hsolve(), from, to);
    let runs: Vec<Run> = (0..150).map(|_| simulation.run(rng)).collect();
    let summary = Summary::of(&runs).expect("there are runs");
    let standard_error = summary.standard_error().expect("there are two or more");
    Score { mean: summary.mean, standard_error }
}

/// Puzzles of all tiers below 6.
fn puzzles(rng: &mut impl Rng) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = known().collect();
    for _ in 0..40 {
        let solution = generate::solution(rng);
        puzzles.push(generate::minimal(&solution, ClueSymmetry::None, rng));
    }
    puzzles.retain(|puzzle| grade(Ladder::hsolve(), puzzle).tier < BEYOND);
    assert!(
        (0..BEYOND)
            .all(|tier| puzzles.iter().any(|puzzle| grade(Ladder::hsolve(), puzzle).tier == tier))
    );
    puzzles
}

/// Returns the difference of two scores, in joint standard errors.
fn apart(a: Score, b: Score) -> f64 {
    let joint = f64::hypot(a.standard_error, b.standard_error);
    if joint > 0.0 {
        return (a.mean - b.mean) / joint;
    }
    // A score is rounded to the hundredth.
    if (a.mean - b.mean).abs() < 0.006 { 0.0 } else { f64::INFINITY }
}

/// Asserts that differences are normally distributed: mean 0, mean square from `least` to 1.4.
fn assert_normal(apart: &[f64], least: f64, rng_seed: u64) {
    let count = apart.len() as f64;
    let mean = apart.iter().sum::<f64>() / count;
    let square = apart.iter().map(|off| off * off).sum::<f64>() / count;
    let worst = apart.iter().fold(0.0, |worst: f64, off| worst.max(off.abs()));
    let told = format!("mean {mean}, square {square}, worst {worst}, RNG seed {rng_seed}");
    println!("{told}");
    assert!(count >= 200.0 && mean.abs() < 4.0 / count.sqrt(), "{told}");
    assert!((least..1.4).contains(&square) && worst < 5.0, "{told}");
}

#[test]
fn scores_are_those_of_a_plain_simulation() {
    let rng_seed = 12;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let puzzles = puzzles(&mut rng);
    let off = puzzles.iter().map(|puzzle| {
        let fast = score(Ladder::hsolve(), puzzle, &grade(Ladder::hsolve(), puzzle)).unwrap();
        assert!(fast.standard_error <= 0.01 * fast.mean);
        let start = State::of_clues(puzzle.solution(), puzzle.clues());
        let solved = State::of(&puzzle.solution().grid());
        apart(fast, simulate(start, solved, &mut rng))
    });
    assert_normal(&off.collect::<Vec<_>>(), 0.6, rng_seed);
}

/// With a large rest, the own part gets the fewest runs, and its spread is partly the usual one.
#[test]
fn own_parts_are_those_of_a_plain_simulation() {
    let rng_seed = 13;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let puzzles = puzzles(&mut rng);
    let rest = Score { mean: 1e6, standard_error: 0.0 };
    let off = puzzles.iter().map(|puzzle| {
        let grade = grade(Ladder::hsolve(), puzzle);
        let prepared = Prepared::graded(Ladder::hsolve(), puzzle, &grade, Some(rest));
        let clues = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
        let mut fast = prepared.score(clues).unwrap();
        fast.mean -= rest.mean;
        let start = State::of_clues(puzzle.solution(), clues);
        apart(fast, simulate(start, grade.stuck, &mut rng))
    });
    assert_normal(&off.collect::<Vec<_>>(), 0.0, rng_seed);
}

/// A damaged database may hold any rest: the scoring still ends.
#[test]
fn an_impossible_rest_is_sampled_no_longer_than_it_takes() {
    let rng_seed = 14;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let puzzles = puzzles(&mut rng);
    for tier in [0, 1, 5] {
        let of_tier = |puzzle: &&Puzzle| grade(Ladder::hsolve(), puzzle).tier == tier;
        let puzzle = puzzles.iter().find(of_tier).expect("a puzzle of each common tier");
        let grade = grade(Ladder::hsolve(), puzzle);
        for (mean, standard_error) in
            [(-1e288, 1.0), (500.0, -1e288), (500.0, 1e288), (f64::NAN, 0.0), (500.0, f64::NAN)]
        {
            let rest = Score { mean, standard_error };
            assert!(!rest.is_possible(), "{rest:?}");
            let prepared = Prepared::graded(Ladder::hsolve(), puzzle, &grade, Some(rest));
            let score = prepared.score(puzzle.clues()).unwrap();
            let told = format!("tier {tier}, {rest:?}: {score:?}, RNG seed {rng_seed}");
            assert!(!score.is_possible(), "{told}");
        }
        let score = score(Ladder::hsolve(), puzzle, &grade).unwrap();
        assert!(score.is_possible(), "{score:?}");
    }
    assert!(Score::default().is_possible(), "the rest at tier 0");
    assert!(!Score { mean: f64::INFINITY, standard_error: 1.0 }.is_possible());
}

/// The summary of runs: steps fill every cell, no tier is above the puzzle's, mean and quartiles
/// are in order, and all numbers belong to the class.
#[test]
fn runs_are_summed_up() {
    let rng_seed = 15;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    for puzzle in puzzles(&mut rng).iter().step_by(4) {
        let grade = grade(Ladder::hsolve(), puzzle);
        let found = runs(Ladder::hsolve(), puzzle, &grade, 20).unwrap();
        let told = format!("{puzzle}, RNG seed {rng_seed}");
        let open = (!puzzle.clues()).len() as u32;
        let tier = usize::from(grade.tier);
        for run in &found {
            // An assumption that completes the grid or a naked single that it leaves may spare
            // fills.
            let filled = run.steps[0] + run.steps[5];
            assert!(filled <= open && (grade.tier == 5 || run.steps[0] == open), "{told}: {run:?}");
            assert!(run.steps[tier + 1..].iter().all(|&steps| steps == 0), "{told}: {run:?}");
            assert!(run.steps[tier] > 0 && run.checks[tier] >= 1.0, "{told}: {run:?}");
        }
        let summary = Summary::of(&found).unwrap();
        let total: f64 = summary.checks.iter().sum();
        assert!((total - summary.mean).abs() < 1e-6 * total, "{told}: {summary:?}");
        assert!(summary.quartiles.is_sorted(), "{told}: {summary:?}");
        let turned = Transform::random(&mut rng).apply_puzzle(puzzle);
        assert_eq!(
            runs(Ladder::hsolve(), &turned, &seeddb::logic::grade(Ladder::hsolve(), &turned), 20),
            Some(found),
            "{told}"
        );
        assert_eq!(
            runs(Ladder::hsolve(), puzzle, &grade, 1).and_then(|one| Summary::of(&one)?.deviation),
            None
        );
    }
}

/// The five techniques of the technique formula are those of tiers 0 and 1.
#[test]
fn the_technique_formula_solves_what_tier_1_solves() {
    let rng_seed = 4;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    for puzzle in puzzles(&mut rng) {
        let found = uses(&puzzle, &[]);
        let solved = found.open == 0;
        assert_eq!(
            solved,
            grade(Ladder::hsolve(), &puzzle).tier <= 1,
            "{puzzle}, RNG seed {rng_seed}"
        );
        assert_eq!(found.difficulty(&Weights::default()).is_some(), solved);
        if solved {
            let filled = found.counts[0] + found.counts[1];
            assert_eq!(filled as usize, (!puzzle.clues()).len(), "{puzzle}, RNG seed {rng_seed}");
        }
    }
}

/// A solver that climbs the ladder finds the same applications in each tier as a solver that starts
/// at that tier.
#[test]
fn the_way_up_shows_each_tier() {
    let rng_seed = 14;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let mut tiers_met = [0; BEYOND as usize];
    for puzzle in puzzles(&mut rng) {
        let matching = Matching::of(puzzle.solution());
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        let mut look = Look::new(state);
        let mut seen = Applications::default();
        while !state.is_solved() {
            let singles = find(Ladder::hsolve(), &state, 0);
            if let Some(single) = singles.all().choose(&mut rng) {
                single.apply(&mut state);
                continue;
            }
            look = look.then(state, &matching);
            let mut vain = look.search(Ladder::hsolve(), &mut seen);
            vain -= singles.possible + 1;
            let what = format!("{puzzle}, RNG seed {rng_seed}\n{state:?}");
            for tier in 1..BEYOND {
                let alone = find(Ladder::hsolve(), &state, tier);
                if alone.valid() == 0 {
                    vain -= alone.possible + 1;
                    continue;
                }
                let what = format!("tier {tier} of {what}");
                assert_eq!(vain, 0, "{what}");
                assert_eq!(seen.possible, alone.possible, "{what}");
                assert_eq!(seen.valid(), alone.valid(), "{what}");
                assert_eq!(seen.all(), alone.all(), "{what}");
                tiers_met[usize::from(tier)] += 1;
                break;
            }
            let Some(way) = seen.all().choose(&mut rng) else {
                assert_eq!(vain, 0, "{what}");
                break;
            };
            way.apply(&mut state);
        }
    }
    assert!(tiers_met[1..].iter().all(|&met| met > 0), "{tiers_met:?}");
}
