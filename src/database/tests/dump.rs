//! A database survives dump and load unchanged, and invalid dumps are refused.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Cursor};
use std::path::Path;
use std::sync::{Arc, Mutex};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use seeddb_ledger::random::{random_store, salvaged};
use seeddb_ledger::rules::{batches, books, events, imports, seed_cursor, uses};
use serde_json::{Map, Value};

use super::database_of;
use crate::schemas::inputs;
use crate::{Control, Counts, Database, Error, OpenOptions, Options};

/// Returns the database at this path, for this process alone.
fn at(path: &Path) -> Database {
    let file = OpenOptions { create: true, ..OpenOptions::default() };
    Database::at(path, Options { file, ..Options::default() })
}

fn dump(database: &Database) -> String {
    let mut text = Vec::new();
    database.dump(&mut text, &Control::default()).unwrap();
    String::from_utf8(text).unwrap()
}

fn load(database: &Database, text: &str) -> Result<Counts, Error> {
    let mut open = || Ok(Box::new(Cursor::new(text.to_owned())) as Box<dyn BufRead>);
    database.load(&mut open, false, &Control::default())?;
    Ok(database.store().read(seed_cursor::counts)?)
}

/// Returns the lines without identity, tokens (which a database in memory lacks), and the last
/// line, whose checksum depends on them.
fn records(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let without = |line: &&str| match line.split_once(r#","token":""#) {
        Some((head, rest)) => format!("{head}{}", &rest[33..]),
        None => (*line).to_owned(),
    };
    lines[2..lines.len() - 1].iter().map(without).collect()
}

#[test]
fn a_dump_of_what_was_loaded_is_the_dump() {
    for rng_seed in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let store = random_store(&mut SmallRng::seed_from_u64(rng_seed));
        let (counts, uses) =
            (store.read(seed_cursor::counts).unwrap(), store.read(uses::of_all).unwrap());
        let of_memory = dump(&database_of(store));
        let first = at(&folder.path().join("first"));
        let loaded = load(&first, &of_memory).unwrap();
        assert_eq!(loaded, counts, "with RNG seed {rng_seed}");
        let of_file = dump(&first);
        for (now, was) in records(&of_file).iter().zip(&records(&of_memory)) {
            assert_eq!(now, was, "with RNG seed {rng_seed}");
        }
        assert_eq!(records(&of_file).len(), records(&of_memory).len());
        let second = at(&folder.path().join("second"));
        load(&second, &of_file).unwrap();
        assert_eq!(dump(&second), of_file, "with RNG seed {rng_seed}");
        assert_eq!(second.check().unwrap(), []);
        assert_eq!(second.store().read(uses::of_all).unwrap(), uses);
        let batches = second.store().read(batches::all).unwrap();
        let tokens: BTreeSet<u128> = batches.iter().map(|batch| batch.token).collect();
        assert_eq!(tokens.len(), batches.len());
        let error = load(&second, &of_file).unwrap_err();
        assert_eq!(error.code().name(), "already-there", "{error}");
    }
}

/// Losses of a salvaged database survive dump and load.
fn load_salvaged(rounds: std::ops::Range<u64>) {
    let (mut holes, mut all) = (0, 0);
    for rng_seed in rounds {
        let folder = tempfile::tempdir().unwrap();
        for (path, what) in salvaged(folder.path(), &mut SmallRng::seed_from_u64(rng_seed)) {
            let what = format!("RNG seed {rng_seed}, {what}");
            let part = at(&path);
            let text = dump(&part);
            let loaded = at(&path.with_extension("loaded"));
            let counts = load(&loaded, &text).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(dump(&loaded), text, "{what}");
            assert_eq!(loaded.check().unwrap(), [], "{what}");
            let lost = part.lost().unwrap();
            assert_eq!(loaded.lost().unwrap(), lost, "{what}");
            for batch in part.store().read(batches::all).unwrap() {
                let numbers = |of: &Database| -> Vec<u32> {
                    let store = of.store();
                    store.issued(batch.id).map(|entry| entry.unwrap().number).collect()
                };
                assert_eq!(
                    loaded.store().read(|from| batches::find(from, batch.id)).unwrap(),
                    batch,
                    "{what}"
                );
                assert_eq!(numbers(&loaded), numbers(&part), "{what}");
            }
            holes += lost;
            all += counts.issued;
        }
    }
    println!("{holes} lost puzzles are known beside {all}");
    assert!(holes > 0 && all > 0);
}

#[test]
fn a_dump_of_what_was_salvaged_tells_what_is_lost() {
    load_salvaged(0..4);
}

#[test]
#[ignore = "long: .ci/long"]
fn a_dump_of_what_was_salvaged_tells_what_is_lost_for_long() {
    load_salvaged(100..300);
}

