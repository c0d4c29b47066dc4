//! Calls for ratings of Sudoku Explainer, and for the steps of the player's hints.

use seeddb::board::Puzzle;
use seeddb::rating::se::{Walk, Without};
use seeddb::rating::stop::Stop;
use seeddb::rows::CanonicalExplainerRow;

use serde::Serialize;
use serde_json::Value;

use super::answer::{Answer, Failure, given};
use super::ladder::ladder;
use super::steps::{Names, Steps};

/// The hints of the player (`src/export/page/js/hint.js`).
#[derive(Serialize)]
struct Told {
    steps: Vec<Value>,
    /// The number of steps of the tiers, if others follow.
    named: Option<usize>,
    names: Vec<String>,
}

/// Answers a call about a puzzle.
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
