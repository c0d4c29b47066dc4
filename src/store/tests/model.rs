//! Random operations, the same on a store and on plain maps.

use std::collections::{BTreeMap, HashMap};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::rating::levels::LevelTable;
use crate::record::{Book, Place};
use crate::store::Added;
use crate::store::tables::{BOOKS, PRINTED};

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
            let worth = |seed: &Seed| {
                (seed.grading().capacity, seed.grading().score.map_or(0.0, |s| s.mean))
            };
            let twin = self.seeds.values().find(|other| other.twin == seed.twin).cloned();
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
        let order =
            |seed: &Seed| (seed.grading().tier, seed.grading().score.map_or(f64::MAX, |s| s.mean));
        assert!(seeds.is_sorted_by(|a, b| order(a) <= order(b)));
        seeds.sort_by_key(|seed| seed.key);
        assert!(seeds.iter().eq(self.seeds.values()));
        for tiers in [0..=0, 2..=4, 6..=6] {
            let ours =
                self.seeds.values().filter(|seed| tiers.contains(&seed.grading().tier)).count();
            assert_eq!(store.seeds(tiers.clone()).unwrap().len(), ours);
            let counted: u64 = store.counts().unwrap().seeds
                [usize::from(*tiers.start())..=usize::from(*tiers.end())]
                .iter()
                .sum();
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

fn place((batch, number): (u32, u32), i: usize) -> Place {
    let label = i as u32 + 1;
    let answer = label.is_multiple_of(2).then_some(label + 90);
    Place { batch, number, volume: 1, label, page: label / 2 + 5, answer }
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
                    seed.twin = Key([rng.random_range(0..30); 16]);
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
    let mut store = Store::open_read(&path, std::time::Duration::ZERO).unwrap();
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

#[test]
fn a_failed_commit_leaves_no_trace() {
    let rng = &mut SmallRng::seed_from_u64(1);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("db")).unwrap();
    let mut puzzles = vec![random_issued(rng), random_issued(rng)];
    let mut batch = random_batch(rng);
    assert!(matches!(store.commit(&mut batch, &mut puzzles.clone()), Err(StoreError::NoBatch(0))));
    batch.id = store.new_batch(&batch).unwrap();
    puzzles[1].level = Some("long".repeat(1 << 20));
    let before = (batch.clone(), puzzles.clone());
    let error = store.commit(&mut batch, &mut puzzles).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an issued puzzle is longer than 1048576 bytes: shorten its texts"
    );
    assert_eq!((batch, puzzles), before);
    let mut ungraded = random_seed(rng);
    ungraded.gradings.retain(|grading| grading.ladder != Grading::HSOLVE);
    assert!(matches!(store.add_seeds(&[random_seed(rng), ungraded]), Err(StoreError::Ungraded)));
    assert_eq!(store.counts().unwrap(), crate::store::Counts { batches: 1, ..Default::default() });
    assert_eq!(store.check().unwrap(), []);
}

#[test]
fn a_book_that_cannot_be_is_no_book() {
    let rng = &mut SmallRng::seed_from_u64(12);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("db")).unwrap();
    let book = Book { volumes: 1, ..random_book(rng) };
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    let batch = |id| Batch { id, ..random_batch(&mut SmallRng::seed_from_u64(12)) };
    let places = |batch| [place((batch, 1), 0), place((batch, 2), 1)];
    assert_eq!(store.issue_book(&batch(1), &puzzles, &book, &places(1)).unwrap(), 1);
    let fresh = vec![random_issued(rng), random_issued(rng)];
    let mixed = vec![fresh[0].clone(), puzzles[0].clone()];
    let twice = vec![fresh[0].clone(), fresh[0].clone()];
    // The number of the batch is another's, one of the puzzles is, one comes twice.
    for (id, puzzles) in [(1, &fresh), (3, &fresh), (2, &mixed), (2, &twice)] {
        let error = store.issue_book(&batch(id), puzzles, &book, &places(id)).unwrap_err();
        assert!(matches!(error, StoreError::Overtaken), "{error}");
    }
    let error = store.issue_book(&batch(2), &fresh, &book, &places(7)).unwrap_err();
    assert!(matches!(error, StoreError::NotIssued(7, 1)), "{error}");
    let again = [place((1, 1), 0), place((1, 1), 1)];
    let other = Book { title: "other".to_owned(), ..book.clone() };
    let error = store.record_book(&other, &again).unwrap_err();
    assert!(matches!(error, StoreError::PrintedTwice(1, 1)), "{error}");
    let long = Book { title: "long".repeat(1 << 20), ..book.clone() };
    assert!(matches!(store.record_book(&long, &places(1)), Err(StoreError::TooLong(_))));
    assert_eq!((store.books().unwrap().len(), store.batches().unwrap().len()), (1, 1));
    assert_eq!(store.counts().unwrap().issued, 2);
    assert_eq!(store.check().unwrap(), []);
}

