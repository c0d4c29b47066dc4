//! The promises of `draw` to users.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Read as _};

use crate::home::Home;
use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::rating::hsolve::score;
use seeddb::rating::levels::shown;
use seeddb::rating::percentile::Among;
use seeddb::symmetry::{ClueSymmetry, Key, minlex};

/// The output of a successful run.
fn stdout(home: &Home, arguments: &str) -> String {
    home.run(arguments, 0).out
}

fn grids(text: &str) -> Vec<Grid> {
    text.lines().map(|line| line[..81].parse().expect("a puzzle")).collect()
}

/// Puzzles as hard as a given one; the bounds are reported, and can be narrowed.
#[test]
fn puzzles_are_as_hard_as_another() {
    let home = Home::with_few_seeds();
    let like = "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
    let rated = home.json(&["check", like]);
    let said = home.run(&["draw", "--like", like, "-n", "5", "--format", "json"], 0);
    let flags = said.err.split("as hard as that puzzle is: ").nth(1).unwrap();
    let flags = flags.lines().next().unwrap();
    let bound = |name: &str| -> [f64; 2] {
        let bound = flags.split(&format!("--{name} ")).nth(1).unwrap();
        let (low, high) = bound.split(' ').next().unwrap().split_once("..").unwrap();
        [low.parse().unwrap(), high.parse().unwrap()]
    };
    let rows: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 5);
    for row in rows.as_array().unwrap() {
        assert_eq!(row["tier"], rated[0]["tier"]);
        let [low, high] = bound("score");
        assert!((low..=high).contains(&row["score"].as_f64().unwrap()), "{flags}: {row}");
        let [low, high] = bound("er");
        let er = row["er"].as_f64().unwrap();
        assert!((low..=high).contains(&er), "{flags}: {row}");
    }
    let said = home.run(&["draw", "--like", like, "--tier", "2..3", "--score", "300.."], 0);
    assert!(said.err.contains("as hard as that puzzle is: --er "), "{}", said.err);
    let several =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...9";
    home.refused(&["draw", "--like", several], 2, &["one solution"]);
    home.refused(&["draw", "--like", like, "--level", "easy"], 2, &["--level"]);
}

#[test]
fn no_two_puzzles_of_a_database_are_the_same() {
    let home = Home::with_starter();
    let draw = "--quiet draw --tier 1 --count 10000 --rng-seed 7";
    let texts = [0, 1].map(|_| stdout(&home, draw));
    let forms: HashSet<Grid> =
        texts.iter().flat_map(|text| grids(text)).map(|grid| minlex(&grid).0).collect();
    assert_eq!(forms.len(), 20_000);
}

/// The facts in each line agree with those computed from its puzzle alone.
#[test]
fn the_label_is_true() {
    for (level, tiers, bounds) in [
        ("easy", 0..=0, 0.0..599.0),
        ("medium", 0..=1, 0.0..929.0),
        ("hard", 0..=1, 929.0..f64::INFINITY),
        ("fiendish", 2..=5, 0.0..2762.0),
        ("expert", 2..=5, 2762.0..f64::INFINITY),
    ] {
        let home = Home::with_starter();
        let args = format!("--quiet draw --level {level} --count 60 --rng-seed 3");
        for line in stdout(&home, &args).lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = Puzzle::new(&fields[0].parse().expect("a grid")).expect("one solution");
            assert_eq!(puzzle.solution().to_string(), fields[1]);
            let grade = grade(Ladder::hsolve(), &puzzle);
            let score = score(Ladder::hsolve(), &puzzle, &grade).expect("below tier 6").mean;
            assert_eq!(fields[3], level);
            assert_eq!(fields[4], grade.tier.to_string());
            assert_eq!(fields[5], format!("{:.1}", shown(score)));
            // The printed score is within the bounds, too.
            assert!(bounds.contains(&shown(score)), "{line}");
            assert_eq!(fields[6], puzzle.clues().len().to_string());
            assert!(tiers.contains(&grade.tier) && bounds.contains(&score), "{line}");
        }
    }
}