/// Every line has the keys of its table in FORMATS.md, in order.
#[test]
fn lines_are_those_of_the_page() {
    let text = dump(&database_of(random_store(&mut SmallRng::seed_from_u64(5))));
    let tables = inputs();
    for line in text.lines() {
        let row: Map<String, Value> = serde_json::from_str(line).unwrap();
        let name = format!("dump {}", row["record"].as_str().unwrap());
        let table = tables.iter().find(|table| table.name == name).unwrap();
        check(&row, line, &table.keys);
        for grading in row.get("gradings").into_iter().flat_map(|all| all.as_array().unwrap()) {
            let table = tables.iter().find(|table| table.name == "dump grading").unwrap();
            check(grading.as_object().unwrap(), &grading.to_string(), &table.keys);
        }
    }
}

fn check(row: &Map<String, Value>, line: &str, keys: &[crate::schemas::Key]) {
    let known = |name: &str| keys.iter().position(|key| key.name == name);
    for key in keys.iter().filter(|key| !key.may_be_null()) {
        assert!(row.contains_key(key.name), "{} is missing in {line}", key.name);
    }
    for name in row.keys() {
        assert!(known(name).is_some(), "{name} is not on the page: {line}");
    }
}

#[test]
fn what_a_person_writes_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let database = at(&folder.path().join("mine"));
    let text = r#"{"record":"dump","format":1}
{"record":"batch","note":"the old book"}
{"record":"puzzle","puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}

{"record":"book","title":"Old"}
{"record":"place","batch":1,"number":1,"book_number":1,"book_page":7}
{"record":"event","batch":1,"number":1,"what":"note","note":"found it","time":"2027-01-31T12:00:00Z"}
{"record":"event","batch":1,"number":1,"what":"runs","series":"daily","date":"2027-02-01"}
{"record":"end"}
"#;
    let counts = load(&database, text).unwrap();
    assert_eq!((counts.issued, counts.batches), (1, 1));
    assert_eq!(database.check().unwrap(), []);
    let store = database.store();
    let batch = store.read(|from| batches::find(from, 1)).unwrap();
    assert_eq!((batch.asked, &*batch.note), (1, "the old book"));
    assert_eq!(store.issued_range(1, 1, 9).unwrap()[0].tier, 0);
    assert_eq!(store.read(|from| books::places(from, 1)).unwrap()[0].page, 7);
    assert_eq!(store.read(events::all).unwrap()[0].time, Some(1_801_396_800));
    // Invalid names of a series.
    for name in ["", " daily", "a\\u001b[2J"] {
        let text = text.replace("\"daily\"", &format!("\"{name}\""));
        let error = load(&at(&folder.path().join("other")), &text).unwrap_err();
        let Error::Dump { line, what } = error else { panic!("{error}") };
        assert!(line == 8 && what.contains("is no name of a series"), "{line}: {what}");
    }
    let text = text.replace(r#""number":1,"what":"runs""#, r#""number":2,"what":"runs""#);
    let error = load(&at(&folder.path().join("other")), &text).unwrap_err();
    assert!(
        matches!(&error, Error::Dump { line: 8, what } if what.contains("no puzzle 2")),
        "{error}"
    );
}

/// A batch whose record is lost has no token, in no copy: it is recognised by its number.
#[test]
fn a_batch_of_a_lost_record_gets_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let database = at(&folder.path().join("mine"));
    let lost = r#"{"record":"batch","note":"lost in a damaged file"}"#;
    let text = format!(
        "{{\"record\":\"dump\",\"format\":1}}\n{lost}\n{}\n{lost}\n{{\"record\":\"end\"}}\n",
        r#"{"record":"batch","note":"the old book"}"#,
    );
    load(&database, &text).unwrap();
    let kept = database.store().read(batches::all).unwrap();
    assert_eq!(kept.iter().map(|batch| batch.token == 0).collect::<Vec<_>>(), [true, false, true]);
    let again = at(&folder.path().join("again"));
    load(&again, &dump(&database)).unwrap();
    assert_eq!(again.store().read(batches::all).unwrap(), kept);
}

