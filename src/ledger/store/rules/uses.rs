//! Counts of seed uses: exact in `Uses`, in sixteenths of the capacity in the order of the cards,
//! and as totals in the sums.

use std::collections::{BTreeMap, HashMap};

use super::super::engine::{Done, Lock, Row, Snapshot, Table, Transaction};
use super::super::record::{CardKey, Group, Record, SeedSummary, Sum, UncountedUses, Uses};
use super::rows::{all, each, expect_all, get_all, put_all, remove};
use crate::record::{Entry, Seed};
use crate::symmetry::Key;

/// Changes to the sums of groups.
#[derive(Default)]
pub(super) struct Change(BTreeMap<Group, Sum>);

impl Change {
    pub(super) fn add(&mut self, group: Group, sum: Sum) {
        self.0.entry(group).or_default().add(sum);
    }

    pub(super) fn take(&mut self, group: Group, sum: Sum) {
        self.0.entry(group).or_default().take(sum);
    }

    /// Applies the changes; removes the sums of groups without seeds.
    pub(super) fn write(self, to: &mut dyn Transaction) -> Done {
        let groups: Vec<Group> = self.0.keys().cloned().collect();
        let (mut kept, mut empty) = (Vec::new(), Vec::new());
        for ((group, change), before) in self.0.into_iter().zip(get_all::<Sum>(to, &groups)?) {
            let mut sum = before.unwrap_or_default();
            sum.add(change);
            if sum.seeds == 0 { empty.push(group) } else { kept.push((group, sum)) }
        }
        remove::<Sum>(to, empty)?;
        put_all(to, kept.iter().map(|(group, sum)| (group.clone(), sum)))
    }
}

/// Counts the uses of the seeds of these puzzles by a batch. In a shared database they are counted
/// per batch first, because other processes count the same seeds at the same time.
pub(super) fn count<'a>(
    to: &mut dyn Transaction,
    is_shared: bool,
    batch: u32,
    puzzles: impl IntoIterator<Item = &'a Entry>,
) -> Done {
    let mut used: BTreeMap<Key, u64> = BTreeMap::new();
    for seed in puzzles.into_iter().filter_map(|puzzle| puzzle.seed) {
        *used.entry(seed).or_default() += 1;
    }
    if !is_shared {
        return add(to, &used);
    }
    let keys: Vec<(u32, Key)> = used.keys().map(|seed| (batch, *seed)).collect();
    let before = get_all::<UncountedUses>(to, &keys)?;
    let pending: Vec<UncountedUses> = before
        .into_iter()
        .zip(used.values())
        .map(|(before, more)| UncountedUses(before.map_or(0, |UncountedUses(count)| count) + more))
        .collect();
    put_all(to, keys.into_iter().zip(&pending))
}

/// Adds the uses counted per batch to the totals; returns the number of rows folded.
pub fn fold(to: &mut dyn Transaction) -> Done<u64> {
    if to.range(Table::Pending, super::EVERYTHING, 1, false)?.is_empty() {
        return Ok(0);
    }
    to.lock(Lock::Seeds)?;
    let mut batches: Vec<u32> =
        all::<UncountedUses>(to)?.iter().map(|((batch, _), _)| *batch).collect();
    batches.dedup();
    for batch in &batches {
        to.lock(Lock::Batch(*batch))?;
    }
    // Read again under the locks. Batches that began meanwhile are left for the next time.
    let mut pending = all::<UncountedUses>(to)?;
    pending.retain(|((batch, _), _)| batches.binary_search(batch).is_ok());
    let mut used: BTreeMap<Key, u64> = BTreeMap::new();
    for ((_, seed), UncountedUses(count)) in &pending {
        *used.entry(*seed).or_default() += count;
    }
    add(to, &used)?;
    let rows = pending.len() as u64;
    remove::<UncountedUses>(to, pending.into_iter().map(|row| row.0))?;
    Ok(rows)
}

