//! Puzzles by the methods of the literature, and refills of seeds without a ledger: numbered attempts on all threads, and what is known of
//! the puzzles that they make.

mod attempts;
mod recipe;
mod stock;

pub use attempts::{AttemptOptions, Work, attempts};
pub use recipe::{Failure, Generated, Measure, Recipe, Source};
pub use stock::{How, Stock, StockSeed};
