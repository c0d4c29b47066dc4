//! The hints of books are true: filled digits are those of the solution, removed candidates are
//! not, and every solver who takes easier steps first reaches the board of the hint. The texts are
//! read literally.

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rayon::prelude::*;
use seeddb::board::{Cell, CellSet, Digit, DigitSet, House, HouseKind, Puzzle, State};
use seeddb::export::book::{Help, Hint, Language};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::search::count_solutions;
use seeddb::symmetry::ClueSymmetry;

use crate::cases::cases;

const RNG_SEED: u64 = 20_261_125;

/// Returns up to `count` puzzles of a tier, refilled from distinct random starter seeds.
fn drawn(tier: u8, count: usize) -> Vec<Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + u64::from(tier));
    let ladder = Ladder::hsolve();
    let tier_of = |seed: &seeddb::record::Seed| seed.grading(ladder.id()).map(|own| own.tier);
    let mut seeds: Vec<_> =
        starter().into_iter().filter(|seed| tier_of(seed) == Some(tier)).collect();
    seeds.shuffle(&mut rng);
    let mut puzzles = Vec::new();
    for seed in seeds.iter().map(|seed| seed.puzzle) {
        if puzzles.len() == count {
            break;
        }
        let prepared = Prepared::new(ladder, &seed, &grade(ladder, &seed));
        let clues = prepared.refill(&RefillTarget::default(), &mut rng);
        puzzles.extend(clues.and_then(|clues| prepared.puzzle(clues)));
    }
    puzzles
}

fn random(count: u64) -> impl Iterator<Item = Puzzle> {
    (0..count).map(|i| {
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 1_000 + i);
        minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng)
    })
}

fn digits(text: &str) -> DigitSet {
    text.split(", ").map(|digit| Digit::new(digit.parse().unwrap()).unwrap()).collect()
}

fn cells(text: &str) -> CellSet {
    text.split(", ").map(|cell| cell.parse::<Cell>().unwrap()).collect()
}

fn houses(text: &str) -> Vec<House> {
    let (kind, numbers) = text.split_once(' ').unwrap();
    let of = |number: &str| {
        let number = number.parse::<usize>().unwrap() - 1;
        match kind.trim_end_matches('s') {
            "row" => House::row(number),
            "column" => House::column(number),
            "box" | "boxe" => House::boxed(number),
            other => panic!("{other}"),
        }
    };
    numbers.split(", ").map(of).collect()
}

/// Returns the kind of single that a text describes: 0 the last cell of a house, 1 a hidden single
/// in a box, 2 in a row or column, 3 a naked single; 4 for other steps.
fn kind(words: &str) -> u8 {
    match words {
        _ if words.contains("the last cell of") => 0,
        _ if words.starts_with("hidden single") && words.contains(" in box ") => 1,
        _ if words.starts_with("hidden single") => 2,
        _ if words.starts_with("naked single") => 3,
        _ => 4,
    }
}

/// Returns a single of one of the kinds below `kind` on a board, chosen at random.
fn single(state: &State, kind: u8, rng: &mut ChaCha8Rng) -> Option<(Cell, Digit)> {
    let mut found = Vec::new();
    for house in House::all() {
        let open = house.cells() & state.open;
        if let Some(cell) = open.single() {
            found.extend(state.candidates.at(cell).single().map(|digit| (cell, digit)));
        }
        let own = if house.kind() == HouseKind::Box { 1 } else { 2 };
        for digit in Digit::all().filter(|_| own < kind) {
            let place = (state.candidates[digit] & house.cells()).single();
            found.extend(place.filter(|cell| open.contains(*cell)).map(|cell| (cell, digit)));
        }
    }
    if kind > 3 {
        let naked = |cell| Some((cell, state.candidates.at(cell).single()?));
        found.extend(state.open.iter().filter_map(naked));
    }
    found.choose(rng).copied()
}

