//! Requests beyond level, score and clues, verified from the puzzles alone.

use crate::home::{Home, Line};
use seeddb::board::{Digit, Grid, House, HouseKind, Puzzle};
use seeddb::logic::{Ladder, Technique, explain, grade, hardest};
use seeddb::rating::metric::{Metric, Settings};
use seeddb::rating::se::{MOST_WITHOUT_GUESSING, Technique as OfExplainer, is_named, names, rate};
use seeddb::rating::stop::Stop;

fn draw(home: &Home, flags: &(impl Line + ?Sized), code: i32) -> Vec<Puzzle> {
    let count = if flags.words().contains(&"--count") { "" } else { "--count 12" };
    let out = home.run(&("draw --rng-seed 7", count, flags), code).out;
    let puzzle = |line: &str| {
        let grid: Grid = line[..81].parse().expect("a puzzle");
        Puzzle::new(&grid).expect("one solution")
    };
    out.lines().map(puzzle).collect()
}

/// Returns the ladder up to a tier, without the techniques of these names.
fn without(top: u8, names: &[&str]) -> Ladder {
    let ladder = Ladder::hsolve();
    let left = |tier| -> Vec<Technique> {
        let rows = ladder.rows(tier).iter().copied();
        rows.filter(|technique| !names.contains(&technique.name())).collect()
    };
    let tiers: Vec<Vec<Technique>> = (0..=top).map(left).collect();
    let tiers: Vec<&[Technique]> =
        tiers.iter().map(Vec::as_slice).filter(|rows| !rows.is_empty()).collect();
    Ladder::new("less/1", &tiers).expect("a ladder")
}

#[test]
fn techniques_are_needed_or_not() {
    let home = Home::with_starter();
    let name = |tier, nth: usize| Ladder::hsolve().rows(tier)[nth].name();
    let wing = name(2, 2);
    for puzzle in draw(&home, &["--tier", "2", "--technique", wing], 0) {
        assert_eq!(grade(Ladder::hsolve(), &puzzle).tier, 2);
        assert!(grade(&without(2, &[wing]), &puzzle).tier > 2, "{}", puzzle.grid());
    }
    // Without a technique of a lower tier: a property of the puzzle, not of its seed.
    let locked = name(1, 2);
    for puzzle in draw(&home, &["--tier", "2", "--without", &locked.to_uppercase()], 0) {
        assert_eq!(grade(&without(2, &[locked]), &puzzle).tier, 2, "{}", puzzle.grid());
    }
    let none = home.run(&["draw", "--tier", "1", "--technique", wing, "--quiet"], 3);
    none.words(&["no puzzles"]);
    let unknown = home.run("draw --tier 1 --technique blah", 2);
    unknown.words(&["no technique blah", "  x-wing", "  naked-single  ", "  turbot-fish"]);
    let near = home.run("draw --technique exocet", 2);
    near.words(&["no technique exocet here", "forcing-chains"]);
    home.run("draw --tier 1 --without 'turbot fish'", 2)
        .words(&["turbot-fish is no technique of the tiers", "  naked-single  "]);
    assert_eq!(home.run("batches", 0).out.lines().count(), 3, "a draw of nothing leaves no batch");
}

/// The hardest step uses the technique, and the tiers do not solve the puzzle without it; harder
/// steps occur only with the flag for that.
#[test]
fn a_technique_is_the_hardest_unless_others_may_be_harder() {
    let home = Home::with_starter();
    let ladder = Ladder::hsolve();
    for technique in ladder.techniques() {
        let (name, tier) = (technique.name(), ladder.tier_of(technique).unwrap());
        for puzzle in draw(&home, &["--technique", name], 0) {
            let own = hardest_of(&puzzle);
            let is_single = tier == 0 && ladder.tier_of(own) == Some(0);
            assert!(own == technique || is_single, "{name}: {puzzle}");
            assert_eq!(grade(ladder, &puzzle).tier, tier, "{name}: {puzzle}");
            let less = without(tier, &[name]);
            assert!(grade(&less, &puzzle).tier == less.beyond(), "{name}: {puzzle}");
        }
    }
    let locked = ladder.rows(1)[2];
    let harder = draw(&home, &["--technique", locked.name(), "--and-harder"], 0);
    for puzzle in &harder {
        let tier = grade(ladder, puzzle).tier;
        assert!((1..ladder.beyond()).contains(&tier), "{puzzle}");
        let less = without(tier, &[locked.name()]);
        assert!(grade(&less, puzzle).tier == less.beyond(), "{puzzle}");
    }
    assert!(harder.iter().any(|puzzle| hardest_of(puzzle) != locked));
    let batches = home.run("batches --format csv", 0).out;
    assert!(batches.contains("--technique locked-candidates --and-harder"), "{batches}");
    home.run("draw --tier 1 --and-harder", 2).words(&["--technique"]);
    // With harder techniques allowed, puzzles beyond the ladder still do not count as needing a
    // technique.
    home.run(&["draw", "--tier", "6", "--technique", locked.name(), "--and-harder", "-q"], 3);
}

