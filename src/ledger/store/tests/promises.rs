//! Behaviour of all engines beyond the model: failures leave no trace, later versions of gradings,
//! threads.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;

over_engines!(
    a_failed_commit_leaves_no_trace,
    a_book_that_cannot_be_is_no_book,
    a_later_version_of_a_grading_takes_its_place,
    threads_issue_a_puzzle_once
);

fn a_failed_commit_leaves_no_trace(engines: Engines) {
    for home in engines() {
        no_trace(&home.open());
    }
}

fn no_trace(store: &Store) {
    let rng = &mut SmallRng::seed_from_u64(1);
    let mut puzzles = vec![random_issued(rng), random_issued(rng)];
    let mut batch = random_batch(rng);
    assert!(matches!(
        store.commit_some(&mut batch, &mut puzzles.clone()),
        Err(StoreError::OtherBatch(0))
    ));
    batch = store.new_batch(&batch).unwrap();
    puzzles[1].level = Some("long".repeat(1 << 20));
    let before = (batch.clone(), puzzles.clone());
    let error = store.commit_some(&mut batch, &mut puzzles).unwrap_err();
    assert_eq!(error.to_string(), "puzzle 2 of batch 1 is longer than 1048576 bytes");
    assert_eq!((batch, puzzles), before);
    let mut ungraded = random_seed(rng);
    ungraded.gradings.clear();
    assert!(matches!(store.add_seeds(&[random_seed(rng), ungraded]), Err(StoreError::Ungraded)));
    let mut impossible = random_seed(rng);
    impossible.gradings.truncate(1);
    (impossible.gradings[0].ladder, impossible.gradings[0].capacity) =
        (Ladder::HSOLVE.to_owned(), 1_001);
    assert!(store.add_seeds(&[random_seed(rng), impossible]).is_err());
    let long = Batch { note: "x".repeat(2 << 20), ..random_batch(rng) };
    assert!(matches!(store.new_batch(&long), Err(StoreError::TooLong(_))));
    assert_eq!(
        store.see(seed_cursor::counts),
        crate::store::Counts { batches: 1, ..Default::default() }
    );
    assert_eq!(store.check().unwrap(), []);
}

fn a_book_that_cannot_be_is_no_book(engines: Engines) {
    for home in engines() {
        no_book(&home.open());
    }
}

fn no_book(store: &Store) {
    let rng = &mut SmallRng::seed_from_u64(12);
    let book = Book { volumes: 1, ..random_book(rng) };
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    // Without a request key, which only one batch can have.
    let batch = |id| Batch { id, once: None, ..random_batch(&mut SmallRng::seed_from_u64(12)) };
    let places = |batch| [place((batch, 1), 0), place((batch, 2), 1)];
    let whole = |batch: &Batch, puzzles: &[Entry], places: &[Place]| {
        store.commit_entries(batch, puzzles, Some((&book, places)))
    };
    assert_eq!(whole(&batch(1), &puzzles, &places(1)).unwrap().1, Some(1));
    let fresh = vec![random_issued(rng), random_issued(rng)];
    let mixed = vec![fresh[0].clone(), puzzles[0].clone()];
    let twice = vec![fresh[0].clone(), fresh[0].clone()];
    // In one list a puzzle is issued already, in the other one occurs twice.
    for puzzles in [&mixed, &twice] {
        let error = whole(&batch(2), puzzles, &places(2)).unwrap_err();
        assert!(matches!(error, StoreError::Overtaken), "{error}");
    }
    let beyond = [place((1, 3), 0)];
    let error = whole(&batch(2), &fresh, &beyond).unwrap_err();
    assert!(matches!(error, StoreError::NotIssued(2, 3)), "{error}");
    let again = [place((1, 1), 0), place((1, 1), 1)];
    let other = Book { title: "other".to_owned(), ..book.clone() };
    let error = store.write_giving(|to| books::record(to, &other, &again)).unwrap_err();
    assert!(matches!(error, StoreError::PrintedTwice(1, 1)), "{error}");
    let long = Book { title: "long".repeat(1 << 20), ..book.clone() };
    assert!(matches!(
        store.write_giving(|to| books::record(to, &long, &places(1))),
        Err(StoreError::TooLong(_))
    ));
    assert_eq!((store.see(books::all).len(), store.see(batches::all).len()), (1, 1));
    assert_eq!(store.see(seed_cursor::counts).issued, 2);
    assert_eq!(store.check().unwrap(), []);
}

