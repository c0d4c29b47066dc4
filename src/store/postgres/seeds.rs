//! Seeds: their records, the columns that they are found by, and the best of each class of twins.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{Bound, RangeInclusive};

use postgres::types::ToSql;
use postgres::{Row, Transaction};

use super::fault::Fault;
use super::outlines;
use super::types::{Uuid, uuids};
use crate::record::{Fingerprint, Seed};
use crate::store::codec::{decode_seed, encode_seed};
use crate::store::issued::keys_of_prefix;
use crate::store::twins::{self, SeedRows};
use crate::store::{Added, Counts, Eligible, StoreError, Wanted};
use crate::symmetry::{GridClass, Key};

/// Seeds added in one go.
const CHUNK: usize = 4_096;

/// Of a row that begins with key and record.
fn seed_of(row: &Row) -> Result<Seed, Fault> {
    let key: Uuid = row.get(0);
    Ok(decode_seed(key.into(), row.get(1))?)
}

pub(super) fn get(transaction: &mut Transaction<'_>, key: Key) -> Result<Option<Seed>, Fault> {
    let sql = "SELECT key, record FROM seeddb.seed WHERE key = $1";
    transaction.query_opt(sql, &[&Uuid::from(key)])?.as_ref().map(seed_of).transpose()
}

/// The seeds of these keys, in their order.
pub(super) fn of_keys(
    transaction: &mut Transaction<'_>,
    keys: &[Key],
) -> Result<Vec<Option<Seed>>, Fault> {
    let sql = "SELECT w.key, s.record FROM unnest($1::uuid[]) WITH ORDINALITY AS w(key, place) \
               LEFT JOIN seeddb.seed s ON s.key = w.key ORDER BY w.place";
    let rows = transaction.query(sql, &[&uuids(keys)])?;
    let seed = |row: &Row| {
        let (key, record): (Uuid, Option<&[u8]>) = (row.get(0), row.get(1));
        Ok(record.map(|record| decode_seed(key.into(), record)).transpose()?)
    };
    rows.iter().map(seed).collect()
}

pub(super) fn of_prefix(
    transaction: &mut Transaction<'_>,
    prefix: u64,
) -> Result<Vec<Seed>, Fault> {
    let (first, last) = keys_of_prefix(prefix);
    let sql = "SELECT key, record FROM seeddb.seed WHERE key BETWEEN $1 AND $2 ORDER BY key";
    transaction.query(sql, &[&Uuid(first), &Uuid(last)])?.iter().map(seed_of).collect()
}

/// By tier, score and key.
pub(super) fn graded(
    transaction: &mut Transaction<'_>,
    ladder: &str,
    tiers: &RangeInclusive<u8>,
) -> Result<Vec<Seed>, Fault> {
    let (first, last) = (i16::from(*tiers.start()), i16::from(*tiers.end()));
    let sql = "SELECT g.key, s.record FROM seeddb.grading g LEFT JOIN seeddb.seed s USING (key) \
               WHERE g.ladder = $1 AND g.tier BETWEEN $2 AND $3 ORDER BY g.tier, g.score, g.key";
    let rows = transaction.query(sql, &[&ladder, &first, &last])?;
    rows.iter().map(found).collect()
}

/// [`Engine::fingerprints`](crate::store::engine::Engine::fingerprints), of columns alone.
pub(super) fn fingerprints(
    transaction: &mut Transaction<'_>,
    ladder: &str,
    tiers: &RangeInclusive<u8>,
) -> Result<Vec<Fingerprint>, Fault> {
    let (first, last) = (i16::from(*tiers.start()), i16::from(*tiers.end()));
    let sql = "SELECT g.key, g.twin, s.class, s.symmetry \
               FROM seeddb.grading g JOIN seeddb.seed s USING (key) \
               WHERE g.ladder = $1 AND g.tier BETWEEN $2 AND $3";
    let rows = transaction.query(sql, &[&ladder, &first, &last])?;
    let fingerprint = |row: &Row| {
        let key = Key::from(row.get::<_, Uuid>(0));
        let wrong = |_| Fault::Broken(format!("the symmetry of seed {key:?} is wrong"));
        Ok(Fingerprint {
            key,
            twin: Key::from(row.get::<_, Uuid>(1)),
            class: GridClass(row.get::<_, i64>(2).cast_unsigned()),
            symmetry: row.get::<_, &str>(3).parse().map_err(wrong)?,
        })
    };
    rows.iter().map(fingerprint).collect()
}

