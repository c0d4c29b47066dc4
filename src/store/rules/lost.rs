//! Numbers of batches whose puzzles are lost: a salvage did not find them. They were issued, so nothing else ever gets these numbers.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;
#[cfg(feature = "file")]
use std::str::FromStr;

use super::super::engine::{Done, Fault, Snapshot, Transaction};
use super::super::record::{At, Text};
use super::rows::all_of;
#[cfg(feature = "file")]
use super::rows::{put_all, remove};

/// The beginning of the names under which holes are kept.
const NAME: &str = "lost-";

/// Numbers of a batch, as rising ranges from a first to a last one. As text `3, 7..9`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lost(Vec<(u32, u32)>);

impl Lost {
    /// All numbers from 1 to `last` but those `kept`, which rise.
    pub(in crate::store) fn but(kept: impl IntoIterator<Item = u32>, last: u32) -> Self {
        let (mut holes, mut next) = (Vec::new(), 1_u64);
        for number in kept.into_iter().map(u64::from).chain([u64::from(last) + 1]) {
            if next < number {
                holes.push((next as u32, (number - 1) as u32));
            }
            next = number + 1;
        }
        Self(holes)
    }

    /// Without these numbers, which rise.
    #[cfg(feature = "file")]
    fn without(&self, numbers: &[u32]) -> Self {
        let mut left = Vec::new();
        for &(first, last) in &self.0 {
            let from = numbers.partition_point(|number| *number < first);
            let within = numbers[from..].iter().take_while(|number| **number <= last);
            let mut next = u64::from(first);
            for number in within.map(|number| u64::from(*number)).chain([u64::from(last) + 1]) {
                if next < number {
                    left.push((next as u32, (number - 1) as u32));
                }
                next = number + 1;
            }
        }
        Self(left)
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many numbers.
    pub(in crate::store) fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// The range that the number is in, if it is one of them.
    fn around(&self, number: u32) -> Option<(u32, u32)> {
        let at = self.0.partition_point(|(first, _)| *first <= number);
        self.0[..at].last().copied().filter(|(_, last)| number <= *last)
    }

    /// Whether the number is one of them.
    pub(in crate::store) fn has(&self, number: u32) -> bool {
        self.around(number).is_some()
    }

    /// The greatest of them; 0 if there is none.
    #[cfg(feature = "file")]
    pub(super) fn last(&self) -> u32 {
        self.0.last().map_or(0, |(_, last)| *last)
    }

    /// The last number up to `last` that is none of them; 0 if there is none.
    pub(super) fn last_kept(&self, last: u32) -> u32 {
        self.around(last).map_or(last, |(first, _)| first - 1)
    }

    /// The first number behind `number` that is none of them; none if all are.
    #[cfg(feature = "file")]
    pub(crate) fn next_kept(&self, number: u32) -> Option<u32> {
        let next = number.checked_add(1)?;
        self.around(next).map_or(Some(next), |(_, last)| last.checked_add(1))
    }

    /// The ranges of other numbers from `first` to `last`.
    pub(in crate::store) fn between(&self, first: u32, last: u32) -> Vec<(u32, u32)> {
        let (mut parts, mut next) = (Vec::new(), u64::from(first.max(1)));
        let end = u64::from(last) + 1;
        let holes = self.0.iter().map(|hole| (u64::from(hole.0), u64::from(hole.1)));
        for (begin, last) in holes.chain([(end, end)]) {
            let begin = begin.min(end);
            if next < begin {
                parts.push((next as u32, (begin - 1) as u32));
            }
            next = next.max(last + 1);
        }
        parts
    }
}

/// As in `3, 7..9`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (first, last)) in self.0.iter().enumerate() {
            let between = if at == 0 { "" } else { ", " };
            if first == last {
                write!(f, "{between}{first}")?;
            } else {
                write!(f, "{between}{first}..{last}")?;
            }
        }
        Ok(())
    }
}

/// Each range behind the one before it, with a number between them.
#[cfg(feature = "file")]
impl FromStr for Lost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "lost numbers rise, as in \"3, 7..9\"".to_owned();
        let range = |part: &str| {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
        };
        let mut holes: Vec<(u32, u32)> = Vec::new();
        for part in text.split(',').filter(|_| !text.trim().is_empty()) {
            let (first, last) = range(part).ok_or_else(wrong)?;
            // Two ranges without a number between them are one.
            let from = holes.last().map_or(Some(1), |(_, before)| before.checked_add(2));
            if from.is_none_or(|from| first < from) || last < first {
                return Err(wrong());
            }
            holes.push((first, last));
        }
        Ok(Self(holes))
    }
}

/// What is lost of each batch; a sound database has nothing here.
pub(in crate::store) fn all(from: &dyn Snapshot) -> Done<BTreeMap<u32, Lost>> {
    begin(from, NAME)
}

/// What is lost of this batch.
pub(in crate::store) fn of(from: &dyn Snapshot, batch: u32) -> Done<Lost> {
    Ok(begin(from, &format!("{NAME}{batch}-"))?.remove(&batch).unwrap_or_default())
}

