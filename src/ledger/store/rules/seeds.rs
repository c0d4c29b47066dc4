//! Seeds, and the choice between seeds that give the same refills.
//!
//! By each ladder that graded them, seeds fall into classes of twins, which give the same refills,
//! and each class has a best seed: the one with the greatest capacity, then the highest score, then
//! the smallest key. So the order in which seeds are added does not matter. A seed is kept as long
//! as it is the best of its class by one of its gradings: it is removed only if it is a twin in all
//! of them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::{Bound, RangeInclusive};

use rayon::prelude::*;

use super::super::engine::{Abort, Done, Lock, Row, Snapshot, Transaction};
use super::super::record::{CardKey, Record, Representative, SeedSummary, Sum, Uses, encode};
use super::super::{Added, StoreError};
use super::rows::{expect_all, get, get_all, missing, put_all, remove};
use super::{ledger, rows, seed_cursor, uses};
use crate::record::{Grading, Seed};
use crate::symmetry::{GridClass, Key};

/// The number of seeds whose twins are looked up together. The starter seeds fit in one chunk, so
/// that their rows enter a new database in the order of their keys, each page once.
const CHUNK: usize = 32_768;

/// Computes the classes of the grids of these seeds on all threads; called outside of transactions,
/// which block others.
pub(in crate::store) fn grids(seeds: &[Seed]) -> HashMap<Key, GridClass> {
    seeds.par_iter().map(|seed| (seed.key, GridClass::of(seed.puzzle.solution()))).collect()
}

/// A class of twins: ladder and twin key.
type Class = (String, Key);

/// The seeds of a transaction: those read so far, and the changes to be written at the end.
struct Changes<'t> {
    transaction: &'t mut dyn Transaction,
    /// The known classes of the grids of seeds that may be written.
    grids: &'t HashMap<Key, GridClass>,
    seeds: HashMap<Key, Option<Seed>>,
    best: HashMap<Class, Option<Key>>,
    /// The changed seeds as they were before.
    before: HashMap<Key, Option<Seed>>,
    changed_best: HashSet<Class>,
}

impl<'t> Changes<'t> {
    fn new(transaction: &'t mut dyn Transaction, grids: &'t HashMap<Key, GridClass>) -> Done<Self> {
        transaction.lock(Lock::Seeds)?;
        let (seeds, best, before) = (HashMap::new(), HashMap::new(), HashMap::new());
        let changed_best = HashSet::new();
        Ok(Self { transaction, grids, seeds, best, before, changed_best })
    }

