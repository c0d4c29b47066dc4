//! Foreign databases: their content is checked by new computation, or made harmless.

use std::fs;

use crate::home::{Home, beside, make, set_text};
use seeddb::board::{CellSet, Puzzle};
use seeddb::database::{Database, Options};
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::symmetry::{ClueSymmetry, Key};

/// A forgery of a seed, and the report on it.
type Try = (&'static str, fn(&mut Seed, &Seed));

/// Possible lies of a record. Capacities are measured, and checked by `verify --capacity`.
const TRIES: [Try; 9] = [
    ("its tier is", |seed, _| seed.gradings[0].tier += 1),
    ("its reserved cells are others", |seed, other| {
        seed.gradings[0].reserved = other.gradings[0].reserved;
    }),
    ("its twin key is another", |seed, other| seed.gradings[0].twin = other.gradings[0].twin),
    ("its key is another", |seed, _| seed.key = Key([7; 16])),
    ("its key is another", |seed, other| seed.puzzle = other.puzzle),
    ("its score is", |seed, _| {
        let grading = &mut seed.gradings[0];
        grading.score.as_mut().unwrap().mean += 500.0;
        grading.scores.as_mut().unwrap().1 += 500.0;
    }),
    ("its score from the stuck state on is another", |seed, _| {
        seed.gradings[0].rest.as_mut().unwrap().mean /= 2.0;
    }),
    ("its clues are not", |seed, _| seed.symmetry = ClueSymmetry::Rot180),
    ("more than one solution", |seed, _| {
        let few: CellSet = seed.puzzle.clues().iter().take(16).collect();
        seed.puzzle = Puzzle::proved(few, *seed.puzzle.solution());
    }),
];

#[test]
fn seeds_of_a_stranger_are_worked_out_again() {
    let home = Home::new();
    let is_plain = |seed: &&Seed| seed.symmetry == ClueSymmetry::None && seed.gradings[0].tier == 2;
    let all = starter();
    let mut some = all.iter().filter(is_plain);
    let mut next = || some.next().unwrap();
    let (seed, other, third, right) = (next(), next(), next(), next());
    let (mine, theirs) = (home.path("mine.redb"), home.path("theirs.redb"));
    make(&mine, std::slice::from_ref(third));
    let seeds = || Database::at(&mine, Options::default()).stats().unwrap().all.seeds;
    let merge = |code| home.run("--db mine.redb merge theirs.redb", code);
    for (words, change) in TRIES {
        let mut forged = seed.clone();
        change(&mut forged, other);
        let _ = fs::remove_file(&theirs);
        let _ = fs::remove_dir_all(beside(&theirs));
        // Valid seeds of that file are not taken either.
        make(&theirs, &[right.clone(), forged]);
        merge(1).words(&["theirs.redb is wrong about seed s", words]);
        assert_eq!(seeds(), 1, "{words}");
    }
    let _ = fs::remove_file(&theirs);
    let _ = fs::remove_dir_all(beside(&theirs));
    make(&theirs, &[seed.clone(), other.clone(), third.clone()]);
    merge(0).words(&["2 new seeds", "1 already in the database"]);
    assert_eq!(seeds(), 3);
}

/// Every command that draws or prints refuses a level table with harmful names.
#[test]
fn levels_of_a_stranger_are_harmless() {
    let home = Home::with_starter();
    let mut names = vec!["=cmd|'/C calc'!A0".to_owned(), "+1".to_owned(), "@a".to_owned()];
    names.extend(["\\u001B]0;owned\\u0007", "\\u202Eysae", "a\\u200Bb"].map(str::to_owned));
    for name in names {
        let table = format!("[[level]]\nname = \"{name}\"\ntiers = [0, 6]\n");
        set_text(&home.database(), "levels", &table);
        for arguments in
            [&["levels"][..], &["draw", "--tier", "0"], &["rate", "-"], &["stats", "--levels"]]
        {
            let Ok(output) = home.seeddb(arguments).output() else { continue };
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            assert!(!out.contains("[[level]]") && out.is_empty(), "{arguments:?}: {out:?}");
            let steers = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{200b}".contains(c);
            assert!(!err.contains(steers), "{arguments:?}: {err:?}");
        }
        home.run("levels", 1).words(&["is damaged", "levels: "]);
        // The table can be reset.
        home.run("levels reset", 0);
        home.run("draw --level easy", 0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A terminal title, colours and a change of text direction in every text field of a database.
#[test]
fn words_of_a_stranger_do_not_steer() {
    let evil = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}x";
    let home = Home::with_starter();
    let id = home.run(&["draw", "--tier", "0", "--note", evil, "--quiet"], 0).out;
    let id = id.split('\t').nth(2).unwrap();
    home.run(&["note", id, evil], 0);
    home.run(&["series", "show", evil], 2);
    set_text(&home.database(), "created-by", evil);
    for arguments in [
        &["show", id][..],
        &["batches"],
        &["batches", "1"],
        &["batches", "--format", "csv"],
        &["batches", "--format", "tsv"],
        &["batches", "--format", "jsonl"],
        &["show", "--format", "csv", id],
        &["show", "--format", "json", id],
        &["db", "dump"],
        &["db", "doctor", "--format", "jsonl"],
        &["export", "--batch", "1", "--format", "board"],
        &["db", "doctor"],
        &["stats"],
        &["verify", "--sample", "10"],
    ] {
        let output = home.seeddb(arguments).output().unwrap();
        let said = text(&output.stdout) + &text(&output.stderr);
        let steers = |c: char| c.is_control() && !"\n\t".contains(c) || c == '\u{202e}';
        assert!(!said.contains(steers), "{arguments:?}: {said:?}");
    }
}

/// Foreign files are only read: neither a side file nor a lock of theirs is followed elsewhere.
#[cfg(unix)]
#[test]
fn a_database_that_is_merged_stays_as_it_was() {
    let home = Home::with_starter();
    let theirs = home.path("theirs.redb");
    make(&theirs, &starter()[..3]);
    fs::remove_dir_all(beside(&theirs)).unwrap();
    let before = fs::read(&theirs).unwrap();
    home.run("merge theirs.redb", 0).words(&["0 new seeds"]);
    assert!(fs::read(&theirs).unwrap() == before);
    assert!(!beside(&theirs).exists());
}
