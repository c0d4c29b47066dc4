//! What a call gives: JSON, or an error of a kind that JavaScript has a class for.

use std::io::{self, Write};

use seeddb_core::board::Grid;
use seeddb_core::search::{self, NotAPuzzle};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// An error as JavaScript reads it.
#[derive(Serialize, Default)]
pub struct Failure {
    kind: &'static str,
    message: String,
    /// What was found of a grid that has not one solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<String>,
}

impl Failure {
    #[expect(clippy::needless_pass_by_value, reason = "an error is used up where it is told")]
    fn of(kind: &'static str, message: impl ToString) -> Self {
        Self { kind, message: message.to_string(), solutions: Vec::new() }
    }

    /// A text that is no grid.
    pub fn text(words: impl ToString) -> Self {
        Self::of("InvalidPuzzle", words)
    }

    /// A grid that has no solution, or several.
    pub fn grid(grid: &Grid, error: NotAPuzzle) -> Self {
        let solutions: Vec<String> =
            search::solutions(grid, 2).iter().map(ToString::to_string).collect();
        let kind = if solutions.is_empty() { "NoSolution" } else { "NotUnique" };
        Self { solutions, ..Self::of(kind, error) }
    }

    /// Arguments that do not go together, or are none.
    pub fn request(words: impl ToString) -> Self {
        Self::of("RequestError", words)
    }

    /// What cannot be drawn from a pack.
    #[cfg(feature = "all")]
    pub fn unmet(words: impl ToString) -> Self {
        Self::of("Unmet", words)
    }
}

/// The JSON of what a call gives.
pub type Answer = Result<Vec<u8>, Failure>;

/// What is given, as JSON.
#[expect(clippy::unnecessary_wraps, reason = "it is what a call ends with")]
pub fn given(value: &impl Serialize) -> Answer {
    Ok(json(value))
}

/// A value as JSON; nothing of ours cannot be written.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    let mut json = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut json, Small));
    debug_assert!(written.is_ok());
    json
}

/// JSON whose numbers are written by the standard library: `serde_json` has tables of its own, a tenth of what a browser loads.
struct Small;

impl Formatter for Small {
    fn write_f64<W: ?Sized + Write>(&mut self, to: &mut W, number: f64) -> io::Result<()> {
        write!(to, "{number}")
    }
}
