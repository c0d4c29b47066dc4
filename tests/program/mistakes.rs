//! Command lines with a mistake: exit code 2, and the tip names what to type.

use std::fs;

use crate::home::Home;

/// The mistakes; the file says what its columns are.
const MISTAKES: &str = include_str!("../data/mistakes.tsv");

const PUZZLE: &str =
    "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";

#[test]
fn a_mistake_names_what_to_type() {
    let home = Home::new();
    home.run(&["draw", "--level", "easy", "--count", "2", "--rng-seed", "5"], 0);
    home.file("puzzles.txt", PUZZLE);
    let listed = home.json(&["export", "--batch", "1"]);
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
    // A build with the server has the command, and says so.
    let is_known = |row: &&str| {
        cfg!(feature = "serve") && (row.starts_with("serve\t") || row.starts_with("api\t"))
    };
    let is_row = |row: &&str| !(row.starts_with('#') || is_known(row));
    for row in MISTAKES.lines().filter(is_row) {
        let columns: Vec<String> = row.split('\t').map(real).collect();
        let [command, code, line, cure @ ..] = &columns[..] else { panic!("{row}") };
        let run = |line: &str| {
            let output = home.seeddb(&line.split(' ').collect::<Vec<_>>()).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (exit, err) = run(command);
        if exit != code.parse().ok() || !err.lines().any(|said| said.trim() == line) {
            wrong.push(format!("{command}: exit {exit:?}\n{err}"));
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

/// `help draw` fits on two screens, each with its wishes under headings.
#[test]
fn help_of_draw_fits_on_two_screens() {
    let home = Home::new();
    let output = home.seeddb(&["help", "draw"]).env("COLUMNS", "100").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for heading in ["How hard:", "Clues:", "Techniques:", "Seeds:", "Output:"] {
        assert!(help.lines().any(|line| line == heading), "{heading}\n{help}");
    }
    assert!(help.lines().count() <= 100, "{} lines\n{help}", help.lines().count());
}
