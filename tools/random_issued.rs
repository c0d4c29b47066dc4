//! Puzzles for measurements of the ledger: real ones with random keys.

use rand::RngExt;
use rand::seq::IndexedRandom;
use seeddb::board::Puzzle;
use seeddb::record::{Extra, Issued};
use seeddb::symmetry::{Key, Transform};

/// One of `puzzles`, moved, as `draw --level expert` issues it, with a random key that is no puzzle's.
pub fn random_issued(puzzles: &[Puzzle], seed: Option<Key>, rng: &mut impl RngExt) -> Issued {
    Issued {
        key: Key(rng.random()),
        puzzle: Transform::random(rng).apply_puzzle(puzzles.choose(rng).expect("puzzles")),
        seed,
        tier: 5,
        score: Some(rng.random_range(1_000.0..9_000.0)),
        level: Some("expert".to_owned()),
        er: None,
        batch: 0,
        number: 0,
        void: false,
        extra: Extra::default(),
    }
}
