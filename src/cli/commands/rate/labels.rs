//! Columns about the hard steps of a puzzle, for `rate --labels`.

use seeddb::board::Puzzle;
use seeddb::rating::labels::Labels;

use crate::cli::terminal::ladder::ladder;
use crate::cli::terminal::value::Value;

pub const COLUMNS: [&str; 6] =
    ["hard_steps", "first_hard", "bottlenecks", "spike", "tedious", "steady"];

/// The values of these columns; empty for a puzzle that the techniques do not solve.
pub fn values(puzzle: &Puzzle) -> [Value; COLUMNS.len()] {
    let Some(labels) = Labels::of(ladder(), puzzle) else {
        return [const { Value::Nothing }; COLUMNS.len()];
    };
    [
        labels.hard_steps.into(),
        labels.first_hard.map_or(Value::Nothing, Value::from),
        labels.bottlenecks.into(),
        Value::Flag(labels.is_spike),
        Value::Flag(labels.is_tedious),
        Value::Flag(labels.is_steady()),
    ]
}