/// The seed of a row that a grading led to.
fn found(row: &Row) -> Result<Seed, Fault> {
    let (key, record): (Uuid, Option<&[u8]>) = (row.get(0), row.get(1));
    let key = Key::from(key);
    let record = record.ok_or_else(|| Fault::Broken(format!("seed {key:?} is missing")))?;
    Ok(decode_seed(key, record)?)
}

/// [`Engine::eligible`](crate::store::engine::Engine::eligible), as one query.
pub(super) fn eligible(
    transaction: &mut Transaction<'_>,
    wanted: &Wanted,
    limit: Option<usize>,
) -> Result<Vec<Eligible>, Fault> {
    let Wanted { ladder, tiers, scores, symmetry, origin, key, part } = wanted;
    let (first, last) = (i16::from(*tiers.start()), i16::from(*tiers.end()));
    let mut sql = "SELECT g.key, s.record, coalesce(u.uses, 0) FROM seeddb.grading g \
                   LEFT JOIN seeddb.seed s USING (key) LEFT JOIN seeddb.uses u ON u.seed = g.key \
                   WHERE g.ladder = $1 AND g.tier BETWEEN $2 AND $3"
        .to_owned();
    let mut values: Vec<Box<dyn ToSql + Sync>> =
        vec![Box::new(ladder.clone()), Box::new(first), Box::new(last)];
    let mut and = |condition: &str, value: Box<dyn ToSql + Sync>| {
        values.push(value);
        sql.push_str(" AND ");
        sql.push_str(&condition.replace('$', &format!("${}", values.len())));
    };
    if let Some((from, to)) = scores {
        match *from {
            Bound::Included(from) => and("g.greatest >= $", Box::new(from)),
            Bound::Excluded(from) => and("g.greatest > $", Box::new(from)),
            Bound::Unbounded => and("g.greatest > $", Box::new(f64::NEG_INFINITY)),
        }
        match *to {
            Bound::Included(to) => and("g.least <= $", Box::new(to)),
            Bound::Excluded(to) => and("g.least < $", Box::new(to)),
            Bound::Unbounded => {}
        }
    }
    if let Some(symmetry) = symmetry {
        and("(s.symmetry = $ OR g.tier = 0)", Box::new(symmetry.name()));
    }
    if let Some(origin) = origin {
        and("s.origin = $", Box::new(origin.name()));
    }
    if let Some(key) = *key {
        and("g.key = $", Box::new(Uuid::from(key)));
    }
    if let Some(part) = part {
        let slots = part.slots();
        and("s.slot >= $", Box::new(slots.start.cast_signed()));
        and("s.slot < $", Box::new(slots.end.cast_signed()));
    }
    sql.push_str(" ORDER BY ");
    if let Some(limit) = limit {
        values.push(Box::new(i64::try_from(limit).unwrap_or(i64::MAX)));
        sql.push_str("coalesce(u.uses, 0) * 1000000 / greatest(g.capacity, 1), g.key LIMIT $");
        sql.push_str(&values.len().to_string());
    } else {
        sql.push_str("g.tier, g.score, g.key");
    }
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(AsRef::as_ref).collect();
    let rows = transaction.query(&sql, &values)?;
    rows.iter()
        .map(|row| Ok(Eligible { seed: found(row)?, uses: row.get::<_, i64>(2) as u64 }))
        .collect()
}

