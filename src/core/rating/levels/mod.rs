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
pub use table::{LevelTable, harm, meant};
pub use target::Target;

/// A number with so many decimal places.
///
/// ```
/// # use seeddb_core as seeddb;
/// assert_eq!(seeddb::rating::levels::rounded(2762.276, 1), 2762.3);
/// ```
pub fn rounded(number: f64, places: usize) -> f64 {
    // As it is written, without its point: both numbers are whole and below 2^53, so that their quotient is the number nearest to what is
    // written. (To read it as a fraction takes tables of ten kilobytes, a tenth of what a browser loads.)
    let digits = format!("{number:.places$}").replace('.', "");
    let ten: f64 = (0..places).map(|_| 10.0).product();
    match digits.parse::<i64>() {
        Ok(whole) if whole.unsigned_abs() < 1 << 53 => whole as f64 / ten,
        _ => number,
    }
}

/// A score as it is printed, to a tenth, and never rounded up to a whole number: there levels end, so that 928.96 beside a level that
/// ends at 929 is printed as 928.9.
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
