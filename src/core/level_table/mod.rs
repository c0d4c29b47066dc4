//! Level tables as TOML, the format of `seeddb levels show --toml` and of databases; the built-in
//! tables.
//!
//! ```toml
//! [[level]]
//! name = "easy"
//! metric = "hsolve"                   # what `score` is about: this, or branch, box-norm, technique, restarts, tierless, minutes, percentile, se
//! score = [317, 599]                  # from 317 to below 599; inf is no end
//! er = [1.2, 2.4]                     # rated by Sudoku Explainer from 1.2 to below 2.4
//! tiers = [0, 1]                      # 0 and 1
//! clues = [24, 45]                    # from 24 to 45
//! symmetry = "rot180"                 # clues that look the same after half a turn
//! techniques = ["hidden single", "naked pair"]    # the hardest step is one of these
//! usual_clues = [28, 35]              # no bound: the default number of clues in draws
//! about = "for the train"             # no bound: the description in `seeddb levels`
//! ```
//!
//! All but the name are optional. The first level that takes a puzzle names it.

mod row;

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use toml::Value;

pub use row::LevelRow;

use crate::logic::Technique;
use crate::rating::levels::{Level, LevelError, LevelTable};
use crate::rating::metric::Metric;
use crate::symmetry::ClueSymmetry;

/// The reason why a text is no level table.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TextError {
    /// The text is no TOML, or has other keys or values than a table of levels, with line and
    /// column.
    #[error("{}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    /// The levels do not make a table.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The built-in tables: name and TOML text (empty for the default one). The head of each file
/// describes it.
pub const BUILT_IN: [(&str, &str); 7] = [
    ("seeddb", ""),
    ("paper", include_str!("paper.toml")),
    ("balanced-4", include_str!("balanced-4.toml")),
    ("balanced-6", include_str!("balanced-6.toml")),
    ("original", ORIGINAL),
    ("week", include_str!("week.toml")),
    ("even", include_str!("even.toml")),
];

const ORIGINAL: &str = include_str!("original.toml");

/// Returns the built-in table of this name; `None` if there is none.
///
/// ```
/// use seeddb_core::level_table::built_in;
/// use seeddb_core::rating::levels::LevelTable;
/// assert_eq!(built_in("seeddb"), Some(LevelTable::default()));
/// assert_eq!(built_in("balanced-6").map(|table| table.levels().len()), Some(7));
/// ```
pub fn built_in(name: &str) -> Option<LevelTable> {
    let (_, text) = BUILT_IN.into_iter().find(|built_in| built_in.0 == name)?;
    if text.is_empty() { Some(LevelTable::default()) } else { read(text).ok() }
}

/// The name of a built-in table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableName(&'static str);

impl TableName {
    /// Returns the table of this name.
    pub fn table(self) -> LevelTable {
        built_in(self.0).unwrap_or_default()
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for TableName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut names = BUILT_IN.into_iter().map(|(name, _)| name);
        names.find(|own| *own == name).map(Self).ok_or_else(|| {
            let names = BUILT_IN.map(|(name, _)| name).join(", ");
            format!("the program has no table of levels {name:?}: there are {names}")
        })
    }
}

/// Returns the name of a built-in table; `None` for other tables.
pub fn name_of(table: &LevelTable) -> Option<&'static str> {
    let names = BUILT_IN.into_iter().map(|(name, _)| name);
    names.into_iter().find(|name| built_in(name).as_ref() == Some(table))
}

/// Returns the table of databases without a recorded one: they were made when there was no other.
/// Fails only if the built-in text is invalid.
pub fn original() -> Result<LevelTable, TextError> {
    read(ORIGINAL)
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    level: Vec<Row>,
}

