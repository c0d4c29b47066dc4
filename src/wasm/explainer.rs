//! Calls about ratings of Sudoku Explainer and the techniques that people name, and the steps that the player tells.

use std::str::Lines;

use seeddb::board::Puzzle;
use seeddb::rating::common::{self, CommonRow};
use seeddb::rating::se::{Walk, Without};
use seeddb::rating::stop::Stop;
use seeddb::rows::CanonicalExplainerRow;

use serde::Serialize;
use serde_json::Value;

use super::answer::{Answer, Failure, given};
use super::calls::played;
use super::ladder::ladder;
use super::steps::{Names, Steps};

/// The hints of the player (`src/export/page/js/hint.js`).
#[derive(Serialize)]
struct Hints {
    steps: Vec<Value>,
    /// The number of steps of the tiers, if others follow.
    named: Option<usize>,
    names: Vec<String>,
}

/// A call about a puzzle.
pub fn call(name: &str, puzzle: &Puzzle, lines: &mut Lines<'_>) -> Answer {
    match name {
        "rate-se" => given(&CanonicalExplainerRow::of(puzzle, Stop::NEVER)),
        "explain-se" => {
            let walk = Walk::of(&puzzle.grid(), Without::NOTHING, Stop::NEVER, |_| ());
            given(&walk.map_err(Failure::text)?.rows().collect::<Vec<_>>())
        }
        "rate-common" => given(&CommonRow::of(puzzle)),
        "explain-common" => {
            let walk = common::Walk::of(puzzle, common::Techniques::ALL);
            given(&walk.rows(puzzle).collect::<Vec<_>>())
        }
        "hint-common" => given(&common::hint(puzzle, &played(lines)?)),
        "told" => {
            let mut own = Names::default();
            let steps = Steps::of(Some(ladder()), puzzle);
            let (list, named) = (steps.list(&mut own), steps.named());
            given(&Hints { steps: list, named, names: own.0 })
        }
        _ => Err(Failure::request(format_args!("there is no call {name}"))),
    }
}
