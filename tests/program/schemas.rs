//! src/database/FORMATS.md is correct: each command is run, and the keys, order and types of its output are
//! compared with its table.

use std::collections::BTreeSet;

use seeddb::schemas::{Key, Output, input, inputs, outputs};
use serde_json::{Map, Value};

use crate::home::Home;

fn output(name: &str) -> Output {
    let found = outputs().into_iter().find(|output| output.name == name);
    found.unwrap_or_else(|| panic!("no table of {name}"))
}

/// Whether a value matches its part of a schema.
fn fits(value: &Value, schema: &Value) -> bool {
    let kinds = &schema["type"];
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => {
            value.as_array().is_some_and(|all| all.iter().all(|one| fits(one, &schema["items"])))
        }
        other => panic!("a schema has a type {other}"),
    };
    kinds.as_array().map_or_else(|| is(kinds), |kinds| kinds.iter().any(is))
}

/// The conditional keys that are expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Also {
    /// No conditional keys.
    No,
    /// The conditional keys of these names.
    Of(&'static [&'static str]),
    /// No conditional keys, but further keys that the page does not list in a table.
    Unlisted,
}

/// Compares a row with the schema of its output, and the keys of `line` with their order on the
/// page.
fn check_row(line: &str, output: &Output, optional: Also, what: &str) {
    let row: Map<String, Value> = serde_json::from_str(line).unwrap();
    // A map does not preserve the printed order.
    let mut names: Vec<&str> = row.keys().map(String::as_str).collect();
    names.sort_by_key(|name| line.find(&format!("\"{name}\":")));
    let there = |key: &&Key| match optional {
        Also::Of(names) => !key.optional || names.contains(&key.name),
        Also::No | Also::Unlisted => !key.optional,
    };
    let known: Vec<&str> = output.keys.iter().filter(there).map(|key| key.name).collect();
    if optional == Also::Unlisted {
        names.truncate(known.len());
    }
    assert_eq!(names, known, "{what} and the page");
    let schema = output.schema();
    assert!(
        schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .all(|name| row.contains_key(name.as_str().unwrap()))
    );
    for name in names {
        let of = &schema["properties"][name];
        assert!(fits(&row[name], of), "{what}: {name} is {}, the page says {of}", row[name]);
    }
}

/// Runs a command that prints at least one row, and checks it.
fn check(home: &Home, name: &str, optional: Also, arguments: &[&str]) {
    let output = output(name);
    let mut whole = vec!["-q"];
    whole.extend(arguments);
    whole.extend(["--format", "jsonl"]);
    let said = home.seeddb(&whole).output().unwrap();
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(!text.is_empty(), "{whole:?}: {}", String::from_utf8_lossy(&said.stderr));
    for line in text.lines() {
        check_row(line, &output, optional, &format!("{whole:?}"));
    }
}

/// The keys that `--cells` adds.
const CELLS: Also = Also::Of(&["reserved_cells", "reserved_mask"]);

/// The keys that `--labels` adds.
const LABELS: Also =
    Also::Of(&["hard_steps", "first_hard", "bottlenecks", "spike", "tedious", "steady"]);

