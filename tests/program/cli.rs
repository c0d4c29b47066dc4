//! The program for users: messages, exit codes, files.

mod outputs;

use std::fs;

use crate::home::{Home, PUZZLE, Said, signal, wait_for};

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
#[test]
fn every_command_has_help_with_an_example() {
    let home = Home::new();
    for command in home.commands() {
        let help = home.run(&[&command, "--help"], 0).out;
        assert!(help.contains(&format!("seeddb {command}")), "{help}");
        assert!(help.contains("Example"), "{help}");
    }
    assert!(!home.path("data").exists(), "help made a database");
}

#[test]
fn solutions_are_counted_up_to_two() {
    let home = Home::new();
    let said = home.run(&["solve", PUZZLE], 0);
    assert_eq!(said.out, format!("{PUZZLE}\t{SOLUTION}\t1\n"));

    let none = format!("55{}", ".".repeat(79));
    home.run(&["solve", &none], 1).words(&["5 stands twice in row 1"]);
    let none = format!(
        "{}{}",
        "12345678.",
        ".........".repeat(8).replacen('.', "9", 18).replacen(
            "99999999999999999",
            ".................",
            1
        )
    );
    let said = home.run(&["solve", &none, "--format", "jsonl"], 0);
    assert!(said.out.contains("\"solution\":null,\"solutions\":0"), "{}", said.out);
    let said = home.run(&["solve", &".".repeat(81), "--format", "csv"], 0);
    assert!(
        said.out.starts_with("puzzle,solution,solutions\n") && said.out.ends_with(",2\n"),
        "{}",
        said.out
    );
}

#[test]
fn good_lines_are_done_and_bad_ones_listed() {
    let home = Home::new();
    let file = home.file(
        "puzzles.txt",
        &format!(
            "# comment\n{PUZZLE}\n{}\n{}\n{}\nhello\n\n{PUZZLE} # again\n",
            &PUZZLE[1..],
            PUZZLE.replacen('.', "a", 1),
            PUZZLE.replacen("53.", "535", 1),
        ),
    );
    for command in ["solve", "rate"] {
        let said = home.run(&[command, &file], 1).words(&[
            ":3: 80 cells, a grid has 81",
            ":4: 'a' at position 3",
            ":5: ",
            "5 stands twice in row 1",
            ":6: 'h' at position 1",
        ]);
        assert_eq!(said.out.lines().count(), 2);
        assert_eq!(said.err.lines().count(), 4);
    }
}

#[test]
fn rate_wants_exactly_one_solution() {
    let home = Home::new();
    let file = home.file("two.txt", &format!("{}\n{PUZZLE}\n", PUZZLE.replace(['3', '5'], ".")));
    let said = home.run(&["rate", &file], 1).words(&[":1: more than one solution"]);
    let fields: Vec<&str> = said.out.trim_end_matches('\n').split('\t').collect();
    assert_eq!((fields[0], fields[1], fields[2], fields.len()), (PUZZLE, "0", "0", 6));
    let said = home.run(&["rate", "--metric", "hsolve", "--format", "json", PUZZLE], 0);
    assert!(said.out.contains("\"tier\":0,\"reserved\":0,\"score\":"), "{}", said.out);
    assert!(!home.path("data").exists(), "rate made a database");
}

#[test]
fn rate_has_the_metrics_of_five_papers() {
    let home = Home::new();
    let csv = "rate --format csv --cap 1000";
    let with = |flags: &[&str]| home.run(&(&csv, flags, &[PUZZLE]), 0).out;
    let columns = |out: &str| out.lines().next().unwrap_or("").replace("puzzle,", "");
    let values = |out: &str| out.lines().nth(1).unwrap_or("").replace(&format!("{PUZZLE},"), "");
    let all = with(&["--metric", "all"]);
    let metrics = ["branch", "box-norm", "technique", "restarts", "hsolve"];
    let each = metrics.map(|metric| with(&["--metric", metric]));
    assert_eq!(columns(&all), each.each_ref().map(|out| columns(out)).join(","));
    assert_eq!(values(&all), each.each_ref().map(|out| values(out)).join(","));
    // Naked singles only, without a choice; too many restarts for the cap.
    assert!(values(&all).starts_with("51,51,10.10,medium,51.0,51,0,0,0,0,0,"), "{all}");
    assert_eq!(values(&each[3]), "1000.00,,0,extreme");
    let restarts = ["rate", "--metric", "restarts", "--cap", "100", PUZZLE];
    let said = home.run(&restarts, 0).words(&["the cap of 100 restart cycles: 1;", "--exact"]);
    assert_eq!(said.out, format!("{PUZZLE}\t100.00\t\t0\t\n"));
    let without = with(&["--metric", "technique", "--without", "naked-single", "--known", "0"]);
    assert_eq!(values(&without), "10404.0,0,51,0,0,0,0,harder");
    home.run(&["rate", "--metric", "technique", "--times", "1,2", PUZZLE], 2)
        .words(&["five times", "1,2,3,4,5"]);
}

