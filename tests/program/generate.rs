//! Tests of `generate`.

use std::io::{BufRead, BufReader, Read};

use crate::home::{self, Home, PUZZLE, Said, make, signal};
use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, closed, grade};
use seeddb::rating::box_norm::box_norm;
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::levels::{Facts, LevelTable, shown};
use seeddb::rating::technique::{self, Weights, uses};
use seeddb::rating::{hsolve, restarts};
use seeddb::symmetry::ClueSymmetry;

/// "Riddle of Sho".
const SHO: &str =
    "000000605000300090080004001040020970000000000031080060900600020010007000504000000";

/// A command line with the puzzles that are named in it.
fn named(line: &str) -> String {
    let line = line.replace("SHO", SHO).replace("PUZZLE", PUZZLE);
    line.replace("EMPTY", &".".repeat(81))
}

/// A request for each method that is met quickly.
const WISHES: [&str; 6] = [
    "--method dig --level hard --count 12",
    "--method climb --iterations 4 --clues ..40 --count 6",
    "--method remove --difficulty 100..300 --clues ..30 --count 8",
    "--method standard --level easy --count 5",
    "--method cycles --level easy --clues 40..45 --count 8",
    "--method pseudo --from SHO --count 7",
];

/// A printed line of `generate`, whose facts are checked against the puzzle.
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
        assert_eq!(
            fields[4],
            score.map(|score| format!("{:.1}", shown(score))).unwrap_or_default()
        );
        let levels = LevelTable::default();
        let facts = Facts::graded(Ladder::hsolve(), &puzzle, grade.tier, score);
        let level = levels.of(&facts).map_or("", |level| &level.name);
        assert_eq!(fields[5], level);
        let own = fields[6..].iter().map(|&field| field.to_owned()).collect();
        Line { puzzle, level: level.to_owned(), own }
    };
    out.lines().map(read).collect()
}

fn lines_of(home: &Home, arguments: &(impl home::Line + ?Sized)) -> Vec<Line> {
    lines(&home.run(arguments, 0).out)
}

