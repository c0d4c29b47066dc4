//! Each technique agrees with its literal definition.

use std::collections::{BTreeMap, BTreeSet};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Digit, State};
use seeddb::logic::{Effect, Ladder, Pattern, Technique, find, find_all};

use super::literal::{Board, Removed};
use super::{RNG_SEED, TOP, closed, midgame, puzzles, random_step, start};
use crate::cases::cases;

/// Returns the removals of a technique's applications, in the form of the literal reading.
fn by_find(state: &State, technique: Technique) -> Removed {
    let mut removed = Removed::new();
    for application in find_all(state, &[technique]).all() {
        assert_eq!(application.technique, technique);
        match (application.effect, application.pattern) {
            (Effect::Remove(digits, cells), _) => {
                for cell in cells {
                    let lost =
                        digits.iter().filter(|&digit| state.candidates[digit].contains(cell));
                    removed.extend(lost.map(|digit| (cell.index(), digit.index())));
                }
                let is_removed = |digit: Digit| state.candidates[digit].intersects(cells);
                assert!(
                    digits.iter().all(is_removed),
                    "{application:?} names more than it removes"
                );
            }
            (Effect::Fill(cell, digit), Pattern::Assumed(at, assumed)) => {
                assert!(cell == at && state.candidates.at(cell) - digit.into() == assumed.into());
                removed.insert((cell.index(), assumed.index()));
            }
            (Effect::Fill(cell, digit), _) => drop(removed.insert((cell.index(), digit.index()))),
            (Effect::Solve(..), _) => {}
        }
    }
    removed
}

#[test]
fn techniques_are_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 4);
    let mut seen = BTreeMap::<Technique, usize>::new();
    for puzzle in puzzles(cases(24, 60), 1, &mut rng) {
        for top in [0, 2, TOP] {
            let state = midgame(&puzzle, top, &mut rng);
            let board = Board::of(&state);
            let what = format!("{puzzle}, RNG seed {RNG_SEED} + 4\n{state:?}");
            for technique in Ladder::hsolve().techniques() {
                let literal: Removed = board.read(technique).1.into_iter().flatten().collect();
                let found = by_find(&state, technique);
                assert_eq!(found, literal, "{technique:?} of {what}");
                *seen.entry(technique).or_default() += usize::from(!found.is_empty());
            }
            let completing: BTreeSet<usize> = find(Ladder::hsolve(), &state, TOP)
                .all()
                .iter()
                .filter_map(|application| match application.effect {
                    Effect::Solve(cell, digit) => Some((cell, digit)),
                    _ => None,
                })
                .inspect(|&(cell, digit)| assert_eq!(digit, puzzle.solution()[cell], "{what}"))
                .map(|(cell, _)| cell.index())
                .collect();
            assert_eq!(completing, board.completing(), "{what}");
        }
    }
    // A state closed by singles has none; every other technique was met.
    for technique in Ladder::hsolve().techniques().skip(2) {
        assert!(seen[&technique] >= 3, "{technique:?}: {seen:?}, RNG seed {RNG_SEED} + 4");
    }
}

#[test]
fn singles_are_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 5);
    for puzzle in puzzles(cases(30, 100), 3, &mut rng) {
        let what = format!("{puzzle}, RNG seed {RNG_SEED} + 5");
        let mut state = start(&puzzle);
        loop {
            for technique in [Technique::NakedSingle, Technique::HiddenSingle] {
                let units = Board::of(&state).read(technique).1.into_iter().flatten();
                assert_eq!(by_find(&state, technique), units.collect(), "{technique:?} of {what}");
            }
            if !random_step(&mut state, 0, &mut rng) {
                break;
            }
        }
        let mut board = Board::of(&start(&puzzle));
        assert!(board.singles());
        let fast = Board::of(&closed(&puzzle, start(&puzzle), 0));
        assert!(board.candidates == fast.candidates && board.open == fast.open, "{what}");
    }
}

/// p and v (design, section 3): the techniques of a tier are counted together, and valid units are
/// counted like possible ones.
#[test]
fn possible_and_valid_are_counted_as_the_paper_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 6);
    for puzzle in puzzles(cases(25, 80), 3, &mut rng) {
        let mut states = vec![start(&puzzle)];
        for _ in 0..rng.random_range(0..20) {
            let mut next = states[0];
            random_step(&mut next, 0, &mut rng);
            states[0] = next;
        }
        states.extend([0, 2, TOP].map(|top| midgame(&puzzle, top, &mut rng)));
        for (i, state) in states.iter().enumerate() {
            let board = Board::of(state);
            // Higher tiers are searched only in states without singles.
            for tier in 0..=if i == 0 { 0 } else { TOP } {
                let found = find(Ladder::hsolve(), state, tier);
                let (mut possible, mut valid) = (0, 0);
                for &technique in Ladder::hsolve().rows(tier) {
                    let (p, units) = board.read(technique);
                    possible += p;
                    valid += units.len();
                    if technique == Technique::Assumption {
                        let refuting: BTreeSet<usize> =
                            units.iter().flatten().map(|&(cell, _)| cell).collect();
                        valid = refuting.union(&board.completing()).count();
                    }
                }
                let what = format!("tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 6\n{state:?}");
                assert_eq!((found.possible, found.valid()), (possible, valid), "{what}");
                let pooled: usize = (0..found.valid()).map(|unit| found.unit(unit).len()).sum();
                assert_eq!(pooled, found.all().len(), "{what}");
                assert!((0..found.valid()).all(|unit| !found.unit(unit).is_empty()));
            }
        }
    }
}
