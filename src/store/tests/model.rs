//! Random operations, the same on a store and on plain maps.

use std::collections::{BTreeMap, HashMap};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::Added;

#[derive(Default)]
struct Model {
    seeds: BTreeMap<Key, Seed>,
    uses: HashMap<Key, u64>,
    ledger: BTreeMap<Key, (u32, u32)>,
    batches: Vec<Batch>,
    issued: BTreeMap<(u32, u32), Issued>,
    books: Vec<(Book, Vec<Place>)>,
}

impl Model {
    fn add(&mut self, seeds: &[Seed]) -> Added {
        let mut added = Added::default();
        for seed in seeds {
            let worth = |seed: &Seed| (own(seed).capacity, own(seed).score.map_or(0.0, |s| s.mean));
            let twin = self.seeds.values().find(|other| own(other).twin == own(seed).twin).cloned();
            match twin {
                _ if self.seeds.contains_key(&seed.key) => added.known += 1,
                Some(twin) if worth(seed) <= worth(&twin) => added.known += 1,
                Some(twin) => {
                    added.better += 1;
                    self.seeds.remove(&twin.key);
                    self.seeds.insert(seed.key, seed.clone());
                }
                None => {
                    added.new += 1;
                    self.seeds.insert(seed.key, seed.clone());
                }
            }
        }
        added
    }

    fn commit(&mut self, batch: &mut Batch, puzzles: &[Issued]) -> Vec<usize> {
        let mut refused = Vec::new();
        for (i, puzzle) in puzzles.iter().enumerate() {
            if self.ledger.contains_key(&puzzle.key) {
                refused.push(i);
                continue;
            }
            batch.issued += 1;
            let at = (batch.id, batch.issued);
            self.ledger.insert(puzzle.key, at);
            self.issued.insert(at, Issued { batch: at.0, number: at.1, ..puzzle.clone() });
            if let Some(seed) = puzzle.seed {
                *self.uses.entry(seed).or_default() += 1;
            }
        }
        self.batches[batch.id as usize - 1] = batch.clone();
        refused
    }

    /// The id of the book, which may be one that is there.
    fn record(&mut self, book: &Book, places: &[Place]) -> u32 {
        let id = self.books.len() as u32 + 1;
        let book = Book { id, puzzles: places.len() as u32, ..book.clone() };
        let same = |(known, at): &(Book, Vec<Place>)| {
            let renamed = Book { id: known.id, version: known.version.clone(), ..book.clone() };
            *known == renamed && at == places
        };
        if let Some((known, _)) = self.books.iter().find(|known| same(known)) {
            return known.id;
        }
        self.books.push((book, places.to_vec()));
        id
    }

    fn printed(&self, batch: u32, number: u32) -> Vec<(Book, Place)> {
        let here = |place: &&Place| (place.batch, place.number) == (batch, number);
        let books = self.books.iter();
        books
            .filter_map(|(book, places)| Some((book.clone(), *places.iter().find(here)?)))
            .collect()
    }

    fn assert_equals(&self, store: &mut Store) {
        assert_eq!(store.check().unwrap(), []);
        let mut seeds = store.seeds(0..=6).unwrap();
        let order = |seed: &Seed| (own(seed).tier, own(seed).score.map_or(f64::MAX, |s| s.mean));
        assert!(seeds.is_sorted_by(|a, b| order(a) <= order(b)));
        seeds.sort_by_key(|seed| seed.key);
        assert!(seeds.iter().eq(self.seeds.values()));
        for tiers in [0..=0, 2..=4, 6..=6] {
            let ours = self.seeds.values().filter(|seed| tiers.contains(&own(seed).tier)).count();
            assert_eq!(store.seeds(tiers.clone()).unwrap().len(), ours);
            let counted: u64 =
                store.counts().unwrap().seeds.range(tiers).map(|(_, seeds)| seeds).sum();
            assert_eq!(counted, ours as u64);
        }
        assert_eq!(store.seed_uses().unwrap(), self.uses);
        assert_eq!(store.batches().unwrap(), self.batches);
        assert_eq!(store.last_batch().unwrap().as_ref(), self.batches.last());
        let ledger: Vec<_> = store.ledger().map(Result::unwrap).collect();
        assert!(ledger.iter().copied().eq(self.ledger.iter().map(|(key, at)| (*key, at.0, at.1))));
        let issued =
            self.batches.iter().flat_map(|batch| store.issued(batch.id)).map(Result::unwrap);
        assert!(issued.eq(self.issued.values().cloned()));
        assert_eq!(store.counts().unwrap().issued, self.ledger.len() as u64);
        assert!(store.books().unwrap().iter().eq(self.books.iter().map(|(book, _)| book)));
        for (batch, number) in self.issued.keys().chain([&(77_777, 1)]).copied() {
            assert_eq!(store.printed(batch, number).unwrap(), self.printed(batch, number));
        }
    }

    fn assert_looks_up(&self, store: &Store, rng: &mut SmallRng) {
        let unknown = Key(rng.random());
        assert_eq!(store.seed(unknown).unwrap(), None);
        assert_eq!(store.is_issued(unknown).unwrap(), None);
        assert!(!store.remove_seed(unknown).unwrap());
        assert!(matches!(store.batch(77_777), Err(StoreError::NoBatch(77_777))));
        for seed in self.seeds.values().take(3) {
            assert_eq!(store.seed(seed.key).unwrap().as_ref(), Some(seed));
            let prefix = (u128::from_be_bytes(seed.key.0) >> 68) as u64;
            assert!(store.seeds_by_prefix(prefix).unwrap().contains(seed));
        }
        let keys: Vec<Key> = self.ledger.keys().copied().take(50).chain([unknown]).collect();
        let fresh: Vec<bool> = keys.iter().map(|key| !self.ledger.contains_key(key)).collect();
        assert_eq!(store.filter_unissued(&keys).unwrap(), fresh);
        for (at, issued) in self.issued.iter().take(3) {
            assert_eq!(store.is_issued(issued.key).unwrap(), Some(*at));
            assert_eq!(store.issued_puzzle(issued.key).unwrap().as_ref(), Some(issued));
            let prefix = (u128::from_be_bytes(issued.key.0) >> 68) as u64;
            assert!(store.issued_by_prefix(prefix).unwrap().contains(issued));
            assert_eq!(store.issued_range(at.0, at.1, 1).unwrap(), std::slice::from_ref(issued));
        }
    }
}

