//! Files and words of others: they write nothing elsewhere, fill no memory, steer no terminal, and are no formulas.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::fs;

use home::{Home, Said};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn run(home: &Home, arguments: &[&str], code: i32) -> Said {
    let mut command = home.seeddb(arguments);
    Said::of(&command.current_dir(home.folder()).output().unwrap(), arguments, code)
}

/// A title of a terminal, its colours, and a name that reads backwards.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}fdp.exe";
const SHOWN: &str = "\\u{1b}]0;owned\\u{7}\\u{1b}[31m\\u{9b}2J\\u{202e}fdp.exe";

#[test]
fn words_of_others_do_not_steer_the_terminal() {
    let home = Home::new();
    let steers =
        |text: &str| text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}');
    let shows = |text: &str| {
        assert!(text.contains(SHOWN) && !steers(text), "{text:?}");
    };
    run(&home, &["draw", "--tier", "0", "--note", EVIL, "--quiet"], 0);
    shows(&run(&home, &["batches"], 0).out);
    let arguments = ["book", "--batch", "1", "--title", EVIL, "--profile", "screen"];
    let said = run(&home, &[&arguments[..], &["-o", "x.pdf"]].concat(), 1);
    assert!(!steers(&said.err), "{:?}", said.err);
    shows(&run(&home, &["solve", EVIL], 1).err);
    fs::write(home.path(EVIL), format!("{PUZZLE}\n12\n")).unwrap();
    shows(&run(&home, &["solve", EVIL], 1).err);
    fs::write(home.path(EVIL), "[[level]]\nname = \"a\"\nscores = 1\n").unwrap();
    shows(&run(&home, &["levels", "set", EVIL], 1).err);

    // What programs read is what was said.
    let json: serde_json::Value =
        serde_json::from_str(&run(&home, &["batches", "--format", "json"], 0).out).unwrap();
    assert_eq!(json[0]["note"], EVIL);
}

#[test]
fn words_of_others_are_no_formulas() {
    let home = Home::new();
    let formulas = ["=cmd|' /C calc'!A0", "+1+1", "-1", "@SUM(1)"];
    for note in formulas {
        let note = format!("--note={note}");
        run(&home, &["draw", "--tier", "0", "--quiet", &note], 0);
    }
    let csv = run(&home, &["batches", "--format", "csv"], 0).out;
    let json: Vec<serde_json::Value> =
        serde_json::from_str(&run(&home, &["batches", "--format", "json"], 0).out).unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    for ((record, object), note) in reader.records().zip(&json).zip(formulas) {
        assert_eq!(record.unwrap()[7], format!("'{note}"));
        assert_eq!(object["note"], note);
    }
    // Columns of puzzles and numbers are as they were.
    let csv = run(&home, &["show", "--format", "csv", PUZZLE], 0).out;
    assert!(csv.contains(&format!(",{PUZZLE},")) && !csv.contains('\''), "{csv}");
}

#[test]
fn names_of_levels_are_harmless() {
    let home = Home::new();
    for (name, words) in [
        ("=cmd|'/C_calc'!A0", "take it for a formula"),
        ("+1", "take it for a formula"),
        ("-easy", "take it for a formula"),
        ("@easy", "take it for a formula"),
        ("\\u202Eysae", "not printed"),
        ("ea\\u200Bsy", "not printed"),
        ("ea\\u001Bsy", "level"),
    ] {
        home.file("levels.toml", &format!("[[level]]\nname = \"{name}\"\ntiers = [0, 6]\n"));
        run(&home, &["levels", "set", "levels.toml"], 1).words(&["levels.toml", words]);
        run(&home, &["rate", "--levels", "levels.toml", PUZZLE], 1).words(&[words]);
    }
    let calibrate = ["levels", "calibrate", "--names", "=a", PUZZLE];
    run(&home, &calibrate, 1).words(&["take it for a formula"]);
    for name in ["very-easy_1.5", "größer", "tre\\u0300s", "数独", "l'été", "a+b=c", "\\\"x\\\""]
    {
        home.file("levels.toml", &format!("[[level]]\nname = \"{name}\"\ntiers = [0, 6]\n"));
        run(&home, &["levels", "set", "levels.toml"], 0);
    }
}
