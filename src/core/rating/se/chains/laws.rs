//! Laws: the fast searches find what the slow ones find, and all hints are true.

use super::memory::Memory;
use super::{branching, cycles};
use crate::board::Puzzle;
use crate::cases::cases;
use crate::rating::se::producers::{ALL, next_hint};
use crate::rating::se::random::{RNG_SEED, puzzles};
use crate::rating::se::sheet::{Candidate, Sheet};
use crate::rating::se::technique::Depth;
use crate::rating::se::without::Without;
use crate::rating::stop::Stop;

/// Calls `check` with boards on the way to the solution of random minimal puzzles: those where
/// producers 1 to 20 find nothing.
fn at_chains(count: usize, mut check: impl FnMut(&Puzzle, &Sheet)) {
    let mut boards = 0;
    let memory = Memory::default();
    for puzzle in puzzles(RNG_SEED) {
        let mut sheet = Sheet::of(&puzzle.grid());
        while let Some(hint) =
            next_hint(&sheet, ALL, Without::NOTHING, &memory, Stop::NEVER).unwrap()
        {
            if hint.score().tenths() >= 65 {
                check(&puzzle, &sheet);
                boards += 1;
            }
            hint.apply(&mut sheet);
        }
        if boards >= count {
            return;
        }
    }
}

#[test]
fn static_chains_are_only_where_the_closure_says() {
    let mut with_hints = 0;
    let boards = cases(100, 400);
    at_chains(boards, |puzzle, sheet| {
        let found = cycles::all(sheet);
        with_hints += usize::from(!found.is_empty());
        assert_eq!(found, cycles::all_from_everywhere(sheet), "{puzzle}, RNG seed {RNG_SEED}");
        // Sparser boards, as they are inside chains.
        for (number, removed) in sheet.candidates().enumerate().step_by(17) {
            if puzzle.solution()[removed.cell()] == removed.digit() {
                continue;
            }
            let mut sparse = sheet.clone();
            for (other, candidate) in sheet.candidates().enumerate() {
                let is_true = puzzle.solution()[candidate.cell()] == candidate.digit();
                if !is_true && (other * 7 + number) % 5 == 0 {
                    sparse.remove(candidate);
                }
            }
            let all = cycles::all_from_everywhere(&sparse);
            assert_eq!(cycles::all(&sparse), all, "{puzzle}, RNG seed {RNG_SEED}");
        }
    });
    assert!(with_hints > boards / 4, "only {with_hints} boards with hints");
}

#[test]
fn the_best_static_chain_is_the_first_of_all() {
    at_chains(cases(100, 400), |puzzle, sheet| {
        let all = cycles::all_from_everywhere(sheet);
        let best = cycles::best(sheet);
        assert_eq!(
            best.map(|hint| (hint.technique, hint.removed)),
            all.into_iter().next().map(|hint| (hint.technique, hint.removed.clone())),
            "{puzzle}, RNG seed {RNG_SEED}"
        );
    });
}

#[test]
fn multiple_chains_are_only_where_branches_have_something_in_common() {
    let memory = Memory::default();
    let mut with_hints = 0;
    let boards = cases(100, 400);
    at_chains(boards, |puzzle, sheet| {
        let found = branching::all(sheet, Depth::Multiple, &memory, Stop::NEVER).unwrap();
        with_hints += usize::from(!found.is_empty());
        let all = branching::all_from_everywhere(sheet, Depth::Multiple);
        assert_eq!(found, all, "{puzzle}, RNG seed {RNG_SEED}");
        let best = branching::best(sheet, Depth::Multiple, &memory, Stop::NEVER).unwrap();
        assert_eq!(
            best.map(|hint| (hint.technique, hint.removed)),
            all.into_iter().next().map(|hint| (hint.technique, hint.removed.clone())),
            "{puzzle}, RNG seed {RNG_SEED}"
        );
    });
    assert!(with_hints > boards / 4, "only {with_hints} boards with hints");
}

/// Up to the deepest, which hardly any puzzle needs.
#[test]
fn chains_of_every_depth_are_sound() {
    let memory = Memory::default();
    let mut boards = 0;
    at_chains(6, |puzzle, sheet| {
        boards += 1;
        for depth in Depth::ALL.into_iter().take(if boards <= 2 { 8 } else { 6 }) {
            let best = branching::best(sheet, depth, &memory, Stop::NEVER).unwrap();
            let Some(hint) = best else { continue };
            let is_true =
                |candidate: &Candidate| puzzle.solution()[candidate.cell()] == candidate.digit();
            assert!(hint.placed.iter().all(is_true), "{puzzle}: {hint:?}");
            assert!(!hint.removed.iter().any(is_true), "{puzzle}: {hint:?}");
        }
    });
}
