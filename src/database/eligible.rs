//! The seeds that a draw may use, by the store and the request.

use std::ops::Bound;

use seeddb_ledger::rules::{ledger, seed_cursor, seeds};
use seeddb_ledger::{SeedCursor, SeedFilter, Store};

use super::{Control, Database, Error};
use crate::record::{Outline, Seed};
use crate::symmetry::{ClueSymmetry, Fraction, Key};
use seeddb_draw::{Draw, Request, SeedSource, Unmet};
use seeddb_mine::is_public;

/// The number of seeds read at a time, as there may be millions.
pub(super) const CHUNK: usize = 4_096;

/// Returns the bound of a request that no seed meets.
pub(super) fn unmet(store: &Store, request: &Request) -> Result<Unmet, Error> {
    let ladder = request.refilled_by();
    let all = SeedFilter { tiers: ladder.tiers(), ..SeedFilter::graded_by(ladder.id()) };
    Ok(request
        .unmet(store.read(|from| seed_cursor::outlines(from, &all))?.into_iter().map(|one| one.0)))
}

/// Fails if no seed can meet the request, by the records or the first trial refills.
pub(super) fn expect_some(
    database: &Database,
    store: &Store,
    request: &Request,
    part: Option<Fraction>,
) -> Result<(), Error> {
    if request.asked().pattern.is_some() {
        return Ok(());
    }
    let (mut draw, control) = (Draw::new(request.clone(), 0, 0), Control::default());
    let mut seeds = DatabaseSeeds::new(database, request, part, 0, 0);
    if !draw.prime(1, control.flag(), &mut seeds)? {
        // Seeds that the store omits may fail only one bound.
        return Err(Error::NothingFits(unmet(store, request)?));
    }
    let mut made = request.asked().clues.is_none();
    while !made && draw.attempts() < Draw::LOOKED_AT && !draw.is_used_up() {
        made = !draw.more(1, control.flag(), &mut seeds)?.is_empty();
    }
    draw.out_of_reach().map_or(Ok(()), |unmet| Err(Error::NothingFits(unmet)))
}

/// The seeds and the ledger of a database, for one request.
pub(super) struct DatabaseSeeds {
    database: Database,
    walk: SeedCursor,
    /// Whether puzzles that are published starter seeds may be issued.
    pub(super) public: bool,
}

impl DatabaseSeeds {
    /// Starts the supply of a run of this batch, after `attempts` attempts of it: see
    /// [`Draw::start`].
    pub(super) fn new(
        database: &Database,
        request: &Request,
        part: Option<Fraction>,
        batch: u32,
        attempts: u64,
    ) -> Self {
        let wanted = SeedFilter { part, ..wanted(request) };
        let walk = SeedCursor::new(wanted, Draw::start(request, batch, attempts));
        Self { database: database.clone(), walk, public: false }
    }
}

impl SeedSource for DatabaseSeeds {
    type Error = Error;

    fn next(&mut self, most: usize) -> Result<Vec<(Outline, u64)>, Error> {
        Ok(self.database.store().read(|from| self.walk.next(from, most))?)
    }

    fn seeds(&mut self, keys: &[Key]) -> Result<Vec<Option<Seed>>, Error> {
        Ok(self.database.store().read(|from| seeds::of_keys(from, keys))?)
    }

    fn are_new(&mut self, keys: &[Key]) -> Result<Vec<bool>, Error> {
        let unissued =
            self.database.store().read(|from| ledger::are_new(from, keys))?.into_iter().zip(keys);
        Ok(unissued.map(|(new, key)| new && (self.public || !is_public(*key))).collect())
    }
}

/// Returns the outlines and uses of all seeds that the request may use and the partition owns.
pub(super) fn outlines(
    store: &Store,
    request: &Request,
    part: Option<Fraction>,
) -> Result<Vec<(Outline, u64)>, Error> {
    let wanted = SeedFilter { part, ..wanted(request) };
    let (mut outlines, sieve) =
        (store.read(|from| seed_cursor::outlines(from, &wanted))?, request.sieve());
    outlines.retain(|one| sieve(&one.0));
    if !request.looks_at_seeds() {
        return Ok(outlines);
    }
    chosen(store, &outlines, &mut |seed| request.may_use(seed))
}

