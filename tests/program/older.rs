//! Old copies of a database, and two copies of one: nothing is drawn from what lacks puzzles that were drawn before.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::home::{Home, Killer, Said};
use seeddb::database::{
    Code, Control, Database, DrawOptions, OpenOptions, Options, Remark, Remarks,
};

const DRAW: &[&str] = &["draw", "--level", "easy", "--count", "3"];

/// A home whose database has a batch, and an old copy of it from before the second one.
fn with_old_copy() -> (Home, PathBuf) {
    let home = Home::with_starter();
    home.run(DRAW, 0);
    let old = home.path("old.redb");
    fs::copy(home.database(), &old).unwrap();
    home.run(DRAW, 0);
    (home, old)
}

fn beside(db: &Path) -> PathBuf {
    crate::home::beside(db).join("mark")
}

/// The mark in the state folder.
fn remembered(home: &Home) -> PathBuf {
    let mut marks = fs::read_dir(home.path("state/seeddb/marks")).unwrap();
    let mark = marks.next().unwrap().unwrap().path();
    assert!(marks.next().is_none());
    mark
}

/// Put back, it is refused with what is missing and the ways out, until that is accepted once; then it goes on.
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
    // Those who read are told, and served.
    let said = home.run(&["export", "--batch", "1"], 0).words(&["older copy", "3 puzzles"]);
    assert_eq!(said.out.lines().count(), 3);
    assert_eq!(home.run(&["-q", "batches"], 0).err, "");
    home.run(&["note", &id_of(&home), "still readable"], 0);
    assert!(before != fs::read(home.database()).unwrap());

    home.run(&[&["--accept-older"], DRAW].concat(), 0).words(&["goes on without 3 puzzles"]);
    assert_eq!(home.run(DRAW, 0).err.matches("without").count(), 0);
}

fn id_of(home: &Home) -> String {
    let rows = home.json(&["-q", "export", "--batch", "1"]);
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// What is missing can be brought in from what was exported; then nothing comes again.
#[test]
fn what_is_missing_is_brought_in() {
    let (home, old) = with_old_copy();
    let shown = home.run(&["export", "--batch", "2", "-o", "second.txt"], 0);
    assert!(shown.out.is_empty());
    let keys = || -> BTreeSet<String> {
        let list = home.run(&["-q", "ledger", "export"], 0).out;
        list.lines().filter(|line| line.len() == 32).map(str::to_owned).collect()
    };
    let all = keys();
    assert_eq!(all.len(), 6);
    fs::copy(&old, home.database()).unwrap();
    assert_eq!(keys().len(), 3);
    home.run(&["import", "--issued", "second.txt"], 0);
    // That is batch 2 now.
    home.run(DRAW, 1).words(&["another copy", "batch 2"]);
    home.run(&[&["--accept-older"], DRAW].concat(), 0);
    let rows = home.json(&["batches"]);
    let issued: Vec<_> = rows.as_array().unwrap().iter().map(|row| &row["issued"]).collect();
    assert_eq!(issued, [3, 3, 3]);
    // All that was drawn before is in the ledger, and what is drawn now is new.
    let now = keys();
    assert!(all.is_subset(&now) && now.len() == 9, "{all:?} {now:?}");
}

/// Whichever of two copies is drawn from second is refused, also once the first was accepted.
#[test]
fn of_two_copies_one_is_drawn_from() {
    let home = Home::with_starter();
    home.run(DRAW, 0);
    let copy = home.path("copy.redb");
    let copy = copy.to_str().unwrap();
    home.run(&["db", "copy", copy], 0);
    let on_copy = [&["--db", copy], DRAW].concat();
    home.run(&on_copy, 0);
    home.run(DRAW, 1).words(&["older copy", "batch 2"]);
    home.run(&[&["--accept-older"], DRAW].concat(), 0);
    // Each has a batch 2 of its own now.
    home.run(&on_copy, 1).words(&["another copy", "batch 2"]);
    home.run(DRAW, 0);
    home.run(&on_copy, 1).words(&["another copy", "at least", "batches 2..3"]);
}

/// A database that was moved, renamed or copied goes on, if only one of the copies does.
#[test]
fn a_database_may_move() {
    let home = Home::with_starter();
    home.run(DRAW, 0);
    let moved = home.path("else where.redb");
    fs::rename(home.database(), &moved).unwrap();
    let db = moved.to_str().unwrap();
    let on = |db: &str| home.run(&[&["--db", db], DRAW].concat(), 0);
    on(db);
    assert!(beside(&moved).exists());
    // With its mark, too, and where another lay before.
    let again = home.database();
    fs::rename(&moved, &again).unwrap();
    on(again.to_str().unwrap());
    let copy = home.path("copy.redb");
    home.run(&["db", "copy", copy.to_str().unwrap()], 0);
    on(copy.to_str().unwrap());
    // A new database in the place of the first, whose mark is still there.
    fs::remove_file(&again).unwrap();
    home.run(DRAW, 0);
}

/// One of the two marks is enough; both may go, and one that does not read is written anew.
#[test]
fn marks_may_be_lost_or_damaged() {
    for lost in ["beside", "remembered", "both"] {
        let (home, old) = with_old_copy();
        let places = [beside(&home.database()), remembered(&home)];
        let gone: &[PathBuf] = match lost {
            "beside" => &places[..1],
            "remembered" => &places[1..],
            _ => &places,
        };
        fs::copy(&old, home.database()).unwrap();
        for place in gone {
            fs::write(place, "seeddb mark 1\nidentity 00\ncheck 1234\n").unwrap();
        }
        let code = i32::from(lost != "both");
        let said = home.run(DRAW, code).words(&["does not read"]);
        assert_eq!(said.err.contains("older copy"), code == 1, "{lost}");
        if lost == "both" {
            home.run(DRAW, 0);
            assert!(
                places
                    .iter()
                    .all(|place| { fs::read_to_string(place).unwrap().contains("\nbatch 3 ") })
            );
        }
    }
    // A folder, a pipe or a link to nowhere in its place holds nobody up.
    let home = Home::with_starter();
    fs::create_dir_all(beside(&home.database())).unwrap();
    home.run(DRAW, 0).words(&["does not read"]);
    fs::remove_dir(beside(&home.database())).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/nowhere/at/all", beside(&home.database())).unwrap();
        assert_eq!(home.run(DRAW, 0).out.lines().count(), 3);
    }
}

