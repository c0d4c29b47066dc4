//! Puzzles by the methods of the literature, and refills of seeds without a ledger: numbered
//! attempts on all threads, and the measures of the puzzles.

mod attempts;
mod recipe;
mod stock;

pub use attempts::{AttemptOptions, Work, attempts};
pub use recipe::{Failure, Generated, Measure, Recipe, Source};
pub use stock::{How, Stock, StockSeed};