/// Of each ladder and twin key whether there is a seed of this class.
pub(super) fn know_twins(
    transaction: &mut Transaction<'_>,
    twins: &[(&str, Key)],
) -> Result<Vec<bool>, Fault> {
    let (ladders, keys): (Vec<&str>, Vec<Uuid>) =
        twins.iter().map(|(ladder, twin)| (*ladder, Uuid::from(*twin))).unzip();
    let sql = "SELECT t.twin IS NOT NULL \
               FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS w(ladder, twin, place) \
               LEFT JOIN seeddb.twin t ON t.ladder = w.ladder AND t.twin = w.twin ORDER BY w.place";
    let rows = transaction.query(sql, &[&ladders, &keys])?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

pub(super) fn uses(transaction: &mut Transaction<'_>) -> Result<HashMap<Key, u64>, Fault> {
    let rows = transaction.query("SELECT seed, uses FROM seeddb.uses", &[])?;
    let row = |row: &Row| (row.get::<_, Uuid>(0).into(), row.get::<_, i64>(1) as u64);
    Ok(rows.iter().map(row).collect())
}

pub(super) fn counts(transaction: &mut Transaction<'_>) -> Result<Counts, Fault> {
    let sql = "SELECT (SELECT count(*) FROM seeddb.seed), (SELECT count(*) FROM seeddb.ledger), \
               (SELECT count(*) FROM seeddb.batch)";
    let row = transaction.query_one(sql, &[])?;
    let count = |at| row.get::<_, i64>(at) as u64;
    let mut gradings: BTreeMap<String, BTreeMap<u8, u64>> = BTreeMap::new();
    let sql = "SELECT ladder, tier, count(*) FROM seeddb.grading GROUP BY ladder, tier";
    for row in transaction.query(sql, &[])? {
        let (tier, count): (i16, i64) = (row.get(1), row.get(2));
        gradings.entry(row.get(0)).or_default().insert(tier as u8, count as u64);
    }
    Ok(Counts { seeds: count(0), gradings, issued: count(1), batches: count(2) })
}

/// Adds seeds, under the lock of those who add.
pub(super) fn add(transaction: &mut Transaction<'_>, seeds: &[Seed]) -> Result<Added, Fault> {
    let mut added = Added::default();
    for chunk in seeds.chunks(CHUNK) {
        let mut rows = Rows::of(transaction, chunk)?;
        let Added { new, known, better } = twins::add(&mut rows, chunk)?;
        rows.write()?;
        added.new += new;
        added.known += known;
        added.better += better;
    }
    Ok(added)
}

pub(super) fn complete(transaction: &mut Transaction<'_>, seeds: &[Seed]) -> Result<u64, Fault> {
    let mut completed = 0;
    for chunk in seeds.chunks(CHUNK) {
        let mut rows = Rows::of(transaction, chunk)?;
        completed += twins::complete(&mut rows, chunk)?;
        rows.write()?;
    }
    Ok(completed)
}

pub(super) fn remove(transaction: &mut Transaction<'_>, key: Key) -> Result<bool, Fault> {
    let mut rows = Rows::of(transaction, &[])?;
    let removed = twins::remove(&mut rows, key)?;
    rows.write()?;
    Ok(removed)
}

/// A class of twins: ladder and twin key.
type Class = (String, Key);

/// The rows that adding seeds looks at, read many at a time, and what is to be written when all are added.
struct Rows<'a, 'b> {
    transaction: RefCell<&'a mut Transaction<'b>>,
    seeds: RefCell<HashMap<Key, Option<Seed>>>,
    best: RefCell<HashMap<Class, Option<Key>>>,
    changed: HashSet<Key>,
    changed_best: HashSet<Class>,
}

impl<'a, 'b> Rows<'a, 'b> {
    /// With all that adding `seeds` will ask first.
    fn of(transaction: &'a mut Transaction<'b>, seeds: &[Seed]) -> Result<Self, Fault> {
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&super::SEEDS_LOCK])?;
        let mut known: HashMap<Key, Option<Seed>> = HashMap::new();
        let mut best: HashMap<Class, Option<Key>> = HashMap::new();
        for seed in seeds {
            // One that cannot be kept fails before anything is written.
            encode_seed(seed)?;
            known.insert(seed.key, None);
            let classes = seed.gradings.iter();
            best.extend(classes.map(|grading| ((grading.ladder.clone(), grading.twin), None)));
        }
        let (ladders, twins): (Vec<String>, Vec<Uuid>) =
            best.keys().map(|(ladder, twin)| (ladder.clone(), Uuid::from(*twin))).unzip();
        let sql = "SELECT t.ladder, t.twin, t.best FROM seeddb.twin t \
                   JOIN unnest($1::text[], $2::uuid[]) AS w(ladder, twin) USING (ladder, twin)";
        for row in transaction.query(sql, &[&ladders, &twins])? {
            let (twin, key): (Uuid, Uuid) = (row.get(1), row.get(2));
            best.insert((row.get(0), twin.into()), Some(key.into()));
            known.insert(key.into(), None);
        }
        let keys: Vec<Uuid> = known.keys().map(|&key| key.into()).collect();
        let sql = "SELECT key, record FROM seeddb.seed WHERE key = ANY($1)";
        for row in transaction.query(sql, &[&keys])? {
            let seed = seed_of(&row)?;
            known.insert(seed.key, Some(seed));
        }
        Ok(Self {
            transaction: RefCell::new(transaction),
            seeds: RefCell::new(known),
            best: RefCell::new(best),
            changed: HashSet::new(),
            changed_best: HashSet::new(),
        })
    }

    /// Writes all that was changed.
    fn write(self) -> Result<(), Fault> {
        let transaction = self.transaction.into_inner();
        let (seeds, best) = (self.seeds.into_inner(), self.best.into_inner());
        if !self.changed.is_empty() {
            let keys = uuids(&self.changed.iter().copied().collect::<Vec<_>>());
            transaction.execute("DELETE FROM seeddb.seed WHERE key = ANY($1)", &[&keys])?;
            transaction.execute("DELETE FROM seeddb.grading WHERE key = ANY($1)", &[&keys])?;
        }
        let of_changed = |key: &Key| seeds.get(key).and_then(Option::as_ref);
        let changed: Vec<&Seed> = self.changed.iter().filter_map(of_changed).collect();
        if !changed.is_empty() {
            outlines::column(transaction)?;
            insert(transaction, &changed)?;
        }
        let (mut ladders, mut twins, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        for class in &self.changed_best {
            ladders.push(class.0.clone());
            twins.push(Uuid::from(class.1));
            keys.push(best.get(class).copied().flatten().map(Uuid::from));
        }
        transaction.execute(
            "DELETE FROM seeddb.twin t USING unnest($1::text[], $2::uuid[]) AS w(ladder, twin) \
             WHERE t.ladder = w.ladder AND t.twin = w.twin",
            &[&ladders, &twins],
        )?;
        transaction.execute(
            "INSERT INTO seeddb.twin SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]) \
             AS w(ladder, twin, best) WHERE best IS NOT NULL",
            &[&ladders, &twins, &keys],
        )?;
        Ok(())
    }
}

