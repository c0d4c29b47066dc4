//! People: the ladder of techniques, its closure, and steps that explain themselves.
//!
//! A *tier* is a list of techniques, the *ladder* the list of tiers ([`LADDER`], the one of hsolve,
//! Chang, Fan and Sun 2008, appendix A). It has two readers: [`Closure`] applies everything up to a
//! tier until nothing changes, without saying how; [`find`] lists the valid applications of a tier,
//! each of which explains itself. Both reach the same fixpoints, because every technique is
//! monotone: what it removes, it or a lower one still removes when more is known.
//!
//! ```
//! use seeddb::board::{Grid, Puzzle};
//! use seeddb::logic::{explain, grade};
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
//! let grade = grade(&puzzle);
//! assert_eq!((grade.tier, grade.reserved().len()), (3, 33));
//! assert!(explain(&puzzle)[0].to_string().starts_with("hidden single"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod chain;
mod closure;
mod explain;
mod find;
mod found;
mod grade;
mod graphs;
mod ladder;
mod lines;
mod locked;
mod step;
mod surplus;

pub use apply::{Application, Effect, Pattern};
pub use chain::{Chain, End, Single};
pub use closure::{Closure, closed};
pub use explain::explain;
pub use find::{Look, find};
pub use found::Found;
pub use grade::{Grade, grade};
pub use graphs::Matching;
pub use ladder::{BEYOND, LADDER, Technique};
pub use step::{Marks, Step, hardest};
