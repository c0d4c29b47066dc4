//! The steps of `explain`: they replay, and they read well.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use seeddb::board::{Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind, Puzzle, State};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Application, BEYOND, Effect, Pattern, Technique, explain, grade};
use seeddb::symmetry::ClueSymmetry;

const RNG_SEED: u64 = 26_11_21;

fn known() -> impl Iterator<Item = Puzzle> {
    include_str!("data/known_answers.tsv").lines().skip(1).map(|line| {
        let grid: Grid = line.split('\t').next().unwrap().parse().unwrap();
        Puzzle::new(&grid).unwrap()
    })
}

/// Follows the steps; how often each technique stood in them.
fn replay(puzzle: &Puzzle, seen: &mut BTreeMap<Technique, usize>) {
    let told = |step: usize| format!("step {} of {puzzle}, RNG seed {RNG_SEED}", step + 1);
    let tier = grade(puzzle).tier;
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    let mut highest = 0;
    for (i, step) in explain(puzzle).iter().enumerate() {
        let before = state;
        assert!(!before.is_solved(), "{}: solved before", told(i));
        step.apply(&mut state);
        assert!(state != before, "{}: {step} changes nothing", told(i));
        for cell in Cell::all() {
            let digit = puzzle.solution()[cell];
            assert!(
                state.candidates[digit].contains(cell),
                "{}: {step} removes {digit} from {cell}",
                told(i)
            );
            if !state.open.contains(cell) {
                assert_eq!(state.candidates.at(cell), digit.into(), "{}: {step}", told(i));
            }
        }
        let words = step.to_string();
        assert!(words.starts_with(step.technique.name()), "{}: {words}", told(i));
        if let Effect::Remove(digits, cells) = step.effect {
            assert!(
                words.ends_with(&format!("removes {digits} from {cells}")),
                "{}: {words}",
                told(i)
            );
            for cell in cells {
                let lost = digits.iter().any(|digit| before.candidates[digit].contains(cell));
                assert!(lost, "{}: {words} names {cell}, where nothing goes", told(i));
            }
        }
        highest = highest.max(step.technique.tier());
        *seen.entry(step.technique).or_default() += 1;
    }
    assert_eq!(state.is_solved(), tier != BEYOND, "{puzzle} of tier {tier}, RNG seed {RNG_SEED}");
    // Always the lowest tier that has a step: nothing above the top tier is needed.
    assert!(
        highest <= tier,
        "{puzzle} of tier {tier} explained with tier {highest}, RNG seed {RNG_SEED}"
    );
    if tier != BEYOND {
        assert_eq!(highest, tier, "{puzzle}, RNG seed {RNG_SEED}");
    }
}

#[test]
fn steps_replay_to_the_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut seen = BTreeMap::new();
    for puzzle in known() {
        replay(&puzzle, &mut seen);
    }
    for _ in 0..500 {
        let puzzle = minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng);
        replay(&puzzle, &mut seen);
    }
    assert!(seen.len() >= 11, "{seen:?}, RNG seed {RNG_SEED}");
}

fn cells(names: &str) -> CellSet {
    names.split(' ').map(|name| name.parse::<Cell>().unwrap()).collect()
}

fn digits(text: &str) -> DigitSet {
    text.bytes().map(|b| Digit::new(b - b'0').unwrap()).collect()
}

fn digit(value: u8) -> Digit {
    Digit::new(value).unwrap()
}

/// How each technique speaks.
#[test]
fn every_technique_has_its_words() {
    use Technique::{Assumption, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle};
    let (r5c2, box4, row3) = (Cell::at(4, 1), House::boxed(3), House::row(2));
    let lines =
        |numbers: [usize; 2]| numbers.iter().fold(0u16, |all, number| all | 1 << (number - 1));
    for (technique, pattern, effect, words) in [
        (
            NakedSingle,
            Pattern::Single(r5c2, digit(7), None),
            Effect::Fill(r5c2, digit(7)),
            "naked single 7: r5c2",
        ),
        (
            HiddenSingle,
            Pattern::Single(r5c2, digit(7), Some(box4)),
            Effect::Fill(r5c2, digit(7)),
            "hidden single 7 in box 4: r5c2",
        ),
        (
            Naked(2),
            Pattern::Subset(row3, cells("r3c1 r3c8"), digits("28")),
            Effect::Remove(digits("2"), cells("r3c4 r3c5")),
            "naked pair 2, 8 in row 3 (r3c1, r3c8): removes 2 from r3c4, r3c5",
        ),
        (
            Hidden(3),
            Pattern::Subset(box4, cells("r4c1 r5c2 r6c3"), digits("159")),
            Effect::Remove(digits("46"), cells("r5c2")),
            "hidden triple 1, 5, 9 in box 4 (r4c1, r5c2, r6c3): removes 4, 6 from r5c2",
        ),
        (
            Locked,
            Pattern::Locked(digit(4), box4, House::column(1)),
            Effect::Remove(digits("4"), cells("r1c2")),
            "locked candidates: 4 of box 4 only in column 2: removes 4 from r1c2",
        ),
        (
            Fish(2),
            Pattern::Fish(digit(6), HouseKind::Row, lines([2, 7])),
            Effect::Remove(digits("6"), cells("r5c2")),
            "X-wing on 6 in rows 2, 7: removes 6 from r5c2",
        ),
        (
            Fish(4),
            Pattern::Fish(digit(6), HouseKind::Column, lines([1, 3]) | lines([5, 9])),
            Effect::Remove(digits("6"), cells("r5c2")),
            "jellyfish on 6 in columns 1, 3, 5, 9: removes 6 from r5c2",
        ),
        (
            Assumption,
            Pattern::Assumed(r5c2, digit(3)),
            Effect::Fill(r5c2, digit(7)),
            "limited backtracking: 3 in r5c2 leads to a contradiction: r5c2 is 7",
        ),
        (
            Assumption,
            Pattern::Assumed(r5c2, digit(7)),
            Effect::Solve(r5c2, digit(7)),
            "limited backtracking: 7 in r5c2 fills the grid: solved",
        ),
    ] {
        assert_eq!(Application { technique, pattern, effect }.to_string(), words);
    }
    let names =
        [Naked(2), Naked(3), Naked(4), Hidden(2), Hidden(3), Hidden(4), Fish(2), Fish(3), Fish(4)]
            .map(Technique::name)
            .join(", ");
    let expected = "naked pair, naked triple, naked quad, hidden pair, hidden triple, hidden quad, X-wing, swordfish, jellyfish";
    assert_eq!(names, expected);
}
