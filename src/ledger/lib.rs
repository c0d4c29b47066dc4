//! The ledger of issued puzzles, and its law: **nobody sees a puzzle that is not in it, durably.**
//!
//! The law is the border of this crate. A puzzle goes one way, and each station is a type that only the one before it can
//! make:
//!
//! | type | what it proves | who makes it |
//! |---|---|---|
//! | [`Drawn`] | one solution, the difficulty on its label, all that was asked for; nothing shows it | its constructors, which work all of that out |
//! | `Sealed` | pages or rows made of drawn puzzles, which nothing shows either | whoever typesets them |
//! | `Issued` | it is in the ledger | a commit, which takes `Drawn`; and reading the ledger |
//!
//! So a crash can waste puzzles, but can never issue one twice; and no program can make an `Issued` of its own, commit
//! anything but `Drawn`, or look at a puzzle before its commit. There are two openings, each used in one place of `seeddb`,
//! which a test of its sources knows:
//!
//! - `Sealed::make` shows puzzles to who typesets them before their commit; its caller promises to show them to nobody;
//! - [`Drawn::unrecorded`] gives a puzzle to somebody who has no ledger, as an [`Unrecorded`] one, which no commit takes.
//!
//! A ledger that is copied from records (`Store::load`) is a new one: it proves each puzzle of them, and hands out none.
//!
//! What keeps it is a `Store`, with the feature `file` (or `postgres`): the database as rows. Whoever uses it calls `rules` on
//! one state of it, or as one change, which happens as a whole or not at all: `store.read(cards::counts)`,
//! `store.write_giving(|to| books::void(to, 7))`. [`ordered`] and `temporary` are for all that is built on this crate.

#[cfg(test)]
#[cfg(test)]
use seeddb_core::generate;
use seeddb_core::{board, logic, rating, refill, search, symmetry};
#[cfg(feature = "file")]
use seeddb_core::{level_table, plural, record};

#[cfg(test)]
#[path = "../../tests/laws/cases.rs"]
mod cases;
#[cfg(feature = "file")]
mod commit;
mod drawn;
#[cfg(feature = "file")]
mod issued;
pub mod ordered;
#[cfg(feature = "file")]
mod sealed;
#[cfg(feature = "file")]
mod store;
#[cfg(feature = "file")]
pub mod temporary;

pub use drawn::{Ask, Drawn, Unrecorded};
#[cfg(feature = "file")]
pub use issued::Issued;
#[cfg(feature = "file")]
pub use sealed::Sealed;
#[cfg(feature = "file")]
pub use store::*;
