//! Laws of the ladder.

use super::chains::memory::Memory;
use super::ladder::{LADDER, ladder, of_hsolve_tier, score_of, scores, tier_of};
use super::producers::{MONOTONE, next_hint};
use super::random::{RNG_SEED, puzzles};
use super::sheet::Sheet;
use super::{Without, open_after_wings, rate_canonical};
use crate::board::{CellSet, Digit, Puzzle, State};
use crate::cases::cases;
use crate::logic::{Closure, Effect, Ladder, Matching, find, grade};
use crate::rating::er::Score;
use crate::rating::stop::Stop;
use chacha20::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{Rng, RngExt, SeedableRng};

/// Puzzles of every rating that random ones have, then random ones.
fn rated_puzzles(random: usize) -> impl Iterator<Item = Puzzle> {
    let lines = include_str!("../../../../tests/data/se_own.tsv").lines().skip(2);
    lines
        .map(|line| Puzzle::new(&line[..81].parse().unwrap()).unwrap())
        .chain(puzzles(RNG_SEED).take(random))
}

fn closed(state: State, matching: &Matching, tier: u8) -> State {
    let mut closure = Closure::of_state(ladder(), state, matching);
    closure.close(tier);
    *closure.state()
}

#[test]
fn tiers_are_the_ratings_that_there_are() {
    assert_eq!((ladder().id(), ladder().searched(), ladder().beyond()), (LADDER, 0..16, 92));
    assert_eq!(scores().count(), 16 + 76 - 2);
    let mut last = None;
    for score in scores() {
        let tier = tier_of(score);
        assert_eq!(tier.and_then(score_of), Some(score));
        assert!(tier > last);
        last = tier;
    }
    for tenths in [0, 9, 11, 13, 19, 21, 43, 63, 64, 121, 200] {
        assert_eq!(tier_of(Score::from_tenths(tenths)), None);
    }
    assert_eq!(tier_of(Score::from_tenths(10)), Some(0));
    assert_eq!(
        [score_of(34), score_of(91), score_of(92)],
        [None, Some(Score::from_tenths(120)), None]
    );
    assert!((0..16).all(|tier| !ladder().has_score(tier)));
}

/// The tier of a puzzle is its rating, and the stuck state above 4.4 is what producers 1 to 14
/// leave.
#[test]
fn the_tier_is_the_rating() {
    for puzzle in rated_puzzles(cases(300, 1_200)) {
        let (turned, rating) = rate_canonical(&puzzle, Stop::NEVER).unwrap();
        let grade = grade(ladder(), &puzzle);
        assert_eq!(score_of(grade.tier), Some(rating.er), "{puzzle}, RNG seed {RNG_SEED}");
        let hsolve = crate::logic::grade(Ladder::hsolve(), &puzzle).tier;
        assert!(of_hsolve_tier(hsolve).contains(&rating.er), "{puzzle} of tier {hsolve}");
        if rating.er > Score::from_tenths(44) {
            let open = open_after_wings(&puzzle.grid(), Stop::NEVER).unwrap();
            assert_eq!(grade.reserved(), open, "{puzzle}, RNG seed {RNG_SEED}");
        }
        assert_eq!(crate::logic::grade(ladder(), &turned).tier, grade.tier, "{puzzle}");
    }
}

/// On a board closed below a tier, the producers find a hint of its rating if and only if the rows
/// of the tier find an application: so the rows lose nothing by ignoring conditions on empty cells.
#[test]
fn rows_find_something_where_their_producers_do() {
    let mut found = [0; 16];
    for puzzle in rated_puzzles(cases(500, 1_500)) {
        let matching = Matching::of(puzzle.solution());
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        for tier in ladder().searched() {
            let what = format!("tier {tier} of {puzzle}, RNG seed {RNG_SEED}\n{state:?}");
            let hint = next_hint(
                &Sheet::of_state(&state),
                MONOTONE,
                Without::NOTHING,
                &Memory::default(),
                Stop::NEVER,
            )
            .unwrap();
            // 1.0 is in the tier of 1.2.
            let own = hint.and_then(|hint| tier_of(hint.score()));
            assert!(state.is_solved() || own.is_none_or(|own| own >= tier), "{what}");
            let finds = find(ladder(), &state, tier).valid() > 0;
            assert_eq!(own == Some(tier), finds, "{what}");
            found[usize::from(tier)] += usize::from(finds);
            state = closed(state, &matching, tier);
        }
    }
    assert!(found.iter().all(|&count| count >= 4), "{found:?}");
}

/// Returns a state where more is known: some cells filled, some wrong candidates removed.
fn with_more(mut state: State, puzzle: &Puzzle, matching: &Matching, rng: &mut impl Rng) -> State {
    let share = rng.random_range(0.0..0.15);
    for cell in state.open {
        if rng.random_bool(share) {
            state.fill(cell, puzzle.solution()[cell]);
        }
    }
    let share = rng.random_range(0.0..0.3);
    let wrong = state.wrong(&matching.solved);
    for digit in Digit::all() {
        let gone: CellSet = wrong[digit].iter().filter(|_| rng.random_bool(share)).collect();
        state.remove(digit.into(), gone);
    }
    state
}

/// Removals that a row finds on a board are made, by it or a row below, on each board where more is
/// known.
#[test]
fn rows_are_monotone() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut checked = [0; 16];
    for puzzle in rated_puzzles(900) {
        let matching = Matching::of(puzzle.solution());
        let clues = State::of_clues(puzzle.solution(), puzzle.clues());
        for tier in ladder().searched() {
            let start = with_more(clues, &puzzle, &matching, &mut rng);
            let below = (0..tier).choose(&mut rng).filter(|_| rng.random_bool(0.8));
            let board = below.map_or(start, |below| closed(start, &matching, below));
            let applications = find(ladder(), &board, tier);
            if applications.valid() == 0 {
                continue;
            }
            let more = with_more(board, &puzzle, &matching, &mut rng);
            let more = closed(more, &matching, tier);
            for application in applications.all() {
                let what = format!(
                    "{application:?} of {puzzle}, RNG seed {RNG_SEED}\n{board:?}\n{more:?}"
                );
                match application.effect {
                    Effect::Fill(cell, _) => assert!(!more.open.contains(cell), "{what}"),
                    Effect::Remove(digits, cells) => {
                        for digit in digits.iter() {
                            assert!(
                                !more.candidates[digit].intersects(cells & more.open),
                                "{what}"
                            );
                        }
                    }
                    Effect::Solve(..) => panic!("{what}"),
                }
                checked[usize::from(tier)] += 1;
            }
        }
    }
    assert!(checked.iter().all(|&count| count >= 10), "{checked:?}");
}

/// The two implementations of the rows remove the same candidates.
#[test]
fn rows_sweep_what_they_find() {
    for puzzle in rated_puzzles(300) {
        let matching = Matching::of(puzzle.solution());
        let clues = State::of_clues(puzzle.solution(), puzzle.clues());
        for tier in ladder().searched() {
            let board = closed(clues, &matching, tier.saturating_sub(1));
            let mut one_by_one = board;
            for application in find(ladder(), &board, tier).all() {
                application.apply(&mut one_by_one);
            }
            let swept = closed(board, &matching, tier);
            assert_eq!(closed(one_by_one, &matching, tier), swept, "tier {tier} of {puzzle}");
            assert_eq!(find(ladder(), &swept, tier).valid(), 0, "tier {tier} of {puzzle}");
        }
    }
}
