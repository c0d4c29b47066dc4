//! Generation: full grids, and puzzles made of them.
//!
//! [`solution`] and [`minimal`] make random grids and puzzles with as few clues as their grid
//! allows, of any difficulty. Beside them are the methods of the literature to make puzzles, one
//! per file ([`Method`] is any of them), and its ways to fill a grid ([`Filler`]):
//!
//! | method | after | puzzles |
//! |---|---|---|
//! | [`Dig`] | Joncus and Yun | mirrored pairs go until the box norm is low enough |
//! | [`Climb`] | Beer 2011 | random walks from the best puzzle so far, up the branch score |
//! | [`Remove`] | MCM contest paper | removal of mirrored pairs, to a range of the technique
//! formula |
//! | [`Standard`] | Chang, Fan, Sun 2008 | random candidates on an empty board, deducing after each
//! |
//! | [`Cycles`] | Chen, Elamri | a cell goes if it keeps one candidate |
//! | [`Pseudo`] | Chang, Fan, Sun 2008 | unreserved cells of a full board until all of them follow
//! |
//!
//! All work by attempts: one grid, a bounded amount of work, a puzzle or none. `seeddb::mine`
//! searches for puzzles worth keeping; [`crate::logic`] and [`crate::rating`] measure them.

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