const EASY: &str =
    "..6.1.3.....26....8.4.9...74......8.1.7.......8.....91.4...6.....8..746...51....3";
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn of_commands_without_a_database() {
    let home = Home::new();
    let file = home.file("puzzles.txt", &format!("{EASY}\n{HARD}\n{EASY}\n"));
    let file = file.as_str();
    check(&home, "convert", Also::No, &["convert", file]);
    for method in ["dig --level easy", "climb", "remove", "standard", "cycles"] {
        let arguments: Vec<&str> =
            ["generate", "--method"].into_iter().chain(method.split(' ')).collect();
        check(&home, "generate", Also::Unlisted, &[&arguments[..], &["--rng-seed", "1"]].concat());
    }
    check(&home, "shuffle", Also::No, &["shuffle", file]);
    check(&home, "solve", Also::No, &["solve", file]);
    check(&home, "rate", Also::No, &["rate", file]);
    check(&home, "rate", CELLS, &["rate", "--cells", file]);
    check(&home, "rate", LABELS, &["rate", "--labels", file]);
    check(&home, "rate --metric all", Also::No, &["rate", "--metric", "all", file]);
    check(&home, "rate --metric tierless", Also::No, &["rate", "--metric", "tierless", file]);
    check(&home, "rate --metric minutes", Also::No, &["rate", "--metric", "minutes", file]);
    check(&home, "rate --metric percentile", Also::No, &["rate", "--metric", "percentile", file]);
    check(&home, "rate --metric se", Also::No, &["rate", "--metric", "se", file]);
    check(&home, "rate --metric common", Also::No, &["rate", "--metric", "common", file]);
    let canon = ["rate", "--metric", "se", "--canon", file];
    check(&home, "rate --metric se", Also::Of(&["er_canon"]), &canon);
    check(&home, "canon", Also::No, &["canon", file]);
    check(&home, "explain", Also::No, &["explain", file]);
    check(&home, "explain --ladder se", Also::No, &["explain", "--ladder", "se", file]);
    check(&home, "explain --ladder common", Also::No, &["explain", "--ladder", "common", file]);
    let summary = ["explain", "--ladder", "common", "--summary", file];
    check(&home, "explain --ladder common --summary", Also::No, &summary);
    check(&home, "explain --summary", Also::Unlisted, &["explain", "--summary", file]);
    check(
        &home,
        "explain --ladder se --summary",
        Also::No,
        &["explain", "--ladder", "se", "--summary", file],
    );
    check(&home, "check", Also::No, &["check", file]);
    check(&home, "check --archive", Also::No, &["check", "--archive", file]);
    check(&home, "compare", Also::No, &["compare", file]);
    check(&home, "levels", Also::No, &["levels", "show", "seeddb"]);
}

#[test]
fn of_the_database() {
    let home = Home::with_few_seeds();
    check(&home, "draw", Also::No, &["draw", "--level", "easy,expert", "--count", "6"]);
    check(
        &home,
        "draw",
        Also::Of(&["er", "er_scale"]),
        &["draw", "--er", "1.5..4.4", "--count", "1"],
    );
    check(&home, "export", Also::No, &["export", "--batch", "1"]);
    check(
        &home,
        "export",
        Also::Of(&["date"]),
        &["series", "fill", "weekly", "2027-01-01..2027-01-03", "--batch", "1"],
    );
    let book = ["book", "--batch", "1", "--profile", "screen", "--final", "-o", "b.pdf"];
    home.run(&book, 0);
    let columns = Also::Of(&["book", "volume", "book_number", "book_page", "solution_page"]);
    check(&home, "export", columns, &["export", "--book", "1"]);
    home.run("export --batch 1 --format svg --manifest -o svg/", 0);
    let manifest = String::from_utf8(home.read("svg/manifest.json")).unwrap();
    for row in manifest.split_inclusive('}').filter_map(|text| Some(&text[text.find('{')?..])) {
        check_row(row, &output("manifest"), Also::No, "a manifest");
    }
    check(&home, "series", Also::No, &["series"]);
    check(&home, "series show", Also::No, &["series", "show", "weekly"]);
    check(&home, "series log", Also::No, &["series", "log", "weekly"]);
    check(&home, "stats", Also::No, &["stats"]);
    check(&home, "stats", Also::No, &["stats", "--level", "hard", "--clues", "30"]);
    check(&home, "seeds", Also::No, &["seeds", "--tier", "6"]);
    check(&home, "seeds", CELLS, &["seeds", "--tier", "6", "--cells"]);
    check(&home, "batches", Also::No, &["batches"]);
    check(&home, "levels", Also::No, &["levels"]);
    check(&home, "show", Also::No, &["show", EASY]);
    let seeds = home.run("seeds --tier 5 --format csv", 0).out;
    let id = seeds.lines().nth(1).unwrap().split(',').next().unwrap();
    check(&home, "show", Also::No, &["show", id]);
    // A file without its level table.
    let mut data = std::fs::read(home.database()).unwrap();
    for at in 0..data.len() - 6 {
        if data[at..].starts_with(b"levels") {
            data[at] ^= 1;
        }
    }
    std::fs::write(home.path("broken.redb"), data).unwrap();
    check(&home, "db doctor", Also::No, &["db", "doctor"]);
    check(&home, "db salvage", Also::No, &["db", "salvage", "broken.redb", "-o", "saved.redb"]);
}

