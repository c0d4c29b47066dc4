//! Sudoku Explainer ratings for users: `rate --metric se`, and the commands that rate with it.

use crate::home::{Home, signal};
use seeddb::board::Puzzle;
use seeddb::logic::Ladder;
use seeddb::rating::levels::Facts;
use seeddb::rating::metric::Metric;

/// Puzzles of `tests/data/se_own.tsv` with ER, EP, ED and the technique of the hardest step.
#[rustfmt::skip]
const RATED: [[&str; 5]; 4] = [
    ["8...9..3.7..8...1..1..53.74.......2.....4.6.7...5.......5638...16........93..7...", "1.2", "1.2", "1.2", "Hidden Single"],
    ["....8.2....9..7..11......8.64...2.........7.3....65...4..6...3.5..2......62..485.", "4.0", "1.2", "1.2", "Hidden Triplet"],
    ["1....7...64.8..51...7..9.2...4.3........76...5.......6.....14.8..5.......9.6..25.", "4.5", "1.2", "1.2", "Unique Rectangle type 1"],
    ["45...2.....8.7........14.5...4...3.217....5..2......4.....9.8.6.....372..2.6.....", "9.0", "1.2", "1.2", "Dynamic Double Forcing Chains"],
];

fn file(home: &Home) -> String {
    home.file("rated.txt", &RATED.map(|puzzle| format!("{}\n", puzzle[0])).concat())
}

#[test]
fn rate_has_both_numbers_and_the_hardest_step() {
    let home = Home::new();
    let file = file(&home);
    let rate = |more: &str| home.run(&(["rate", "--metric", "se", &file], more), 0).out;
    for (more, name) in [("", ""), ("--canon", ",er_canon")] {
        let csv = rate(&format!("--format csv {more}"));
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some(&*format!("puzzle,er,ep,ed,hardest{name}")));
        for ([puzzle, er, ep, ed, technique], line) in RATED.iter().zip(lines) {
            let canonical = if more.is_empty() { String::new() } else { format!(",{er}") };
            assert_eq!(line, format!("{puzzle},{er},{ep},{ed},{technique}{canonical}"));
        }
    }
    let text = rate("");
    assert_eq!(
        text.lines().nth(1),
        Some(&*[RATED[1][0], "4.0\t1.2\t1.2\tHidden Triplet"].join("\t"))
    );
    home.run(&["rate", "--canon", &file], 2).words(&["rate with --metric se"]);
    let json = home.json(&["rate", "--metric", "se", &file]);
    assert_eq!(json[3]["er"], 9.0);
    assert_eq!(json[3]["hardest"], "Dynamic Double Forcing Chains");
}

/// The original sometimes rates equivalent puzzles differently; one of our two numbers never does.
#[test]
fn the_canonical_number_is_the_same_for_puzzles_that_are() {
    let home = Home::new();
    let turned = home.run(&["shuffle", "--count", "8", "--rng-seed", "3", RATED[3][0]], 0).out;
    let file = home.file("turned.txt", &turned);
    let json = home.json(&["rate", "--metric", "se", "--canon", &file]);
    let rows = json.as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert!(
        rows.iter()
            .all(|row| row["er_canon"].is_number() && row["er_canon"] == rows[0]["er_canon"]),
        "{json}"
    );
}

#[test]
fn a_solver_may_do_without() {
    let home = Home::new();
    let rate = |flags: &[&str], puzzle: &str| home.run(&("rate --metric se", flags, &[puzzle]), 0);
    let [rectangle, hard] = [RATED[2][0], RATED[3][0]];
    let plain = rate(&["--no-uniqueness"], rectangle).out;
    let er: f64 = plain.split('\t').nth(1).unwrap().parse().unwrap();
    assert!(er > 4.5 && !plain.contains("Unique"), "{plain}");
    let said = rate(&["--no-guessing"], hard).words(&["1 puzzle has no rating"]);
    assert_eq!(said.out, format!("{hard}\t\t\t\t\n"));
    assert!(rate(&["--no-guessing", "--canon"], rectangle).out.ends_with("\t4.5\n"));
    home.run(&["rate", "--no-guessing", hard], 2).words(&["rate with --metric se"]);
    home.run(&["rate", "--metric", "branch", "--no-uniqueness", hard], 2).words(&["--metric se"]);
}

