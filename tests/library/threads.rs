//! One open file: threads of a process and any number of `Database`s never lock each other out.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use seeddb::database::{
    BatchRef, Control, Database, DrawOptions, Error, IfPrinted, Kind, OpenOptions, Options, ToVoid,
    VerifyOptions,
};
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::symmetry::Key;

/// Seeds that give a thousand puzzles, and are read quickly.
fn few() -> Vec<Seed> {
    starter().into_iter().filter(|seed| seed.gradings[0].tier == 1).step_by(20).collect()
}

/// Makes a random call. The keys of drawn puzzles are added to `seen`, and must be new.
fn call(database: &Database, seen: &Mutex<HashSet<Key>>, rng: &mut SmallRng) -> Result<(), Error> {
    let tier = |count, rng_seed| DrawOptions::of_tier(1, count, rng_seed);
    match rng.random_range(0..16) {
        0..4 => {
            for named in
                database.draw(&tier(rng.random_range(1..20), rng.random()), &Control::default())?
            {
                assert!(seen.lock().unwrap().insert(named?.issued.key), "issued twice");
            }
        }
        4 => {
            // Partly read and then dropped.
            let mut drawing = database.draw(&tier(500, rng.random()), &Control::default())?;
            if let Some(chunk) = drawing.next_chunk() {
                seen.lock().unwrap().extend(chunk?.iter().map(|named| named.issued.key));
            }
            thread::yield_now();
        }
        5 => drop(database.stats()?),
        6 => drop(database.batches()?),
        7 => drop(database.seeds(Some(1))?),
        8 => drop(database.estimate(&tier(10, 1))?),
        9 => {
            if let Some(batch) = database.batches()?.last() {
                for named in database.export(&[BatchRef::Id(batch.id)], &Control::default())? {
                    named?;
                }
            }
        }
        10 => drop(
            database.presence(&seen.lock().unwrap().iter().take(5).copied().collect::<Vec<_>>())?,
        ),
        11 => {
            if let Some(batch) = database.batches()?.first() {
                let which = ToVoid::Batches(vec![BatchRef::Id(batch.id)]);
                database.void(&which, IfPrinted::Keep, None)?;
            }
        }
        12 => {
            let seeds = few();
            database.add_seeds(&seeds[..10])?;
        }
        13 => drop((database.levels()?, database.partition()?, database.exists()?)),
        14 => drop((database.diagnose(), database.check()?)),
        15 if rng.random_ratio(1, 8) => drop(database.compact()?),
        _ => drop((database.series()?, database.books()?)),
    }
    Ok(())
}

/// Runs this many threads with this many calls each, through several openings of one file.
fn share(threads: u64, calls: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    #[cfg(unix)]
    let other = {
        let other = folder.path().join("other.redb");
        std::os::unix::fs::symlink(&path, &other).unwrap();
        other
    };
    #[cfg(not(unix))]
    let other = path.clone();
    let file = OpenOptions { wait: Duration::from_secs(1), ..OpenOptions::default() };
    let options = Options { file, initial: few, ..Options::default() };
    drop(Database::open(&path, options.clone()).unwrap());
    let hard = folder.path().join("hard.redb");
    std::fs::hard_link(&path, &hard).unwrap();
    let databases =
        [&path, &other, &hard].map(|path| Database::open(path, options.clone()).unwrap());
    let seen = Mutex::new(HashSet::new());
    thread::scope(|scope| {
        for thread in 0..threads {
            let (database, seen) = (&databases[thread as usize % databases.len()], &seen);
            scope.spawn(move || {
                let rng = &mut SmallRng::seed_from_u64(thread);
                for _ in 0..calls {
                    if let Err(error) = call(database, seen, rng) {
                        assert_ne!(error.kind(), Kind::Busy, "{error}, thread {thread}");
                        panic!("{error}, thread {thread}");
                    }
                }
            });
        }
    });
    let checked = databases[0].verify(VerifyOptions::default(), &Control::default()).unwrap();
    assert_eq!(checked.count(), 0);
    assert_eq!(databases[1].check().unwrap(), []);
}

#[test]
fn threads_share_a_database() {
    share(32, 2);
}

#[test]
#[ignore = "long: .ci/long"]
fn threads_share_a_database_for_long() {
    share(32, 300);
}
