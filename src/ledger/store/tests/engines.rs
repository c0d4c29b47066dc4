//! Behaviour of all engines beyond the model: twins of several ladders, errors, threads.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;
use crate::store::Added;

over_engines!(
    a_seed_of_another_ladder_is_kept,
    twins_are_twins_in_all_gradings,
    a_later_version_of_a_grading_takes_its_place,
    threads_issue_a_puzzle_once,
    void_is_decided_by_the_last_events,
    engines_refuse_alike
);

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

fn a_seed_of_another_ladder_is_kept(engines: Engines) {
    for home in engines() {
        let rng = &mut SmallRng::seed_from_u64(41);
        let store = home.open();
        let ours = seed(1, vec![grading("own/1", 1, 500, rng)], rng);
        // Equal twin keys of two ladders are unrelated.
        let theirs = seed(2, vec![grading(Ladder::HSOLVE, 1, 600, rng)], rng);
        let added = store.add_seeds(&[ours.clone(), theirs.clone()]).unwrap();
        assert_eq!(added, Added { new: 2, ..Added::default() });
        assert_eq!(
            store.read(|from| seeds::graded(from, "own/1", 0..=9)).unwrap(),
            std::slice::from_ref(&ours)
        );
        assert_eq!(
            store.read(|from| seeds::graded(from, Ladder::HSOLVE, 0..=9)).unwrap(),
            [theirs]
        );
        let counts = store.read(seed_cursor::counts).unwrap();
        assert_eq!((counts.seeds, counts.of_tier("own/1", 6)), (2, 1));
        let better = seed(3, vec![grading("own/1", 1, 501, rng)], rng);
        assert_eq!(store.add_seeds(std::slice::from_ref(&better)).unwrap().better, 1);
        assert_eq!(store.add_seeds(&[ours]).unwrap().known, 1);
        assert_eq!(store.read(|from| seeds::graded(from, "own/1", 0..=9)).unwrap(), [better]);
        assert_eq!(store.check().unwrap(), []);
    }
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
                let there = store.read(|from| seeds::of_key(from, own.key)).unwrap().unwrap();
                assert_eq!(there.grading("judged/1").unwrap(), &own.gradings[0]);
                assert!(there.grading("keeps/1").is_some());
            }
            // An earlier version changes nothing.
            assert_eq!(store.complete_seeds(some).unwrap(), 0);
        }
        let moved = old.iter().filter(|seed| seed.gradings[0].twin.0[0] < 4).count();
        assert_eq!(store.read(|from| seeds::graded(from, "judged/1", 7..=7)).unwrap().len(), moved);
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
        assert_eq!(
            store.read(|from| seeds::of_key(from, alone.key)).unwrap().is_some(),
            best < Some(1)
        );
        assert_eq!(store.check().unwrap(), []);
    }
}

fn twins_are_twins_in_all_gradings(engines: Engines) {
    for home in engines() {
        let rng = &mut SmallRng::seed_from_u64(42);
        let store = home.open();
        let kept = |store: &Store| {
            let mut kept: Vec<u8> = (1..9).collect();
            kept.retain(|key| {
                store.read(|from| seeds::of_key(from, Key([*key; 16]))).unwrap().is_some()
            });
            kept
        };
        let both = |key, twins: [u8; 2], capacities: [u16; 2], rng: &mut SmallRng| {
            let first = grading("a/1", twins[0], capacities[0], rng);
            let second = grading("b/1", twins[1], capacities[1], rng);
            seed(key, vec![first, second], rng)
        };
        let add = |seed| store.add_seeds(&[seed]).unwrap();
        assert_eq!(add(both(1, [1, 1], [500, 500], rng)).new, 1);
        // Worse by one ladder, but without a twin by the other.
        assert_eq!(add(both(2, [1, 2], [400, 400], rng)).new, 1);
        // Worse by both ladders, each time than another seed.
        assert_eq!(add(both(3, [1, 2], [400, 300], rng)).known, 1);
        assert_eq!(kept(&store), [1, 2]);
        // Better than 2 where 2 was the best, so that 2 is not needed.
        assert_eq!(add(both(4, [3, 2], [10, 500], rng)).better, 1);
        assert_eq!(kept(&store), [1, 4]);
        // Better than 1 by one ladder only.
        assert_eq!(add(both(5, [1, 4], [900, 10], rng)).new, 1);
        assert_eq!(kept(&store), [1, 4, 5]);
        assert_eq!(store.check().unwrap(), []);
    }
}

