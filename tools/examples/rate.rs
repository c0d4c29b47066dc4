//! Rates a list: tier, m(B) and level of each puzzle in a file.
//!
//! `cargo run --release --example rate -- puzzles.txt`
//!
//! Each line of the file begins with the 81 cells of a puzzle; open cells are `.` or `0`.

use std::error::Error;
use std::{env, fs};

use seeddb::board::{Grid, Puzzle};
use seeddb::logic::Ladder;
use seeddb::rating::levels::LevelTable;
use seeddb::rows::RateRow;

/// Returns the tier, score and level of the puzzle in this line, as text.
fn rate(line: &str) -> Result<String, Box<dyn Error>> {
    let cells: String = line.chars().take(81).collect();
    let puzzle = Puzzle::new(&cells.parse::<Grid>()?)?;
    let row = RateRow::of(Ladder::hsolve(), &LevelTable::default(), &puzzle);
    let score = row.score.map_or_else(|| "-".to_owned(), |score| score.to_string());
    Ok(format!("tier {}\tm {score}\t{}", row.tier, row.level.as_deref().unwrap_or("none")))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("give a file of puzzles")?;
    for line in fs::read_to_string(file)?.lines() {
        let said = rate(line).unwrap_or_else(|error| error.to_string());
        println!("{line}\t{said}");
    }
    Ok(())
}
