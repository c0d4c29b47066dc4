//! The rounds of the labels agree with a literal reading, and belong to the class.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb::board::{Digit, Puzzle};
use seeddb::logic::{Ladder, Technique, grade};
use seeddb::rating::labels::{Labels, Round, rounds};
use seeddb::symmetry::Transform;

use super::literal::{Board, Removed};
use super::{RNG_SEED, puzzles, start};

/// Computes the rounds on plain arrays.
fn literal(puzzle: &Puzzle) -> Option<Vec<Round>> {
    let mut board = Board::of(&start(puzzle));
    let mut rounds = Vec::new();
    let open = |board: &Board| board.open.iter().filter(|&&open| open).count();
    let solved = |cell: usize| {
        let digits = Digit::all().zip(0..);
        let cells = seeddb::board::Cell::all().nth(cell).map(|cell| puzzle.solution()[cell]);
        digits.into_iter().find(|(digit, _)| Some(*digit) == cells).unwrap().1
    };
    while open(&board) > 0 {
        let read = |tier: u8| {
            let rows = Ladder::hsolve().rows(tier).iter();
            let units = |&row| board.read(row).1.into_iter().flatten().map(move |one| (row, one));
            rows.flat_map(units).collect::<Vec<(Technique, (usize, usize))>>()
        };
        let is_completed = |tier| tier == 5 && !board.completing().is_empty();
        let tier = (0..6).find(|&tier| !read(tier).is_empty() || is_completed(tier))?;
        let sight: Removed = read(0).into_iter().map(|(_, one)| one).collect();
        rounds.push(Round { tier, open: open(&board), sight: sight.len() });
        if is_completed(tier) {
            break;
        }
        let mut next = board.clone();
        for (technique, (cell, digit)) in read(tier) {
            match technique {
                Technique::NakedSingle | Technique::HiddenSingle => next.fill(cell, digit),
                // An assumption fills in the right digit of the two.
                Technique::Assumption => next.fill(cell, solved(cell)),
                _ => next.candidates[cell] &= !(1 << digit),
            }
        }
        board = next;
    }
    Some(rounds)
}

#[test]
fn rounds_are_their_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let ladder = Ladder::hsolve();
    let mut tiers = [0; 7];
    for puzzle in puzzles(6, 7, &mut rng) {
        let found = rounds(ladder, &puzzle);
        assert_eq!(found, literal(&puzzle), "{puzzle}, RNG seed {RNG_SEED}");
        // The grade is the hardest tier of the rounds, and the reserved cells are open where it
        // comes first.
        let grade = grade(ladder, &puzzle);
        tiers[usize::from(grade.tier)] += 1;
        let hardest = found.map(|rounds| rounds.iter().map(|round| round.tier).max().unwrap());
        assert_eq!(hardest.unwrap_or(6), grade.tier, "{puzzle}");
        let rounds = rounds(ladder, &puzzle).unwrap_or_default();
        let first = rounds.iter().find(|round| round.tier == grade.tier && grade.tier > 0);
        if let Some(first) = first {
            assert_eq!(first.open, grade.reserved().len(), "{puzzle}");
        }
    }
    assert!(tiers.iter().all(|&puzzles| puzzles > 0), "{tiers:?}");
}

#[test]
fn a_symmetry_keeps_the_labels() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let ladder = Ladder::hsolve();
    for puzzle in puzzles(100, 1, &mut rng) {
        let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let [labels, of_turned] = [&puzzle, &turned].map(|puzzle| Labels::of(ladder, puzzle));
        assert_eq!(labels, of_turned, "{puzzle}, {turned}, RNG seed {RNG_SEED}");
    }
}
