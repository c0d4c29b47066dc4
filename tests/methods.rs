//! The methods of the literature: what each puzzle of theirs promises, checked the slow way.

use std::cmp::Reverse;
use std::collections::HashSet;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use seeddb::board::{Cell, Digit, Puzzle, Solution, State};
use seeddb::generate::{
    Climb, Cycles, Dig, Filler, Method, Remove, Standard, Walks, climb, fill_with_restarts,
    solution,
};
use seeddb::logic::{Ladder, closed};
use seeddb::rating::box_norm::{self, box_norm};
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::technique::{Weights, uses};
use seeddb::symmetry::{ClueSymmetry, GridForm};

const RNG_SEED: u64 = 20_261_121;

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(RNG_SEED)
}

/// The puzzles of so many attempts, each proved to have one solution.
fn puzzles(method: &Method, attempts: usize) -> Vec<Puzzle> {
    let mut rng = rng();
    let made = (0..attempts)
        .filter_map(|_| method.attempt(Filler::Diagonal, &|| false, &mut rng))
        .collect::<Vec<_>>();
    for puzzle in &made {
        assert_eq!(Puzzle::new(&puzzle.grid()).as_ref(), Ok(puzzle), "RNG seed {RNG_SEED}");
    }
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), made.len());
    made
}

fn score(puzzle: &Puzzle) -> u32 {
    branches(puzzle, Choice::CellsAndHouses).score()
}

#[test]
fn every_filler_makes_full_grids() {
    for filler in Filler::ALL {
        let mut rng = rng();
        let grids: Vec<Solution> = (0..1_000).map(|_| filler.solution(&mut rng)).collect();
        assert!(grids.iter().all(|grid| Solution::new(&grid.grid()).is_some()), "{filler}");
        assert_eq!(grids.iter().collect::<HashSet<_>>().len(), grids.len(), "{filler}");
        // No digit prefers a cell: 111 times each, standard deviation 10.
        for cell in Cell::all() {
            for digit in Digit::all() {
                let times = grids.iter().filter(|grid| grid[cell] == digit).count();
                assert!((60..=165).contains(&times), "{filler}: {digit} in {cell} {times} times");
            }
        }
        let forms: HashSet<Solution> =
            grids.iter().take(50).map(|grid| *GridForm::of(grid).solution()).collect();
        let different = if filler == Filler::Pattern { 1 } else { 50 };
        assert_eq!(forms.len(), different, "{filler}");
        assert_eq!(filler.name().parse(), Ok(filler));
    }
}

/// 257 cycles on average in 76 runs of the paper; 319.5 +- 3.2 in 10,000 of ours. The distribution is geometric, so
/// that a mean of 76 runs is uncertain by 37.
#[test]
fn filling_restarts_as_often_as_in_the_paper() {
    let mut rng = rng();
    let runs = 3_000;
    let cycles: u64 = (0..runs).map(|_| fill_with_restarts(&mut rng).1).sum();
    let mean = cycles as f64 / f64::from(runs);
    assert!((mean - 319.5).abs() < 4.0 * 319.5 / f64::from(runs).sqrt(), "mean {mean}");
    assert!(
        (mean - 257.0).abs() < 2.0 * mean / 76.0_f64.sqrt(),
        "mean {mean}, RNG seed {RNG_SEED}"
    );
}

#[test]
fn dug_puzzles_are_of_the_level_and_symmetric() {
    for (level, target) in Dig::LEVELS {
        for symmetry in [ClueSymmetry::Rot180, ClueSymmetry::Diagonal, ClueSymmetry::None] {
            let norms = Dig::norms(level).expect("a level");
            let draws = if symmetry == ClueSymmetry::None { 300 } else { 100 };
            let dig = Dig { floor: norms.start, symmetry, draws, ..Dig::to(target) };
            let made = puzzles(&Method::Dig(dig), 60);
            assert!(!made.is_empty(), "{level}, {symmetry}");
            for puzzle in &made {
                let norm = box_norm(puzzle.clues());
                assert!(norm > norms.start && norm <= norms.end, "{norm} is not {level}");
                assert_eq!(box_norm::level(norm), level, "{norm}");
                assert!(symmetry.holds(puzzle.clues()), "{symmetry}: {puzzle}");
            }
        }
    }
    assert_eq!(Dig::norms("evil"), None);
    let hasty = Dig { draws: 5, ..Dig::to(8.89) };
    assert!(puzzles(&Method::Dig(hasty), 50).is_empty());
}

