//! Puzzles that chance seldom finds and the starter seeds need: of poor Sudoku Explainer ratings, and with half-turn symmetry
//! where they are hard.
//!
//! ```sh
//! cargo run --release --example search -- er 2000 20261122 > er.txt      # how many, RNG seed
//! cargo run --release --example search -- er 400 20261123 5.1,8.1 1000000    # of these ratings only, by so many attempts
//! cargo run --release --example search -- turn 600 20261122 > turn.txt
//! cargo run --release --example starter -- add er.txt turn.txt > starter.tsv
//! ```
//!
//! Both go on from what they have found, as `mine` does: a part of the attempts are random puzzles, the others neighbours of the
//! richest puzzles so far. One thread, so that the same numbers give the same lines: the puzzle, its clue symmetry, and what it is worth. At the end
//! the first says on stderr how many puzzles it rated.

mod er;
mod turn;

use std::process::ExitCode;

use seeddb::rating::er::Score;
use seeddb::rating::se::scores;

fn main() -> ExitCode {
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
        (Some("turn"), Some(count), Some(rng_seed)) => turn::search(count, rng_seed),
        _ => {
            eprintln!("give er or turn, how many seeds to find, and an RNG seed");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
