//! Rates a list: tier, m(B) and level of each puzzle in a file.
//!
//! `cargo run --release --example rate -- puzzles.txt`
//!
//! A line of the file begins with the 81 cells of a puzzle; open ones are `.` or `0`.

use std::error::Error;
use std::{env, fs};

use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::rating::hsolve;
use seeddb::rating::levels::{Facts, LevelTable};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("give a file of puzzles")?;
    let (ladder, levels) = (Ladder::hsolve(), LevelTable::default());
    for line in fs::read_to_string(file)?.lines() {
        let cells: String = line.chars().take(81).collect();
        let puzzle = match cells.parse::<Grid>().map(|grid| Puzzle::new(&grid)) {
            Ok(Ok(puzzle)) => puzzle,
            Ok(Err(error)) => {
                println!("{cells}\t{error}");
                continue;
            }
            Err(error) => {
                println!("{cells}\t{error}");
                continue;
            }
        };
        let grade = grade(ladder, &puzzle);
        let score = hsolve::score(ladder, &puzzle, &grade).map(|score| score.mean);
        let facts = Facts::graded(ladder, &puzzle, grade.tier, score);
        let level = levels.of(&facts).map_or("none", |level| &level.name);
        let score = score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"));
        println!("{puzzle}\ttier {}\tm {score}\t{level}", grade.tier);
    }
    Ok(())
}
