//! Requests for puzzles: [`Constraints`], one type for draws, books, searches for seeds, lists and
//! estimates.
//!
//! Its fields are named like the flags and the columns. A [`PuzzleFilter`] combines constraints
//! with a ladder: it checks whether a puzzle meets the constraints, and whether a seed may give one
//! that does. [`keyed`] reads and writes such types key by key, so that an unknown key is refused
//! with the most similar one; [`text`] and [`values`] contain the ranges as users write them.
//! [`criterion`] defines such a type by a table, from which flags, forms and pages are made.

#[macro_use]
pub mod keyed;
#[macro_use]
pub mod criterion;

mod constraints;
mod contradiction;
mod elsewhere;
mod name;
mod pattern;
mod puzzle_filter;
mod solve_path_filter;
pub mod text;
pub mod values;

pub use constraints::Constraints;
pub use contradiction::{Clash, Contradiction};
pub use name::{Name, UnknownName, columns, plain};
pub use pattern::{Ban, Pattern, PatternError};
pub use puzzle_filter::PuzzleFilter;