#[test]
fn puzzles_that_are_none_are_refused() {
    let home = Home::new();
    let several = RATED[0][0].replace(['3', '5'], ".");
    let none = RATED[0][0].replacen("8...9", "88..9", 1);
    home.run(&["rate", "--metric", "se", &several], 1).words(&["more than one solution"]);
    home.run(&["rate", "--metric", "se", &none], 1).words(&["8 stands twice in row 1"]);
}

#[test]
fn it_is_a_metric_like_the_others() {
    let home = Home::new();
    let lines = RATED.map(|puzzle| format!("{}\t{}\n", puzzle[0], puzzle[1])).concat();
    let list = home.file("list.tsv", &format!("puzzle\tER\n{lines}"));
    let compared = home.run(&["compare", "--metric", "se", "--format", "csv", &list], 0).out;
    assert!(compared.contains(",ER,se,4,0,1.000,1.000,1.000,"), "{compared}");
    let table = home.run(&["levels", "calibrate", "--metric", "se", "--levels", "2", &list], 0).out;
    assert!(table.contains("metric = \"se\""), "{table}");
    let table = home.file("levels.toml", &table);
    let labelled = home.run(&["rate", "--metric", "se", "--levels", &table, &list], 0).out;
    let levels: Vec<&str> =
        labelled.lines().map(|line| line.rsplit('\t').next().unwrap()).collect();
    assert_eq!(levels, ["easy", "easy", "hard", "hard"]);
}

/// One level per day, each with puzzles of every existing rating.
#[test]
fn a_week_goes_by_er() {
    let home = Home::new();
    let labelled = home.run(&["rate", "--metric", "se", "--levels", "week", &file(&home)], 0).out;
    let days: Vec<&str> = labelled.lines().map(|line| line.rsplit('\t').next().unwrap()).collect();
    assert_eq!(days, ["monday", "saturday", "sunday", ""]);
    let week = seeddb::level_table::built_in("week").unwrap();
    let puzzle = Puzzle::new(&RATED[0][0].parse().unwrap()).unwrap();
    let day = |er: f64| {
        let facts = Facts::of(Ladder::hsolve(), &puzzle).with(Metric::Se, Some(er));
        week.of(&facts).map(|level| level.name.as_str())
    };
    let bounds = [
        ("monday", [1.0, 1.2]),
        ("tuesday", [1.5, 1.5]),
        ("wednesday", [1.7, 2.3]),
        ("thursday", [2.5, 2.8]),
        ("friday", [3.0, 3.6]),
        ("saturday", [3.8, 4.4]),
        ("sunday", [4.5, 7.5]),
    ];
    for (name, ratings) in bounds {
        assert_eq!(ratings.map(day), [Some(name); 2]);
    }
    assert_eq!(day(7.6), None);
    let hard = ["rate", "--metric", "se", "--levels", "week", "--no-guessing", RATED[3][0]];
    assert_eq!(home.run(&hard, 0).out, format!("{}\t\t\t\t\t\n", RATED[3][0]));
    home.run(&["rate", "--levels", "week", RATED[0][0]], 2).words(&["rate with --metric se"]);
}

#[cfg(unix)]
#[test]
fn a_long_rating_ends_with_a_signal() {
    use std::io::{BufRead, BufReader, Read, Write};
    const HARDEST: &str =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let home = Home::new();
    let mut child = home.spawn("--threads 1 rate --metric se -");
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", RATED[0][0]).unwrap();
    input.flush().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with(RATED[0][0]), "{line}");
    for _ in 0..200 {
        writeln!(input, "{HARDEST}").unwrap();
    }
    drop(input);
    signal(&child, "-INT");
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{err}");
    assert!(rest.lines().count() < 200, "it was not stopped");
    assert!(err.contains("stopped by Ctrl-C"), "{err}");
}

/// A well-known site's example of an XY-wing (which it calls a Y-wing).
const XY_WING: &str =
    "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";
/// Rated 10.5.
const ESCARGOT: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
/// Rated 4.5 for a unique rectangle of type 1, see `se_own.tsv`.
const RECTANGLE: &str =
    "1....7...64.8..51...7..9.2...4.3........76...5.......6.....14.8..5.......9.6..25.";