/// A level in the text.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    #[serde(default, deserialize_with = "metric")]
    metric: Metric,
    score: Option<Pair<f64>>,
    er: Option<Pair<f64>>,
    tiers: Option<Pair<u8>>,
    clues: Option<Pair<usize>>,
    #[serde(default, deserialize_with = "symmetry")]
    symmetry: ClueSymmetry,
    #[serde(default)]
    techniques: Vec<Named>,
    usual_clues: Option<Pair<usize>>,
    #[serde(default)]
    about: String,
}

fn symmetry<'de, D: Deserializer<'de>>(text: D) -> Result<ClueSymmetry, D::Error> {
    String::deserialize(text)?.parse().map_err(D::Error::custom)
}

/// A technique by its name, in any case, with hyphens or spaces.
#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
struct Named(Technique);

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let plain = |name: &str| name.to_lowercase().replace('-', " ");
        let known = Technique::BUILT_IN.into_iter().find(|one| plain(one.name()) == plain(&name));
        known.map(Self).ok_or_else(|| {
            let names = Technique::BUILT_IN.map(Technique::name).join(", ");
            format!("no technique is named {name:?}: there are {names}")
        })
    }
}

fn metric<'de, D: Deserializer<'de>>(text: D) -> Result<Metric, D::Error> {
    String::deserialize(text)?.parse().map_err(D::Error::custom)
}

/// A list of two values.
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
/// The line and column of the mistake, or the invalid level.
pub fn read(text: &str) -> Result<LevelTable, TextError> {
    let File { level: rows } = toml::from_str(text)?;
    let level = |row: Row| Level {
        name: row.name,
        metric: row.metric,
        score: row.score.map(|Pair(lower, upper)| lower..upper),
        er: row.er.map(|Pair(lower, upper)| lower..upper),
        tiers: row.tiers.map(|Pair(first, last)| first..=last),
        clues: row.clues.map(|Pair(first, last)| first..=last),
        symmetry: row.symmetry,
        techniques: row.techniques.into_iter().map(|Named(technique)| technique).collect(),
        usual_clues: row.usual_clues.map(|Pair(first, last)| first..=last),
        about: row.about,
    };
    Ok(LevelTable::new(rows.into_iter().map(level).collect())?)
}

/// Writes the table as text that [`read`] reads as the same table. Databases store it: the format
/// does not change.
pub fn write(table: &LevelTable) -> String {
    let level = |level: &Level| {
        let mut lines = vec![format!("name = {}", Value::String(level.name.clone()))];
        let mut put = |key: &str, value: Option<String>| {
            lines.extend(value.map(|value| format!("{key} = {value}")));
        };
        let pair = |first: &usize, last: &usize| format!("[{first}, {last}]");
        let text = |text: &str| Value::String(text.to_owned()).to_string();
        put("metric", Some(format!("\"{}\"", level.metric)));
        for (key, bound) in [("score", &level.score), ("er", &level.er)] {
            let bound = bound.as_ref();
            put(key, bound.map(|own| format!("[{}, {}]", number(own.start), number(own.end))));
        }
        let tiers = level.tiers.as_ref();
        put("tiers", tiers.map(|tiers| format!("[{}, {}]", tiers.start(), tiers.end())));
        put("clues", level.clues.as_ref().map(|clues| pair(clues.start(), clues.end())));
        let symmetry = (level.symmetry != ClueSymmetry::None).then_some(level.symmetry);
        put("symmetry", symmetry.map(|symmetry| text(symmetry.name())));
        let names: Vec<String> = level.techniques.iter().map(|one| text(one.name())).collect();
        put("techniques", (!names.is_empty()).then(|| format!("[{}]", names.join(", "))));
        put("usual_clues", level.usual_clues.as_ref().map(|own| pair(own.start(), own.end())));
        put("about", (!level.about.is_empty()).then(|| text(&level.about)));
        format!("[[level]]\n{}\n", lines.join("\n"))
    };
    table.levels().iter().map(level).collect::<Vec<_>>().join("\n")
}

/// Writes whole numbers without a point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::Integer(value as i64)
    } else {
        Value::Float(value)
    }
}
