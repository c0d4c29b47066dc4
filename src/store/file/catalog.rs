//! The catalog: outlines of the seeds, so that a draw reads the records of those seeds alone that it draws from.
//!
//! It says nothing that the seeds do not say. Whoever changes a seed notes that beside it, in `changes`, or throws it away where there
//! are many; the next one who asks for outlines and may write makes it anew, for the tiers asked for. One that is missing, damaged, or
//! of other seeds than there are is none: so it is in no census, and one that a program left behind that does not know it is not
//! believed. For partitions and searches it tells the twins and the classes of the grids, too, and where most seeds were drawn from
//! how many puzzles were issued from each, up to a mark in the ledger: what was issued since is added.

use std::ops::{Range, RangeInclusive};

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::changes::{self, Changes};
use super::codec::{Apart, Cataloged, Mark, OUTLINES, Stamp, decode_outlines, encode_outlines};
use super::fault::Fault;
use super::tables::{CATALOG, SEED_INDEX, SEEDS, if_there};
use super::{seeds, uses};
use crate::record::Seed;
use crate::store::seeds::{IndexRow, index_rows};
use crate::symmetry::Key;

/// Fewer seeds are read almost as fast as their outlines.
pub(super) const FEWEST: usize = if cfg!(test) { 8 } else { 256 };

/// What has to be known of seeds beside their outlines.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    /// What tells them apart.
    pub apart: bool,
    /// How often they were used.
    pub uses: bool,
}

/// What the tables of seeds hold, as a catalog of them says it.
fn stamp(
    seeds: &impl ReadableTableMetadata,
    index: &impl ReadableTableMetadata,
) -> Result<Stamp, Fault> {
    Ok(Stamp { seeds: seeds.len()?, index: index.len()?, rows: 0, counted: None })
}

/// The outlines of the seeds that `ladder` has graded into these tiers, in the order of the index, with as much of what is needed
/// as it tells; none if some tier is not in the catalog.
pub(super) fn read(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    needs: Needs,
) -> Result<Option<Vec<Cataloged>>, Fault> {
    let Some(catalog) = if_there(transaction.open_table(CATALOG))? else { return Ok(None) };
    let index = transaction.open_table(SEED_INDEX)?;
    let Some(changes) = Changes::read(transaction)? else { return Ok(None) };
    let Some(stamp) = changes.before(stamp(&transaction.open_table(SEEDS)?, &index)?) else {
        return Ok(None);
    };
    let (mut outlines, mut spans) = (Vec::new(), Vec::new());
    for tier in tiers {
        let first = outlines.len();
        let mut rows = 0;
        let mut wanted = None;
        for row in catalog.range((ladder, tier, 0)..=(ladder, tier, u32::MAX))? {
            let (at, row) = row?;
            let Some(found) = decode_outlines(at.value(), row.value(), &mut outlines) else {
                return Ok(None);
            };
            let is_next = at.value().2 == rows && *wanted.get_or_insert(found) == found;
            if !is_next || (found.seeds, found.index) != (stamp.seeds, stamp.index) {
                return Ok(None);
            }
            rows += 1;
        }
        let Some(found) = wanted.filter(|found| found.rows == rows) else { return Ok(None) };
        if !changes.is_empty() {
            let before = outlines.split_off(first);
            let Some(now) = changes.apply(&index, (ladder, tier), before)? else {
                return Ok(None);
            };
            outlines.extend(now);
        }
        spans.extend(found.counted.map(|counted| (counted, first..outlines.len())));
    }
    if needs.uses {
        add_later_uses(transaction, &spans, changes::most(stamp.seeds), &mut outlines)?;
    }
    Ok(Some(outlines))
}