/// Lost numbers may be written by hand, and must be exactly those that the dump lacks.
#[test]
fn lost_numbers_are_what_the_dump_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let loaded = |batch: &str, puzzle_keys: &str| {
        let path = tempfile::tempdir_in(folder.path()).unwrap().keep().join("new");
        let text = format!(
            r#"{{"record":"dump","format":1}}
{{"record":"batch"{batch}}}
{{"record":"puzzle","puzzle":"{puzzle}"{puzzle_keys}}}
{{"record":"batch"}}
{{"record":"end"}}
"#
        );
        let database = at(&path);
        let loaded = load(&database, &text);
        assert_eq!(path.exists(), loaded.is_ok());
        loaded.map(|_| database)
    };
    for (batch, issued, lost) in [
        (r#","lost":"1..2, 4""#, 4, 3),
        (r#","lost":"1..2","issued":3"#, 3, 2),
        (r#","lost":" 1..2,4..4294967295","asked":9"#, u32::MAX, u64::from(u32::MAX) - 1),
    ] {
        for number in ["", r#","number":3"#] {
            let database = loaded(batch, number).unwrap();
            assert_eq!(database.check().unwrap(), []);
            let store = database.store();
            assert_eq!(
                (
                    store.read(|from| batches::find(from, 1)).unwrap().issued,
                    store.read(imports::count_lost).unwrap()
                ),
                (issued, lost)
            );
            let numbers = store.issued_range(1, 1, 9).unwrap();
            assert_eq!(numbers.iter().map(|one| one.number).collect::<Vec<_>>(), [3]);
        }
    }
    let refused = |batch: &str, puzzle: &str, line: u64, words: &str| {
        let Err(error) = loaded(batch, puzzle) else { panic!("{batch} {puzzle} was loaded") };
        let Error::Dump { line: at, what } = error else { panic!("{error}") };
        assert!(at == line && what.contains(words), "line {at}: {what}");
    };
    refused(r#","lost":"1..2""#, r#","number":2"#, 3, "says that it is lost");
    refused(r#","lost":"1..2""#, r#","number":4"#, 3, "puzzle 3 of batch 1");
    refused(r#","lost":"1..2","issued":2"#, "", 4, "other puzzles than it counts");
    refused(r#","lost":"2..1""#, "", 2, "rise");
    refused(r#","lost":"1..4294967295""#, "", 3, "batch 1");
}

/// Changes the keys of the line of the `nth` record of this kind.
fn edit(lines: &mut [String], kind: &str, nth: usize, change: impl Fn(&mut Map<String, Value>)) {
    let at = nth_of(lines, kind, nth);
    let mut keys: Map<String, Value> = serde_json::from_str(&lines[at]).unwrap();
    change(&mut keys);
    lines[at] = Value::Object(keys).to_string();
}

/// Makes the first record of this kind refer to a missing puzzle.
fn of_no_puzzle(lines: &mut [String], kind: &str) {
    edit(lines, kind, 0, |keys| {
        keys.insert("batch".to_owned(), 1.into());
        keys.insert("number".to_owned(), 77_777.into());
    });
}

/// Returns the index of the line of the `nth` record of this kind.
fn nth_of(lines: &[String], kind: &str, nth: usize) -> usize {
    let kind = format!(r#"{{"record":"{kind}""#);
    let mut of_kind = (0..lines.len()).filter(|at| lines[*at].starts_with(&kind));
    of_kind.nth(nth).unwrap()
}

/// Records that are valid one by one, but contradict each other.
#[test]
fn what_cannot_be_is_not_loaded() {
    type Harm = fn(&mut Vec<String>);
    let harms: [(&str, Harm); 10] = [
        ("its key is that of a puzzle before it", |all| {
            let first = all[nth_of(all, "puzzle", 0)].clone();
            let at = nth_of(all, "puzzle", 1);
            all[at] = first.replacen(r#""number":1"#, r#""number":2"#, 1);
        }),
        ("its key is that of a puzzle before it", |all| {
            let first = all[nth_of(all, "puzzle", 0)].clone();
            let second = nth_of(all, "batch", 1);
            let at = second + nth_of(&all[second..], "puzzle", 0);
            all[at] = first.replacen(r#""batch":1"#, r#""batch":2"#, 1);
        }),
        ("other puzzles than it counts", |all| drop(all.remove(nth_of(all, "batch", 1) - 1))),
        ("other puzzles than it counts", |all| {
            edit(all, "batch", 1, |batch| drop(batch.insert("void".to_owned(), 99.into())));
        }),
        ("a puzzle stands behind its batch", |all| drop(all.remove(nth_of(all, "batch", 0)))),
        ("batch 1 cannot be restored: it is missing", |all| {
            all.drain(nth_of(all, "batch", 0)..nth_of(all, "batch", 1));
        }),
        ("there is no puzzle 77777 in batch 1", |all| of_no_puzzle(all, "place")),
        ("other puzzles than it counts", |all| {
            edit(all, "book", 0, |book| drop(book.insert("puzzles".to_owned(), 99.into())));
        }),
        ("book 1 cannot be restored: it is missing", |all| {
            all.drain(nth_of(all, "book", 0)..nth_of(all, "book", 1));
        }),
        ("there is no puzzle 77777 in batch 1", |all| of_no_puzzle(all, "event")),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let text = dump(&database_of(random_store(&mut SmallRng::seed_from_u64(77))));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Without counts, which would be the first error.
    *lines.last_mut().unwrap() = r#"{"record":"end"}"#.to_owned();
    for (words, harm) in harms {
        let mut harmed = lines.clone();
        harm(&mut harmed);
        let error = load(&at(&path), &(harmed.join("\n") + "\n")).unwrap_err();
        let Error::Dump { what, .. } = error else { panic!("{error}") };
        assert!(what.contains(words) && !path.exists(), "{what}, not {words}");
    }
    // Stopped at different points.
    let watched = |most: usize| {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (control, tells) = (Control::default(), Arc::clone(&told));
        let stop = control.clone();
        let control = control.with_progress(move |done| {
            let mut tells = tells.lock().unwrap();
            tells.push(done);
            if tells.len() > most {
                stop.stop();
            }
        });
        let mut open = || Ok(Box::new(Cursor::new(text.clone())) as Box<dyn BufRead>);
        let loaded = at(&path).load(&mut open, false, &control);
        (loaded, told.lock().unwrap().clone())
    };
    let mut most = 0;
    let all = loop {
        let (loaded, told) = watched(most);
        let Err(error) = loaded else { break told };
        assert!(matches!(error, Error::Stopped) && !path.exists(), "{most}: {error}");
        most += 1;
    };
    let puzzles = lines.iter().filter(|line| line.contains(r#""record":"puzzle""#)).count();
    assert!(most > 5 && all.is_sorted() && all.last() == Some(&(puzzles as u64)), "{all:?}");
    // Two equal books, as after a salvage that found neither record.
    edit(&mut lines, "book", 1, |book| drop(book.remove("void")));
    let alike = at(&folder.path().join("alike"));
    load(&alike, &(lines.join("\n") + "\n")).unwrap();
    assert_eq!(alike.check().unwrap(), []);
}

/// An invalid dump is refused with the line number, and nothing is created.
#[test]
fn what_is_wrong_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let text = dump(&database_of(random_store(&mut SmallRng::seed_from_u64(3))));
    let lines: Vec<&str> = text.lines().collect();
    let line_of = |what: &str| lines.iter().position(|line| line.contains(what)).unwrap();
    let puzzle = line_of(r#""record":"puzzle""#);
    let refused = |lines: &[&str]| {
        let error = load(&at(&path), &(lines.join("\n") + "\n")).unwrap_err();
        assert!(!path.exists(), "{error}");
        let Error::Dump { line, what } = error else { panic!("{error}") };
        (line as usize, what)
    };
    let without = |from: usize| [&lines[..from], &lines[from + 1..]].concat();
    let with = |at: usize, line: &'static str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines
    };
    // Truncated at any line, and changed anywhere.
    for end in [1, 2, puzzle, lines.len() - 1] {
        let (line, what) = refused(&lines[..end]);
        assert!(line == end && what.contains("cut off"), "{line}: {what}");
    }
    let rng = &mut SmallRng::seed_from_u64(4);
    for _ in 0..20 {
        let gone = rng.random_range(1..lines.len() - 1);
        let (line, what) = refused(&without(gone));
        assert!(line >= gone, "line {gone} is gone, {line}: {what}");
    }
    assert!(refused(&lines[1..]).1.contains("not the first line"));
    let (line, what) = refused(&with(puzzle, "{"));
    assert_eq!(line, puzzle + 1, "{what}");
    let (line, what) = refused(&with(puzzle, r#"{"record":"puzzle","puzzle":"12"}"#));
    assert!(line == puzzle + 1 && what.contains("its puzzle"), "{line}: {what}");
    let (line, what) = refused(&with(puzzle, r#"{"record":"puzzle","color":"red"}"#));
    assert!(line == puzzle + 1 && what.contains("unknown field `color`"), "{line}: {what}");
    let (line, what) = refused(&with(0, r#"{"record":"dump","format":3}"#));
    assert!(line == 1 && what.contains("format 3"), "{what}");
    let other = lines[puzzle].replacen(r#""key":""#, r#""key":"0"#, 1);
    let mut changed = lines.clone();
    changed[puzzle] = &other;
    assert_eq!(refused(&changed).0, puzzle + 1);
    let mut twice = [&lines[..=puzzle], &lines[puzzle..]].concat();
    // Without counts, which would be the first error.
    *twice.last_mut().unwrap() = r#"{"record":"end"}"#;
    let (line, what) = refused(&twice);
    assert!(line == puzzle + 2 && what.contains("missing"), "{line}: {what}");
    // A file that cannot be read at all.
    let mut broken = || Err(io::Error::other("no such thing"));
    let error = at(&path).load(&mut broken, false, &Control::default()).unwrap_err();
    assert!(matches!(error, Error::Input(_)) && !path.exists(), "{error}");
}