#[test]
fn rate_tells_more_if_asked() {
    let home = Home::new();
    let csv = |flags: &str| home.run(&("rate --format csv --cap 1000", flags, &[PUZZLE]), 0).out;
    // The matrix of clue counts 5 3 2, 4 3 3, 2 3 5: its determinant is 5 (15 - 9) - 3 (20 - 6) + 2
    // (12 - 6) = 0.
    let counts = csv("--metric box-norm --matrix");
    let (names, values) = counts.trim_end().split_once('\n').unwrap();
    assert_eq!(names, "puzzle,box_norm,box_norm_level,box_determinant,box_condition");
    assert!(values.ends_with(",medium,0.0,") || values.split(',').count() == 5, "{values}");
    let all = csv("--metric all --matrix");
    assert!(all.contains("box_norm_level,box_determinant,box_condition,formula,"), "{all}");
    home.run(&["rate", "--metric", "branch", "--matrix", PUZZLE], 2).words(&["--metric box-norm"]);

    // Steps by technique add up to those by tier.
    let by_tier = csv("--steps");
    assert_eq!(by_tier, csv("--steps=tier"));
    let by_technique = csv("--steps=technique");
    let cells = |out: &str| -> Vec<(String, String)> {
        let [names, values] =
            [0, 1].map(|i| out.lines().nth(i).unwrap().split(',').map(str::to_owned));
        names.zip(values).collect()
    };
    let number = |name: &str| -> f64 {
        let cells = cells(&by_technique);
        cells.iter().find(|(other, _)| other == name).unwrap().1.parse().unwrap()
    };
    let singles = number("steps_naked_single") + number("steps_hidden_single");
    assert!((singles - number("steps_0")).abs() < 0.02 && singles > 50.0, "{by_technique}");
    assert_eq!(cells(&by_technique).len(), cells(&by_tier).len() + 13);
    assert!(cells(&by_technique).starts_with(&cells(&by_tier)));
    home.run(&["rate", "--steps=house", PUZZLE], 2).words(&["tier", "technique"]);

    let labels = csv("--labels --metric box-norm");
    assert!(
        labels.contains(",hard_steps,first_hard,bottlenecks,spike,tedious,steady\n"),
        "{labels}"
    );
    assert_eq!(labels.lines().nth(1).unwrap().split(',').count(), 9, "{labels}");
    home.run(&["rate", "--labels", "--each-run", PUZZLE], 2);
}

#[test]
fn a_file_without_puzzles_is_an_error() {
    let home = Home::new();
    let empty = home.file("empty.txt", "");
    for command in ["solve", "rate", "canon", "import"] {
        home.run(&[command, &empty], 1).words(&["empty.txt holds no puzzle"]);
        home.run(&[command, "/no/such/file"], 1).words(&["error: cannot read /no/such/file"]);
        let folder = home.folder().to_str().unwrap();
        home.run(&[command, folder], 1).words(&["folder"]);
    }
    home.run("solve -", 1).words(&["stdin holds no puzzle"]);
}

#[test]
fn equivalent_grids_have_one_canonical_form() {
    let home = Home::new();
    let renamed: String = PUZZLE
        .chars()
        .map(|c| c.to_digit(10).map_or(c, |d| char::from(b'0' + (10 - d) as u8)))
        .collect();
    let file = home.file("two.txt", &format!("{PUZZLE}\n{renamed}\n"));
    let said = home.run(&["canon", &file], 0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], lines[1]);
    let [form, key, id] = lines[0].split('\t').collect::<Vec<_>>()[..] else { panic!("{lines:?}") };
    assert!(form.len() == 81 && form.starts_with("000000") && key.len() == 32, "{form} {key}");
    assert_eq!(id.len(), 16);
    let said = home.run(&["canon", &".".repeat(81)], 0);
    assert_eq!(said.out, format!("{}\t\t\n", "0".repeat(81)));
}