/// Returns the outlines of seeds that satisfy `is_wanted`, for requirements that need the seeds.
pub(super) fn chosen(
    store: &Store,
    outlines: &[(Outline, u64)],
    is_wanted: &mut dyn FnMut(&Seed) -> bool,
) -> Result<Vec<(Outline, u64)>, Error> {
    let mut chosen = Vec::new();
    for some in outlines.chunks(CHUNK) {
        let keys: Vec<Key> = some.iter().map(|one| one.0.key).collect();
        let seeds = store.read(|from| seeds::of_keys(from, &keys))?;
        let mut takes = |seed: &Option<Seed>| seed.as_ref().is_some_and(&mut *is_wanted);
        let wanted = some.iter().zip(&seeds).filter(|(_, seed)| takes(seed));
        chosen.extend(wanted.map(|(one, _)| *one));
    }
    Ok(chosen)
}

/// Returns a selection for the store that includes all seeds of the request, and perhaps others.
fn wanted(request: &Request) -> SeedFilter {
    let symmetry = request.asked().symmetry;
    SeedFilter {
        tiers: request.tiers(),
        // Upper bounds are dropped, because added clues make refills easier. Lower bounds are
        // dropped where a seed may be transformed, since the store has the scores without a half
        // turn.
        scores: request
            .scores()
            .filter(|_| symmetry != ClueSymmetry::Rot180)
            .map(|(from, _)| (from, Bound::Unbounded)),
        // Seeds without symmetry may have a half turn.
        symmetry: (symmetry != ClueSymmetry::None && symmetry != ClueSymmetry::Rot180)
            .then_some(symmetry),
        origin: request.origin,
        key: request.from,
        ..SeedFilter::graded_by(request.refilled_by().id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use crate::ask::Constraints;
    use crate::level_table;
    use crate::logic::Ladder;
    use crate::rating::levels::LevelTable;
    use crate::record::Origin;
    use seeddb_mine::starter;

    /// The query of the store returns the seeds that the request may use, and few others.
    #[test]
    fn the_store_is_asked_for_what_may_be_used() {
        let (mut asked, mut used) = (0, 0);
        let seeds = starter();
        let tables = [LevelTable::default(), level_table::original().unwrap()];
        for rng_seed in 0..200 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let targets = tables.choose(rng).unwrap().targets(&Ladder::default());
            let level = targets.choose(rng).cloned().filter(|_| rng.random());
            let tier = (level.is_none() && rng.random())
                .then(|| rng.random_range(Ladder::default().tiers()))
                .map(|tier| tier..=tier);
            let start = rng.random_range(300.0..9000.0);
            let end = [f64::INFINITY, start, start + 500.0][rng.random_range(0..3)];
            let symmetries = [ClueSymmetry::None, ClueSymmetry::Rot180, ClueSymmetry::Diagonal];
            let ask = Constraints {
                tier,
                score: rng.random::<bool>().then_some(start..=end),
                symmetry: *symmetries.choose(rng).unwrap(),
                ..Constraints::default()
            };
            let Ok(mut request) = Request::new(&Ladder::default(), level, &ask) else { continue };
            request.from =
                rng.random_bool(0.1).then(|| seeds[rng.random_range(0..seeds.len())].key);
            request.origin = rng.random_bool(0.3).then_some(Origin::Starter);
            let wanted = wanted(&request);
            for seed in seeds.iter().skip(rng.random_range(0..20)).step_by(20) {
                let (admits, may_use) = (wanted.admits(seed), request.may_use(seed));
                assert!(admits || !may_use, "{wanted:?} {seed:?}, RNG seed {rng_seed}");
                assert!(
                    request.scores().is_some()
                        || request.asked().symmetry == ClueSymmetry::Rot180
                        || admits == may_use,
                    "{wanted:?} {seed:?}, RNG seed {rng_seed}"
                );
                // Half turns are in the record of a seed only.
                if request.asked().symmetry != ClueSymmetry::Rot180 {
                    asked += u32::from(admits);
                    used += u32::from(may_use);
                }
            }
        }
        assert!(used > 1_000 && asked < 2 * used, "{used} of {asked}");
    }
}
