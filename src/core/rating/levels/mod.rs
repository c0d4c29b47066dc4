//! Levels: names for puzzles, by bounds on their properties.
//!
//! A [`Level`] bounds any of metric, tier, clues, symmetry and hardest technique. A [`LevelTable`]
//! is read from the top: the first level that takes a puzzle names it. So the puzzles of a level
//! depend on the levels above it too: a [`Target`] is a level with these. [`Facts`] are the
//! properties that levels check, computed when a level first checks them.
//!
//! Overlaps and holes of a table are computed with [`Region`]s, sets of puzzles within bounds on
//! all properties that levels can bound, without any puzzle.
//!
//! The bounds on scores in the [default table](LevelTable::default) are those of hsolve (Chang,
//! Fan, Sun, 2008), section 5; its levels are chosen to agree with those of newspapers
//! (`tests/data/newspapers.tsv`).

mod facts;
mod level;
mod region;
mod table;
mod target;

pub use facts::Facts;
pub use level::{Level, LevelError};
pub use region::{Reach, Region};
pub use table::{LevelTable, harm, meant};
pub use target::Target;

/// Rounds a number to this many decimal places.
///
/// ```
/// # use seeddb_core as seeddb;
/// assert_eq!(seeddb::rating::levels::rounded(2762.276, 1), 2762.3);
/// ```
pub fn rounded(number: f64, places: usize) -> f64 {
    // Parsed without the decimal point: both numbers are whole and below 2^53, so that their
    // quotient is the number nearest to the text. (Parsing a fraction takes tables of ten
    // kilobytes, a tenth of the code for browsers.)
    let digits = format!("{number:.places$}").replace('.', "");
    let ten: f64 = (0..places).map(|_| 10.0).product();
    match digits.parse::<i64>() {
        Ok(whole) if whole.unsigned_abs() < 1 << 53 => whole as f64 / ten,
        _ => number,
    }
}

/// Rounds a score for printing, to a tenth, but never up to a whole number, where levels end:
/// 928.96 in a level that ends at 929 is printed as 928.9.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::levels::shown;
/// assert_eq!([928.94, 928.96, 929.0, 929.04, 929.06].map(shown), [928.9, 928.9, 929.0, 929.0, 929.1]);
/// ```
pub fn shown(score: f64) -> f64 {
    let near = rounded(score, 1);
    if near > score && near.fract() == 0.0 { rounded(near - 0.1, 1) } else { near }
}
