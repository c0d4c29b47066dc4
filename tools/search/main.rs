//! Puzzles that chance seldom finds and the starter seeds need: of poor Sudoku Explainer ratings, and seeds that give many puzzles of
//! a goal, such as a level with a clue symmetry.
//!
//! ```sh
//! cargo run --release --example search -- er 2000 20261122 > er.txt      # how many, RNG seed
//! cargo run --release --example search -- er 400 20261123 5.1,8.1 1000000    # of these ratings only, by so many attempts
//! cargo run --release --example search -- goal 150 20261125 "tier=5 level=expert symmetry=rot90 worth=60" > goal.txt
//! cargo run --release --example starter -- add er.txt goal.txt > starter.tsv
//! ```
//!
//! Both go on from what they have found, as `mine` does: a part of the attempts are random puzzles, the others neighbours of the
//! richest puzzles so far. One thread, so that the same numbers give the same lines: the puzzle, its clue symmetry, its tier or rating,
//! and what it is worth.

mod er;
mod goal;

use anyhow::bail;
use seeddb::rating::er::Score;
use seeddb::rating::se::scores;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse().ok());
    match (arguments.first().map(String::as_str), number(1), number(2)) {
        (Some("er"), Some(count), Some(rng_seed)) => {
            let ratings = arguments.get(3).map_or("", String::as_str);
            let ratings: Vec<Score> = scores()
                .filter(|score| ratings.split(',').any(|text| text == score.to_string()))
                .collect();
            er::search(count, rng_seed, &ratings, number(4).unwrap_or(u64::MAX));
        }
        (Some("goal"), Some(count), Some(rng_seed)) => {
            let goal = arguments.get(3).map_or("", String::as_str).parse()?;
            goal::search(count, rng_seed, &goal);
        }
        _ => bail!("give er or goal, how many seeds to find, and an RNG seed"),
    }
    Ok(())
}
