//! A ledger with wrong records: `verify` reports each, and none is exported again.

use seeddb_ledger::random::spoiled;

use super::database_of;
use crate::board::Grid;
use crate::board::Puzzle;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve;
use crate::rating::levels::{Facts, LevelTable};
use crate::record::Entry;
use crate::symmetry::{Id, Key};
use crate::{
    BatchRef, Control, Database, Error, Problem, Question, Sample, Verification, VerifyOptions,
};

/// Returns puzzles of tiers 0, 1 and 5 with correct records.
fn sound() -> Vec<Entry> {
    let lines = include_str!("../../../tests/data/known_answers.tsv").lines();
    let of = |tier: &'static str| {
        lines.clone().filter(move |line| line.split('\t').nth(2) == Some(tier)).take(2)
    };
    let entry = |line: &str| {
        let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
        let ladder = Ladder::hsolve();
        let grade = grade(ladder, &puzzle);
        Entry {
            key: Key::of(&puzzle),
            puzzle,
            seed: None,
            tier: grade.tier,
            score: hsolve::score(ladder, &puzzle, &grade).map(|score| score.mean),
            level: None,
            er: None,
            batch: 0,
            number: 0,
            void: false,
        }
    };
    of("0").chain(of("1")).chain(of("5")).map(entry).collect()
}

/// Returns a database with only these entries.
fn keeping(entries: &[Entry]) -> Database {
    database_of(spoiled(&[entries]))
}

/// Verifies everything; returns the problems and the verification.
fn verified(database: &Database) -> (Vec<Problem>, Verification) {
    looked_at(database, None)
}

fn looked_at(database: &Database, sample: Option<Sample>) -> (Vec<Problem>, Verification) {
    let options = VerifyOptions { sample, ..VerifyOptions::default() };
    let mut verification = database.verify(options, &Control::default()).unwrap();
    let problems: Result<Vec<Problem>, Error> = verification.by_ref().collect();
    (problems.unwrap(), verification)
}

type Spoil = (fn(&mut Entry), &'static str);

const SPOILS: [Spoil; 3] = [
    (|entry| entry.key = Key([7; 16]), "its key is another"),
    (|entry| entry.tier += 1, "its tier is "),
    (|entry| entry.score = Some(1.0), "its score is "),
];

#[test]
fn what_does_not_hold_is_named() {
    let sound = sound();
    assert_eq!(verified(&keeping(&sound)).0, []);
    for (spoil, words) in SPOILS {
        for i in 0..sound.len() {
            let mut entries = sound.clone();
            spoil(&mut entries[i]);
            let problems = verified(&keeping(&entries)).0;
            let [problem] = &problems[..] else { panic!("{i}: {problems:?}") };
            assert_eq!(problem.id, Some(Id::of(entries[i].key)));
            assert!(problem.words.starts_with(words), "{i}: {problem:?}");
        }
    }
}

/// A puzzle is exported again only if it is the one in the ledger.
#[test]
fn what_does_not_hold_is_not_shown_again() {
    let mut entries = sound();
    entries[1].key = Key([7; 16]);
    let database = keeping(&entries);
    let exported = database.export(&[BatchRef::Id(1)], &Control::default()).unwrap().next();
    let shown = database.show(&Question::Id(Id::of(entries[1].key)));
    for error in [exported.unwrap().err(), shown.err()] {
        let words = error.unwrap().to_string();
        let expected = "puzzle 2 of batch 1 is not the puzzle that the ledger has there";
        assert!(words.contains(expected), "{words}");
    }
}

/// A label is compared with the level table.
#[test]
fn labels_that_do_not_fit_are_counted() {
    let mut labelled = sound();
    let levels = LevelTable::default();
    for entry in &mut labelled {
        let facts = Facts::graded(Ladder::hsolve(), &entry.puzzle, entry.tier, entry.score);
        entry.level = levels.of(&facts).map(|level| level.name.clone());
    }
    assert!(labelled.iter().any(|entry| entry.level.is_some()));
    assert_eq!(verified(&keeping(&labelled)).1.summary().mislabelled, 0);
    for (entry, level) in labelled.iter_mut().zip(["beyond", "devilish"]) {
        entry.level = Some(level.to_owned());
    }
    let (problems, verification) = verified(&keeping(&labelled));
    assert_eq!((problems, verification.summary().mislabelled), (Vec::new(), 2));
}

/// A sample reports the problems of its puzzles, has the right size, and eventually takes each
/// puzzle.
#[test]
fn a_sample_finds_what_is_wrong_in_it() {
    let mut entries = sound();
    entries.last_mut().unwrap().tier = 1;
    let database = database_of(spoiled(&[&entries[..2], &entries[2..]]));
    let wrong = Id::of(entries.last().unwrap().key);
    let mut found = 0;
    for rng_seed in 0..40 {
        let (problems, verification) = looked_at(&database, Some(Sample { count: 3, rng_seed }));
        let summary = verification.summary();
        assert_eq!((summary.issued, summary.all_issued), (3, 6));
        assert!(problems.iter().all(|problem| problem.id == Some(wrong)), "{problems:?}");
        found += problems.len();
    }
    // Half of the samples include it; the chance that all or none of 40 do is one in 2^39.
    assert!((1..40).contains(&found), "{found}");
    let all = looked_at(&database, Some(Sample { count: 100, rng_seed: 0 }));
    assert_eq!((all.0.len(), all.1.summary().issued), (1, 6));
}
