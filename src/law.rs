//! The law of [`seeddb_ledger`], as it binds whoever uses these two crates: **nobody sees a puzzle
//! that is not in the ledger, durably.**
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
//! No program can issue a puzzle under a wrong level, tier or key, make an `Issued` of its own, or
//! look at a puzzle before its commit:
//!
//! ```compile_fail,E0423
//! // No `Issued` without a ledger: its field is private.
//! fn forge(entry: seeddb::record::Entry) -> seeddb::database::Issued {
//!     seeddb::database::Issued(entry)
//! }
//! ```
//!
//! ```compile_fail,E0594
//! // What is on record of an issued puzzle cannot be changed.
//! fn relabel(mut issued: seeddb::database::Issued) {
//!     issued.level = Some("expert".to_owned());
//! }
//! ```
//!
//! ```compile_fail,E0451
//! // No `Drawn` with a label of one's own.
//! use seeddb::{board::Puzzle, draw::Drawn, symmetry::Key};
//! fn mislabel(key: Key, puzzle: Puzzle) -> Drawn {
//!     let level = Some("easy".to_owned());
//!     Drawn { key, puzzle, seed: None, tier: 4, score: None, level, er: None }
//! }
//! ```
//!
//! ```compile_fail,E0616
//! // A drawn puzzle shows nothing.
//! fn peek(drawn: &seeddb::draw::Drawn) -> String {
//!     drawn.puzzle.to_string()
//! }
//! ```
//!
//! ```compile_fail,E0599
//! // Nor does it print itself: what `{:?}` says of it is its name.
//! fn print(drawn: &seeddb::draw::Drawn) -> String {
//!     drawn.to_string()
//! }
//! ```
//!
//! ```compile_fail,E0277
//! // Who looked at one cannot commit it: there is no second.
//! fn twice(drawn: &seeddb::draw::Drawn) -> seeddb::draw::Drawn {
//!     Clone::clone(drawn)
//! }
//! ```
//!
//! ```compile_fail,E0624
//! // Nor is what the ledger will have of it to be had before.
//! fn early(drawn: seeddb::draw::Drawn) -> seeddb::record::Entry {
//!     drawn.entry(1, 1)
//! }
//! ```
//!
//! ```compile_fail,E0616
//! // Pages of drawn puzzles open with their commit.
//! fn open(sealed: seeddb_ledger::Sealed<String>) -> String {
//!     sealed.pages
//! }
//! ```
//!
//! ```compile_fail,E0624
//! // Only a database commits.
//! fn commit(database: &seeddb::database::Database, batch: &mut seeddb::record::Batch) {
//!     database.write().unwrap().commit(batch, Vec::new()).unwrap();
//! }
//! ```
//!
//! ```compile_fail,E0308
//! // A ledger commits what was drawn, and nothing that somebody says.
//! use seeddb::record::{Batch, Entry};
//! fn enter(store: &seeddb_ledger::Store, batch: &mut Batch, entry: Entry) {
//!     store.commit(batch, vec![entry]).unwrap();
//! }
//! ```
//!
//! ```compile_fail,E0624
//! // Nor by another way.
//! use seeddb::record::{Batch, Entry};
//! fn enter(store: &seeddb_ledger::Store, batch: &Batch, entry: Entry) {
//!     store.commit_entries(batch, &[entry], None).unwrap();
//! }
//! ```
//!
//! ```compile_fail,E0624
//! // Rules alone read and write rows.
//! fn change(store: &seeddb_ledger::Store) {
//!     store.write(|to| Ok(to.is_changed())).unwrap();
//! }
//! ```
//!
//! ```compile_fail,E0603
//! // And those that issue are for commits.
//! use seeddb_ledger::rules::ledger::commit;
//! ```
