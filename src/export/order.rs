//! [`Order`]: the order of listed puzzles, such as `level,-score`.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::column::Cell;
use super::{PuzzleColumn, Row};
use seeddb_core::rating::levels::{Level, LevelTable};

/// The columns by which puzzles are sorted.
const NAMES: [&str; 7] = ["score", "clues", "level", "tier", "er", "id", "number"];

/// One key of an order. As text and in JSON it is `score`, or `-score` for descending order.
#[derive(Clone, Copy, Debug)]
pub struct SortKey {
    by: &'static PuzzleColumn,
    /// Whether the order is descending.
    falling: bool,
}

impl FromStr for SortKey {
    type Err = UnknownSortKey;

    fn from_str(text: &str) -> Result<Self, UnknownSortKey> {
        let text = text.trim();
        let (name, falling) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let by = PuzzleColumn::named(name).filter(|by| NAMES.contains(&by.name));
        by.map(|by| Self { by, falling }).ok_or_else(|| UnknownSortKey(text.to_owned()))
    }
}

/// The error for a column that is no sort key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}: sort by {names}; -score begins with the greatest", names = NAMES.join(", "))]
pub struct UnknownSortKey(String);

impl fmt::Display for SortKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.falling { "-" } else { "" }, self.by.name)
    }
}

as_text!(SortKey);

/// An order by several keys, the most significant first; puzzles equal in all keys keep their
/// order.
#[derive(Clone, Debug)]
pub struct Order {
    keys: Vec<SortKey>,
    /// The names of the levels, easiest first; other levels come after them, by name.
    levels: Vec<String>,
}

impl Order {
    /// Returns the order of these keys; `None` without keys.
    pub fn of(keys: &[SortKey], levels: &LevelTable) -> Option<Self> {
        let name = |level: &Level| level.name.clone();
        let levels = levels.levels().iter().map(name).collect();
        (!keys.is_empty()).then(|| Self { keys: keys.to_vec(), levels })
    }

    /// Sorts rows; the sort is stable.
    pub fn sort(&self, rows: &mut [Row]) {
        let compare = |a: &Row, b: &Row| {
            let each = self.keys.iter().map(|key| self.compare(*key, a, b));
            each.fold(Ordering::Equal, Ordering::then)
        };
        rows.sort_by(compare);
    }

    /// Returns the keys for which no row has a value, so that they do not sort.
    pub fn idle(&self, rows: &[Row]) -> Vec<String> {
        let is_idle = |key: &&SortKey| rows.iter().all(|row| (key.by.cell)(row) == Cell::Nothing);
        self.keys.iter().filter(is_idle).map(SortKey::to_string).collect()
    }

    fn compare(&self, SortKey { by, falling }: SortKey, a: &Row, b: &Row) -> Ordering {
        let turned = |order: Ordering| if falling { order.reverse() } else { order };
        let order = match (by.name, (by.cell)(a), (by.cell)(b)) {
            ("level", ..) => match (self.place(a), self.place(b)) {
                (Some(a), Some(b)) => a.cmp(&b),
                (a, b) => return b.is_some().cmp(&a.is_some()),
            },
            ("number", ..) => (a.batch, a.number).cmp(&(b.batch, b.number)),
            (_, Cell::Score(a), Cell::Score(b)) => a.total_cmp(&b),
            (_, Cell::Whole(a), Cell::Whole(b)) => a.cmp(&b),
            (_, Cell::Text(a), Cell::Text(b)) => a.cmp(&b),
            // Puzzles without that value come last, whatever the direction.
            (_, a, b) => return (a == Cell::Nothing).cmp(&(b == Cell::Nothing)),
        };
        turned(order)
    }

    fn place<'a>(&self, row: &'a Row) -> Option<(usize, &'a str)> {
        let name = row.level.as_deref()?;
        let at = self.levels.iter().position(|level| level == name);
        Some((at.unwrap_or(usize::MAX), name))
    }
}
