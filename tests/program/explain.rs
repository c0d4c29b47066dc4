//! `explain` for its users: complete walks, parts of them, boards, pictures, rows, errors.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::home::{Home, Line, Said};
use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, explain};

/// Tier 3, 62 steps; a hidden pair is step 12, the swordfish step 29.
const PUZZLE: &str =
    "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";

/// A puzzle of each tier, 0 to 6.
const TIERS: [&str; 7] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "35.4....9.41.5...69...3.......1.4...125.7...........9.....4563...3....7...2...1..",
    "89.......32..9..7...7..4........815...14.........3.29.47...6..2..23..6.....14.9..",
    PUZZLE,
    ".6........8.2.......3.8....8...5.6.....7....3..13.6.2.1.2....57.7...5.........918",
    "6....9.54.9..57..8......3....8.1..4.....7.....7..3.5....1......7..18..6.53.4....1",
    "....3...61......3.7.26.......6...2..3..9..1...4.....9...8.7.5...1..4.6.....21..4.",
];

fn said(arguments: &(impl Line + ?Sized), input: &str, code: i32) -> Said {
    Home::new().run_with(&("explain", arguments), input, code)
}

fn told(arguments: &(impl Line + ?Sized)) -> String {
    said(arguments, "", 0).out
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs `script`, which runs it in a terminal"]
fn a_terminal_has_colors_unless_they_are_unwanted() {
    let home = Home::new();
    let program = home.seeddb("");
    let program = program.get_program().to_str().unwrap();
    let line = format!("'{program}' explain --hint --board {PUZZLE}");
    for (name, value, colored) in [
        ("TERM", "xterm", true),
        ("TERM", "dumb", false),
        ("NO_COLOR", "1", false),
        ("NO_COLOR", "", true),
    ] {
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm");
        // Each of these affects colours; with `CI` they are allowed even on a dumb terminal.
        for decides in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
            script.env_remove(decides);
        }
        script.env(name, value).current_dir(home.folder()).stdin(Stdio::null());
        let out = String::from_utf8(script.output().unwrap().stdout).unwrap();
        assert!(out.contains("5*"), "{out}");
        assert_eq!(out.contains('\x1b'), colored, "{name}={value}");
    }
}

#[test]
fn colors_add_to_the_marks_and_replace_none() {
    let board = ["--hint", "--board", PUZZLE];
    let plain = told(&board);
    assert!(!plain.contains('\x1b') && plain.contains("5*"), "{plain}");
    assert_eq!(told(&[&["--color", "never"], &board[..]].concat()), plain);
    let colored = told(&[&["--color", "always"], &board[..]].concat());
    assert!(colored.contains("\x1b[1;32m5*\x1b[0m"), "{colored}");
    let home = Home::new();
    let forced =
        home.seeddb(&["explain", "--hint", "--board", PUZZLE]).env("CLICOLOR_FORCE", "1").output();
    assert_eq!(String::from_utf8(forced.unwrap().stdout).unwrap(), colored);
    let mut bare = String::new();
    for part in colored.split('\x1b') {
        bare += if bare.is_empty() { part } else { part.split_once('m').unwrap().1 };
    }
    assert_eq!(bare, plain);
}

fn boards(arguments: &(impl Line + ?Sized)) -> usize {
    told(arguments).matches('┏').count()
}

#[test]
fn boards_are_drawn_where_asked_for() {
    assert_eq!(boards(&[PUZZLE]), 0);
    assert_eq!(boards(&["--board", PUZZLE]), 8);
    assert_eq!(boards(&["--board=hard", PUZZLE]), 8);
    assert_eq!(boards(&["--board=all", PUZZLE]), 63);
    assert_eq!(boards(&["--board=3", PUZZLE]), 1);
    assert_eq!(boards(&["--board=3..5", PUZZLE]), 3);
    assert_eq!(boards(&["--board=60..", PUZZLE]), 4);
    assert_eq!(boards(&["--board", "--step", "1", PUZZLE]), 1);
    assert_eq!(boards(&["--board", "--until", "locked-candidates", PUZZLE]), 1);
}

#[test]
fn one_step_is_that_line_of_the_walk() {
    let walk = told(&[PUZZLE]);
    for number in [1, 16, 30, 63] {
        let line = told(&["--step", &number.to_string(), PUZZLE]);
        assert!(
            line.trim_start().starts_with(&format!("{number}. ")) && walk.contains(&line),
            "{line}"
        );
    }
    assert_eq!(told(&["--hint", PUZZLE]), told(&["--step", "1", PUZZLE]));
}

