//! Levels: names for puzzles, by bounds on what is known of them.
//!
//! A [`Level`] bounds any of metric, tier, clues, symmetry and hardest technique. A [`LevelTable`] is read from the
//! top: the first level that takes a puzzle names it. What a level names is so a matter of those above it too, which is what a
//! [`Target`] is. [`Facts`] are what levels ask of a puzzle; they are worked out when the first level asks.
//!
//! What the levels of a table have in common, and what they leave out, is reckoned with [`Region`]s, sets of puzzles
//! within bounds on all that levels can bound: no puzzle is looked at for it.
//!
//! The scores at which the levels of the [default table](LevelTable::default) end are those of hsolve (Chang, Fan, Sun,
//! 2008), section 5; its rows are made to agree with those of newspapers (`tests/data/newspapers.tsv`).

mod facts;
mod level;
mod region;
mod table;
mod target;

pub use facts::Facts;
pub use level::{Level, LevelError};
pub use region::{Reach, Region};
pub use table::{LevelTable, meant};
pub use target::Target;

/// A score as it is printed, to a tenth, and never rounded up to a whole number: there levels end, so that 928.96 beside a level that
/// ends at 929 is printed as 928.9.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::levels::shown;
/// assert_eq!([928.94, 928.96, 929.0, 929.04, 929.06].map(shown), [928.9, 928.9, 929.0, 929.0, 929.1]);
/// ```
pub fn shown(score: f64) -> f64 {
    let tenths = |score: f64| format!("{score:.1}").parse().unwrap_or(score);
    let rounded = tenths(score);
    if rounded > score && rounded.fract() == 0.0 { tenths(rounded - 0.1) } else { rounded }
}
