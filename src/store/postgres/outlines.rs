//! Outlines of seeds, in a column beside their gradings, so that a draw decodes no seed but those that it draws from.
//!
//! The column came after the others. Whoever keeps seeds in an older database adds it; a grading without one, also of a program that does
//! not know it, has its outline in the record of its seed. An outline is written with its grading and never changed, so it is of
//! the seed that is there.

use std::fmt::Write as _;

use postgres::types::ToSql;
use postgres::{Row, Transaction};
use rayon::prelude::*;

use super::fault::Fault;
use super::types::Uuid;
use crate::record::{Outline, Seed};
use crate::store::Wanted;
use crate::store::codec::{decode_outline, decode_seed, encode_outline};
use crate::symmetry::Key;

/// The outline by a ladder as it is kept.
pub(super) fn bytes(seed: &Seed, ladder: &str) -> Option<Vec<u8>> {
    Some(encode_outline(ladder, &seed.outline(ladder)?))
}

/// The same in the digits of the server.
pub(super) fn hex(seed: &Seed, ladder: &str) -> Option<String> {
    let mut hex = String::new();
    for byte in bytes(seed, ladder)? {
        let _ = write!(hex, "{byte:02x}");
    }
    Some(hex)
}

/// Whether there is the column.
fn is_there(transaction: &mut Transaction<'_>) -> Result<bool, Fault> {
    let sql = "SELECT EXISTS (SELECT FROM pg_attribute \
               WHERE attrelid = 'seeddb.grading'::regclass AND attname = 'outline' AND NOT attisdropped)";
    Ok(transaction.query_one(sql, &[])?.get(0))
}

/// Adds the column, under the lock of seeds, if it is not there.
pub(super) fn column(transaction: &mut Transaction<'_>) -> Result<(), Fault> {
    if !is_there(transaction)? {
        transaction.batch_execute("ALTER TABLE seeddb.grading ADD COLUMN outline bytea")?;
    }
    Ok(())
}

/// What `hex` says of a grading, or `-`, as an expression of the server.
pub(super) fn as_text(transaction: &mut Transaction<'_>) -> Result<&'static str, Fault> {
    Ok(if is_there(transaction)? { "coalesce(encode(outline, 'hex'), '-')" } else { "'-'" })
}

/// [`Engine::outlines`](crate::store::engine::Engine::outlines), as one query.
pub(super) fn wanted(
    transaction: &mut Transaction<'_>,
    wanted: &Wanted,
) -> Result<Vec<(Outline, u64)>, Fault> {
    let outline = if is_there(transaction)? { "g.outline" } else { "NULL::bytea" };
    let Wanted { ladder, tiers, key, part, .. } = wanted;
    let (first, last) = (i16::from(*tiers.start()), i16::from(*tiers.end()));
    let mut sql = format!(
        "SELECT g.key, g.tier, {outline}, CASE WHEN {outline} IS NULL THEN \
             (SELECT record FROM seeddb.seed r WHERE r.key = g.key) END, coalesce(u.uses, 0), g.score \
         FROM seeddb.grading g LEFT JOIN seeddb.uses u ON u.seed = g.key"
    );
    let mut values: Vec<Box<dyn ToSql + Sync>> =
        vec![Box::new(ladder.clone()), Box::new(first), Box::new(last)];
    if let Some(part) = part {
        let slots = part.slots();
        sql.push_str(" JOIN seeddb.seed s ON s.key = g.key AND s.slot >= $4 AND s.slot < $5");
        values.push(Box::new(slots.start.cast_signed()));
        values.push(Box::new(slots.end.cast_signed()));
    }
    sql.push_str(" WHERE g.ladder = $1 AND g.tier BETWEEN $2 AND $3");
    if let Some(key) = *key {
        values.push(Box::new(Uuid::from(key)));
        sql.push_str(" AND g.key = $");
        sql.push_str(&values.len().to_string());
    }
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(AsRef::as_ref).collect();
    let rows = transaction.query(&sql, &values)?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        let one = read(row, ladder)?;
        if wanted.admits_outline(&one) {
            found.push((row.get::<_, Option<f64>>(5), (one, row.get::<_, i64>(4) as u64)));
        }
    }
    drop(rows);
    // By tier, score, key, those without a score last: the server would sort on disk.
    found.par_sort_unstable_by(|(score, (one, _)), (other_score, (other, _))| {
        let [a, b] = [score, other_score].map(|score| score.unwrap_or(f64::INFINITY));
        one.tier.cmp(&other.tier).then(a.total_cmp(&b)).then(one.key.cmp(&other.key))
    });
    Ok(found.into_iter().map(|(_, one)| one).collect())
}

/// Of key, tier, outline, record.
fn read(row: &Row, ladder: &str) -> Result<Outline, Fault> {
    let key = Key::from(row.get::<_, Uuid>(0));
    let (kept, record): (Option<&[u8]>, Option<&[u8]>) = (row.get(2), row.get(3));
    let outline = if let Some(kept) = kept {
        decode_outline(ladder, row.get::<_, i16>(1) as u8, kept)
    } else {
        let record = record.ok_or_else(|| Fault::Broken(format!("seed {key:?} is missing")))?;
        decode_seed(key, record)?.outline(ladder)
    };
    let wrong = || Fault::Broken(format!("the outline of seed {key:?} is wrong"));
    outline.filter(|outline| outline.key == key).ok_or_else(wrong)
}