fn run(rng: &mut SmallRng) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/seeds.redb");
    let mut store = open(&path).unwrap();
    assert!(store.created());
    let mut model = Model::default();
    for _ in 0..25 {
        match rng.random_range(0..12) {
            0..3 => {
                let mut seeds: Vec<Seed> =
                    (0..rng.random_range(0..8)).map(|_| random_seed(rng)).collect();
                for seed in &mut seeds {
                    // Few twins and few keys, so that they meet.
                    let twin = Key([rng.random_range(0..30); 16]);
                    seed.gradings.iter_mut().for_each(|grading| grading.twin = twin);
                    if rng.random_bool(0.1) {
                        seed.key = Key([rng.random_range(0..30); 16]);
                    }
                }
                assert_eq!(store.add_seeds(&seeds).unwrap(), model.add(&seeds));
            }
            3 => {
                let key = model.seeds.keys().next().copied().unwrap_or(Key([0; 16]));
                assert_eq!(store.remove_seed(key).unwrap(), model.seeds.remove(&key).is_some());
            }
            4 => {
                let batch = random_batch(rng);
                let id = store.new_batch(&batch).unwrap();
                assert_eq!(id as usize, model.batches.len() + 1);
                model.batches.push(Batch { id, issued: 0, ..batch });
            }
            5..8 if !model.batches.is_empty() => {
                let mut batch = model.batches[rng.random_range(0..model.batches.len())].clone();
                let mut puzzles: Vec<Issued> =
                    (0..rng.random_range(0..200)).map(|_| random_issued(rng)).collect();
                for i in 1..puzzles.len() {
                    puzzles[i].key = match rng.random_range(0..10) {
                        0 => puzzles[rng.random_range(0..i)].key,
                        1 => model.ledger.keys().next().copied().unwrap_or(puzzles[i].key),
                        _ => puzzles[i].key,
                    };
                }
                batch.attempts += 1000;
                let mut ours = batch.clone();
                let refused = model.commit(&mut ours, &puzzles);
                let number = batch.issued + 1;
                assert_eq!(store.commit(&mut batch, &mut puzzles).unwrap(), refused);
                assert_eq!(batch, ours);
                assert!(puzzles.iter().map(|p| p.number).eq(number..=batch.issued));
            }
            8 => model.assert_looks_up(&store, rng),
            9 if rng.random() => {
                // Few titles and few puzzles, so that a book comes again.
                let book = Book {
                    title: rng.random_range(0..2).to_string(),
                    volumes: 1,
                    ..random_book(rng)
                };
                let at = model.issued.keys().take(rng.random_range(0..3));
                let places: Vec<Place> = at.enumerate().map(|(i, at)| place(*at, i)).collect();
                let id = model.record(&book, &places);
                assert_eq!(store.record_book(&book, &places).unwrap(), id);
            }
            10 => {
                let id = model.batches.len() as u32 + 1;
                let batch = Batch { id, ..random_batch(rng) };
                let puzzles: Vec<Issued> = (0..20).map(|_| random_issued(rng)).collect();
                let places: Vec<Place> = (0..20).map(|i| place((id, i as u32 + 1), i)).collect();
                let book = random_book(rng);
                let of_book = store.issue_book(&batch, &puzzles, &book, &places).unwrap();
                let mut ours = Batch { issued: 0, ..batch };
                model.batches.push(ours.clone());
                assert!(model.commit(&mut ours, &puzzles).is_empty());
                assert_eq!(model.record(&book, &places), of_book);
            }
            _ => {
                drop(store);
                store = open(&path).unwrap();
                assert!(!store.created());
            }
        }
    }
    model.assert_equals(&mut store);
    drop(store);
    let mut store = open_read(&path).unwrap();
    model.assert_equals(&mut store);
    assert!(matches!(store.add_seeds(&[]), Err(StoreError::ReadOnly(_))));
}

#[test]
fn a_store_is_what_the_model_is() {
    for seed in 0..12 {
        let run = std::panic::catch_unwind(|| run(&mut SmallRng::seed_from_u64(seed)));
        assert!(run.is_ok(), "with random seed {seed}");
    }
}

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
        assert_eq!(new.seeds(0..=6).unwrap(), other.seeds(0..=6).unwrap(), "RNG seed {rng_seed}");
        assert_eq!(new.counts().unwrap(), other.counts().unwrap(), "RNG seed {rng_seed}");
        let prefix = |seed: &Seed| u64::from_be_bytes(seed.key.0[..8].try_into().unwrap()) >> 4;
        for seed in &seeds {
            let found = new.seeds_by_prefix(prefix(seed)).unwrap();
            assert_eq!(found, other.seeds_by_prefix(prefix(seed)).unwrap(), "RNG seed {rng_seed}");
            // A twin of it is known to both, or better than it.
            let twin = Seed { key: Key(rng.random()), ..seed.clone() };
            let added = |store: &Store| store.add_seeds(std::slice::from_ref(&twin)).unwrap();
            assert_eq!(added(&new), added(&other), "RNG seed {rng_seed}");
        }
    }
}
