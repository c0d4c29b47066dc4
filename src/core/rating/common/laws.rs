//! Laws of the enumerators and of the ladder.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::boards::{boards, effects, puzzles};
use super::record::{CommonRow, StepRow};
use super::technique::{Technique, Techniques};
use super::view::View;
use super::walk::{Walk, closure, is_hardest, needs, solved_without, solves};
use crate::board::{Candidates, CellSet, Digit, DigitSet, Puzzle, State};
use crate::cases::cases;
use crate::puzzles::known;
use crate::symmetry::Transform;

const RNG_SEED: u64 = 20_261_127;

/// Returns n to test a technique on every n-th board: techniques that search thousands of chains or
/// sets take long.
pub(super) fn stride(technique: Technique) -> usize {
    match technique {
        _ if technique < Technique::WxyzWing => 1,
        _ if technique < Technique::AlsXz => 6,
        _ => 50,
    }
}

/// Asserts that each step of a technique on a board removes existing candidates that are not in the
/// solution, or places a digit of the solution. Returns the number of steps.
fn no_false_step(puzzle: &Puzzle, view: &View, technique: Technique) -> usize {
    let solved = Candidates::solved(puzzle.solution());
    let open = view.marks(DigitSet::ALL, view.open());
    let steps = technique.steps(view);
    for step in &steps {
        let told = || format!("{puzzle}, RNG seed {RNG_SEED}: {step}\n{:?}", view.state());
        assert!(step.removed.is_subset(&open) && step.pattern.is_subset(&open), "{}", told());
        assert!(!step.removed.is_empty() || step.placed.is_some(), "{}", told());
        let is_false = |digit| step.removed[digit].intersects(solved[digit]);
        assert!(!Digit::all().any(is_false), "{}", told());
        if let Some((cell, digit)) = step.placed {
            assert!(solved[digit].contains(cell) && view.open().contains(cell), "{}", told());
        }
        let marks = step.marks();
        assert!(marks.removed == step.removed && !marks.cells.is_empty(), "{}", told());
    }
    steps.len()
}

#[test]
fn no_step_takes_a_digit_of_the_solution_or_puts_another() {
    let mut counts: BTreeMap<Technique, usize> = BTreeMap::new();
    for (number, (puzzle, state)) in boards(RNG_SEED, 1_500, 10).into_iter().enumerate() {
        let view = View::of(&state, puzzle.clues());
        for technique in Technique::all().filter(|&own| number % stride(own) == 0) {
            *counts.entry(technique).or_default() += no_false_step(&puzzle, &view, technique);
        }
    }
    // Graves and rectangles of filled corners occur late on the way of whole puzzles.
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let part = Techniques::below(Technique::UniqueRectangle1);
    for puzzle in puzzles(&mut rng).take(600) {
        let (state, _) = closure(&State::of(&puzzle.grid()), puzzle.clues(), part);
        let view = View::of(&state, puzzle.clues());
        for technique in Technique::all().filter(|own| own.row().is_by_uniqueness) {
            *counts.entry(technique).or_default() += no_false_step(&puzzle, &view, technique);
        }
    }
    for technique in Technique::all() {
        assert!(counts[&technique] > 0, "no step of {technique}: {counts:?}");
    }
}

/// A place that sees both colours of another cluster sees one of the opposite colour of its own.
#[test]
fn where_a_colour_is_between_two_there_is_a_bridge() {
    let mut count = 0;
    for (puzzle, state) in boards(RNG_SEED + 5, 1_500, 6) {
        let view = View::of(&state, puzzle.clues());
        let (by_bridges, _) = effects(Technique::ColourBridge, &view);
        for step in Technique::ColourBetween.steps(&view) {
            let takes = |digit| step.removed[digit].intersects(by_bridges[digit]);
            assert!(Digit::all().any(takes), "{step}: {puzzle}, RNG seed {}", RNG_SEED + 5);
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_turned_board_has_the_turned_steps() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    for (number, (puzzle, state)) in
        boards(RNG_SEED + 1, cases(200, 600), 6).into_iter().enumerate()
    {
        let turn = Transform::random(&mut rng);
        let turned = View::of(&turn.apply_state(&state), turn.apply_cells(puzzle.clues()));
        let view = View::of(&state, puzzle.clues());
        for technique in Technique::all() {
            if number % stride(technique) != 0 {
                continue;
            }
            let (removed, placed) = effects(technique, &view);
            assert_eq!(
                effects(technique, &turned),
                (turn.apply_candidates(&removed), turn.apply_candidates(&placed)),
                "{technique}: {puzzle}, {turn:?}, board {number}, RNG seed {RNG_SEED}\n{state:?}"
            );
        }
    }
}

#[test]
fn a_walk_goes_to_the_solution_and_a_closure_as_far() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let all: Vec<Puzzle> = puzzles(&mut rng).take(cases(50, 150)).collect();
    for puzzle in &all {
        let walk = Walk::of(puzzle, Techniques::ALL);
        let mut score = 0;
        for (before, step) in walk.told() {
            let view = View::of(&before, puzzle.clues());
            // The first technique that has a step at all.
            let first = Technique::all().find(|own| !own.steps(&view).is_empty());
            assert_eq!(first, Some(step.technique), "{puzzle}, RNG seed {RNG_SEED}");
            score += step.technique.row().cost;
        }
        assert_eq!(Some(score), walk.score());
        assert_eq!(walk.end().candidates.solution().as_ref(), Some(puzzle.solution()), "{puzzle}");
        let turn = Transform::random(&mut rng);
        let turned = turn.apply_puzzle(puzzle);
        assert_eq!(needs(puzzle), needs(&turned), "{puzzle}, {turn:?}, RNG seed {RNG_SEED}");
    }
}

#[test]
fn the_score_is_the_sum_of_the_steps_and_all_are_counted() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 4);
    for puzzle in puzzles(&mut rng).take(cases(100, 300)) {
        let told = format!("{puzzle}, RNG seed {}", RNG_SEED + 4);
        let steps: Vec<StepRow> = Walk::of(&puzzle, Techniques::ALL).rows(&puzzle).collect();
        let cost: u32 = steps.iter().map(|step| step.cost).sum();
        let rated = CommonRow::of(&puzzle);
        let is_solved = steps.last().is_none_or(|step| step.open == 1 && step.effect.len() == 1);
        assert_eq!(rated.common, is_solved.then(|| f64::from(cost)), "{told}");
        #[cfg(feature = "se")]
        {
            use crate::rating::metric::{Metric, Settings};
            let score = Metric::Common.score(&puzzle, &Settings::default());
            assert_eq!(rated.common, score, "{told}");
        }
        let named = |name: &str| Technique::named(name).unwrap();
        let hardest = steps.iter().map(|step| named(&step.technique)).max();
        assert_eq!(rated.common_hardest.as_deref().map(named), hardest.filter(|_| is_solved));
        let used: Vec<String> = Technique::all()
            .map(|own| (own, steps.iter().filter(|step| step.technique == own.row().name).count()))
            .filter(|(_, times)| *times > 0)
            .map(|(own, times)| format!("{own} {times}"))
            .collect();
        assert_eq!(rated.common_used, used, "{told}");
    }
}

