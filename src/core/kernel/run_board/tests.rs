//! The law of boards of runs: the same singles as by the definition at every step.

use super::*;
use crate::puzzles::known;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

fn singles(state: &State, solution: &Solution) -> [CellSet; 2] {
    let places = |cell: Cell| state.candidates[solution[cell]];
    let alone = |cell: Cell, house: House| (places(cell) & house.cells()).single() == Some(cell);
    let is_hidden = |cell: &Cell| cell.houses().into_iter().any(|house| alone(*cell, house));
    let is_naked = |cell: &Cell| state.candidates.at(*cell).len() == 1;
    [state.open.iter().filter(is_naked).collect(), state.open.iter().filter(is_hidden).collect()]
}

#[test]
fn singles_are_those_of_the_definition_at_every_step() {
    let rng_seed = 15;
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
    let (mut steps, mut stuck) = (0, 0);
    for puzzle in known() {
        let what = format!("{puzzle}, RNG seed {rng_seed}");
        let solution = puzzle.solution();
        let mut state = State::of_clues(solution, puzzle.clues());
        let (layout, mut board) = RunLayout::new(&state, solution);
        let cells =
            |mask: u64| -> CellSet { bits(mask).map(|number| layout.cells[number]).collect() };
        let mut seen = state;
        let mut snapshot = board.snapshot();
        while !state.is_solved() {
            let literal = singles(&state, solution);
            assert_eq!(board.singles().map(cells), literal, "{what}");
            let alone = |cell: &Cell| {
                let [_, _, boxed] = cell.houses();
                (state.candidates[solution[*cell]] & boxed.cells()).single() == Some(*cell)
            };
            let boxed: CellSet = state.open.iter().filter(alone).collect();
            let mut found = 0;
            board.add_boxed(&mut found, &mut [0; Digit::COUNT], &layout);
            assert_eq!(cells(found & board.open), boxed, "{what}");
            assert_eq!(*board.wrong(), layout.wrong(&state), "{what}");
            let is_any = literal != [CellSet::EMPTY; 2];
            assert_eq!(board.next_wait(&layout).is_some(), is_any, "{what}");
            if let Some(cell) = (literal[0] | literal[1]).iter().choose(&mut rng) {
                state.fill(cell, solution[cell]);
                board.fill(cell, &layout);
                steps += 1;
            } else {
                // Remove some wrong candidates, as a higher tier would, but never a digit of the
                // solution.
                for digit in Digit::all() {
                    let lost = state.open.iter().filter(|_| rng.random_bool(0.1)).collect();
                    state.remove(digit.into(), lost - solution.places(digit));
                    board.remove(digit.into(), lost, &layout);
                }
                stuck += 1;
            }
            if rng.random_bool(0.1) {
                snapshot.catch_up(&mut seen, &board, &layout);
                assert_eq!(seen, state, "{what}");
                snapshot = board.snapshot();
            }
        }
    }
    assert!(steps > 5_000 && stuck > 100, "{steps}, {stuck}");
}

#[test]
fn phases_end_where_propagation_does() {
    let rng_seed = 15;
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
    for puzzle in known() {
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        let (layout, mut board) = RunLayout::new(&state, puzzle.solution());
        let open = state.open.len();
        let mut filled = board.clone();
        filled.fill_singles(&layout);
        let cost = board.run(&layout, &mut rng);
        assert_eq!((filled.open(), filled.wrong()), (board.open(), board.wrong()), "{puzzle}");
        assert!(state.propagate::<false>(DigitSet::ALL));
        assert_eq!(*board.wrong(), layout.wrong(&state), "{puzzle}, RNG seed {rng_seed}");
        assert!(cost >= (open - state.open.len()) as f64, "{puzzle}, RNG seed {rng_seed}");
    }
}
