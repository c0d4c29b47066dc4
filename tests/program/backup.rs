//! Backups: made of a database in use, never drawn from, restored together with later draws.

use std::fs;

use crate::home::{Home, PUZZLE, begun};
use seeddb::database::{Control, Database, DrawOptions, Options, put_back};

const DRAW: &str = "draw --level easy --count 5";

/// Returns a home with two batches, one of which is in the backup.
fn with_backup() -> Home {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    home.run("db backup backup.redb", 0).words(&["5 puzzles in 1 batch, checked"]);
    home.run(DRAW, 0);
    home
}

fn all(home: &Home) -> String {
    home.run("-q export --batch 1.. --format jsonl", 0).out
}

/// Overwrites the pages of a file that `is_hit` selects with noise.
fn damage(path: &std::path::Path, is_hit: impl Fn(usize) -> bool) {
    let mut bytes = fs::read(path).unwrap();
    for (page, bytes) in bytes.chunks_mut(4096).enumerate().filter(|(page, _)| is_hit(*page)) {
        bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte = (i * 31 + page) as u8);
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_backup_is_not_drawn_from() {
    let home = with_backup();
    let on_backup = |line: &str, code| home.run(&("--db backup.redb", line), code);
    on_backup(DRAW, 1).words(&["is a backup of 2", "db restore backup.redb"]);
    assert_eq!(on_backup("export --batch 1", 0).out.lines().count(), 5);
    on_backup("db dump -o dump.jsonl", 0)
        .words(&["it is a backup of 2", "what was drawn since is not in it"]);
    let said = home.run("db dump -o own.jsonl", 0).err;
    assert!(!said.contains("backup"), "{said}");
    home.run("db backup backup.redb", 1).words(&["there is something"]);
    let found = home.json("db doctor");
    let names: Vec<&str> =
        found.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    for name in ["program", "lock", "mark", "last batch", "last backup", "free space", "size"] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    let told = home.run("db doctor", 0).out;
    assert!(told.contains("last batch: 2 with 5 puzzles, begun 2"), "{told}");
    assert!(told.contains(" by tester\n") && told.contains(", and puzzles were issued since"));
}

/// A refused command changes nothing: a backup does not become a partition.
#[test]
fn a_refused_draw_claims_no_partition() {
    let home = Home::with_few_seeds();
    home.run("db backup backup.redb", 0);
    let claim = "--db backup.redb draw --level easy --partition 1/2";
    home.run(&claim, 1).words(&["is a backup"]);
    home.run("db restore backup.redb", 0);
    home.run("draw --level easy --partition 2/2", 0);
}

/// Batches drawn from a healthy database after the backup are kept, with their numbers.
#[test]
fn what_was_drawn_since_is_brought_back() {
    let home = with_backup();
    home.run("void --batch 2", 0);
    let before = all(&home);
    let batches = home.run("batches 2 --format jsonl", 0).out;
    let said = home.run("db restore backup.redb", 0);
    said.words(&["since the backup came: 5 puzzles in 1 batch"]);
    assert_eq!(home.run("batches 2 --format jsonl", 0).out, batches);
    assert_eq!(all(&home), before);
    assert_eq!(home.aside().len(), 1);
    home.run("db check", 0);
    home.run(DRAW, 0);
    // Again, with one more batch: files moved aside are not overwritten.
    home.run("db restore backup.redb", 0);
    assert_eq!(home.aside().len(), 2);
    assert_eq!(home.json("batches").as_array().unwrap().len(), 3);
}

/// Everything that the backup lacks is kept: books, days, notes, void puzzles, seeds, levels,
/// imported keys.
#[test]
fn a_restore_leaves_nothing() {
    let home = with_backup();
    let rows = home.json("export --batch 2");
    home.run(&["note", rows[0]["id"].as_str().unwrap(), "a reader wrote"], 0);
    let calendar = "series fill daily --batch 2 2027-01-04 --days 3";
    home.run(&(&calendar, "--ramp=mon..sun:easy -o days.csv"), 0);
    let book = ["book", "--final", "--batch", "2", "--profile", "screen", "-o", "book.pdf"];
    home.run(&book, 0);
    home.run("void --batch 1", 0);
    let own = home.file("own.txt", PUZZLE);
    home.run(&["import", &own], 0).words(&["1 new"]);
    // The change count and the record of the restore differ.
    let dump = || {
        let dump = home.run("db dump", 0).out;
        let lines = dump
            .lines()
            .filter(|line| !line.contains("\"database\"") && !line.contains("\"blake3\":"));
        lines.flat_map(|line| [line, "\n"]).collect::<String>()
    };
    let before = dump();
    let said = home.run("db restore backup.redb", 0).err;
    let aside = home.aside()[0].display().to_string();
    assert!(
        said.contains("since the backup came: 1 seed, 5 puzzles in 2 batches, 1 book, "),
        "{said}"
    );
    let after = dump();
    for (after, before) in after.lines().zip(before.lines()) {
        assert_eq!(after, before);
    }
    assert!(after == before);
    home.run("db check", 0);
    home.run(&["merge", "--all", &aside], 0).words(&["is here already"]);
    home.run(DRAW, 0);
}

/// A file that cannot be opened gives no records; losses are named, and nothing is drawn before
/// they are accepted.
#[test]
fn a_database_that_does_not_open_is_put_back() {
    let home = with_backup();
    damage(&home.database(), |page| page > 0);
    home.run("stats", 1).words(&["db doctor"]);
    let told = home.run("db doctor", 1).out;
    assert!(told.contains("danger: ") && told.contains("db restore"), "{told}");
    let said = home.run("db restore backup.redb", 1);
    for words in ["nothing can be read of", "5 puzzles of batch 2", "--accept-older"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    assert_eq!(home.aside().len(), 1);
    home.run(DRAW, 1).words(&["lacks records that it had", "`seeddb db accept-loss`"]);
    home.run("db accept-loss", 0).words(&["accepted: nothing can be read of"]);
    home.run("db accept-loss", 0).words(&["nothing is missing"]);
    home.run(DRAW, 1).words(&["older copy"]);
    home.run(&("--accept-older", DRAW), 0);
    home.run("db check", 0);
}

#[test]
fn what_is_not_put_back() {
    let home = with_backup();
    let other = Home::new();
    other.run("--db other.redb --create draw --level easy", 0);
    fs::write(home.path("other.redb"), other.read("other.redb")).unwrap();
    let before = fs::read(home.database()).unwrap();
    home.run("db restore other.redb", 1).words(&["another database"]);
    home.run("db restore none.redb", 1).words(&["there is no backup at none.redb"]);
    damage(&home.path("backup.redb"), |page| page > 3 && page % 40 == 0);
    home.run("db restore backup.redb", 1).words(&["damaged"]);
    assert!(fs::read(home.database()).unwrap() == before);
    assert!(home.aside().is_empty());
    // A running draw is not interrupted.
    let drawing = begun(home.seeddb("draw --level easy --count 2"), &home.database());
    let output = drawing.wait_with_output().unwrap();
    assert!(output.status.success());
    // Restore to a place without a database.
    let new = Home::new();
    fs::write(new.path("copy.redb"), other.read("other.redb")).unwrap();
    new.run("db restore copy.redb", 0).words(&["1 puzzle in 1 batch"]);
    new.run(DRAW, 0);
}

/// An empty batch is listed as empty, with its time and user.
#[test]
fn batches_tell_when_and_who() {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    let rows = home.json("batches");
    assert_eq!(rows[0]["by"], "tester");
    assert!(rows[0]["time"].as_str().unwrap().starts_with("20"));
    // The state that a process leaves when it is killed before its first commit.
    let database = Database::at(&home.database(), Options::default());
    let options = DrawOptions::of_level("easy", 1, 1);
    std::mem::forget(database.draw(&options, &Control::default()).unwrap());
    let rows = home.json("batches");
    assert_eq!((rows[1]["batch"].as_u64(), rows[1]["issued"].as_u64()), (Some(2), Some(0)));
    assert_eq!(home.json("batches 2")[0], rows[1]);
    home.run(DRAW, 0);
    assert_eq!(home.json("batches")[2]["issued"], 5);
    home.run("db doctor", 0);
}

/// The name for the old file is taken, by a file and by a folder: both are kept, and so is every
/// database.
#[test]
fn nothing_is_lost_where_names_are_taken() {
    let home = with_backup();
    let path = home.database();
    let named = |end: &str| path.with_file_name(format!("seeddb.redb.before-{end}"));
    fs::write(named("S"), "a file").unwrap();
    fs::create_dir(named("S-2")).unwrap();
    let before = Database::at(&path, Options::default()).batches().unwrap();
    let backup = Database::at(&home.path("backup.redb"), Options::default());
    let done =
        put_back(&backup, &path, &Options::default(), "S", false, &Control::default()).unwrap();
    assert_eq!(done.aside, Some(named("S-3")));
    let old = Database::at(&named("S-3"), Options::default());
    assert_eq!(old.batches().unwrap(), before);
    assert_eq!(fs::read(named("S")).unwrap(), b"a file");
    home.run("db check", 0);
    home.run(DRAW, 0);
}
