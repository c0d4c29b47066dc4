//! Requests for puzzles: [`Constraints`], one type for draws, books, searches for seeds, lists and
//! estimates.
//!
//! Its names are those of the flags and of the columns. A [`Demand`] also holds all that depends on
//! it and a ladder: it checks whether a puzzle meets the constraints, and whether a seed may give
//! one that does. [`keyed`] reads and writes such types key by key, so that an unknown key is
//! refused with the most similar one; [`text`] and [`values`] hold the ranges as users write them.
//! [`wish`] makes such a type of a table, from which flags, forms and pages come.

#[macro_use]
pub mod keyed;
#[macro_use]
pub mod wish;

mod constraints;
mod contradiction;
mod demand;
mod elsewhere;
mod name;
mod pattern;
pub mod text;
pub mod values;
mod way;

pub use constraints::Constraints;
pub use contradiction::{Clash, Contradiction};
pub use demand::Demand;
pub use name::{Name, UnknownName, columns, plain};
pub use pattern::{Ban, Pattern, PatternError};
