//! Level tables as TOML, as `seeddb levels show --toml` prints them and a database keeps them, and those in the program.
//!
//! ```toml
//! [[level]]
//! name = "easy"
//! metric = "hsolve"     # the default; or branch, box-norm, technique, restarts, se
//! score = [317, 599]    # from 317 to below 599
//! tiers = [0, 0]        # from 0 to 0
//! ```

use serde::de::{Deserialize, Deserializer, Error as _};
use toml::Value;

use crate::rating::levels::{Level, LevelError, LevelTable};
use crate::rating::metric::Metric;

/// Why a text is no level table.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TextError {
    /// The text is no TOML, or has other keys or values than a table of levels; says the line and the column.
    #[error("{}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    /// The levels do not make a table.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The tables in the program: name and TOML text (nothing for the default one). The balanced ones are levels of equal
/// shares of random minimal puzzles; the head of each file says of which. `week` has a level a day, by ER.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("paper", ""),
    ("balanced-4", include_str!("balanced-4.toml")),
    ("balanced-6", include_str!("balanced-6.toml")),
    ("week", include_str!("week.toml")),
];

/// The table of this name in the program.
///
/// ```
/// use seeddb::level_table::built_in;
/// use seeddb::rating::levels::LevelTable;
/// assert_eq!(built_in("paper"), Some(LevelTable::default()));
/// assert_eq!(built_in("balanced-6").map(|table| table.levels().len()), Some(7));
/// ```
pub fn built_in(name: &str) -> Option<LevelTable> {
    let (_, text) = BUILT_IN.into_iter().find(|built_in| built_in.0 == name)?;
    if text.is_empty() { Some(LevelTable::default()) } else { read(text).ok() }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    level: Vec<Row>,
}

/// A level as it stands in the text.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    #[serde(default, deserialize_with = "metric")]
    metric: Metric,
    score: Option<Pair<f64>>,
    tiers: Option<Pair<u8>>,
}

fn metric<'de, D: Deserializer<'de>>(text: D) -> Result<Metric, D::Error> {
    String::deserialize(text)?.parse().map_err(D::Error::custom)
}

/// A list of two.
#[derive(serde::Deserialize)]
#[serde(try_from = "Vec<T>", bound = "T: serde::Deserialize<'de>")]
struct Pair<T>(T, T);

impl<T> TryFrom<Vec<T>> for Pair<T> {
    type Error = &'static str;

    fn try_from(values: Vec<T>) -> Result<Self, Self::Error> {
        let [first, second] =
            <[T; 2]>::try_from(values).map_err(|_| "expected two numbers, as [0, 1]")?;
        Ok(Self(first, second))
    }
}

/// Reads a table.
///
/// # Errors
/// Names the line and the column, or the level that is wrong.
pub fn read(text: &str) -> Result<LevelTable, TextError> {
    let File { level: rows } = toml::from_str(text)?;
    let level = |row: Row| Level {
        name: row.name,
        metric: row.metric,
        score: row.score.map(|Pair(lower, upper)| lower..upper),
        tiers: row.tiers.map(|Pair(first, last)| first..=last),
    };
    Ok(LevelTable::new(rows.into_iter().map(level).collect())?)
}

/// The table as text that [`read`] reads as the same table. Databases hold it: it does not change.
pub fn write(table: &LevelTable) -> String {
    let level = |level: &Level| {
        let name = Value::String(level.name.clone());
        let score = level.score.as_ref();
        let score = score
            .map(|score| format!("score = [{}, {}]\n", number(score.start), number(score.end)));
        let tiers = level.tiers.as_ref();
        let tiers = tiers.map(|tiers| format!("tiers = [{}, {}]\n", tiers.start(), tiers.end()));
        let (score, tiers) = (score.unwrap_or_default(), tiers.unwrap_or_default());
        format!("[[level]]\nname = {name}\nmetric = \"{}\"\n{score}{tiers}", level.metric)
    };
    table.levels().iter().map(level).collect::<Vec<_>>().join("\n")
}

/// Whole numbers without a point, as people write them.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::Integer(value as i64)
    } else {
        Value::Float(value)
    }
}
