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
//! A puzzle is solved step by step. At each step the *producers* are searched in a fixed order, and
//! the first hint of the first one that has any is used. The ER is the rating of the hardest hint
//! used. Many details of the original look like accidents; they are kept, since equal ratings need
//! them, and each is named in the code.
//!
//! The original is not symmetric: a transformed puzzle sometimes gets another rating, where several
//! chains are equally short. [`rate`] follows the grid as given; [`rate_canonical`] transforms it
//! first, so that all puzzles of a class get one rating. Removals by inner chains are queued row by
//! row; in the original that order depends on the identity of objects. No puzzle is known whose
//! rating depends on it.
//!
//! | files | producers |
//! |---|---|
//! | `singles`, `locked`, `sets`, `wings` | 1 to 14, 16 to 18: singles, locked, sets, fish, wings |
//! | `loops`, `loop_types`, `bug` | 15 and 19: unique rectangles and loops, BUG |
//! | `exclusion` | 20 and 22: aligned pairs and triplets |
//! | `chains/cycles`, `links`, `static_hint` | 21: static chains and cycles |
//! | `chains/closure`, `starts` | 21: the places where its search can find anything |
//! | `step`, `story`, `words` | none: steps, their chains as statements, their words |
//! | `walk`, `record` | none: all steps of a puzzle, and records of them for programs |
//! | `names`, `ratings` | none: the names of techniques and their possible ratings |
//! | `chains/branching`, other files of `chains` | 23 to 30: Nishio, multiple, dynamic, nested |
//!
//! [`ladder`], with a tier for each rating, grades seeds and makes refills by these ratings; the
//! techniques of its tiers are in `rows`.

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
