//! The vocabulary of the game: cells, digits, houses, grids, puzzles and candidates.
//!
//! Each of them has its own type. Sets have set operators; the bits behind them stay in this folder
//! (and in [`crate::search`] and [`crate::logic`], which work on whole digits at a time).
//!
//! ```
//! # use seeddb_core as seeddb;
//! use seeddb::board::{Cell, CellSet, House};
//!
//! let cell: Cell = "r5c2".parse()?;
//! assert_eq!(cell.peers().len(), 20);
//! assert_eq!((House::row(4).cells() & House::boxed(3).cells()).len(), 3);
//! let corners: CellSet = [Cell::at(0, 0), Cell::at(8, 8)].into_iter().collect();
//! assert!(corners.contains(Cell::at(8, 8)));
//! # Ok::<(), seeddb::board::ParseCellError>(())
//! ```

#[macro_use]
mod operators;

mod candidates;
mod cell;
mod cell_set;
mod digit;
mod grid;
mod house;
mod neighbours;
mod puzzle;
pub(crate) mod scan;
mod state;

pub use candidates::Candidates;
pub use cell::{Cell, ParseCellError};
pub use cell_set::CellSet;
pub use digit::{Digit, DigitSet};
pub use grid::{Clash, Grid, ParseGridError};
pub use house::{House, HouseKind};
pub use puzzle::{Puzzle, Solution};
pub use state::State;

debug_as_displayed!(Cell, Digit, Grid, House, Puzzle, Solution);

/// Returns the numbers of the set bits of a word, ascending.
#[inline]
pub(crate) fn bits(word: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut word: u64 = word.into();
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}