#[test]
fn until_stops_before_the_technique_or_a_higher_tier() {
    for (technique, number) in
        [("locked-candidates", 12), ("hidden-pair", 16), ("x-wing", 30), ("swordfish", 30)]
    {
        let text = told(&["--until", technique, PUZZLE]);
        let stop = format!("stopped before step {number}, ");
        assert!(text.contains(&stop) && !text.contains(&format!("\n{number}. ")), "{text}");
        assert!(!text.contains("solution"), "{text}");
        // The position has the same solution.
        let position: Grid = text.lines().last().unwrap().parse().unwrap();
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let [position, puzzle] = [position, puzzle].map(|grid| Puzzle::new(&grid).unwrap());
        assert_eq!(position.solution(), puzzle.solution());
    }
    assert_eq!(told(&["--until", "jellyfish", PUZZLE]), told(&[PUZZLE]));
}

#[test]
fn a_partly_solved_position_is_a_puzzle() {
    let text = told(&["--until", "locked-candidates", PUZZLE]);
    let position = text.lines().last().unwrap();
    let hint = told(&["--hint", position]);
    assert!(hint.ends_with(told(&["--step", "12", PUZZLE]).strip_prefix("12").unwrap()), "{hint}");
}

#[test]
fn files_stdin_and_several_puzzles() {
    let both = told(&[TIERS[0], PUZZLE]);
    assert_eq!(both, format!("{}\n{}", told(&[TIERS[0]]), told(&[PUZZLE])));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, format!("{}\nnonsense\n{PUZZLE}\n", TIERS[0])).unwrap();
    let from_file = said(&[file.to_str().unwrap()], "", 1);
    assert_eq!(from_file.out, both);
    assert!(from_file.err.contains("puzzles.txt:2: "), "{}", from_file.err);
    assert_eq!(said("-", PUZZLE, 0).out, told(&[PUZZLE]));
    let hints = told(&["--hint", TIERS[0], PUZZLE]);
    assert_eq!(hints.lines().count(), 2, "{hints}");
}

/// The rows can be replayed without knowledge of the techniques.
#[test]
fn rows_replay() {
    for puzzle in TIERS {
        let rows: serde_json::Value =
            serde_json::from_str(&told(&["--format", "json", puzzle])).unwrap();
        let puzzle = Puzzle::new(&puzzle.parse().unwrap()).unwrap();
        let mut grid: Vec<u8> = puzzle.to_string().into_bytes();
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), explain(Ladder::hsolve(), &puzzle).len());
        for row in rows {
            assert_eq!(row["position"].as_str().unwrap().as_bytes(), grid);
            let open = row["position"].as_str().unwrap().matches('.').count();
            assert_eq!(row["open"].as_u64(), Some(open as u64));
            for change in row["effect"].as_array().unwrap() {
                let change = change.as_str().unwrap();
                let (cell, digits) = change.split_once(['=', '<']).unwrap();
                let cell: seeddb::board::Cell = cell.parse().unwrap();
                let right = puzzle.solution()[cell].to_string();
                if let Some(wrong) = digits.strip_prefix('>') {
                    assert!(!wrong.is_empty() && !wrong.contains(&right), "{row}");
                } else {
                    assert_eq!(digits, right, "{row}");
                    grid[cell.index()] = right.as_bytes()[0];
                }
            }
        }
    }
    let csv = told(&["--format", "csv", "--step", "16", PUZZLE]);
    insta::assert_snapshot!(csv, @r#"
    puzzle,number,technique,tier,houses,cells,digits,effect,chain,open,position,step,reason
    ..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...,16,hidden pair,1,column 5,"r8c5, r9c5","1, 8","r8c5<>27, r9c5<>239",,44,..9..158443.958....58...93.8.3.6.1.2...8.3769...1..3.8.86...415.....6.93...5.4...,"hidden pair 1, 8 in column 5 (r8c5, r9c5): removes 2, 7 from r8c5; 2, 3, 9 from r9c5",
    "#);
    assert_eq!(told(&["--format", "jsonl", "--hint", PUZZLE, TIERS[0]]).lines().count(), 2);
}

