//! [`Order`]: in which order puzzles are printed, as `--sort level,-score`.

use std::cmp::Ordering;
use std::str::FromStr;

use seeddb::export::Row;
use seeddb::rating::levels::LevelTable;

use super::sink::Sink;

/// What rows are ordered by.
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

/// One key of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    by: By,
    /// The greatest first.
    falling: bool,
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, falling) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let found = NAMES.iter().find(|(own, _)| *own == name);
        let key = found.map(|&(_, by)| Self { by, falling });
        key.ok_or_else(|| {
            let names = NAMES.map(|(name, _)| name).join(", ");
            format!("{text}: sort by {names}; -score begins with the greatest")
        })
    }
}

/// Keys, the first first; puzzles that are alike in all of them stay in the order in which they come.
#[derive(Clone, Debug)]
pub struct Order {
    keys: Vec<Key>,
    /// The levels, the easiest first; others come after them, by name.
    levels: Vec<String>,
}

impl Order {
    /// None without keys.
    pub fn of(keys: &[Key], levels: &LevelTable) -> Option<Self> {
        let name = |level: &seeddb::rating::levels::Level| level.name.clone();
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

    fn compare(&self, Key { by, falling }: Key, a: &Row, b: &Row) -> Ordering {
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

/// A sink that waits for all rows if they are to be in an order.
pub struct Sorted {
    pub sink: Sink,
    order: Option<Order>,
    held: Vec<Row>,
}

impl Sorted {
    /// With rows as they come, if there is no order.
    pub fn new(sink: Sink, order: Option<Order>) -> Self {
        Self { sink, order, held: Vec::new() }
    }

    /// Takes rows, and shows them at once if they need not wait.
    pub fn rows(&mut self, rows: Vec<Row>) -> anyhow::Result<()> {
        if self.order.is_some() {
            self.held.extend(rows);
            return Ok(());
        }
        self.sink.rows(&rows)?;
        self.sink.flush()
    }

    /// Shows what waits, and ends the output: [`Sink::finish_if`].
    pub fn finish_if(mut self, has_rows: bool) -> anyhow::Result<()> {
        if let Some(order) = &self.order {
            order.sort(&mut self.held);
            self.sink.rows(&self.held)?;
        }
        self.sink.finish_if(has_rows)
    }
}