#[test]
fn what_a_puzzle_needs_is_what_solves_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 2);
    let mut counts: BTreeMap<Technique, usize> = BTreeMap::new();
    let all: Vec<Puzzle> = puzzles(&mut rng).take(cases(20, 60)).collect();
    for puzzle in all {
        let needed = needs(&puzzle).unwrap();
        let told = format!("{puzzle}: {needed:?}, RNG seed {}", RNG_SEED + 2);
        let hardest = needed.hardest().unwrap();
        assert!(solves(&puzzle, Techniques::up_to(hardest)), "{told}");
        assert!(!solves(&puzzle, Techniques::below(hardest)), "{told}");
        assert!(Technique::all().all(|own| is_hardest(&puzzle, own) == (own == hardest)), "{told}");
        for technique in Technique::all() {
            let part = Techniques::up_to(hardest).without(technique);
            assert_eq!(solves(&puzzle, part), !needed.contains(technique), "{told}");
            if !solved_without(&puzzle, technique) {
                assert!(needed.contains(technique), "{technique}: {told}");
            }
        }
        *counts.entry(hardest).or_default() += 1;
    }
    assert!(counts.len() >= 6, "{counts:?}");
}

/// Steps in any order, of any of the techniques.
fn at_random(puzzle: &Puzzle, techniques: Techniques, rng: &mut ChaCha8Rng) -> State {
    let mut state = State::of(&puzzle.grid());
    let list: Vec<Technique> = techniques.iter().collect();
    loop {
        let view = View::of(&state, puzzle.clues());
        let mut left = list.clone();
        let mut step = None;
        while step.is_none() && !left.is_empty() {
            let technique = left.swap_remove(rng.random_range(0..left.len()));
            step = technique.steps(&view).choose(rng).cloned();
        }
        let Some(step) = step else { return state };
        state = step.after(&state);
    }
}

#[test]
fn monotone_techniques_come_to_the_same_in_any_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 3);
    let all: Vec<Puzzle> = puzzles(&mut rng).take(400).collect();
    for (number, puzzle) in all.iter().enumerate() {
        let tops: Vec<Technique> =
            Techniques::monotone().iter().filter(|&own| number % stride(own) == 0).collect();
        let top = *tops.choose(&mut rng).unwrap();
        let part = Techniques::monotone().and(Techniques::up_to(top));
        let (end, _) = closure(&State::of(&puzzle.grid()), puzzle.clues(), part);
        for _ in 0..2 {
            let other = at_random(puzzle, part, &mut rng);
            assert_eq!(other, end, "{puzzle} up to {top}, RNG seed {}", RNG_SEED + 3);
        }
    }
}

#[test]
fn the_known_answers_are_solved_or_stuck_without_a_false_step() {
    let (mut solved, mut all) = (0, 0);
    for puzzle in known() {
        let walk = Walk::of(&puzzle, Techniques::ALL);
        let solution = Candidates::solved(puzzle.solution());
        assert!(solution.is_subset(&walk.end().candidates), "{puzzle}");
        assert_eq!(walk.is_solved(), walk.end().open == CellSet::EMPTY);
        solved += usize::from(walk.is_solved());
        all += 1;
    }
    // Some of them are among the hardest there are.
    assert!(solved * 2 > all && solved < all, "{solved} of {all}");
}
