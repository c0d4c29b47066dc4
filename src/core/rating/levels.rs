//! Levels: named bounds on the score and the tier.
//!
//! A level takes puzzles with `lower <= m < upper` and `first <= tier <= last`; it has at least one of
//! the two bounds. A table is ordered, and its levels may overlap: a puzzle is labelled with the first that
//! takes it.
//!
//! The default bounds are those of hsolve (Chang, Fan, Sun, 2008), section 5.

use std::ops::{Range, RangeInclusive};

use super::metric::Metric;
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
    /// No level at all.
    #[error("a level table needs a [[level]]")]
    Empty,
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
    /// use seeddb::rating::levels::{Level, LevelTable};
    /// use seeddb::rating::metric::Metric;
    /// let level = |name: &str| Level { name: name.to_owned(), metric: Metric::Hsolve, score: None, tiers: Some(0..=1) };
    /// let named = |name: &str| LevelTable::new(vec![level(name)]);
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
}
