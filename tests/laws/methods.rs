//! The methods of the literature: their puzzles hold their promises, checked by slow definitions.

use std::cmp::Reverse;
use std::collections::HashSet;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb::board::{Cell, CellSet, Digit, Puzzle, Solution, State};
use seeddb::generate::{
    Climb, Cycles, Dig, Filler, Method, Pseudo, PseudoError, Remove, Standard, Walks, climb,
    fill_with_restarts, minimal, solution,
};
use seeddb::logic::{Ladder, closed, grade};
use seeddb::rating::box_norm::{self, box_norm};
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::technique::{self, Weights, uses};
use seeddb::symmetry::{ClueSymmetry, GridForm};

use crate::cases::cases;

const RNG_SEED: u64 = 20_261_121;

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(RNG_SEED)
}

/// Returns the puzzles of `attempts` attempts, each proved to have one solution.
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

/// 257 cycles on average in 76 runs of the paper; 319.5 +- 3.2 in 10,000 of ours. The distribution
/// is geometric, so that a mean of 76 runs is uncertain by 37.
#[test]
fn filling_restarts_as_often_as_in_the_paper() {
    let mut rng = rng();
    let runs = cases(1_000, 3_000) as u32;
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

/// The climb that the miner shares: with equal start and randomness, more walks never end lower.
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
        for symmetry in [ClueSymmetry::Rot180, ClueSymmetry::LeftRight] {
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

/// Puzzles made without some techniques do not need them.
#[test]
fn removal_can_do_without_techniques() {
    for without in [&technique::TECHNIQUES[3..4], &technique::TECHNIQUES[..1]] {
        let wish = Remove { clues: 0..=30, without: without.to_vec(), ..Remove::default() };
        let made = puzzles(&Method::Remove(wish), 8);
        assert!(!made.is_empty(), "{without:?}");
        for puzzle in &made {
            assert_eq!(uses(puzzle, without).open, 0, "{puzzle} needs {without:?}");
        }
    }
    assert_eq!(Remove::difficulties("evil"), None);
    for (name, _) in technique::LEVELS {
        let range = Remove::difficulties(name).expect("a level");
        let ends = [*range.start(), range.end().min(1e9)];
        assert_eq!(ends.map(technique::level), [name; 2]);
    }
}

/// A hardened puzzle is no easier than its start, on the same grid, and not above its bound.
#[test]
fn hardened_puzzles_are_no_easier() {
    let mut rng = rng();
    for _ in 0..6 {
        let start = minimal(&solution(&mut rng), ClueSymmetry::Rot180, &mut rng);
        let most = score(&start) + 150;
        let climb = Climb { iterations: 10, most: Some(most), pairs: 1, ..Climb::default() };
        let hard = climb.harden(start, &|| false, &mut rng).expect("no target to miss");
        assert_eq!(Puzzle::new(&hard.grid()).as_ref(), Ok(&hard), "RNG seed {RNG_SEED}");
        assert_eq!(hard.solution(), start.solution());
        assert!((score(&start)..=most).contains(&score(&hard)), "RNG seed {RNG_SEED}: {start}");
        let low = Climb { most: Some(50), ..climb };
        let easy = low.harden(start, &|| false, &mut rng);
        assert!(easy.is_none_or(|easy| score(&easy) <= 50), "RNG seed {RNG_SEED}: {start}");
    }
}

/// Section 4.2 of the hsolve paper by its definition: no reserved cell is a clue, and all other
/// cells follow; nothing else is promised.
#[test]
fn unreserved_cells_follow_and_reserved_ones_are_no_clues() {
    let mut rng = rng();
    let ladder = Ladder::hsolve();
    let mut seen = [0; 2];
    for _ in 0..60 {
        let puzzle = minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng);
        for k in 0..3 {
            let open = closed(ladder, puzzle.solution(), puzzle.clues(), k).open;
            let pseudo = match Pseudo::of_puzzle(ladder, &puzzle, k) {
                Ok(pseudo) => pseudo,
                Err(error) => {
                    assert!(open.is_empty() && error == PseudoError::NothingReserved(k));
                    continue;
                }
            };
            assert_eq!(pseudo.reserved(), open);
            for thin in [false, true] {
                let made = pseudo.attempt(thin, &mut rng);
                assert_eq!(Puzzle::new(&made.grid()).as_ref(), Ok(&made), "RNG seed {RNG_SEED}");
                assert!(!made.clues().intersects(open), "RNG seed {RNG_SEED}: {puzzle}");
                // All unreserved cells follow, so that the board gets stuck where the seed does.
                let stuck = closed(ladder, made.solution(), made.clues(), k);
                assert_eq!(stuck, closed(ladder, puzzle.solution(), puzzle.clues(), k));
                let spare = |clue| pseudo.follows_from(made.clues() - CellSet::of(clue));
                let spares = made.clues().iter().filter(|&clue| spare(clue)).count();
                assert!(!thin || spares == 0, "RNG seed {RNG_SEED}: {spares} of {made}");
                seen[usize::from(thin)] += made.clues().len();
            }
        }
    }
    assert!(seen[0] > seen[1] && seen[1] > 1_000, "{seen:?}");
    let all = Pseudo::new(ladder, &solution(&mut rng), CellSet::ALL, 5);
    assert_eq!(all.err(), Some(PseudoError::SeveralSolutions));
}

/// Section 5.3: a full board gives a puzzle that tiers up to k do not solve, but the ladder does.
#[test]
fn any_full_board_gives_puzzles_above_a_tier() {
    let mut rng = rng();
    let ladder = Ladder::hsolve();
    for k in [0, 1, 2] {
        let mut made = 0;
        for _ in 0..30 {
            let grid = solution(&mut rng);
            let Some((seed, pseudo)) = Pseudo::of_grid(ladder, &grid, k, &mut rng) else {
                continue;
            };
            assert_eq!(Puzzle::new(&seed.grid()).as_ref(), Ok(&seed), "RNG seed {RNG_SEED}");
            let puzzle = pseudo.attempt(false, &mut rng);
            for puzzle in [seed, puzzle] {
                assert!((k + 1..=5).contains(&grade(ladder, &puzzle).tier), "k {k}: {puzzle}");
            }
            made += 1;
        }
        assert!(made > 5, "k {k}: {made}");
    }
}

/// Not a law: checks the numbers of METHODS.md against its commands; about ten minutes.
#[test]
#[ignore = "runs every command of METHODS.md, in a release build"]
fn methods_md_says_what_its_commands_print() {
    let cargo = || {
        let mut cargo = std::process::Command::new(env!("CARGO"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        cargo
    };
    let built = cargo().args(["build", "--release", "--bin", "seeddb"]).status();
    assert!(built.expect("cargo runs").success());
    let mut check = cargo();
    check.args(["run", "--release", "-p", "seeddb-lab", "--bin", "papers", "--", "check"]);
    check.args(std::env::var_os("SEEDDB_CORPORA"));
    assert!(check.status().expect("cargo runs").success());
}

/// The deductions of the ladder solve the puzzle, without a guess that fills the grid.
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