#[test]
fn solve_counts_solutions_and_check_tells_what_a_puzzle_is_like() {
    let home = Home::new();
    // Without two clues: every solution is a solution, and all differ.
    let loose = PUZZLE.replacen('5', ".", 1).replacen('3', ".", 1);
    let all = home.run(&["solve", "--solutions", "1000", &loose], 0).out;
    let lines: Vec<Vec<&str>> = all.lines().map(|line| line.split('\t').collect()).collect();
    let mut solutions: Vec<&str> = lines.iter().map(|line| line[1]).collect();
    solutions.sort_unstable();
    solutions.dedup();
    assert!(solutions.len() == lines.len() && solutions.contains(&SOLUTION), "{all}");
    assert!(lines.iter().all(|line| line[2] == lines.len().to_string()), "{all}");
    assert_eq!(home.run(&["solve", "--solutions", "2", &".".repeat(81)], 0).out.lines().count(), 2);
    let details = home.json(&["check", PUZZLE, &PUZZLE.replacen("..", "4.", 1)]);
    assert!(details[0]["clues"] == 30 && details[0]["grid_automorphisms"] == 1, "{details}");
    assert!(details[0]["symmetry"].as_str().unwrap().contains("rot180"), "{details}");
    assert!(details[0]["minimal"] == false && details[1]["minimal"] == false, "{details}");
    // The puzzle with all digits of the grid has as many automorphisms as the grid.
    let empty = ".".repeat(81);
    let said = home.run(&["check", "--format", "json", SOLUTION, &empty], 1);
    let details: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert!(details[0]["automorphisms"] == 1 && details[1]["automorphisms"].is_null(), "{details}");
    assert_eq!((&details[1]["solutions"], &details[1]["level"]), (&2.into(), &().into()));
    let many = home.run(&["check", "--quick", "--solutions", "1000", &loose], 1).out;
    assert!(many.contains(&format!(": {} solutions, 28 clues", lines.len())), "{many}");
    let many = home.run(&["check", "--solutions", "50", &empty], 1).out;
    assert!(many.contains("50 solutions or more, 0 clues"), "{many}");
}

/// A row for each line, including lines without a puzzle.
#[test]
fn check_has_a_row_for_each_line() {
    let home = Home::with_few_seeds();
    let minimal =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    // An additional clue, which is redundant.
    let more = minimal.replacen('.', "1", 1);
    let drawn = home.run("draw --level easy --rng-seed 1", 0).out;
    let drawn = drawn.split('\t').next().unwrap().to_owned();
    let clash = PUZZLE.replace("53..7", "55..7");
    let text = format!("{minimal}\n{more}\nno puzzle\n{clash}\n{drawn}\n{more}\n");
    home.file("a.txt", &text);
    let said = home.run("check a.txt --format json", 1).words(&[
        "4 puzzles: 2 new, 1 the same as one before, 1 issued",
        "2 lines could not be read",
    ]);
    let rows: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let column = |key: &str| -> Vec<serde_json::Value> {
        rows.as_array().unwrap().iter().map(|row| row[key].clone()).collect()
    };
    let null = serde_json::Value::Null;
    assert_eq!(column("line"), [1, 2, 3, 4, 5, 6]);
    assert!(column("problem")[2].is_string() && column("problem")[3].is_string());
    assert_eq!(column("minimal")[..3], [true.into(), false.into(), null.clone()]);
    assert_eq!(column("superfluous")[..3], ["".into(), "r1c2".into(), null]);
    assert_eq!(column("first_line")[5], 2);
    assert_eq!((&column("er")[0], &column("tier")[4]), (&10.7.into(), &0.into()));
    assert!(column("id")[4].is_string() && column("id")[0].is_null());
    let csv = home.run("check --quick a.txt --format csv", 1).out;
    assert_eq!(csv.lines().count(), 7);
    let words = home.run("check --quick --known a.txt", 1).out;
    let words: Vec<&str> = words.lines().collect();
    assert!(words[0].starts_with("a.txt:5: 1 solution, ") && words[0].contains("issued as "));
    assert!(words[1].starts_with("a.txt:6: ") && words[1].ends_with(", the same as a.txt:2"));
    assert_eq!(words.len(), 2);
}