    /// Reads ahead everything that adding or completing these seeds needs.
    fn expect(&mut self, seeds: &[Seed]) -> Done {
        let classes = seeds.iter().flat_map(|seed| seed.gradings.iter().map(class_of));
        let mut classes: Vec<Class> =
            classes.filter(|class| !self.best.contains_key(class)).collect();
        classes.sort_unstable();
        classes.dedup();
        let best = get_all::<Representative>(self.transaction, &classes)?;
        let best = best.into_iter().map(|best| best.map(|Representative(key)| key));
        let best: Vec<(Class, Option<Key>)> = classes.into_iter().zip(best).collect();
        let keys = seeds.iter().map(|seed| seed.key).chain(best.iter().filter_map(|one| one.1));
        let mut keys: Vec<Key> = keys.filter(|key| !self.seeds.contains_key(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        let found = get_all::<Seed>(self.transaction, &keys)?;
        self.seeds.extend(keys.into_iter().zip(found));
        self.best.extend(best);
        Ok(())
    }

    fn seed(&mut self, key: Key) -> Done<Option<Seed>> {
        if !self.seeds.contains_key(&key) {
            let seed = get(self.transaction, &key)?;
            self.seeds.insert(key, seed);
        }
        Ok(self.seeds.get(&key).cloned().flatten())
    }

    fn best(&mut self, class: &Class) -> Done<Option<Seed>> {
        if !self.best.contains_key(class) {
            let best = get::<Representative>(self.transaction, class)?;
            self.best.insert(class.clone(), best.map(|Representative(key)| key));
        }
        let Some(key) = self.best.get(class).copied().flatten() else { return Ok(None) };
        self.seed(key)?.ok_or_else(|| missing::<Seed>(&key)).map(Some)
    }

    fn set_best(&mut self, class: Class, best: Option<Key>) {
        self.changed_best.insert(class.clone());
        self.best.insert(class, best);
    }

    fn set(&mut self, key: Key, seed: Option<Seed>) -> Done {
        if !self.before.contains_key(&key) {
            let before = self.seed(key)?;
            self.before.insert(key, before);
        }
        self.seeds.insert(key, seed);
        Ok(())
    }

    fn write(self) -> Done {
        let Self { transaction, grids, seeds, best, before, changed_best } = self;
        let mut keys: Vec<Key> = before.keys().copied().collect();
        keys.sort_unstable();
        let known = get_all::<Uses>(transaction, &keys)?;
        let mut change = uses::Change::default();
        let (mut gone_seeds, mut gone_cards) = (Vec::new(), Vec::new());
        let (mut rows, mut new_cards): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
        for (key, known) in keys.iter().zip(&known) {
            let count = known.as_ref().map_or(0, |uses| uses.count);
            if let Some(seed) = before.get(key).and_then(Option::as_ref) {
                gone_seeds.push(*key);
                for (at, capacity) in Uses::of(seed, count).cards(*key) {
                    change.take(at.group.clone(), Sum::of(capacity, count));
                    gone_cards.push(at);
                }
            }
            if let Some(seed) = seeds.get(key).and_then(Option::as_ref) {
                gone_seeds.pop_if(|gone| gone == key);
                rows.push(encode(key, seed)?);
                let grid = grids.get(key).copied();
                let grid = grid.unwrap_or_else(|| GridClass::of(seed.puzzle.solution()));
                for (ladder, card) in SeedSummary::of(seed, grid) {
                    let at = card.at(ladder, count);
                    change.add(at.group.clone(), Sum::of(card.outline.capacity, count));
                    new_cards.push(encode(&at, &card)?);
                }
            }
        }
        new_cards.sort_unstable();
        remove::<Seed>(transaction, gone_seeds)?;
        transaction.put(Seed::TABLE, &rows)?;
        remove::<SeedSummary>(transaction, gone_cards)?;
        transaction.put(SeedSummary::TABLE, &new_cards)?;
        uses::rewrite(transaction, &keys, &known, &seeds)?;
        change.write(transaction)?;
        let (mut kept, mut empty) = (Vec::new(), Vec::new());
        for class in changed_best {
            match best.get(&class).copied().flatten() {
                Some(key) => kept.push((class, Representative(key))),
                None => empty.push(class),
            }
        }
        remove::<Representative>(transaction, empty)?;
        put_all(transaction, kept.iter().map(|(class, best)| (class.clone(), best)))
    }

    /// Adds to an existing seed the parts of `more` that it lacks: gradings by other ladders or
    /// later versions of their judges, half turns, and particulars. Returns whether anything was
    /// added.
    fn complete(&mut self, there: &Seed, more: &Seed) -> Done<bool> {
        let mut seed = there.clone();
        let (mut new, mut left, mut is_later) = (Vec::new(), Vec::new(), false);
        for grading in &more.gradings {
            match seed.gradings.iter_mut().find(|own| own.ladder == grading.ladder) {
                Some(own) if own.version < grading.version => {
                    is_later = true;
                    if class_of(own) != class_of(grading) {
                        left.push(own.clone());
                        new.push(grading.clone());
                    }
                    *own = Grading { turned: grading.turned.or(own.turned), ..grading.clone() };
                }
                Some(own) => own.turned = own.turned.or(grading.turned),
                None => {
                    new.push(grading.clone());
                    seed.gradings.push(grading.clone());
                }
            }
        }
        let (own, other) = (seed.particulars, more.particulars.clone());
        // Particulars of a later version of the rater replace recorded ones.
        seed.particulars = if is_later { other.or(own) } else { own.or(other) };
        if seed == *there {
            return Ok(false);
        }
        for grading in &left {
            self.move_class(grading, &seed)?;
        }
        self.enter(&seed, &new)?;
        Ok(true)
    }

    /// Stores a seed with these new gradings; removes it if it is the best of no class.
    fn enter(&mut self, seed: &Seed, new: &[Grading]) -> Done {
        let (won, displaced) = self.won(seed.key, new)?;
        self.set(seed.key, Some(seed.clone()))?;
        self.take_places(seed.key, &won, &displaced)?;
        if !self.is_best(seed)? {
            self.set(seed.key, None)?;
        }
        Ok(())
    }

    /// Whether the seed is the best of its class by one of its gradings.
    fn is_best(&mut self, seed: &Seed) -> Done<bool> {
        for grading in &seed.gradings {
            if self.best(&class_of(grading))?.is_some_and(|best| best.key == seed.key) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Moves the twins of a seed from the class of its former grading to its present one: they have
    /// its stuck state, hence its tier. Their own capacity and scores stay as measured.
    fn move_class(&mut self, former: &Grading, seed: &Seed) -> Done {
        let Some(now) = seed.grading(&former.ladder) else { return Ok(()) };
        let class = class_of(former);
        // Seeds added in this transaction have no cards yet.
        let mut twins: Vec<Key> = self.seeds.values().flatten().map(|seed| seed.key).collect();
        let tiers = former.tier..=former.tier;
        seed_cursor::each_of(&*self.transaction, &former.ladder, tiers, &mut |at, card| {
            twins.extend((card.twin == former.twin).then_some(at.seed));
            Ok(())
        })?;
        twins.sort_unstable();
        twins.dedup();
        self.set_best(class.clone(), None);
        for key in twins.into_iter().filter(|key| *key != seed.key) {
            let Some(mut twin) = self.seed(key)? else { continue };
            let own = twin.gradings.iter_mut().find(|own| class_of(own) == class);
            let Some(own) = own else { continue };
            (own.version, own.tier, own.twin) = (now.version, now.tier, now.twin);
            let moved = [own.clone()];
            self.enter(&twin, &moved)?;
        }
        Ok(())
    }

    /// Returns those of `gradings` that beat the best of their classes, and the seeds they
    /// displace.
    fn won<'g>(
        &mut self,
        key: Key,
        gradings: &'g [Grading],
    ) -> Done<(Vec<&'g Grading>, Vec<Seed>)> {
        let (mut won, mut displaced) = (Vec::new(), Vec::<Seed>::new());
        for grading in gradings {
            let best = self.best(&class_of(grading))?;
            if best.as_ref().is_none_or(|best| beats(key, grading, best)) {
                won.push(grading);
                displaced.extend(best.filter(|best| displaced.iter().all(|d| d.key != best.key)));
            }
        }
        Ok((won, displaced))
    }

    /// Makes the seed the best of the classes of `won`. Removes those of `displaced` that are now
    /// the best of no class; returns whether any was removed.
    fn take_places(&mut self, key: Key, won: &[&Grading], displaced: &[Seed]) -> Done<bool> {
        for grading in won {
            self.set_best(class_of(grading), Some(key));
        }
        let mut replaced = false;
        for other in displaced {
            if !self.is_best(other)? {
                self.set(other.key, None)?;
                replaced = true;
            }
        }
        Ok(replaced)
    }
}

fn class_of(grading: &Grading) -> Class {
    (grading.ladder.clone(), grading.twin)
}

/// Whether the grading of the seed `key` beats that of `other` on its ladder: greater capacity
/// first, then higher score, then smaller key.
pub(super) fn beats(key: Key, grading: &Grading, other: &Seed) -> bool {
    let worth = |grading: &Grading, key| {
        (grading.capacity, grading.score.map_or(0.0, |score| score.mean), Reverse(key))
    };
    let own = worth(grading, key);
    other.grading(&grading.ladder).is_none_or(|grading| own > worth(grading, other.key))
}

/// Adds seeds in order: an existing seed is completed; of twins the best is kept. `grids` has the
/// classes of their grids; `brought` receives the keys of new seeds that replaced no other.
pub(in crate::store) fn add(
    to: &mut dyn Transaction,
    new: &[Seed],
    grids: &HashMap<Key, GridClass>,
    brought: &mut Vec<Key>,
) -> Done<Added> {
    let mut added = Added::default();
    for chunk in new.chunks(CHUNK) {
        let mut seeds = Changes::new(to, grids)?;
        seeds.expect(chunk)?;
        for seed in chunk {
            if seed.gradings.is_empty() {
                return Err(Abort::Store(StoreError::Ungraded));
            }
            if let Some(there) = seeds.seed(seed.key)? {
                let has_more = seeds.complete(&there, seed)?;
                *(if has_more { &mut added.better } else { &mut added.known }) += 1;
                continue;
            }
            let (won, displaced) = seeds.won(seed.key, &seed.gradings)?;
            if won.is_empty() {
                added.known += 1;
                continue;
            }
            seeds.set(seed.key, Some(seed.clone()))?;
            if seeds.take_places(seed.key, &won, &displaced)? {
                added.better += 1;
            } else {
                added.new += 1;
                brought.push(seed.key);
            }
        }
        seeds.write()?;
    }
    Ok(added)
}

/// Removes seeds from which nothing was drawn. In each class, the best of their twins that are kept
/// elsewhere replaces them.
pub(super) fn take_back(to: &mut dyn Transaction, keys: &[Key]) -> Done {
    let none = HashMap::new();
    let mut seeds = Changes::new(to, &none)?;
    let mut classes: HashMap<Class, Vec<Key>> = HashMap::new();
    let gone: HashSet<Key> = keys.iter().copied().collect();
    for key in keys {
        let Some(seed) = seeds.seed(*key)? else { continue };
        for class in seed.gradings.iter().map(class_of) {
            if seeds.best(&class)?.is_some_and(|best| best.key == *key) {
                classes.insert(class, Vec::new());
            }
        }
        seeds.set(*key, None)?;
    }
    let ladders: HashSet<String> = classes.keys().map(|class| class.0.clone()).collect();
    for ladder in ladders {
        seed_cursor::each_of(&*seeds.transaction, &ladder, 0..=u8::MAX, &mut |at, card| {
            let twins = classes.get_mut(&(ladder.clone(), card.twin));
            if let Some(twins) = twins.filter(|_| !gone.contains(&at.seed)) {
                twins.push(at.seed);
            }
            Ok(())
        })?;
    }
    for (class, twins) in classes {
        seeds.set_best(class.clone(), None);
        for key in twins {
            let (Some(twin), best) = (seeds.seed(key)?, seeds.best(&class)?) else { continue };
            let own = twin.gradings.iter().find(|own| class_of(own) == class);
            if own.is_some_and(|own| best.is_none_or(|best| beats(key, own, &best))) {
                seeds.set_best(class.clone(), Some(key));
            }
        }
    }
    seeds.write()
}

/// Adds to existing seeds the parts of these that they lack: gradings by other ladders or later
/// versions, and half turns. Unknown seeds are skipped. Returns the number of changed seeds.
pub(in crate::store) fn complete(
    to: &mut dyn Transaction,
    richer: &[Seed],
    grids: &HashMap<Key, GridClass>,
) -> Done<u64> {
    let mut completed = 0;
    for chunk in richer.chunks(CHUNK) {
        let mut seeds = Changes::new(to, grids)?;
        seeds.expect(chunk)?;
        for more in chunk {
            let Some(there) = seeds.seed(more.key)? else { continue };
            completed += u64::from(seeds.complete(&there, more)?);
        }
        seeds.write()?;
    }
    Ok(completed)
}

/// Gives cards of earlier versions the cruxes of their seeds, where these are known; all in their
/// places, as no key has them.
pub(in crate::store) fn renew(to: &mut dyn Transaction) -> Done<u64> {
    to.lock(Lock::Seeds)?;
    let mut old: Vec<(CardKey, SeedSummary)> = Vec::new();
    rows::each::<SeedSummary>(to, .., &mut |at, card| {
        old.extend(card.outline.crux.is_none().then_some((at, card)));
        Ok(())
    })?;
    let mut renewed = 0;
    for cards in old.chunks_mut(CHUNK) {
        let keys: Vec<Key> = cards.iter().map(|one| one.0.seed).collect();
        for ((_, card), seed) in cards.iter_mut().zip(get_all::<Seed>(to, &keys)?) {
            card.outline.crux = seed.and_then(|seed| seed.crux());
        }
        let known = cards.iter().filter(|one| one.1.outline.crux.is_some());
        let known: Vec<Row> = known.map(|(at, card)| encode(at, card)).collect::<Done<_>>()?;
        renewed += known.len() as u64;
        to.put(SeedSummary::TABLE, &known)?;
    }
    Ok(renewed)
}

/// Sorts by tier, then score, then key; seeds without a score come last in their tier.
fn sort(seeds: &mut [Seed], ladder: &str) {
    // Scores are positive, so their bits sort as the scores do.
    seeds.sort_by_cached_key(|seed| {
        let grading = seed.grading(ladder);
        let bits = grading.and_then(|grading| grading.score);
        (
            grading.map(|grading| grading.tier),
            bits.map_or(u64::MAX, |score| score.mean.to_bits()),
            seed.key,
        )
    });
}

/// Returns the seeds that `ladder` graded into these tiers, by tier, then score, then key; those
/// without a score last in their tier.
pub fn graded(from: &dyn Snapshot, ladder: &str, tiers: RangeInclusive<u8>) -> Done<Vec<Seed>> {
    let mut keys = Vec::new();
    seed_cursor::each_of(from, ladder, tiers, &mut |at: CardKey, _| {
        keys.push(at.seed);
        Ok(())
    })?;
    keys.sort_unstable();
    let mut seeds = expect_all::<Seed>(from, &keys)?;
    sort(&mut seeds, ladder);
    Ok(seeds)
}

/// Returns all seeds, by key.
pub fn all(from: &dyn Snapshot) -> Done<Vec<Seed>> {
    Ok(rows::all::<Seed>(from)?.into_iter().map(|row| row.1).collect())
}

/// Returns the first `most` seeds by key, after `key` if given.
pub fn after(from: &dyn Snapshot, key: Option<Key>, most: usize) -> Done<Vec<Seed>> {
    let first = key.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
    let seeds = rows::range::<Seed>(from, (first, Bound::Unbounded), most)?;
    Ok(seeds.into_iter().map(|row| row.1).collect())
}

/// Returns the seed with this key, if any.
pub fn of_key(from: &dyn Snapshot, key: Key) -> Done<Option<Seed>> {
    rows::get(from, &key)
}

/// Returns the seeds with these keys, in their order; `None` for a missing one.
pub fn of_keys(from: &dyn Snapshot, keys: &[Key]) -> Done<Vec<Option<Seed>>> {
    rows::get_all(from, keys)
}

/// Returns the seeds whose keys begin with the low 60 bits of `prefix`, by key.
pub fn of_prefix(from: &dyn Snapshot, prefix: u64) -> Done<Vec<Seed>> {
    let found = ledger::of_prefixes::<Seed>(from, &[prefix])?;
    Ok(found.into_iter().flatten().map(|row| row.1).collect())
}

/// For each key, returns whether another seed shares its leading 60 bits (then its id is longer).
pub fn are_prefixes_shared(from: &dyn Snapshot, keys: &[Key]) -> Done<Vec<bool>> {
    ledger::are_shared::<Seed>(from, keys)
}
