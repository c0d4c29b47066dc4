//! What the commands for databases on servers do without one.

use crate::home::Home;

/// What is not built says how to get it.
#[cfg(not(feature = "postgres"))]
#[test]
fn a_program_without_servers_says_so() {
    let home = Home::new();
    let draw = ["--db", "postgres://me:geheim@db.example/x", "draw", "--tier", "1"];
    let said = home.refused(&draw, 1, &["built without", "--features postgres", "me@db.example"]);
    assert!(!said.err.contains("geheim"), "{}", said.err);
}

/// Without a server too: a file to a file.
#[test]
fn a_file_is_copied_whole() {
    let home = Home::with_starter();
    home.run(&["draw", "--level", "easy", "--count", "9", "--rng-seed", "1"], 0);
    home.run(&["book", "--final", "--level", "easy:100", "-o", "book.pdf"], 0);
    let from = home.database();
    let from = from.to_str().unwrap();
    home.run(&["db", "copy", from, "copy.redb"], 0)
        .words(&["109 puzzles in 2 batches", "one database now"]);
    home.run(&["--db", "copy.redb", "db", "check"], 0).words(&["all is well"]);
    let export = |db: &str| home.run(&["--db", db, "export", "--batch", "1,2"], 0).out;
    assert_eq!(export("copy.redb"), export(from));
    home.run(&["db", "copy", from, "copy.redb"], 1)
        .words(&["there is something at copy.redb already"]);
    let status = home.run(&["--db", "copy.redb", "db", "doctor"], 0).out;
    assert!(status.contains("puzzles issued: 109"), "{status}");
    home.run(&["--db", "new.redb", "db", "init", "--dry-run"], 0).words(&["would make new.redb"]);
    assert!(!home.path("new.redb").exists());
    home.run(&["db", "init", "new.redb"], 0).words(&["starter seeds"]);
    home.run(&["db", "init", "new.redb"], 0).words(&["already"]);
}
