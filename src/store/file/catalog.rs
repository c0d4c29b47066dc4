//! The catalog: outlines of the seeds, so that a draw reads the records of those seeds alone that it draws from.
//!
//! It says nothing that the seeds do not say. Whoever changes a seed notes that beside it, in `changes`, or throws it away where there
//! are many; the next one who asks for outlines and may write makes it anew, for the tiers asked for. One that is missing, damaged, or
//! of other seeds than there are is none: so it is in no census, and one that a program left behind that does not know it is not
//! believed. For a partition it tells the slots of the grids, too.

use std::ops::RangeInclusive;

use rayon::prelude::*;
use redb::{ReadTransaction, ReadableTableMetadata, WriteTransaction};

use super::changes::{self, Changes};
use super::codec::{Cataloged, OUTLINES, Stamp, decode_outlines, encode_outlines};
use super::fault::Fault;
use super::seeds::graded_in;
use super::tables::{CATALOG, SEED_INDEX, SEEDS, if_there};
use crate::record::Seed;
use crate::store::seeds::{IndexRow, index_rows};
use crate::symmetry::GridClass;

/// Fewer seeds are read almost as fast as their outlines.
pub(super) const FEWEST: usize = if cfg!(test) { 8 } else { 256 };

/// What the tables of seeds hold, as a catalog of them says it.
fn stamp(
    seeds: &impl ReadableTableMetadata,
    index: &impl ReadableTableMetadata,
) -> Result<Stamp, Fault> {
    Ok(Stamp { seeds: seeds.len()?, index: index.len()?, rows: 0 })
}

/// The outlines of the seeds that `ladder` has graded into these tiers, in the order of the index; none if some tier is not in
/// the catalog.
pub(super) fn read(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
) -> Result<Option<Vec<Cataloged>>, Fault> {
    let Some(catalog) = if_there(transaction.open_table(CATALOG))? else { return Ok(None) };
    let index = transaction.open_table(SEED_INDEX)?;
    let Some(changes) = Changes::read(transaction)? else { return Ok(None) };
    let Some(stamp) = changes.before(stamp(&transaction.open_table(SEEDS)?, &index)?) else {
        return Ok(None);
    };
    let mut outlines = Vec::new();
    for tier in tiers {
        let first = outlines.len();
        let mut rows = 0;
        let mut wanted = None;
        for row in catalog.range((ladder, tier, 0)..=(ladder, tier, u32::MAX))? {
            let (at, row) = row?;
            let Some(found) = decode_outlines(at.value(), row.value(), &mut outlines) else {
                return Ok(None);
            };
            let is_next = at.value().2 == rows && *wanted.get_or_insert(found.rows) == found.rows;
            if !is_next || (Stamp { rows: 0, ..found }) != stamp {
                return Ok(None);
            }
            rows += 1;
        }
        if wanted != Some(rows) {
            return Ok(None);
        }
        if !changes.is_empty() {
            let before = outlines.split_off(first);
            let Some(now) = changes.apply(&index, (ladder, tier), before)? else {
                return Ok(None);
            };
            outlines.extend(now);
        }
    }
    Ok(Some(outlines))
}

/// Whether it does not tell the slots of more seeds than are soon read.
pub(super) fn lacks_slots(outlines: &[Cataloged]) -> bool {
    let unknown = outlines.iter().filter(|one| one.slot.is_none()).count();
    unknown > changes::most(outlines.len() as u64) as usize
}

/// Makes the catalog of these tiers, from the seeds as this transaction sees them, and gives their outlines.
pub(super) fn write(
    transaction: &WriteTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    with_slots: bool,
) -> Result<Vec<Cataloged>, Fault> {
    changes::begin_anew(transaction)?;
    let (table, index) = (transaction.open_table(SEEDS)?, transaction.open_table(SEED_INDEX)?);
    let seeds = graded_in(&index, &table, ladder, tiers.clone())?;
    // The class of a grid takes long.
    let cataloged = |seed: &Seed| {
        let slot = with_slots.then(|| GridClass::of(seed.puzzle.solution()).slot());
        seed.outline(ladder).map(|outline| Cataloged { outline, slot })
    };
    let outlines: Vec<Cataloged> = seeds.par_iter().filter_map(cataloged).collect();
    put(transaction, stamp(&table, &index)?, (ladder, tiers), &outlines)?;
    Ok(outlines)
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
        let outlines: Vec<Cataloged> = outlines.map(Cataloged::without_slot).collect();
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
