//! Parsing of bodies and paths.

use axum::body::Bytes;
use serde::de::DeserializeOwned;

use super::problem::Problem;
use crate::symmetry::Id;

pub(super) fn text(body: &Bytes) -> Result<&str, Problem> {
    std::str::from_utf8(body).map_err(|_| Problem::bad("bad-json", "the body is no UTF-8"))
}

/// Parses the JSON object of a body.
pub(super) fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| Problem::bad("bad-json", error.to_string()))
}

pub(super) fn id(text: &str) -> Result<Id, Problem> {
    let words = || format!("{text} is no id: they look like 8EX4-P431-BHJV-1");
    text.parse().map_err(|_| Problem::bad("bad-id", words()))
}
