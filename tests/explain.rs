//! The steps of `explain`: they replay, an exact solver agrees with each, and they read well.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeMap;

use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use seeddb::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, Puzzle, State};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Chain, Effect, End, Ladder, Step, Technique, explain, grade, hardest};
use seeddb::mine::starter;
use seeddb::search::count_solutions;
use seeddb::symmetry::ClueSymmetry;

const RNG_SEED: u64 = 26_11_21;

/// Puzzles whose steps are followed.
const PUZZLES: usize = 10_000;

type Uses = BTreeMap<Technique, usize>;

fn known() -> Vec<Puzzle> {
    let puzzle = |line: &str| {
        let grid: Grid = line.split('\t').next().unwrap().parse().unwrap();
        Puzzle::new(&grid).unwrap()
    };
    include_str!("data/known_answers.tsv").lines().skip(1).map(puzzle).collect()
}

/// Puzzle `i` of the random ones.
fn random(i: usize) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + i as u64);
    minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng)
}

/// The candidates that a step says are wrong: those removed, and beside a digit filled in.
fn denied(step: &Step) -> Candidates {
    let mut denied = step.removed();
    for (cell, right) in step.filled() {
        for wrong in (step.before.candidates.at(cell) - right.into()).iter() {
            denied[wrong].insert(cell);
        }
    }
    denied
}

/// The search finds no solution with a denied candidate.
fn confirm(puzzle: &Puzzle, step: &Step) {
    let denied = denied(step);
    for cell in Cell::all() {
        for digit in denied.at(cell).iter() {
            let mut grid = puzzle.grid();
            grid[cell] = Some(digit);
            assert_eq!(count_solutions(&grid, 1), 0, "{puzzle}: {step}, but {digit} fits {cell}");
        }
    }
}

/// Each fill of a chain is a single when its turn comes, and the end is what it says.
fn follow(step: &Step, chain: &Chain) {
    let mut state = step.before;
    let (cell, digit) = chain.assumed;
    state.fill(cell, digit);
    for single in &chain.fills {
        assert!(state.open.contains(single.cell), "{step}: {chain}");
        match single.house {
            None => assert_eq!(state.candidates.at(single.cell), single.digit.into(), "{chain}"),
            Some(house) => {
                let places = state.candidates[single.digit] & house.cells();
                assert_eq!(places.single(), Some(single.cell), "{step}: {chain}");
            }
        }
        state.fill(single.cell, single.digit);
    }
    match chain.end {
        End::NoCandidate(cell) => assert_eq!(state.candidates.at(cell), DigitSet::EMPTY, "{chain}"),
        End::NoPlace(digit, house) => {
            assert!(!state.candidates[digit].intersects(house.cells()), "{step}: {chain}");
        }
    }
}

/// Follows the steps; how often each technique stood in them.
fn replay(puzzle: &Puzzle) -> Uses {
    let ladder = Ladder::hsolve();
    let (tier, steps) = (grade(ladder, puzzle).tier, explain(ladder, puzzle));
    let beyond = ladder.beyond();
    let mut uses = Uses::new();
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    for (i, step) in steps.iter().enumerate() {
        let told = format!("step {} of {puzzle}: {step}", i + 1);
        assert_eq!(step.before, state, "{told}");
        assert!(!state.is_solved(), "{told}");
        step.application.apply(&mut state);
        assert!(state != step.before && state == step.after(), "{told}");
        for cell in Cell::all() {
            let (left, right) = (state.candidates.at(cell), puzzle.solution()[cell]);
            assert!(left.contains(right), "{told}: {cell}");
            assert!(state.open.contains(cell) || left == right.into(), "{told}: {cell}");
        }
        confirm(puzzle, step);
        let refutes = step.technique() == Technique::Assumption
            && matches!(step.application.effect, Effect::Fill(..));
        assert_eq!(step.chain().is_some(), refutes, "{told}");
        if let Some(chain) = step.chain() {
            follow(step, &chain);
        }
        let marks = step.marks();
        for digit in Digit::all() {
            let (pattern, removed) = (marks.pattern[digit], marks.removed[digit]);
            assert!(pattern.is_subset(marks.cells), "{told}");
            assert!((pattern | removed).is_subset(step.before.candidates[digit]), "{told}");
            assert!(!pattern.intersects(removed), "{told}");
            assert!(!state.candidates[digit].intersects(removed), "{told}");
            if step.filled().is_empty() {
                let lost = step.before.candidates[digit] - state.candidates[digit];
                assert_eq!(step.removed()[digit], lost, "{told}");
            }
        }
        assert!(step.cells().is_subset(marks.cells) && marks.pattern != Candidates::NONE, "{told}");
        *uses.entry(step.technique()).or_default() += 1;
    }
    assert_eq!(state.is_solved(), tier != beyond, "{puzzle} of tier {tier}");
    // Always the lowest tier that has a step: nothing above the top tier is needed.
    let highest = steps.iter().map(|step| ladder.tier_of(step.technique())).max();
    assert!(
        tier == beyond || highest.unwrap_or(Some(0)) == Some(tier),
        "{puzzle} of tier {tier}: {highest:?}"
    );
    uses
}

