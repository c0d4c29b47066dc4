//! The law: **nobody sees a puzzle that is not in the ledger, durably.**
//!
//! A puzzle goes one way, and each station is a type that only the one before it can make:
//!
//! | type | what it proves | who makes it |
//! |---|---|---|
//! | [`Drawn`] | one solution, the difficulty on its label, all that was asked for; nothing shows it | its constructors, which work all of that out |
//! | [`Sealed`] | pages or rows made of drawn puzzles, which nothing shows either | whoever typesets them |
//! | [`Issued`] | it is in the ledger | a commit, which takes `Drawn`; and reading the ledger |
//!
//! Who has no ledger gets such a puzzle as an [`Unrecorded`] one, which no commit takes.
//!
//! A ledger that is copied from records ([`restore`](crate::database::restore)) is a new one: it proves each puzzle of them, and hands out
//! none.
//!
//! ```
//! # #[cfg(feature = "file")] mod file {
//! use seeddb::database::Issued;
//! use seeddb::draw::Drawn;
//!
//! fn place(issued: &Issued) -> (u32, u32) {
//!     (issued.batch, issued.number)
//! }
//! fn count(drawn: &[Drawn]) -> usize {
//!     drawn.len()
//! }
//! # }
//! ```
//!
//! So a crash can waste puzzles, but can never issue one twice; and no program that uses this crate can issue a puzzle under a
//! wrong level, tier or key, make an `Issued` of its own, or look at a puzzle before its commit:
//!
//! ```compile_fail
//! // No `Issued` without a ledger: its field is private.
//! fn forge(entry: seeddb::record::Entry) -> seeddb::database::Issued {
//!     seeddb::database::Issued(entry)
//! }
//! ```
//!
//! ```compile_fail
//! // What is on record of an issued puzzle cannot be changed.
//! fn relabel(mut issued: seeddb::database::Issued) {
//!     issued.level = Some("expert".to_owned());
//! }
//! ```
//!
//! ```compile_fail
//! // No `Drawn` with a label of one's own.
//! use seeddb::{board::Puzzle, draw::Drawn, symmetry::Key};
//! fn mislabel(key: Key, puzzle: Puzzle) -> Drawn {
//!     Drawn { key, puzzle, seed: None, tier: 4, score: None, level: Some("easy".to_owned()), er: None }
//! }
//! ```
//!
//! ```compile_fail
//! // A drawn puzzle shows nothing.
//! fn peek(drawn: &seeddb::draw::Drawn) -> String {
//!     drawn.puzzle.to_string()
//! }
//! ```
//!
//! ```compile_fail
//! // Nor does it print itself: what `{:?}` says of it is its name.
//! fn print(drawn: &seeddb::draw::Drawn) -> String {
//!     drawn.to_string()
//! }
//! ```
//!
//! ```compile_fail
//! // Only the database commits.
//! fn commit(database: &seeddb::database::Database, batch: &mut seeddb::record::Batch) {
//!     database.write().unwrap().commit(batch, Vec::new()).unwrap();
//! }
//! ```
//!
//! ```compile_fail
//! // The store, which keeps whatever it is told, is not for others.
//! use seeddb::store::Store;
//! ```

#[cfg(feature = "file")]
mod commit;
mod drawn;
#[cfg(feature = "file")]
mod issued;
#[cfg(all(feature = "file", feature = "print"))]
mod sealed;

pub(crate) use drawn::Ask;
pub use drawn::{Drawn, Unrecorded};
#[cfg(feature = "file")]
pub use issued::Issued;
#[cfg(all(feature = "file", feature = "print"))]
pub(crate) use sealed::Sealed;
