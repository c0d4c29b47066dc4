//! Sudoku Explainer 1.2.1 ratings: ER, EP and ED, with the steps that lead to them.
//!
//! ```
//! # use seeddb_core as seeddb;
//! use seeddb::board::Grid;
//! use seeddb::rating::se::rate;
//! use seeddb::rating::stop::Stop;
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let rating = rate(&grid, Stop::NEVER)?;
//! assert_eq!(rating.er.to_string(), "1.2");
//! assert_eq!(rating.steps[0].technique.to_string(), "Hidden Single");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle is solved step by step. At each step the *producers* are asked in a fixed order, the
//! first hint of the first one that has any is used, and the ER is the rating of the hardest hint
//! used. Many details of the original look like accidents; they are kept, since equal ratings need
//! them, and each is named where it is.
//!
//! The original is not symmetric: a turned puzzle gets another rating now and then, where several
//! chains are equally short. [`rate`] follows the grid as given; [`rate_canonical`] turns it first
//! so that all puzzles of a class get one rating. What one chain inside another removes is queued
//! row by row; the original leaves that order to the identity of objects. No puzzle is known whose
//! rating depends on it.
//!
//! | files | producers |
//! |---|---|
//! | `singles`, `locked`, `sets`, `wings` | 1 to 14 and 16 to 18: singles, intersections, sets, fish, wings |
//! | `loops`, `loop_types`, `bug` | 15 and 19: unique rectangles and loops, bivalue universal graves |
//! | `exclusion` | 20 and 22: aligned pairs and triplets |
//! | `chains/cycles` | 21: static chains and cycles, with `links`, `static_hint`; `closure` and `starts` say where to look |
//! | `step`, `story`, `words` | none: a step on its board, its chains in statements, all of it in words |
//! | `walk`, `record` | none: all steps of a puzzle, and records of them for programs |
//! | `names`, `ratings` | none: what techniques are called, and what they are rated |
//! | `chains/branching` | 23 to 30: Nishio, multiple, dynamic, nested, with `propagation`, `reach`, `inner`, `basic`, `memory`, `common` |
//!
//! As a [`ladder`], with a tier for each rating, they grade seeds and make refills: `ladder`, with
//! the techniques in `rows`.

mod bug;
mod canon;
mod chains;
mod exclusion;
mod hint;
mod ladder;
#[cfg(test)]
mod ladder_laws;
#[cfg(test)]
mod laws;
mod locked;
mod loop_types;
mod loops;
mod names;
mod producers;
#[cfg(test)]
mod random;
mod rate;
mod ratings;
mod record;
mod rows;
mod sets;
mod sheet;
mod singles;
mod step;
mod story;
mod technique;
mod walk;
mod wings;
mod without;
mod words;
#[cfg(test)]
mod worked;

/// The name of the scale of these ratings.
pub const SCALE: &str = "SE 1.2.1";

pub use canon::{canonical_er, open_after_wings, pearl_and_diamond, rate_canonical, turn};
pub use chains::{Cause, Chain, Implication, Node, Sizes};
pub use hint::{Hint, Reason};
pub use ladder::{
    LADDER, LAST_UNCHANGED, VERSION, is_outdated, ladder, of_tiers, score_of, scores, tier_of,
};
pub use names::{all_named, is_named, name_of, names, technique_named};
pub use rate::{Rating, follow, rate, rate_without};
pub use ratings::ratings_of;
pub use record::{StepRow, WalkRow};
pub use sheet::Candidate;
pub use step::{Step, steps};
pub use story::{Argument, Statement};
pub use technique::{Branches, Depth, Links, Technique};
pub use walk::{Use, Walk};
pub use without::{MOST_WITHOUT_GUESSING, Without};
