//! What is left of a request, and what helps where it is too little.

use crate::home::Home;
use seeddb::board::{CellSet, Grid, Puzzle};
use seeddb::database::{Control, Database, DrawOptions};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::refill::Wish;

/// Poor seeds give about what their capacities say; with bounds on the clues far more, as clues can be added in many ways: how many
/// the trials tell by what comes twice.
#[test]
fn estimates_are_near_what_comes() {
    let capacity = |seed: &Seed| seed.gradings[0].capacity;
    let mut poor = starter();
    poor.retain(|seed| {
        seed.gradings[0].ladder == Ladder::HSOLVE && (4..=40).contains(&capacity(seed))
    });
    poor.truncate(25);
    assert_eq!(poor.len(), 25);
    let all: u64 = poor.iter().map(|seed| u64::from(capacity(seed))).sum();
    // The last come to an end that nobody waits for: no more than 1,000 of a seed are counted.
    for (clues, count, least, most) in [
        (None, 9_999, 0.8, 1.2),
        (Some(24..=25), 9_999, 0.7, 3.0),
        (Some(28..=30), 25_000, 1.0, 2.0),
    ] {
        let database = Database::in_memory(Ladder::hsolve().clone(), &poor).unwrap();
        let wish = Wish { clues: clues.clone(), ..Wish::default() };
        let options = DrawOptions { count, rng_seed: 5, wish, ..DrawOptions::default() };
        let before = database.estimate(&options).unwrap();
        let drawn = database.draw(&options, &Control::default()).unwrap().count() as u64;
        println!("clues {clues:?}: estimate {before:?}, drawn {drawn}");
        assert_eq!((before.capacity, before.issued), (all, 0));
        assert_eq!(before.tried > 0, clues.is_some());
        let ratio = drawn as f64 / before.puzzles as f64;
        assert!((least..=most).contains(&ratio), "{before:?}: {drawn}");
        let after = database.estimate(&options).unwrap();
        assert_eq!(after.issued, drawn);
        assert!(after.puzzles <= before.puzzles / 2, "{before:?} {after:?} {drawn}");
    }
}

#[test]
fn stats_tell_what_is_left_of_a_request() {
    let home = Home::with_starter();
    let flags = ["--level", "hard", "--symmetry", "rot180", "--clues", "30"];
    let stats = || {
        let said = home.run(&[&["stats", "--format", "csv"], &flags[..]].concat(), 0);
        let said = said.words(&["estimate", "trials"]);
        let fields: Vec<String> =
            said.out.lines().nth(1).unwrap().split(',').map(str::to_owned).collect();
        assert_eq!(said.out.lines().count(), 2);
        fields
    };
    let before = stats();
    assert_eq!(before[..2], ["request", "level hard symmetry rot180 clues 30..30"]);
    // As draw says it.
    let dry = home.run(&[&["draw", "--dry-run", "--rng-seed", "0"], &flags[..]].concat(), 0);
    dry.words(&[&format!("about {} puzzles from {} seeds", before[5], before[2])]);
    home.run(&[&["draw", "--count", "20"], &flags[..]].concat(), 0);
    assert_eq!(stats()[4], "20");
    home.run(&["stats", "--level", "nonsense"], 2).words(&["nonsense"]);
    home.run(&["stats", "--tier", "1", "--plot", "pictures"], 2).words(&["--plot"]);
    let empty = Home::new();
    empty.run(&["stats", "--tier", "1"], 1);
    assert!(empty.names().is_empty() && !empty.database().exists(), "it makes no database");
}

#[test]
fn reserved_cells_are_printed() {
    let home = Home::with_starter();
    let seeds = home.json(&["seeds", "--tier", "4", "--cells"]);
    let seed = &seeds[3];
    let puzzle = Puzzle::new(&seed["puzzle"].as_str().unwrap().parse::<Grid>().unwrap()).unwrap();
    let reserved = grade(Ladder::hsolve(), &puzzle).reserved();
    let file = home.file("seed.txt", &puzzle.to_string());
    let shown = home.json(&["show", seed["seed"].as_str().unwrap()]);
    let rated = home.json(&["rate", "--cells", &file]);
    for row in [seed, &shown[0], &rated[0]] {
        let cells = row["reserved_cells"].as_array().unwrap();
        let names: Vec<String> = reserved.iter().map(|cell| cell.to_string()).collect();
        assert!(
            cells.iter().map(|cell| cell.as_str().unwrap()).eq(names.iter().map(String::as_str))
        );
        let mask = row["reserved_mask"].as_str().unwrap();
        let marked: CellSet = seeddb::board::Cell::all()
            .zip(mask.chars())
            .filter(|(_, mark)| *mark == '1')
            .map(|(cell, _)| cell)
            .collect();
        assert_eq!((marked, mask.len()), (reserved, 81));
    }
    assert!(home.json(&["seeds", "--tier", "4"])[0].get("reserved_mask").is_none());
    home.run(&["rate", "--metric", "branch", "--cells", &file], 2).words(&["--metric hsolve"]);
    let text = home.run(&["show", seed["seed"].as_str().unwrap()], 0).out;
    assert!(text.contains("reserved_cells") && text.contains(", r"), "{text}");
}

/// What helps is what helps soonest, and what fails is told also to those who want no notes.
#[test]
fn the_cure_names_what_fails() {
    let home = Home::with_starter();
    let too_few = |flags: &[&str], words: &[&str]| {
        let said = home
            .run(&[&["draw", "--quiet", "--per-seed", "1", "--count", "20000"], flags].concat(), 3);
        said.words(words);
    };
    // Of tiers 1 and 2, or 2 to 5, the one that is found soonest.
    too_few(&["--level", "hard"], &["`seeddb mine --tier 1`"]);
    too_few(&["--level", "expert"], &["`seeddb mine --tier 5`"]);
    too_few(&["--tier", "4", "--symmetry", "rot90"], &["`seeddb mine --tier 4 --symmetry rot90`"]);
    too_few(&["--tier", "4", "--clues", "70..81"], &["more than", "ask for at most"]);
    too_few(&["--tier", "1", "--clues", "3..9"], &["fewer than 17", "ask for more --clues"]);
    too_few(&["--tier", "1", "--score", "90000.."], &["ask for another --score"]);
    let dig =
        ["generate", "--method", "dig", "--norm", "3", "--attempts", "40", "--count", "2", "-q"];
    home.run(&dig, 3).words(&["40 attempts in a row"]);
    home.run(&["mine", "--tier", "4", "--count", "1000000", "--for", "1s", "-q"], 3)
        .words(&["before the time was over"]);
}
