//! The laws of the ladder: techniques are sound, independent of order, monotone and idempotent, and
//! each agrees with a slow, literal reading of its definition on plain arrays.

mod definitions;
mod labels;
mod literal;

use chacha20::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use seeddb::board::{Cell, CellSet, Digit, Puzzle, State};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Closure, Effect, Ladder, Matching, find};
use seeddb::symmetry::ClueSymmetry;

use crate::puzzles::known;

const RNG_SEED: u64 = 548_2026;
const TOP: u8 = 5;
const TIERS: usize = 6;

/// Returns known puzzles (every `step`-th) and `random` random minimal ones; together they have all
/// tiers.
fn puzzles(random: usize, step: usize, rng: &mut impl Rng) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = known().step_by(step).collect();
    puzzles.extend((0..random).map(|_| minimal(&solution(rng), ClueSymmetry::None, rng)));
    puzzles
}

fn start(puzzle: &Puzzle) -> State {
    State::of_clues(puzzle.solution(), puzzle.clues())
}

/// Returns the closure of a state on the way to the solution of `puzzle`.
fn closed(puzzle: &Puzzle, state: State, tier: u8) -> State {
    let matching = Matching::of(puzzle.solution());
    let mut closure = Closure::of_state(Ladder::hsolve(), state, &matching);
    closure.close(tier);
    *closure.state()
}

/// Whether no cell lost the digit of its solution or is filled with another.
fn keeps(state: &State, puzzle: &Puzzle) -> bool {
    Cell::all().all(|cell| state.candidates[puzzle.solution()[cell]].contains(cell))
}

/// Whether `a` has only candidates and open cells that `b` has.
fn is_further(a: &State, b: &State) -> bool {
    a.candidates.is_subset(&b.candidates) && a.open.is_subset(b.open)
}

/// Applies a random application of a random tier up to `tier` that has any, except completing
/// assumptions; returns whether one was found.
fn random_step(state: &mut State, tier: u8, rng: &mut impl Rng) -> bool {
    let first = rng.random_range(0..=tier);
    for i in 0..=tier {
        let found = find(Ladder::hsolve(), state, (first + i) % (tier + 1));
        let useful: Vec<_> = found
            .all()
            .iter()
            .filter(|application| !matches!(application.effect, Effect::Solve(..)))
            .collect();
        if !useful.is_empty() {
            useful[rng.random_range(0..useful.len())].apply(state);
            return true;
        }
    }
    false
}

/// Returns a state reached by a random solver of tiers up to `tier`, then closed by singles.
fn midgame(puzzle: &Puzzle, tier: u8, rng: &mut impl Rng) -> State {
    let mut state = closed(puzzle, start(puzzle), 0);
    for _ in 0..rng.random_range(0..12) {
        if !random_step(&mut state, tier, rng) {
            break;
        }
    }
    closed(puzzle, state, 0)
}

#[test]
fn nothing_ever_removes_the_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut applied = [0; TIERS];
    for puzzle in puzzles(100, 3, &mut rng) {
        let mut states = vec![start(&puzzle)];
        states.extend((0..=TOP).map(|tier| closed(&puzzle, start(&puzzle), tier)));
        states.push(midgame(&puzzle, TOP, &mut rng));
        for state in states {
            assert!(keeps(&state, &puzzle), "{puzzle}, RNG seed {RNG_SEED}\n{state:?}");
            for tier in 0..=TOP {
                for application in find(Ladder::hsolve(), &state, tier).all() {
                    let what = format!("{application:?} in {puzzle}, RNG seed {RNG_SEED}");
                    let mut after = state;
                    application.apply(&mut after);
                    assert!(keeps(&after, &puzzle) && is_further(&after, &state), "{what}");
                    assert!(after != state, "{what} changes nothing");
                    applied[usize::from(tier)] += 1;
                }
            }
        }
    }
    assert!(applied.iter().all(|&count| count >= 20), "{applied:?}, RNG seed {RNG_SEED}");
}

/// Single applications in any order end in the state of the closure.
#[test]
fn any_order_ends_where_the_closure_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 1);
    let mut stuck = [0; TIERS];
    for puzzle in puzzles(60, 2, &mut rng) {
        for tier in 0..=TOP {
            let expected = closed(&puzzle, start(&puzzle), tier);
            let what = format!("tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 1");
            let mut state = start(&puzzle);
            while random_step(&mut state, tier, &mut rng) {
                assert!(is_further(&expected, &state), "{what}");
            }
            assert!(state == expected, "{what}\nfind:\n{state:?}\nclosure:\n{expected:?}");
            stuck[usize::from(tier)] += usize::from(!state.is_solved());
        }
    }
    assert!(stuck.iter().all(|&count| count >= 5), "{stuck:?}, RNG seed {RNG_SEED} + 1");
}

#[test]
fn closing_is_monotone() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 2);
    for puzzle in puzzles(100, 3, &mut rng) {
        let mut more = puzzle.clues();
        for cell in Cell::all() {
            if rng.random_range(0..20) == 0 {
                more.insert(cell);
            }
        }
        for tier in 0..=TOP {
            let few = closed(&puzzle, start(&puzzle), tier);
            let many = closed(&puzzle, State::of_clues(puzzle.solution(), more), tier);
            let what = format!("tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 2");
            assert!(is_further(&many, &few), "{more} and {what}");
            // From any state on the path, too, even if further candidates are removed at random.
            let mut state = midgame(&puzzle, tier, &mut rng);
            assert!(closed(&puzzle, state, tier) == few, "{what}");
            for cell in state.open {
                let digit = Digit::from_index(rng.random_range(0..9));
                if digit != puzzle.solution()[cell] && rng.random_range(0..4) == 0 {
                    state.remove(digit.into(), CellSet::of(cell));
                }
            }
            let less = closed(&puzzle, state, tier);
            assert!(is_further(&less, &few) && keeps(&less, &puzzle), "{what}");
        }
    }
}

/// Closing again changes nothing, with a new closure or the same one; climbing tier by tier ends in
/// the same state as starting at the higher tier; a clue added later has the same effect as one
/// given at the start.
#[test]
fn closing_is_idempotent() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 3);
    for puzzle in puzzles(100, 3, &mut rng) {
        let matching = Matching::of(puzzle.solution());
        let mut climbing = Closure::new(Ladder::hsolve(), puzzle.clues(), &matching);
        for tier in 0..=TOP {
            let what = format!("tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 3");
            let once = closed(&puzzle, start(&puzzle), tier);
            assert!(closed(&puzzle, once, tier) == once, "{what}");
            for _ in 0..2 {
                climbing.close(tier);
                assert!(*climbing.state() == once, "{what}");
            }
            if let Some(cell) =
                once.open.iter().nth(rng.random_range(0..81) % once.open.len().max(1))
            {
                let digit = puzzle.solution()[cell];
                let mut later = climbing.clone();
                later.fill(cell, digit);
                later.close(tier);
                let mut clues = puzzle.clues();
                clues.insert(cell);
                let at_once = closed(&puzzle, State::of_clues(puzzle.solution(), clues), tier);
                assert!(
                    *later.state() == at_once,
                    "tier {tier} of {puzzle} and {cell}, RNG seed {RNG_SEED} + 3"
                );
            }
        }
    }
}
