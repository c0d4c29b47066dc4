//! Command lines with a mistake: exit code 2, and a tip on what to type.

use std::fs;

use crate::home::{self, Home};
use seeddb::board::Puzzle;

/// The mistakes; a comment in the file describes its columns.
const MISTAKES: &str = include_str!("../data/mistakes.tsv");

/// Other command lines that are refused; a comment in the file describes its columns.
const REFUSED: &str = include_str!("../data/refused.tsv");

const PUZZLE: &str =
    "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";

#[test]
fn a_mistake_names_what_to_type() {
    let home = Home::with_starter();
    home.run("draw --level easy --count 2 --rng-seed 5", 0);
    home.file("puzzles.txt", PUZZLE);
    let listed = home.json("export --batch 1");
    let id = listed[0]["id"].as_str().unwrap();
    let other = if id.ends_with('A') { 'B' } else { 'A' };
    let typo = format!("{}{other}", &id[..id.len() - 1]);
    let names = [
        ("@P80", &PUZZLE[1..]),
        ("@P82", &format!("{PUZZLE}.")),
        ("@P", PUZZLE),
        ("@ID", id),
        ("@TYPO", &typo),
    ];
    let real = |text: &str| {
        names.iter().fold(text.to_owned(), |text, (name, real)| text.replace(name, real))
    };
    let before = home.files();
    let (mut count, mut wrong) = (0, Vec::new());
    // Mistakes in a build without the server; this one has these commands, and gives other tips.
    let is_known = |row: &&str| row.starts_with("serve\t") || row.starts_with("api\t");
    let is_row = |row: &&str| !(row.starts_with('#') || is_known(row));
    for row in MISTAKES.lines().filter(is_row) {
        let columns: Vec<String> = row.split('\t').map(real).collect();
        let [command, code, line, cure @ ..] = &columns[..] else { panic!("{row}") };
        let run = |line: &str| {
            let output = home.seeddb(line).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (exit, err) = run(command);
        if exit != code.parse().ok() || !err.lines().any(|said| said.trim() == line) {
            wrong.push(format!("{command}: exit {exit:?}\n{err}"));
        }
        if line.starts_with("error: unexpected argument") && err.contains("tip:") {
            wrong.push(format!("{command}: a tip for what is near nothing\n{err}"));
        }
        if home.files() != before {
            wrong.push(format!("{command}: it has written files"));
        }
        for cure in cure {
            let (exit, err) = run(cure);
            if exit != Some(0) {
                wrong.push(format!("{command}: the cure {cure}: exit {exit:?}\n{err}"));
            }
            let made = home.files().into_keys().filter(|name| !before.contains_key(name));
            made.for_each(|name| fs::remove_file(home.path(&name)).unwrap());
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 200, "{count} mistakes");
}

/// A refused command says why, prints nothing else, and changes no file and no database.
#[test]
fn what_is_refused_is_told_with_its_reason() {
    let homes = ["none", "seeds", "drawn"]
        .map(|name| (name, if name == "none" { Home::new() } else { Home::with_few_seeds() }));
    homes[2].1.run("draw --level easy -n 2 --rng-seed 1", 0);
    homes[2].1.run("series fill daily --batch 1 2027-01-02 --days 2", 0);
    let solution = Puzzle::new(&PUZZLE.parse().unwrap()).unwrap().solution().to_string();
    let names = [
        ("@P80", &PUZZLE[1..]),
        ("@CLASH", &PUZZLE.replacen("..9", ".99", 1)),
        ("@NONE", &PUZZLE.replacen("..9", "3.9", 1)),
        ("@SOLUTION", &solution),
        ("@EASY", home::PUZZLE),
        ("@P", PUZZLE),
    ];
    let mut count = 0;
    for row in REFUSED.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (at, command, code, words) = match columns[..] {
            ["file", name, text] => {
                for (_, home) in &homes {
                    home.file(name, &text.replace("\\n", "\n"));
                }
                continue;
            }
            [at, command, code, words] => (at, command, code, words.replace("\\n", "\n")),
            _ => panic!("{row}"),
        };
        let real = |line: String, (name, real): (&str, &str)| line.replace(name, real);
        let command = names.into_iter().fold(command.to_owned(), real);
        let (_, home) = homes.iter().find(|(name, _)| *name == at).expect(row);
        let before = home.files();
        let words: Vec<&str> = words.split(" | ").collect();
        let said = home.run(&command, code.parse().unwrap()).words(&words);
        let is_reason =
            |line: &str| ["error: ", "argument:1: "].iter().any(|own| line.starts_with(own));
        let is_told = said.err.lines().any(is_reason);
        assert!(said.out.is_empty() && is_told, "{row}: {}", said.err);
        assert!(home.files() == before, "{row}: it has changed files");
        count += 1;
    }
    assert!(count >= 200, "{count} command lines");
}

/// `help draw` fits on two screens, with the properties of puzzles under headings.
#[test]
fn help_of_draw_fits_on_two_screens() {
    let home = Home::new();
    let output = home.seeddb("help draw").env("COLUMNS", "100").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for heading in ["How hard:", "Clues:", "Techniques:", "Seeds:", "Output:"] {
        assert!(help.lines().any(|line| line == heading), "{heading}\n{help}");
    }
    assert!(help.lines().count() <= 100, "{} lines\n{help}", help.lines().count());
    let output = home.seeddb("--help").env("COLUMNS", "100").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.lines().count() <= 56, "{} lines\n{help}", help.lines().count());
}

/// A mistyped level, flag, id or list creates no database: it would begin an unwanted ledger.
#[test]
fn what_is_mistyped_makes_no_database() {
    let home = Home::new();
    home.file("bad.txt", "no puzzle\n");
    home.file("request.toml", "[[part]]\nlevel = \"esay\"\n");
    let calendar = "series fill daily 2099-01-01..2099-01-03 --draw --ramp";
    for (line, code) in [
        ("draw --level esay", 2),
        ("draw --levle easy", 2),
        ("draw --level easy,esay --count 2", 2),
        ("draw --request request.toml", 2),
        ("draw --level easy --clues 80", 2),
        ("draw --level easy --score 9000..", 2),
        ("draw --tier 5 --from sA6V9-3QDW-4SHM-9", 2),
        ("draw --level easy -o book.epub", 2),
        ("draw --level easy --format csv -o book.epub", 2),
        ("book --level esay:4", 2),
        ("book --level easy:4 -o book.epub", 2),
        ("mine --level esay --count 1", 2),
        (&format!("{calendar} mon..sun:esay"), 2),
        (&format!("{calendar} mon..sun:easy --format png"), 2),
        ("import nothere.txt", 1),
        ("import bad.txt", 1),
        ("import --issued bad.txt", 1),
        ("db keys import bad.txt", 2),
        ("levels set esay", 1),
        ("void --batch 3", 1),
        ("db restore nothere.redb", 1),
        ("merge nothere.redb", 1),
    ] {
        home.run(line, code);
        assert!(!home.database().exists(), "{line}");
    }
    // A correct command creates it.
    home.run("draw --tier 5 --from sA6V9-3QDW-4SHM-0 --level easy", 2);
    assert!(!home.database().exists());
    home.run("draw --from sA6V9-3QDW-4SHM-0 --level easy", 0);
    assert!(home.database().exists());
}
