//! The steps as rows, for programs.

use super::super::rows::{effect, list, position};
use super::Walk;
use crate::cli::terminal::value::Value;

/// What a row has.
pub const COLUMNS: [&str; 12] = [
    "puzzle",
    "number",
    "technique",
    "rating",
    "houses",
    "cells",
    "digits",
    "effect",
    "chain",
    "open",
    "position",
    "step",
];

/// The row of step `i`.
pub fn row(walk: &Walk, i: usize) -> Vec<Value> {
    let step = &walk.steps[i];
    let chains = step.arguments();
    let chains = list(chains.iter().map(|argument| argument.to_string().into()));
    vec![
        walk.puzzle.to_string().into(),
        (i + 1).into(),
        step.technique().to_string().into(),
        Value::Score(step.score().value()),
        list(step.houses().iter().map(|house| house.to_string().into())),
        list(step.cells().iter().map(|cell| cell.to_string().into())),
        list(step.digits().iter().map(|digit| digit.value().into())),
        effect(step.filled(), &step.removed()),
        chains,
        step.before.open.len().into(),
        position(&step.before).to_string().into(),
        step.to_string().into(),
    ]
}
