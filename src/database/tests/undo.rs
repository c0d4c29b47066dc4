//! Whatever changes of days are undone, one after another: the series is as it was before each,
//! day by day, and is again as it was after each when they are done again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::cases::cases;
use crate::record::Day;
use crate::{
    Control, Database, DayChange, DrawOptions, Error, IfPrinted, Options, PuzzleRef, Replacement,
    SeriesError, ToVoid, UndoStep,
};

/// Seconds, long before the days of the series.
static NOW: AtomicU64 = AtomicU64::new(1_000_000);

/// Clocks for which all changes are simultaneous, and for which hours pass within each.
const CLOCKS: [fn() -> Option<u64>; 2] =
    [|| Some(1_000_000), || Some(NOW.fetch_add(3_600, Ordering::Relaxed))];

fn days(database: &Database) -> BTreeMap<Day, PuzzleRef> {
    database.series().unwrap().days("daily").collect()
}

fn history(rng_seed: u64) {
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    let folder = tempfile::tempdir().unwrap();
    let clock = CLOCKS[(rng_seed % 2) as usize];
    let options = Options { clock, ..Options::default() };
    let database = Database::open(&folder.path().join("a.redb"), options).unwrap();
    let drawn = database.draw(&DrawOptions::of_level("easy", 40, 7), &Control::default()).unwrap();
    let mut spare: Vec<_> = drawn.map(Result::unwrap).collect();
    let day = |number: u8| Day { year: 2027, month: 1, day: number };
    let first: Vec<(Day, PuzzleRef)> = (1..=9)
        .map(|number| {
            let issued = spare.pop().unwrap().issued;
            (day(number), (issued.batch, issued.number))
        })
        .collect();
    database.run(&database.series().unwrap(), "daily", &first).unwrap();
    let why = DayChange::default();
    // All that the series was, up to what can be done again, and where in it the series is.
    let (mut line, mut at) = (vec![BTreeMap::new(), days(&database)], 1);
    let step = |from: &BTreeMap<Day, PuzzleRef>, to: &BTreeMap<Day, PuzzleRef>, step: UndoStep| {
        let all: BTreeSet<Day> = from.keys().chain(to.keys()).copied().collect();
        let changed: Vec<Day> =
            all.into_iter().filter(|day| from.get(day) != to.get(day)).collect();
        // Each way of a change is undone by any of its days; a shift is of several chains.
        for day in &changed {
            if days(&database).get(day) != to.get(day) {
                let plan = database.plan_undo("daily", *day, step).unwrap();
                assert!(plan.iter().any(|one| one.day == *day), "{plan:?}");
                assert!(plan.iter().all(|one| changed.contains(&one.day)), "{plan:?} {changed:?}");
                database.undo_day("daily", *day, step, None).unwrap();
            }
        }
        assert_eq!(days(&database), *to, "RNG seed {rng_seed}");
    };
    for _ in 0..20 {
        let before = days(&database);
        let has: Vec<Day> = before.keys().copied().collect();
        let one = *has.choose(rng).unwrap();
        let other = day(rng.random_range(1..=20));
        let by = rng.random_range(-2..=2);
        let done = match rng.random_range(0..5) {
            0 => {
                let puzzle = Replacement::Puzzle(spare.pop().unwrap().id);
                database.replace_days("daily", &[one], &puzzle, false, why).map(drop)
            }
            1 if has.len() > 4 => database.withdraw_days("daily", &[one], why),
            2 => database.move_day("daily", one, other, why),
            3 => database.swap_days("daily", one, other, why),
            _ => database.shift_days("daily", (Some(one), Some(other)), by, why).map(drop),
        };
        let after = days(&database);
        // An impossible change is refused, and changes nothing.
        if done.is_err() || after == before {
            assert_eq!(after, before);
            continue;
        }
        line.truncate(at + 1);
        line.push(after);
        at += 1;
        for _ in 0..3 {
            let to = rng.random_range(0..line.len());
            while at > to {
                step(&line[at], &line[at - 1], UndoStep::Back);
                at -= 1;
            }
            while at < to {
                step(&line[at], &line[at + 1], UndoStep::Again);
                at += 1;
            }
        }
        // Changes are of what there is.
        if at == 0 {
            step(&line[0], &line[1], UndoStep::Again);
            at = 1;
        }
    }
    assert_eq!(database.check().unwrap(), []);
}

#[test]
fn a_change_that_is_undone_was_not() {
    for rng_seed in 0..cases(2, 60) as u64 {
        let run = std::panic::catch_unwind(|| history(rng_seed));
        assert!(run.is_ok(), "with random seed {rng_seed}");
    }
}

#[test]
fn what_cannot_be_undone_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let clock = || Some(1_800_000_000);
    let options = Options { clock, ..Options::default() };
    let database = Database::open(&folder.path().join("a.redb"), options).unwrap();
    let drawn = database.draw(&DrawOptions::of_level("easy", 4, 7), &Control::default()).unwrap();
    let drawn: Vec<_> = drawn.map(Result::unwrap).collect();
    let at = |place: usize| (drawn[place].issued.batch, drawn[place].issued.number);
    let day = |year: i16, day: u8| Day { year, month: 1, day };
    let (seen, next, far) = (day(2027, 1), day(2030, 1), day(2030, 2));
    let all = [(seen, at(0)), (next, at(1)), (far, at(2))];
    database.run(&database.series().unwrap(), "daily", &all).unwrap();
    let refused = |day: Day| match database.undo_day("daily", day, UndoStep::Back, None) {
        Err(Error::Series(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(seen), SeriesError::Published(seen));
    let none = day(2030, 9);
    assert_eq!(refused(none), SeriesError::NoChange { series: "daily".to_owned(), day: none });
    let again = database.undo_day("daily", next, UndoStep::Again, None);
    assert!(matches!(again, Err(Error::Series(SeriesError::NoChange { .. }))), "{again:?}");
    assert!(database.undo_day("nobody", next, UndoStep::Back, None).is_err());
    // Its puzzle runs elsewhere by now, and is void at last.
    let puzzle = Replacement::Puzzle(drawn[3].id);
    database.replace_days("daily", &[next], &puzzle, false, DayChange::default()).unwrap();
    database.run(&database.series().unwrap(), "kids", &[(next, at(1))]).unwrap();
    assert!(matches!(refused(next), SeriesError::HasRun { series, .. } if series == "kids"));
    database.withdraw_days("kids", &[next], DayChange::default()).unwrap();
    database.void(&ToVoid::Puzzles(vec![drawn[1].id]), IfPrinted::default(), None).unwrap();
    let before = days(&database);
    assert!(database.undo_day("daily", next, UndoStep::Back, None).is_err());
    assert_eq!(days(&database), before);
}