/// Counts uses; cards of seeds that have given another sixteenth of their capacity move on.
fn add(to: &mut dyn Transaction, used: &BTreeMap<Key, u64>) -> Done {
    let keys: Vec<Key> = used.keys().copied().collect();
    let known = get_all::<Uses>(to, &keys)?;
    let first_used: Vec<Key> =
        keys.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(key, _)| *key).collect();
    let seeds = get_all::<Seed>(to, &first_used)?;
    let mut seeds: HashMap<Key, Option<Seed>> = first_used.into_iter().zip(seeds).collect();
    let (mut written, mut moves, mut change) = (Vec::new(), Vec::new(), Change::default());
    for ((key, before), more) in keys.iter().zip(known).zip(used.values()) {
        // A seed that was replaced meanwhile has no cards.
        let before =
            before.unwrap_or_else(|| Uses::of_any(seeds.remove(key).flatten().as_ref(), 0));
        let after = Uses { count: before.count.saturating_add(*more), ..before.clone() };
        for ((old, capacity), (new, _)) in before.cards(*key).zip(after.cards(*key)) {
            let group = old.group.clone();
            change.take(group.clone(), Sum::of(capacity, before.count));
            change.add(group, Sum::of(capacity, after.count));
            if old != new {
                moves.push((old, new));
            }
        }
        written.push(after);
    }
    put_all(to, keys.iter().copied().zip(&written))?;
    change.write(to)?;
    move_cards(to, moves)
}

fn move_cards(to: &mut dyn Transaction, mut moves: Vec<(CardKey, CardKey)>) -> Done {
    moves.sort_unstable();
    let (old, new): (Vec<CardKey>, Vec<CardKey>) = moves.into_iter().unzip();
    let cards = expect_all::<SeedSummary>(to, &old)?;
    remove::<SeedSummary>(to, old)?;
    put_all(to, new.into_iter().zip(&cards))
}

/// Returns the number of puzzles issued from each of these seeds.
pub(in crate::store) fn of(from: &dyn Snapshot, keys: &[Key]) -> Done<Vec<u64>> {
    let counts = get_all::<Uses>(from, keys)?;
    let mut counts: Vec<u64> =
        counts.into_iter().map(|uses| uses.map_or(0, |uses| uses.count)).collect();
    let pending = pending(from)?;
    if !pending.is_empty() {
        for (key, count) in keys.iter().zip(&mut counts) {
            *count += pending.get(key).copied().unwrap_or(0);
        }
    }
    Ok(counts)
}

/// Returns the number of puzzles issued from each seed that was ever used.
pub fn of_all(from: &dyn Snapshot) -> Done<HashMap<Key, u64>> {
    let mut counts = pending(from)?;
    each::<Uses>(from, .., &mut |key, uses| {
        *counts.entry(key).or_default() += uses.count;
        Ok(())
    })?;
    Ok(counts)
}

fn pending(from: &dyn Snapshot) -> Done<HashMap<Key, u64>> {
    let mut counts = HashMap::new();
    each::<UncountedUses>(from, .., &mut |(_, seed), UncountedUses(count)| {
        *counts.entry(seed).or_default() += count;
        Ok(())
    })?;
    Ok(counts)
}

/// Rewrites the uses of changed seeds; `seeds` has each seed in its present state, `None` if
/// removed.
pub(super) fn rewrite(
    to: &mut dyn Transaction,
    keys: &[Key],
    known: &[Option<Uses>],
    seeds: &HashMap<Key, Option<Seed>>,
) -> Done {
    let mut rows: Vec<Row> = Vec::new();
    for (key, known) in keys.iter().zip(known) {
        let Some(known) = known else { continue };
        let now = Uses::of_any(seeds.get(key).and_then(Option::as_ref), known.count);
        rows.push(super::super::record::encode(key, &now)?);
    }
    rows.sort_unstable();
    to.put(Uses::TABLE, &rows)
}
