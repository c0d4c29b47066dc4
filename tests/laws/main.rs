//! What holds of every puzzle, seed and rating: laws over random puzzles, and answers that are
//! known.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod aim;
mod ask;
mod cases;
mod explain;
mod generate;
mod hints;
mod levels;
mod logic;
mod methods;
mod mine;
mod rating;
mod refill;
mod se;
mod search;
mod symmetry;
mod techniques;
