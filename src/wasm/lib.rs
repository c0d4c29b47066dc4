//! seeddb for JavaScript: calls of the library, with lines of text as input and JSON as output. The
//! rest of the package is JavaScript, in `js/`.
//!
//! `tools/wasm.sh` builds two files of it for the package, one without and one with the feature `all`; and with the feature `hint` the
//! one that pages to play have.

mod abi;
#[cfg(not(feature = "hint"))]
mod answer;
#[cfg_attr(feature = "hint", path = "hint.rs")]
mod calls;
#[cfg(feature = "all")]
mod explainer;
#[cfg(not(feature = "hint"))]
mod ladder;
#[cfg(feature = "all")]
mod pack;
// The file of the page to play: the player of this package shows the same hints.
#[cfg(feature = "all")]
#[path = "../export/page/steps.rs"]
mod steps;
