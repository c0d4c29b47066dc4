//! Levels: named bounds on the score and the tier.
//!
//! A level takes puzzles with `lower <= m < upper` and `first <= tier <= last`; it has at least one of
//! the two bounds. A table is ordered, and its levels may overlap: a puzzle is labelled with the first that
//! takes it. As TOML:
//!
//! ```toml
//! [[level]]
//! name = "easy"
//! metric = "hsolve"     # the default; or branch, box-norm, technique, restarts
//! score = [317, 599]    # from 317 to below 599
//! tiers = [0, 0]        # from 0 to 0
//! ```
//!
//! The default bounds are those of hsolve (Chang, Fan, Sun, 2008), section 5.

use std::ops::{Range, RangeInclusive};

use toml::{Table, Value};

use super::metric::{Metric, UnknownMetric};
use crate::logic::Ladder;

/// A named difficulty.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// Its name: no spaces.
    pub name: String,
    /// What `score` is about.
    pub metric: Metric,
    /// Takes scores from the start to below the end, and no puzzle without a score; `None` takes all.
    pub score: Option<Range<f64>>,
    /// Takes these tiers, both ends included; `None` takes all.
    pub tiers: Option<RangeInclusive<u8>>,
}

impl Level {
    /// Whether it takes a puzzle of this tier and score.
    pub fn admits(&self, tier: u8, score: Option<f64>) -> bool {
        let score_fits = |range: &Range<f64>| score.is_some_and(|score| range.contains(&score));
        self.score.as_ref().is_none_or(score_fits)
            && self.tiers.as_ref().is_none_or(|tiers| tiers.contains(&tier))
    }

    /// What is wrong with it, if anything.
    fn check(&self) -> Result<(), LevelError> {
        let wrong =
            |key, what: String| Err(LevelError::Value { level: self.name.clone(), key, what });
        if self.name.is_empty() || self.name.contains(|c: char| c.is_whitespace() || c.is_control())
        {
            return wrong("name", format!("{:?} is empty or has spaces", self.name));
        }
        match (&self.score, &self.tiers) {
            (None, None) => return Err(LevelError::Unbounded(self.name.clone())),
            (Some(score), _) if score.start.is_nan() || score.end.is_nan() || score.is_empty() => {
                return wrong(
                    "score",
                    format!("nothing lies from {} to below {}", score.start, score.end),
                );
            }
            (_, Some(tiers)) if tiers.is_empty() => {
                return wrong(
                    "tiers",
                    format!("no tier lies from {} to {}", tiers.start(), tiers.end()),
                );
            }
            _ => {}
        }
        Ok(())
    }
}

/// Why something is no level table, or a name no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// No level has that name.
    #[error("no level named '{name}': there are {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are, with commas.
        known: String,
    },
    /// Two levels with one name.
    #[error("two levels are named '{0}': rename one")]
    Duplicate(String),
    /// A level that takes everything.
    #[error("level '{0}' has neither score nor tiers: give at least one")]
    Unbounded(String),
    /// A bad value.
    #[error("level '{level}', {key}: {what}")]
    Value {
        /// The level.
        level: String,
        /// The key.
        key: &'static str,
        /// What is wrong.
        what: String,
    },
    /// A key that levels do not have.
    #[error("level '{level}': unknown key '{key}' (there are name, metric, score, tiers)")]
    Key {
        /// The level.
        level: String,
        /// The key.
        key: String,
    },
    /// A level without a name.
    #[error("level number {0} has no name: give it one, as name = \"easy\"")]
    Nameless(usize),
    /// No level at all.
    #[error("a level table needs a [[level]]")]
    Empty,
    /// A key beside the levels.
    #[error("unknown key '{0}': a level table holds [[level]] only")]
    Stray(String),
    /// Not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
}

/// An ordered table of levels with different names.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelTable(Vec<Level>);

