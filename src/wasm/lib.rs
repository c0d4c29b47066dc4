//! seeddb for JavaScript: calls of the library, with lines of text as input and JSON as output. The
//! rest of the package is JavaScript, in `js/`.
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
// The file of the page to play: the player of this package shows the same hints.
#[cfg(feature = "all")]
#[path = "../export/page/steps.rs"]
mod steps;
