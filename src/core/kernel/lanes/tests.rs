//! The law of the lanes: each equals a run on a plain board.

use chacha20::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::owners::owner;
use super::planes::bit;
use super::*;
use crate::board::{Cell, DigitSet, House};
use crate::kernel::race;
use crate::kernel::run_board::RunLayout;
use crate::puzzles::known;

/// Returns the number of kinds of single that an open cell is, by the definition: naked if it has
/// one candidate, hidden if its digit has no other place in one of its houses.
fn singles(state: &State, cell: Cell, digit: Digit) -> u16 {
    let naked = state.candidates.at(cell) == digit.into();
    let alone = |house: House| (state.candidates[digit] & house.cells()).single() == Some(cell);
    u16::from(naked) + u16::from(cell.houses().into_iter().any(alone))
}

/// Returns the rate of an open cell, by the definition.
fn rate(state: &State, cell: Cell, digit: Digit) -> u16 {
    let alone = |house: House| (state.candidates[digit] & house.cells()).single() == Some(cell);
    let [row, column, boxed] = cell.houses();
    if alone(boxed) {
        race::IN_BOX
    } else if alone(row) || alone(column) {
        race::IN_LINE
    } else {
        u16::from(state.candidates.at(cell) == digit.into()) * race::NAKED
    }
}

/// The plain definition of a rule.
struct Plain<R: Rule> {
    addend: fn(&State, Cell, Digit) -> u16,
    charge: fn(usize, u16) -> f32,
    numbers: fn(&R::Sums) -> [u16; LANES],
}

const CHECKS: Plain<Checks> = Plain {
    addend: singles,
    charge: |open, valid| (2 * open + 1) as f32 / (f32::from(valid) + 1.0),
    numbers: |sums| sums.map(u16::from),
};

const RACE: Plain<Race> = Plain {
    addend: rate,
    charge: |open, rate| race::WRITING + race::pace(open) / f32::from(rate),
    numbers: |sums| *sums,
};

struct Side<'a> {
    phase: &'a Phase,
    begins: &'a [Begin],
    filled: CellSet,
    solution: &'a Solution,
}

/// Runs the lanes beside plain boards, each from its own start: with equal random numbers each has
/// the same sum over its cells, pick and cost at each step. Returns the steps, and the costs.
fn follow<R: Rule>(
    plain: &Plain<R>,
    &Side { phase, begins, filled, solution }: &Side<'_>,
    mut boards: [State; LANES],
    rng: &mut ChaCha8Rng,
    what: &str,
) -> (usize, [f64; LANES]) {
    // Picks are counted in the order of owners: even numbers first, then odd ones.
    let count = filled.len();
    let in_order: Vec<(Cell, usize)> =
        filled.iter().enumerate().map(|(place, cell)| (cell, owner(place, count))).collect();
    let sum = |board: &State| -> u16 {
        let open = in_order.iter().filter(|(cell, _)| board.open.contains(*cell));
        open.map(|&(cell, _)| (plain.addend)(board, cell, solution[cell])).sum()
    };
    let mut costs = [0f32; LANES];
    let mut open = phase.open;
    let result = phase.run_watched::<R>(begins, rng, |watched| {
        let [valid, picks] = [watched.valid, watched.picks].map(plain.numbers);
        for (lane, board) in boards.iter_mut().enumerate() {
            let what = format!("lane {lane} of {what}, {open} open");
            let has_begun = board.open.len() >= open;
            let all = if has_begun { sum(board) } else { 0 };
            assert_eq!(valid[lane], all, "{what}");
            if all > 0 {
                costs[lane] += (plain.charge)(board.open.len(), all);
                let mut counted = 0;
                let picked = in_order.iter().map(|(cell, _)| *cell).find(|&cell| {
                    if board.open.contains(cell) {
                        counted += (plain.addend)(board, cell, solution[cell]);
                    }
                    counted > picks[lane]
                });
                let cell = picked.unwrap();
                board.fill(cell, solution[cell]);
            }
            for &(cell, owner) in &in_order {
                let is_filled = watched.signals[owner] >> bit(lane) & 1 == 1;
                assert_eq!(is_filled, !has_begun || !board.open.contains(cell), "{cell}, {what}");
            }
        }
        open -= 1;
    });
    // The last step is not watched.
    for (board, cost) in boards.iter().zip(&mut costs) {
        let all = sum(board);
        if all > 0 {
            assert_eq!(board.open.len(), open, "{what}");
            *cost += (plain.charge)(open, all);
        }
    }
    assert_eq!(result.map(f64::to_bits), costs.map(|cost| f64::from(cost).to_bits()), "{what}");
    (phase.open - open, result)
}

