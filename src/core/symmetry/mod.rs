//! Symmetry: transforms, canonical forms, keys, clue patterns.
//!
//! Two puzzles are essentially the same when a [`Transform`] maps one to the other: 2 x 6^8 ways to
//! move the cells, 9! to name the digits. Two forms represent a class:
//!
//! - [`canonical`]: the smallest form of the solution, with the smallest clues over all
//!   [`GridForm`] transforms to it. It takes almost no time if the solution's form is known, and is
//!   hashed to a [`Key`].
//! - [`minlex`]: the smallest string, as other programs print it, of any grid.
//!
//! A [`Crux`] represents a stuck state, regardless of its filled cells.
//!
//! A [`GridClass`] represents the solution alone: work is divided into [`Fraction`]s by it.
//!
//! A [`ClueSymmetry`] is different: a symmetry of the printed pattern of clues.

mod clue_symmetry;
mod crux;
mod fraction;
mod grid_form;
mod half_turn;
mod id;
mod image;
mod key;
mod minlex;
mod random;
mod row_steps;
mod transform;

pub use clue_symmetry::{ClueSymmetry, ParseClueSymmetryError};
pub use crux::{Crux, ParseCruxError};
pub use fraction::{Fraction, GridClass, ParseFractionError, SLOTS};
pub use grid_form::{GridForm, canonical};
pub use half_turn::HalfTurn;
pub use id::{Id, ParseIdError};
pub use image::Image;
pub use key::{Key, ParseKeyError};
pub use minlex::minlex;
pub use transform::Transform;

debug_as_displayed!(Crux, Id, Key);