#[test]
fn each_method_gives_what_was_asked_with_any_number_of_threads() {
    let home = Home::new();
    for wish in WISHES {
        let (method, count) = (wish.split(' ').nth(1).unwrap(), wish.rsplit(' ').next().unwrap());
        let wish = named(wish);
        let run = |threads, rng_seed| {
            let arguments = ["generate", "--rng-seed", rng_seed, "--threads", threads];
            home.run(&(&arguments, &wish), 0).words(&["RNG seed"]).out
        };
        let alone = run("1", "7");
        assert_eq!(alone, run("3", "7"), "{wish:?}");
        if method != "pseudo" {
            assert_ne!(alone, run("2", "8"), "{wish:?}");
        }
        let lines = lines(&alone);
        assert_eq!(lines.len(), count.parse::<usize>().unwrap());
        for Line { puzzle, level, own } in &lines {
            let clues = puzzle.clues().len();
            let turned = ClueSymmetry::Rot180.holds(puzzle.clues());
            match method {
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
                    let level = technique::level(found).to_owned();
                    assert_eq!(own[..], [format!("{found:.1}"), level]);
                }
                "standard" => assert!(level == "easy" && own.is_empty()),
                "cycles" => {
                    let mean = restarts::expected(puzzle);
                    assert!((40..=45).contains(&clues) && mean < 40.0);
                    assert_eq!(own[..], [format!("{mean:.2}"), "easy".to_owned()]);
                }
                _ => {
                    // The refill theorem: the puzzle stops where its seed stops.
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
    let arguments = "generate --rng-seed 1 --method pseudo --level medium --clues 26..28 --count 9";
    let said = home.run(arguments, 0);
    let lines = lines(&said.out);
    assert_eq!(lines.len(), 9);
    assert!(lines.iter().all(|line| line.level == "medium"));
    assert!(lines.iter().all(|line| (26..=28).contains(&line.puzzle.clues().len())));
    assert_eq!(said.out, home.run(arguments, 0).out, "it may come again");
    assert_eq!(home.run("batches --format jsonl", 0).out, "");

    make(&home.path("bare.redb"), &[]);
    let none = "--db bare.redb generate --method pseudo --level beyond";
    assert!(home.run(none, 3).words(&["no seed fits", "seeddb mine"]).out.is_empty());
    let turned = "generate --method pseudo --symmetry rot180 --count 9";
    let turned = lines_of(&home, &turned);
    assert!(turned.iter().all(|line| ClueSymmetry::Rot180.holds(line.puzzle.clues())));

    let seed = &lines[0].own[0];
    let from = ["generate", "--method", "pseudo", "--from", seed, "--symmetry", "none"];
    assert!(home.run(&from, 0).out.ends_with(&format!("{seed}\n")));
    home.run("generate --method pseudo --from s000-0000-0000-0", 2);
}

#[test]
fn a_wish_that_cannot_be_met_ends_with_code_3_and_the_cure() {
    let home = Home::new();
    for (arguments, words) in [
        ("--method dig --norm 3", &["0 of 2", "40 not down to", "--norm"][..]),
        ("--method climb --target 99999 --iterations 1", &["--target"]),
        ("--method remove --clues 17..18 --difficulty 9999..", &["wider"]),
        ("--method standard --clues 17..18", &["outside --clues", "contradiction"]),
        ("--method standard --level beyond", &["of another level", "easier"]),
        ("--method cycles --level extreme --clues 70..80", &["another level"]),
        ("--method pseudo --from SHO --clues 40..", &["--clues", "less"]),
    ] {
        let limits = "generate --count 2 --attempts 40 --rng-seed 1";
        let said = home.run(&(limits, named(arguments)), 3).words(words);
        assert!(said.out.is_empty() && said.err.contains("40 attempts in a row"), "{}", said.err);
    }
}

/// Each method reports its attempts and time on stderr, except with `--quiet`.
#[test]
fn attempts_and_seconds_are_told() {
    let home = Home::new();
    for wish in WISHES {
        let count = wish.rsplit(' ').next().unwrap();
        let said = home.run(&("generate --rng-seed 7", named(wish)), 0);
        let told = said.err.lines().find(|line| line.starts_with("puzzles: ")).unwrap();
        let numbers: Vec<f64> = told
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .filter_map(|number| number.parse().ok())
            .collect();
        let [puzzles, attempts, each, seconds, second] = numbers[..] else { panic!("{told}") };
        assert!(told.starts_with(&format!("puzzles: {count}, ")), "{told}");
        assert!(attempts >= puzzles && (each - attempts / puzzles).abs() < 0.006, "{told}");
        assert!((second - seconds / puzzles).abs() < 0.006, "{told}");
        let said = home.run(&("generate --rng-seed 7 --quiet", named(wish)), 0);
        assert_eq!(said.err, "");
    }
}

#[test]
fn the_methods_do_what_their_papers_leave_open() {
    let home = Home::with_few_seeds();
    let run = |flags: &str| lines_of(&home, &format!("generate --rng-seed 5 {flags}"));
    // Remove: levels by name, other times, fewer techniques.
    for (level, bounds) in [("easy", 0.0..150.0), ("hard", 250.0..450.0)] {
        for line in run(&format!("--method remove --level {level} --count 4")) {
            let found = uses(&line.puzzle, &[]).difficulty(&Weights::default()).unwrap();
            assert!(bounds.contains(&found) && line.own[1] == level, "{found}");
        }
    }
    for line in run("--method remove --clues ..28 --count 4 --times 1,2,4,8,16 --known 1 \
                     --without hidden-pair --without naked-pair --grid plain")
    {
        let weights = Weights { times: [1.0, 2.0, 4.0, 8.0, 16.0], known: 1 };
        let without = [technique::TECHNIQUES[4], technique::TECHNIQUES[2]];
        let found = uses(&line.puzzle, &without);
        assert_eq!((found.open, found.counts[2], found.counts[4]), (0, 0, 0));
        assert_eq!(line.own[0], format!("{:.1}", found.difficulty(&weights).unwrap()));
    }
    // Cycles: as many clues as the paper's puzzle of the level.
    for (level, clues) in [("easy", 49), ("medium", 41), ("extreme", 41)] {
        for line in run(&format!("--method cycles --level {level} --count 20")) {
            assert_eq!((line.puzzle.clues().len(), &line.own[1][..]), (clues, level));
        }
    }
    // Climb: from a puzzle up to a score, one pair per step.
    let from = "..3...6.5...31.....8...4..1.4..2.97...........31.8..6.9..6...2.....97...5.4...7..";
    let score = |puzzle: &Puzzle| branches(puzzle, Choice::CellsAndHouses).score();
    let start = Puzzle::new(&from.parse().unwrap()).unwrap();
    for line in run(&format!("--method climb --from {from} --iterations 20 --most 900")) {
        assert_eq!(line.puzzle.solution(), start.solution());
        assert!((score(&start)..=900).contains(&score(&line.puzzle)), "{}", line.puzzle);
    }
    for line in run("--method climb --pairs 1 --iterations 9 --most 200") {
        assert!(score(&line.puzzle) <= 200, "{}", line.puzzle);
    }
    // Dig: three user-defined levels.
    for (level, norms) in [("soft", 10.0..12.0), ("firm", 8.5..10.0), ("stiff", 0.0..8.5)] {
        let levels = "--levels soft:12,firm:10,stiff:8.5 --level";
        for line in run(&format!("--method dig {levels} {level} --count 3")) {
            let norm = box_norm(line.puzzle.clues());
            assert!(norm > norms.start && norm <= norms.end && line.own[1] == level, "{norm}");
        }
    }
}

/// As in section 4.2 of the paper: nothing is thinned, cells and tier as requested.
#[test]
fn pseudo_to_the_letter() {
    let home = Home::new();
    let run =
        |flags: &str| lines_of(&home, &("generate --rng-seed 5 --method pseudo --count 6", flags));
    let sho = Puzzle::new(&SHO.parse().unwrap()).unwrap();
    let own = grade(Ladder::hsolve(), &sho);
    let clues = |lines: &[Line]| lines.iter().map(|line| line.puzzle.clues().len()).sum::<usize>();
    let (thin, thick) = (run(&format!("--from {SHO}")), run(&format!("--from {SHO} --no-thin")));
    assert!(clues(&thick) > clues(&thin));
    for line in thick {
        let found = grade(Ladder::hsolve(), &line.puzzle);
        assert_eq!((found.tier, found.reserved().len()), (own.tier, own.reserved().len()));
    }
    // Fewer tiers reserve more cells.
    let open =
        |puzzle: &Puzzle| closed(Ladder::hsolve(), puzzle.solution(), puzzle.clues(), 0).open.len();
    assert!(open(&sho) > own.reserved().len());
    for line in run(&format!("--from {SHO} --k 0")) {
        assert_eq!(open(&line.puzzle), open(&sho));
    }
    // A full board with reserved cells, none of which becomes a clue.
    let full = sho.solution().to_string();
    let reserved = full.chars().enumerate().map(|(i, c)| if i < 9 { '.' } else { c });
    let reserved: String = reserved.collect();
    assert_eq!(run(&format!("--from {full} --reserved {reserved} --k 5")).len(), 6);
    let few = format!("--from {full} --reserved r1c1,r5c5 --k 0 --no-thin");
    assert_eq!(run(&few).len(), 6);
    // Any full board: tiers up to k are not enough.
    for k in ["0", "2"] {
        for line in run(&format!("--grid top-band --k {k}")) {
            assert!(grade(Ladder::hsolve(), &line.puzzle).tier > k.parse::<u8>().unwrap());
        }
    }
    assert!(!home.path("data").exists(), "none of these needs a database");
}

#[test]
fn formats_and_files() {
    let home = Home::new();
    let print = |more: &str| {
        home.run(&("generate --method dig --level easy --count 2 --rng-seed 1", more), 0).out
    };
    let csv = print("--format csv");
    let header = "puzzle,solution,clues,tier,score,level,box_norm,box_norm_level";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(csv.lines().count(), 3);
    let json: serde_json::Value = serde_json::from_str(&print("--format json")).unwrap();
    assert_eq!(json[1]["box_norm_level"], "easy");
    let target = home.path("out.jsonl");
    assert_eq!(print("--format jsonl -o out.jsonl"), "");
    assert_eq!(std::fs::read_to_string(target).unwrap().lines().count(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_printed() {
    let home = Home::new();
    let arguments = "generate --method climb --count 100000 --rng-seed 1";
    let mut child = home.spawn(&arguments);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    output.read_line(&mut out).unwrap();
    signal(&child, "-INT");
    output.read_to_string(&mut out).unwrap();
    let said = Said::of(&child.wait_with_output().unwrap(), &arguments, 130).words(&["stopped"]);
    let made = lines(&out).len();
    assert!(said.err.contains(&format!("{made} of 100000 puzzles")), "{}", said.err);
    let count = made.to_string();
    let again = ["generate", "--method", "climb", "--count", &count, "--rng-seed", "1"];
    assert_eq!(home.run(&again, 0).out, out);
}