/// Each technique of the lists has a text, on the board of its step and with a picture.
#[test]
fn every_rating_is_explained() {
    let home = Home::new();
    let mut told = Vec::new();
    let mut last = String::new();
    for line in include_str!("../data/se_own.tsv").lines().skip(2) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields[4] == last {
            continue;
        }
        fields[4].clone_into(&mut last);
        let json = home.json(&["explain", "--ladder", "se", fields[0]]);
        let rows = json.as_array().unwrap();
        let rating = |row: &serde_json::Value| (row["rating"].as_f64().unwrap() * 10.0).round();
        let er = rows.iter().map(rating).fold(0.0, f64::max);
        assert!((er / 10.0 - fields[1].parse::<f64>().unwrap()).abs() < 1e-9, "{line}");
        let hardest = rows.iter().find(|row| rating(row) >= er).unwrap();
        assert_eq!(hardest["technique"], fields[4], "{line}");
        told.push(format!("{} {}", hardest["rating"], hardest["step"].as_str().unwrap()));
    }
    insta::assert_snapshot!("words", told.join("\n"));
}

/// The row of a chain step, and the text below, have the numbers that determine its rating: the
/// nodes of its branches, and those of nested chains.
#[test]
fn sizes_of_chains_are_told() {
    let home = Home::new();
    let puzzle =
        "..3.56......1.9..6...27....21....64..36....92...62.3.1.9...21.4..1..492..42....63";
    let sum = |list: &serde_json::Value| -> u64 {
        list.as_array().unwrap().iter().map(|size| size.as_u64().unwrap()).sum()
    };
    let json = home.json(&["explain", "--ladder", "se", puzzle, RATED[2][0]]);
    for row in json.as_array().unwrap() {
        assert_eq!(row["size"].is_null(), row["own"].as_array().unwrap().is_empty(), "{row}");
        assert_eq!(
            row["size"].as_u64().unwrap_or(0),
            sum(&row["own"]) + sum(&row["inner"]),
            "{row}"
        );
    }
    let is_twice =
        |row: &&serde_json::Value| row["size"] == 22 && row["own"] == serde_json::json!([4, 4, 2]);
    let row = json.as_array().unwrap().iter().find(is_twice).unwrap();
    assert_eq!((&row["inner"], &row["rating"]), (&serde_json::json!([6, 6]), &10.0.into()));
    let text = home.run(&["explain", "--ladder", "se", puzzle], 0).out;
    assert!(text.contains("22 nodes: 4+4+2, inside 6+6"), "{text}");
}

#[test]
fn a_walk_names_an_xy_wing() {
    let home = Home::new();
    let walk = home.run(&["explain", "--ladder", "se", XY_WING], 0).out;
    assert!(walk.contains(" 4.2 XY-Wing of "), "{walk}");
    insta::assert_snapshot!("xy_wing", walk);
}

/// One of the hardest known puzzles (A. Inkala, 2010), explained to the end.
#[test]
fn the_hardest_are_explained_to_the_end() {
    let home = Home::new();
    let puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let walk = home.run(&["explain", "--ladder", "se", puzzle], 0).out;
    assert!(walk.contains("ER 10.") && walk.contains("solution: 812753649943682175"), "{walk}");
    assert!(walk.lines().all(|line| line.chars().count() <= 100), "{walk}");
}

#[test]
fn a_summary_is_a_row_a_puzzle() {
    let home = Home::new();
    let told = |flags: &[&str]| {
        let said = home.run(&("explain --ladder se --format json", flags), 0);
        serde_json::from_str::<serde_json::Value>(&said.out).unwrap()
    };
    let rows = told(&["--summary", XY_WING, RECTANGLE]);
    for (puzzle, row) in [XY_WING, RECTANGLE].into_iter().zip(rows.as_array().unwrap()) {
        let steps = told(&[puzzle]);
        let steps = steps.as_array().unwrap();
        assert_eq!(row["puzzle"], puzzle);
        assert_eq!(row["steps"], steps.len());
        assert_eq!(row["open_after"], 0);
        let hardest = &steps[row["hardest_step"].as_u64().unwrap() as usize - 1];
        assert_eq!(row["hardest"], hardest["technique"]);
        assert_eq!(row["er"], hardest["rating"]);
        let mut uses = std::collections::BTreeMap::new();
        for step in steps {
            *uses.entry(step["technique"].as_str().unwrap()).or_insert(0) += 1;
        }
        let uses: Vec<String> =
            uses.into_iter().map(|(name, times)| format!("{name} {times}")).collect();
        let mut techniques: Vec<&str> =
            row["used"].as_array().unwrap().iter().map(|use_| use_.as_str().unwrap()).collect();
        techniques.sort_unstable();
        assert_eq!(techniques, uses);
    }
    // Without some techniques the result is no rating.
    let row = &told(&["--no-guessing", "--summary", ESCARGOT])[0];
    assert_eq!(row["er"], serde_json::Value::Null);
    assert!(row["open_after"].as_u64() > Some(0));
}