/// Adds the puzzles that were issued since the uses of each span were counted, if it was. Uses that are not known then become none.
fn add_later_uses(
    transaction: &ReadTransaction,
    spans: &[(Mark, Range<usize>)],
    most: u64,
    outlines: &mut [Cataloged],
) -> Result<(), Fault> {
    let Some(first) = spans.iter().map(|span| span.0).min_by_key(|mark| mark.issued) else {
        return Ok(());
    };
    let since = uses::since(transaction, first, most)?;
    for (counted, span) in spans {
        let later = since.as_ref().and_then(|since| since.uses(*counted));
        for one in &mut outlines[span.clone()] {
            one.uses = one.uses.and_then(|uses| {
                let more = later.as_ref()?.get(&one.outline.key).copied();
                uses.checked_add(more.unwrap_or(0))
            });
        }
    }
    Ok(())
}

/// The same of every tier: of those that are not in the catalog from the seeds.
pub(super) fn read_some(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    needs: Needs,
) -> Result<Vec<Cataloged>, Fault> {
    let told = |seed: Seed| seed.outline(ladder).map(Cataloged::from);
    let of_seeds = |tiers| {
        let outlines = seeds::graded_as(transaction, ladder, tiers, told)?;
        Ok(outlines.into_iter().flatten().collect())
    };
    let known = |tier| read(transaction, ladder, tier..=tier, needs);
    let known = tiers.clone().map(known).collect::<Result<Vec<_>, Fault>>()?;
    if known.iter().all(Option::is_none) {
        return of_seeds(tiers);
    }
    let of_tier = |(tier, known): (u8, Option<_>)| known.map_or_else(|| of_seeds(tier..=tier), Ok);
    let by_tier = tiers.zip(known).map(of_tier).collect::<Result<Vec<Vec<_>>, Fault>>()?;
    Ok(by_tier.concat())
}

/// Whether it does not tell what tells them apart of more seeds than are soon read.
pub(super) fn lacks_apart(outlines: &[Cataloged]) -> bool {
    let unknown = outlines.iter().filter(|one| one.apart.is_none()).count();
    unknown > changes::most(outlines.len() as u64) as usize
}

/// Whether it does not tell how often more seeds were used than are soon looked up.
pub(super) fn lacks_uses(outlines: &[Cataloged]) -> bool {
    let unknown = outlines.iter().filter(|one| one.uses.is_none()).count();
    unknown > changes::most(outlines.len() as u64) as usize
}

/// The tiers of which the catalog tells all that is needed but uses.
pub(super) fn known(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    needs: Needs,
) -> Result<Vec<u8>, Fault> {
    let mut known = Vec::new();
    for tier in tiers {
        let outlines = read(transaction, ladder, tier..=tier, Needs { uses: false, ..needs })?;
        let tells = |one: &Cataloged| one.apart.is_some() || !needs.apart;
        if outlines.is_some_and(|outlines| outlines.iter().all(tells)) {
            known.push(tier);
        }
    }
    Ok(known)
}

/// Makes the catalog of these tiers but the `known` ones, from the seeds as `read` has them, which sees what `transaction` began
/// with.
pub(super) fn write(
    transaction: &WriteTransaction,
    read: &ReadTransaction,
    (ladder, tiers): (&str, RangeInclusive<u8>),
    known: &[u8],
    with_apart: bool,
) -> Result<(), Fault> {
    let is_anew = changes::begin_anew(transaction)?;
    let stamp = stamp(&read.open_table(SEEDS)?, &read.open_table(SEED_INDEX)?)?;
    // No more of a seed than is needed, and no more seeds than of a tier, as there may be millions.
    let told = |seed: Seed| {
        let apart = || seed.fingerprint(ladder).map(Apart::from);
        let apart = if with_apart { apart() } else { None };
        Some(Cataloged { apart, ..Cataloged::from(seed.outline(ladder)?) })
    };
    for tier in tiers.filter(|tier| is_anew || !known.contains(tier)) {
        let outlines = seeds::graded_as(read, ladder, tier..=tier, told)?;
        let outlines: Vec<Cataloged> = outlines.into_iter().flatten().collect();
        put(transaction, stamp, (ladder, tier..=tier), &outlines)?;
    }
    Ok(())
}

