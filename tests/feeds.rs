//! Puzzles by the day: calendars as one file, puzzles by their ids, ranges of batches.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use home::Home;

/// Two batches: 4 easy puzzles and 3 hard ones.
fn with_batches() -> Home {
    let home = Home::with_starter();
    home.run(&["draw", "--level", "easy", "-n", "4", "--rng-seed", "1"], 0);
    home.run(&["draw", "--level", "hard", "-n", "3", "--rng-seed", "2"], 0);
    home
}

/// 2027-01-04 is a Monday.
const WEEK: [&str; 8] = [
    "export",
    "--batch",
    "1..2",
    "--calendar",
    "2027-01-04",
    "--days",
    "7",
    "--ramp=mon-thu:easy,friday..sunday:hard",
];

fn pages(pdf: &[u8]) -> usize {
    String::from_utf8_lossy(pdf).matches("/Type/Page/").count()
}

#[test]
fn a_week_is_one_file() {
    let home = with_batches();
    let week = |name: &str, more: &[&str]| {
        home.run(&[&WEEK[..], &["-o", name], more].concat(), 0);
        home.read(name)
    };
    let csv = String::from_utf8(week("week.csv", &[])).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",batch,number,date"), "{}", lines[0]);
    for (day, line) in (4..).zip(&lines[1..]) {
        assert!(line.ends_with(&format!(",2027-01-{day:02}")), "{line}");
        assert!(line.contains(if day < 8 { ",easy," } else { ",hard," }), "{line}");
    }
    assert_eq!(lines.len(), 8);
    let json: serde_json::Value = serde_json::from_slice(&week("week.json", &[])).unwrap();
    assert_eq!(json[6]["date"], "2027-01-10");
    let line = String::from_utf8(week("week.txt", &["--header"])).unwrap();
    assert!(line.lines().next().unwrap().ends_with("\tdate"));
    let board = String::from_utf8(week("board.txt", &["--format", "board"])).unwrap();
    assert!(board.starts_with("Mon 2027-01-04 · easy"), "{board}");
    assert_eq!(pages(&week("week.pdf", &[])), 7);
    assert_eq!(pages(&week("sheet.pdf", &["--sheet", "2x4"])), 1);
    let separate = week("both.pdf", &["--sheet", "2x2", "--solutions", "separate"]);
    assert_eq!((pages(&separate), pages(&home.read("both-solution.pdf"))), (2, 2));
    assert!(week("week.xlsx", &[]).starts_with(b"PK"));
    let refused = [&WEEK[..], &["-o", "week.svg"]].concat();
    home.refused(&refused, 2, &["--calendar makes many files", ".pdf"]);
}

#[test]
fn a_draw_of_several_is_one_pdf() {
    let home = Home::with_starter();
    home.run(&["draw", "--level", "easy", "-n", "3", "-o", "three.pdf"], 0);
    assert_eq!(pages(&home.read("three.pdf")), 3);
    home.run(&["draw", "--level", "easy", "-n", "5", "--sheet", "2x2", "-o", "sheets.pdf"], 0);
    assert_eq!(pages(&home.read("sheets.pdf")), 2);
    home.refused(&["draw", "--level", "easy", "-n", "2", "-o", "two.svg"], 2, &["a .pdf"]);
}

#[test]
fn captions_count_on_through_batches() {
    let home = with_batches();
    let board = home.run(&["export", "--batch", "1-2", "--format", "board"], 0).out;
    let titles: Vec<&str> = board.lines().filter(|line| line.contains(" · tier ")).collect();
    for (number, title) in (1..).zip(&titles) {
        assert!(title.starts_with(&format!("{number}. ")), "{title}");
    }
    assert_eq!(titles.len(), 7);
}

#[test]
fn a_puzzle_is_found_by_its_id() {
    let home = with_batches();
    let all = home.run(&["export", "--batch", "1,2"], 0).out;
    let lines: Vec<&str> = all.lines().collect();
    let id = |line: usize| lines[line].split('\t').nth(2).unwrap();
    let two = home.run(&["export", id(5), id(1)], 0).out;
    assert_eq!(two.lines().collect::<Vec<_>>(), [lines[5], lines[1]]);
    home.run(&["export", id(2), "-o", "one.svg"], 0);
    let svg = String::from_utf8(home.read("one.svg")).unwrap();
    assert!(svg.contains(id(2)), "{svg}");
    let seed = lines[0].split('\t').nth(7).unwrap();
    home.refused(&["export", seed], 2, &["is a seed", "seeddb show"]);
    home.refused(&["export", "60RK-4CSM-6MV3-S"], 1, &["is not in this database"]);
    home.refused(&["export", "--batch", "1", id(2)], 2, &["cannot be used with"]);
    home.refused(&["export"], 2, &["--batch"]);
}

/// Puzzles of one's own become files without a database.
#[test]
fn files_are_converted() {
    let home = Home::new();
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    home.file("mine.txt", &format!("{line}\n{line}\n"));
    home.run(&["convert", "mine.txt", "-o", "mine.pdf"], 0);
    assert_eq!(pages(&home.read("mine.pdf")), 2);
    home.run(&["convert", line, "-o", "one.svg"], 0);
    assert!(home.read("one.svg").starts_with(b"<svg"));
    let rows = home.json(&["convert", "mine.txt"]);
    assert_eq!((&rows[1]["puzzle"], &rows[1]["number"]), (&line.into(), &2.into()));
    assert_eq!((&rows[0]["tier"], &rows[0]["clues"]), (&0.into(), &30.into()));
    home.refused(&["convert", &".".repeat(81), "-o", "none.svg"], 1, &["argument:1: "]);
    assert!(!home.path("data").exists(), "a database was made");
}

/// A proof is marked on each page and is no book; a book of puzzles that are printed already says so.
#[test]
fn proofs_are_no_books() {
    let home = Home::with_starter();
    home.run(&["draw", "--level", "easy", "-n", "9", "--rng-seed", "1"], 0);
    let book = ["book", "--batch", "1", "--profile", "screen", "--title"];
    let make = |more: &[&str]| home.run(&[&book[..], more].concat(), 0);
    make(&["A", "--proof", "-o", "proof.pdf"]);
    assert_eq!(home.json(&["books"]), serde_json::json!([]));
    assert!(!make(&["A", "-o", "a.pdf"]).err.contains("already"));
    assert!(home.read("proof.pdf").len() > home.read("a.pdf").len());
    make(&["B", "-o", "b.pdf"]).words(&["9 puzzles stand in book 1 already: A"]);
    assert!(!make(&["A", "-o", "again.pdf"]).err.contains("in book 1 already"));
    let books = home.json(&["books"]);
    let titles = [0, 1].map(|i| books[i]["title"].as_str().unwrap().to_owned());
    assert_eq!(titles, ["A", "B"]);
    home.refused(&["book", "--level", "easy:9", "--proof", "-o", "c.pdf"], 2, &["--batch"]);
}
