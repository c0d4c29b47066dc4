//! Laws over random puzzles, seeds and ratings, and known answers.
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
mod puzzles;
mod rating;
mod refill;
mod se;
mod search;
mod symmetry;
mod techniques;