fn insert(transaction: &mut Transaction<'_>, seeds: &[&Seed]) -> Result<(), Fault> {
    let records = seeds.iter().map(|seed| encode_seed(seed)).collect::<Result<Vec<_>, _>>()?;
    let keys: Vec<Uuid> = seeds.iter().map(|seed| seed.key.into()).collect();
    let classes: Vec<GridClass> =
        seeds.iter().map(|seed| GridClass::of(seed.puzzle.solution())).collect();
    let slots: Vec<i16> = classes.iter().map(|class| class.slot().cast_signed()).collect();
    let classes: Vec<i64> = classes.iter().map(|class| class.0.cast_signed()).collect();
    let origins: Vec<&str> = seeds.iter().map(|seed| seed.origin.name()).collect();
    let symmetries: Vec<&str> = seeds.iter().map(|seed| seed.symmetry.name()).collect();
    transaction.execute(
        "INSERT INTO seeddb.seed SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int2[], $4::text[], \
         $5::text[], $6::bytea[])",
        &[&keys, &classes, &slots, &origins, &symmetries, &records],
    )?;
    let gradings = || seeds.iter().flat_map(|seed| seed.gradings.iter().map(move |g| (seed, g)));
    let keys: Vec<Uuid> = gradings().map(|(seed, _)| seed.key.into()).collect();
    let ladders: Vec<&str> = gradings().map(|(_, g)| g.ladder.as_str()).collect();
    let tiers: Vec<i16> = gradings().map(|(_, g)| g.tier.into()).collect();
    let scores: Vec<Option<f64>> = gradings().map(|(_, g)| g.score.map(|s| s.mean)).collect();
    let least: Vec<Option<f64>> = gradings().map(|(_, g)| g.scores.map(|s| s.0)).collect();
    let greatest: Vec<Option<f64>> = gradings().map(|(_, g)| g.scores.map(|s| s.1)).collect();
    let capacities: Vec<i32> = gradings().map(|(_, g)| g.capacity.into()).collect();
    let twins: Vec<Uuid> = gradings().map(|(_, g)| g.twin.into()).collect();
    let outlines: Vec<Option<Vec<u8>>> =
        gradings().map(|(seed, g)| outlines::bytes(seed, &g.ladder)).collect();
    transaction.execute(
        "INSERT INTO seeddb.grading SELECT * FROM unnest($1::uuid[], $2::text[], $3::int2[], $4::float8[], \
         $5::float8[], $6::float8[], $7::int4[], $8::uuid[], $9::bytea[])",
        &[&keys, &ladders, &tiers, &scores, &least, &greatest, &capacities, &twins, &outlines],
    )?;
    Ok(())
}

