//! The starter seeds, from an empty database to a file.
//!
//! `cargo run --release --example starter -- new DATABASE` makes a database without any seeds;
//! `cargo run --release --example starter -- write DATABASE > seeds/starter.tsv` writes the seeds of a database
//! as the program carries them. `cargo run --release --example starter -- again > starter.tsv` measures those that it
//! carries anew, for when scores or refills have become other ones; `turns` only looks for their half turns.
//! `cargo run --release --example starter -- rate 60 > er.tsv` rates them by Sudoku Explainer, takes of each rating the
//! 60 with the most free cells, and measures their capacity.

use std::io::{BufWriter, stdout};
use std::path::Path;

use anyhow::bail;
use rayon::prelude::*;
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{Request, starter, write_rated, write_starter};
use seeddb::rating::se;
use seeddb::record::Seed;
use seeddb::refill::{assess, record_turned};
use seeddb::store::{OpenOptions, Store};
use seeddb::symmetry::ClueSymmetry;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let ladder = Ladder::hsolve();
    let seeds = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["new", path] if Path::new(path).exists() => bail!("{path} is there already"),
        ["new", path] => {
            Store::open(Path::new(path), &OpenOptions::default(), Vec::new)?;
            return Ok(());
        }
        ["write", path] => Store::open_read(Path::new(path), &OpenOptions::default())?
            .seeds(ladder.id(), ladder.tiers())?,
        // What is missing to draw symmetric puzzles.
        ["turns"] => starter()
            .into_par_iter()
            .map(|mut seed| {
                let grade = grade(ladder, &seed.puzzle);
                record_turned(ladder, &mut seed, &grade);
                seed
            })
            .collect(),
        ["again"] => starter()
            .into_par_iter()
            .map(|seed| {
                let grade = grade(ladder, &seed.puzzle);
                let mut again = assess(ladder, &seed.puzzle, &grade, seed.symmetry, seed.origin);
                record_turned(ladder, &mut again, &grade);
                again
            })
            .collect(),
        ["rate", most] => {
            let seeds = rated(most.parse()?);
            write_rated(&seeds, &mut BufWriter::new(stdout().lock()))?;
            return Ok(());
        }
        _ => bail!("say new or write, and a database; or again, or turns; or rate, and a number"),
    };
    write_starter(&seeds, &mut BufWriter::new(stdout().lock()))?;
    Ok(())
}

/// The starter seeds without a clue symmetry that are rich by their rating: of each rating the `most` with the most free cells,
/// without those of too little capacity, in the order of the file. Of tier 6, which takes long to rate, each sixth is looked at.
fn rated(most: usize) -> Vec<Seed> {
    let ladder = se::ladder();
    let looked_at = |(i, seed): &(usize, Seed)| {
        let tier = seed.grading(Ladder::HSOLVE).map_or(0, |grading| grading.tier);
        seed.symmetry == ClueSymmetry::None && (tier < 6 || i % 6 == 0)
    };
    let all = starter().into_iter().enumerate().filter(looked_at).collect::<Vec<_>>();
    let mut graded: Vec<_> = all
        .into_par_iter()
        .map(|(i, seed)| {
            let grade = grade(ladder, &seed.puzzle);
            let free = (!grade.reserved() - seed.puzzle.clues()).len();
            (grade.tier, std::cmp::Reverse(free), i, seed, grade)
        })
        .filter(|(tier, ..)| *tier < ladder.beyond())
        .collect();
    graded.sort_by_key(|&(tier, free, i, ..)| (tier, free, i));
    let mut count = vec![0; usize::from(ladder.beyond())];
    graded.retain(|(tier, ..)| {
        count[usize::from(*tier)] += 1;
        count[usize::from(*tier)] <= most
    });
    let mut rated: Vec<(usize, Seed)> = graded
        .into_par_iter()
        .map(|(tier, _, i, seed, grade)| {
            let gradings =
                assess(ladder, &seed.puzzle, &grade, seed.symmetry, seed.origin).gradings;
            let least = Request::default_min_capacity(ladder, tier, seed.symmetry);
            let rich = gradings.into_iter().filter(|grading| grading.capacity >= least).collect();
            (i, Seed { gradings: rich, ..seed })
        })
        .collect();
    rated.sort_by_key(|(i, _)| *i);
    rated.into_iter().map(|(_, seed)| seed).collect()
}
