//! The refill theorem, on seeds of every tier.

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::{CellSet, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::symmetry::ClueSymmetry;

use crate::puzzles::known;

#[test]
fn refills_get_stuck_where_their_seed_does() {
    let rng_seed = 42;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let mut by_tier = [0; 7];
    for seed in known() {
        let expected = grade(Ladder::hsolve(), &seed);
        let prepared = Prepared::new(Ladder::hsolve(), &seed, &expected);
        assert!(prepared.is_valid(seed.clues()));
        for _ in 0..12 {
            let clues = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
            let puzzle = Puzzle::new(&seed.solution().keep(clues)).unwrap();
            assert_eq!(puzzle.solution(), seed.solution());
            // Cell by cell and candidate by candidate.
            let found = grade(Ladder::hsolve(), &puzzle);
            assert_eq!(found, expected, "{seed} {puzzle}, RNG seed {rng_seed}");
            assert!(prepared.is_valid(clues));
            // Thinned: no clue can go.
            assert!(clues.iter().all(|clue| {
                let mut fewer = clues;
                fewer.remove(clue);
                !prepared.is_valid(fewer)
            }));
            by_tier[usize::from(expected.tier)] += 1;
        }
    }
    assert!(by_tier[1..].iter().all(|&count| count >= 30), "{by_tier:?}");
}

/// A refill is what remains of the unreserved cells when they are removed in random order, each for
/// good if the rest gets stuck where the seed does. Neither the cache of earlier refills nor short
/// cuts change it.
#[test]
fn a_refill_is_what_taking_away_one_by_one_leaves() {
    let rng_seed = 43;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    for seed in known().step_by(4) {
        let grade = grade(Ladder::hsolve(), &seed);
        let prepared = Prepared::graded(Ladder::hsolve(), &seed, &grade, None);
        for symmetry in [ClueSymmetry::None, ClueSymmetry::None, ClueSymmetry::Rot180] {
            let mut orbits: Vec<_> =
                symmetry.orbits().filter(|orbit| !orbit.intersects(grade.reserved())).collect();
            let start = rng.random();
            orbits.shuffle(&mut ChaCha8Rng::from_seed(start));
            let all: CellSet = orbits.iter().flat_map(|orbit| orbit.iter()).collect();
            let literal = prepared.is_valid(all).then(|| {
                orbits.iter().rev().fold(all, |clues, &orbit| {
                    if prepared.is_valid(clues - orbit) { clues - orbit } else { clues }
                })
            });
            let wish = RefillTarget { symmetry, ..RefillTarget::default() };
            let refill = prepared.refill(&wish, &mut ChaCha8Rng::from_seed(start));
            assert_eq!(refill, literal, "{seed}, RNG seed {rng_seed}");
        }
    }
}
