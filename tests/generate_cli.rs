//! `generate` and `shuffle` as their users meet them.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt;
use home::{Home, Said};
use seeddb::board::{Grid, Puzzle};
use seeddb::generate::is_minimal;
use seeddb::logic::{Ladder, grade};
use seeddb::rating::box_norm::box_norm;
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::levels::LevelTable;
use seeddb::rating::technique::{Weights, uses};
use seeddb::rating::{hsolve, restarts};
use seeddb::symmetry::{ClueSymmetry, Key};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// "Riddle of Sho".
const SHO: &str =
    "000000605000300090080004001040020970000000000031080060900600020010007000504000000";

/// A wish that each method can meet soon.
const WISHES: [&[&str]; 6] = [
    &["--method", "dig", "--level", "hard", "--count", "12"],
    &["--method", "climb", "--iterations", "4", "--clues", "..40", "--count", "6"],
    &["--method", "remove", "--difficulty", "100..300", "--clues", "..30", "--count", "8"],
    &["--method", "standard", "--level", "easy", "--count", "5"],
    &["--method", "cycles", "--level", "easy", "--clues", "40..45", "--count", "8"],
    &["--method", "pseudo", "--from", SHO, "--count", "7"],
];

/// A line that `generate` prints, with what it says of the puzzle checked.
struct Line {
    puzzle: Puzzle,
    level: String,
    own: Vec<String>,
}

fn lines(out: &str) -> Vec<Line> {
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = Puzzle::new(&fields[0].parse::<Grid>().unwrap()).unwrap();
        assert_eq!(fields[1], puzzle.solution().to_string());
        assert_eq!(fields[2], puzzle.clues().len().to_string());
        let grade = grade(Ladder::hsolve(), &puzzle);
        let score = hsolve::score(Ladder::hsolve(), &puzzle, &grade).map(|score| score.mean);
        assert_eq!(fields[3], grade.tier.to_string());
        assert_eq!(fields[4], score.map(|score| format!("{score:.1}")).unwrap_or_default());
        let levels = LevelTable::default();
        let level = levels.of(grade.tier, score).map_or("", |level| &level.name);
        assert_eq!(fields[5], level);
        let own = fields[6..].iter().map(|&field| field.to_owned()).collect();
        Line { puzzle, level: level.to_owned(), own }
    };
    out.lines().map(read).collect()
}

fn lines_of(home: &Home, arguments: &[&str]) -> Vec<Line> {
    lines(&home.run(arguments, 0).out)
}

#[test]
fn each_method_gives_what_was_asked_with_any_number_of_threads() {
    let home = Home::new();
    for wish in WISHES {
        let run = |threads, rng_seed| {
            let arguments = ["generate", "--rng-seed", rng_seed, "--threads", threads];
            home.run(&[&arguments[..], wish].concat(), 0).words(&["rng seed"]).out
        };
        let alone = run("1", "7");
        assert_eq!(alone, run("3", "7"), "{wish:?}");
        if wish[1] != "pseudo" {
            assert_ne!(alone, run("2", "8"), "{wish:?}");
        }
        let lines = lines(&alone);
        assert_eq!(lines.len(), wish.last().unwrap().parse::<usize>().unwrap());
        for Line { puzzle, level, own } in &lines {
            let clues = puzzle.clues().len();
            let turned = ClueSymmetry::Rot180.holds(puzzle.clues());
            match wish[1] {
                "dig" => {
                    let norm = box_norm(puzzle.clues());
                    assert!(turned && norm > 8.89 && norm <= 9.59, "{norm}");
                    assert_eq!(own[..], [format!("{norm:.2}"), "hard".to_owned()]);
                }
                "climb" => {
                    let score = branches(puzzle, Choice::CellsAndHouses).score();
                    assert!(turned && clues <= 40);
                    assert_eq!(own[..], [score.to_string()]);
                }
                "remove" => {
                    let found = uses(puzzle, &[]).difficulty(&Weights::default()).unwrap();
                    assert!(turned && clues <= 30 && (100.0..=300.0).contains(&found));
                    assert_eq!(own[..], [format!("{found:.1}")]);
                }
                "standard" => assert!(level == "easy" && own.is_empty()),
                "cycles" => {
                    let mean = restarts::expected(puzzle);
                    assert!((40..=45).contains(&clues) && mean < 40.0);
                    assert_eq!(own[..], [format!("{mean:.2}"), "easy".to_owned()]);
                }
                _ => {
                    // The refill theorem: stuck where the seed is.
                    let seed =
                        grade(Ladder::hsolve(), &Puzzle::new(&SHO.parse().unwrap()).unwrap());
                    let grade = grade(Ladder::hsolve(), puzzle);
                    assert_eq!(grade.reserved().len(), seed.reserved().len());
                    assert!(own[0].starts_with('s') && own[0] == lines[0].own[0]);
                }
            }
        }
    }
    assert!(!home.path("data").exists(), "none of these needs a database");
}

