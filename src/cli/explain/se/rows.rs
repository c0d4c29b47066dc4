//! The steps as rows, for programs.

use seeddb::board::Cell;
use seeddb::rating::se::Step;
use serde::Serialize;

use super::super::super::value::Value;
use super::super::rows::position;
use super::Walk;

/// A step.
#[derive(Serialize)]
pub struct Row {
    puzzle: String,
    number: usize,
    technique: String,
    rating: Value,
    houses: String,
    cells: String,
    digits: String,
    effect: String,
    chain: Option<String>,
    open: usize,
    position: String,
    step: String,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            puzzle: String::new(),
            number: 0,
            technique: String::new(),
            rating: Value::Nothing,
            houses: String::new(),
            cells: String::new(),
            digits: String::new(),
            effect: String::new(),
            chain: None,
            open: 0,
            position: String::new(),
            step: String::new(),
        }
    }
}

/// The row of step `i`.
pub fn row(walk: &Walk, i: usize) -> Row {
    let step = &walk.steps[i];
    let houses: Vec<String> = step.houses().iter().map(ToString::to_string).collect();
    let chains: Vec<String> = step.arguments().iter().map(ToString::to_string).collect();
    Row {
        puzzle: walk.puzzle.to_string(),
        number: i + 1,
        technique: step.technique().to_string(),
        rating: Value::Score(step.score().value()),
        houses: houses.join(", "),
        cells: step.cells().to_string(),
        digits: step.digits().to_string(),
        effect: effect(step),
        chain: (!chains.is_empty()).then(|| chains.join("; ")),
        open: step.before.open.len(),
        position: position(&step.before).to_string(),
        step: step.to_string(),
    }
}

/// As forums write it, in the order of the cells: `r5c2=7` or `r3c4<>2 r3c5<>28`.
fn effect(step: &Step) -> String {
    if let Some((cell, digit)) = step.filled() {
        return format!("{cell}={digit}");
    }
    let removed = step.removed();
    let removed = Cell::all().filter_map(|cell| {
        let digits: String = removed.at(cell).iter().map(|digit| digit.to_string()).collect();
        (!digits.is_empty()).then(|| format!("{cell}<>{digits}"))
    });
    removed.collect::<Vec<_>>().join(" ")
}
