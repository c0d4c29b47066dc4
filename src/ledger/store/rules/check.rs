//! Checks that the tables agree. Reads all of them in parts, and continues after damaged rows.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use super::super::check::Report;
use super::super::engine::{Abort, Done, Snapshot, Table};
use super::super::record::{
    Group, Keys, LedgerEntry, PuzzleRef, Record, Representative, SeedSummary, Sum, Text,
    UncountedUses, Uses, decode,
};
use super::rows::{chunks, get, get_all};
use super::seeds::beats;
use super::users;
use crate::record::{Batch, Book, Entry, Event, Numbers, Place, Seed};
use crate::symmetry::{GridClass, Key};

/// A function that receives some rows of a table.
type Take<'a, R> = &'a mut dyn FnMut(&mut Report, Vec<(<R as Record>::Key, R)>) -> Done;

/// Passes all readable rows of a table to `take`, some thousands at a time, and reports the others.
fn each<R: Record>(from: &dyn Snapshot, report: &mut Report, take: Take<'_, R>) -> Done {
    chunks(from, R::TABLE, .., &mut |rows| {
        let mut good = Vec::with_capacity(rows.len());
        for (key, value) in rows {
            match decode::<R>(key, value) {
                Ok(row) => good.push(row),
                Err(Abort::Corrupt(what)) => report.expect(false, || what),
                Err(fault) => return Err(fault),
            }
        }
        take(report, good)?;
        Ok(ControlFlow::Continue(()))
    })
}

/// [`each`], for a table whose keys are the numbers from 1; reports missing rows.
fn numbered<R: Record<Key = u32>>(
    from: &dyn Snapshot,
    report: &mut Report,
    take: Take<'_, R>,
) -> Done {
    let mut expected = 1;
    each::<R>(from, report, &mut |report, rows| {
        for (id, _) in &rows {
            report.expect(*id == expected, || format!("{} is missing", R::name(&expected)));
            expected = id.saturating_add(1);
        }
        take(report, rows)
    })
}

/// Returns the records at these keys; `None` for unreadable ones, which are reported elsewhere.
fn found<R: Record>(from: &dyn Snapshot, keys: &[R::Key]) -> Done<Vec<Option<R>>> {
    match get_all(from, keys) {
        Err(Abort::Corrupt(_)) => {
            let one = |key| match get(from, key) {
                Err(Abort::Corrupt(_)) => Ok(None),
                found => found,
            };
            keys.iter().map(one).collect()
        }
        found => found,
    }
}

/// Reads everything and reports contradictions.
pub(in crate::store) fn check(from: &dyn Snapshot, report: &mut Report) -> Done {
    each::<Text>(from, report, &mut |report, rows| {
        for (name, Text(text)) in rows.iter().filter(|row| users::is_user(&row.0)) {
            report
                .expect(users::number(text).is_some(), || format!("the text {name} has no number"));
        }
        Ok(())
    })?;
    // Unreadable batches are reported below.
    let lost = match super::batches::lost(from) {
        Err(Abort::Corrupt(_)) => BTreeMap::new(),
        lost => lost?,
    };
    let uses = issued(from, report, &lost)?;
    seeds(from, report, &uses)?;
    books(from, report)?;
    events(from, report, &lost)
}

