//! Cards: the data of a seed that a draw needs, in the order of use.
//!
//! Cards of one *group* (ladder, tier, symmetry, origin) are sorted by *round*, the number of
//! sixteenths of its capacity that a seed has given, and within a round by key, which is a hash. A
//! [`SeedCursor`] visits the groups that a draw may use, lowest round first, and merges all groups
//! within a round, starting at a random key and wrapping around: so the cards it returns first are
//! a random sample of the least used seeds, however many there are.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::{Bound, RangeInclusive};

use super::super::engine::{Done, Keys, Snapshot, Table};
use super::super::record::{
    CardKey, Group, Numbered as _, Record, RowKey as _, SeedSummary, Sum, decode,
};
use super::super::{Counts, SeedFilter};
use super::rows::{all, all_of, get, records, slice};
use super::uses;
use crate::record::{Batch, Fingerprint, Origin, Outline, Seed};
use crate::symmetry::Key;

/// The minimum and the maximum number of cards of a group that are read at a time.
const FEWEST: usize = 8;
const MOST: usize = 4096;
/// The maximum number of seeds whose uses are looked up one by one.
const LOOKED_UP: usize = 4096;

pub(in crate::store) fn sums(
    from: &dyn Snapshot,
    ladder: &str,
    tiers: &RangeInclusive<u8>,
) -> Done<Vec<(Group, Sum)>> {
    if tiers.is_empty() {
        return Ok(Vec::new());
    }
    let group = |tier, least| {
        let (symmetry, origin) = (least, least);
        Group { ladder: ladder.to_owned(), tier, symmetry, origin }
    };
    let (first, last) = (group(*tiers.start(), 0), group(*tiers.end(), u8::MAX));
    all_of(from, first..=last)
}

/// Passes all cards of these tiers to `take`, by tier.
pub(in crate::store) fn each_of(
    from: &dyn Snapshot,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    take: &mut dyn FnMut(CardKey, SeedSummary) -> Done,
) -> Done {
    if tiers.is_empty() {
        return Ok(());
    }
    let at = |tier, least: u8| {
        let group = Group { ladder: ladder.to_owned(), tier, symmetry: least, origin: least };
        CardKey { group, round: least, seed: Key([least; 16]) }
    };
    let (first, last) = (at(*tiers.start(), 0), at(*tiers.end(), u8::MAX));
    super::rows::each(from, first..=last, take)
}

/// Returns the outline and uses of one seed, if it is wanted.
fn of_seed(from: &dyn Snapshot, wanted: &SeedFilter, key: Key) -> Done<Vec<(Outline, u64)>> {
    let seed = get::<Seed>(from, &key)?.filter(|seed| wanted.admits(seed));
    let outline = seed.and_then(|seed| seed.outline(&wanted.ladder));
    let uses = uses::of(from, &[key])?;
    Ok(outline.into_iter().zip(uses).collect())
}

/// Returns the outlines of all wanted seeds, with their uses.
pub fn outlines(from: &dyn Snapshot, wanted: &SeedFilter) -> Done<Vec<(Outline, u64)>> {
    if let Some(key) = wanted.key {
        return of_seed(from, wanted, key);
    }
    let (mut found, mut used) = (Vec::new(), Vec::new());
    each_of(from, &wanted.ladder, wanted.tiers.clone(), &mut |at, card| {
        if wanted.admits_card(&card) {
            if at.round > 0 {
                used.push((at.seed, found.len()));
            }
            found.push((card.outline, 0));
        }
        Ok(())
    })?;
    // If many seeds were used, reading all rows is as fast as looking some up.
    let pending = !from.range(Table::Pending, super::EVERYTHING, 1, false)?.is_empty();
    if pending || used.len() > LOOKED_UP {
        let counts = uses::of_all(from)?;
        for (outline, uses) in &mut found {
            *uses = counts.get(&outline.key).copied().unwrap_or(0);
        }
        return Ok(found);
    }
    used.sort_unstable();
    let keys: Vec<Key> = used.iter().map(|one| one.0).collect();
    for ((_, place), uses) in used.into_iter().zip(uses::of(from, &keys)?) {
        found[place].1 = uses;
    }
    Ok(found)
}