fn hardest_of(puzzle: &Puzzle) -> Technique {
    let steps = explain(Ladder::hsolve(), puzzle);
    steps[hardest(Ladder::hsolve(), &steps).expect("it has steps")].technique()
}

/// Seeds are selected by the possible ratings of the technique, and by their recorded facts.
#[test]
fn techniques_of_sudoku_explainer_are_found() {
    let home = Home::with_starter();
    for name in ["aligned-pair-exclusion", "unique-loop", "xyz-wing", "turbot-fish", "bug-type-4"] {
        let drawn = draw(&home, &["--technique", name, "--count", "20"], 0);
        assert_eq!(drawn.len(), 20, "{name}");
        for puzzle in drawn {
            let rating = rate(&puzzle.grid(), Stop::NEVER).expect("it is not stopped");
            assert!(rating.technique().is_some_and(|own| is_named(own, name)), "{name}: {puzzle}");
        }
    }
    for puzzle in draw(&home, "--technique xy-wing,unique-rectangle --and-harder", 0) {
        let rating = rate(&puzzle.grid(), Stop::NEVER).expect("it is not stopped");
        for name in ["xy-wing", "unique-rectangle"] {
            assert!(rating.steps.iter().any(|step| is_named(step.technique, name)), "{puzzle}");
        }
    }
    let never = "draw --technique contradiction-forcing-chains";
    home.run(&never, 2).words(&["no puzzle has a step of contradiction-forcing-chains"]);
    home.run("draw --er 7.2 --technique aligned-pair-exclusion", 2)
        .words(&["cannot be of aligned-pair-exclusion with an ER of 7.2"]);
    home.run("draw --technique unique-loop-10-type-1", 3).words(&["mine"]);
}

#[test]
fn a_range_of_tiers() {
    let home = Home::with_starter();
    let tier = |puzzle: &Puzzle| grade(Ladder::hsolve(), puzzle).tier;
    let tiers: Vec<u8> = draw(&home, "--tier 0..2", 0).iter().map(tier).collect();
    assert!(tiers.iter().all(|tier| *tier <= 2), "{tiers:?}");
    assert!(tiers.contains(&0) && tiers.contains(&2), "{tiers:?}");
    let level = draw(&home, "--level expert --tier 4..", 0);
    assert!(level.iter().map(tier).all(|tier| [4, 5].contains(&tier)));
    home.run("draw --tier 4..9", 2).words(&["tiers are 0 to 6"]);
    home.run("draw --tier 0..1 --er 7.2", 2).words(&["contradict", "1.2 to 3.4"]);
    let batches = home.run("batches", 0).out;
    assert!(batches.contains("--tier 0..2 --count 12") && batches.contains("--tier 4..6"));
}

#[test]
fn clues_and_the_hardest_step_are_where_they_are_asked_for() {
    let home = Home::with_starter();
    let flags = "--tier 0 --min-givens-a-box 2 --digits-all-present";
    let dense = draw(&home, &flags, 0);
    assert_eq!(dense.len(), 12);
    for puzzle in dense {
        for house in House::all().filter(|house| house.kind() == HouseKind::Box) {
            assert!((house.cells() & puzzle.clues()).len() >= 2);
        }
        let has = |digit| puzzle.clues().iter().any(|cell| puzzle.grid()[cell] == Some(digit));
        assert!(Digit::all().all(has));
    }
    for puzzle in draw(&home, "--tier 2 --hardest-at 12..30", 0) {
        let step = hardest(Ladder::hsolve(), &explain(Ladder::hsolve(), &puzzle));
        assert!(step.is_some_and(|step| (11..=29).contains(&step)), "{step:?}");
    }
    let again = home.run("batches --format csv", 0).out;
    assert!(again.contains("--min-givens-a-box 2 --digits-all-present"), "{again}");
    assert!(again.contains("--hardest-at 12..30"), "{again}");
    home.run("draw --tier 1 --clues 24..25 --dry-run", 0).words(&["trials"]);
    home.run("draw --tier 1 --hardest-at 9..3", 2).words(&["20..40"]);
}