/// Checks the ledger, the puzzles and the batches. Returns the number of uses of each seed.
fn issued(
    from: &dyn Snapshot,
    report: &mut Report,
    lost: &BTreeMap<u32, Numbers>,
) -> Done<HashMap<Key, u64>> {
    let mut uses: HashMap<Key, u64> = HashMap::new();
    let mut batches: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let mut keys_of: BTreeMap<u32, u32> = BTreeMap::new();
    let is_lost = |at: &PuzzleRef| lost.get(&at.0).is_some_and(|own| own.has(at.1));
    each::<Entry>(from, report, &mut |report, rows| {
        let keys: Vec<Key> = rows.iter().map(|(_, issued)| issued.key).collect();
        for ((at, issued), entry) in rows.iter().zip(found::<LedgerEntry>(from, &keys)?) {
            report.expect(entry == Some(LedgerEntry(*at)), || {
                format!("{} has another place in the ledger", Entry::name(at))
            });
            report.expect(!is_lost(at), || format!("{} is not lost", Entry::name(at)));
            if let Some(seed) = issued.seed {
                *uses.entry(seed).or_default() += 1;
            }
            let (count, void) = batches.entry(at.0).or_default();
            *count += 1;
            *void += u32::from(issued.void);
        }
        Ok(())
    })?;
    let mut keys_alone = 0;
    each::<Keys>(from, report, &mut |report, rows| {
        for ((batch, _), Keys(keys)) in rows {
            keys_alone += keys.len() as u64;
            *keys_of.entry(batch).or_default() += keys.len() as u32;
            for (key, entry) in keys.iter().zip(found::<LedgerEntry>(from, &keys)?) {
                report.expect(entry == Some(LedgerEntry((batch, 0))), || {
                    format!("key {key} of batch {batch} has another place in the ledger")
                });
            }
        }
        Ok(())
    })?;
    let (mut ledger, puzzles) = (from.len(Table::Ledger)?, from.len(Table::Issued)?);
    if !lost.is_empty() {
        // The ledger has the keys of some lost puzzles.
        each::<LedgerEntry>(from, report, &mut |_, rows| {
            ledger -= rows.iter().filter(|(_, LedgerEntry(at))| is_lost(at)).count() as u64;
            Ok(())
        })?;
    }
    report.expect(ledger == puzzles + keys_alone, || {
        let keys = match keys_alone {
            0 => String::new(),
            keys => format!(", and {keys} keys entered"),
        };
        format!("the ledger has {ledger} entries, and {puzzles} puzzles were issued{keys}")
    });
    numbered::<Batch>(from, report, &mut |report, rows| {
        for (id, batch) in rows {
            let (count, void) = batches.remove(&id).unwrap_or_default();
            let (holes, keys) = (&batch.lost, keys_of.remove(&id).unwrap_or_default());
            report.expect(keys == batch.keys, || {
                format!("batch {id} has {keys} keys, its record says {}", batch.keys)
            });
            let greatest = super::batches::last_number(from, id);
            let is_whole = u64::from(count) + holes.count() == u64::from(batch.issued)
                && greatest.is_ok_and(|number| number == holes.last_kept(batch.issued));
            report.expect(is_whole, || {
                format!("batch {id} has {count} puzzles, its record says {}", batch.issued)
            });
            report.expect(void == batch.void, || {
                format!("batch {id} has {void} void puzzles, its record says {}", batch.void)
            });
        }
        Ok(())
    })?;
    for id in batches.keys().chain(keys_of.keys()) {
        report.expect(false, || format!("puzzles or keys are of batch {id}, which is not there"));
    }
    Ok(uses)
}

/// Checks the seeds and all data derived from them.
fn seeds(from: &dyn Snapshot, report: &mut Report, issued: &HashMap<Key, u64>) -> Done {
    let mut sums: BTreeMap<Group, Sum> = BTreeMap::new();
    let mut cards = 0;
    let mut folded: HashMap<Key, u64> = issued.clone();
    each::<UncountedUses>(from, report, &mut |report, rows| {
        for (at, UncountedUses(count)) in rows {
            let left = folded.get_mut(&at.1).filter(|left| **left >= count);
            report.expect(left.is_some(), || format!("{} are too many", UncountedUses::name(&at)));
            if let Some(left) = left {
                *left -= count;
            }
        }
        Ok(())
    })?;
    each::<Seed>(from, report, &mut |report, rows| {
        let mut classes = Vec::new();
        for (key, seed) in &rows {
            report.expect(!seed.gradings.is_empty(), || {
                format!("{} has no grading", Seed::name(key))
            });
            let count = folded.get(key).copied().unwrap_or(0);
            let class = GridClass::of(seed.puzzle.solution());
            let own: Vec<_> = SeedSummary::of(seed, class).into_iter().collect();
            let keys: Vec<_> = own.iter().map(|(ladder, card)| card.at(ladder, count)).collect();
            for ((at, (_, card)), kept) in
                keys.iter().zip(&own).zip(found::<SeedSummary>(from, &keys)?)
            {
                // Cards of earlier versions lack the crux until the seed is graded again.
                report.expect(kept.is_some_and(|kept| kept.is_of_before_or(card)), || {
                    format!("{} is wrong", SeedSummary::name(at))
                });
                let sum = Sum::of(card.outline.capacity, count);
                sums.entry(at.group.clone()).or_default().add(sum);
                cards += 1;
            }
            classes.extend(seed.gradings.iter().map(|own| (own.ladder.clone(), own.twin)));
        }
        let best = found::<Representative>(from, &classes)?;
        let keys: Vec<Key> = best.iter().flatten().map(|Representative(key)| *key).collect();
        let known: HashMap<Key, Option<Seed>> =
            keys.iter().copied().zip(found::<Seed>(from, &keys)?).collect();
        let mut best = best.into_iter();
        for (key, seed) in &rows {
            let mut is_best = false;
            for (grading, best) in seed.gradings.iter().zip(best.by_ref()) {
                is_best |= best == Some(Representative(*key));
                let best = best.and_then(|Representative(key)| known.get(&key)?.as_ref());
                let holds = best.is_some_and(|best| {
                    best.grading(&grading.ladder).is_some_and(|own| own.twin == grading.twin)
                        && !beats(*key, grading, best)
                });
                report.expect(holds, || format!("{} is not under its twin", Seed::name(key)));
            }
            report.expect(is_best, || format!("{} is a twin of better ones", Seed::name(key)));
        }
        Ok(())
    })?;
    let there = from.len(Table::Cards)?;
    report.expect(there == cards, || format!("there are {there} cards of seeds for {cards}"));
    each::<SeedSummary>(from, report, &mut |_, _| Ok(()))?;
    each::<Representative>(from, report, &mut |report, rows| {
        let keys: Vec<Key> = rows.iter().map(|(_, Representative(key))| *key).collect();
        for ((class, _), seed) in rows.iter().zip(found::<Seed>(from, &keys)?) {
            report
                .expect(seed.is_some(), || format!("{} has no seed", Representative::name(class)));
        }
        Ok(())
    })?;
    each::<Sum>(from, report, &mut |report, rows| {
        for (group, sum) in rows {
            let holds = sums.remove(&group) == Some(sum);
            report.expect(holds, || format!("{} are wrong", Sum::name(&group)));
        }
        Ok(())
    })?;
    for group in sums.keys() {
        report.expect(false, || format!("{} are missing", Sum::name(group)));
    }
    used(from, report, folded)
}

