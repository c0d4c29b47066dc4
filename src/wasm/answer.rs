//! Answers of calls: JSON, or an error of a kind that JavaScript has a class for.

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
    /// Up to two solutions of a grid without exactly one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<String>,
}

impl Failure {
    #[expect(clippy::needless_pass_by_value, reason = "an error is used up where it is told")]
    fn of(kind: &'static str, message: impl ToString) -> Self {
        Self { kind, message: message.to_string(), solutions: Vec::new() }
    }

    /// The failure for a text that is no grid.
    pub fn text(words: impl ToString) -> Self {
        Self::of("InvalidPuzzle", words)
    }

    /// The failure for a grid with no solution, or several.
    pub fn grid(grid: &Grid, error: NotAPuzzle) -> Self {
        let solutions: Vec<String> =
            search::solutions(grid, 2).iter().map(ToString::to_string).collect();
        let kind = if solutions.is_empty() { "NoSolution" } else { "NotUnique" };
        Self { solutions, ..Self::of(kind, error) }
    }

    /// The failure for invalid or contradictory arguments.
    pub fn request(words: impl ToString) -> Self {
        Self::of("RequestError", words)
    }

    /// The failure for a request that a pack cannot meet.
    #[cfg(feature = "all")]
    pub fn unmet(words: impl ToString) -> Self {
        Self::of("Unmet", words)
    }
}

/// The JSON of a result, or a failure.
pub type Answer = Result<Vec<u8>, Failure>;

/// Returns a value as an answer.
#[expect(clippy::unnecessary_wraps, reason = "it is what a call ends with")]
pub fn given(value: &impl Serialize) -> Answer {
    Ok(json(value))
}

/// Returns a value as JSON; all our values can be written.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    let mut json = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut json, Small));
    debug_assert!(written.is_ok());
    json
}

/// JSON whose numbers are written by the standard library: the tables of `serde_json` would be a
/// tenth of the file that browsers load.
struct Small;

impl Formatter for Small {
    fn write_f64<W: ?Sized + Write>(&mut self, to: &mut W, number: f64) -> io::Result<()> {
        write!(to, "{number}")
    }
}
