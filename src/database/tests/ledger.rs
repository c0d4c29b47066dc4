//! Keys imported from another database are never drawn.

use std::io::Cursor;

use seeddb_ledger::rules::{batches, keys, seed_cursor};

use crate::board::Puzzle;
use crate::logic::Ladder;
use crate::symmetry::Key;
use crate::{Control, Database, DrawOptions, Error, Imported, Question, Role};
use seeddb_mine::starter;

fn database() -> Database {
    Database::in_memory(Ladder::hsolve().clone(), &starter()[..200]).unwrap()
}

fn draw(database: &Database, count: u32) -> Vec<Puzzle> {
    let options = DrawOptions::of_tier(0, count, 7);
    let drawn = database.draw(&options, &Control::default()).unwrap();
    drawn.map(|named| named.unwrap().issued.puzzle).collect()
}

fn export(database: &Database, with_puzzles: bool) -> String {
    let mut text = Vec::new();
    database.export_keys(&mut text, with_puzzles, &Control::default()).unwrap();
    String::from_utf8(text).unwrap()
}

fn import(database: &Database, text: &str) -> Result<(u64, u64), Error> {
    let source = &mut Cursor::new(text.as_bytes());
    let imported = database.import_keys(source, "db keys import theirs", "", &Control::default());
    imported.map(|Imported { new, known, .. }| (new, known))
}

#[test]
fn keys_of_another_database_are_never_drawn() {
    let (ours, theirs) = (database(), database());
    let drawn = draw(&theirs, 300);
    let keys = export(&theirs, false);
    assert!(keys.lines().skip(1).is_sorted_by(|one, next| one < next || next.starts_with('#')));
    assert_eq!(import(&ours, &keys).unwrap(), (300, 0));
    assert_eq!(import(&ours, &export(&theirs, true)).unwrap(), (0, 300));
    let store = ours.store();
    // No second batch, as there was no new key.
    let batches = store.read(batches::all).unwrap();
    assert_eq!((batches.len(), batches[0].asked, batches[0].issued), (1, 300, 0));
    assert_eq!(
        (store.read(seed_cursor::counts).unwrap().issued, store.read(keys::count).unwrap()),
        (0, 300)
    );
    assert!(
        !store.write_aside(|to| batches::remove_empty(to, &batches[0])).unwrap(),
        "the keys are in it"
    );
    // With an equal RNG seed it would otherwise draw equal puzzles.
    assert_eq!(draw(&theirs, 1).len(), 1);
    let known: Vec<Key> = drawn.iter().map(Key::of).collect();
    assert!(draw(&ours, 300).iter().all(|puzzle| !known.contains(&Key::of(puzzle))));
    let answers = ours.show(&Question::Puzzle(drawn[0])).unwrap();
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].role, Role::Elsewhere(1));
    assert_eq!(answers[0].row().kind, "printed elsewhere");
    let compared = ours.dedupe(&known).unwrap();
    assert_eq!((compared.counts.issued, compared.counts.new), (300, 0));
    assert_eq!(compared.puzzles[0].presence.elsewhere, Some(1));
    // Imported keys are exported again.
    assert_eq!(export(&ours, false).lines().count(), 602);
    assert_eq!(store.check().unwrap(), []);
    assert_eq!(import(&theirs, &export(&ours, false)).unwrap().1, 300);
    assert_eq!(theirs.check().unwrap(), []);
}

#[test]
fn lists_of_keys_may_be_anybodys() {
    let theirs = database();
    draw(&theirs, 20);
    let text = export(&theirs, true);
    let lines: Vec<&str> = text.lines().collect();
    // Unsorted, with a duplicate and comments, without first and last line.
    let mut mixed: Vec<&str> = lines[1..21].iter().rev().copied().collect();
    mixed.extend(["", "# ours", lines[3], lines[4]]);
    let ours = database();
    assert_eq!(import(&ours, &mixed.join("\n")).unwrap(), (20, 2));
    let refused = |text: &str, line: u64, words: &str| {
        let error = import(&database(), text).unwrap_err();
        let Error::Dump { line: found, what } = &error else { panic!("{error}") };
        assert!(*found == line && what.contains(words), "{error}");
    };
    refused("no key", 1, "not a key");
    refused(&lines[..9].join("\n"), 9, "cut off");
    let without = [&lines[..5], &lines[6..]].concat().join("\n");
    refused(&without, 21, "cut or changed");
    refused(&format!("{text}\nmore"), 24, "behind the last");
    let other = format!("{} {}", &lines[1][..32], &lines[2][33..]);
    refused(&other, 1, "its key is that of another puzzle");
}