/// What `check` says when the tables of books are wrong.
#[test]
fn books_that_do_not_fit_are_told() {
    let rng = &mut SmallRng::seed_from_u64(13);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("db")).unwrap();
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    let batch = Batch { id: 1, ..random_batch(rng) };
    let book = Book { volumes: 1, ..random_book(rng) };
    let places = [place((1, 1), 0), place((1, 2), 1)];
    store.issue_book(&batch, &puzzles, &book, &places).unwrap();
    let mut told = |change: &dyn Fn(&redb::WriteTransaction) -> Result<(), redb::Error>| {
        store.write(|transaction| Ok(change(transaction)?)).unwrap();
        let problems = store.check().unwrap();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let one = "book 1 holds 1 puzzles in 1 volumes, its record says 2 in 1";
    let lost = told(&|t| Ok(t.open_table(PRINTED)?.remove((1, 2, 1)).map(drop)?));
    assert_eq!(lost, one);
    let elsewhere =
        told(&|t| Ok(t.open_table(PRINTED)?.insert((1, 2, 9), (1, 1, 1, None)).map(drop)?));
    assert_eq!(elsewhere, format!("{one}; puzzles are printed in book 9, which is not there"));
    let unknown = told(&|t| {
        t.open_table(PRINTED)?.remove((1, 2, 9))?;
        Ok(t.open_table(PRINTED)?.insert((4, 2, 1), (2, 1, 1, None)).map(drop)?)
    });
    assert_eq!(
        unknown,
        "puzzle 2 of batch 4, printed in book 1, is not there; \
         book 1 holds 2 puzzles in 2 volumes, its record says 2 in 1"
    );
    let unreadable = told(&|t| Ok(t.open_table(BOOKS)?.insert(1, [9, 9].as_slice()).map(drop)?));
    assert!(unreadable.contains("book 1: a record of version 9"), "{unreadable}");
}

#[test]
fn ids_that_meet_are_noticed() {
    let rng = &mut SmallRng::seed_from_u64(2);
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("db")).unwrap();
    let key = |last_of_prefix: u8, last: u8| {
        let mut key = [7; 16];
        (key[7], key[15]) = (last_of_prefix, last);
        Key(key)
    };
    let keys = [key(0x10, 1), key(0x1f, 2), key(0x20, 3)];
    let seeds = keys.map(|key| Seed { key, ..random_seed(rng) });
    store.add_seeds(&seeds).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    store
        .commit(&mut batch, &mut keys.map(|key| Issued { key, ..random_issued(rng) }).to_vec())
        .unwrap();
    let shared = [true, true, false];
    assert_eq!(keys.map(|key| store.seed_prefix_is_shared(key).unwrap()), shared);
    assert_eq!(store.issued_prefixes_are_shared(&keys).unwrap(), shared);
    let prefix = u64::from_be_bytes([7, 7, 7, 7, 7, 7, 7, 0x10]) >> 4;
    assert_eq!(store.seeds_by_prefix(prefix).unwrap().len(), 2);
    assert_eq!(store.issued_by_prefix(prefix + 1).unwrap().len(), 1);
}

#[test]
fn levels_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = open(&path).unwrap();
    assert_eq!(store.levels().unwrap(), LevelTable::default());
    let table = LevelTable::from_toml("[[level]]\nname = \"mine\"\ntiers = [3, 4]").unwrap();
    store.set_levels(&table).unwrap();
    drop(store);
    let store = open(&path).unwrap();
    assert_eq!(store.levels().unwrap(), table);
    store.reset_levels().unwrap();
    assert_eq!(store.levels().unwrap(), LevelTable::default());
}

/// Run it with `--ignored --nocapture`: puzzles a second and bytes a puzzle.
#[test]
#[ignore = "a measurement"]
fn measure_the_ledger() {
    let rng = &mut SmallRng::seed_from_u64(3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = open(&path).unwrap();
    let empty = std::fs::metadata(&path).unwrap().len();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    for size in [1000, 1000, 10_000, 65_536, 65_536, 65_536, 65_536, 65_536, 65_536] {
        let mut puzzles: Vec<Issued> = (0..size).map(|_| random_issued(rng)).collect();
        for puzzle in &mut puzzles {
            puzzle.level = Some("expert".to_owned());
            puzzle.score = Some(1.0);
            puzzle.seed = Some(Key([rng.random_range(0..=255); 16]));
        }
        let start = std::time::Instant::now();
        store.commit(&mut batch, &mut puzzles).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        println!("{size} in {seconds:.3} s: {:.0} a second", f64::from(size) / seconds);
    }
    let start = std::time::Instant::now();
    assert_eq!(store.issued(batch.id).count(), batch.issued as usize);
    println!("read at {:.0} a second", f64::from(batch.issued) / start.elapsed().as_secs_f64());
    let stored = store.write(|transaction| Ok(transaction.stats()?)).unwrap();
    let stored = stored.allocated_pages() * stored.page_size() as u64;
    let bytes = crate::store::codec::encode_issued(&store.issued_range(batch.id, 1, 1).unwrap()[0])
        .unwrap()
        .len();
    drop(store);
    let size = std::fs::metadata(&path).unwrap().len();
    println!("record {bytes} bytes; pages in use {} a puzzle", stored / u64::from(batch.issued));
    println!("empty file {empty}; file {size}, {} a puzzle", size / u64::from(batch.issued));
}
