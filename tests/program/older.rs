//! Old copies of a database, and two copies of one: databases that lack issued puzzles refuse to
//! draw.

mod marks;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

use crate::home::{Home, Killer, Said};
use seeddb::database::{Control, Database, DrawOptions, Notice, OpenOptions, Options, Remarks};

const DRAW: &[&str] = &["draw", "--level", "easy", "--count", "3"];

/// Returns a home whose database has two batches, and an old copy with the first one only.
fn with_old_copy() -> (Home, PathBuf) {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let old = home.path("old.redb");
    fs::copy(home.database(), &old).unwrap();
    home.run(DRAW, 0);
    (home, old)
}

fn beside(db: &Path) -> PathBuf {
    crate::home::beside(db).join("mark")
}

fn remembered(home: &Home) -> PathBuf {
    let mut marks = fs::read_dir(home.path("state/seeddb/marks")).unwrap();
    let mark = marks.next().unwrap().unwrap().path();
    assert!(marks.next().is_none());
    mark
}

/// A restored old copy is refused with the losses and the remedies, until they are accepted once.
#[test]
fn an_old_copy_that_is_put_back_is_refused() {
    let (home, old) = with_old_copy();
    fs::copy(&old, home.database()).unwrap();
    let before = fs::read(home.database()).unwrap();
    let request = home.file("order.toml", "[[part]]\nlevel = \"easy\"\ncount = 1\n");
    let book = ["book", "--level", "easy:4", "-o", "book.pdf", "--profile", "screen"];
    for command in [DRAW, &["draw", "--request", &request]] {
        let said = home.run(command, 1).words(&[
            "older copy",
            "3 puzzles of batch 2",
            "import --issued",
            "--accept-older",
        ]);
        assert!(said.out.is_empty());
    }
    home.run(&book, 1).words(&["older copy"]);
    assert!(!home.path("book.pdf").exists());
    let database = Database::at(&home.database(), Options::default());
    assert_eq!(database.batches().unwrap().len(), 1);
    drop(database);
    // Commands that read print a note, and work.
    let said = home.run("export --batch 1", 0).words(&["older copy", "3 puzzles"]);
    assert_eq!(said.out.lines().count(), 3);
    assert_eq!(home.run("-q batches", 0).err, "");
    // Nothing is handed out, cancelled or published.
    let id = id_of(&home);
    let day = "series fill daily --batch 1 2027-01-04 --days 1".to_owned();
    let others = ["note ID hard", "void ID", "-q note ID x"].map(|line| line.replace("ID", &id));
    for command in others.iter().chain([&day]) {
        home.run(command, 1).words(&["older copy", "--accept-older"]);
    }
    assert!(home.json("series").as_array().unwrap().is_empty());
    // Only the export count of a batch is stored.
    assert!(before != fs::read(home.database()).unwrap());

    home.run(&("--accept-older", DRAW), 0).words(&["goes on without 3 puzzles"]);
    assert_eq!(home.run(DRAW, 0).err.matches("without").count(), 0);
}

