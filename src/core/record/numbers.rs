//! [`Numbers`]: the numbers of a batch whose puzzles are lost.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Numbers of a batch, as rising ranges from first to last. In text `3, 7..9`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbers(Vec<(u32, u32)>);

impl Numbers {
    /// Builds a set of ranges; `None` unless each starts after the one before, with a gap of at
    /// least one number.
    pub fn of_ranges(ranges: Vec<(u32, u32)>) -> Option<Self> {
        let mut end = Some(0_u64);
        for &(first, last) in &ranges {
            end = end.filter(|end| *end < u64::from(first) && first <= last);
            end = end.map(|_| u64::from(last) + 1);
        }
        end.map(|_| Self(ranges))
    }

    /// Returns all numbers from 1 to `last` except `kept`, which rise.
    pub fn but(kept: impl IntoIterator<Item = u32>, last: u32) -> Self {
        Self(without(kept.into_iter().map(|number| (number, number)), 1, last))
    }

    /// Removes these numbers, which rise.
    pub fn without(&self, numbers: &[u32]) -> Self {
        let left = |&(first, last): &(u32, u32)| {
            let from = numbers.partition_point(|number| *number < first);
            without(numbers[from..].iter().map(|&number| (number, number)), first, last)
        };
        Self(self.0.iter().flat_map(left).collect())
    }

    /// Returns the numbers after `before`, up to `last`, that are not in `kept`, which rise.
    pub fn gaps(kept: &[u32], before: u32, last: u32) -> Self {
        let kept = kept.iter().copied().filter(|number| *number > before);
        let Self(mut gaps) = Self::but(kept, last);
        if let Some((first, end)) = gaps.first_mut() {
            *first = (*first).max(before.saturating_add(1));
            if *first > *end {
                gaps.remove(0);
            }
        }
        Self(gaps)
    }

    /// Appends others, all greater than these.
    pub fn and(mut self, later: &Self) -> Self {
        for &(first, last) in &later.0 {
            match self.0.last_mut() {
                Some(before) if u64::from(before.1) + 1 == u64::from(first) => before.1 = last,
                _ => self.0.push((first, last)),
            }
        }
        self
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of numbers.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// Returns the range that contains the number, if any.
    fn around(&self, number: u32) -> Option<(u32, u32)> {
        let at = self.0.partition_point(|(first, _)| *first <= number);
        self.0[..at].last().copied().filter(|(_, last)| number <= *last)
    }

    /// Whether the number is contained.
    pub fn has(&self, number: u32) -> bool {
        self.around(number).is_some()
    }

    /// Whether both share a number.
    pub fn meets(&self, those: &Self) -> bool {
        self.0.iter().any(|&(first, last)| {
            let at = those.0.partition_point(|one| one.1 < first);
            those.0.get(at).is_some_and(|one| one.0 <= last)
        })
    }

    /// Returns the greatest number; 0 if empty.
    pub fn last(&self) -> u32 {
        self.0.last().map_or(0, |(_, last)| *last)
    }

    /// Returns the last number up to `last` that is not contained; 0 if there is none.
    pub fn last_kept(&self, last: u32) -> u32 {
        self.around(last).map_or(last, |(first, _)| first - 1)
    }

    /// Returns the first number after `number` that is not contained; `None` if all are.
    pub fn next_kept(&self, number: u32) -> Option<u32> {
        let next = number.checked_add(1)?;
        self.around(next).map_or(Some(next), |(_, last)| last.checked_add(1))
    }

    /// Returns the ranges of the numbers from `first` to `last` that are not contained.
    pub fn between(&self, first: u32, last: u32) -> Vec<(u32, u32)> {
        without(self.0.iter().copied(), first.max(1), last)
    }
}

/// Returns the ranges of the numbers from `first` to `last` that are in none of these, which rise.
fn without(ranges: impl Iterator<Item = (u32, u32)>, first: u32, last: u32) -> Vec<(u32, u32)> {
    let (mut left, mut next, end) = (Vec::new(), u64::from(first), u64::from(last) + 1);
    let ranges = ranges.map(|(first, last)| (u64::from(first), u64::from(last)));
    for (begin, last) in ranges.take_while(|(begin, _)| *begin < end).chain([(end, end)]) {
        if next < begin {
            left.push((next as u32, (begin - 1) as u32));
        }
        next = next.max(last + 1);
    }
    left
}

/// In the form `3, 7..9`.
impl fmt::Display for Numbers {
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

/// Accepts rising ranges with a gap of at least one number between them.
impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "numbers rise, as in \"3, 7..9\"".to_owned();
        let range = |part: &str| {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
        };
        let parts = text.split(',').filter(|_| !text.trim().is_empty());
        let ranges = parts.map(range).collect::<Option<Vec<_>>>();
        ranges.and_then(Self::of_ranges).ok_or_else(wrong)
    }
}

/// In text as a string, `None` if empty; in a row as ranges.
impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            (!self.is_empty()).then(|| self.to_string()).serialize(to)
        } else {
            self.0.serialize(to)
        }
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            let text = Option::<String>::deserialize(from)?;
            return text.as_deref().unwrap_or("").parse().map_err(D::Error::custom);
        }
        let ranges = Self::of_ranges(Vec::deserialize(from)?);
        ranges.ok_or_else(|| D::Error::custom("its lost numbers do not rise"))
    }
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
            let lost = Numbers::but(kept.iter().copied(), all);
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
            let left = Numbers::but(kept.iter().copied(), all).without(&found);
            let others = Numbers::but(found.iter().copied(), all);
            let both = (1..=all).any(|number| lost.has(number) && others.has(number));
            assert_eq!(lost.meets(&others), both, "{rng_seed}");
            for number in 0..=all + 1 {
                let expected = lost.has(number) && !found.contains(&number);
                assert_eq!(left.has(number), expected, "{rng_seed}");
            }
        }
        assert_eq!(Numbers::but([1, 2, 5, 7], 9).to_string(), "3..4, 6, 8..9");
        assert_eq!(Numbers::but([u32::MAX], u32::MAX).to_string(), "1..4294967294");
        let all = Numbers::but([], u32::MAX);
        assert_eq!((all.count(), all.next_kept(0)), (u64::from(u32::MAX), None));
        assert_eq!(" 3..4,6 ".parse(), Ok(Numbers(vec![(3, 4), (6, 6)])));
        for wrong in ["0", "3..2", "4, 4", "4, 3", "3, 4", "3..", "x", ",", "1,", "4294967296"] {
            assert!(wrong.parse::<Numbers>().is_err(), "{wrong}");
        }
        for wrong in ["4294967294, 4294967295", "2..4294967295, 4294967295"] {
            assert!(wrong.parse::<Numbers>().is_err(), "{wrong}");
        }
    }
}