#[test]
fn pseudo_takes_the_seeds_of_the_database_and_records_nothing() {
    let home = Home::new();
    let wish = ["--method", "pseudo", "--level", "medium", "--clues", "26..28", "--count", "9"];
    let arguments = [&["generate", "--rng-seed", "1"], &wish[..]].concat();
    let said = home.run(&arguments, 0);
    let lines = lines(&said.out);
    assert_eq!(lines.len(), 9);
    assert!(lines.iter().all(|line| line.level == "medium"));
    assert!(lines.iter().all(|line| (26..=28).contains(&line.puzzle.clues().len())));
    assert_eq!(said.out, home.run(&arguments, 0).out, "it may come again");
    assert_eq!(home.run(&["batches", "--format", "jsonl"], 0).out, "");

    let none = ["generate", "--method", "pseudo", "--level", "beyond", "--symmetry", "rot90"];
    assert!(home.run(&none, 3).words(&["no seed fits", "seeddb mine"]).out.is_empty());
    let turned = ["generate", "--method", "pseudo", "--symmetry", "rot180", "--count", "9"];
    let turned = lines_of(&home, &turned);
    assert!(turned.iter().all(|line| ClueSymmetry::Rot180.holds(line.puzzle.clues())));

    let seed = &lines[0].own[0];
    let from = ["generate", "--method", "pseudo", "--from", seed, "--symmetry", "none"];
    assert!(home.run(&from, 0).out.ends_with(&format!("{seed}\n")));
    home.run(&["generate", "--method", "pseudo", "--from", "s000-0000-0000-0"], 2);
}

#[test]
fn what_a_method_cannot_do_is_refused_with_code_2() {
    let home = Home::new();
    for (arguments, words) in [
        (&["--method", "standard", "--symmetry", "rot180"][..], &["--symmetry", "standard"][..]),
        (&["--method", "climb", "--norm", "9"], &["--norm goes with --method dig", "climb"]),
        (&["--method", "dig"], &["--level", "--norm"]),
        (&["--method", "dig", "--level", "hard", "--norm", "9"], &["not both"]),
        (&["--method", "dig", "--level", "evil"], &["evil", "easy, medium, hard, expert"]),
        (&["--method", "dig", "--norm", "-1"], &["from 0 up"]),
        (&["--method", "cycles", "--level", "expert"], &["easy, medium, hard, extreme"]),
        (&["--method", "standard", "--level", "evil"], &["evil", "beyond"]),
        (&["--method", "cycles", "--draws", "9"], &["--draws goes with --method dig"]),
        (&["--method", "dig", "--level", "easy", "--target", "9"], &["--method climb"]),
        (&["--method", "dig", "--level", "easy", "--iterations", "9"], &["--method climb"]),
        (&["--method", "dig", "--level", "easy", "--difficulty", "9.."], &["--method remove"]),
        (&["--method", "dig", "--level", "easy", "--from", PUZZLE], &["--method pseudo"]),
        (&["--method", "standard", "--grid", "diagonal"], &["--grid goes with"]),
        (&["--method", "pseudo", "--grid", "diagonal"], &["--grid goes with"]),
        (&["--method", "pseudo", "--from", &".".repeat(81)], &["--from", "more than one"]),
        (&["--method", "pseudo", "--from", "xyz"], &["--from", "id"]),
        (&["--method", "magic"], &["dig", "pseudo"]),
        (&["--method", "standard", "--count", "0"], &["at least 1"]),
        (&[], &["--method"]),
    ] {
        let said = home.run(&[&["generate"], arguments].concat(), 2).words(words);
        assert!(said.out.is_empty() && said.err.starts_with("error: "), "{arguments:?}");
    }
    for (arguments, words) in [
        (&["--tier", "5", "--strategy", "cycles"][..], "cycles makes puzzles of tiers up to 0"),
        (&["--tier", "2", "--strategy", "remove"], "remove makes puzzles of tiers up to 1"),
        (&["--tier", "1", "--strategy", "standard", "--symmetry", "rot180"], "symmetric"),
    ] {
        home.run(&[&["mine"], arguments].concat(), 2).words(&[words]);
    }
    assert!(!home.path("data").exists(), "a refused request made a database");
}