#[test]
fn wishes_are_met() {
    let home = Home::with_starter();
    let rot180 = "--quiet draw --tier 0 --count 50 --symmetry rot180 --rng-seed 3";
    for grid in grids(&stdout(&home, rot180)) {
        assert!(ClueSymmetry::Rot180.holds(grid.clues()), "{grid}");
    }
    let clues = "--quiet draw --tier 1 --count 50 --clues 26..27 --minimal --rng-seed 3";
    for grid in grids(&stdout(&home, clues)) {
        assert!((26..=27).contains(&grid.clues().len()), "{grid}");
        let puzzle = Puzzle::new(&grid).expect("one solution");
        assert!(seeddb::generate::is_minimal(&puzzle), "{grid}");
    }
    let score = "--quiet draw --score 1000..1100 --count 20 --rng-seed 3";
    for line in stdout(&home, score).lines() {
        let score: f64 = line.split('\t').nth(5).expect("a score").parse().expect("a number");
        assert!((1000.0..=1100.0).contains(&score), "{line}");
    }
}

#[test]
fn a_used_up_seed_ends_with_code_3() {
    let home = Home::with_starter();
    // "Riddle of Sho", from the known answers.
    let known = include_str!("../data/known_answers.tsv").lines().nth(1).expect("the first");
    home.file("sho.txt", &known[..81]);
    stdout(&home, "--quiet import sho.txt");
    let drawn = home.run("draw --tier 5 --origin imported --count 50 --rng-seed 1", 3);
    let count = drawn.out.lines().count();
    assert!((1..=10).contains(&count), "{count}");
    drawn.words(&[&format!("{count} of 50 puzzles"), "used up; ask for less"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_keeps_the_batch() {
    let home = Home::with_starter();
    let drawn = home.run("draw --tier 1 --count 500 --rng-seed 1 -o /dev/full", 1);
    drawn.words(&["seeddb export --batch 1"]);
    let again = stdout(&home, "--quiet export --batch 1 --format line");
    // The draw ends with the first failed write, after its commit.
    assert!((400..=500).contains(&again.lines().count()));
    // The output of an undisturbed run begins with these bytes.
    let other = Home::with_starter();
    let shown = stdout(&other, "--quiet draw --tier 1 --count 500 --rng-seed 1");
    assert!(shown.starts_with(&again));
    // If there are several batches, each is named.
    let line = "draw --level easy,medium --count 3 --sort score --quiet -o /dev/full";
    other.run(line, 1).words(&[
        "3 of 3 puzzles are kept as batches 2,3, for `seeddb export --batch 2,3`",
        "cannot write /dev/full",
        "free some room",
    ]);
    assert_eq!(stdout(&other, "--quiet export --batch 2,3").lines().count(), 3);
}

/// Bounds that thinned refills do not meet are met by adding clues; the numbers of clues vary.
#[test]
fn draws_aim_at_clues_and_scores() {
    let home = Home::with_starter();
    for (request, clues, scores) in [
        ("--tier 0 --clues 36..45", 36..=45, 0.0..=1000.0),
        ("--tier 0 --score 100..200", 0..=81, 100.0..=200.0),
        ("--level hard --clues 30..30", 30..=30, 929.0..=2762.0),
        ("--tier 5 --score ..2500 --clues 30..34", 30..=34, 0.0..=2500.0),
    ] {
        for symmetry in [ClueSymmetry::None, ClueSymmetry::Rot180] {
            let draw =
                format!("--quiet draw {request} --symmetry {symmetry} --count 100 --rng-seed 5");
            let out = stdout(&home, &draw);
            let mut counts = HashSet::new();
            for line in out.lines() {
                let fields: Vec<&str> = line.split('\t').collect();
                let grid: Grid = fields[0].parse().expect("a puzzle");
                let score: f64 = fields[5].parse().expect("a score");
                assert!(symmetry.holds(grid.clues()), "{line}");
                assert!(clues.contains(&grid.clues().len()) && scores.contains(&score), "{line}");
                counts.insert(grid.clues().len());
            }
            assert_eq!(out.lines().count(), 100, "{draw}");
            assert!(counts.len() >= clues.clone().count().min(5), "{draw}: {counts:?}");
        }
    }
}

/// Impossible requests are refused immediately, with the bound.
#[test]
fn a_request_that_cannot_be_met_names_the_bound() {
    let home = Home::with_starter();
    for (request, words, cure) in [
        ("--tier 5 --origin mined", "has this origin", "`seeddb mine --tier 5`"),
        ("--tier 5 --clues 79..81", "has more than", "ask for at most"),
        ("--tier 5 --clues 10..16", "fewer than 17 clues", "ask for more --clues"),
        ("--tier 5 --score ..20", "a score below", "leave --tier or --score out"),
        ("--tier 1 --score 50000..", "a score above", "--score out"),
        ("--tier 6 --score 100..", "have no score", "leave --tier or --score out"),
        ("--tier 4 --symmetry diagonal", "serves the symmetry diagonal", "--symmetry diagonal`"),
    ] {
        let drawn = home.run(&format!("draw {request} --count 5 --rng-seed 1"), 3);
        drawn.words(&["no puzzles", words, cure]);
    }
    // These may be possible: thousands of attempts decide, not millions.
    let few = home.run("draw --tier 1 --clues 17..18 --count 5 --rng-seed 1", 3);
    few.words(&["0 of 5 puzzles", "more clues than --clues allows", "the nearest 19"]);
    let easy = home.run("draw --tier 0 --score 317..598 --clues 50..55 --count 5 --rng-seed 1", 3);
    easy.words(&["of 5 puzzles", "score below"]);
    // Puzzles with more clues belong to level beginner.
    home.run("draw --level easy --clues 50..55 --count 5", 2)
        .words(&["level easy takes up to 38 clues, and 50 to 55 are asked for", "seeddb levels"]);
}

/// Starter seeds are public; the hardest ones have few refills, which are often the seeds
/// themselves.
#[test]
fn no_starter_seed_is_issued_unless_asked_for() {
    let public: HashSet<Key> = starter().iter().map(|seed| seed.key).collect();
    let of = |grid: &Grid| Key::of(&Puzzle::new(grid).expect("one solution"));
    let home = Home::with_starter();
    let draw = "--quiet draw --tier 6 --count 500 --rng-seed 5";
    let drawn = grids(&stdout(&home, draw));
    assert!(drawn.iter().all(|grid| !public.contains(&of(grid))));
    let home = Home::with_starter();
    let drawn = grids(&stdout(&home, &format!("{draw} --from-public")));
    assert!(drawn.iter().any(|grid| public.contains(&of(grid))));
}

fn most_of_a_seed(text: &str) -> usize {
    let mut given = std::collections::HashMap::new();
    for line in text.lines() {
        *given.entry(line.split('\t').nth(7).expect("a seed")).or_insert(0) += 1;
    }
    given.values().copied().max().unwrap_or(0)
}

#[test]
fn a_seed_gives_its_share() {
    let home = Home::with_starter();
    let drawn = home.run("draw --tier 5 --score 9000..9300 --count 60 --rng-seed 5 --dry-run", 0);
    let words = drawn.err.split_whitespace().collect::<Vec<_>>();
    let seeds = words.iter().position(|word| word.starts_with("seed")).map(|i| words[i - 1]);
    let seeds: usize = seeds.expect("seeds").parse().expect("a number");
    let text = stdout(&home, "draw --tier 5 --score 9000..9300 --count 60 --rng-seed 5");
    let most = most_of_a_seed(&text);
    assert!(text.lines().count() == 60 && most <= 60, "{seeds} seeds, {most} of one");
    let hard =
        home.run("draw --tier 5 --score 9000..9300 --per-seed 1 --count 5000 --rng-seed 6", 3);
    assert_eq!(most_of_a_seed(&hard.out), 1);
    assert!(hard.out.lines().count() <= seeds);
    let id = hard.out.lines().next().and_then(|line| line.split('\t').nth(7)).expect("a seed");
    let from = home.run(&format!("draw --tier 5 --from {id} --count 3 --rng-seed 7"), 0);
    assert!(!from.err.contains("share"), "{}", from.err);
}

/// A draw killed midway is completed by repeating the request, after any number of kills.
#[test]
fn a_request_with_a_key_is_completed() {
    let home = Home::with_few_seeds();
    let draw = ["-q", "draw", "--level", "easy", "--count", "20000", "--once", "order"];
    let mut shown = Vec::new();
    for _ in 0..3 {
        let mut child = home.seeddb(&draw).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        out.read_line(&mut text).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        out.read_to_string(&mut text).unwrap();
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        shown.push(text);
    }
    let all = stdout(&home, &draw.join(" "));
    let ids: HashSet<&str> = all.lines().filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!((ids.len(), all.lines().count()), (20_000, 20_000));
    for text in &shown {
        assert!(!text.is_empty() && all.starts_with(text), "{} bytes", text.len());
    }
    let batches = home.json("batches");
    assert_eq!(batches.as_array().unwrap().len(), 1, "{batches}");
    home.verify();
}

/// Repeating a request with its key gives the same batch; another request with the key is refused.
#[test]
fn a_request_with_a_key_is_drawn_once() {
    let home = Home::with_starter();
    let draw = "draw --level hard --count 3 --once order-17 --quiet";
    let first = stdout(&home, draw);
    assert_eq!(first.lines().count(), 3);
    // The RNG seed is no part of the request.
    assert_eq!(stdout(&home, &format!("{draw} --rng-seed 9")), first);
    assert_ne!(stdout(&home, &draw.replace("17", "18")), first);
    let said = home.run(&draw.replace("hard", "easy"), 1);
    said.words(&["the key \"order-17\" was used before: batch 1", "take another key"]);
    home.run("draw --level easy,hard --once order-19", 2).words(&["--once", "one batch"]);
    home.run("draw --level easy --once order-19 --dry-run", 2).words(&["--dry-run"]);
    let batches = home.json("batches");
    assert_eq!(batches.as_array().unwrap().len(), 2, "{batches}");
}

/// Puzzles of a file are numbered in their order in the file, whatever their levels.
#[test]
fn captions_count_as_the_pages_do() {
    let home = Home::with_starter();
    let draw = "draw --level easy,medium --count 6 --rng-seed 1 --format board";
    let numbers = |more: &str| -> Vec<String> {
        let out = home.run(&format!("{draw}{more}"), 0).out;
        let titles = out.lines().filter(|line| line.contains(" · tier "));
        titles.map(|line| line.split('.').next().unwrap().to_owned()).collect()
    };
    for more in ["", " --sort score", " --sort -level,clues"] {
        assert_eq!(numbers(more), ["1", "2", "3", "4", "5", "6"], "{more}");
    }
}

/// A bound from trials is reported as such, and possible puzzles are not excluded.
#[test]
fn a_bound_from_trials_is_told_as_one() {
    let home = Home::with_starter();
    let none = home.run("draw --level easy --clues 17 --rng-seed 1", 3);
    let said = none.words(&["no puzzles: none of 10", " trials has fewer than "]).err;
    let least = said.split_once("fewer than ").unwrap().1.split(' ').next().unwrap();
    let fewer: usize = least.parse::<usize>().unwrap() - 1;
    let drawn = home.run(&format!("draw --level easy --clues {fewer} --rng-seed 1"), 0).out;
    let clues = drawn.split('\t').next().unwrap().bytes().filter(u8::is_ascii_digit).count();
    assert_eq!(clues, fewer);
}

/// Nearest first, to a score or a rating; a percentile is a range of scores.
#[test]
fn draws_come_near_one_number() {
    let home = Home::with_starter();
    let of = |request: &str, column: usize| -> Vec<f64> {
        let text = stdout(&home, &format!("draw {request} --count 20 --rng-seed 3"));
        let number = |line: &str| line.split('\t').nth(column)?.parse().ok();
        let mut found: Vec<f64> = text.lines().filter_map(number).collect();
        assert_eq!(found.len(), 20, "{text}");
        found.sort_by(f64::total_cmp);
        found
    };
    for (request, column, aim) in [
        ("--aim 5000", 5, 5000.0),
        ("--level expert --aim 3000", 5, 3000.0),
        ("--tier 1 --aim 600", 5, 600.0),
        ("--er 7.0..7.5 --aim 7.2", 10, 7.2),
    ] {
        let found = of(request, column);
        let off = |one: f64| (one / aim - 1.0).abs();
        assert!(off(found[9]) < 0.02 && off(found[0]) < 0.25 && off(found[19]) < 0.25, "{found:?}");
    }
    let within = of("--percentile 80..90", 5);
    let bounds = Among::Score.values(&(80.0..=90.0));
    assert!(within.iter().all(|score| bounds.contains(score)), "{within:?} {bounds:?}");
    home.run("draw --percentile 80..90 --score ..100", 2);
}

#[test]
fn a_share_that_gave_way_is_told() {
    let home = Home::with_starter();
    let draw = "draw --level beyond --symmetry rot90 --count 700 --rng-seed 1";
    home.run(draw, 0).words(&["gave more than a share of", "--per-seed"]);
    let many = home.run("draw --level easy --count 300 --rng-seed 1", 0);
    assert!(!many.err.contains("share"), "{}", many.err);
}

#[test]
fn numbers_are_told_as_they_were_typed() {
    let home = Home::with_starter();
    home.run("draw --minutes 60", 2).words(&["minutes, and 60 are asked for"]);
    home.run("draw --level easy --score 900", 2).words(&["and 900 are asked for"]);
    home.run("draw --minutes 60.5..90", 2).words(&["and 60.5 to 90 are asked for"]);
}
