//! Generation: full grids, and puzzles made of them.
//!
//! [`solution`] and [`minimal`] make random grids and puzzles with as few clues as their grid
//! allows, of any difficulty. The other methods to make puzzles are from the literature, one per
//! file ([`Method`] is any of them), with its ways to fill a grid ([`Filler`]):
//!
//! | method | after | puzzles |
//! |---|---|---|
//! | [`Dig`] | Joncus and Yun | mirrored pairs go until the box norm is low enough |
//! | [`Climb`] | Beer 2011 | random walks from the best puzzle so far, up the branch score |
//! | [`Remove`] | MCM contest paper | mirrored pairs go until the technique formula is in a range |
//! | [`Standard`] | Chang, Fan, Sun 2008 | random candidates on an empty board, with deductions |
//! | [`Cycles`] | Chen, Elamri | a cell goes if it keeps one candidate |
//! | [`Pseudo`] | Chang, Fan, Sun 2008 | unreserved cells of a full board until the rest follows |
//!
//! All methods work in attempts: one grid and a bounded amount of work give a puzzle or none.
//! `seeddb::mine` searches for rare puzzles; [`crate::logic`] and [`crate::rating`] measure them.

mod climb;
mod cycles;
mod dig;
mod filler;
mod full;
mod method;
mod pattern;
mod plain;
mod pseudo;
mod remove;
mod standard;
mod thin;
mod top_band;
mod unavoidable;

pub use climb::{Climb, Climbed, Walks, climb};
pub use cycles::{Cycles, fill_with_restarts};
pub use dig::Dig;
pub use filler::{Filler, ParseFillerError};
pub use full::solution;
pub use method::Method;
pub use pseudo::{Pseudo, PseudoError};
pub use remove::Remove;
pub use standard::Standard;
pub use thin::{is_minimal, minimal, minimize, superfluous};
pub(crate) use unavoidable::swaps;
