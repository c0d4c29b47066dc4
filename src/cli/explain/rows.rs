//! The steps as rows, for programs.

use seeddb::board::{Cell, Grid, State};
use seeddb::logic::Step;
use serde::Serialize;

use super::super::ladder::tier_of;
use super::{Selection, Walk};

/// A step.
#[derive(Default, Serialize)]
pub struct Row {
    puzzle: String,
    number: usize,
    technique: &'static str,
    tier: u8,
    houses: String,
    cells: String,
    digits: String,
    effect: String,
    chain: Option<String>,
    open: usize,
    position: String,
    step: String,
}

/// A row for each step of the selection.
pub fn rows(walk: &Walk, selection: Selection) -> Result<Vec<Row>, String> {
    let row = |i: usize| {
        let step = &walk.steps[i];
        let houses: Vec<String> = step.houses().iter().map(ToString::to_string).collect();
        Row {
            puzzle: walk.puzzle.to_string(),
            number: i + 1,
            technique: step.technique().name(),
            tier: tier_of(step.technique()),
            houses: houses.join(", "),
            cells: step.cells().to_string(),
            digits: step.digits().to_string(),
            effect: effect(step),
            chain: step.chain().map(|chain| chain.to_string()),
            open: step.before.open.len(),
            position: position(&step.before).to_string(),
            step: step.to_string(),
        }
    };
    Ok(selection.of(walk)?.map(row).collect())
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
