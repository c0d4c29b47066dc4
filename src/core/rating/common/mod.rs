//! The ladder `common`: the techniques that people name, from full house to forcing nets.
//!
//! ```
//! # use seeddb_core as seeddb;
//! use seeddb::board::Puzzle;
//! use seeddb::rating::common::{Technique, Techniques, Walk};
//!
//! let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::new(&grid.parse()?)?;
//! let walk = Walk::of(&puzzle, Techniques::ALL);
//! assert!(walk.is_solved());
//! assert_eq!(walk.hardest(), Some(Technique::NakedSingle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each technique is a row of one table, with an enumerator of its steps on a board that also
//! defines it. Names and definitions are those that Sudopedia, SudokuWiki and the manual of HoDoKu
//! agree on. The costs are our own, on the scale that players of HoDoKu know: 4 for a naked single,
//! hundreds for chains.
//!
//! | files | techniques |
//! |---|---|
//! | `basic`, `fish` | singles, locked candidates, subsets, fish with and without fins |
//! | `single_digit`, `colours` | skyscraper, kite, turbot fish, empty rectangle, colouring |
//! | `wings` | remote pair, W-, XY-, XYZ- and WXYZ-wing |
//! | `rectangles` | unique, hidden and avoidable rectangles, BUG+1 |
//! | `graph`, `chains` | X-chain, XY-chain, alternating inference chains and loops, also grouped |
//! | `als`, `als_chains`, `sue_de_coq` | almost locked sets |
//! | `forcing` | forcing chains and nets |
//! | `technique`, `step`, `view`, `walk` | the table, a deduction, a board, a puzzle solved |
//! | `links`, `words` | the arrows of a step, its sentence |

mod als;
mod als_chains;
mod basic;
#[cfg(test)]
pub(super) mod boards;
mod chains;
mod colours;
mod fish;
mod forcing;
mod graph;
#[cfg(test)]
mod laws;
mod links;
mod record;
mod rectangles;
mod single_digit;
mod step;
mod sue_de_coq;
mod technique;
#[cfg(test)]
mod twins;
#[cfg(test)]
mod twins_of_sets;
mod view;
mod walk;
mod wings;
pub mod words;

pub use record::{CommonRow, StepRow, WalkRow};
pub use step::{Node, Reason, Step};
pub use technique::{Row, Technique, Techniques};
pub use view::View;
pub use walk::{
    Walk, closure, hardest, hint, is_hardest, needs, next, solved_without, solves, stands_above,
};
