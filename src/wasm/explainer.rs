//! Calls about ratings of Sudoku Explainer, and the steps that the player tells.

use seeddb::board::Puzzle;
use seeddb::rating::se::{Walk, Without};
use seeddb::rating::stop::Stop;
use seeddb::rows::CanonicalExplainerRow;

use serde::Serialize;
use serde_json::Value;

use super::answer::{Answer, Failure, given};
use super::ladder::ladder;
use super::steps::{Names, Steps};

/// What the player tells as hints (`src/export/page/js/hint.js`).
#[derive(Serialize)]
struct Told {
    steps: Vec<Value>,
    /// How many are of the tiers, if others follow.
    named: Option<usize>,
    names: Vec<String>,
}

/// A call about a puzzle.
pub fn call(name: &str, puzzle: &Puzzle) -> Answer {
    match name {
        "rate-se" => given(&CanonicalExplainerRow::of(puzzle, Stop::NEVER)),
        "explain-se" => {
            let walk = Walk::of(&puzzle.grid(), Without::NOTHING, Stop::NEVER, |_| ());
            given(&walk.map_err(Failure::text)?.rows().collect::<Vec<_>>())
        }
        "told" => {
            let mut own = Names::default();
            let steps = Steps::of(Some(ladder()), puzzle);
            let (list, named) = (steps.list(&mut own), steps.named());
            given(&Told { steps: list, named, names: own.0 })
        }
        _ => Err(Failure::request(format_args!("there is no call {name}"))),
    }
}