impl Default for LevelTable {
    /// Easy, medium, hard, expert and beyond.
    fn default() -> Self {
        let level = |name: &str, score, tiers| Level {
            name: name.to_owned(),
            metric: Metric::Hsolve,
            score,
            tiers: Some(tiers),
        };
        Self(vec![
            level("easy", Some(317.0..599.0), 0..=0),
            level("medium", Some(599.0..929.0), 0..=1),
            level("hard", Some(929.0..2762.0), 0..=4),
            level("expert", Some(2762.0..20958.0), 2..=5),
            level("beyond", None, 6..=6),
        ])
    }
}

impl LevelTable {
    /// The tables in the program: name and TOML text (nothing for the default one). The balanced ones are levels of equal
    /// shares of random minimal puzzles; the head of each file says of which.
    pub const BUILT_IN: [(&str, &str); 3] = [
        ("paper", ""),
        ("balanced-4", include_str!("balanced-4.toml")),
        ("balanced-6", include_str!("balanced-6.toml")),
    ];

    /// The table of this name in the program.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::rating::levels::LevelTable;
    /// assert_eq!(LevelTable::built_in("paper"), Some(LevelTable::default()));
    /// assert_eq!(LevelTable::built_in("balanced-6").map(|table| table.levels().len()), Some(7));
    /// ```
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILT_IN.into_iter().find(|built_in| built_in.0 == name)?;
        if text.is_empty() { Some(Self::default()) } else { Self::from_toml(text).ok() }
    }

    /// A table of these levels, in this order.
    ///
    /// # Errors
    /// Says which level is wrong and how.
    pub fn new(levels: Vec<Level>) -> Result<Self, LevelError> {
        if levels.is_empty() {
            return Err(LevelError::Empty);
        }
        for (i, level) in levels.iter().enumerate() {
            level.check()?;
            if levels[..i].iter().any(|other| other.name == level.name) {
                return Err(LevelError::Duplicate(level.name.clone()));
            }
        }
        Ok(Self(levels))
    }

    /// Checks the tiers that the levels name. A table read from a database may be about another ladder; one that is
    /// given for this ladder should not.
    ///
    /// # Errors
    /// Names a level with a tier that the ladder does not have.
    pub fn check_tiers(&self, ladder: &Ladder) -> Result<(), LevelError> {
        let beyond = ladder.beyond();
        for level in &self.0 {
            let last = level.tiers.as_ref().map_or(0, |tiers| *tiers.end());
            if last > beyond {
                return Err(LevelError::Value {
                    level: level.name.clone(),
                    key: "tiers",
                    what: format!("there is no tier {last}, the last is {beyond}"),
                });
            }
        }
        Ok(())
    }

    /// The table, if its names are harmless wherever they are printed: no invisible character that steers a terminal or
    /// turns the direction of writing, and no beginning that makes a formula of them in a spreadsheet. For tables that
    /// come from elsewhere; one in a database has been through this.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::rating::levels::LevelTable;
    /// let named = |name: &str| LevelTable::from_toml(&format!("[[level]]\nname = {name:?}\ntiers = [0, 1]"));
    /// assert!(named("leicht-1")?.with_harmless_names().is_ok());
    /// assert!(named("=cmd|'/C'!A0")?.with_harmless_names().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError::Value`], which names the level.
    pub fn with_harmless_names(self) -> Result<Self, LevelError> {
        let wrong = |level: &Level, what: &str| {
            let (name, key) = (level.name.escape_debug(), "name");
            Err(LevelError::Value { level: name.to_string(), key, what: what.to_owned() })
        };
        for level in &self.0 {
            if level.name.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
                return wrong(level, "spreadsheets take it for a formula: begin with a letter");
            }
            // Debug output spells such characters as numbers; accents stand behind a letter.
            let is_printed = |c: char| format!("a{c}").escape_debug().count() <= 3;
            if !level.name.chars().all(is_printed) {
                return wrong(level, "it has a character that is not printed: leave it out");
            }
        }
        Ok(self)
    }

    /// Its levels, in order.
    pub fn levels(&self) -> &[Level] {
        &self.0
    }

    /// The level of this name.
    ///
    /// # Errors
    /// [`LevelError::Unknown`], which lists the names there are.
    pub fn get(&self, name: &str) -> Result<&Level, LevelError> {
        self.0.iter().find(|level| level.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|level| level.name.as_str()).collect();
            LevelError::Unknown { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// The first level that takes a puzzle of this tier and score.
    pub fn of(&self, tier: u8, score: Option<f64>) -> Option<&Level> {
        self.place(tier, score).map(|place| &self.0[place])
    }

    /// Its place in [`LevelTable::levels`].
    pub fn place(&self, tier: u8, score: Option<f64>) -> Option<usize> {
        self.0.iter().position(|level| level.admits(tier, score))
    }

    /// Reads a table.
    ///
    /// # Errors
    /// Names the level and the key that is wrong.
    pub fn from_toml(text: &str) -> Result<Self, LevelError> {
        let mut table: Table = text.parse().map_err(|error: toml::de::Error| {
            LevelError::Syntax(error.to_string().trim().to_owned())
        })?;
        let levels = table.remove("level").ok_or(LevelError::Empty);
        if let Some(key) = table.keys().next() {
            return Err(LevelError::Stray(key.clone()));
        }
        let Value::Array(levels) = levels? else { return Err(LevelError::Empty) };
        let levels = levels.into_iter().enumerate().map(|(i, value)| match value {
            Value::Table(table) => read_level(i + 1, table),
            _ => Err(LevelError::Empty),
        });
        Self::new(levels.collect::<Result<_, _>>()?)
    }

    /// The table as text that [`LevelTable::from_toml`] reads as the same table.
    pub fn to_toml(&self) -> String {
        let level = |level: &Level| {
            let name = Value::String(level.name.clone());
            let score = level.score.as_ref();
            let score = score
                .map(|score| format!("score = [{}, {}]\n", number(score.start), number(score.end)));
            let tiers = level.tiers.as_ref();
            let tiers =
                tiers.map(|tiers| format!("tiers = [{}, {}]\n", tiers.start(), tiers.end()));
            let (score, tiers) = (score.unwrap_or_default(), tiers.unwrap_or_default());
            format!("[[level]]\nname = {name}\nmetric = \"{}\"\n{score}{tiers}", level.metric)
        };
        self.0.iter().map(level).collect::<Vec<_>>().join("\n")
    }
}

/// Whole numbers without a point, as people write them.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::Integer(value as i64)
    } else {
        Value::Float(value)
    }
}

