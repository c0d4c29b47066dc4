//! Explains a puzzle: the steps that solve it, as a person takes them.
//!
//! `cargo run --release --example explain -- \
//!   53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`

use std::env;
use std::error::Error;

use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, explain, grade};

fn main() -> Result<(), Box<dyn Error>> {
    let cells = env::args().nth(1).ok_or("give a puzzle of 81 characters")?;
    let puzzle = Puzzle::new(&cells.parse::<Grid>()?)?;
    let ladder = Ladder::hsolve();
    for (i, step) in explain(ladder, &puzzle).iter().enumerate() {
        println!("{:>3}  {step}", i + 1);
    }
    println!("tier {}, solution {}", grade(ladder, &puzzle).tier, puzzle.solution());
    Ok(())
}
