//! The core of `seeddb`: everything that needs no file, no clock and no thread.
//!
//! `seeddb` re-exports these modules, so its users name them as `seeddb::board` and so on. For a
//! solver, a rating or a canonical form alone, depend on this crate and avoid a database and its
//! formats.
//!
//! | you want | look at |
//! |---|---|
//! | the words: cells, digits, sets, grids, puzzles, states | [`board`]; the [`glossary`] for all others |
//! | to solve, count solutions, prove uniqueness | [`board::Puzzle`], [`search`] |
//! | how hard a puzzle is for people, and why | [`logic`]: ladders, grades, steps |
//! | numbers for difficulty | [`rating`], one metric a file; those of Sudoku Explainer with the feature `se` |
//! | level tables as text | `level_table`, with the feature `toml` |
//! | to say what puzzles are to be like | `ask`: constraints, with the feature `se` |
//! | records for programs, as `solve`, `canon` and `rate` print them | [`rows`] |
//! | whether two puzzles are the same | [`symmetry`]: keys, canonical forms |
//! | new puzzles | [`generate`] from nothing, [`refill`] from a seed |
//! | why it is fast | [`kernel`] |

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
mod named;
pub mod plural;
pub mod rating;
pub mod record;
pub mod refill;
pub mod rows;
pub mod search;
pub mod symmetry;

#[doc = include_str!("GLOSSARY.md")]
pub mod glossary {}