#[test]
fn seeds_and_stats_are_of_the_seeds_asked_for() {
    let home = Home::with_starter();
    let seeds = home.json("seeds --tier 1 --score 1500..1600 --clues ..25");
    let seeds = seeds.as_array().unwrap();
    let fits =
        |seed: &serde_json::Value| (1500.0..=1600.0).contains(&seed["score"].as_f64().unwrap());
    let has_few = |seed: &serde_json::Value| seed["clues"].as_u64().unwrap() <= 25;
    assert!(!seeds.is_empty() && seeds.iter().all(fits) && seeds.iter().all(has_few));
    let seeds = home.json("seeds --tier 1 --score 1500..1600");
    let seeds = seeds.as_array().unwrap();
    let stats = home.json("stats --score 1500..1600");
    let tier = stats.as_array().unwrap().iter().find(|row| row["name"] == "1").unwrap();
    assert_eq!(tier["seeds"], seeds.len());
    let none = home.json("stats --origin mined");
    assert!(none.as_array().unwrap().iter().all(|row| row["seeds"] == 0), "{none}");
}

#[test]
fn levels_are_shown_set_and_reset() {
    let home = Home::new();
    let shown = home.run("levels", 0).out;
    assert!(shown.starts_with("level") && shown.contains("expert"), "{shown}");
    assert!(!home.path("data").exists(), "showing levels made a database");
    let toml = home.run("levels show --toml", 0).out;
    let file = home.file("levels.toml", &toml.replace("expert", "devilish"));
    home.run(&["levels", "set", &file], 0);
    assert!(home.run("levels --format csv", 0).out.contains("devilish"));
    let bad = home.file("bad.toml", "[[level]]\nname = \"x\"\nclues = [80, 82]\n");
    home.run(&["levels", "set", &bad], 1).words(&["bad.toml", "a grid has 81 cells"]);
    assert!(home.run("levels", 0).out.contains("devilish"));
    home.run("levels reset", 0);
    assert_eq!(home.run("levels", 0).out, shown);
}

#[test]
fn puzzles_printed_elsewhere_go_into_the_ledger_once() {
    let home = Home::with_few_seeds();
    let file =
        home.file("book.csv", &format!("page,puzzle\n1,{PUZZLE}\n2,{SOLUTION}\n3,{PUZZLE}\n"));
    home.run(&["import", "--issued", "--note", "book 1", &file], 0)
        .words(&["2 puzzles put into the ledger", "1 was there"]);
    home.run(&["import", "--issued", &file], 0).words(&["0 puzzles put", "3 were there"]);
    let batches = home.run("batches --format csv", 0).out;
    assert_eq!(batches.lines().count(), 2, "{batches}");
    assert!(batches.contains("book 1"), "{batches}");

    let lines = home.run("export --batch last", 0).out;
    assert_eq!(lines.lines().count(), 2);
    let fields: Vec<&str> = lines.lines().next().unwrap().split('\t').collect();
    assert_eq!((fields.len(), fields[0], fields[1]), (10, PUZZLE, SOLUTION));
    assert_eq!(home.run("export --batch 1 --sort score", 0).out.lines().count(), 2);
    for (format, count) in
        [("sdm", 2), ("csv", 3), ("tsv", 3), ("json", 4), ("jsonl", 2), ("board", 42)]
    {
        let text = home.run(&["export", "--batch", "1", "--format", format], 0).out;
        assert_eq!(text.lines().count(), count, "{format}\n{text}");
        if !format.starts_with("json") {
            let file = home.file("again", &text);
            assert_eq!(home.run(&["solve", &file], 0).out.lines().count(), 2, "{format}");
        }
    }
    let header = home.run("export --batch 1 --header", 0).out;
    assert!(header.starts_with("puzzle\tsolution\tid\t"), "{header}");

    let shown = home.run(&["show", fields[2]], 0).out;
    assert!(shown.contains('┏') && shown.contains(PUZZLE) && shown.contains("issued"), "{shown}");
    let json = home.run(&["show", PUZZLE, "--format", "jsonl"], 0).out;
    assert!(json.contains("\"batch\":1,\"number\":1"), "{json}");
    home.run("export --batch 9", 2).words(&["no batch 9", "seeddb batches"]);
}

