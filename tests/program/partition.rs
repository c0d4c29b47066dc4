//! Machines without contact: partitions never issue equal puzzles, and shards of a search can be
//! merged.

use std::collections::HashSet;

use crate::home::{Home, make};
use seeddb::database::{BatchRef, Control, Database, DrawOptions, Options};
use seeddb::symmetry::{Fraction, GridClass, Key};

/// Partitions draw equal requests with equal RNG seeds in separate databases: every puzzle belongs
/// to a grid class of its partition, and no two are equal.
fn draws_meet_nowhere(partitions: u16, each: u32) {
    let mut all: HashSet<Key> = HashSet::new();
    let folder = tempfile::tempdir().unwrap();
    for part in Fraction::all(partitions) {
        let path = folder.path().join(format!("{}.redb", part.index()));
        let database = Database::open(&path, Options::default()).unwrap();
        for tier in [1, 5] {
            let options =
                DrawOptions { partition: Some(part), ..DrawOptions::of_tier(tier, each / 2, 7) };
            for puzzle in database.draw(&options, &Control::default()).unwrap() {
                let issued = puzzle.unwrap().issued;
                assert!(part.owns(GridClass::of(issued.puzzle.solution())), "{part}");
                assert_eq!(Key::of(&issued.puzzle), issued.key);
                assert!(all.insert(issued.key), "{part}: {} is a second time", issued.puzzle);
            }
        }
        assert_eq!(database.stats().unwrap().partition, Some(part));
    }
    assert_eq!(all.len(), usize::from(partitions) * each as usize);
}

#[test]
fn partitions_never_issue_the_same_puzzle() {
    draws_meet_nowhere(4, 800);
}

/// Run with `cargo test --release --test program partition:: -- --ignored`.
#[test]
#[ignore = "long: .ci/long"]
fn partitions_never_issue_the_same_of_a_million_puzzles() {
    draws_meet_nowhere(20, 50_000);
}

#[test]
fn a_database_remembers_its_partition() {
    let home = Home::with_starter();
    let draw = |more: &str, code| home.run(&("draw --tier 1 --count 20 --rng-seed 1", more), code);
    // A dry run claims no partition.
    let some = draw("--partition 1/2 --dry-run", 0).err;
    let other = draw("--partition 2/2 --dry-run", 0).err;
    assert_ne!(some, other);
    draw("--partition 2/3", 0);
    for part in ["1/3", "2/4"] {
        draw(&format!("--partition {part}"), 1).words(&["is partition 2/3, not", "--db"]);
    }
    draw("--partition 4/3", 2);
    // Later draws without the flag keep to the partition, and record it in their batches.
    draw("", 0);
    let batches = home.run("batches --format csv", 0).out;
    assert_eq!(batches.matches("--partition 2/3").count(), 2, "{batches}");
    let part: Fraction = "2/3".parse().unwrap();
    let database = Database::at(&home.database(), Options::default());
    for puzzle in database.export(&[1, 2].map(BatchRef::Id), &Control::default()).unwrap() {
        assert!(part.owns(GridClass::of(puzzle.unwrap().issued.puzzle.solution())));
    }
    home.run("book --final --level easy:100 -o book.pdf", 0);
}

#[test]
fn a_database_that_has_issued_becomes_no_partition() {
    let home = Home::with_starter();
    let draw = ["draw", "--tier", "1", "--rng-seed", "1"];
    home.run(&draw, 0);
    let flags = [&draw[..], &["--partition", "1/2"]].concat();
    home.run(&flags, 1).words(&["has issued puzzles as a whole", "new database"]);
    home.run(&draw, 0);
}

#[test]
fn printed_puzzles_go_to_their_partition() {
    let home = Home::with_starter();
    let drawn = home.run("draw --tier 1 --count 60 --rng-seed 1", 0).out;
    let file = home.file("printed.txt", &drawn);
    let import = |part: u16, more: &[&str], code| {
        let (db, part) = (format!("part-{part}.redb"), format!("{part}/3"));
        let flags = ["--create", "--db", &db, "import", "--issued", &file, "--partition", &part];
        home.run(&(&flags, more), code)
    };
    import(1, &[], 1).words(&["belongs to partition", "--route"]);
    let mut total = 0;
    for part in 1..=3 {
        let said = import(part, &["--route"], 0).err;
        let put = said.lines().find(|line| line.contains("put into the ledger")).unwrap();
        let put: usize = put.split(' ').next().unwrap().parse().unwrap();
        total += put;
        assert!(said.contains("of other partitions ("), "{said}");
        assert!(said.contains(&format!("left out {} puzzles", 60 - put)), "{said}");
        let again = import(part, &["--route"], 0).err;
        assert!(
            again.starts_with(&format!("0 puzzles put into the ledger, {put} were")),
            "{again}"
        );
    }
    assert_eq!(total, 60);
    home.run(&["import", "--issued", "--route", &file], 2).words(&["--partition I/N"]);
}

/// A shard can be repeated, the order of files is irrelevant, and missing shards are named.
#[test]
fn shards_are_merged() {
    let home = Home::new();
    let mine = |shard: &str, file: &str, code| {
        let flags = "mine --tier 1 --count 3 --rng-seed 7";
        home.run(&(&flags, &["--shard", shard, "-o", file]), code)
    };
    for shard in 1..=3 {
        mine(&format!("{shard}/4"), &format!("{shard}.redb"), 0);
    }
    mine("2/4", "2.redb", 0).words(&["is there already"]);
    mine("4/4", "2.redb", 2).words(&["is another shard"]);
    assert!(!home.database().exists(), "a shard needs no other database");
    mine("2/4", "again.redb", 0);

    for name in ["a.redb", "b.redb"] {
        make(&home.path(name), &[]);
    }
    let seeds = |db: &str| {
        let list = home.run(&["--db", db, "seeds", "--format", "csv"], 0).out;
        list.lines()
            .skip(1)
            .filter(|line| line.contains(",mined,"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let merge = |db: &str, files: &[&str], code| {
        home.run(&(&["--db", db, "merge", "--expect", "4"], files), code)
    };
    merge("a.redb", &["1.redb", "3.redb", "4.redb"], 3).words(&["2 of 4 shards are missing: 2,4"]);
    home.file("broken.redb", "");
    merge("a.redb", &["again.redb", "broken.redb"], 3).words(&["an empty file", "missing: 1,3-4"]);
    mine("4/4", "4.redb", 0);
    merge("a.redb", &["1.redb", "2.redb", "3.redb", "4.redb"], 0);
    merge("b.redb", &["4.redb", "again.redb", "1.redb", "3.redb"], 0);
    assert_eq!(seeds("a.redb"), seeds("b.redb"));
    assert_eq!(seeds("a.redb").len(), 12);
    merge("b.redb", &["4.redb"], 3).words(&["0 new seeds", "3 already in the database"]);
    home.run("--db b.redb merge 1.redb a.redb", 0).words(&["0 new seeds"]);
    home.run("merge 1.redb broken.redb", 1);
    home.run("merge --expect 5 1.redb", 2).words(&["another search"]);
    home.run("merge --expect 4 a.redb", 2).words(&["is no shard"]);
    home.run("mine --tier 1 --rng-seed 1 --shard 1/2 -o x", 2);
}
