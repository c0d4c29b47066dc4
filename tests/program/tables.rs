//! The manual's tables about puzzles of the starter seeds, compared with a smaller new sample.
//!
//! The following draws as many puzzles as the pages state, and writes their rows again:
//!
//! ```sh
//! SEEDDB_RECORD=1 cargo test --test program tables::
//! ```

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use crate::home::Home;

const LEVELS: [&str; 6] = ["beginner", "easy", "medium", "hard", "fiendish", "expert"];

fn is_recording() -> bool {
    env::var_os("SEEDDB_RECORD").is_some()
}

type Rows = Vec<BTreeMap<String, String>>;

/// Parses the rows of CSV without quotes.
fn rows(csv: &str) -> Rows {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = line.split(',').map(str::to_owned);
        names.iter().map(|&name| name.to_owned()).zip(cells).collect()
    };
    lines.map(row).collect()
}

/// Returns the numbers of a column, without missing values.
fn column(rows: &Rows, name: &str) -> Vec<f64> {
    rows.iter().filter_map(|row| row[name].parse().ok()).collect()
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((share * values.len() as f64) as usize).min(values.len() - 1)]
}

/// Draws `count` puzzles of a level from a new database into a file.
fn drawn(home: &Home, level: &str, count: u32) {
    let count = count.to_string();
    let draw = ["draw", "--level", level, "--count", &count, "--rng-seed", "1"];
    home.run(&(&draw, "-q --force -o drawn.csv"), 0);
}

/// Replaces the row of a level in the table that begins with `head`, or compares its numbers with
/// those of a sample: shares in percent may differ by 9, other numbers by `slack`.
fn check(page: &str, head: &str, level: &str, now: &str, slack: f64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).unwrap();
    let (before, table) =
        text.split_at(text.find(head).unwrap_or_else(|| panic!("{page}: {head}")));
    let begin = format!("| {level} | ");
    let old = table.lines().find(|line| line.starts_with(&begin)).unwrap();
    if is_recording() {
        return fs::write(&path, format!("{before}{}", table.replacen(old, now, 1))).unwrap();
    }
    let (old_cells, now_cells) = (cells(old), cells(now));
    assert_eq!(old_cells.len(), now_cells.len(), "{page}\n{old}\n{now}");
    for (old_cell, now_cell) in old_cells.iter().zip(&now_cells) {
        let (told, found) = (numbers(old_cell), numbers(now_cell));
        for (name, (value, is_share)) in &told {
            let other = found.get(name).map_or(0.0, |found| found.0);
            let most = if *is_share { 9.0 } else { slack };
            let differs = (value - other).abs() > most;
            assert!(!differs, "{page}: {name:?} is {value}, and was {other}\n{old}\n{now}");
        }
    }
}

fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Returns the numbers in a cell, by the words before them or their positions, and whether they are
/// shares.
fn numbers(cell: &str) -> BTreeMap<String, (f64, bool)> {
    let mut found = BTreeMap::new();
    for (place, part) in cell.split(", ").enumerate() {
        let words: Vec<&str> = part.split(' ').collect();
        let number = words.iter().position(|word| word.parse::<f64>().is_ok());
        let Some(at) = number else { continue };
        let name = if at == 0 { place.to_string() } else { words[..at].join(" ") };
        found.insert(name, (words[at].parse().unwrap(), words.last() == Some(&"%")));
    }
    found
}

/// Clues, ratings and hardest steps of each level agree with the manual.
#[test]
fn levels_are_as_the_manual_says() {
    for level in LEVELS {
        let home = Home::with_starter();
        drawn(&home, level, if is_recording() { 2_000 } else { 250 });
        let puzzles = rows(&String::from_utf8(home.read("drawn.csv")).unwrap());
        let csv = |command: &str| {
            let words = command.split(' ').chain(["--format", "csv", "-q", "drawn.csv"]);
            rows(&home.run(&words.collect::<Vec<_>>(), 0).out)
        };
        let (steps, ratings) = (csv("explain --summary"), csv("rate --metric se"));
        let three = |values: Vec<f64>, places: usize| {
            let all = [0.05, 0.5, 0.95].map(|share| quantile(values.clone(), share));
            all.map(|value| format!("{value:.places$}")).join(", ")
        };
        let mut hardest: BTreeMap<&str, f64> = BTreeMap::new();
        for row in &steps {
            *hardest.entry(&row["hardest"]).or_default() += 100.0 / steps.len() as f64;
        }
        let mut hardest: Vec<(&str, f64)> = hardest.into_iter().collect();
        hardest.sort_by(|one, other| other.1.total_cmp(&one.1));
        let hardest = hardest.iter().filter(|(_, share)| !is_recording() || *share >= 1.5);
        let hardest: Vec<String> =
            hardest.map(|(name, share)| format!("{name} {share:.0} %")).collect();
        let (clues, er) = (three(column(&puzzles, "clues"), 0), three(column(&ratings, "er"), 1));
        let now = format!("| {level} | {clues} | {er} | {} |", hardest.join(", "));
        check("src/manual/levels.md", "| level | clues |", level, &now, 1.0);
    }
}

/// The shares of labels in each level agree with the methods page.
#[test]
fn labels_are_as_the_methods_say() {
    for level in LEVELS {
        let home = Home::with_starter();
        drawn(&home, level, if is_recording() { 1_000 } else { 250 });
        let labels = "rate --labels --format csv -q drawn.csv";
        let labels = rows(&home.run(&labels, 0).out);
        let share = |is: &dyn Fn(&BTreeMap<String, String>) -> bool| {
            let share = labels.iter().filter(|row| is(row)).count() as f64 / labels.len() as f64;
            let percent = (share * 1000.0).round() / 10.0;
            percent.to_string()
        };
        let median = |name: &str| match column(&labels, name) {
            values if values.is_empty() => String::new(),
            values => format!("{:.0}", quantile(values, 0.5)),
        };
        let cells = [
            share(&|row| row["spike"] == "true"),
            share(&|row| row["tedious"] == "true"),
            share(&|row| row["bottlenecks"] != "0"),
            share(&|row| row["steady"] == "true"),
            median("hard_steps"),
            median("first_hard"),
        ];
        let now = format!("| {level} | {} |", cells.join(" | ")).replace("|  |", "| |");
        check("src/core/rating/METHODS.md", "| | spike |", level, &now, 9.0);
    }
}

/// The capacities of seeds by number of free cells agree with the theory page.
#[test]
fn capacity_is_as_the_theory_says() {
    let home = Home::with_starter();
    let seeds = rows(&home.run("seeds --format csv", 0).out);
    for free in [4, 10, 16, 24] {
        let of_free = |row: &&BTreeMap<String, String>| {
            row["free"] == free.to_string() && row["tier"] != "0" && row["symmetry"] == "none"
        };
        let found: Rows = seeds.iter().filter(of_free).cloned().collect();
        let capacities = column(&found, "capacity");
        let number = |value: f64| match value {
            1000.0.. => format!("{:.0},{:03.0}", (value / 1000.0).floor(), value % 1000.0),
            _ => format!("{value:.0}"),
        };
        let three = [0.1, 0.5, 0.9].map(|share| number(quantile(capacities.clone(), share)));
        let count = number(capacities.len() as f64);
        let now = format!("| {free} | {count} | {} |", three.join(" / "));
        let text = include_str!("../../src/THEORY.md");
        assert!(text.lines().any(|line| line == now), "THEORY.md has not\n{now}");
    }
}