/// Checks that the uses match the issued puzzles and the existing seeds.
fn used(from: &dyn Snapshot, report: &mut Report, mut left: HashMap<Key, u64>) -> Done {
    left.retain(|_, count| *count > 0);
    each::<Uses>(from, report, &mut |report, rows| {
        let keys: Vec<Key> = rows.iter().map(|row| row.0).collect();
        for ((key, uses), seed) in rows.iter().zip(found::<Seed>(from, &keys)?) {
            let count = left.remove(key).unwrap_or(0);
            let expected = Uses::of_any(seed.as_ref(), count);
            report.expect(*uses == expected, || format!("{} are wrong", Uses::name(key)));
        }
        Ok(())
    })?;
    for key in left.keys() {
        report.expect(false, || format!("{} are missing", Uses::name(key)));
    }
    Ok(())
}

fn books(from: &dyn Snapshot, report: &mut Report) -> Done {
    let mut placed: BTreeMap<u32, u32> = BTreeMap::new();
    each::<Place>(from, report, &mut |report, rows| {
        let at: Vec<PuzzleRef> =
            rows.iter().map(|((batch, number, _), _)| (*batch, *number)).collect();
        for ((key, _), issued) in rows.iter().zip(found::<Entry>(from, &at)?) {
            report.expect(issued.is_some(), || {
                format!("{} is of a puzzle that is not there", Place::name(key))
            });
            *placed.entry(key.2).or_default() += 1;
        }
        Ok(())
    })?;
    numbered::<Book>(from, report, &mut |report, rows| {
        for (id, book) in rows {
            let puzzles = placed.remove(&id).unwrap_or_default();
            report.expect(puzzles == book.puzzles, || {
                format!("book {id} holds {puzzles} puzzles, its record says {}", book.puzzles)
            });
        }
        Ok(())
    })?;
    for id in placed.keys() {
        report.expect(false, || format!("puzzles are printed in book {id}, which is not there"));
    }
    Ok(())
}

/// Checks that events belong to puzzles that exist or are known to be lost.
fn events(from: &dyn Snapshot, report: &mut Report, lost: &BTreeMap<u32, Numbers>) -> Done {
    numbered::<Event>(from, report, &mut |report, rows| {
        let at: Vec<PuzzleRef> =
            rows.iter().map(|(_, event)| (event.batch, event.number)).collect();
        for ((id, event), issued) in rows.iter().zip(found::<Entry>(from, &at)?) {
            let name = || Entry::name(&(event.batch, event.number));
            let is_lost = lost.get(&event.batch).is_some_and(|own| own.has(event.number));
            report.expect(issued.is_some() || is_lost, || {
                format!("event {id} is of {}, which is not there", name())
            });
        }
        Ok(())
    })
}