/// Printed puzzles are rated again.
#[test]
fn estimated_minutes_are_as_asked() {
    minutes_are_as_asked(50);
}

#[test]
#[ignore = "takes a minute"]
fn thousands_of_estimated_minutes_are_as_asked() {
    minutes_are_as_asked(2_000);
}

/// Draws `count` puzzles of each range.
fn minutes_are_as_asked(count: usize) {
    let home = Home::with_starter();
    let wanted = count.to_string();
    for (range, flags, [least, most]) in [
        ("8..12", &[][..], [8.0, 12.0]),
        ("15", &["--tier", "1..2"], [15.0, 15.99]),
        ("25..35", &["--level", "expert"], [25.0, 35.0]),
        ("4..5", &["--tier", "0", "--clues", "30..34"], [4.0, 5.0]),
        // Clues are added for these, as no minimal puzzle can be solved in so little time.
        ("3.6..4.2", &[], [3.6, 4.2]),
    ] {
        let puzzles = draw(&home, &(["--minutes", range, "--count", &wanted], flags), 0);
        assert_eq!(puzzles.len(), count, "{range}");
        for puzzle in puzzles {
            let minutes = Metric::Minutes.score(&puzzle, &Settings::default());
            let is_inside = minutes.is_some_and(|minutes| (least..=most).contains(&minutes));
            assert!(is_inside, "{range}: {minutes:?} of {}", puzzle.grid());
        }
    }
    for (flags, words) in [
        ("--minutes 60..90", "there are estimates from 3.5 to 39.7 minutes, and 60 to 90"),
        ("--minutes 8 --tier 6", "puzzles of tier 6 have no estimate of minutes"),
        ("--minutes 8 --level beyond", "puzzles of tier 6 have no estimate"),
        ("--minutes long", "minutes"),
    ] {
        home.run(&("draw", flags), 2).words(&[words]);
    }
}

/// A table of levels by minutes: the estimates of drawn puzzles are within the bounds of the level,
/// and tier 6 has no level.
#[test]
fn levels_by_minutes_are_drawn() {
    let home = Home::with_starter();
    let level = |name: &str, bounds: &str| {
        format!("[[level]]\nname = \"{name}\"\nmetric = \"minutes\"\nscore = {bounds}\n")
    };
    let own = level("bus", "[4, 6]") + &level("train", "[8, 12]") + &level("evening", "[25, inf]");
    let file = home.file("times.toml", &own);
    home.run(&["levels", "set", &file], 1).words(&["leaves puzzles without a level", "no minutes"]);
    let file = home.file("times.toml", &(own + "[[level]]\nname = \"rest\"\n"));
    let told = home.run(&["levels", "set", &file], 0).err;
    assert!(told.contains("train: names "), "{told}");
    for (name, least, below) in [("bus", 4.0, 6.0), ("train", 8.0, 12.0), ("evening", 25.0, 99.0)] {
        let puzzles = draw(&home, &["--level", name, "--count", "40"], 0);
        assert_eq!(puzzles.len(), 40);
        for puzzle in puzzles {
            let minutes = Metric::Minutes.score(&puzzle, &Settings::default());
            let is_inside = minutes.is_some_and(|minutes| (least..below).contains(&minutes));
            assert!(is_inside, "{name}: {minutes:?} of {}", puzzle.grid());
        }
    }
    // Both bounds apply.
    for puzzle in draw(&home, "--level train --minutes 11..30 --count 10", 0) {
        let minutes = Metric::Minutes.score(&puzzle, &Settings::default()).unwrap();
        assert!((11.0..12.0).contains(&minutes), "{minutes} of {}", puzzle.grid());
    }
    home.run("draw --level train --tier 6", 2).words(&["level train takes"]);
}

/// Printed puzzles are labelled again.
#[test]
fn labels_are_as_asked() {
    labels_hold(25);
}

#[test]
#[ignore = "takes a minute"]
fn labels_of_thousands_are_as_asked() {
    labels_hold(2_000);
}