#[test]
fn ten_thousand_puzzles_replay_and_an_exact_solver_agrees() {
    let mut puzzles = known();
    puzzles.extend(starter().iter().step_by(5).map(|seed| seed.puzzle));
    let given = puzzles.len();
    assert!((3_000..PUZZLES).contains(&given), "{given} of {PUZZLES} are no random ones");
    let uses = (0..PUZZLES)
        .into_par_iter()
        .map(|i| replay(&puzzles.get(i).copied().unwrap_or_else(|| random(i))))
        .reduce(Uses::new, |mut all, uses| {
            for (technique, times) in uses {
                *all.entry(technique).or_default() += times;
            }
            all
        });
    // Each technique of the ladder, many times.
    assert!(uses.len() == 13 && uses.values().all(|&times| times >= 50), "{uses:?}");
}

/// Two that the known puzzles do not need: a hidden quad, and an assumption that fills the grid where none
/// is refuted.
const RARE: [&str; 2] = [
    "..7..5..3.....9.41..2.1.......3...84.9...7.6...8..27...........5.42.3....7.6.....",
    "5....4....2.91..4...6...9...6..5.4..91.4..85....1...677......9.....8.....8179.6..",
];

/// How each technique speaks, where it stands first in the known puzzles.
#[test]
fn every_technique_has_its_words() {
    let mut first = BTreeMap::new();
    let rare = RARE.map(|line| Puzzle::new(&line.parse().unwrap()).unwrap());
    for step in known().iter().chain(&rare).flat_map(|puzzle| explain(Ladder::hsolve(), puzzle)) {
        let solves = matches!(step.application.effect, Effect::Solve(..));
        first.entry((step.technique(), solves)).or_insert(step);
    }
    let mut words: Vec<String> = first.values().map(ToString::to_string).collect();
    words.extend(first.values().filter_map(Step::chain).map(|chain| chain.to_string()));
    insta::assert_snapshot!(words.join("\n"));
}

/// Each cell loses exactly what the words say.
#[test]
fn words_name_each_removal_and_no_other() {
    for step in known().iter().flat_map(|puzzle| explain(Ladder::hsolve(), puzzle)) {
        if !matches!(step.application.effect, Effect::Remove(..)) {
            continue;
        }
        let words = step.to_string();
        let mut said = Candidates::NONE;
        for part in words.split(": removes ").nth(1).unwrap().split("; ") {
            let (digits, cells) = part.split_once(" from ").unwrap();
            for digit in digits.split(", ") {
                let digit = Digit::new(digit.parse().unwrap()).unwrap();
                for cell in cells.split(", ") {
                    said[digit].insert(cell.parse().unwrap());
                }
            }
        }
        assert_eq!(said, step.removed(), "{words}");
        assert!(words.starts_with(step.technique().name()), "{words}");
    }
}

/// A hidden single is a step only where no cell has one candidate left: so it is the hardest of a puzzle of singles if
/// there is one at all.
#[test]
fn the_hardest_step_of_singles() {
    let (mut hidden, mut naked) = (0, 0);
    let digs = (0..100).map(|i| {
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + i);
        let grid = solution(&mut rng);
        // Not minimal by far: naked singles are enough.
        let open = (0..rng.random_range(10..55)).map(|_| Cell::all().choose(&mut rng).unwrap());
        Grid::keep(&grid.grid(), !open.collect::<CellSet>())
    });
    let digs = digs.filter_map(|grid| Puzzle::new(&grid).ok());
    for puzzle in digs.chain((0..100).map(random)) {
        let steps = explain(Ladder::hsolve(), &puzzle);
        let is_hidden = |step: &Step| step.technique() == Technique::HiddenSingle;
        for step in steps.iter().filter(|step| is_hidden(step)) {
            assert!(step.before.open.iter().all(|cell| step.before.candidates.at(cell).len() > 1));
        }
        if steps.iter().all(|step| Ladder::hsolve().rows(0).contains(&step.technique())) {
            let first = steps.iter().position(is_hidden);
            assert_eq!(hardest(Ladder::hsolve(), &steps), Some(first.unwrap_or(0)), "{puzzle}");
            *(if first.is_some() { &mut hidden } else { &mut naked }) += 1;
        }
    }
    assert!(hidden > 20 && naked > 20, "{hidden} with hidden singles, {naked} without");
}