#[test]
fn a_wish_that_cannot_be_met_ends_with_code_3_and_the_cure() {
    let home = Home::new();
    for (arguments, words) in [
        (&["--method", "dig", "--norm", "3"][..], &["0 of 2", "40 not down to", "--norm"][..]),
        (&["--method", "climb", "--target", "99999", "--iterations", "1"], &["--target"]),
        (&["--method", "remove", "--clues", "17..18", "--difficulty", "9999.."], &["wider"]),
        (&["--method", "standard", "--clues", "17..18"], &["outside --clues", "contradiction"]),
        (&["--method", "standard", "--level", "beyond"], &["of another level", "easier"]),
        (&["--method", "cycles", "--level", "extreme", "--clues", "70..80"], &["another level"]),
        (&["--method", "pseudo", "--from", SHO, "--clues", "40.."], &["--clues", "less"]),
    ] {
        let limits = ["generate", "--count", "2", "--attempts", "40", "--rng-seed", "1"];
        let said = home.run(&[&limits, arguments].concat(), 3).words(words);
        assert!(said.out.is_empty() && said.err.contains("40 attempts in a row"), "{}", said.err);
    }
}

#[test]
fn formats_and_files() {
    let home = Home::new();
    let wish =
        ["generate", "--method", "dig", "--level", "easy", "--count", "2", "--rng-seed", "1"];
    let print = |more: &[&str]| home.run(&[&wish, more].concat(), 0).out;
    let csv = print(&["--format", "csv"]);
    let header = "puzzle,solution,clues,tier,score,level,box_norm,box_norm_level";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(csv.lines().count(), 3);
    let json: serde_json::Value = serde_json::from_str(&print(&["--format", "json"])).unwrap();
    assert_eq!(json[1]["box_norm_level"], "easy");
    let target = home.path("out.jsonl");
    assert_eq!(print(&["--format", "jsonl", "-o", target.to_str().unwrap()]), "");
    assert_eq!(std::fs::read_to_string(target).unwrap().lines().count(), 2);
}

/// What was printed stays printed.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_printed() {
    let home = Home::new();
    let arguments = ["generate", "--method", "climb", "--count", "100000", "--rng-seed", "1"];
    let mut child =
        home.seeddb(&arguments).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    output.read_line(&mut out).unwrap();
    Command::new("kill").args(["-INT", &child.id().to_string()]).assert().success();
    output.read_to_string(&mut out).unwrap();
    let said = Said::of(&child.wait_with_output().unwrap(), &arguments, 130).words(&["stopped"]);
    let made = lines(&out).len();
    assert!(said.err.contains(&format!("{made} of 100000 puzzles")), "{}", said.err);
    let count = made.to_string();
    let again = ["generate", "--method", "climb", "--count", &count, "--rng-seed", "1"];
    assert_eq!(home.run(&again, 0).out, out);
}

#[test]
fn shuffled_puzzles_are_essentially_the_same() {
    let home = Home::new();
    let minimal = SHO.replace('0', ".");
    let file = home.file("two.txt", &format!("{PUZZLE}\n{minimal}\n"));
    let arguments = ["shuffle", "--count", "20", "--rng-seed", "3", &file];
    let out = home.run(&arguments, 0).words(&["rng seed 3"]).out;
    assert_eq!(out, home.run(&arguments, 0).out);
    let puzzles: Vec<Puzzle> = out
        .lines()
        .map(|line| {
            let (puzzle, solution) = line.split_once('\t').unwrap();
            let puzzle = Puzzle::new(&puzzle.parse().unwrap()).unwrap();
            assert_eq!(puzzle.solution().to_string(), solution);
            puzzle
        })
        .collect();
    let of = |line: &str| Key::of(&Puzzle::new(&line.parse().unwrap()).unwrap());
    assert_eq!(puzzles.len(), 40);
    assert!(puzzles[..20].iter().all(|puzzle| Key::of(puzzle) == of(PUZZLE)));
    assert!(puzzles[20..].iter().all(|puzzle| Key::of(puzzle) == of(&minimal)));
    assert!(puzzles[20..].iter().all(is_minimal));
    let mut different = puzzles.clone();
    different.sort_by_key(ToString::to_string);
    different.dedup();
    assert_eq!(different.len(), 40);

    let kept = home.run(&["shuffle", "--symmetry", "rot180", "--count", "9", PUZZLE], 0).out;
    for line in kept.lines() {
        let grid: Grid = line[..81].parse().unwrap();
        assert!(ClueSymmetry::Rot180.holds(grid.clues()), "{grid}");
    }
    home.run(&["shuffle", "--symmetry", "diagonal", PUZZLE], 1).words(&["symmetry diagonal"]);
    let several = format!("12{}", ".".repeat(79));
    assert!(home.run(&["shuffle", &several], 0).out.ends_with("\t\n"));
    home.run(&["shuffle"], 2);
    home.run(&["shuffle", "no-such-file.txt"], 1).words(&["no-such-file.txt"]);
}