fn id_of(home: &Home) -> String {
    let rows = home.json("-q export --batch 1");
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// Missing puzzles can be imported from an export; then none is issued again.
#[test]
fn what_is_missing_is_brought_in() {
    let (home, old) = with_old_copy();
    let shown = home.run("export --batch 2 -o second.txt", 0);
    assert!(shown.out.is_empty());
    let keys = || -> BTreeSet<String> {
        let list = home.run("-q db keys export", 0).out;
        list.lines().filter(|line| line.len() == 32).map(str::to_owned).collect()
    };
    let all = keys();
    assert_eq!(all.len(), 6);
    fs::copy(&old, home.database()).unwrap();
    assert_eq!(keys().len(), 3);
    home.run("import --issued second.txt", 0);
    // The import is batch 2 now.
    home.run(DRAW, 1).words(&["another copy", "batch 2"]);
    home.run(&("--accept-older", DRAW), 0);
    let rows = home.json("batches");
    let issued: Vec<_> = rows.as_array().unwrap().iter().map(|row| &row["issued"]).collect();
    assert_eq!(issued, [3, 3, 3]);
    // All puzzles drawn before are in the ledger, and new draws give new ones.
    let now = keys();
    assert!(all.is_subset(&now) && now.len() == 9, "{all:?} {now:?}");
}

/// The copy that is drawn from second is refused, even after the first was accepted.
#[test]
fn of_two_copies_one_is_drawn_from() {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let copy = home.path("copy.redb");
    let copy = copy.to_str().unwrap();
    home.run(&["db", "copy", copy], 0);
    let on_copy = [&["--db", copy], DRAW].concat();
    home.run(&on_copy, 0);
    home.run(DRAW, 1).words(&["older copy", "batch 2"]);
    home.run(&("--accept-older", DRAW), 0);
    // Each has a batch 2 of its own now.
    home.run(&on_copy, 1).words(&["another copy", "batch 2"]);
    home.run(DRAW, 0);
    home.run(&on_copy, 1).words(&["another copy", "at least", "batches 2..3"]);
}

/// A database may be moved, renamed or copied, if only one of the copies is used.
#[test]
fn a_database_may_move() {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let moved = home.path("else where.redb");
    fs::rename(home.database(), &moved).unwrap();
    let db = moved.to_str().unwrap();
    let on = |db: &str| home.run(&(&["--db", db], DRAW), 0);
    on(db);
    assert!(beside(&moved).exists());
    // A database can be moved with its mark, and to a place where another database was.
    let again = home.database();
    fs::rename(&moved, &again).unwrap();
    on(again.to_str().unwrap());
    let copy = home.path("copy.redb");
    home.run(&["db", "copy", copy.to_str().unwrap()], 0);
    on(copy.to_str().unwrap());
    // A missing database is not recreated, unless it has moved.
    fs::remove_file(&again).unwrap();
    home.run(&["--db", copy.to_str().unwrap(), "stats"], 0);
    home.run(DRAW, 0);
}

/// A missing database that marks know is not recreated without a flag.
#[test]
fn none_is_begun_in_the_place_of_one_that_is_away() {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let aside = home.path("aside.redb");
    let named = home.database();
    let named = ["--db", named.to_str().unwrap(), "--create"];
    for (kept_beside, kept_in_state) in [(true, true), (false, true), (true, false)] {
        fs::rename(home.database(), &aside).unwrap();
        let (beside, remembered) = (beside(&home.database()), remembered(&home));
        let marks = [&beside, &remembered].map(|place| fs::read(place).unwrap());
        for (place, is_kept) in [(&beside, kept_beside), (&remembered, kept_in_state)] {
            if !is_kept {
                fs::remove_file(place).unwrap();
            }
        }
        for command in [DRAW, &["-q", "db", "init"], &["levels", "reset"]] {
            let words = ["not there", "has 3 puzzles", "--accept-older"];
            home.run(command, 1).words(&words);
            home.run(&(&named, command), 1).words(&words);
        }
        assert!(!home.database().exists());
        fs::rename(&aside, home.database()).unwrap();
        fs::write(beside, &marks[0]).unwrap();
        fs::write(remembered, &marks[1]).unwrap();
    }
    fs::remove_file(home.database()).unwrap();
    home.run(&("--accept-older", DRAW), 0);
    home.run(DRAW, 0);
}

/// Changes of a database, each with another one of its kind.
const CHANGES: &[(&str, [&[&str]; 2])] = &[
    (
        "keys of others",
        [&["db", "keys", "import", "one.keys"], &["db", "keys", "import", "two.keys"]],
    ),
    ("a series", [FILL, &["series", "fill", "daily", "--batch", "1", "2027-02-01", "--days", "2"]]),
    ("a void", [&["void", "--batch", "1"], &["void", "--batch", "2", "--printed-too"]]),
    ("a note", [&["note", "ID", "one"], &["note", "ID", "two"]]),
    (
        "an approval",
        [
            &["series", "approve", "daily", "2027-03-01", "--by", "A"],
            &["series", "approve", "daily", "2027-03-02", "--by", "B"],
        ],
    ),
    (
        "a book",
        [
            &["book", "--batch", "1", "--final", "--profile", "screen", "--force", "-o", "a.pdf"],
            &["book", "--batch", "2", "--final", "--profile", "screen", "--force", "-o", "b.pdf"],
        ],
    ),
    ("seeds", [&["import", "one.txt"], &["import", "two.txt"]]),
    // An import also writes a batch and a text; a search writes seeds only.
    ("seeds that were mined", [MINE, MINE]),
    ("levels", [&["levels", "reset"], &["levels", "set", "balanced-4"]]),
];
const MINE: &[&str] = &["mine", "--tier", "0", "--count", "1"];
const FILL: &[&str] = &["series", "fill", "daily", "--batch", "1", "2027-01-04", "--days", "2"];

/// An old copy is refused after any change, and so is one with at least as many other changes.
#[test]
fn every_kind_of_change_is_remembered() {
    let base = Home::with_few_seeds();
    base.run(DRAW, 0);
    base.run(DRAW, 0);
    base.run("series fill daily --batch 2 2027-03-01 --days 2", 0);
    let (id, base) = (id_of(&base), fs::read(base.database()).unwrap());
    let home = || {
        let home = Home::with_few_seeds();
        home.file("one.keys", "0123456789abcdef0123456789abcdef\n");
        home.file("two.keys", "0123456789abcdef0123456789abcdee\n");
        home.file(
            "one.txt",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n",
        );
        home.file(
            "two.txt",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n",
        );
        fs::create_dir_all(home.database().parent().unwrap()).unwrap();
        fs::write(home.database(), &base).unwrap();
        home
    };
    for (what, [one, other]) in CHANGES {
        println!("{what}");
        let own = |command: &[&str]| -> Vec<String> {
            command.iter().map(|word| word.replace("ID", &id)).collect()
        };
        let run = |home: &Home, command: &[&str]| {
            let command = own(command);
            home.run(&command.iter().map(String::as_str).collect::<Vec<_>>(), 0);
        };
        let (here, there) = (home(), home());
        run(&here, one);
        fs::write(here.database(), &base).unwrap();
        here.run(DRAW, 1).words(&["older copy", "--accept-older"]);
        here.run("--accept-older draw --level easy --count 1", 0);
        here.run(DRAW, 0);
        // Another machine changed a copy.
        let here = home();
        run(&here, one);
        (0..3).for_each(|_| run(&there, other));
        fs::copy(there.database(), here.database()).unwrap();
        here.run(DRAW, 1).words(&["another copy", "--accept-older"]);
        // That copy can be used where it was changed.
        there.run(DRAW, 0);
    }
}

/// Export counts and backups are no reason to refuse an earlier copy.
#[test]
fn what_nobody_needs_to_know_again_may_be_forgotten() {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let old = fs::read(home.database()).unwrap();
    home.run("export --batch 1", 0);
    home.run("db backup backup.redb", 0);
    home.run("db compact", 0);
    home.run("draw --level easy --clues 18 --count 1", 3);
    fs::write(home.database(), old).unwrap();
    home.run(DRAW, 0);
}

/// A machine that has read a database knows its batches.
#[test]
fn those_who_read_remember() {
    let home = Home::with_few_seeds();
    let db = home.database();
    let other = Home::new();
    let on = |home: &Home, command: &[&str], code| {
        home.run(&(&["--db", db.to_str().unwrap()], command), code)
    };
    let old = fs::read(&db).unwrap();
    on(&home, DRAW, 0);
    on(&other, &["batches"], 0);
    fs::write(&db, old).unwrap();
    fs::remove_file(beside(&db)).unwrap();
    on(&other, DRAW, 1).words(&["older copy", "3 puzzles of batch 1"]);
}

/// A restored home folder, with all of its marks, does not repeat later draws.
#[test]
#[cfg(unix)]
fn a_home_that_is_put_back_draws_other_puzzles() {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let copy = |from: &str, to: &str| {
        let copied = Command::new("cp").args(["-rp", from, to]).current_dir(home.folder()).status();
        assert!(copied.unwrap().success());
    };
    fs::create_dir(home.path("kept")).unwrap();
    copy("data", "kept");
    copy("state", "kept");
    let request = "draw --level easy --count 5 --rng-seed 7";
    let drawn = home.run(&request, 0).out;
    for folder in ["data", "state"] {
        fs::remove_dir_all(home.path(folder)).unwrap();
        copy(&format!("kept/{folder}"), ".");
    }
    home.run("stats", 0);
    let again = home.run(&request, 0).out;
    assert_eq!(again.lines().count(), 5);
    for line in again.lines() {
        assert!(!drawn.contains(&line[..81]), "{line}");
    }
}

/// A restored backup without marks is reported, and does not repeat draws made after the backup;
/// nor does an accepted old copy.
#[test]
fn a_backup_on_a_new_machine_draws_other_puzzles() {
    let home = Home::new();
    home.run(DRAW, 0);
    home.run("db backup backup.redb", 0);
    let old = fs::read(home.database()).unwrap();
    let whole = "whole = true\nrng-seed = 7\n[[part]]\nlevel = \"easy\"\ncount = 5\n";
    let request = home.file("whole.toml", whole);
    let requests: [&[&str]; 2] = [
        &["draw", "--level", "easy", "--count", "5", "--rng-seed", "7"],
        &["draw", "--request", &request],
    ];
    let draw = |home: &Home, more: &[&str]| -> BTreeSet<String> {
        let out = requests.map(|request| home.run(&(more, request), 0).out).concat();
        out.lines().map(|line| line[..81].to_owned()).collect()
    };
    let drawn = draw(&home, &[]);
    assert_eq!(drawn.len(), 10);
    let new = Home::new();
    fs::copy(home.path("backup.redb"), new.path("backup.redb")).unwrap();
    new.run("db restore backup.redb", 0).words(&["nothing is remembered of it"]);
    let again = draw(&new, &[]);
    assert!(again.is_disjoint(&drawn), "{again:?}");
    assert!(!new.run(DRAW, 0).err.contains("remembered"));
    fs::write(home.database(), old).unwrap();
    let again = draw(&home, &["--accept-older"]);
    assert!(again.is_disjoint(&drawn), "{again:?}");
}

/// The library without a folder for states uses the mark beside the file, with its remark and its
/// error.
#[test]
fn the_library_refuses_as_the_program_does() {
    let folder = tempfile::tempdir().unwrap();
    let (path, old) = (folder.path().join("seeds.redb"), folder.path().join("old.redb"));
    let draw = |file: OpenOptions| {
        let database = Database::open(&path, Options { file, ..Options::default() })?;
        database.draw(&DrawOptions::of_level("easy", 2, 1), &Control::default())?.count();
        Ok::<_, seeddb::database::Error>(())
    };
    draw(OpenOptions::default()).unwrap();
    fs::copy(&path, &old).unwrap();
    draw(OpenOptions::default()).unwrap();
    fs::rename(&old, &path).unwrap();
    let error = draw(OpenOptions::default()).unwrap_err();
    assert_eq!(error.code().name(), "older-copy");
    assert_eq!((error.kind().exit_code(), error.kind().http_status()), (1, 409));
    assert_eq!(error.data()["missing"], 2);
    let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let hear = std::sync::Arc::clone(&heard);
    let remarks = Remarks::new(move |remark| hear.lock().unwrap().push(remark.clone()));
    draw(OpenOptions { accept_older: true, remarks, ..OpenOptions::default() }).unwrap();
    let told = heard.lock().unwrap();
    assert!(matches!(&told[..], [Notice::Accepted(_, older)] if older.puzzles == 2), "{told:?}");
    drop(told);
    draw(OpenOptions::default()).unwrap();
}

/// Imported keys get their puzzles in a merge: after that, nothing is missing.
#[test]
fn keys_whose_puzzles_come_are_not_missing() {
    let home = Home::with_starter();
    let other = ["--create", "--db", "other.redb"];
    home.run(&(&other, "draw --level hard --count 5"), 0);
    home.run("--db other.redb db keys export -o other.keys", 0);
    home.run(DRAW, 0);
    home.run("db keys import other.keys", 0);
    let old = home.path("old.redb");
    fs::copy(home.database(), &old).unwrap();
    home.run("merge --all other.redb", 0);
    home.run(DRAW, 0);
    home.run("db doctor", 0);
    fs::copy(&old, home.database()).unwrap();
    home.run(DRAW, 1).words(&["older copy"]);
}
