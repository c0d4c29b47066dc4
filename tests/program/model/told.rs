//! [`Told`]: the report of a command that moves records.

use serde_json::Value;

use super::list::At;

/// The rows of `--format jsonl`, and facts from stderr.
#[derive(Clone, Debug, Default)]
pub struct Told {
    rows: Vec<Value>,
    /// Whether marks would reveal every loss; unknown records need not be named.
    pub is_known: bool,
    /// Whether marks show that something is missing.
    pub is_older: bool,
    /// The number of seeds replaced by better ones.
    pub better: u64,
}

impl Told {
    pub fn of(out: &str, err: &str, is_known: bool) -> Self {
        let rows = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let better =
            err.split(" (").filter_map(|rest| rest.split_once(" replaced")?.0.parse::<u64>().ok());
        Self {
            rows,
            is_known,
            is_older: err.contains("known to be missing:"),
            better: better.sum(),
        }
    }

    fn became(&self, became: &'static str) -> impl Iterator<Item = &Value> {
        self.rows.iter().filter(move |row| row["became"] == became)
    }

    fn missing(&self, part: &'static str) -> impl Iterator<Item = &Value> {
        self.became("missing").filter(move |row| row["part"] == part)
    }

    /// Whether something unspecified is missing.
    fn is_unsure(&self) -> bool {
        let without_trace = self.missing("puzzles").any(|row| row["theirs"].is_null());
        self.is_older
            || without_trace
            || !self.is_known
            || self.is_another()
            || self.missing("file").next().is_some()
    }

    /// Whether the database gets a new identity, which no mark knows.
    pub fn is_another(&self) -> bool {
        self.missing("identity").next().is_some()
    }

    fn of_batch(&self, part: &'static str, batch: u32) -> Option<&Value> {
        self.missing(part).find(|row| row["theirs"] == batch)
    }

    /// Whether a puzzle is named as missing.
    pub fn names_puzzle(&self, (batch, number): At) -> bool {
        let is_in = |row: &Value| {
            let what = row["what"].as_str().unwrap_or_default();
            let words = what.split([' ', ',']).filter(|word| !word.is_empty());
            words.into_iter().any(|word| {
                let (first, last) = word.split_once("..").unwrap_or((word, word));
                let ends = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
                ends.is_some_and(|(first, last)| (first..=last).contains(&number))
            })
        };
        let mut rows = self.missing("puzzles").filter(|row| row["theirs"] == batch);
        rows.any(is_in) || self.is_unsure()
    }

    /// Whether at least this many keys of a batch are named as missing.
    pub fn names_keys(&self, batch: u32, count: u64) -> bool {
        let named = self.of_batch("keys", batch).and_then(|row| row["count"].as_u64());
        named.is_some_and(|named| named >= count) || self.names_batch(batch)
    }

    /// Whether the record of a batch is named as missing.
    pub fn names_batch(&self, batch: u32) -> bool {
        self.of_batch("batch", batch).is_some() || self.is_unsure()
    }

    pub fn names_void(&self, batch: u32) -> bool {
        let mut of_all = self.missing("void").filter(|row| row["theirs"].is_null());
        self.of_batch("void", batch).is_some() || of_all.next().is_some() || self.names_batch(batch)
    }

    pub fn names_events(&self, count: u64) -> bool {
        let named: u64 = self.missing("events").filter_map(|row| row["count"].as_u64()).sum();
        named >= count || self.is_unsure()
    }

    pub fn names_books(&self) -> bool {
        self.missing("book").chain(self.missing("places")).next().is_some() || self.is_unsure()
    }

    /// Whether both databases have different records of a day.
    pub fn names_day(&self, day: &str) -> bool {
        self.became("differs").any(|row| row["part"] == "day" && row["name"] == day)
    }

    pub fn has_differing(&self, part: &'static str) -> bool {
        self.became("differs").any(|row| row["part"] == part)
    }

    /// Whether anything is missing or may be.
    pub fn has_missing(&self) -> bool {
        self.became("missing").next().is_some() || self.is_unsure()
    }

    /// Whether anything is missing, differs or is in both databases.
    pub fn has_remarks(&self) -> bool {
        let remarks = ["missing", "differs", "in-both"];
        remarks.into_iter().any(|became| self.became(became).next().is_some())
    }

    /// Returns the number of seeds that may be missing.
    pub fn gone_seeds(&self) -> u64 {
        let named = self.missing("seeds").filter_map(|row| row["count"].as_u64());
        self.better + named.sum::<u64>() + if self.is_unsure() { 1_000 } else { 0 }
    }

    /// Whether a named loss blocks draws.
    pub fn has_loss(&self) -> bool {
        self.became("missing").any(|row| row["part"] != "seeds")
    }
}
