//! Files of the last program of format 3 (b8155f1) are refused with advice, and its dumps are read.

use std::fs;
use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::home::Home;

/// A database with every kind of record, and its dump.
const FILE: &[u8] = include_bytes!("../data/format-3.redb.gz");
const DUMP: &str = include_str!("../data/format-3.jsonl");

fn file() -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(FILE).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_file_is_refused_with_the_commands_that_help() {
    let home = Home::with_few_seeds();
    let bytes = file();
    fs::write(home.path("old.redb"), &bytes).unwrap();
    let help = [
        "old.redb is of format 3, and this program reads format 4",
        "`OLD-SEEDDB --db old.redb db dump -o dump.jsonl`",
        "`seeddb --db NEW.redb db load dump.jsonl`",
    ];
    for command in ["batches", "draw --tier 1", "db check", "db compact", "db dump", "levels reset"]
    {
        home.refused(&("--db old.redb", command), 1, &help);
    }
    // As a backup, and as a database to merge.
    let before = home.run("db dump", 0).out;
    home.refused("db restore old.redb", 1, &help);
    home.refused("merge old.redb", 1, &help);
    home.refused("db salvage old.redb -o saved.redb", 1, &help);
    assert!(home.run("db dump", 0).out == before);
    assert!(fs::read(home.path("old.redb")).unwrap() == bytes, "the file was changed");
}

/// Returns the content of an object without its structure: texts, numbers and words, in order.
fn said(value: &Value) -> Vec<String> {
    let mut said = Vec::new();
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(all) => rest.extend(all),
            Value::Object(keys) => {
                for (key, value) in keys {
                    match key.as_str() {
                        // Keys of a batch are counted, and events are identified by the key of
                        // their kind.
                        "keys" => {}
                        // The version of the ladder's judge: older programs did not record it.
                        "version" if value.is_number() => {}
                        "runs" | "withdrawn" | "note" | "approved" | "unapproved"
                            if keys.len() == 1 =>
                        {
                            said.push(format!("\"{key}\""));
                            rest.push(value);
                        }
                        _ => rest.push(value),
                    }
                }
            }
            value => said.push(match value.to_string().as_str() {
                "\"void\"" => "true".to_owned(),
                "\"mirror-h\"" => "\"top-bottom\"".to_owned(),
                "\"mirror-v\"" => "\"left-right\"".to_owned(),
                text => text.to_owned(),
            }),
        }
    }
    said.sort_unstable();
    said
}

#[test]
fn a_dump_is_read_whole() {
    let home = Home::with_starter();
    let old = home.file("old.jsonl", DUMP);
    home.run(&["db", "load", &old, "new.redb"], 0)
        .words(&["28 seeds, 19 puzzles and 2 keys without a puzzle in 8 batches"]);
    assert_eq!(home.run("--db new.redb db check", 0).out, "");
    let dump = home.run("--db new.redb db dump", 0).out;
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (old, new) = (lines(DUMP), lines(&dump));
    assert_eq!((old.len(), new.len()), (78, 78));
    for (old, new) in old.iter().zip(&new) {
        let kind = old["record"].as_str().unwrap();
        assert_eq!(new["record"], kind);
        if !matches!(kind, "dump" | "end") {
            // The number of void puzzles is recorded since.
            let mut new = new.clone();
            if kind == "database" {
                let kept = new.as_object_mut().unwrap().remove("kept");
                assert_eq!(kept, Some(serde_json::json!(["changes void=1"])));
            }
            // The description of books is recorded since.
            if kind == "book" {
                let looks = new.as_object_mut().unwrap().remove("description");
                assert_eq!(looks, Some(serde_json::json!("")));
            }
            assert_eq!(said(&new), said(old), "{new}\n{old}");
        }
    }
    // A dump by the current program is read as the same database.
    let again = home.file("new.jsonl", &dump);
    home.run(&["db", "load", &again, "again.redb"], 0);
    assert!(home.run("--db again.redb db dump", 0).out == dump);
    // Unknown keys of a line are named.
    let with = dump.replacen("\"origin\"", "\"orgin\":1,\"origin\"", 1);
    let with = home.file("with.jsonl", &with);
    home.refused(&["db", "load", &with, "third.redb"], 2, &["line 3", "unknown field `orgin`"]);
}
