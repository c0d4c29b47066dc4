//! Sudoku Explainer ratings against lists made by others.
//!
//! The timed puzzles are part of the repository. The large lists may not be: the tests on them are
//! ignored unless requested with `SEEDDB_CORPORA=DIR cargo test --release --test laws se:: --
//! --ignored`.

use std::path::Path;

use seeddb::board::Grid;
use seeddb::rating::se::{Rating, rate};
use seeddb::rating::stop::Stop;

fn rated(line: &str) -> Rating {
    let grid: Grid = line.parse().expect("a grid");
    rate(&grid, Stop::NEVER).expect("never interrupted")
}

/// Returns the lines of a list after its title, by field.
fn fields(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect())
}

/// Returns the differences that are known and explained: the puzzle (or the hash of its line), the
/// rating of the list, and ours.
fn differences(list: &str) -> Vec<(String, String, String)> {
    let text = include_str!("../data/se_differences.tsv");
    fields(text)
        .filter(|fields| fields[0] == list)
        .map(|fields| (fields[1].to_owned(), fields[2].to_owned(), fields[3].to_owned()))
        .collect()
}

/// ER, EP and ED of all timed puzzles, except those whose list uses another scale.
#[test]
fn timed_puzzles_have_their_ratings() {
    let mut different = Vec::new();
    for fields in fields(include_str!("../data/se_timed.tsv")) {
        let rating = rated(fields[0]);
        let found = [rating.er, rating.ep, rating.ed].map(|score| score.to_string());
        if found != fields[1..4] {
            different.push((fields[0].to_owned(), fields[1].to_owned(), found[0].clone()));
        }
    }
    assert_eq!(different, differences("timed"));
}

/// ER, EP, ED and the technique of the hardest step of puzzles of our own, of every rating that
/// random puzzles have and some above.
#[test]
fn own_puzzles_keep_their_ratings() {
    for fields in fields(include_str!("../data/se_own.tsv")) {
        let rating = rated(fields[0]);
        let found = [rating.er, rating.ep, rating.ed].map(|score| score.to_string());
        assert_eq!(found, fields[1..4], "{}", fields[0]);
        let hardest = rating.steps.iter().find(|step| step.score() == rating.er).unwrap();
        assert_eq!(hardest.technique.to_string(), fields[4], "{}", fields[0]);
    }
}

/// Returns a list of `SEEDDB_CORPORA`.
fn corpus(file: &str) -> String {
    let folder = std::env::var("SEEDDB_CORPORA").expect("SEEDDB_CORPORA names the folder");
    std::fs::read_to_string(Path::new(&folder).join(file)).expect("a list")
}

/// Rates a list; only the known differences are allowed.
fn check(list: &str, file: &str) {
    let text = corpus(file);
    let mut different = Vec::new();
    for fields in fields(&text) {
        let found = rated(fields[0]).er.to_string();
        if found != fields[1] {
            let name = blake3::hash(fields[0].as_bytes()).to_hex()[..16].to_owned();
            different.push((name, fields[1].to_owned(), found));
        }
    }
    assert_eq!(different, differences(list));
}

#[test]
#[ignore = "needs SEEDDB_CORPORA; seconds"]
fn controlled_bias_is_equal() {
    check("controlled bias", "se121_controlled_bias_dev.tsv");
}

#[test]
#[ignore = "needs SEEDDB_CORPORA; seconds"]
fn puzzles_of_17_clues_are_equal() {
    check("17 clues", "clue17_se121_dev.tsv");
}

#[test]
#[ignore = "needs SEEDDB_CORPORA; minutes"]
fn hardest_puzzles_are_equal() {
    check("hardest", "hardest_se121_dev.tsv");
}

/// ER, EP and ED of very hard puzzles, some of which the original itself was run on.
#[test]
#[ignore = "needs SEEDDB_CORPORA; minutes"]
fn puzzles_at_the_top_are_equal() {
    for fields in fields(&corpus("se_top_dev.tsv")) {
        let rating = rated(fields[0]);
        let found = [rating.er, rating.ep, rating.ed].map(|score| score.to_string());
        assert_eq!(found, fields[1..4], "{}", fields[0]);
    }
}
