//! The core of `seeddb`: everything that needs no file, no clock and no thread.
//!
//! `seeddb` re-exports these modules, so its users name them as `seeddb::board` and so on. For a
//! solver, a rating or a canonical form alone, depend on this crate and avoid a database and its
//! formats.
//!
//! | you want | look at |
//! |---|---|
//! | cells, digits, sets, grids, puzzles, states | [`board`]; all other words: [`glossary`] |
//! | to solve, count solutions, prove uniqueness | [`board::Puzzle`], [`search`] |
//! | how hard a puzzle is for people, and why | [`logic`]: ladders, grades, steps |
//! | measures of difficulty | [`rating`]; that of Sudoku Explainer with the feature `se` |
//! | level tables as text | `level_table`, with the feature `toml` |
//! | to ask for properties of puzzles | `ask`: constraints, with the feature `se` |
//! | records for programs, as printed by `solve`, `canon` and `rate` | [`rows`] |
//! | whether two puzzles are the same | [`symmetry`]: keys, canonical forms |
//! | new puzzles | [`generate`] from nothing, [`refill`] from a seed |
//! | why it is fast | [`kernel`] |

#[macro_use]
mod named;

// As integration tests name it, with which unit tests share `cases` and `puzzles`.
#[cfg(test)]
extern crate self as seeddb;

#[cfg(feature = "se")]
pub mod ask;
pub mod board;
#[cfg(test)]
#[path = "../../tests/laws/cases.rs"]
mod cases;
pub mod compact;
pub mod error;
pub mod generate;
pub mod kernel;
#[cfg(feature = "toml")]
pub mod level_table;
pub mod logic;
pub mod plural;
#[cfg(test)]
#[path = "../../tests/laws/puzzles.rs"]
mod puzzles;
pub mod rating;
pub mod record;
pub mod refill;
pub mod rows;
pub mod search;
pub mod symmetry;

#[doc = include_str!("GLOSSARY.md")]
pub mod glossary {}
