//! [`Share`]: the number of puzzles of a run that one seed may give; [`PerCrux`]: the number that
//! the seeds of one crux may give together.

use std::collections::HashMap;

use crate::record::Seed;
use crate::symmetry::Crux;

/// The number of puzzles of a run that one seed may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Share {
    /// Any number: seeds are tried alike, however likely they are to give such puzzles.
    #[default]
    Any,
    /// A fair share of a run of this many puzzles: the least limit that suffices if all seeds give
    /// equally many, within their capacities, plus a quarter. It is raised if the other seeds do
    /// not give enough.
    Fair(u32),
    /// At most this many.
    Most(u32),
}

/// The largest number of puzzles of a run from the seeds of one crux.
#[derive(Clone, Debug)]
pub struct PerCrux {
    /// The maximum number.
    pub most: u32,
    /// Whether they may give more where others do not give enough.
    pub is_soft: bool,
    /// The crux of each seed.
    pub of: fn(&Seed) -> Crux,
    /// The numbers of puzzles given before.
    pub before: HashMap<Crux, u32>,
}

impl Share {
    /// Returns the maximum number of puzzles from one seed at first, given the capacities left;
    /// `None` means unlimited.
    pub fn limit(self, left: impl Iterator<Item = u64>) -> Option<u32> {
        match self {
            Self::Any => None,
            Self::Most(most) => Some(most),
            Self::Fair(count) => {
                let mut left: Vec<u64> = left.collect();
                left.sort_unstable();
                Some(with_slack(level(&left, count)))
            }
        }
    }

    /// Returns the share of each of this many seeds if all give equally many; `None` unless the
    /// share is fair.
    pub fn equal(self, seeds: usize) -> Option<u32> {
        match self {
            Self::Fair(count) => Some(count.div_ceil((seeds as u32).max(1)).max(1)),
            _ => None,
        }
    }

    /// Whether the limit is raised if the seeds cannot give enough within it.
    pub const fn is_soft(self) -> bool {
        matches!(self, Self::Fair(_))
    }
}

/// Adds a quarter: seeds with much left need not wait until the poor ones are used up.
pub fn with_slack(limit: u32) -> u32 {
    limit.saturating_add(limit.div_ceil(4))
}

/// Returns the least limit with which seeds with these capacities left (rising) give `count`
/// together; if they cannot, an equal share.
fn level(left: &[u64], count: u32) -> u32 {
    let mut missing = u64::from(count);
    for (i, &least) in left.iter().enumerate() {
        let others = (left.len() - i) as u64;
        let each = missing.div_ceil(others);
        if each <= least {
            return each.max(1) as u32;
        }
        missing -= least;
    }
    count.div_ceil((left.len() as u32).max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_the_least_limit_that_does() {
        assert_eq!(level(&[1000; 4], 50), 13);
        assert_eq!(level(&[2, 3, 1000, 1000], 50), 23);
        assert_eq!(level(&vec![1000; 5000], 100), 1);
        assert_eq!(level(&[1, 1], 50), 25, "too little left: equal shares");
        assert_eq!(level(&[], 50), 50);
        assert_eq!(Share::Fair(50).limit([1000; 4].into_iter()), Some(17));
        assert_eq!(Share::Most(3).limit([1000].into_iter()), Some(3));
        assert_eq!(Share::Any.limit([1000].into_iter()), None);
    }
}
