//! Tests that need what only the crate may do: to record a book that nobody printed, and to spoil what is in the ledger.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

#[cfg(feature = "formats")]
mod dump;
mod errors;
mod feeds;
mod ledger;
mod verify;
