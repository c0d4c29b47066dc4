//! Solving like people: ladders of techniques, their closures, and steps that explain themselves.
//!
//! A *tier* is a list of techniques, a [`Ladder`] a list of tiers; [`Ladder::hsolve`] is the one of
//! Chang, Fan and Sun 2008, appendix A. A ladder is used in two ways: [`Closure`] applies all
//! techniques up to a tier until nothing changes, without recording steps; [`find`] lists the valid
//! applications of a tier, each of which explains itself. Both reach the same fixpoints, because
//! every technique is monotone: a candidate that it removes is still removed, by it or a lower one,
//! when more is known. Puzzles that the techniques do not solve can be left to a [`Judge`].
//!
//! `technique.rs` defines each technique in a sentence, `find.rs` and `lines.rs` by its
//! applications, and `sweep.rs` by all that it removes at once; `ladder.rs` gives its tier. Code
//! that only saves work is apart: `closure.rs` and `look.rs` remember earlier results, in
//! `state_cache.rs`, and their operations on bits are in [`kernel`](crate::kernel).
//!
//! ```
//! # use seeddb_core as seeddb;
//! use seeddb::board::{Grid, Puzzle};
//! use seeddb::logic::{Ladder, explain, grade};
//!
//! let grid: Grid = "
//!     ..9 ..1 5.4
//!     4.. 9.8 ...
//!     .5. ... .3.
//!
//!     ..3 .6. 1.2
//!     ... 8.3 .69
//!     ... 1.. ...
//!
//!     .86 ... .1.
//!     ... ..6 .93
//!     ... 5.4 ..."
//!     .parse()?;
//! let puzzle = Puzzle::new(&grid)?;
//! let ladder = Ladder::hsolve();
//! let grade = grade(ladder, &puzzle);
//! assert_eq!((grade.tier, grade.reserved().len()), (3, 33));
//! assert!(explain(ladder, &puzzle)[0].to_string().starts_with("hidden single"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod applications;
mod apply;
mod chain;
mod closure;
mod explain;
mod find;
mod grade;
mod hint;
mod ladder;
mod line_set;
mod lines;
mod look;
mod marks;
mod reason;
mod rows;
mod state_cache;
mod step;
mod sweep;
mod technique;
mod tier;
mod walk;
mod words;

pub use applications::Applications;
pub use apply::{Application, Effect, Pattern};
pub use chain::{Chain, End, Single};
pub use closure::{Closure, closed};
pub use explain::{explain, explain_from};
pub use find::{find, find_all};
pub(crate) use grade::grade_matched;
pub use grade::{Grade, grade};
pub use hint::{Hint, Mistake, NotAnEffect, Played, hint, walk_from};
pub use ladder::{Judge, Ladder, LadderError};
pub use line_set::LineSet;
pub(crate) use lines::{exact_subsets, marks};
pub use look::Look;
pub use marks::{Link, Marks};
pub use rows::{StepRow, WalkRow};
pub(crate) use rows::{effect, step_row, texts};
pub use step::{Step, hardest};
pub use technique::{Row, Size, Technique};
pub(crate) use walk::uses;
pub use walk::{Use, Walk};
#[cfg(feature = "se")]
pub(crate) use walk::{index_of_step, longest_wait};
pub use words::{StepWords, filled};

pub use crate::kernel::Matching;