/// Where nothing can be remembered, that is said once, and the draw is done.
#[test]
#[cfg(unix)]
fn folders_that_cannot_be_written() {
    let home = Home::with_starter();
    fs::write(home.path("state"), "a file where the folder should be").unwrap();
    assert!(!home.run(DRAW, 0).err.contains("cannot be written"));
    assert!(beside(&home.database()).exists());
    fs::remove_file(beside(&home.database())).unwrap();
    fs::create_dir(beside(&home.database())).unwrap();
    let said = home.run(DRAW, 0).words(&["cannot be written", "would not be noticed"]);
    assert_eq!(said.out.lines().count(), 3);
}

/// Processes that draw at once, each from the same database, never lower a mark.
#[test]
fn many_processes_write_marks() {
    let home = Home::with_starter();
    let begin = |_| {
        let mut command = home.seeddb(&["draw", "--level", "easy", "--count", "2"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let drawing: Vec<_> = (0..12).map(begin).collect();
    for child in drawing {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let batches = home.json(&["batches"]);
    assert_eq!(batches.as_array().unwrap().len(), 12);
    for place in [beside(&home.database()), remembered(&home)] {
        let mark = fs::read_to_string(&place).unwrap();
        // Those that were issued in last, in whichever order that was.
        assert_eq!(mark.lines().filter(|line| line.starts_with("batch ")).count(), 8, "{mark}");
        assert!(mark.contains("\npuzzles 24\n"), "{mark}");
    }
}

/// Killed at any moment, a draw leaves marks that its database is as new as.
#[test]
fn a_killed_draw_leaves_no_mark_that_is_too_new() {
    let home = Home::with_starter();
    let draw = ["draw", "--level", "easy", "--count", "400", "-q"];
    let begin = std::time::Instant::now();
    home.run(&draw, 0);
    let mut killer = Killer::new(7, begin.elapsed());
    while killer.goes_on(6) {
        let mut command = home.seeddb(&draw);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let told = killer.kill(child, 0.3);
        let output = home.seeddb(DRAW).output().unwrap();
        assert!(output.status.success(), "{told}: {}", String::from_utf8_lossy(&output.stderr));
        let said = Said::of(&output, DRAW, 0);
        assert!(!said.err.contains("mark"), "{told}: {}", said.err);
    }
    home.run(&["db", "doctor"], 0);
}

/// The library without a folder for states knows what lies beside the file; what a remark is, and that of an error.
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
    assert_eq!(error.code(), Code::OlderCopy);
    assert_eq!((error.kind().exit_code(), error.kind().http_status()), (1, 409));
    assert_eq!(error.data()["missing"], 2);
    let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let hear = std::sync::Arc::clone(&heard);
    let remarks = Remarks::new(move |remark| hear.lock().unwrap().push(remark.clone()));
    draw(OpenOptions { accept_older: true, remarks, ..OpenOptions::default() }).unwrap();
    let told = heard.lock().unwrap();
    assert!(matches!(&told[..], [Remark::Accepted(_, older)] if older.puzzles == 2), "{told:?}");
    drop(told);
    draw(OpenOptions::default()).unwrap();
}