#[test]
fn climbs_reach_their_target_and_keep_to_the_clues() {
    let wish = Climb { target: Some(250), clues: 26..=30, ..Climb::default() };
    let made = puzzles(&Method::Climb(wish.clone()), 8);
    assert!(!made.is_empty());
    for puzzle in &made {
        assert!(score(puzzle) >= 250 && wish.clues.contains(&puzzle.clues().len()), "{puzzle}");
        assert!(ClueSymmetry::Rot180.holds(puzzle.clues()), "{puzzle}");
    }
    let diagonal = Climb { iterations: 10, symmetry: ClueSymmetry::Diagonal, ..Climb::default() };
    let made = puzzles(&Method::Climb(diagonal), 4);
    assert!(made.len() == 4 && made.iter().all(|p| ClueSymmetry::Diagonal.holds(p.clues())));

    let hopeless = Climb { target: Some(100_000), iterations: 3, ..Climb::default() };
    assert!(puzzles(&Method::Climb(hopeless), 2).is_empty());
    let stopped = Method::Climb(Climb { iterations: u32::MAX, ..Climb::default() });
    assert_eq!(stopped.attempt(Filler::Diagonal, &|| true, &mut rng()), None);
}

/// The kernel that the miner shares: from the same start with the same randomness, more walks are never worse.
#[test]
fn a_longer_climb_is_no_lower() {
    let start = Puzzle::new(&solution(&mut rng()).grid()).expect("full");
    let to = |count| {
        let walks = Walks { count, steps: 20, pairs: 2 };
        let (symmetry, never) = (ClueSymmetry::None, |_: &u32| false);
        climb(start, walks, symmetry, score, never, &mut rng())
    };
    let heights = [0, 1, 5, 20].map(|count| {
        let top = to(count);
        assert_eq!(top.height, score(&top.best), "RNG seed {RNG_SEED}");
        assert_eq!(top.best.solution(), start.solution());
        assert!(top.tried <= u64::from(20 * count + 1));
        top.height
    });
    assert!(heights.is_sorted() && heights[0] == 0 && heights[3] > 40, "{heights:?}");
    let walks = Walks { count: 1_000, steps: 20, pairs: 2 };
    let low = |puzzle: &Puzzle| Reverse(puzzle.clues().len());
    let enough = |clues: &Reverse<usize>| clues.0 <= 40;
    let top = climb(start, walks, ClueSymmetry::None, low, enough, &mut rng());
    assert!((39..=40).contains(&top.height.0), "it went on after enough");
}

#[test]
fn removal_ends_within_the_difficulties() {
    for (clues, difficulty) in [(0..=41, 0.0..=f64::INFINITY), (26..=32, 150.0..=400.0)] {
        for symmetry in [ClueSymmetry::Rot180, ClueSymmetry::MirrorV] {
            let (clues, difficulty) = (clues.clone(), difficulty.clone());
            let wish = Remove { clues, difficulty, symmetry, ..Remove::default() };
            let made = puzzles(&Method::Remove(wish.clone()), 12);
            assert!(!made.is_empty(), "{wish:?}");
            for puzzle in &made {
                let uses = uses(puzzle, &[]);
                let found = uses.difficulty(&Weights::default()).expect("five techniques solve it");
                assert!(wish.difficulty.contains(&found), "{found}: {puzzle}");
                assert!(wish.clues.contains(&puzzle.clues().len()), "{puzzle}");
                assert!(symmetry.holds(puzzle.clues()));
            }
        }
    }
    let hopeless = Remove { difficulty: 1e9..=2e9, checks: 200, ..Remove::default() };
    assert!(puzzles(&Method::Remove(hopeless), 2).is_empty());
}

/// What its own deductions have filled, no guess did.
#[test]
fn standard_puzzles_are_solved_without_a_completing_guess() {
    let made = puzzles(&Method::Standard(Standard), 60);
    assert!((30..60).contains(&made.len()), "{} of 60", made.len());
    for puzzle in &made {
        assert!(
            closed(Ladder::hsolve(), puzzle.solution(), puzzle.clues(), 5).is_solved(),
            "{puzzle}"
        );
    }
}

#[test]
fn cycles_leaves_naked_singles_only() {
    for symmetry in [ClueSymmetry::None, ClueSymmetry::Rot180] {
        let made = puzzles(&Method::Cycles(Cycles { clues: 36..=46, symmetry }), 60);
        assert!(!made.is_empty());
        for puzzle in &made {
            assert!((36..=46).contains(&puzzle.clues().len()) && symmetry.holds(puzzle.clues()));
            let mut state = State::of(&puzzle.grid());
            while let Some(cell) = state.open.iter().find(|&c| state.candidates.at(c).len() == 1) {
                state.fill(cell, puzzle.solution()[cell]);
            }
            assert!(state.is_solved(), "{puzzle}");
        }
    }
    let exact = Cycles { clues: 40..=40, ..Cycles::default() };
    let made = puzzles(&Method::Cycles(exact), 60);
    assert!(made.len() > 5 && made.iter().all(|p| p.clues().len() == 40), "{}", made.len());
    assert!(
        puzzles(&Method::Cycles(Cycles { clues: 17..=18, ..Cycles::default() }), 20).is_empty()
    );
}