/// Returns the fingerprints of the seeds that this ladder graded into these tiers, unsorted.
pub fn fingerprints(
    from: &dyn Snapshot,
    ladder: &str,
    tiers: RangeInclusive<u8>,
) -> Done<Vec<Fingerprint>> {
    let mut all = Vec::new();
    each_of(from, ladder, tiers, &mut |_, card| {
        all.push(card.fingerprint());
        Ok(())
    })?;
    Ok(all)
}

/// Returns the number of seeds of this origin that this ladder graded into these tiers.
pub fn count_of(
    from: &dyn Snapshot,
    ladder: &str,
    tiers: &RangeInclusive<u8>,
    origin: Origin,
) -> Done<u64> {
    let groups = sums(from, ladder, tiers)?.into_iter();
    let own = groups.filter(|(group, _)| group.origin == origin.number());
    Ok(own.map(|(_, sum)| sum.seeds).sum())
}

/// Counts the content of the database.
pub fn counts(from: &dyn Snapshot) -> Done<Counts> {
    let mut counts = Counts { seeds: from.len(Table::Seeds)?, ..Counts::default() };
    for (group, sum) in all::<Sum>(from)? {
        let tiers = counts.gradings.entry(group.ladder).or_default();
        *tiers.entry(group.tier).or_default() += sum.seeds;
    }
    for (_, batch) in all::<Batch>(from)? {
        counts.batches += 1;
        counts.issued += u64::from(batch.issued).saturating_sub(batch.lost.count());
    }
    Ok(counts)
}

/// The position of a walk in a group.
struct GroupCursor {
    group: Group,
    round: u8,
    /// Whether it has reached the end of the round and wrapped around to its beginning.
    is_round: bool,
    /// The last seed read in this round.
    last: Option<Key>,
    /// Cards read but not returned yet.
    read: VecDeque<(CardKey, SeedSummary)>,
    /// The number of cards to read next.
    chunk: usize,
}

/// An iteration over the cards of wanted seeds: see the [module](self).
pub struct SeedCursor {
    wanted: SeedFilter,
    start: Key,
    /// `None` before the first step.
    stands: Option<Vec<GroupCursor>>,
    /// Whether the only wanted seed was returned.
    is_over: bool,
}

impl SeedCursor {
    /// Starts a walk over the cards that [`SeedFilter::admits`], at the key `start`.
    pub fn new(wanted: SeedFilter, start: Key) -> Self {
        Self { wanted, start, stands: None, is_over: false }
    }

    /// Returns the next outlines, at most `most`, each with its uses as of the beginning of its
    /// round; empty when all were read. Cards that move meanwhile may be returned twice, or not at
    /// all if they move to a round that is over.
    pub fn next(&mut self, from: &dyn Snapshot, most: usize) -> Done<Vec<(Outline, u64)>> {
        if let Some(key) = self.wanted.key {
            let is_over = std::mem::replace(&mut self.is_over, true);
            return if is_over { Ok(Vec::new()) } else { of_seed(from, &self.wanted, key) };
        }
        if self.stands.is_none() {
            self.stands = Some(self.begin(from)?);
        }
        let Self { wanted, start, stands, .. } = self;
        let stands = stands.as_deref_mut().unwrap_or_default();
        let mut heads = BinaryHeap::new();
        for (place, stand) in stands.iter_mut().enumerate() {
            heads.extend(stand.head(from, *start)?.map(|head| Reverse((head, place))));
        }
        let mut found = Vec::with_capacity(most.min(MOST));
        while found.len() < most
            && let Some(Reverse((_, place))) = heads.pop()
        {
            let stand = &mut stands[place];
            if let Some((at, card)) = stand.read.pop_front()
                && wanted.admits_card(&card)
            {
                let sixteenths = u64::from(at.round.saturating_sub(1));
                found.push((card.outline, sixteenths * u64::from(card.outline.capacity) / 16));
            }
            heads.extend(stand.head(from, *start)?.map(|head| Reverse((head, place))));
        }
        Ok(found)
    }