/// The level of a TOML table, the `place`-th of its file.
fn read_level(place: usize, mut table: Table) -> Result<Level, LevelError> {
    let Some(Value::String(name)) = table.remove("name") else {
        return Err(LevelError::Nameless(place));
    };
    let wrong =
        |key, what: &str| LevelError::Value { level: name.clone(), key, what: what.to_owned() };
    let metric = match table.remove("metric") {
        None => Metric::default(),
        Some(Value::String(metric)) => {
            metric.parse().map_err(|error: UnknownMetric| wrong("metric", &error.to_string()))?
        }
        Some(other) => return Err(wrong("metric", &format!("{other} is no name"))),
    };
    let score = match table.remove("score") {
        None => None,
        Some(value) => {
            let [lower, upper] = pair(&value, |value| match value {
                Value::Integer(whole) => Some(*whole as f64),
                Value::Float(score) => Some(*score),
                _ => None,
            })
            .ok_or_else(|| {
                wrong("score", &format!("{value} is no pair of numbers, as [317, 599]"))
            })?;
            Some(lower..upper)
        }
    };
    let tiers = match table.remove("tiers") {
        None => None,
        Some(value) => {
            let [first, last] = pair(&value, |value| u8::try_from(value.as_integer()?).ok())
                .ok_or_else(|| {
                    wrong("tiers", &format!("{value} is no pair of tiers, as [0, 1]"))
                })?;
            Some(first..=last)
        }
    };
    match table.keys().next() {
        Some(key) => Err(LevelError::Key { level: name, key: key.clone() }),
        None => Ok(Level { name, metric, score, tiers }),
    }
}

/// Both values of a list of two.
fn pair<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<[T; 2]> {
    match value.as_array()?.as_slice() {
        [a, b] => Some([read(a)?, read(b)?]),
        _ => None,
    }
}
