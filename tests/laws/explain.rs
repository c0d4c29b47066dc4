//! The steps of `explain`: they replay, an exact solver confirms each, and their texts are right.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use seeddb::board::{
    Candidates, Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind, Puzzle, State,
};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Chain, Effect, End, Ladder, Step, Technique, explain, grade};
use seeddb::mine::starter;
use seeddb::search::count_solutions;
use seeddb::symmetry::ClueSymmetry;

use crate::cases::cases;
use crate::puzzles::{known, puzzle};

const RNG_SEED: u64 = 26_11_21;

type Uses = BTreeMap<Technique, usize>;

/// Returns random puzzle number `i`.
fn random(i: usize) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + i as u64);
    minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng)
}

/// Returns the candidates that a step excludes: those removed, and the other candidates of a filled
/// cell.
fn denied(step: &Step) -> Candidates {
    let mut denied = step.removed();
    for (cell, right) in step.filled() {
        for wrong in (step.before.candidates.at(cell) - right.into()).iter() {
            denied[wrong].insert(cell);
        }
    }
    denied
}

/// Asserts that no solution has an excluded candidate.
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

/// Asserts that each fill of a chain is a single on its board, and that the chain ends as stated.
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

/// Replays the steps; returns the number of steps by technique.
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
    // The steps of the highest tier are of the puzzle's tier: no higher technique is used.
    let highest = steps.iter().map(|step| ladder.tier_of(step.technique())).max();
    assert!(
        tier == beyond || highest.unwrap_or(Some(0)) == Some(tier),
        "{puzzle} of tier {tier}: {highest:?}"
    );
    uses
}

#[test]
fn puzzles_replay_and_an_exact_solver_agrees() {
    let count = cases(2_000, 10_000);
    let mut puzzles: Vec<Puzzle> = known().collect();
    puzzles.extend(starter().iter().step_by(50_000 / count).map(|seed| seed.puzzle));
    let given = puzzles.len();
    assert!((count * 3 / 10..count).contains(&given), "{given} of {count} are no random ones");
    let uses = (0..count)
        .into_par_iter()
        .map(|i| replay(&puzzles.get(i).copied().unwrap_or_else(|| random(i))))
        .reduce(Uses::new, |mut all, uses| {
            for (technique, times) in uses {
                *all.entry(technique).or_default() += times;
            }
            all
        });
    // Each technique of the ladder, many times.
    assert!(uses.len() == 13 && uses.values().all(|&times| times >= count / 200), "{uses:?}");
}

/// Puzzles for steps that no known puzzle has: a hidden quad, and an assumption that fills the grid
/// where none is refuted.
const RARE: [&str; 2] = [
    "..7..5..3.....9.41..2.1.......3...84.9...7.6...8..27...........5.42.3....7.6.....",
    "5....4....2.91..4...6...9...6..5.4..91.4..85....1...677......9.....8.....8179.6..",
];

/// The text of the first step of each technique in the known puzzles.
#[test]
fn every_technique_has_its_words() {
    let mut first = BTreeMap::new();
    let rare = RARE.map(puzzle);
    for step in known().chain(rare).flat_map(|puzzle| explain(Ladder::hsolve(), &puzzle)) {
        let solves = matches!(step.application.effect, Effect::Solve(..));
        first.entry((step.technique(), solves)).or_insert(step);
    }
    let mut words: Vec<String> = first.values().map(ToString::to_string).collect();
    words.extend(first.values().filter_map(Step::chain).map(|chain| chain.to_string()));
    insta::assert_snapshot!(words.join("\n"));
}