/// Asserts that the text of a step is true of a board.
fn confirm(puzzle: &Puzzle, state: &State, words: &str) {
    let told = format!("RNG seed {RNG_SEED}, {puzzle}: {words}");
    let solution = puzzle.solution();
    let places = |digit: Digit, house: House| state.candidates[digit] & house.cells();
    let (words, effect) = match words.split_once(": removes ") {
        Some((words, removed)) => {
            for part in removed.split("; ") {
                let (gone, from) = part.split_once(" from ").unwrap();
                for cell in cells(from) {
                    for digit in digits(gone).iter() {
                        assert!(state.open.contains(cell), "{told}");
                        assert!(state.candidates[digit].contains(cell), "{told}");
                        assert!(solution[cell] != digit, "{told}");
                    }
                }
            }
            (words, None)
        }
        None if words.ends_with(": solved") => return,
        None => {
            let words = words.split_once(" (").map_or(words, |(words, _)| words);
            let (before, filled) = words.rsplit_once(": ").unwrap();
            let (cell, digit) = match filled.split_once(" is ") {
                Some((cell, digit)) => (cell, digits(digit)),
                None => (filled, digits(before.split(' ').nth(2).unwrap().trim_end_matches(','))),
            };
            let (cell, digit) = (cell.parse::<Cell>().unwrap(), digit.single().unwrap());
            assert!(state.open.contains(cell) && solution[cell] == digit, "{told}");
            (before, Some((cell, digit)))
        }
    };
    if let Some((cell, digit)) = effect.filter(|_| kind(words) < 4) {
        match words.split_once(" in ").or_else(|| words.split_once("the last cell of ")) {
            Some((_, house)) => {
                let open = houses(house)[0].cells() & state.open;
                let own = places(digit, houses(house)[0]) & state.open;
                assert_eq!(own.single(), Some(cell), "{told}");
                assert!(kind(words) > 0 || open.single() == Some(cell), "{told}");
            }
            None => assert_eq!(state.candidates.at(cell), digit.into(), "{told}"),
        }
    } else if let Some(rest) = words.strip_prefix("locked candidates: ") {
        let (from, rest) = rest.split_once(" has ").unwrap();
        let (digit, to) = rest.split_once(" only in ").unwrap();
        let own = places(digits(digit).single().unwrap(), houses(from)[0]);
        assert!(own.is_subset(houses(to)[0].cells()) && own.len() > 1, "{told}");
    } else if let Some((_, rest)) = words.split_once(" on ") {
        let (digit, lines) = rest.split_once(" in ").unwrap();
        let digit = digits(digit).single().unwrap();
        let (lines, across) = lines.split_once(" and ").unwrap();
        let (lines, across) = (houses(lines), houses(across));
        assert_eq!(lines.len(), across.len(), "{told}");
        let cover: CellSet = across.iter().map(|line| line.cells()).collect();
        assert!(lines.iter().all(|&line| places(digit, line).is_subset(cover)), "{told}");
    } else if let Some(rest) = words.strip_prefix("limited backtracking: ") {
        let Some((digit, cell)) =
            rest.strip_suffix(" leads to a contradiction").and_then(|rest| rest.split_once(" in "))
        else {
            assert!(rest.ends_with("fills the grid"), "{told}");
            return;
        };
        let mut grid = state.filled();
        grid[cell.parse::<Cell>().unwrap()] = digits(digit).single();
        assert_eq!(count_solutions(&grid, 1), 0, "{told}");
    } else if words.starts_with("naked") || words.starts_with("hidden") {
        let (name, rest) = words.split_at(words.find(|c: char| c.is_ascii_digit()).unwrap());
        let (own, rest) = rest.split_once(" in ").unwrap();
        let (house, of) = rest.strip_suffix(')').and_then(|rest| rest.split_once(" (")).unwrap();
        let (own, of, house) = (digits(own), cells(of), houses(house)[0]);
        assert!(own.len() == of.len() && of.is_subset(house.cells()), "{told}");
        if name.starts_with("naked") {
            assert!(of.iter().all(|cell| (state.candidates.at(cell) - own).is_empty()), "{told}");
        } else {
            assert!(own.iter().all(|digit| places(digit, house).is_subset(of)), "{told}");
        }
    } else {
        assert!(words.starts_with("no named technique helps"), "{told}");
    }
}

/// Checks a hint; returns its text.
fn check(puzzle: &Puzzle) -> String {
    let hint = Hint::of(Ladder::hsolve(), puzzle).unwrap();
    let words = hint.told_in(Language::En).unwrap();
    let told = format!("RNG seed {RNG_SEED}, {puzzle}: {words}");
    let lower = |text: &str| match text.strip_prefix("X-wing") {
        Some(_) => text.to_owned(),
        None => text[..1].to_lowercase() + &text[1..],
    };
    let all = words.strip_suffix('.').unwrap();
    let (first, next) = all.split_once(". Then: ").map_or((all, None), |(a, b)| (a, Some(b)));
    let first = lower(first);
    let before = *hint.first.before();
    confirm(puzzle, &before, &first);
    assert_eq!(next.is_some(), hint.next.is_some(), "{told}");
    if let (Some(next), Some(help)) = (next, hint.next) {
        assert_eq!(*help.before(), hint.first.after(), "{told}");
        confirm(puzzle, help.before(), next);
    }
    // Filling in easier singles in any order leads to the board of the hint, which has no easier
    // step.
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    while let Some((cell, digit)) = single(&state, kind(&first), &mut rng) {
        state.fill(cell, digit);
    }
    assert_eq!(state, before, "{told}");
    if let Help::Digit(..) = hint.first {
        for tier in Ladder::hsolve().searched() {
            let found = seeddb::logic::find(Ladder::hsolve(), &before, tier);
            assert!(found.all().is_empty(), "{told}");
        }
    }
    words
}

#[test]
fn hints_are_true() {
    let mut puzzles: Vec<Puzzle> = (1..=6).flat_map(|tier| drawn(tier, cases(20, 60))).collect();
    puzzles.extend(random(cases(100, 300) as u64));
    puzzles.shuffle(&mut ChaCha8Rng::seed_from_u64(RNG_SEED));
    let words: Vec<String> = puzzles.par_iter().map(check).collect();
    for part in ["hidden single", "Locked candidates", "pair", "Limited backtracking", "no named"] {
        let count =
            words.iter().filter(|words| words.to_lowercase().contains(&part.to_lowercase()));
        println!("{part}: {}", count.clone().count());
        assert!(count.count() > 0, "{part}, RNG seed {RNG_SEED}");
    }
}

/// At least 195 of the hints of 200 hard puzzles are distinct.
#[test]
fn hints_of_hard_puzzles_differ() {
    for tier in [5, 6] {
        let puzzles = drawn(tier, 200);
        let hint = |puzzle: &Puzzle| {
            Hint::of(Ladder::hsolve(), puzzle).unwrap().told_in(Language::En).unwrap()
        };
        let distinct: BTreeSet<String> = puzzles.par_iter().map(hint).collect();
        println!("tier {tier}: {} of {} hints are distinct", distinct.len(), puzzles.len());
        assert!(distinct.len() >= 195, "tier {tier}, RNG seed {RNG_SEED}: {}", distinct.len());
    }
}