#[test]
fn seeds_are_imported_once_whatever_their_form() {
    let home = Home::with_few_seeds();
    let turned: String = PUZZLE.chars().rev().collect();
    let file = home.file("seeds.txt", &format!("{PUZZLE}\n{turned}\nhello\n"));
    home.run(&["import", &file], 1).words(&[
        "1 new seed (",
        "1 already in the database",
        "1 line could not be read",
        ":3: ",
    ]);
    let seeds = home.run("seeds --format csv", 0).out;
    let imported: Vec<&str> = seeds.lines().filter(|line| line.contains("imported")).collect();
    assert_eq!(imported.len(), 1, "{imported:?}");
    assert!(imported[0].contains(PUZZLE), "{imported:?}");
    let id = imported[0].split(',').next().unwrap();
    let shown = home.run(&["show", id], 0).out;
    assert!(shown.contains("capacity") && shown.contains("scores_from"), "{shown}");
}

#[test]
fn a_puzzle_that_is_not_there_is_rated() {
    let home = Home::new();
    let shown = home.run(&["show", PUZZLE], 0).out;
    assert!(shown.contains("not issued") && shown.contains("tier"), "{shown}");
    assert!(!home.path("data").exists(), "show made a database");
    let home = Home::with_starter();
    assert_eq!(home.run(&["show", PUZZLE], 0).out, shown);
    home.run("show 60RK-4CSM-6MV3-S", 2).words(&["not in this database"]);
    home.run("show 60RK-4CSM-6MV5-S", 2).words(&["mistyped"]);
    home.run("export --batch last", 2).words(&["seeddb draw"]);
}

#[test]
#[ignore = "long: .ci/long"]
fn all_starter_seeds_are_what_they_say() {
    let home = Home::with_starter();
    assert_eq!(home.run("verify", 0).words(&["all is well"]).out, "");
}

/// A misspelled name is reported, and nothing is created.
#[test]
fn commands_that_read_make_no_database() {
    let home = Home::new();
    let id = "60RK-4CSM-6MV3-S";
    for line in [
        &["show", id][..],
        &["seeds"],
        &["batches"],
        &["stats"],
        &["verify"],
        &["export", "--batch", "last"],
        &["book", "--final", "--batch", "last"],
    ] {
        home.refused(line, 1, &["there is no database at ", "seeddb draw", "--db"]);
        let named = ("--db mistyped.redb", line);
        home.refused(&named, 1, &["there is no database at mistyped.redb", "db init"]);
    }
    let named = ["--db", "mistyped.redb", "show", PUZZLE];
    home.refused(&named, 1, &["there is no database at mistyped.redb"]);
    home.refused("--db mistyped.redb levels", 1, &["there is no database"]);
    assert!(!home.path("data").exists(), "a database was made");
}

#[test]
fn flags_go_before_the_environment() {
    let home = Home::new();
    let (a, b) = (home.path("a.redb"), home.path("b.redb"));
    let mut command = home.seeddb("db init");
    assert!(command.env("SEEDDB_DB", &a).output().unwrap().status.success());
    assert!(a.exists() && !b.exists() && !home.path("data").exists());
    fs::remove_file(&a).unwrap();
    let mut command = home.seeddb(&["--db", b.to_str().unwrap(), "levels", "reset", "--create"]);
    assert!(command.env("SEEDDB_DB", &a).output().unwrap().status.success());
    assert!(b.exists() && !a.exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_keeps_what_it_found() {
    let home = Home::with_some_seeds();
    let count = |home: &Home| home.run("seeds --tier 0", 0).out.lines().count();
    let before = count(&home);
    let arguments = "mine --tier 0 --rng-seed 1 --threads 1";
    let child = home.spawn(&arguments);
    // The search commits every few seconds.
    wait_for("found nothing", || (count(&home) > before).then_some(()));
    signal(&child, "-INT");
    let said = Said::of(&child.wait_with_output().unwrap(), &arguments, 130).words(&["RNG seed 1"]);
    let found: Option<usize> = said.err.lines().find_map(|line| {
        let (new, _) = line.split_once(" new seed")?;
        new.parse().ok()
    });
    assert_eq!(count(&home), before + found.unwrap_or_else(|| panic!("{}", said.err)));
}
