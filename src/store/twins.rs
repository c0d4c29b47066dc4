//! Which seeds are kept of those that give the same refills: the rules of adding, for every engine.
//!
//! By each ladder that has graded them, seeds fall into classes of twins, and each class has a best seed: that of the greatest
//! capacity, then of the highest score. A seed is kept as long as it is the best of its class by one of its gradings: it goes
//! only if it is a twin in all of them.

use super::{Added, StoreError};
use crate::record::{Grading, Seed};
use crate::symmetry::Key;

/// The rows of seeds inside a write transaction.
pub(super) trait SeedRows {
    type Error: From<StoreError>;

    fn seed(&self, key: Key) -> Result<Option<Seed>, Self::Error>;

    /// Whether there is a seed of this key; cheaper than reading it.
    fn is_known(&self, key: Key) -> Result<bool, Self::Error>;

    /// The best of a class of twins.
    fn best(&self, ladder: &str, twin: Key) -> Result<Option<Seed>, Self::Error>;

    /// All of a class of twins; it may look through all seeds of the ladder.
    fn twins(&self, ladder: &str, twin: Key) -> Result<Vec<Seed>, Self::Error>;

    /// Which seed is the best of a class of twins; none if the class is empty.
    fn set_best(&mut self, ladder: &str, twin: Key, best: Option<Key>) -> Result<(), Self::Error>;

    /// Writes the record of a seed, and what it is found by.
    fn insert(&mut self, seed: &Seed) -> Result<(), Self::Error>;

    /// The reverse of [`insert`](Self::insert).
    fn remove(&mut self, seed: &Seed) -> Result<(), Self::Error>;
}

/// Greater capacity first, then higher score.
pub(super) fn is_better(grading: &Grading, other: &Grading) -> bool {
    let worth =
        |grading: &Grading| (grading.capacity, grading.score.map_or(0.0, |score| score.mean));
    worth(grading) > worth(other)
}

/// Whether `grading` is better than what the same ladder says of `other`.
pub(super) fn beats(grading: &Grading, other: &Seed) -> bool {
    other.grading(&grading.ladder).is_none_or(|other| is_better(grading, other))
}

/// Adds seeds in their order.
pub(super) fn add<R: SeedRows>(rows: &mut R, seeds: &[Seed]) -> Result<Added, R::Error> {
    let mut added = Added::default();
    for seed in seeds {
        if seed.gradings.is_empty() {
            return Err(StoreError::Ungraded.into());
        }
        if rows.is_known(seed.key)? {
            added.known += 1;
            continue;
        }
        let (best_by, displaced) = won(rows, &seed.gradings)?;
        if best_by.is_empty() {
            added.known += 1;
            continue;
        }
        rows.insert(seed)?;
        let replaced = take_places(rows, seed.key, &best_by, &displaced)?;
        if replaced {
            added.better += 1;
        } else {
            added.new += 1;
        }
    }
    Ok(added)
}

/// Those of `gradings` that are better than the best of their classes, and the seeds that are the best there.
fn won<'g, R: SeedRows>(
    rows: &R,
    gradings: &'g [Grading],
) -> Result<(Vec<&'g Grading>, Vec<Seed>), R::Error> {
    let (mut won, mut displaced) = (Vec::new(), Vec::<Seed>::new());
    for grading in gradings {
        let best = rows.best(&grading.ladder, grading.twin)?;
        if best.as_ref().is_none_or(|best| beats(grading, best)) {
            won.push(grading);
            displaced.extend(best.filter(|best| displaced.iter().all(|d| d.key != best.key)));
        }
    }
    Ok((won, displaced))
}

/// Makes the seed the best of the classes of `won`. Those `displaced` that are the best nowhere now go; whether some did.
fn take_places<R: SeedRows>(
    rows: &mut R,
    key: Key,
    won: &[&Grading],
    displaced: &[Seed],
) -> Result<bool, R::Error> {
    for grading in won {
        rows.set_best(&grading.ladder, grading.twin, Some(key))?;
    }
    let mut replaced = false;
    for other in displaced {
        let mut is_best = false;
        for grading in &other.gradings {
            let best = rows.best(&grading.ladder, grading.twin)?;
            is_best |= best.is_some_and(|best| best.key == other.key);
        }
        if !is_best {
            rows.remove(other)?;
            replaced = true;
        }
    }
    Ok(replaced)
}

/// Gives seeds that are there what they lack of `seeds`: gradings by other ladders, and half turns. How many got something.
pub(super) fn complete<R: SeedRows>(rows: &mut R, seeds: &[Seed]) -> Result<u64, R::Error> {
    let mut completed = 0;
    for more in seeds {
        let Some(old) = rows.seed(more.key)? else { continue };
        let mut seed = old.clone();
        let mut new = Vec::new();
        for grading in &more.gradings {
            match seed.gradings.iter_mut().find(|own| own.ladder == grading.ladder) {
                Some(own) => own.turned = own.turned.or(grading.turned),
                None => new.push(grading.clone()),
            }
        }
        seed.gradings.extend_from_slice(&new);
        if seed == old {
            continue;
        }
        let (won, displaced) = won(rows, &new)?;
        rows.remove(&old)?;
        rows.insert(&seed)?;
        take_places(rows, seed.key, &won, &displaced)?;
        completed += 1;
    }
    Ok(completed)
}

/// Removes a seed; the best of those that are left of its classes takes its place there. False if there was none.
pub(super) fn remove<R: SeedRows>(rows: &mut R, key: Key) -> Result<bool, R::Error> {
    let Some(seed) = rows.seed(key)? else { return Ok(false) };
    for Grading { ladder, twin, .. } in &seed.gradings {
        if rows.best(ladder, *twin)?.is_none_or(|best| best.key != key) {
            continue;
        }
        let mut best: Option<Seed> = None;
        for other in rows.twins(ladder, *twin)? {
            let Some(grading) = other.grading(ladder).filter(|_| other.key != key) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| beats(grading, best)) {
                best = Some(other);
            }
        }
        rows.set_best(ladder, *twin, best.map(|best| best.key))?;
    }
    rows.remove(&seed)?;
    Ok(true)
}
