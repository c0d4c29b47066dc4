//! People: ladders of techniques, their closures, and steps that explain themselves.
//!
//! A *tier* is a list of techniques, a [`Ladder`] a list of tiers; [`Ladder::hsolve`] is the one of
//! Chang, Fan and Sun 2008, appendix A. It has two readers: [`Closure`] applies everything up to a
//! tier until nothing changes, without saying how; [`find`] lists the valid applications of a tier,
//! each of which explains itself. Both reach the same fixpoints, because every technique is
//! monotone: what it removes, it or a lower one still removes when more is known. What a ladder
//! does not solve by its techniques it can leave to a [`Judge`].
//!
//! What a technique *is* stands in `technique.rs` in a sentence, in `find.rs` and `lines.rs` as its
//! applications, and in `sweep.rs` as all that it removes at once; `ladder.rs` says which tier it
//! stands in. What only saves work is apart: `closure.rs` and `look.rs` remember what they have
//! seen, `state_cache.rs` is their memory, and what they ask of bits is in
//! [`kernel`](crate::kernel).
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
pub use look::Look;
pub use marks::Marks;
pub use rows::{StepRow, WalkRow};
pub(crate) use rows::{effect, texts};
pub use step::{Step, hardest};
pub use technique::{Row, Size, Technique};
#[cfg(feature = "se")]
pub(crate) use walk::longest_wait;
pub use walk::{NoStep, Use, Walk};
pub use words::{StepWords, filled};

pub use crate::kernel::Matching;