/// Compares all lanes, from the clues to the end of the singles, with plain runs.
fn lanes_are_runs<R: Rule>(plain: &Plain<R>) {
    let rng_seed = 16;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let (mut steps, mut different) = (0, 0);
    for puzzle in known() {
        let solution = puzzle.solution();
        let from = State::of_clues(solution, puzzle.clues());
        let mut to = from;
        assert!(to.propagate::<false>(DigitSet::ALL));
        let phase = Phase::new(&from, &to, solution);
        let what = format!("{puzzle}, RNG seed {rng_seed}");
        let filled = from.open - to.open;
        let side = Side { phase: &phase, begins: &[], filled, solution };
        let (made, costs) = follow(plain, &side, [from; LANES], &mut rng, &what);
        steps += made;
        different += usize::from(costs.iter().any(|cost| cost.to_bits() != costs[0].to_bits()));
    }
    assert!(steps > 4_000 && different > 100, "{steps}, {different}");
}

#[test]
fn every_lane_is_a_run_on_a_plain_board() {
    lanes_are_runs(&CHECKS);
}

#[test]
fn every_lane_is_a_race_on_a_plain_board() {
    lanes_are_runs(&RACE);
}

/// Each lane starts from its own board: some cells are filled, and other wrong candidates are gone.
#[test]
fn every_lane_of_a_fan_is_a_race_from_its_board() {
    let rng_seed = 19;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let (mut steps, mut ended) = (0, 0);
    for puzzle in known() {
        let solution = puzzle.solution();
        let mut from = State::of_clues(solution, puzzle.clues());
        if rng.random() {
            assert!(from.propagate::<false>(DigitSet::ALL));
        }
        if from.is_solved() {
            continue;
        }
        let (layout, first) = RunLayout::new(&from, solution);
        let boards: Vec<(State, Start)> = (0..rng.random_range(1..10))
            .map(|_| {
                let (mut state, mut board) = (from, first.clone());
                for _ in 0..rng.random_range(0..4) {
                    let share = rng.random_range(0.0..0.2);
                    for digit in Digit::all() {
                        let open = state.open.iter();
                        let lost: CellSet = open.filter(|_| rng.random_bool(share)).collect();
                        state.remove(digit.into(), lost - solution.places(digit));
                        board.remove(digit.into(), lost, &layout);
                    }
                    let cells = state.open.iter().sample(&mut rng, 3);
                    for cell in cells {
                        state.fill(cell, solution[cell]);
                        board.fill(cell, &layout);
                    }
                }
                (state, Start::of(&board, &first, &layout))
            })
            .collect();
        let fan = Fan::new(&from, &layout, boards.iter().map(|(_, start)| start), solution);
        let mut lanes = [0; LANES].map(|_| rng.random_range(0..boards.len()));
        if rng.random() {
            lanes.sort_unstable();
        }
        let begins = fan.begins(&lanes.map(|board| &boards[board].1));
        let states = lanes.map(|board| boards[board].0);
        let what = format!("{puzzle}, RNG seed {rng_seed}");
        let side = Side { phase: &fan.phase, begins: &begins, filled: from.open, solution };
        let (made, _) = follow(&RACE, &side, states, &mut rng, &what);
        steps += made;
        for mut state in states {
            assert!(state.propagate::<false>(DigitSet::ALL));
            ended += usize::from(!state.is_solved());
        }
    }
    assert!(steps > 3_000 && ended > 1_000, "{steps}, {ended}");
}