/// The candidates that the text of a step removes are exactly those that the step removes.
#[test]
fn words_name_each_removal_and_no_other() {
    for step in known().flat_map(|puzzle| explain(Ladder::hsolve(), &puzzle)) {
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

/// Returns the easiest kind of single on a board: 0 the last cell of a house, 1 a hidden single in
/// a box, 2 in a row or column, 3 a naked single; `None` without a single.
fn easiest(state: &State) -> Option<u8> {
    let places = |house: House, digit| state.candidates[digit] & house.cells();
    let lone = |house: House| {
        Digit::all()
            .any(|digit| places(house, digit).single().is_some_and(|c| state.open.contains(c)))
    };
    if House::all().any(|house| (house.cells() & state.open).len() == 1) {
        return Some(0);
    }
    if House::all().any(|house| house.kind() == HouseKind::Box && lone(house)) {
        return Some(1);
    }
    if House::all().any(lone) {
        return Some(2);
    }
    state.open.iter().any(|cell| state.candidates.at(cell).len() == 1).then_some(3)
}

#[test]
fn singles_are_told_where_people_look_first() {
    let mut seen = [0; 4];
    let digs = (0..60).map(|i| {
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + i);
        let grid = solution(&mut rng);
        let open = (0..rng.random_range(10..55)).map(|_| Cell::all().choose(&mut rng).unwrap());
        Grid::keep(&grid.grid(), !open.collect::<CellSet>())
    });
    let digs = digs.filter_map(|grid| Puzzle::new(&grid).ok());
    for puzzle in digs.chain((0..60).map(random)) {
        for step in explain(Ladder::hsolve(), &puzzle) {
            let kind = match (step.technique(), step.houses().first()) {
                (Technique::NakedSingle, Some(_)) => Some(0),
                (Technique::HiddenSingle, Some(house)) => {
                    Some(if house.kind() == HouseKind::Box { 1 } else { 2 })
                }
                (Technique::NakedSingle, None) => Some(3),
                _ => None,
            };
            assert_eq!(kind, easiest(&step.before), "RNG seed {RNG_SEED}, {puzzle}: {step}");
            seen[usize::from(kind.unwrap_or(3))] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

/// The reason of a single names digits that are where it states, and together with the removals of
/// earlier steps they leave the digit one cell, or the cell one digit.
#[test]
fn reasons_are_true_and_enough() {
    let (mut told, mut earlier) = (0, 0);
    for puzzle in (0..150).map(random) {
        for step in explain(Ladder::hsolve(), &puzzle) {
            let words = step.to_string();
            let Some(reason) = step.reason() else {
                let is_last =
                    step.technique() == Technique::NakedSingle && !step.houses().is_empty();
                assert!(is_last || step.filled().is_empty() || step.chain().is_some(), "{words}");
                continue;
            };
            told += 1;
            earlier += usize::from(reason.contains("earlier"));
            let [(cell, digit)] = step.filled()[..] else { panic!("{words}") };
            let filled = !step.before.open;
            let cells = |text: &str| -> CellSet {
                text.split(", ").map(|cell| cell.parse::<Cell>().unwrap()).collect()
            };
            let digits = |text: &str| -> DigitSet {
                let one = |d: &str| Digit::new(d.parse().unwrap()).unwrap();
                text.split(", ").map(one).collect()
            };
            let (mut places, mut others) = (CellSet::EMPTY, DigitSet::EMPTY);
            for part in reason.split("; ") {
                if let Some((of, stands)) = part.split_once(" stands in ") {
                    assert_eq!(digits(of), digit.into(), "{words} ({reason})");
                    for giver in cells(stands) {
                        assert!(filled.contains(giver), "{words} ({reason})");
                        assert_eq!(puzzle.solution()[giver], digit, "{words} ({reason})");
                        places |= giver.peers();
                    }
                } else if let Some(gone) = part.strip_prefix("earlier steps took it from ") {
                    places |= cells(gone);
                    assert!(!step.before.candidates[digit].intersects(cells(gone)), "{reason}");
                } else if let Some((house, has)) = part.split_once(" has ") {
                    let house = House::all().find(|h| h.to_string() == house).unwrap();
                    assert!(house.cells().contains(cell), "{words} ({reason})");
                    for digit in digits(has).iter() {
                        let stands = step.before.candidates[digit] & filled & house.cells();
                        assert!(!stands.is_empty(), "{words} ({reason})");
                    }
                    others |= digits(has);
                } else {
                    others |= digits(part.strip_prefix("earlier steps took ").unwrap());
                }
            }
            match step.houses().first() {
                Some(house) => {
                    let rest = (house.cells() & step.before.open) - CellSet::of(cell);
                    assert!(rest.is_subset(places), "{words} ({reason})");
                }
                None => assert_eq!(others, DigitSet::ALL - digit.into(), "{words} ({reason})"),
            }
        }
    }
    assert!(told > 2_000 && earlier > 20, "{told}, {earlier}");
}