impl SeedRows for Rows<'_, '_> {
    type Error = Fault;

    fn seed(&self, key: Key) -> Result<Option<Seed>, Fault> {
        if let Some(seed) = self.seeds.borrow().get(&key) {
            return Ok(seed.clone());
        }
        let seed = get(&mut self.transaction.borrow_mut(), key)?;
        self.seeds.borrow_mut().insert(key, seed.clone());
        Ok(seed)
    }

    fn is_known(&self, key: Key) -> Result<bool, Fault> {
        Ok(self.seed(key)?.is_some())
    }

    fn best(&self, ladder: &str, twin: Key) -> Result<Option<Seed>, Fault> {
        let class = (ladder.to_owned(), twin);
        let known = self.best.borrow().get(&class).copied();
        let best = if let Some(best) = known {
            best
        } else {
            let sql = "SELECT best FROM seeddb.twin WHERE ladder = $1 AND twin = $2";
            let row =
                self.transaction.borrow_mut().query_opt(sql, &[&ladder, &Uuid::from(twin)])?;
            let best = row.map(|row| row.get::<_, Uuid>(0).into());
            self.best.borrow_mut().insert(class, best);
            best
        };
        let Some(key) = best else { return Ok(None) };
        let missing = || Fault::Broken(format!("seed {key:?} is missing"));
        self.seed(key)?.ok_or_else(missing).map(Some)
    }

    fn twins(&self, ladder: &str, twin: Key) -> Result<Vec<Seed>, Fault> {
        let sql = "SELECT g.key, s.record FROM seeddb.grading g LEFT JOIN seeddb.seed s USING (key) \
                   WHERE g.ladder = $1 AND g.twin = $2 ORDER BY g.tier, g.score, g.key";
        let rows = self.transaction.borrow_mut().query(sql, &[&ladder, &Uuid::from(twin)])?;
        rows.iter().map(found).collect()
    }

    fn set_best(&mut self, ladder: &str, twin: Key, best: Option<Key>) -> Result<(), Fault> {
        let class = (ladder.to_owned(), twin);
        self.changed_best.insert(class.clone());
        self.best.borrow_mut().insert(class, best);
        Ok(())
    }

    fn insert(&mut self, seed: &Seed) -> Result<(), Fault> {
        self.changed.insert(seed.key);
        self.seeds.borrow_mut().insert(seed.key, Some(seed.clone()));
        Ok(())
    }

    fn remove(&mut self, seed: &Seed) -> Result<(), Fault> {
        self.changed.insert(seed.key);
        self.seeds.borrow_mut().insert(seed.key, None);
        Ok(())
    }
}

/// [`StoreError::Ungraded`] before anything is read.
pub(super) fn are_graded(seeds: &[Seed]) -> Result<(), StoreError> {
    if seeds.iter().any(|seed| seed.gradings.is_empty()) {
        Err(StoreError::Ungraded)
    } else {
        Ok(())
    }
}
