//! The steps as rows, for programs.

use seeddb::board::{Candidates, Cell, Digit, Grid, State};

use super::{Selection, Walk};
use crate::cli::terminal::ladder::tier_of;
use crate::cli::terminal::value::Value;

/// What a row has.
pub const COLUMNS: [&str; 13] = [
    "puzzle",
    "number",
    "technique",
    "tier",
    "houses",
    "cells",
    "digits",
    "effect",
    "chain",
    "open",
    "position",
    "step",
    "reason",
];

/// A row for each step of the selection.
pub fn rows(walk: &Walk, selection: Selection) -> Result<Vec<Vec<Value>>, String> {
    let row = |i: usize| {
        let step = &walk.steps[i];
        vec![
            walk.puzzle.to_string().into(),
            (i + 1).into(),
            step.technique().name().into(),
            tier_of(step.technique()).into(),
            list(step.houses().iter().map(|house| house.to_string().into())),
            list(step.cells().iter().map(|cell| cell.to_string().into())),
            list(step.digits().iter().map(|digit| digit.value().into())),
            effect(step.filled(), &step.removed()),
            step.chain().map(|chain| chain.to_string()).into(),
            step.before.open.len().into(),
            position(&step.before).to_string().into(),
            step.to_string().into(),
            step.reason().into(),
        ]
    };
    Ok(selection.of(walk)?.map(row).collect())
}

/// Several values in one cell.
pub fn list(values: impl Iterator<Item = Value>) -> Value {
    Value::List(values.collect())
}

/// The digits filled in so far.
pub fn position(state: &State) -> Grid {
    let mut grid = Grid::EMPTY;
    for cell in !state.open {
        grid[cell] = state.candidates.at(cell).first();
    }
    grid
}

/// What a step fills in and what it removes, as forums write it, in the order of the cells: `r5c2=7`, or `r3c4<>2` and
/// `r3c5<>28`.
pub fn effect(filled: impl IntoIterator<Item = (Cell, Digit)>, removed: &Candidates) -> Value {
    let filled = filled.into_iter().map(|(cell, digit)| format!("{cell}={digit}"));
    let removed = Cell::all().filter_map(|cell| {
        let digits: String = removed.at(cell).iter().map(|digit| digit.to_string()).collect();
        (!digits.is_empty()).then(|| format!("{cell}<>{digits}"))
    });
    list(filled.chain(removed).map(Value::from))
}
