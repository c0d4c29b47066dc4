//! A database as text and back, and its keys for others.

use std::fs;

use crate::home::Home;

#[test]
fn a_dump_is_loaded_as_the_same_database() {
    let home = Home::with_few_seeds();
    home.run(
        &["draw", "--level", "easy", "--count", "5", "--rng-seed", "7", "--note", "Ω\n\"1\""],
        0,
    );
    home.run("void --batch 1", 0);
    home.run("draw --level hard --count 3 -o puzzles.txt", 0);
    home.run("db dump -o all.jsonl.gz", 0).words(&["1721 seeds, 8 puzzles in 2 batches"]);
    home.refused("db dump -o all.jsonl.gz", 1, &["is there already", "--force"]);
    let dump = home.run("db dump", 0).out;
    home.run("db load all.jsonl.gz new.redb", 0)
        .words(&["8 puzzles in 2 batches", "draw from one"]);
    assert!(home.run("--db new.redb db dump", 0).out == dump, "another dump");
    assert_eq!(home.run("--db new.redb db check", 0).out, "");
    home.refused("db load all.jsonl.gz new.redb", 1, &["something at new.redb already"]);
    home.refused("db load none.jsonl other.redb", 1, &["none.jsonl", "No such file"]);
    // Truncated files, and files of another kind.
    let lines: Vec<&str> = dump.lines().collect();
    home.file("cut.jsonl", &(lines[..lines.len() - 2].join("\n") + "\n"));
    let last = format!("line {}:", lines.len() - 2);
    home.refused("db load cut.jsonl other.redb", 2, &["cut.jsonl", &last, "cut off"]);
    home.refused("db load puzzles.txt other.redb", 2, &["line 1:"]);
    let packed = home.read("all.jsonl.gz");
    fs::write(home.path("half.gz"), &packed[..packed.len() / 2]).unwrap();
    home.refused("db load half.gz other.redb", 1, &["half.gz"]);
    home.run_with("db load - third.redb", &dump, 0);
    for word in ["dump", "load"] {
        home.refused(&[word], 2, &[&format!("seeddb db {word}")]);
    }
}

#[test]
fn a_ledger_takes_keys_of_another() {
    let (ours, theirs) = (Home::with_few_seeds(), Home::with_few_seeds());
    let draw = "draw --level easy --count 20 --rng-seed 7 -q";
    let theirs_drawn = theirs.run(&draw, 0).out;
    theirs.run("db keys export -o theirs.keys.gz", 0).words(&["20 keys written"]);
    let list = theirs.path("theirs.keys.gz");
    let import = ["db", "keys", "import", list.to_str().unwrap()];
    ours.run(&import, 0).words(&["20 keys put into the ledger, 0 were there already"]);
    ours.run(&import, 0).words(&["0 keys put into the ledger, 20 were there already"]);
    let status = ours.run("db doctor", 0).out;
    assert!(status.contains("keys entered without a puzzle: 20"), "{status}");
    let drawn = ours.run(&draw, 0).out;
    let theirs_lines = theirs.file("theirs.txt", &theirs_drawn);
    ours.run(&["check", "--quick", &theirs_lines], 0).words(&["0 new", "20 issued before"]);
    let ours_lines = theirs.file("ours.txt", &drawn);
    theirs.run(&["check", "--quick", &ours_lines], 0).words(&["20 new"]);
    let first = theirs_drawn.lines().next().unwrap();
    let shown = ours.run(&["show", &first[..81]], 0).out;
    assert!(shown.contains("printed elsewhere"), "{shown}");
    let keys = theirs.run("db keys export --puzzles -q", 0).out;
    ours.run_with("db keys import -", &keys, 0).words(&["0 keys"]);
    let cut: String = keys.split_inclusive('\n').take(5).collect();
    ours.run_with("db keys import -", &cut, 2).words(&["line 5", "cut off"]);
}

/// The databases of two offices are merged: nothing is duplicated, common records are named, and a
/// second run finds nothing to do.
#[test]
fn all_of_another_database_comes() {
    let (ours, theirs) = (Home::with_few_seeds(), Home::with_few_seeds());
    let draw = "draw --level easy --count 5 -q";
    let both = ours.run(&(&draw, "--rng-seed 7"), 0).out;
    assert_eq!(theirs.run(&(&draw, "--rng-seed 7"), 0).out, both);
    theirs.run(&(&draw, "--rng-seed 8 --note spring"), 0);
    let ids = |home: &Home, batch: &str| -> Vec<String> {
        let rows = home.json(&["export", "--batch", batch]);
        let ids = rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned());
        ids.collect()
    };
    let id = ids(&theirs, "2")[0].clone();
    theirs.run(&["note", &id, "a reader wrote"], 0);
    let path = theirs.database();
    let merge = ["merge", "--all", path.to_str().unwrap(), "--format", "json"];
    let output = ours.run(&merge, 0).words(&[
        "5 puzzles in 2 batches",
        "5 puzzles were issued by both",
        "only",
    ]);
    let rows: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    let rows = rows.as_array().unwrap();
    let of = |part: &str| rows.iter().filter(|row| row["part"] == part).collect::<Vec<_>>();
    assert_eq!(
        (of("batch")[1]["theirs"].as_u64(), of("batch")[1]["here"].as_u64()),
        (Some(2), Some(3))
    );
    assert!(of("puzzle").len() == 5 && of("puzzle").iter().all(|row| row["became"] == "in-both"));
    assert_eq!(ids(&ours, "3"), ids(&theirs, "2"));
    let shown = ours.run(&["show", &id], 0).out;
    assert!(shown.contains("a reader wrote"), "{shown}");
    assert_eq!(ours.json("batches 3")[0]["note"], "spring");
    // All records except the change count.
    let records = || -> Vec<String> {
        let dump = ours.run("db dump", 0).out;
        let lines = dump
            .lines()
            .filter(|line| !line.contains("\"database\"") && !line.contains("\"blake3\""));
        lines.map(str::to_owned).collect()
    };
    let before = records();
    ours.run(&merge, 0).words(&["is here already"]);
    assert!(records() == before);
    ours.run("db check", 0);
    let own = ours.database();
    let link = ours.path("link.redb");
    std::fs::hard_link(&own, &link).unwrap();
    for own in [own, link] {
        let merge = ["merge", "--all", own.to_str().unwrap()];
        ours.refused(&merge, 2, &["the database that it is to come into"]);
    }
    ours.refused(&["merge", "--format", "csv", path.to_str().unwrap()], 2, &["--all"]);
}
