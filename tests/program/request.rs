//! `draw --request`: several parts as one batch, either all of them or none; `--sort`.
#![cfg(unix)]

use std::collections::HashSet;
use std::process::Stdio;

use crate::home::{Home, Said, begun, signal};

const WEEK: &str = "note = \"week 1\"\nsymmetry = \"rot180\"\n\n\
    [[part]]\nlevel = \"beginner\"\ncount = 5\nclues = \"39..41\"\n\n\
    [[part]]\nlevel = \"hard\"\ncount = 4\n\n\
    [[part]]\ntier = 5\nscore = \"3000..5000\"\ncount = 3\nsymmetry = \"none\"\n";

fn draw(file: &str, more: &str) -> String {
    format!("draw --request {file} {more}")
}

/// Returns the rows of a draw in CSV.
fn rows(out: &str) -> Vec<Vec<String>> {
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    out.lines().skip(1).map(fields).collect()
}

#[test]
fn parts_are_one_batch_that_comes_again() {
    let home = Home::with_few_seeds();
    let file = home.file("week.toml", WEEK);
    let flags = "--format csv --rng-seed 5";
    let said = home.run(&draw(&file, flags), 0).words(&[
        "RNG seed 5, batch 1",
        "numbers 1 to 5: part 1 (line 4: --level beginner --clues 39..41 --symmetry rot180)",
        "numbers 10 to 12: part 3 (line 13: --tier 5 --score 3000..5000)",
    ]);
    let rows = rows(&said.out);
    assert_eq!(rows.len(), 12);
    for (i, row) in rows.iter().enumerate() {
        let (level, tier): (&str, u8) = (&row[3], row[4].parse().unwrap());
        let (score, clues): (f64, usize) = (row[5].parse().unwrap(), row[6].parse().unwrap());
        assert_eq!((&row[8][..], row[9].clone()), ("1", (i + 1).to_string()));
        let turned: String = row[0].chars().rev().collect();
        let is_symmetric =
            row[0].chars().zip(turned.chars()).all(|(a, b)| (a == '.') == (b == '.'));
        match i {
            0..5 => assert!(level == "beginner" && (39..=41).contains(&clues) && is_symmetric),
            5..9 => assert!(level == "hard" && is_symmetric),
            _ => assert!(tier == 5 && (3000.0..=5000.0).contains(&score)),
        }
    }
    let batches = home.run("batches --format csv", 0).out;
    assert!(batches.contains("week 1"), "{batches}");
    assert!(batches.contains("--level beginner --count 5 --clues 39..41"), "{batches}");
    // Again from the initial state, with any number of threads; and from the ledger.
    for threads in ["1", "2"] {
        let other = Home::with_few_seeds();
        let file = other.file("week.toml", WEEK);
        let again = other.run(&(draw(&file, flags), ["--threads", threads]), 0);
        assert_eq!(again.out, said.out);
    }
    assert_eq!(home.run("export --batch 1 --format csv", 0).out, said.out);
    let second = home.run(&draw(&file, flags), 0).out;
    let ids =
        |out: &str| self::rows(out).into_iter().map(|row| row[2].clone()).collect::<HashSet<_>>();
    assert!(ids(&second).is_disjoint(&ids(&said.out)), "it draws others");
    home.verify();
}

