//! src/FORMATS.md says what it promises: each command is run, and the keys, their order and the types of what it prints are
//! compared with its table.

use crate::home::Home;
use serde_json::{Map, Value};

const PAGE: &str = include_str!("../../src/FORMATS.md");

/// A key with its type.
type Key = (String, String);

/// The tables under the heading `### command`, in the order of the page.
fn tables(command: &str) -> Vec<Vec<Key>> {
    let is_heading = |line: &&str| line.starts_with("## ") || line.starts_with("### ");
    let here = |line: &&str| {
        line.strip_prefix("### ").is_none_or(|names| !names.split(", ").any(|name| name == command))
    };
    let section = PAGE.lines().skip_while(here).skip(1).take_while(|line| !is_heading(line));
    let mut tables: Vec<Vec<Key>> = Vec::new();
    for line in section {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        match (cells.next(), cells.next()) {
            (Some("key"), Some("type")) => tables.push(Vec::new()),
            (Some(key), Some(kind)) if !key.starts_with("---") => {
                tables.last_mut().unwrap().push((key.to_owned(), kind.to_owned()));
            }
            _ => {}
        }
    }
    assert!(!tables.is_empty(), "no table of {command}");
    tables
}

fn fits(value: &Value, kind: &str) -> bool {
    let all = |of: fn(&Value) -> bool| value.as_array().is_some_and(|values| values.iter().all(of));
    match kind.trim_end_matches('?') {
        _ if value.is_null() => kind.ends_with('?'),
        "text" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "true/false" => value.is_boolean(),
        "texts" => all(Value::is_string),
        "integers" => all(Value::is_u64),
        other => panic!("the page has a type {other}"),
    }
}

/// Runs a command that prints at least one row, and compares: `parts` are the tables of the section that apply, in order.
fn check(home: &Home, command: &str, parts: &[usize], arguments: &[&str], more: bool) {
    let tables = tables(command);
    let keys: Vec<&Key> = parts.iter().flat_map(|&part| &tables[part]).collect();
    let mut whole = vec!["-q"];
    whole.extend(arguments);
    whole.extend(["--format", "jsonl"]);
    let output = home.seeddb(&whole).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.is_empty(), "{whole:?}: {}", String::from_utf8_lossy(&output.stderr));
    for line in text.lines() {
        let row: Map<String, Value> = serde_json::from_str(line).unwrap();
        // A map forgets the order that they were printed in.
        let mut names: Vec<&str> = row.keys().map(String::as_str).collect();
        names.sort_by_key(|name| line.find(&format!("\"{name}\":")));
        let known: Vec<&str> = keys.iter().map(|(key, _)| key.as_str()).collect();
        let compared = if more { &names[..known.len().min(names.len())] } else { &names[..] };
        assert_eq!(compared, known, "{whole:?} and the page");
        for (key, kind) in &keys {
            assert!(
                fits(&row[key], kind),
                "{whole:?}: {key} is {}, the page says {kind}",
                row[key]
            );
        }
    }
}

const EASY: &str =
    "..6.1.3.....26....8.4.9...74......8.1.7.......8.....91.4...6.....8..746...51....3";
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn of_commands_without_a_database() {
    let home = Home::new();
    let file = home.file("puzzles.txt", &format!("{EASY}\n{HARD}\n{EASY}\n"));
    let file = file.as_str();
    check(&home, "convert", &[0], &["convert", file], false);
    for method in ["dig --level easy", "climb", "remove", "standard", "cycles"] {
        let arguments: Vec<&str> =
            ["generate", "--method"].into_iter().chain(method.split(' ')).collect();
        check(&home, "generate", &[0], &[&arguments[..], &["--rng-seed", "1"]].concat(), true);
    }
    check(&home, "shuffle", &[0], &["shuffle", file], false);
    check(&home, "solve", &[0], &["solve", file], false);
    check(&home, "solve", &[0, 1], &["solve", "--details", file], false);
    check(&home, "rate", &[0], &["rate", file], false);
    check(&home, "rate", &[0, 1], &["rate", "--cells", file], false);
    check(&home, "rate", &[2], &["rate", "--metric", "se", file], false);
    check(&home, "canon", &[0], &["canon", file], false);
    check(&home, "explain", &[0], &["explain", file], false);
    check(&home, "explain", &[1], &["explain", "--ladder", "se", file], false);
    check(&home, "explain", &[2], &["explain", "--summary", file], true);
    check(&home, "explain", &[3], &["explain", "--ladder", "se", "--summary", file], false);
    check(&home, "dedupe", &[0], &["dedupe", file], false);
    check(&home, "compare", &[0], &["compare", file], false);
    check(&home, "levels", &[0], &["levels", "show", "seeddb"], false);
}

#[test]
fn of_the_database() {
    let home = Home::with_starter();
    check(&home, "draw", &[0], &["draw", "--level", "easy,expert", "--count", "6"], false);
    check(&home, "draw", &[0, 1], &["draw", "--se", "1.5..4.4", "--count", "1"], false);
    check(&home, "export", &[0], &["export", "--batch", "1"], false);
    check(
        &home,
        "export",
        &[0, 2],
        &["export", "--batch", "1", "--calendar", "2027-01-01", "--days", "3", "--series", "feed"],
        false,
    );
    check(&home, "feeds", &[0], &["feeds"], false);
    check(&home, "feeds", &[1], &["feeds", "show", "feed"], false);
    check(&home, "feeds", &[2], &["feeds", "changes", "feed"], false);
    check(&home, "stats", &[0], &["stats"], false);
    check(&home, "stats", &[0], &["stats", "--level", "hard", "--clues", "30"], false);
    check(&home, "seeds", &[0], &["seeds", "--tier", "6"], false);
    check(&home, "seeds", &[0, 1], &["seeds", "--tier", "6", "--cells"], false);
    check(&home, "batches", &[0], &["batches"], false);
    check(&home, "levels", &[0], &["levels"], false);
    check(&home, "show", &[0], &["show", EASY], false);
    let seeds = home.run(&["seeds", "--tier", "5", "--format", "csv"], 0).out;
    let id = seeds.lines().nth(1).unwrap().split(',').next().unwrap();
    check(&home, "show", &[0], &["show", id], false);
}

/// The page leaves no command out that prints rows.
#[test]
fn of_every_command() {
    let home = Home::new();
    let help = home.run(&["--help"], 0).out;
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    for line in commands.filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let command = line.split_whitespace().next().unwrap();
        if matches!(command, "help" | "book" | "man" | "completions") {
            continue;
        }
        let help = home.run(&[command, "--help"], 0).out;
        if help.contains("--format <FORMAT>") {
            tables(command);
        }
    }
}
