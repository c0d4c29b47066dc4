//! The steps as rows, for programs.

use seeddb::board::{Cell, Grid, State};
use seeddb::logic::Step;

use super::super::ladder::tier_of;
use super::super::table::Value;
use super::{Part, Walk};

/// The names of the columns.
pub const COLUMNS: [&str; 12] = [
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
];

/// A row for each step of the part.
pub fn rows(walk: &Walk, part: Part) -> Result<Vec<[Value; 12]>, String> {
    let row = |i: usize| {
        let step = &walk.steps[i];
        let houses: Vec<String> = step.houses().iter().map(ToString::to_string).collect();
        [
            walk.puzzle.to_string().into(),
            (i + 1).into(),
            step.technique().name().into(),
            tier_of(step.technique()).into(),
            houses.join(", ").into(),
            step.cells().to_string().into(),
            step.digits().to_string().into(),
            effect(step).into(),
            step.chain().map(|chain| chain.to_string()).into(),
            step.before.open.len().into(),
            position(&step.before).to_string().into(),
            step.to_string().into(),
        ]
    };
    Ok(part.of(walk)?.map(row).collect())
}

/// The digits filled in so far.
pub fn position(state: &State) -> Grid {
    let mut grid = Grid::EMPTY;
    for cell in !state.open {
        grid[cell] = state.candidates.at(cell).first();
    }
    grid
}

/// As forums write it, in the order of the cells: `r5c2=7` or `r3c4<>2 r3c5<>28`.
fn effect(step: &Step) -> String {
    let removed = step.removed();
    let filled = step.filled().into_iter().map(|(cell, digit)| format!("{cell}={digit}"));
    let removed = Cell::all().filter_map(|cell| {
        let digits: String = removed.at(cell).iter().map(|digit| digit.to_string()).collect();
        (!digits.is_empty()).then(|| format!("{cell}<>{digits}"))
    });
    filled.chain(removed).collect::<Vec<_>>().join(" ")
}
