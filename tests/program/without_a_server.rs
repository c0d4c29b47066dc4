//! Commands for whole databases, on files alone.

use crate::home::Home;

/// A copied file has all records of its source.
#[test]
fn a_file_is_copied_whole() {
    let home = Home::with_starter();
    home.run("draw --level easy --count 9 --rng-seed 1", 0);
    home.run("book --final --level easy:100 -o book.pdf", 0);
    let from = home.database();
    let from = from.to_str().unwrap();
    home.run(&["db", "copy", from, "copy.redb"], 0)
        .words(&["109 puzzles in 2 batches", "one database now"]);
    home.run("--db copy.redb db check", 0).words(&["all is well"]);
    let export = |db: &str| home.run(&["--db", db, "export", "--batch", "1,2"], 0).out;
    assert_eq!(export("copy.redb"), export(from));
    home.run(&["db", "copy", from, "copy.redb"], 1)
        .words(&["there is something at copy.redb already"]);
    let status = home.run("--db copy.redb db doctor", 0).out;
    assert!(status.contains("puzzles issued: 109"), "{status}");
    home.run("--db new.redb db init --dry-run", 0).words(&["would make new.redb"]);
    assert!(!home.path("new.redb").exists());
    home.run("db init new.redb", 0).words(&["starter seeds"]);
    home.run("db init new.redb", 0).words(&["already"]);
}
