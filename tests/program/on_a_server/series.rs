//! Voiding puzzles and putting them on days of a series, at the same moment.

use std::sync::Barrier;
use std::thread::{scope, sleep};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use seeddb::database::{
    Control, Database, DrawOptions, Error, IfPrinted, IssuedWithId, Options, StoreError, ToVoid,
};
use seeddb::record::Day;

use crate::home::Home;
use crate::server::Server;

/// The number of puzzles, each voided by one thread and put on a day by another at once.
const PUZZLES: u32 = 120;

/// One of the two commands comes first, and the other is refused: no void puzzle is on a day.
#[test]
#[ignore = "needs a server"]
fn no_void_puzzle_comes_to_a_day() {
    let server = Server::of_tests();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let database = || Database::at(address.as_ref(), Options::default());
    let options = DrawOptions::of_level("easy", PUZZLES, 12);
    let puzzles: Result<Vec<IssuedWithId>, Error> =
        database().draw(&options, &Control::default()).unwrap().collect();
    let puzzles = puzzles.unwrap();
    let both = Barrier::new(2);
    // Either thread may be delayed.
    let mut rng = SmallRng::seed_from_u64(12);
    let late: Vec<i64> = (0..PUZZLES).map(|_| rng.random_range(-3_000..3_000)).collect();
    let wait = |late: i64| {
        both.wait();
        sleep(Duration::from_micros(late.max(0).cast_unsigned()));
    };
    let (voided, run) = scope(|scope| {
        let void = scope.spawn(|| {
            let database = database();
            let one = |(puzzle, late): (&IssuedWithId, &i64)| {
                wait(*late);
                match database.void(&ToVoid::Puzzles(vec![puzzle.id]), IfPrinted::Refuse, None) {
                    Ok(voided) => voided.new == 1,
                    Err(Error::Printed(_)) => false,
                    Err(error) => panic!("{error}"),
                }
            };
            puzzles.iter().zip(&late).map(one).collect::<Vec<bool>>()
        });
        let database = database();
        let one = |(puzzle, late): (&IssuedWithId, &i64)| {
            wait(-late);
            let number = puzzle.issued.number as u8 - 1;
            let day = Day { year: 2030, month: number / 28 + 1, day: number % 28 + 1 };
            loop {
                let days = [(day, (puzzle.issued.batch, puzzle.issued.number))];
                match database.run(&database.series().unwrap(), "daily", &days) {
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
    let all_series = database().series().unwrap();
    let places: Vec<(u32, u32)> =
        puzzles.iter().map(|puzzle| (puzzle.issued.batch, puzzle.issued.number)).collect();
    let now = database().puzzles_at(&places).unwrap();
    for (((at, now), voided), run) in places.into_iter().zip(now).zip(voided).zip(&run) {
        assert_eq!(voided, !run, "{at:?}");
        assert_eq!(now.issued.void, voided, "{at:?}");
        assert_eq!(all_series.is_running(at), *run, "{at:?}");
    }
    let on_days = run.iter().filter(|run| **run).count();
    println!("{on_days} of {PUZZLES} came to their day");
    assert!((1..PUZZLES as usize).contains(&on_days));
}
