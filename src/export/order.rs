//! [`Order`]: in which order puzzles are listed, as `level,-score`.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Row;
use seeddb_core::rating::levels::{Level, LevelTable};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Score,
    Clues,
    Level,
    Tier,
    Er,
    Id,
    Number,
}

const NAMES: [(&str, By); 7] = [
    ("score", By::Score),
    ("clues", By::Clues),
    ("level", By::Level),
    ("tier", By::Tier),
    ("er", By::Er),
    ("id", By::Id),
    ("number", By::Number),
];

/// One key of an order: as text, and so in JSON, `score`, or `-score` for the greatest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SortKey {
    by: By,
    /// The greatest first.
    falling: bool,
}

impl FromStr for SortKey {
    type Err = UnknownSortKey;

    fn from_str(text: &str) -> Result<Self, UnknownSortKey> {
        let text = text.trim();
        let (name, falling) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let found = NAMES.iter().find(|(own, _)| *own == name);
        let key = found.map(|&(_, by)| Self { by, falling });
        key.ok_or_else(|| UnknownSortKey(text.to_owned()))
    }
}

/// Nothing is sorted by that.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}: sort by {names}; -score begins with the greatest", names = NAMES.map(|(name, _)| name).join(", "))]
pub struct UnknownSortKey(String);

impl fmt::Display for SortKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, by)| *by == self.by).map_or("", |(name, _)| name);
        write!(f, "{}{name}", if self.falling { "-" } else { "" })
    }
}

impl From<SortKey> for String {
    fn from(key: SortKey) -> Self {
        key.to_string()
    }
}

impl TryFrom<String> for SortKey {
    type Error = UnknownSortKey;

    fn try_from(text: String) -> Result<Self, UnknownSortKey> {
        text.parse()
    }
}

/// Keys, the first first; puzzles that are alike in all of them stay in the order in which they come.
#[derive(Clone, Debug)]
pub struct Order {
    keys: Vec<SortKey>,
    /// The levels, the easiest first; others come after them, by name.
    levels: Vec<String>,
}

impl Order {
    /// None without keys.
    pub fn of(keys: &[SortKey], levels: &LevelTable) -> Option<Self> {
        let name = |level: &Level| level.name.clone();
        let levels = levels.levels().iter().map(name).collect();
        (!keys.is_empty()).then(|| Self { keys: keys.to_vec(), levels })
    }

    /// Puts rows into this order.
    pub fn sort(&self, rows: &mut [Row]) {
        let compare = |a: &Row, b: &Row| {
            let each = self.keys.iter().map(|key| self.compare(*key, a, b));
            each.fold(Ordering::Equal, Ordering::then)
        };
        rows.sort_by(compare);
    }

    /// The keys by which nothing is put into order, as no row has such a value.
    pub fn idle(&self, rows: &[Row]) -> Vec<String> {
        let has = |by: By| match by {
            By::Score => rows.iter().any(|row| row.score.is_some()),
            By::Er => rows.iter().any(|row| row.er.is_some()),
            By::Level => rows.iter().any(|row| row.level.is_some()),
            By::Clues | By::Tier | By::Id | By::Number => true,
        };
        self.keys.iter().filter(|key| !has(key.by)).map(SortKey::to_string).collect()
    }

    fn compare(&self, SortKey { by, falling }: SortKey, a: &Row, b: &Row) -> Ordering {
        let turned = |order: Ordering| if falling { order.reverse() } else { order };
        // What has none comes last, whichever end is first.
        let known = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => turned(a.total_cmp(&b)),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        let er = |row: &Row| row.er.as_deref().and_then(|er| er.parse().ok());
        match by {
            By::Score => known(a.score, b.score),
            By::Er => known(er(a), er(b)),
            By::Clues => turned(a.clues.cmp(&b.clues)),
            By::Tier => turned(a.tier.cmp(&b.tier)),
            By::Id => turned(a.id.cmp(&b.id)),
            By::Number => turned((a.batch, a.number).cmp(&(b.batch, b.number))),
            By::Level => match (self.place(a), self.place(b)) {
                (Some(a), Some(b)) => turned(a.cmp(&b)),
                (a, b) => b.is_some().cmp(&a.is_some()),
            },
        }
    }

    fn place<'a>(&self, row: &'a Row) -> Option<(usize, &'a str)> {
        let name = row.level.as_deref()?;
        let at = self.levels.iter().position(|level| level == name);
        Some((at.unwrap_or(usize::MAX), name))
    }
}
