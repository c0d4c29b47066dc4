//! [`Older`]: what a database lacks that was issued before.

use std::fmt;

use crate::plural::counted;
use crate::record::moment;

/// What a database lacks that was issued from it before: it is an old copy that was put back, or a copy beside the one that was drawn
/// from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Older {
    /// The first and the last batch of which something is missing.
    pub batches: (u32, u32),
    /// At least so many puzzles are missing.
    pub puzzles: u64,
    /// When the first of the missing batches that is known was begun, in seconds since 1970 (UTC).
    pub since: Option<u64>,
    /// Whether it has another batch in the place of one that was seen: two copies were drawn from.
    pub is_fork: bool,
}

impl Older {
    /// What is missing by either.
    pub(super) fn and(self, other: &Self) -> Self {
        Self {
            batches: (self.batches.0.min(other.batches.0), self.batches.1.max(other.batches.1)),
            puzzles: self.puzzles.max(other.puzzles),
            since: self.since.into_iter().chain(other.since).min(),
            is_fork: self.is_fork || other.is_fork,
        }
    }

    /// What is missing, in words: `batches 5..7 with 300 puzzles, issued since 2027-01-31T12:00:00Z`.
    pub fn missing(&self) -> String {
        let (first, last) = self.batches;
        let batches = if first == last {
            format!("of batch {first}")
        } else {
            format!("of batches {first}..{last}")
        };
        let since = self.since.and_then(moment);
        let since = since.map(|since| format!(", issued since {since}")).unwrap_or_default();
        let more = if self.is_fork { "at least " } else { "" };
        format!("{more}{} {batches}{since}", counted(self.puzzles, "puzzle"))
    }
}

impl fmt::Display for Older {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_fork { "another copy" } else { "an older copy" };
        write!(f, "{kind} of the database that was drawn from last, and lacks {}", self.missing())
    }
}