    fn begin(&self, from: &dyn Snapshot) -> Done<Vec<GroupCursor>> {
        let groups = sums(from, &self.wanted.ladder, &self.wanted.tiers)?.into_iter();
        let groups = groups.filter(|(group, _)| self.wanted.admits_group(group));
        let stand = |(group, _)| GroupCursor {
            group,
            round: 0,
            is_round: false,
            last: None,
            read: VecDeque::new(),
            chunk: FEWEST,
        };
        Ok(groups.map(stand).collect())
    }
}

impl GroupCursor {
    /// Returns round and distance from the start of the next card; `None` at the end.
    fn head(&mut self, from: &dyn Snapshot, start: Key) -> Done<Option<(u8, u128)>> {
        while self.read.is_empty() {
            if !self.fill(from, start)? {
                return Ok(None);
            }
        }
        let distance =
            |key: Key| u128::from_be_bytes(key.0).wrapping_sub(u128::from_be_bytes(start.0));
        Ok(self.read.front().map(|(at, _)| (at.round, distance(at.seed))))
    }

    fn at(&self, round: u8, seed: Key) -> Vec<u8> {
        CardKey { group: self.group.clone(), round, seed }.to_bytes()
    }

    /// Reads more cards of the round, or moves on to the next part or round; `false` at the end.
    fn fill(&mut self, from: &dyn Snapshot, start: Key) -> Done<bool> {
        let greatest = Key([0xff; 16]);
        let first = match self.last {
            Some(last) => Bound::Excluded(self.at(self.round, last)),
            None if self.is_round => Bound::Included(self.at(self.round, Key([0; 16]))),
            None => Bound::Included(self.at(self.round, start)),
        };
        let end = if self.is_round {
            Bound::Excluded(self.at(self.round, start))
        } else {
            Bound::Included(self.at(self.round, greatest))
        };
        let keys: Keys<'_> = (slice(&first), slice(&end));
        let rows = from.range(SeedSummary::TABLE, keys, self.chunk, false)?;
        if let Some((key, _)) = rows.last() {
            let is_last = rows.len() < self.chunk;
            self.last = CardKey::of_bytes(key).map(|at| at.seed);
            self.chunk = (self.chunk * 4).min(MOST);
            self.read.extend(records::<SeedSummary>(&rows)?);
            if is_last {
                self.turn();
            }
            return Ok(true);
        }
        if !self.is_round {
            self.turn();
            return Ok(true);
        }
        // The round is over: finds the next one with cards.
        let Some(next) = self.round.checked_add(1) else { return Ok(false) };
        let first = Bound::Included(self.at(next, Key([0; 16])));
        let end = Bound::Included(self.at(u8::MAX, greatest));
        let rows = from.range(SeedSummary::TABLE, (slice(&first), slice(&end)), 1, false)?;
        let Some((key, value)) = rows.first() else {
            // Ends the next call immediately.
            self.round = u8::MAX;
            return Ok(false);
        };
        let (at, _) = decode::<SeedSummary>(key, value)?;
        (self.round, self.is_round, self.last) = (at.round, false, None);
        Ok(true)
    }

    /// Wraps around to the beginning of the round, or stays at its end.
    fn turn(&mut self) {
        if self.is_round {
            // A key after the last card, so that the next search is empty.
            self.last = self.last.or(Some(Key([0xff; 16])));
        } else {
            (self.is_round, self.last) = (true, None);
        }
    }
}
