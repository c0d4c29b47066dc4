//! `verify` reports each seed with an invalid record, and the error.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use crate::home::{Home, Line, Said, database, make, wait_for};
use seeddb::board::{CellSet, Grid, Puzzle};
use seeddb::database::Control;
use seeddb::logic::{Ladder, grade};
use seeddb::record::{Grading, Origin, Seed};
use seeddb::refill::assess;
use seeddb::symmetry::{ClueSymmetry, Id, Key};

/// Returns valid seeds of tiers 0, 1 and 5.
fn seeds() -> Vec<Seed> {
    let lines = include_str!("../data/known_answers.tsv").lines();
    let of = |tier: &'static str| {
        lines.clone().filter(move |line| line.split('\t').nth(2) == Some(tier)).take(2)
    };
    let seed = |line: &str| {
        let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
        assess(
            Ladder::hsolve(),
            &puzzle,
            &grade(Ladder::hsolve(), &puzzle),
            ClueSymmetry::None,
            Origin::Imported,
        )
    };
    of("0").chain(of("1")).chain(of("5")).map(seed).collect()
}

/// Creates a database in this home with these seeds only.
fn keep(home: &Home, seeds: &[Seed]) {
    make(&home.path("db.redb"), seeds);
}

fn verify(home: &Home, flags: &(impl Line + ?Sized), code: i32) -> Said {
    let db = home.path("db.redb");
    home.run(&(&["--db", db.to_str().unwrap(), "verify"], flags), code)
}

/// The lines of the report.
fn told(home: &Home, flags: &(impl Line + ?Sized), code: i32) -> Vec<String> {
    verify(home, flags, code).out.lines().map(str::to_owned).collect()
}

type Spoil<T> = (fn(&mut T), &'static str);

/// Errors, each put into a separate seed.
const SEEDS: [Spoil<Seed>; 12] = [
    (|seed| seed.key = Key([7; 16]), "its key is another"),
    (|seed| spoil(seed).twin = Key([7; 16]), "its twin key is another"),
    (|seed| seed.symmetry = ClueSymmetry::Rot180, "its clues are not rot180"),
    (|seed| spoil(seed).tier = 2, "its tier is 1, not 2"),
    (|seed| spoil(seed).score.as_mut().unwrap().mean += 0.01, "its score is "),
    (
        |seed| spoil(seed).score.as_mut().unwrap().standard_error += 0.01,
        "the standard error of its score is another",
    ),
    (
        |seed| spoil(seed).rest.as_mut().unwrap().standard_error += 0.01,
        "its score from the stuck state on is another",
    ),
    (|seed| spoil(seed).scores = Some((1.0, 2.0)), "its score is not among those of its refills"),
    (|seed| spoil(seed).reserved = CellSet::ALL, "its reserved cells are others"),
    (
        |seed| spoil(seed).rest.as_mut().unwrap().mean += 0.5,
        "its score from the stuck state on is another",
    ),
    (|seed| spoil(seed).capacity -= 1, "its capacity is "),
    (|seed| spoil(seed).scores.as_mut().unwrap().1 += 0.01, "its refills score "),
];

fn spoil(seed: &mut Seed) -> &mut Grading {
    &mut seed.gradings[0]
}

#[test]
fn what_holds_is_told_in_a_note() {
    let home = Home::new();
    let seeds = seeds();
    keep(&home, &seeds);
    let database = database(&home.path("db.redb"));
    let mut import = database.import_issued("import", "", &Control::default());
    for seed in &seeds {
        import.put(seed.puzzle).unwrap();
    }
    assert_eq!(import.finish().unwrap().new, seeds.len() as u64);
    for flags in ["", "--capacity"] {
        assert_eq!(told(&home, flags, 0), [""; 0]);
    }
}

#[test]
fn what_does_not_hold_is_named() {
    let sound = seeds();
    for (spoil, words) in SEEDS {
        for i in (0..sound.len()).filter(|&i| sound[i].grading(Ladder::HSOLVE).unwrap().tier == 1) {
            let home = Home::new();
            let mut seeds = sound.clone();
            spoil(&mut seeds[i]);
            keep(&home, &seeds);
            let measured = words.contains("capacity") || words.contains("refills");
            let flags: &[&str] = if measured { &["--capacity"] } else { &[] };
            let told = told(&home, flags, 1);
            let expected = format!("\t{}\t{words}", Id::seed(seeds[i].key));
            assert!(told.len() == 1 && told[0].starts_with(&expected), "{i}: {told:?}");
            let flags = [flags, &["--sample", "100"]].concat();
            assert_eq!(self::told(&home, &flags, 1), told);
        }
    }
}

/// A sample has a few of many records, and others with another RNG seed.
#[test]
fn a_sample_says_of_how_many_it_is() {
    let home = Home::new();
    home.run("draw --level easy --count 20", 0);
    let words = home.run("verify --sample 7 --rng-seed 3", 0).err;
    assert!(words.contains("7 seeds and 7 issued puzzles: all is well"), "{words}");
    assert!(words.contains("and 20 puzzles (RNG seed 3)"), "{words}");
    assert!(home.run("verify --sample 0", 2).err.contains("--sample"));
    assert!(home.run("verify --rng-seed 1", 2).err.contains("--sample"));
}

#[test]
fn every_format_names_it() {
    let home = Home::new();
    let mut seeds = seeds();
    spoil(&mut seeds[0]).twin = Key([7; 16]);
    keep(&home, &seeds);
    let (id, problem) = (Id::seed(seeds[0].key).to_string(), "its twin key is another");
    let print = |format| verify(&home, &["--format", format], 1).out;
    assert_eq!(print("text"), format!("\t{id}\t{problem}\n"));
    assert_eq!(print("csv"), format!("id,seed,problem\n,{id},{problem}\n"));
    let object = serde_json::json!({"id": null, "seed": id, "problem": problem});
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(read(&print("jsonl")), object);
    assert_eq!(read(&print("json")), serde_json::json!([object]));
}

/// Verification uses the state of the database at its beginning, so that it ends although others
/// continue to draw, and they get their turns.
#[test]
fn it_ends_beside_writers() {
    let home = Home::new();
    keep(&home, &seeds());
    let db = home.path("db.redb");
    let db = ["--db", db.to_str().unwrap(), "--wait", "600"];
    let (is_over, drawn) = (AtomicBool::new(false), AtomicU32::new(0));
    let ended = thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let draw = [&db[..], &["draw", "--tier", "0", "--threads", "1"]].concat();
                    let output = home.seeddb(&draw).output().unwrap();
                    if !output.status.success() {
                        is_over.store(true, Ordering::Relaxed);
                        Said::of(&output, &draw, 0);
                    }
                    drawn.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let one = |_| {
            let before = drawn.load(Ordering::Relaxed);
            let output = home.seeddb(&(&db, "verify")).output();
            wait_for("nobody draws", || {
                let goes_on = drawn.load(Ordering::Relaxed) > before + 1;
                (goes_on || is_over.load(Ordering::Relaxed)).then_some(())
            });
            output
        };
        let ended: Vec<_> = (0..3).map(one).collect();
        is_over.store(true, Ordering::Relaxed);
        ended
    });
    for output in ended {
        Said::of(&output.unwrap(), &["verify"], 0);
    }
}
