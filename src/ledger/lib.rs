//! The ledger of issued puzzles, and its law: **no puzzle is shown before it is in the ledger,
//! durably.**
//!
//! The law is the boundary of this crate. A puzzle passes through these types in order, and each
//! can be made only from the one before:
//!
//! | type | guarantees | made by |
//! |---|---|---|
//! | [`Drawn`] | one solution, a proved label, meets the request; hidden | its constructors |
//! | `Sealed` | pages or rows typeset from drawn puzzles; hidden | the typesetter |
//! | `Issued` | it is in the ledger | a commit, which takes `Drawn`; and reading the ledger |
//!
//! So a crash can waste puzzles, but can never issue one twice; and no program can construct an
//! `Issued`, commit anything but `Drawn`, or look at a puzzle before its commit. There are two
//! exceptions, each used in one place of `seeddb`, which a test of its sources checks:
//!
//! - `Sealed::make` shows puzzles to the typesetter before their commit; its caller promises to
//!   keep them hidden;
//! - [`Drawn::unrecorded`] returns a puzzle for a caller without a ledger, as an [`Unrecorded`]
//!   one, which no commit accepts.
//!
//! A ledger copied from records (`Store::load`) is new: loading proves each puzzle and returns no
//! puzzles.
//!
//! The ledger is kept by a `Store`, with the feature `file` (or `postgres`): the database as rows.
//! Callers run `rules` on one snapshot of it, or in one transaction: `store.read(cards::counts)`,
//! `store.write_giving(|to| books::void(to, 7))`. [`ordered`] and `temporary` are helpers for the
//! crates built on this one.

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

#[cfg(feature = "file")]
pub use self::{issued::Issued, sealed::Sealed, store::*};
pub use drawn::{Ask, Drawn, Unrecorded};
