//! seeddb for JavaScript: calls as lines of text in, calls of the library, JSON out. What is no call of the library stands in JavaScript, in `js/`.
//!
//! `tools/wasm.sh` builds two files of it: one without and one with the feature `all`.

mod abi;
mod answer;
mod calls;
#[cfg(feature = "all")]
mod explainer;
mod ladder;
#[cfg(feature = "all")]
mod pack;
// The file of the page to play, whose hints the player of this package tells, too.
#[cfg(feature = "all")]
#[path = "../export/page/steps.rs"]
mod steps;

#[cfg(feature = "all")]
use seeddb::{board, logic, rating};
