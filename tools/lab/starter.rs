//! The starter seeds, from an empty database to a file.
//!
//! `cargo run --release -p seeddb-lab --bin starter -- new DATABASE` makes a database without any
//! seeds; `cargo run --release -p seeddb-lab --bin starter -- write DATABASE > seeds/starter.tsv`
//! writes the seeds of a database as the program carries them.
//! `cargo run --release -p seeddb-lab --bin starter -- again > starter.tsv` measures those that it
//! carries anew, for when scores or refills have become other ones; `turns` only looks for their
//! half turns. `cargo run --release -p seeddb-lab --bin starter -- add FILE... > starter.tsv` adds
//! the puzzles that `search` found, and
//! `cargo run --release -p seeddb-lab --bin starter -- rate 24000 > er.tsv` rates all by Sudoku
//! Explainer, takes of each rating the 60 with the most free cells, and more until they give 24,000
//! puzzles, and measures their capacity: a new database begins with these ratings.
//! `cargo run --release -p seeddb-lab --bin starter -- rate-others > er.tsv` adds those of all
//! other seeds. `cargo run --release -p seeddb-lab --bin starter -- needs > needs.tsv` says what
//! they need by the ladder `common`, and
//! `cargo run --release -p seeddb-lab --bin starter -- crux > crux.tsv` their crux, EP and ED.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::{BufWriter, stdout};
use std::path::Path;

use anyhow::bail;
use rayon::prelude::*;
use seeddb::board::{Grid, Puzzle};
use seeddb::database::{Database, Options};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{starter, write_needs, write_particulars, write_rated, write_starter};
use seeddb::rating::se;
use seeddb::record::{Origin, Seed};
use seeddb::refill::{assess, assess_again, record_turned};
use seeddb::symmetry::{ClueSymmetry, Key};

/// The fewest seeds taken of a rating, if it has that many.
const LEAST: usize = 60;
/// The least capacity of a seed.
const POOR: u16 = 4;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let ladder = Ladder::hsolve();
    let seeds = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["new", path] if Path::new(path).exists() => bail!("{path} is there already"),
        ["new", path] => {
            Database::open(path.as_ref(), Options { initial: Vec::new, ..Options::default() })?;
            return Ok(());
        }
        ["write", path] => {
            let seeds = Database::at(path.as_ref(), Options::default()).seeds(None)?;
            seeds.into_iter().map(|listed| listed.seed).collect()
        }
        // Adds the data to draw symmetric puzzles.
        ["turns"] => starter()
            .into_par_iter()
            .map(|mut seed| {
                let grade = grade(ladder, &seed.puzzle);
                record_turned(ladder, &mut seed, &grade);
                seed
            })
            .collect(),
        ["again"] => starter().into_par_iter().map(|seed| assess_again(ladder, &seed)).collect(),
        ["add", ref files @ ..] if !files.is_empty() => {
            let mut seeds = starter();
            seeds.extend(found(files, &seeds)?);
            seeds
        }
        ["rate", least] => {
            let seeds = rated(least.parse()?);
            write_rated(&seeds, |_| true, &mut BufWriter::new(stdout().lock()))?;
            return Ok(());
        }
        ["rate-others"] => {
            let firsts: HashSet<Key> =
                starter().iter().filter(|seed| is_rated(seed)).map(|seed| seed.key).collect();
            let is_first = |seed: &Seed| firsts.contains(&seed.key);
            write_rated(&all_rated(), is_first, &mut BufWriter::new(stdout().lock()))?;
            return Ok(());
        }
        ["needs"] => {
            write_needs(&starter(), &mut BufWriter::new(stdout().lock()))?;
            return Ok(());
        }
        ["crux"] => {
            write_particulars(&starter(), &mut BufWriter::new(stdout().lock()))?;
            return Ok(());
        }
        _ => bail!(
            "say new or write, and a database; or again, or turns; or add, and files; or rate, and a number; or rate-others; or needs; or crux"
        ),
    };
    write_starter(&seeds, &mut BufWriter::new(stdout().lock()))?;
    Ok(())
}

/// Reads the seeds of the puzzles in these files, one per line: puzzle, tab, clue symmetry. Known
/// seeds and twins are left out.
fn found(files: &[&str], known: &[Seed]) -> anyhow::Result<Vec<Seed>> {
    let ladder = Ladder::hsolve();
    let mut puzzles = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let mut fields = line.split('\t');
            let puzzle: Grid = fields.next().unwrap_or_default().parse()?;
            let symmetry: ClueSymmetry = fields.next().unwrap_or_default().parse()?;
            puzzles.push((Puzzle::new(&puzzle)?, symmetry));
        }
    }
    let assessed = puzzles.into_par_iter().map(|(puzzle, symmetry)| {
        let grade = grade(ladder, &puzzle);
        let mut seed = assess(ladder, &puzzle, &grade, symmetry, Origin::Starter);
        record_turned(ladder, &mut seed, &grade);
        seed
    });
    let mut found: Vec<Seed> = assessed.collect();
    let twin = |seed: &Seed| seed.grading(Ladder::HSOLVE).map(|grading| grading.twin);
    let mut twins: HashSet<Key> = known.iter().filter_map(twin).collect();
    found.retain(|seed| twin(seed).is_some_and(|twin| twins.insert(twin)));
    Ok(found)
}

fn is_rated(seed: &Seed) -> bool {
    seed.grading(se::LADDER).is_some()
}

/// Returns all starter seeds with their gradings by rating; those that a new database begins with
/// are unchanged.
fn all_rated() -> Vec<Seed> {
    let rate = |seed: Seed| {
        if is_rated(&seed) {
            return seed;
        }
        assess_again(se::ladder(), &seed)
    };
    starter().into_par_iter().map(rate).collect()
}

/// Returns the starter seeds without a clue symmetry that have a high capacity by their rating: of
/// each rating those with the most free cells, `LEAST` of them, and more until they give `capacity`
/// together, in the order of the file.
fn rated(capacity: u64) -> Vec<Seed> {
    let ladder = se::ladder();
    let mut graded: Vec<_> = starter()
        .into_par_iter()
        .enumerate()
        .filter(|(_, seed)| seed.symmetry == ClueSymmetry::None)
        .map(|(i, seed)| {
            let grade = grade(ladder, &seed.puzzle);
            let free = (!grade.reserved() - seed.puzzle.clues()).len();
            (grade.tier, Reverse(free), i, seed, grade)
        })
        .filter(|(tier, ..)| *tier < ladder.beyond())
        .collect();
    graded.sort_by_key(|&(tier, free, i, ..)| (tier, free, i));
    let mut rated: Vec<(usize, Seed)> = Vec::new();
    for of_tier in graded.chunk_by(|one, other| one.0 == other.0) {
        let (mut count, mut sum) = (0, 0);
        for some in of_tier.chunks(LEAST) {
            if count >= LEAST && sum >= capacity {
                break;
            }
            let measured: Vec<_> = some
                .par_iter()
                .map(|(_, _, i, seed, grade)| {
                    let own = assess(ladder, &seed.puzzle, grade, seed.symmetry, seed.origin);
                    (*i, Seed { gradings: own.gradings, ..seed.clone() })
                })
                .collect();
            for (i, seed) in measured {
                let own = seed.grading(se::LADDER).map_or(0, |grading| grading.capacity);
                if own >= POOR && (count < LEAST || sum < capacity) {
                    count += 1;
                    sum += u64::from(own);
                    rated.push((i, seed));
                }
            }
        }
    }
    rated.sort_by_key(|(i, _)| *i);
    rated.into_iter().map(|(_, seed)| seed).collect()
}
