//! [`StaleCopy`]: the finding that a database lacks records that it once had.

use std::fmt;
use std::path::PathBuf;

use seeddb_core::error::{Data, Fact, Paths};

use crate::plural::counted;
use crate::record::moment;

/// The reason why a database must not issue, give or cancel puzzles: it is an old copy, or a second
/// copy beside the one in use, or cannot be distinguished from one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StaleCopy {
    /// The evidence for that.
    pub why: Why,
    /// The first and last batch with missing puzzles; `None` if no such batch is known.
    pub batches: Option<(u32, u32)>,
    /// The least number of missing puzzles.
    pub puzzles: u64,
    /// The least number of missing keys of puzzles printed elsewhere.
    pub keys: u64,
    /// The least number of missing books.
    pub books: u32,
    /// The least number of missing entries of series and notes.
    pub events: u32,
    /// The least number of missing changes of any kind.
    pub changes: u64,
    /// The time when the first known missing batch was begun, in seconds since 1970 (UTC).
    pub since: Option<u64>,
}

/// The evidence that a database is, or could be, an old copy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Why {
    /// The database lacks records that were seen before.
    #[default]
    Older,
    /// The database has other records in place of those seen: two copies were changed.
    Fork,
    /// This mark exists but cannot be read.
    Unread(PathBuf),
    /// The database that this mark describes is no longer at its path.
    Away(PathBuf),
    /// The database is on a server whose tables were restored from a dump.
    PutBack,
}

impl StaleCopy {
    /// Creates the finding for a database whose mark cannot be read.
    pub(super) fn unread(mark: PathBuf) -> Self {
        Self { why: Why::Unread(mark), ..Self::default() }
    }

    /// Combines two findings.
    pub(super) fn and(self, other: &Self) -> Self {
        let batches = self.batches.into_iter().chain(other.batches);
        let batches = batches.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        // Records known to be missing outweigh a mere possibility.
        let why = match (self.why, &other.why) {
            (Why::Older, Why::Fork) | (Why::Unread(_) | Why::PutBack, Why::Older | Why::Fork) => {
                other.why.clone()
            }
            (why, _) => why,
        };
        Self {
            why,
            batches,
            puzzles: self.puzzles.max(other.puzzles),
            keys: self.keys.max(other.keys),
            books: self.books.max(other.books),
            events: self.events.max(other.events),
            changes: self.changes.max(other.changes),
            since: self.since.into_iter().chain(other.since).min(),
        }
    }

    /// Whether it has other records in the place of those seen.
    pub fn is_fork(&self) -> bool {
        self.why == Why::Fork
    }

    /// Describes the missing records: `300 puzzles of batches 5..7, issued since
    /// 2027-01-31T12:00:00Z`.
    pub fn missing(&self) -> String {
        let mut parts = Vec::new();
        if let Some((first, last)) = self.batches {
            let batches = if first == last {
                format!("of batch {first}")
            } else {
                format!("of batches {first}..{last}")
            };
            let since = self.since.and_then(moment);
            let since = since.map(|since| format!(", issued since {since}")).unwrap_or_default();
            let more = if self.is_fork() { "at least " } else { "" };
            parts.push(format!("{more}{} {batches}{since}", counted(self.puzzles, "puzzle")));
        } else if self.puzzles > 0 {
            parts.push(counted(self.puzzles, "puzzle"));
        }
        let others = [
            (self.keys, "key", ""),
            (self.books.into(), "book", ""),
            (self.events.into(), "change", " of series and notes"),
        ];
        for (count, what, of) in others.into_iter().filter(|other| other.0 > 0) {
            parts.push(format!("{}{of}", counted(count, what)));
        }
        if parts.is_empty() {
            // Changes without a count of their own: voids, approvals, seeds, levels, settings.
            parts.push(counted(self.changes.max(1), "change"));
        }
        parts.join(", ")
    }
}

impl Fact for StaleCopy {
    fn put(&self, _: &'static str, data: &mut Data) {
        self.batches.map(|batches| batches.0).put("first", data);
        self.batches.map(|batches| batches.1).put("last", data);
        self.puzzles.put("missing", data);
        self.keys.put("missing-keys", data);
        self.books.put("missing-books", data);
        self.events.put("missing-events", data);
        self.changes.put("missing-changes", data);
        self.since.and_then(moment).put("since", data);
        self.is_fork().put("fork", data);
    }
}

impl Paths for StaleCopy {
    fn paths(&mut self) -> Vec<&mut PathBuf> {
        match &mut self.why {
            Why::Unread(mark) | Why::Away(mark) => vec![mark],
            Why::Older | Why::Fork | Why::PutBack => Vec::new(),
        }
    }
}

impl fmt::Display for StaleCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Older => write!(
                f,
                "an older copy of the database that was used last, and lacks {}",
                self.missing()
            ),
            Why::Fork => write!(
                f,
                "another copy of the database than the one that was used last, and lacks {}",
                self.missing()
            ),
            Why::Unread(mark) => write!(
                f,
                "not to be told from an old copy: what is remembered of it in {} does not read",
                mark.display()
            ),
            Why::Away(mark) => write!(
                f,
                "not there, and the database that was there has {} (remembered in {})",
                counted(self.puzzles, "puzzle"),
                mark.display()
            ),
            Why::PutBack => f.write_str(
                "put back from a dump of the server: what was drawn after that was made could come again",
            ),
        }
    }
}
