//! Tests of the library as a dependency.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod boards;
mod book;
#[path = "../laws/cases.rs"]
mod cases;
mod database;
mod formats;
mod ladders;
mod strangers;
mod threads;