#[test]
fn a_summary_is_a_row_a_puzzle() {
    let rows: serde_json::Value =
        serde_json::from_str(&told(&[&["--summary", "--format", "json"], &TIERS[..]].concat()))
            .unwrap();
    for (tier, row) in rows.as_array().unwrap().iter().enumerate() {
        assert_eq!(row["tier"], tier, "{row}");
        let puzzle = Puzzle::new(&TIERS[tier].parse().unwrap()).unwrap();
        let steps = explain(Ladder::hsolve(), &puzzle);
        assert_eq!(row["steps"], steps.len());
        let of = |name: &str| steps.iter().filter(|step| step.technique().name() == name).count();
        assert_eq!(row["hidden_single"], of("hidden single"));
        assert_eq!(row["x_wing"], of("X-wing"));
        assert_eq!(row["open_after"] == 0, tier < 6);
    }
}

#[test]
fn beyond_the_techniques_one_digit_is_tried_and_the_steps_go_on_to_the_end() {
    let text = told(&[TIERS[6]]);
    let (_, after) = text.split_once("stuck: 47 cells are open").unwrap();
    assert!(after.contains("from here one has to try: one of "), "{text}");
    // The last step of the trial fills the last cell.
    let last = after.split("\n\nup to there:").next().unwrap().lines().last().unwrap();
    assert!(last.contains("the last cell of"), "{last}");
    let count = after.lines().filter(|line| line.contains("single")).count();
    assert!(count >= 42, "{text}");
}

#[test]
fn a_picture_marks_the_pattern() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("step.svg");
    let path = file.to_str().unwrap();
    let drawn = |arguments: &str| {
        let text = told(&(arguments, ["--force", "--svg", path, PUZZLE]));
        (text, fs::read_to_string(&file).unwrap())
    };
    let (text, svg) = drawn("--step 16");
    assert_eq!(text, told(&["--step", "16", PUZZLE]));
    // The background and two shaded cells, the pair ringed in both, five candidates crossed out.
    let marks = |svg: &str| [svg.matches("<rect").count(), svg.matches("<circle").count()];
    assert_eq!(marks(&svg), [3, 4]);
    let words = text.trim_start_matches("16. ").trim_end();
    assert!(svg.contains(&format!("<title>{words}</title>")), "{words}");
    let lines = |svg: &str| svg.matches("<line").count();
    let (text, unmarked) = drawn("--until hidden-pair");
    assert!(text.contains("stopped before step 16"));
    assert_eq!((marks(&unmarked), lines(&svg) - lines(&unmarked)), ([1, 0], 2 * 5));
    // The hardest step is the default: three rows of a swordfish.
    let (_, hardest) = drawn("");
    assert!(hardest.contains("<title>swordfish on 7"));
    assert_eq!(drawn("--format jsonl --step 30").1, hardest);
    said(&["--force", "--svg", path, PUZZLE, TIERS[0]], "", 2).words(&["--svg draws one puzzle"]);
}

#[test]
fn nothing_is_left_to_do_in_a_full_grid() {
    let solution = Puzzle::new(&PUZZLE.parse().unwrap()).unwrap().solution().to_string();
    let words = "nothing is left to do: the grid is full";
    assert_eq!(told(&[&solution]), format!("{solution}\n\n{words}\n"));
}

/// A page to play by `--format` and by the extension, with the steps of the chosen ladder as hints.
/// Pages of paper with all steps, and a card with one; other tests check their content.
#[test]
fn a_handout_has_the_steps_on_paper() {
    let home = Home::new();
    let pages = |name: &str| {
        let pdf = String::from_utf8_lossy(&home.read(name)).into_owned();
        pdf.split("/MediaBox").skip(1).map(|rest| rest[..12].to_owned()).collect::<Vec<_>>()
    };
    home.run(&["explain", PUZZLE, TIERS[0], "-o", "steps.pdf", "--language", "fr"], 0);
    assert!(pages("steps.pdf").len() >= 3);
    home.run(&["explain", "--hint", PUZZLE, "-o", "card.pdf", "--page", "4x6"], 0);
    assert_eq!(pages("card.pdf"), ["[0 0 288 432"]);
    home.run(&["explain", "--ladder", "se", "--format", "pdf", PUZZLE, "-o", "se.pdf"], 0);
    assert!(pages("se.pdf").len() >= 2);
    for (flags, words) in [
        ("--summary", &["leave --summary out"][..]),
        ("--svg a.svg", &["leave --svg out"]),
        ("--ladder se --language de", &["in English"]),
        ("--page b9", &["a4, a5"]),
        ("--format html", &["does not end as html does"]),
    ] {
        home.refused(&(&["explain", PUZZLE, "-o", "no.pdf"], flags), 2, words);
    }
    home.refused(&["explain", PUZZLE, "--page", "a4"], 2, &["--page", "html or pdf"]);
    assert!(!home.path("no.pdf").exists());
}