/// A batch records its request: from flags, a file or a book.
#[test]
fn what_was_asked_for_is_drawn_again() {
    let home = Home::with_few_seeds();
    let flags = "--level easy --clues 30 --count 3 --rng-seed 9";
    home.run(&("draw --note mine", &flags), 0);
    let file = home.file("week.json", r#"{"part": [{"level": "easy", "count": 2}, {"tier": 5}]}"#);
    home.run(&draw(&file, "--rng-seed 5"), 0).words(&["part 2 (--tier 5)"]);
    home.run("book --final --level medium:2 --profile screen --technique locked", 2)
        .words(&["no technique locked"]);
    home.file(
        "book.toml",
        "profile = \"screen\"\nrng-seed = 3\n[[section]]\ntier = 2\ntechnique = \"x-wing\"\ncount = 2\n\
         [[section]]\ner = \"3.0..4.0\"\ncount = 1\nlabel = \"Rated\"\n",
    );
    home.run("book --final book.toml", 0);
    for batch in ["1", "2", "3"] {
        home.run(&["draw", "--again", batch], 0);
    }
    let batches = home.json("batches");
    let batches = batches.as_array().unwrap();
    assert_eq!(batches.len(), 6);
    for (first, again) in batches.iter().zip(&batches[3..]) {
        for key in ["request", "rng_seed", "note", "issued"] {
            assert_eq!(first[key], again[key], "{key}");
        }
    }
    let parts = &batches[2]["request"]["part"];
    assert_eq!(parts[0], serde_json::json!({"tier": 2, "count": 2, "technique": ["x-wing"]}));
    assert_eq!(parts[1]["er"], "3.0..4.0");
    let request = home.file("again.json", &batches[2]["request"].to_string());
    let again = ["draw", "--rng-seed", "3", "--dry-run", "--request", &request];
    home.run(&again, 0).words(&["part 1 (--tier 2", "part 2 (--er 3.0..4.0)"]);
    let words = "--tier 2 --count 2 --technique x-wing + --er 3.0..4.0";
    assert!(home.run("batches", 0).out.contains(words));
    home.run("draw --again last --rng-seed 1", 0).words(&["RNG seed 1, batch 7"]);
    home.run("draw --again 99", 2).words(&["no batch 99"]);
    home.run("draw --again 1 --count 3", 2).words(&["--again"]);
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let file = home.file("one.txt", puzzle);
    home.run(&["import", "--issued", &file], 0);
    home.run("draw --again last", 2).words(&["was not drawn"]);
    home.verify();
}

#[test]
fn all_of_it_or_nothing() {
    let home = Home::with_few_seeds();
    let part =
        |bounds: &str| format!("[[part]]\nlevel = \"easy\"\ncount = 3\n\n[[part]]\n{bounds}\n");
    for (bounds, words) in [
        // No seed fits; the seeds that fit give too few puzzles.
        (
            "tier = 4\nscore = \"90000..\"",
            &["nothing was issued", "part 2 (line 5: --tier 4", "score"][..],
        ),
        ("tier = 1\nper-seed = 1\ncount = 4000\norigin = \"mined\"", &["part 2", "origin"]),
        ("tier = 4\nper-seed = 1\ncount = 500", &["part 2", "of 500 puzzles", "--per-seed"]),
        ("tier = 2\ncount = 2\nclues = \"70..81\"", &["part 2", "clues"]),
    ] {
        let file = home.file("mix.toml", &part(bounds));
        let said = home.run(&draw(&file, "--quiet -o out.txt"), 3).words(words);
        assert_eq!(said.out, "");
        assert!(!home.path("out.txt").exists(), "{bounds}");
    }
    for (bounds, words) in [
        ("level = \"nonsense\"", &["mix.toml, line 5", "nonsense"][..]),
        ("level = \"beginner\"\nclues = 22", &["mix.toml, line 5", "takes 39"]),
        ("level = \"easy\"\ncluse = 22", &["mix.toml, line 7, cluse", "did you mean clues?"]),
        ("er = 7.2\nwithout = \"x-wing\"", &["mix.toml, line 5", "an ER does not go with"]),
    ] {
        let file = home.file("mix.toml", &part(bounds));
        home.run(&draw(&file, "-o out.txt"), 2).words(words);
        home.run(&draw(&file, "--dry-run"), 2).words(words);
    }
    home.run("draw --request missing.toml", 1).words(&["cannot read missing.toml"]);
    let file = home.file("mix.toml", &part("level = \"hard\""));
    for flags in ["--level easy", "--count 3", "--clues 30", "--technique x-wing"] {
        home.run(&draw(&file, flags), 2).words(&["--request"]);
    }
    assert_eq!(home.run("batches", 0).out.lines().count(), 1, "there is no batch");
    let known = home.run("stats --format csv", 0).out;
    assert!(known.lines().last().unwrap().contains("all,0 batches"), "{known}");
}

#[test]
fn a_dry_run_tells_of_each_part_and_changes_nothing() {
    let home = Home::with_few_seeds();
    let file = home.file("week.toml", WEEK);
    home.run(&draw(&file, "--dry-run"), 0).words(&["part 1 (line 4", "part 2", "part 3"]);
    let file = home.file("much.toml", "[[part]]\ntier = 4\ncount = 900000\n");
    home.run(&draw(&file, "--dry-run"), 3).words(&["part 1", "--tier 4"]);
    let file = home.file("more.toml", "[[part]]\ntier = 1\ncount = 1000001\n");
    home.run(&draw(&file, ""), 2).words(&["at most 1000000"]);
    assert_eq!(home.run("batches", 0).out.lines().count(), 1, "there is no batch");
}

/// Two concurrent draws issue no puzzle twice, and each is complete.
#[test]
fn those_that_race_are_whole() {
    let home = Home::with_few_seeds();
    let file = home.file(
        "mix.toml",
        "[[part]]\nlevel = \"easy\"\ncount = 150\n[[part]]\ntier = 4\ncount = 50\n",
    );
    let line = draw(&file, "--rng-seed 1 --format csv");
    let racers: Vec<_> = (0..3).map(|_| home.spawn(&line)).collect();
    let mut ids = HashSet::new();
    for racer in racers {
        let said = Said::of(&racer.wait_with_output().unwrap(), &["draw"], 0);
        let rows = rows(&said.out);
        assert_eq!(rows.len(), 200);
        assert!(rows.iter().enumerate().all(|(i, row)| row[9] == (i + 1).to_string()));
        assert!(rows.iter().all(|row| ids.insert(row[2].clone())), "one was issued twice");
    }
    home.verify();
    assert_eq!(home.run("batches", 0).out.lines().count(), 4);
}

#[test]
fn one_that_is_stopped_issues_nothing() {
    let home = Home::with_few_seeds();
    let text = "[[part]]\nlevel = \"easy\"\ncount = 10\n[[part]]\ntier = 5\ncount = 400000\n";
    let file = home.file("mix.toml", text);
    let mut command = home.seeddb(&draw(&file, "-o out.txt"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = begun(command, &home.database());
    signal(&child, "-INT");
    Said::of(&child.wait_with_output().unwrap(), &["draw"], 130).words(&["nothing was issued"]);
    assert!(!home.path("out.txt").exists());
    assert_eq!(home.run("batches", 0).out.lines().count(), 1, "there is no batch");
    home.run("draw --tier 1", 0).words(&["batch 1"]);
}

#[test]
fn rows_come_in_the_order_asked_for() {
    let home = Home::with_few_seeds();
    let draw =
        ["draw", "--level", "hard,easy", "--count", "40", "--rng-seed", "3", "--format", "csv"];
    let drawn = rows(&home.run(&(&draw, "--sort level,-score"), 0).out);
    let key = |row: &[String]| {
        (row[3] == "hard", -(row[5].parse::<f64>().unwrap() * 10.0).round() as i64)
    };
    assert!(drawn.is_sorted_by_key(|row| key(row)), "{drawn:?}");
    assert!(!drawn.is_sorted_by_key(|row| row[9].parse::<u32>().unwrap()), "numbers stay");
    // The puzzles and their numbers are those of the unsorted draw.
    let other = Home::with_few_seeds();
    let plain = rows(&other.run(&draw, 0).out);
    assert_eq!(plain.len(), 40);
    assert_eq!(plain.iter().collect::<HashSet<_>>(), drawn.iter().collect::<HashSet<_>>());
    let export = |sort: &str| {
        rows(&home.run(&["export", "--batch", "1,2", "--format", "csv", "--sort", sort], 0).out)
    };
    assert_eq!(export("level,-score"), drawn);
    for (sort, column) in [("clues", 6), ("number", 9), ("tier", 4)] {
        let rising: Vec<u32> =
            export(sort).iter().map(|row| row[column].parse().unwrap()).collect();
        assert!(sort == "number" || rising.is_sorted(), "{sort}");
        let falling = export(&format!("-{sort}"));
        let falling: Vec<u32> = falling.iter().map(|row| row[column].parse().unwrap()).collect();
        assert!(sort == "number" || falling.iter().rev().is_sorted(), "{sort}");
    }
    assert_eq!(export("number"), plain);
    home.run("draw --tier 1 --sort size", 2).words(&["score, clues, level"]);
}
