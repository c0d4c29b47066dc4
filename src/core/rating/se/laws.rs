//! Laws of the rater as a whole.

use std::cell::Cell as Counter;

use super::random::{RNG_SEED, puzzles};
use super::{
    Hint, MOST_WITHOUT_GUESSING, Without, canonical_er, pearl_and_diamond, rate, rate_canonical,
    rate_without,
};
use crate::board::{Cell, CellSet, Grid};
use crate::rating::er::Score;
use crate::rating::stop::{Interrupted, Stop};
use crate::symmetry::Transform;
use rand::SeedableRng;

#[test]
fn steps_lead_to_the_solution_and_make_the_rating() {
    for puzzle in puzzles(RNG_SEED).take(600) {
        let rating = rate(&puzzle.grid(), Stop::NEVER).unwrap();
        let mut filled = puzzle.clues();
        let mut pearl = None;
        for step in &rating.steps {
            let is_true = |cell, digit| puzzle.solution()[cell] == digit;
            for removed in &step.removed {
                assert!(!is_true(removed.cell(), removed.digit()), "{puzzle}: {step:?}");
            }
            assert!(step.placed.is_some() || !step.removed.is_empty());
            if let Some(placed) = step.placed {
                assert!(is_true(placed.cell(), placed.digit()), "{puzzle}: {step:?}");
                assert!(!filled.contains(placed.cell()));
                filled.insert(placed.cell());
                pearl = pearl.or(Some(step));
            }
        }
        assert_eq!(filled, CellSet::ALL, "{puzzle}");
        let hardest = rating.steps.iter().map(Hint::score).max();
        assert_eq!(hardest, Some(rating.er));
        assert_eq!(rating.ed, rating.steps[0].score());
        let up_to = rating.steps.iter().position(|step| Some(step) == pearl).unwrap();
        let pearl = rating.steps[..=up_to].iter().map(Hint::score).max();
        assert_eq!(pearl, Some(rating.ep));
    }
}

#[test]
fn the_canonical_rating_is_that_of_the_class() {
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(RNG_SEED);
    for puzzle in puzzles(RNG_SEED).take(150) {
        let (turned, rating) = rate_canonical(&puzzle, Stop::NEVER).unwrap();
        assert_eq!(rate(&turned.grid(), Stop::NEVER).unwrap(), rating);
        let opening = pearl_and_diamond(&puzzle, Stop::NEVER);
        assert_eq!(opening, Ok((rating.ep, rating.ed)), "{puzzle}, RNG seed {RNG_SEED}");
        let as_given = rate(&puzzle.grid(), Stop::NEVER).unwrap();
        let er = canonical_er(&puzzle, &as_given, Without::NOTHING, Stop::NEVER);
        assert_eq!(er, Ok(rating.er), "{puzzle}, RNG seed {RNG_SEED}");
        for _ in 0..3 {
            let other = Transform::random(&mut rng).apply_puzzle(&puzzle);
            let again = rate_canonical(&other, Stop::NEVER).unwrap();
            assert_eq!(again, (turned, rating.clone()), "{puzzle}, {other}, RNG seed {RNG_SEED}");
        }
    }
}

#[test]
fn a_solver_can_do_without_uniqueness_and_without_guessing() {
    let (mut with_loops, mut guessed) = (0, 0);
    for puzzle in puzzles(RNG_SEED).take(400) {
        let by = |uniqueness, guessing| {
            let without = Without { uniqueness, guessing };
            rate_without(&puzzle.grid(), without, Stop::NEVER).unwrap()
        };
        let (full, plain, careful) = (by(false, false), by(true, false), by(false, true));
        let loops = full.steps.iter().any(|step| step.technique.needs_uniqueness());
        with_loops += usize::from(loops);
        assert!(!plain.steps.iter().any(|step| step.technique.needs_uniqueness()), "{puzzle}");
        assert!(plain.is_solved(), "{puzzle}");
        assert_eq!(plain == full, !loops, "{puzzle}");
        // The steps from the first guess on are missing.
        let is_guess = |step: &Hint| step.score() > MOST_WITHOUT_GUESSING;
        let first = full.steps.iter().position(is_guess).unwrap_or(full.steps.len());
        guessed += usize::from(first < full.steps.len());
        assert_eq!(careful.steps, full.steps[..first], "{puzzle}");
        assert_eq!(careful.is_solved(), full.er <= MOST_WITHOUT_GUESSING, "{puzzle}");
    }
    assert!(with_loops > 10 && guessed > 5, "{with_loops}, {guessed}");
}

#[test]
fn a_rating_can_be_interrupted() {
    let hard = "1....67......8..3..9.7....5..9.......7.2...5...6.48........4.93.3.9..5....1.....2";
    let grid: Grid =
        ".2..5...9..678..2.7....2...23......8.4..9..1..6..4.25..........5...13.7...8..49.."
            .parse()
            .unwrap();
    let asked = Counter::new(0u32);
    let after = |limit| {
        asked.set(0);
        move |asked: &Counter<u32>| {
            asked.set(asked.get() + 1);
            asked.get() > limit
        }
    };
    let limit = after(10);
    assert_eq!(rate(&grid, Stop::when(&|| limit(&asked))), Err(Interrupted));
    let grid: Grid = hard.parse().unwrap();
    // Late enough to be in the middle of a search for chains.
    let limit = after(5_000);
    assert_eq!(rate(&grid, Stop::when(&|| limit(&asked))), Err(Interrupted));
    assert_eq!(asked.get(), 5_001);
}

#[test]
fn grids_without_steps_are_rated_too() {
    let puzzle = puzzles(1).next().unwrap();
    // Without any 1 and 2 there is a second solution, and no step.
    let others = |cell: &Cell| puzzle.solution()[*cell].value() > 2;
    let several = puzzle.solution().keep(Cell::all().filter(others).collect());
    let unsolved = rate(&several, Stop::NEVER).unwrap();
    assert_eq!((unsolved.er, unsolved.ed), (Score::UNSOLVED, Score::default()));
    let solved = rate(&puzzle.solution().grid(), Stop::NEVER).unwrap();
    assert_eq!((solved.er, solved.steps.len()), (Score::default(), 0));
    // One cell is open: the last of its houses.
    let almost = puzzle.solution().keep(CellSet::ALL - CellSet::of(Cell::at(4, 4)));
    assert_eq!(rate(&almost, Stop::NEVER).unwrap().er, Score::from_tenths(10));
}