#[test]
fn a_page_has_the_steps_as_hints() {
    let home = Home::new();
    let data = |name: &str| -> serde_json::Value {
        let text = String::from_utf8(home.read(name)).unwrap();
        let (_, rest) = text.split_once("id=\"data\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    home.run(
        &["explain", PUZZLE, TIERS[0], "-o", "a.html", "--title", "Two", "--language", "de"],
        0,
    );
    let page = data("a.html");
    assert_eq!(page["puzzles"].as_array().unwrap().len(), 2);
    assert_eq!(page["puzzles"][0]["title"], "Two 1");
    let walk = home.run(&["explain", "--format", "jsonl", PUZZLE], 0).out;
    let steps = page["puzzles"][0]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), walk.lines().count());
    assert!(page["names"].as_array().unwrap().contains(&"Schwertfisch".into()));
    home.run(&["explain", "--ladder", "se", "--format", "html", PUZZLE, "-o", "b.html"], 0);
    let page = data("b.html");
    let walk = home.run(&["explain", "--ladder", "se", "--format", "json", PUZZLE], 0).out;
    let walk: Vec<serde_json::Value> = serde_json::from_str(&walk).unwrap();
    let names: Vec<&str> =
        page["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let steps = page["puzzles"][0]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), walk.len());
    for (step, row) in steps.iter().zip(&walk) {
        let name = names[usize::try_from(step[0].as_u64().unwrap()).unwrap()];
        assert!(name.eq_ignore_ascii_case(row["technique"].as_str().unwrap()), "{name}: {row}");
    }
    for (more, words) in [
        ("--hint", "a page has all steps: --hint"),
        ("--ladder se --no-guessing", "--no-guessing"),
        ("--summary", "--summary"),
        ("--format csv", "csv cannot be html"),
    ] {
        home.refused(&(&["explain", PUZZLE, "-o", "c.html"], &more), 2, &[words]);
    }
    home.refused(
        &["explain", PUZZLE, "--format", "html", "-o", "c.csv"],
        2,
        &["c.csv does not end"],
    );
    home.refused(&["explain", PUZZLE, "--title", "x"], 2, &["--title is for --format html"]);
    home.refused("explain 55 -o c.html", 1, &[]);
    assert!(!home.path("c.html").exists() && !home.path("c.csv").exists());
}

/// A hint continues from the player's progress, and reports a mistake.
#[test]
fn a_hint_goes_on_from_what_was_done() {
    let home = Home::new();
    let steps = home.json(&["explain", PUZZLE]);
    let effects = |i: usize| -> Vec<&str> {
        steps[i]["effect"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
    };
    let rest = |step: &serde_json::Value| (step["technique"].clone(), step["effect"].clone());
    for i in [1, 5, 15, 30] {
        let (removed, filled): (Vec<&str>, Vec<&str>) =
            (0..i).flat_map(effects).partition(|effect| effect.contains("<>"));
        let mut hint = vec!["explain".to_owned(), "--hint".to_owned(), "--filled".to_owned()];
        hint.push(filled.join(","));
        if !removed.is_empty() {
            hint.extend(["--removed".to_owned(), removed.join(",")]);
        }
        hint.push(PUZZLE.to_owned());
        let hint = home.json(&hint.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(rest(&hint[0]), rest(&steps[i]), "after step {i}");
    }
    // The complete solution may be given as a grid.
    let solution = home.json(&["solve", PUZZLE])[0]["solution"].as_str().unwrap().to_owned();
    home.run(&["explain", "--hint", "--filled", &solution, PUZZLE], 1).words(&["the grid is full"]);
    let (cell, digit) = effects(0)[0].split_once('=').unwrap();
    let wrong = format!("{cell}={}", if digit == "1" { 2 } else { 1 });
    home.run(&["explain", "--hint", "--filled", &wrong, PUZZLE], 1)
        .words(&[&format!("{cell} is not")]);
    let wrong = format!("{cell}<>{digit}");
    home.run(&["explain", "--hint", "--removed", &wrong, PUZZLE], 1)
        .words(&[&format!("{cell} can be {digit}, which was removed")]);
    for (flags, words) in [
        (&["--hint", "--filled", &wrong][..], "--filled takes digits"),
        (&["--hint", "--filled", "r1c1=x"], "r5c2=7"),
        (&["--hint", "--ladder", "se", "--removed", &wrong], "leave --ladder se out"),
        (&["--removed", &wrong], "--hint"),
    ] {
        home.run(&("explain", flags, &[PUZZLE]), 2).words(&[words]);
    }
}
