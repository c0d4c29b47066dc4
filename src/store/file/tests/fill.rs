//! The seeds that a database begins with.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// The seeds of a new database go another way in than those added later, to the same end.
#[test]
fn a_new_database_takes_seeds_as_any_other_does() {
    for rng_seed in 0..40 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let mut seeds: Vec<Seed> =
            (0..rng.random_range(0..300)).map(|_| random_seed(rng)).collect();
        // In every second database some are twins, or the same.
        for _ in 0..if rng.random() { seeds.len() / 10 } else { 0 } {
            let (from, to) = (rng.random_range(0..seeds.len()), rng.random_range(0..seeds.len()));
            let twin = own(&seeds[from]).twin;
            seeds[to].gradings.iter_mut().for_each(|grading| grading.twin = twin);
            if rng.random_bool(0.3) {
                seeds[to].key = seeds[from].key;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let options = at_once();
        let new = Store::open(&folder.path().join("new"), &options, || seeds.clone()).unwrap();
        let other = open(&folder.path().join("other")).unwrap();
        other.add_seeds(&seeds).unwrap();
        for ladder in [Ladder::HSOLVE, "long/7"] {
            let of = |store: &Store| store.seeds(ladder, 0..=u8::MAX).unwrap();
            assert_eq!(of(&new), of(&other), "RNG seed {rng_seed}");
        }
        assert_eq!(new.counts().unwrap(), other.counts().unwrap(), "RNG seed {rng_seed}");
        let prefix = |seed: &Seed| u64::from_be_bytes(seed.key.0[..8].try_into().unwrap()) >> 4;
        for seed in &seeds {
            let found = new.seeds_by_prefix(prefix(seed)).unwrap();
            assert_eq!(found, other.seeds_by_prefix(prefix(seed)).unwrap(), "RNG seed {rng_seed}");
        }
        // To both a twin is known, or better than the one that is there.
        for twins in seeds.chunks(30) {
            let twin = |seed: &Seed| Seed { key: Key(rng.random()), ..seed.clone() };
            let twins: Vec<Seed> = twins.iter().map(twin).collect();
            let added = |store: &Store| store.add_seeds(&twins).unwrap();
            assert_eq!(added(&new), added(&other), "RNG seed {rng_seed}");
        }
        for ladder in [Ladder::HSOLVE, "long/7"] {
            let of = |store: &Store| store.seeds(ladder, 0..=u8::MAX).unwrap();
            assert_eq!(of(&new), of(&other), "RNG seed {rng_seed}");
        }
    }
}
