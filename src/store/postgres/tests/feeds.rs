//! Void puzzles and days of feeds, at the same moment.

use std::sync::Barrier;

use super::*;
use crate::database::{Database, Error, IfPrinted, Options, ToVoid};
use crate::record::Day;
use crate::symmetry::Id;

/// Puzzles, each made void by one and put on a day by another at once.
const PUZZLES: u32 = 120;

/// One of the two comes first, and the other is refused: no void puzzle is on a day.
#[test]
fn no_void_puzzle_comes_to_a_day() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    let rng = &mut SmallRng::seed_from_u64(12);
    let store = open(&address).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    let mut puzzles: Vec<Issued> = (0..PUZZLES).map(|_| random_issued(rng)).collect();
    store.commit(&mut batch, &mut puzzles).unwrap();
    let database = || Database::at(address.as_ref(), Options::default());
    let both = Barrier::new(2);
    // Either one begins a little later at times.
    let late: Vec<i64> = (0..PUZZLES).map(|_| rng.random_range(-3_000..3_000)).collect();
    let wait = |late: i64| {
        both.wait();
        sleep(Duration::from_micros(late.max(0).cast_unsigned()));
    };
    let (voided, run) = scope(|scope| {
        let void = scope.spawn(|| {
            let database = database();
            let one = |(issued, late): (&Issued, &i64)| {
                wait(*late);
                let which = ToVoid::Puzzles(vec![Id::of(issued.key)]);
                match database.void(&which, IfPrinted::Refuse) {
                    Ok(voided) => voided.new == 1,
                    Err(Error::Printed(_)) => false,
                    Err(error) => panic!("{error}"),
                }
            };
            puzzles.iter().zip(&late).map(one).collect::<Vec<bool>>()
        });
        let database = database();
        let one = |(issued, late): (&Issued, &i64)| {
            wait(-late);
            let number = issued.number as u8 - 1;
            let day = Day { year: 2030, month: number / 28 + 1, day: number % 28 + 1 };
            loop {
                let days = [(day, (issued.batch, issued.number))];
                match database.run(&database.feeds().unwrap(), "daily", &days) {
                    Ok(()) => break true,
                    Err(Error::Store(StoreError::Overtaken)) => {}
                    Err(Error::Store(StoreError::Void(..))) => break false,
                    Err(error) => panic!("{error}"),
                }
            }
        };
        let run: Vec<bool> = puzzles.iter().zip(&late).map(one).collect();
        (void.join().unwrap(), run)
    });
    let feeds = database().feeds().unwrap();
    for ((issued, voided), run) in puzzles.iter().zip(voided).zip(&run) {
        let at = (issued.batch, issued.number);
        assert_eq!(voided, !run, "{at:?}");
        assert_eq!(store.issued_at(at).unwrap().void, voided, "{at:?}");
        assert_eq!(feeds.is_running(at), *run, "{at:?}");
    }
    let on_days = run.iter().filter(|run| **run).count();
    println!("{on_days} of {PUZZLES} came to their day");
    assert!((1..PUZZLES as usize).contains(&on_days));
}

/// A database of an earlier program has no outlines until it gets its next seed, and then of that one alone.
#[test]
fn outlines_come_to_an_older_database() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    let rng = &mut SmallRng::seed_from_u64(13);
    let mut store = open(&address).unwrap();
    let seeds: Vec<_> = (0..40).map(|_| random_seed(rng)).collect();
    store.add_seeds(&seeds[..20]).unwrap();
    let name = Server::name(&address);
    server.psql(name, "ALTER TABLE seeddb.grading DROP COLUMN outline").unwrap();
    let told = |store: &mut Store| {
        let mut count = 0;
        for ladder in store.counts().unwrap().gradings.into_keys() {
            let wanted = crate::store::Wanted::graded_by(&ladder);
            let outlines = store.outlines(&wanted).unwrap().into_iter().map(|one| one.0);
            let seeds = store.seeds(&ladder, 0..=u8::MAX).unwrap();
            assert!(outlines.eq(seeds.iter().map(|seed| seed.outline(&ladder).unwrap())));
            count += seeds.len();
        }
        assert_eq!(store.check().unwrap(), []);
        count
    };
    let before = told(&mut store);
    store.add_seeds(&seeds[20..]).unwrap();
    assert!(told(&mut store) > before);
    // What is read is the column, where there is one.
    let harm =
        "UPDATE seeddb.grading SET outline = set_byte(outline, 30, 255 - get_byte(outline, 30))";
    server.psql(name, harm).unwrap();
    let ladder = store.counts().unwrap().gradings.into_keys().next().unwrap();
    assert!(store.outlines(&crate::store::Wanted::graded_by(&ladder)).is_err());
}