#[test]
fn parts_of_a_walk_are_as_those_of_the_other_ladder() {
    let home = Home::new();
    let explain = |flags: &[&str]| home.run(&("explain --ladder se", flags, &[XY_WING]), 0).out;
    let walk = explain(&[]);
    for number in [1, 5] {
        let line = explain(&["--step", &number.to_string()]);
        assert!(walk.contains(&line) && line.trim_start().starts_with(&format!("{number}. ")));
    }
    assert_eq!(explain(&["--hint"]), explain(&["--step", "1"]));
    assert_eq!(
        explain(&["--board=all"]).matches('┏').count(),
        explain(&["--format", "jsonl"]).lines().count()
    );
    let hard = walk.lines().filter(|line| line.contains("removes") || line.contains("left in"));
    assert_eq!(explain(&["--board"]).matches('┏').count(), hard.count());
    home.run(&["explain", "--ladder", "se", "--step", "99", XY_WING], 1)
        .words(&["no step 99: it is solved"]);
    // Up to a technique by a name of this ladder; neither that step nor the solution is shown.
    let until = explain(&["--until", "XY-wing"]);
    let steps = until.split("stopped before step").next().unwrap();
    assert!(walk.starts_with(steps.trim_end()) && !steps.contains("XY-Wing"), "{until}");
    assert!(until.contains("XY-Wing (4.2), with") && !until.contains("solution"), "{until}");
    let rows = explain(&["--until", "xy-wing", "--format", "jsonl"]).lines().count();
    assert!(until.contains(&format!("stopped before step {},", rows + 1)), "{until}");
    assert_eq!(explain(&["--until", "nishio-forcing-chains"]), walk, "there is none");
    // Without a type in the name, any type matches.
    let until =
        |puzzle, name| home.run(&["explain", "--ladder", "se", "--until", name, puzzle], 0).out;
    for name in ["unique-rectangle", "Unique Rectangle type 1"] {
        let told = until(RECTANGLE, name);
        assert!(told.contains("Unique Rectangle type 1 (4.5)"), "{name}: {told}");
        assert!(told.contains("stopped before step") && !told.contains("solution"), "{told}");
    }
    assert!(until(RECTANGLE, "bug").contains("solution"));
    home.run(&["explain", "--until", "xy-wing", XY_WING], 2).words(&["--ladder se"]);
    home.run(&["explain", "--ladder", "se", "--until", "limited backtracking", XY_WING], 2)
        .words(&["leave --ladder se out"]);
    home.run(&["explain", "--until", "nonsense", XY_WING], 2).words(&["naked-pair", "xy-wing"]);
    home.run(&["explain", "--no-guessing", XY_WING], 2).words(&["--ladder se"]);
    let careful = home.run(&["explain", "--ladder", "se", "--no-guessing", RATED[3][0]], 0).out;
    assert!(careful.contains("no step up to 7.5 helps"), "{careful}");
}

/// The arrows of a chain have the numbers of the text.
#[test]
fn a_picture_has_the_chain_as_arrows() {
    let home = Home::new();
    let path = home.path("chain.svg");
    let arguments =
        ["explain", "--ladder", "se", "--format", "jsonl", "--svg", path.to_str().unwrap()];
    let rows = home.run(&(&arguments, &[RATED[3][0]]), 0).out;
    let svg = String::from_utf8(home.read("chain.svg")).unwrap();
    let hardest = rows.lines().find(|row| row.contains("\"rating\":9.0")).unwrap();
    assert!(hardest.contains("if r"), "{hardest}");
    insta::assert_snapshot!(
        "arrows",
        svg.lines().filter(|line| line.contains("<title>")).collect::<String>()
    );
    assert!(svg.matches("<path").count() + svg.matches("<line").count() > 100, "no arrows");
}
