//! Boards printed by other programs, in `tests/data/boards`: each is read as listed, and a changed
//! one is never read as another puzzle.

use std::fs;
use std::path::PathBuf;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use seeddb::board::{Grid, Puzzle};
use seeddb::export::Reader;

use crate::cases::cases;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/boards"))
}

/// Returns the files with the expected results: puzzles, or `refused: ` and words of the reason.
fn index() -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join("index.tsv")).unwrap();
    let pair =
        |line: &str| line.split_once('\t').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    text.lines().map(pair).collect()
}

/// Reads a file. Each error must have a reason and a line.
fn read(data: &[u8]) -> Vec<Result<Grid, String>> {
    let mut reader = Reader::new(data).unwrap();
    let mut all = Vec::new();
    while let Some(entry) = reader.entry().unwrap() {
        if let Err(bad) = &entry {
            assert!(bad.line > 0 && !bad.reason.trim().is_empty(), "{}", data.escape_ascii());
        }
        all.push(entry.map(|found| found.grid).map_err(|bad| bad.reason));
    }
    all
}

#[test]
fn boards_of_other_programs_are_read_or_refused_by_name() {
    let index = index();
    let mut count = 0;
    for (name, expected) in &index {
        let found = read(&fs::read(folder().join(name)).unwrap());
        if let Some(words) = expected.strip_prefix("refused: ") {
            let is_told = |one: &Result<Grid, String>| {
                one.as_ref().is_err_and(|reason| reason.contains(words))
            };
            assert!(
                found.iter().all(Result::is_err) && found.iter().any(is_told),
                "{name}: {found:?}"
            );
        } else {
            let puzzles: Vec<_> =
                expected.split(' ').map(|line| Ok(line.parse().unwrap())).collect();
            assert_eq!(found, puzzles, "{name}");
            count += 1;
        }
    }
    assert!(count >= 100, "{count} are read");
    let files = fs::read_dir(folder()).unwrap().count();
    assert_eq!(files, index.len() + 1, "each file has a line in index.tsv");
}

/// The manual's page names each of these files once: with the puzzles, or with the words of the
/// refusal.
#[test]
fn the_manual_names_all_that_is_read() {
    let page = include_str!("../../src/manual/formats.md");
    let rows = |head: &str| {
        let table = page.split_once(head).unwrap().1;
        let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        lines.map(|line| line.trim_matches('|').split_once(" | ").unwrap()).collect::<Vec<_>>()
    };
    let read = rows("| what is read |");
    let read = read.iter().flat_map(|(_, names)| names.split(',').map(|name| (name.trim(), "")));
    let refused = rows("| what is refused |");
    let refused = refused.iter().map(|(name, words)| (name.trim(), words.trim()));
    let mut told: Vec<(&str, &str)> = read.chain(refused).collect();
    told.sort_unstable();
    let index = index();
    let mut all: Vec<(&str, &str)> = index
        .iter()
        .map(|(name, expected)| (&**name, expected.strip_prefix("refused: ").unwrap_or("")))
        .collect();
    all.sort_unstable();
    assert_eq!(told, all);
}

/// A change may remove a clue, or add one that keeps the solution; it never makes another puzzle.
#[test]
fn changed_boards_are_never_other_puzzles() {
    let index = index();
    let lines = index.iter().filter(|(_, expected)| !expected.starts_with("refused"));
    let solutions: Vec<Grid> = lines
        .flat_map(|(_, expected)| expected.split(' '))
        .map(|line| Puzzle::new(&line.parse().unwrap()).unwrap().solution().grid())
        .collect();
    index.par_iter().for_each(|(name, _)| {
        let data = fs::read(folder().join(name)).unwrap();
        for rng_seed in 0..cases(150, 500) as u64 {
            let changed = change(data.clone(), &mut ChaCha8Rng::seed_from_u64(rng_seed));
            for grid in read(&changed).into_iter().flatten() {
                if let Ok(puzzle) = Puzzle::new(&grid) {
                    let is_known = solutions.contains(&puzzle.solution().grid());
                    assert!(
                        is_known,
                        "{name}, RNG seed {rng_seed}: {grid}\n{}",
                        changed.escape_ascii()
                    );
                }
            }
        }
    });
}

/// Adds or removes a character or a line, truncates, or cuts a hole.
fn change(mut data: Vec<u8>, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let at = rng.random_range(0..data.len());
    let mut lines: Vec<Vec<u8>> =
        data.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let line = rng.random_range(0..lines.len());
    match rng.random_range(0..7) {
        0 => drop(data.remove(at)),
        1 => data.insert(at, *b" .|,\n-0\t\"".choose(rng).unwrap()),
        2 => data.insert(at, data[rng.random_range(0..data.len())]),
        3 => {
            lines.remove(line);
            data = lines.concat();
        }
        4 => {
            lines.insert(line, lines[line].clone());
            data = lines.concat();
        }
        5 => data.truncate(at),
        _ => drop(data.drain(at..(at + 5).min(data.len()))),
    }
    data
}
