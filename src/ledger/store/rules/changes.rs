//! The counter of changes, with a random token of each change that it remembers.
//!
//! The number alone would not distinguish a diverged copy with fewer changes; the tokens do. The
//! tokens of the last [`ALL`] changes are kept, and those of every earlier change whose number is a
//! multiple of [`ALL`], as far back as [`FAR`]. Two copies that were both changed differ in one of
//! them, unless one is ahead by more than [`ALL`] changes and by twice the number of the other's
//! own changes.
//!
//! The same text holds [totals](total) of rows that are changed in place: the remains of a file may
//! have an earlier version of such a row, without a gap to show it.

use std::fmt;
use std::str::FromStr;

use super::super::engine::{Abort, Done, Snapshot, Transaction};
use super::texts;

pub(in crate::store) const CHANGES: &str = "changes";
/// The number of recent changes whose tokens are all kept.
const ALL: u64 = 32;
/// The name of the total of void puzzles. The totals for level tables, and for imports taken back,
/// are named like their texts.
pub(in crate::store) const VOID: &str = "void";
/// Tokens of changes older than this are dropped.
const FAR: u64 = ALL * ALL;

/// The number of a change, from 1, and its token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::store) struct Change {
    pub count: u64,
    pub token: u64,
}

/// The changes that a database remembers, latest first. As text `57:0123456789abcdef 56:...`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::store) struct Changes(Vec<Change>);

/// A database's missing changes, compared with changes seen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Lacking {
    /// The least number of missing changes.
    pub count: u64,
    /// Whether it has another change with the number of one seen before.
    pub is_fork: bool,
}

impl Changes {
    pub fn count(&self) -> u64 {
        self.0.first().map_or(0, |last| last.count)
    }

    /// Whether the token of the change with this number is kept.
    fn is_kept(&self, count: u64) -> bool {
        let age = self.count().saturating_sub(count);
        age < ALL || count.is_multiple_of(ALL) && age < FAR
    }

    fn tidy(mut self) -> Self {
        self.0.sort_unstable_by(|one, other| other.cmp(one));
        self.0.dedup();
        let kept = self.0.iter().filter(|change| self.is_kept(change.count)).copied().collect();
        Self(kept)
    }

    /// Returns the union of both.
    pub fn and(mut self, other: &Self) -> Self {
        self.0.extend(&other.0);
        self.tidy()
    }

    /// Returns the changes of `seen` that these lack; `None` if they lack none.
    pub fn lack(&self, seen: &Self) -> Option<Lacking> {
        let is_missing = |change: &&Change| !self.0.contains(change) && self.is_kept(change.count);
        let missing: Vec<&Change> = seen.0.iter().filter(is_missing).collect();
        let more = missing.first()?.count.saturating_sub(self.count());
        let is_fork = missing.iter().any(|change| change.count <= self.count());
        Some(Lacking { count: more.max(missing.len() as u64), is_fork })
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Change { count, token }) in self.0.iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            write!(f, "{blank}{count}:{token:016x}")?;
        }
        Ok(())
    }
}

impl FromStr for Changes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let change = |word: &str| {
            let (count, token) = word.split_once(':')?;
            let token = u64::from_str_radix(token, 16).ok()?;
            Some(Change { count: count.parse().ok()?, token })
        };
        let changes = words(text, false).map(change).collect::<Option<Vec<_>>>();
        changes.map(|changes| Self(changes).tidy()).ok_or("no list of changes")
    }
}

/// Returns the words of the text that are totals, or those that are changes.
fn words(text: &str, are_totals: bool) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace().filter(move |word| word.contains('=') == are_totals)
}

/// Returns the total of this name, as in `void=8`; 0 if the text has none.
pub(in crate::store) fn total(text: &str, name: &str) -> u64 {
    let mut totals = words(text, true).filter_map(|word| word.split_once('='));
    totals.find(|total| total.0 == name).and_then(|total| total.1.parse().ok()).unwrap_or(0)
}