/// Draws `count` puzzles of each kind.
fn labels_hold(count: usize) {
    let home = Home::with_starter();
    let wanted = count.to_string();
    for (flags, has) in [
        ("--level hard --label steady", &[("steady", true)][..]),
        ("--level medium --label bottleneck", &[("bottlenecks", true)]),
        ("--level fiendish --label spike", &[("spike", true), ("tedious", false)]),
        (
            "--tier 1..5 --label tedious --not-label bottleneck",
            &[("tedious", true), ("bottlenecks", false)],
        ),
        ("--minutes 12..20 --not-label spike,tedious", &[("spike", false), ("tedious", false)]),
    ] {
        let out = home.run(&(&["draw", "--count", &wanted], flags), 0).out;
        let file = home.file("drawn.txt", &out);
        let rows = home.json(&["rate", "--labels", &file]);
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), count, "{flags:?}");
        for row in rows {
            for (label, expected) in has {
                let own = match &row[label] {
                    serde_json::Value::Bool(own) => *own,
                    number => number.as_u64().unwrap() > 0,
                };
                assert_eq!(own, *expected, "{flags:?}, {label}: {row}");
            }
        }
    }
    let again = home.run("batches", 0).out;
    assert!(again.contains("--label tedious --not-label bottleneck"), "{again}");
    for (flags, words) in [
        ("--tier 2 --label steady,spike", "labelled both steady and spike"),
        ("--tier 2 --label spike --not-label spike", "labelled both spike and not spike"),
        ("--label spike --tier 0..1", "are of tier 2..5, and tier 0..1 is asked for"),
        ("--not-label spike --level beyond", "are of tier 0..5"),
        ("--tier 2 --not-label spike,tedious,steady,bottleneck", "neither spike nor tedious nor"),
        ("--tier 2 --label fair", "there are spike, tedious, bottleneck, steady"),
    ] {
        home.run(&("draw", flags), 2).words(&[words]);
    }
}

/// Printed puzzles are rated again.
#[test]
fn the_way_of_sudoku_explainer_is_as_asked() {
    let home = Home::with_starter();
    let rated = |puzzle: &Puzzle| rate(&puzzle.grid(), Stop::NEVER).expect("it is not stopped");
    for puzzle in draw(&home, "--er 4.2 --technique XY-Wing", 0) {
        assert_eq!(rated(&puzzle).technique(), Some(OfExplainer::XyWing), "{}", puzzle.grid());
    }
    for puzzle in draw(&home, "--tier 5 --no-guessing --no-uniqueness", 0) {
        let rating = rated(&puzzle);
        assert!(rating.er <= MOST_WITHOUT_GUESSING && rating.is_solved(), "{}", puzzle.grid());
        assert!(!rating.steps.iter().any(|step| step.technique.needs_uniqueness()));
    }
    // A name for a family of types; without --er, a name in both ladders means the tiers'
    // technique.
    let bugs = draw(&home, "--tier 5 --technique 'bug,unique rectangle'", 0);
    for puzzle in bugs {
        let technique = rated(&puzzle).technique().expect("it has steps");
        assert!(technique.needs_uniqueness(), "{technique}");
    }
    let again = home.run("batches --format csv", 0).out;
    assert!(again.contains("--technique bug,unique-rectangle"), "{again}");
    assert!(again.contains("--no-uniqueness --no-guessing"), "{again}");
    let both = home.run("draw --tier 1 --technique x-wing --quiet", 3);
    both.words(&["no puzzles"]);
    let locked = Ladder::hsolve().rows(1)[2].name();
    home.run(&["draw", "--er", "7.2", "--technique", locked], 2)
        .words(&["of the tiers", "pointing and claiming"]);
    home.run("draw --er 7.2 --without x-wing", 2).words(&["(without)"]);
    let names = names();
    for name in
        ["xy-wing", "bug", "unique-rectangle-type-1", "aligned-pair-exclusion", "hidden-quad"]
    {
        assert!(names.iter().any(|own| own == name), "{name} is not in {names:?}");
    }
}

#[test]
fn threads_make_no_difference() {
    let flags = "draw --tier 2 --technique x-wing --count 8 --rng-seed 3";
    let text = |threads| {
        let home = Home::with_starter();
        home.run(&(&flags, &["--threads", threads]), 0).out
    };
    assert!(text("1") == text("2"));
}