/// Threads that issue the same puzzles at once: each key once, numbers without gaps.
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
        assert_eq!(store.read(seed_cursor::counts).unwrap().issued, puzzles.len() as u64);
        let ids: Vec<u32> =
            store.read(batches::all).unwrap().iter().map(|batch| batch.id).collect();
        assert_eq!(ids, [1, 2, 3, 4]);
        assert_eq!(store.check().unwrap(), []);
    }
}

/// Voiding puzzles by outdated events is refused, if any puzzle would become void.
fn void_is_decided_by_the_last_events(engines: Engines) {
    for home in engines() {
        let rng = &mut SmallRng::seed_from_u64(45);
        let store = home.open();
        let mut batch = random_batch(rng);
        batch = store.new_batch(&batch).unwrap();
        store.commit_some(&mut batch, &mut vec![random_issued(rng), random_issued(rng)]).unwrap();
        store.write_giving(|to| events::append(to, 0, &[random_event((1, 1), rng)])).unwrap();
        for known in [0, 2] {
            let error = store
                .write_giving(|to| events::void(to, &[(1, 1)], true, Some(known)))
                .unwrap_err();
            assert!(matches!(error, StoreError::Overtaken), "{error}");
        }
        assert!(!store.issued_range(1, 1, 1).unwrap()[0].void);
        assert_eq!(
            store.write_giving(|to| events::void(to, &[(1, 1)], true, Some(1))).unwrap().new,
            1
        );
        assert_eq!(
            store.write_giving(|to| events::void(to, &[(1, 1)], true, Some(0))).unwrap().known,
            1
        );
    }
}

/// Refusals have the same message on every engine.
fn engines_refuse_alike(engines: Engines) {
    let mut said: Vec<Vec<String>> = Vec::new();
    for home in engines() {
        let rng = &mut SmallRng::seed_from_u64(44);
        let store = home.open();
        let mut batch = random_batch(rng);
        batch = store.new_batch(&batch).unwrap();
        store.commit_some(&mut batch, &mut vec![random_issued(rng)]).unwrap();
        let mut impossible = random_seed(rng);
        impossible.gradings[0].capacity = 1001;
        impossible.gradings[0].ladder = Ladder::HSOLVE.to_owned();
        impossible.gradings.truncate(1);
        let mut ungraded = random_seed(rng);
        ungraded.gradings.clear();
        let long = Batch { note: "x".repeat(2 << 20), ..random_batch(rng) };
        let missing = Batch { id: 9, ..random_batch(rng) };
        let book = Book { volumes: 1, ..random_book(rng) };
        let twice = [place((1, 1), 0), place((1, 1), 1)];
        let errors = [
            store.add_seeds(&[random_seed(rng), impossible]).unwrap_err(),
            store.add_seeds(&[random_seed(rng), ungraded]).unwrap_err(),
            store.new_batch(&long).unwrap_err(),
            store.commit_some(&mut missing.clone(), &mut vec![]).unwrap_err(),
            store.read(|from| batches::find(from, 2)).unwrap_err(),
            store.write_giving(|to| books::record(to, &book, &twice)).unwrap_err(),
            store.write_giving(|to| books::record(to, &book, &[place((1, 2), 0)])).unwrap_err(),
        ];
        said.push(errors.iter().map(ToString::to_string).collect());
        assert!(!store.write_aside(|to| batches::remove_empty(to, &batch)).unwrap());
        assert!(
            !store
                .write_aside(|to| batches::remove_empty(to, &Batch { id: 2, ..batch.clone() }))
                .unwrap()
        );
        assert_eq!(store.read(seed_cursor::counts).unwrap().seeds, 0);
        assert_eq!(store.read(books::all).unwrap(), []);
        assert_eq!(store.issued_range(7, 1, 10).unwrap(), []);
    }
    for other in &said[1..] {
        assert_eq!(said[0], *other);
    }
}