/// What is kept under names that begin so.
fn begin(from: &dyn Snapshot, name: &str) -> Done<BTreeMap<u32, Lost>> {
    // The character after the dash.
    let end = format!("{}.", name.trim_end_matches('-'));
    let rows = all_of::<Text>(from, (Bound::Included(&name.to_owned()), Bound::Excluded(&end)))?;
    let mut all: BTreeMap<u32, Lost> = BTreeMap::new();
    for (name, Text(text)) in rows {
        let read = || {
            let (batch, first) = name.strip_prefix(NAME)?.split_once('-')?;
            let (first, last): (u32, u32) = (first.parse().ok()?, text.parse().ok()?);
            (0 < first && first <= last).then_some((batch.parse().ok()?, (first, last)))
        };
        let (batch, hole): (u32, _) =
            read().ok_or_else(|| Fault::Broken(format!("the text {name} does not read")))?;
        all.entry(batch).or_default().0.push(hole);
    }
    for Lost(holes) in all.values_mut() {
        holes.sort_unstable();
        if holes.windows(2).any(|two| two[0].1 >= two[1].0) {
            return Err(Fault::Broken("two holes of a batch overlap".to_owned()));
        }
    }
    Ok(all)
}

/// Says that these numbers of the batch, which rise, are there again.
#[cfg(feature = "file")]
pub(super) fn found(to: &mut dyn Transaction, batch: u32, numbers: &[u32]) -> Done {
    let lost = of(to, batch)?;
    let first = |(first, _): &(u32, u32)| format!("{NAME}{batch}-{first}");
    remove::<Text>(to, lost.0.iter().map(first))?;
    keep(to, batch, &lost.without(numbers))
}

/// Keeps what is lost of a batch.
#[cfg(feature = "file")]
pub(super) fn keep(to: &mut dyn Transaction, batch: u32, lost: &Lost) -> Done {
    let text = |(_, last): &(u32, u32)| Text(last.to_string());
    let texts: Vec<Text> = lost.0.iter().map(text).collect();
    let name = |(first, _): &(u32, u32)| format!("{NAME}{batch}-{first}");
    put_all(to, lost.0.iter().map(name).zip(&texts))
}

/// Whether the puzzle at this place is lost.
pub(in crate::store) fn is_lost(from: &dyn Snapshot, (batch, number): At) -> Done<bool> {
    Ok(of(from, batch)?.has(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn holes_are_what_is_not_kept() {
        for rng_seed in 0..500 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let all = rng.random_range(0..30);
            let kept: Vec<u32> = (1..=all).filter(|_| rng.random_bool(0.6)).collect();
            let lost = Lost::but(kept.iter().copied(), all);
            assert_eq!(lost.count(), u64::from(all) - kept.len() as u64, "{rng_seed}");
            assert_eq!(lost.last_kept(all), kept.last().copied().unwrap_or(0), "{rng_seed}");
            for number in 1..=all {
                assert_eq!(lost.has(number), !kept.contains(&number), "{rng_seed}");
            }
            assert!(!lost.has(0) && !lost.has(all + 1));
            assert_eq!(
                (lost.is_empty(), lost.last()),
                (lost.count() == 0, {
                    (1..=all).rev().find(|number| !kept.contains(number)).unwrap_or(0)
                })
            );
            for number in 0..=all + 1 {
                let before = (1..=number).rev().find(|number| !lost.has(*number)).unwrap_or(0);
                assert_eq!(lost.last_kept(number), before, "{rng_seed}");
                let behind = (number + 1..=all + 2).find(|number| !lost.has(*number));
                assert_eq!(lost.next_kept(number), behind, "{rng_seed}");
            }
            assert_eq!(lost.to_string().parse(), Ok(lost.clone()), "{rng_seed}");
            let (from, to) = (rng.random_range(1..32), rng.random_range(0..32));
            let between = lost.between(from, to.min(all));
            let between = between.into_iter().flat_map(|(first, last)| first..=last);
            let expected = kept.iter().copied().filter(|kept| (from..=to).contains(kept));
            assert!(between.eq(expected), "{rng_seed}");
            let found: Vec<u32> = (0..=all + 1).filter(|_| rng.random_bool(0.3)).collect();
            let left = Lost::but(kept.iter().copied(), all).without(&found);
            for number in 0..=all + 1 {
                let expected = lost.has(number) && !found.contains(&number);
                assert_eq!(left.has(number), expected, "{rng_seed}");
            }
        }
        assert_eq!(Lost::but([1, 2, 5, 7], 9).to_string(), "3..4, 6, 8..9");
        assert_eq!(Lost::but([u32::MAX], u32::MAX).to_string(), "1..4294967294");
        let all = Lost::but([], u32::MAX);
        assert_eq!((all.count(), all.next_kept(0)), (u64::from(u32::MAX), None));
        assert_eq!(" 3..4,6 ".parse(), Ok(Lost(vec![(3, 4), (6, 6)])));
        for wrong in ["0", "3..2", "4, 4", "4, 3", "3, 4", "3..", "x", ",", "1,", "4294967296"] {
            assert!(wrong.parse::<Lost>().is_err(), "{wrong}");
        }
        for wrong in ["4294967294, 4294967295", "2..4294967295, 4294967295"] {
            assert!(wrong.parse::<Lost>().is_err(), "{wrong}");
        }
    }
}
