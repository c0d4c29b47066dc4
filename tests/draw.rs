//! The promises of `draw`, as a user meets them.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};

use seeddb::board::{Grid, Puzzle};
use seeddb::draw::{Draw, Request, whole};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::rating::hsolve::score;
use seeddb::record::{Issued, Seed};
use seeddb::symmetry::{ClueSymmetry, Key, minlex};

fn seeddb(folder: &Path, args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_seeddb"))
        .args(args.split_whitespace())
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env_remove("SEEDDB_DB")
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn grids(text: &str) -> Vec<Grid> {
    text.lines().map(|line| line[..81].parse().expect("a puzzle")).collect()
}

#[test]
fn no_two_puzzles_of_a_database_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = "--quiet draw --tier 1 --count 10000 --rng-seed 7";
    let texts = [0, 1].map(|_| stdout(&seeddb(folder.path(), draw)));
    let forms: HashSet<Grid> =
        texts.iter().flat_map(|text| grids(text)).map(|grid| minlex(&grid).0).collect();
    assert_eq!(forms.len(), 20_000);
}

#[test]
fn threads_make_no_difference() {
    for request in ["--tier 5 --count 300", "--level easy --count 300 --symmetry rot180"] {
        let texts = [1, 2].map(|threads| {
            let folder = tempfile::tempdir().expect("a folder");
            let args = format!("--quiet --threads {threads} draw {request} --rng-seed 7");
            stdout(&seeddb(folder.path(), &args))
        });
        assert_eq!(texts[0].lines().count(), 300);
        assert!(texts[0] == texts[1], "{request}");
    }
}

/// Everything a line says, worked out again from its puzzle alone.
#[test]
fn the_label_is_true() {
    for (level, tiers, bounds) in [
        ("easy", 0..=0, 317.0..599.0),
        ("medium", 0..=1, 599.0..929.0),
        ("hard", 0..=4, 929.0..2762.0),
        ("expert", 2..=5, 2762.0..20958.0),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let args = format!("--quiet draw --level {level} --count 60 --rng-seed 3");
        for line in stdout(&seeddb(folder.path(), &args)).lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = Puzzle::new(&fields[0].parse().expect("a grid")).expect("one solution");
            assert_eq!(puzzle.solution().to_string(), fields[1]);
            let grade = grade(Ladder::hsolve(), &puzzle);
            let score = score(Ladder::hsolve(), &puzzle, &grade).expect("below tier 6").mean;
            assert_eq!(fields[3], level);
            assert_eq!(fields[4], grade.tier.to_string());
            assert_eq!(fields[5], format!("{score:.1}"));
            assert_eq!(fields[6], puzzle.clues().len().to_string());
            assert!(tiers.contains(&grade.tier) && bounds.contains(&score), "{line}");
        }
    }
}

#[test]
fn wishes_are_met() {
    let folder = tempfile::tempdir().expect("a folder");
    let rot180 = "--quiet draw --tier 0 --count 50 --symmetry rot180 --rng-seed 3";
    for grid in grids(&stdout(&seeddb(folder.path(), rot180))) {
        assert!(ClueSymmetry::Rot180.holds(grid.clues()), "{grid}");
    }
    let clues = "--quiet draw --tier 1 --count 50 --clues 26..27 --minimal --rng-seed 3";
    for grid in grids(&stdout(&seeddb(folder.path(), clues))) {
        assert!((26..=27).contains(&grid.clues().len()), "{grid}");
        let puzzle = Puzzle::new(&grid).expect("one solution");
        assert!(seeddb::generate::is_minimal(&puzzle), "{grid}");
    }
    let score = "--quiet draw --score 1000..1100 --count 20 --rng-seed 3";
    for line in stdout(&seeddb(folder.path(), score)).lines() {
        let score: f64 = line.split('\t').nth(5).expect("a score").parse().expect("a number");
        assert!((1000.0..=1100.0).contains(&score), "{line}");
    }
}