/// Has the catalog of these tiers tell how often its seeds were used, as `read` has it, which sees what `transaction` began with.
pub(super) fn count_uses(
    transaction: &WriteTransaction,
    read: &ReadTransaction,
    (ladder, tiers): (&str, RangeInclusive<u8>),
) -> Result<(), Fault> {
    let counted = Some(uses::mark(read)?);
    let mut catalog = transaction.open_table(CATALOG)?;
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for row in catalog.range((ladder, *tiers.start(), 0)..=(ladder, *tiers.end(), u32::MAX))? {
        let (at, row) = row?;
        let (first, at) = (all.len(), at.value());
        // Whoever reads it next makes it anew.
        let Some(stamp) = decode_outlines(at, row.value(), &mut all) else { return Ok(()) };
        rows.push((at.1, at.2, Stamp { counted, ..stamp }, first..all.len()));
    }
    let keys: Vec<Key> = all.iter().map(|one| one.outline.key).collect();
    for (one, uses) in all.iter_mut().zip(uses::of(read, &keys)?) {
        one.uses = u32::try_from(uses).ok();
    }
    for (tier, i, stamp, own) in rows {
        let at = (ladder, tier, i);
        catalog.insert(at, encode_outlines(at, stamp, &all[own]).as_slice())?;
    }
    Ok(())
}

/// Makes the catalog of all ladders, if `seeds` are all that there are, and many: the first draw needs it, and here they are at
/// hand.
pub(super) fn write_all(transaction: &WriteTransaction, seeds: &[Seed]) -> Result<(), Fault> {
    if seeds.len() < FEWEST {
        return Ok(());
    }
    changes::begin_anew(transaction)?;
    let stamp = stamp(&transaction.open_table(SEEDS)?, &transaction.open_table(SEED_INDEX)?)?;
    let mut rows: Vec<(IndexRow<'_>, &Seed)> =
        seeds.iter().flat_map(|seed| index_rows(seed).map(move |row| (row, seed))).collect();
    if stamp.seeds != seeds.len() as u64 || stamp.index != rows.len() as u64 {
        return Ok(());
    }
    rows.sort_unstable_by_key(|(row, _)| *row);
    for graded in rows.chunk_by(|(a, _), (b, _)| a.0 == b.0) {
        let ((ladder, least, ..), (_, greatest, ..)) = (graded[0].0, graded[graded.len() - 1].0);
        let outlines = graded.iter().filter_map(|(_, seed)| seed.outline(ladder));
        let outlines: Vec<Cataloged> = outlines.map(Cataloged::from).collect();
        put(transaction, stamp, (ladder, least..=greatest), &outlines)?;
    }
    Ok(())
}

/// Writes the rows of these tiers of a ladder in place of those that are there.
fn put(
    transaction: &WriteTransaction,
    stamp: Stamp,
    (ladder, tiers): (&str, RangeInclusive<u8>),
    outlines: &[Cataloged],
) -> Result<(), Fault> {
    let mut catalog = transaction.open_table(CATALOG)?;
    let (first, last) = ((ladder, *tiers.start(), 0), (ladder, *tiers.end(), u32::MAX));
    catalog.retain_in(first..=last, |_, _| false)?;
    for tier in tiers {
        let own: Vec<Cataloged> =
            outlines.iter().filter(|one| one.outline.tier == tier).copied().collect();
        // A tier without seeds has a row, too: that is known then.
        let rows: Vec<&[Cataloged]> =
            if own.is_empty() { vec![&[]] } else { own.chunks(OUTLINES).collect() };
        let stamp = Stamp { rows: rows.len() as u32, ..stamp };
        for (i, row) in (0..).zip(rows) {
            let at = (ladder, tier, i);
            catalog.insert(at, encode_outlines(at, stamp, row).as_slice())?;
        }
    }
    Ok(())
}