/// The page lists every command that prints rows.
#[test]
fn of_every_command() {
    let home = Home::new();
    for command in home.commands() {
        if matches!(&*command, "book" | "man" | "completions" | "formats") {
            continue;
        }
        let help = home.run(&[&command, "--help"], 0).out;
        if help.contains("--format <FORMAT>") {
            output(&command);
        }
    }
}

#[test]
fn the_program_prints_names_keys_and_schemas() {
    let home = Home::new();
    let names = home.run("formats", 0).out;
    let known: Vec<Output> = outputs().into_iter().chain(inputs()).collect();
    // A file of words has no schema: the program prints it completely.
    let all: Vec<&str> = known.iter().map(|output| output.name).chain(["words"]).collect();
    assert_eq!(names.lines().collect::<Vec<_>>(), all);
    for output in known {
        let schema = home.run(&["formats", "--schema", output.name], 0).out;
        assert_eq!(serde_json::from_str::<Value>(&schema).unwrap(), output.schema());
        let words: Vec<&str> = ["formats"].into_iter().chain(output.name.split(' ')).collect();
        let keys = home.run(&words, 0).out;
        assert_eq!(keys.lines().count(), output.keys.len(), "{keys}");
    }
    home.refused("formats drawn", 2, &["no output \"drawn\"", "`seeddb formats`"]);
    home.refused("formats --schema", 2, &["NAME"]);
}

/// Returns the valid keys in the error message about an unknown key.
fn keys_by_error(home: &Home, text: &str, command: &[&str]) -> BTreeSet<String> {
    let file = home.file("keys.toml", text);
    let output = home.seeddb(&(command, &[file.as_str()])).output().unwrap();
    assert!(!output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    let list = told.split_once("there are ").or_else(|| told.split_once("expected one of "));
    let (_, list) = list.unwrap_or_else(|| panic!("{told}"));
    let words = list.lines().next().unwrap().split(", ");
    words.map(|word| word.trim_matches('`').to_owned()).collect()
}

#[test]
fn of_files_that_are_read() {
    let home = Home::with_few_seeds();
    let keys = |name: &str| -> BTreeSet<String> {
        input(name).unwrap().all_keys().iter().map(|key| key.name.to_owned()).collect()
    };
    let site = &["export", "--format", "site", "-o", "s/", "--site"];
    let (draw, book): (&[&str], &[&str]) = (&["draw", "--request"], &["book"]);
    let rate = &["rate", "puzzles.txt", "--metric", "minutes", "--scale"];
    for (name, text, command, others) in [
        // Keys that the program itself adds to a request.
        ("request", "qqqqqq = 1", draw, &["whole", "continues"][..]),
        ("request part", "[[part]]\nqqqqqq = 1", draw, &[]),
        ("audience", "qqqqqq = 1", rate, &[]),
        ("book.toml", "qqqqqq = 1", book, &[]),
        ("book.toml section", "[[section]]\nqqqqqq = 1", book, &[]),
        ("book.toml cover", "cover = {qqqqqq = 1}", book, &[]),
        ("book.toml theme", "theme = {qqqqqq = 1}", book, &[]),
        ("site.toml", "qqqqqq = 1", site, &[]),
        ("site.toml colours", "colours = {qqqqqq = 1}", site, &[]),
    ] {
        let mut known = keys_by_error(&home, text, command);
        known.retain(|key| !others.contains(&key.as_str()));
        assert_eq!(keys(name), known, "{name}");
    }
}