fn grading(ladder: &str, twin: u8, capacity: u16, rng: &mut SmallRng) -> Grading {
    let of_any = random_seed(rng).gradings.pop().unwrap();
    let (score, rest, scores) = (None, None, None);
    let grading = Grading { capacity, twin: Key([twin; 16]), score, rest, scores, ..of_any };
    let reserved = CellSet::from_bits(7);
    Grading { ladder: ladder.to_owned(), tier: 6, reserved, ..grading }
}

fn seed(key: u8, gradings: Vec<Grading>, rng: &mut SmallRng) -> Seed {
    Seed { key: Key([key; 16]), gradings, ..random_seed(rng) }
}

/// Twins move together, whichever is graded again first, and all derived data is updated.
fn a_later_version_of_a_grading_takes_its_place(engines: Engines) {
    for home in engines() {
        let rng = &mut SmallRng::seed_from_u64(43);
        let store = home.open();
        let old: Vec<Seed> = (1..=60)
            .map(|key| {
                // By the second ladder no seed has a twin, so that twins by the first are kept.
                let gradings = [("judged/1", key % 7), ("keeps/1", key)];
                let capacity = rng.random_range(0..9);
                seed(
                    key,
                    gradings.map(|(ladder, twin)| grading(ladder, twin, capacity, rng)).to_vec(),
                    rng,
                )
            })
            .collect();
        store.add_seeds(&old).unwrap();
        // Four classes change their tier; one moves to the tier of existing seeds.
        let again = |seed: &Seed| {
            let mut own = seed.gradings[0].clone();
            own.version = 1;
            if own.twin.0[0] < 4 {
                (own.tier, own.twin) =
                    (7, Key([if own.twin.0[0] == 0 { 5 } else { 100 + own.twin.0[0] }; 16]));
            }
            Seed { gradings: vec![own], ..seed.clone() }
        };
        for some in old.chunks(13).rev() {
            let new: Vec<Seed> = some.iter().map(again).collect();
            store.complete_seeds(&new).unwrap();
            assert_eq!(store.check().unwrap(), []);
            for own in &new {
                let there = store.see(|from| seeds::of_key(from, own.key)).unwrap();
                assert_eq!(there.grading("judged/1").unwrap(), &own.gradings[0]);
                assert!(there.grading("keeps/1").is_some());
            }
            // An earlier version changes nothing.
            assert_eq!(store.complete_seeds(some).unwrap(), 0);
        }
        let moved = old.iter().filter(|seed| seed.gradings[0].twin.0[0] < 4).count();
        assert_eq!(store.see(|from| seeds::graded(from, "judged/1", 7..=7)).len(), moved);
        // Seeds that are then the best of no class are removed.
        let alone = seed(201, vec![grading("judged/1", 50, 1, rng)], rng);
        store.add_seeds(std::slice::from_ref(&alone)).unwrap();
        let mut other = alone.clone();
        (other.gradings[0].version, other.gradings[0].twin) = (1, Key([101; 16]));
        store.complete_seeds(&[other]).unwrap();
        let best = old
            .iter()
            .filter(|seed| seed.gradings[0].twin.0[0] == 1)
            .map(|seed| seed.gradings[0].capacity)
            .max();
        assert_eq!(store.see(|from| seeds::of_key(from, alone.key)).is_some(), best < Some(1));
        assert_eq!(store.check().unwrap(), []);
    }
}

/// Several threads issue the same puzzles: each key is issued once, with numbers without gaps.
fn threads_issue_a_puzzle_once(engines: Engines) {
    for home in engines() {
        let rng = &mut SmallRng::seed_from_u64(43);
        let store = home.open();
        let puzzles: Vec<Entry> = (0..400).map(|_| random_issued(rng)).collect();
        let batches: Vec<Batch> = (0..4).map(|_| random_batch(rng)).collect();
        let issued: Vec<usize> = std::thread::scope(|scope| {
            let issue = |(thread, batch): (usize, &Batch)| {
                let (store, puzzles) = (&store, &puzzles);
                let mut batch = batch.clone();
                scope.spawn(move || {
                    batch = store.new_batch(&batch).unwrap();
                    let mut issued = 0;
                    for part in 0..8 {
                        let mut some: Vec<Entry> =
                            puzzles.iter().skip((thread + part) % 8).step_by(8).cloned().collect();
                        store.commit_some(&mut batch, &mut some).unwrap();
                        issued += some.len();
                    }
                    issued
                })
            };
            let threads: Vec<_> = batches.iter().enumerate().map(issue).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(issued.iter().sum::<usize>(), puzzles.len());
        assert_eq!(store.see(seed_cursor::counts).issued, puzzles.len() as u64);
        let ids: Vec<u32> = store.see(batches::all).iter().map(|batch| batch.id).collect();
        assert_eq!(ids, [1, 2, 3, 4]);
        assert_eq!(store.check().unwrap(), []);
    }
}