#[test]
fn a_used_up_seed_ends_with_code_3() {
    let folder = tempfile::tempdir().expect("a folder");
    // "Riddle of Sho" as the known answers have it.
    let known = include_str!("data/known_answers.tsv").lines().nth(1).expect("the first");
    std::fs::write(folder.path().join("sho.txt"), &known[..81]).expect("a file");
    stdout(&seeddb(folder.path(), "--quiet import sho.txt"));
    let drawn = seeddb(folder.path(), "draw --tier 5 --origin imported --count 50 --rng-seed 1");
    assert_eq!(drawn.status.code(), Some(3));
    let count = String::from_utf8_lossy(&drawn.stdout).lines().count();
    assert!((1..=10).contains(&count), "{count}");
    let words = String::from_utf8_lossy(&drawn.stderr).into_owned();
    assert!(words.contains(&format!("{count} of 50 puzzles")), "{words}");
    assert!(words.contains("seeddb mine --tier 5"), "{words}");
}

#[test]
fn a_failed_write_keeps_the_batch() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = seeddb(folder.path(), "draw --tier 1 --count 500 --rng-seed 1 -o /dev/full");
    assert_eq!(drawn.status.code(), Some(1));
    let words = String::from_utf8_lossy(&drawn.stderr).into_owned();
    assert!(words.contains("seeddb export --batch 1"), "{words}");
    let again = stdout(&seeddb(folder.path(), "--quiet export --batch 1 --format line"));
    assert_eq!(again.lines().count(), 500);
    // What a lucky run would have shown, byte for byte.
    let other = tempfile::tempdir().expect("a folder");
    let shown = stdout(&seeddb(other.path(), "--quiet draw --tier 1 --count 500 --rng-seed 1"));
    assert!(shown == again);
}

/// What several requests get together is what each gets after the other, and no two puzzles are the same.
#[test]
fn a_whole_is_its_parts_in_turn() {
    let seeds: Vec<Seed> = starter()
        .into_iter()
        .filter(|seed| seed.grading(Ladder::HSOLVE).unwrap().tier == 5)
        .take(40)
        .collect();
    let request = |tier| Request { tier: Some(tier), rng_seed: 3, ..Request::default() };
    let wanted = [(request(5), 300), (request(5), 200), (request(3), 7)];
    let issued = |key: &Key| key.0[0] < 64;
    let are_new = |keys: &[Key]| Ok::<_, ()>(keys.iter().map(|key| !issued(key)).collect());
    let made = whole(&wanted, &seeds, |_| 0, 9, are_new, |_| true).expect("no error").expect("all");
    assert_eq!(made.missing(&wanted), [0, 0, 7], "no seed is of tier 3");
    let all: Vec<&Issued> = made.puzzles.iter().flatten().collect();
    assert!(all.iter().map(|puzzle| puzzle.number).eq(1..=500));
    assert!(all.iter().all(|puzzle| puzzle.batch == 9 && !issued(&puzzle.key)));
    let keys: HashSet<Key> = all.iter().map(|puzzle| puzzle.key).collect();
    assert_eq!(keys.len(), 500);

    let (mut attempts, mut before) = (0, Vec::<Issued>::new());
    for ((request, count), puzzles) in wanted.iter().zip(&made.puzzles).take(2) {
        let uses = |key| before.iter().filter(|puzzle| puzzle.seed == Some(key)).count() as u64;
        let mut draw = Draw::new(request.clone(), seeds.clone(), uses, 9, attempts);
        let mut own = Vec::new();
        while own.len() < *count as usize {
            let known = |key: &Key| issued(key) || before.iter().any(|puzzle| puzzle.key == *key);
            let are_new = |keys: &[Key]| Ok::<_, ()>(keys.iter().map(|key| !known(key)).collect());
            own.extend(draw.more(*count as usize - own.len(), are_new).expect("no error"));
        }
        assert!(own.iter().map(|puzzle| puzzle.puzzle).eq(puzzles.iter().map(|p| p.puzzle)));
        attempts = draw.attempts();
        before.extend(own);
    }
    assert_eq!(made.attempts, attempts);
    assert_eq!(whole(&wanted, &seeds, |_| 0, 9, |_| Err(4), |_| true), Err(4));
    let mut rounds = 0;
    let stopped = whole(
        &wanted,
        &seeds,
        |_| 0,
        9,
        are_new,
        |made| {
            rounds += 1;
            made < 300
        },
    );
    assert_eq!((stopped, rounds > 1), (Ok(None), true));
}