/// Adds to a total.
pub(super) fn add(to: &mut dyn Transaction, name: &str, more: u64) -> Done {
    let text = texts::text(to, CHANGES)?.unwrap_or_default();
    let total = format!("{name}={}", total(&text, name).saturating_add(more));
    let others = |word: &&str| word.split_once('=').is_none_or(|one| one.0 != name);
    let mut all: Vec<&str> =
        text.split_ascii_whitespace().filter(others).chain([&*total]).collect();
    // Totals follow the changes, sorted by name.
    all.sort_by_key(|word| word.contains('=').then_some(*word));
    texts::set(to, CHANGES, &all.join(" "))
}

/// Parses the changes; without a text there are none.
pub(in crate::store) fn read(text: Option<String>) -> Done<Changes> {
    let Some(text) = text else { return Ok(Changes::default()) };
    text.parse().map_err(|_| Abort::Corrupt("its count of changes does not read".to_owned()))
}

pub(in crate::store) fn of(from: &dyn Snapshot) -> Done<Changes> {
    read(texts::text(from, CHANGES)?)
}

fn keep(to: &mut dyn Transaction, changes: Changes) -> Done<Changes> {
    let text = texts::text(to, CHANGES)?.unwrap_or_default();
    let list = changes.to_string();
    let all: Vec<&str> = [&*list].into_iter().chain(words(&text, true)).collect();
    texts::set(to, CHANGES, &all.join(" "))?;
    Ok(changes)
}

/// Counts one more change, with this token.
pub(in crate::store) fn count(to: &mut dyn Transaction, token: u64) -> Done<Changes> {
    let mut changes = of(to)?;
    let count = changes.count().saturating_add(1);
    changes.0.insert(0, Change { count, token });
    keep(to, changes.tidy())
}

/// Records that this database includes all changes of another copy.
pub(super) fn follow(to: &mut dyn Transaction, theirs: &Changes) -> Done {
    let own = of(to)?;
    let all = own.clone().and(theirs);
    if all == own { Ok(()) } else { keep(to, all).map(drop) }
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn counted(changes: &Changes, rng: &mut SmallRng) -> Changes {
        let mut changes = changes.clone();
        let count = changes.count() + 1;
        changes.0.insert(0, Change { count, token: rng.random() });
        changes.tidy()
    }

    fn more(changes: &Changes, many: u64, rng: &mut SmallRng) -> Changes {
        (0..many).fold(changes.clone(), |changes, _| counted(&changes, rng))
    }

    /// A later copy lacks no changes; an earlier one lacks some; two diverged copies differ.
    #[test]
    fn copies_are_told_apart() {
        for rng_seed in 0..300 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let many = rng.random_range(0..200);
            let common = more(&Changes::default(), many, rng);
            let many = rng.random_range(1..200);
            let later = more(&common, many, rng);
            assert_eq!(later.lack(&common), None, "RNG seed {rng_seed}");
            assert_eq!(later.lack(&later), None, "RNG seed {rng_seed}");
            let lacking = common.lack(&later).unwrap();
            assert_eq!((lacking.count, lacking.is_fork), (many, false), "RNG seed {rng_seed}");
            let many = rng.random_range(1..=ALL);
            let other = more(&common, many, rng);
            assert!(other.lack(&later).is_some(), "RNG seed {rng_seed}");
            let behind = later.count().saturating_sub(other.count());
            if behind < ALL || behind <= (many / 2).min(FAR / 2) {
                assert!(later.lack(&other).unwrap().is_fork, "RNG seed {rng_seed}");
            }
            let both = counted(&later.clone().and(&other), rng);
            assert_eq!((both.lack(&later), both.lack(&other)), (None, None), "RNG seed {rng_seed}");
            assert!(both.0.len() as u64 <= 4 * ALL);
            assert_eq!(later.to_string().parse(), Ok(later.clone()), "RNG seed {rng_seed}");
        }
        let far = more(&Changes::default(), 5_000, &mut SmallRng::seed_from_u64(1));
        assert_eq!((far.count(), far.0.len() as u64), (5_000, 2 * ALL - 1));
    }
}
