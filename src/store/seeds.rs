//! Seeds: added, found, removed, counted.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, RangeBounds, RangeInclusive};

use rayon::prelude::*;

use super::engine::Keys;
use super::{Store, StoreError};
use crate::record::{Fingerprint, Origin, Outline, Seed};
use crate::symmetry::{ClueSymmetry, GridClass, Id, Key, Part};

/// What became of the seeds given to [`Store::add_seeds`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added {
    /// Seeds that are new.
    pub new: usize,
    /// Seeds that were there, or had a twin at least as good.
    pub known: usize,
    /// Seeds that took the place of a worse twin.
    pub better: usize,
}

/// How much a database holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Seeds.
    pub seeds: u64,
    /// By the id of each ladder that has graded seeds, those of each tier that has any.
    pub gradings: BTreeMap<String, BTreeMap<u8, u64>>,
    /// Puzzles in the ledger.
    pub issued: u64,
    /// Batches.
    pub batches: u64,
}

impl Counts {
    /// The seeds that the ladder of this id has graded into this tier.
    pub fn of_tier(&self, ladder: &str, tier: u8) -> u64 {
        self.gradings.get(ladder).and_then(|tiers| tiers.get(&tier)).copied().unwrap_or(0)
    }
}

/// Which seeds may give what is asked for, by their records. All bounds hold together.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// The id of the ladder whose gradings count.
    pub ladder: String,
    /// Tiers.
    pub tiers: RangeInclusive<u8>,
    /// Bounds that some score from the least to the greatest recorded must meet. With them, a seed without scores is not
    /// wanted.
    pub scores: Option<(Bound<f64>, Bound<f64>)>,
    /// The clue symmetry it was mined for; a seed of tier 0 serves every symmetry.
    pub symmetry: Option<ClueSymmetry>,
    /// Where it comes from.
    pub origin: Option<Origin>,
    /// Only the seed of this key.
    pub key: Option<Key>,
    /// Only seeds of which this part owns the class of the solution grid.
    pub part: Option<Part>,
}

impl Wanted {
    /// All seeds that the ladder of this id has graded.
    pub fn graded_by(ladder: &str) -> Self {
        Self {
            ladder: ladder.to_owned(),
            tiers: 0..=u8::MAX,
            scores: None,
            symmetry: None,
            origin: None,
            key: None,
            part: None,
        }
    }

    /// Whether the seed is wanted.
    pub fn admits(&self, seed: &Seed) -> bool {
        seed.outline(&self.ladder).is_some_and(|outline| self.admits_outline(&outline))
            && self.owns(seed)
    }

    /// Whether the part, if there is one, owns the seed.
    pub(super) fn owns(&self, seed: &Seed) -> bool {
        self.part.is_none_or(|part| part.owns(GridClass::of(seed.puzzle.solution())))
    }

    /// The same by the outline that the ladder made of it, which does not know its part.
    pub(super) fn admits_outline(&self, outline: &Outline) -> bool {
        let Outline { tier, scores, symmetry, origin, key, .. } = outline;
        self.tiers.contains(tier)
            && self.scores.is_none_or(|bounds| scores.is_some_and(|range| meets(bounds, range)))
            && self.symmetry.is_none_or(|wanted| wanted == *symmetry || *tier == 0)
            && self.origin.is_none_or(|wanted| wanted == *origin)
            && self.key.is_none_or(|wanted| wanted == *key)
    }

    /// Those of `seeds`, which come in the order of [`Store::seeds`], that are wanted.
    pub(super) fn choose(
        &self,
        seeds: impl IntoIterator<Item = Seed>,
        uses: &HashMap<Key, u64>,
        limit: Option<usize>,
    ) -> Vec<Eligible> {
        // The class of a grid takes long.
        let seeds: Vec<Seed> = seeds.into_iter().collect();
        let wanted: Vec<Seed> = seeds.into_par_iter().filter(|seed| self.admits(seed)).collect();
        let mut eligible: Vec<Eligible> = wanted
            .into_iter()
            .map(|seed| Eligible { uses: uses.get(&seed.key).copied().unwrap_or(0), seed })
            .collect();
        if let Some(limit) = limit {
            eligible.sort_by_cached_key(|one| (one.share(&self.ladder), one.seed.key));
            eligible.truncate(limit);
        }
        eligible
    }
}

/// Whether a score from `least` to `greatest` is within the bounds.
fn meets((from, to): (Bound<f64>, Bound<f64>), (least, greatest): (f64, f64)) -> bool {
    (from, Bound::Unbounded).contains(&greatest) && (Bound::Unbounded, to).contains(&least)
}

/// A seed that may give what is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Eligible {
    /// The seed.
    pub seed: Seed,
    /// Puzzles issued from it.
    pub uses: u64,
}

impl Eligible {
    /// How much of its capacity by this ladder was issued, in millionths: those that gave least go first.
    pub fn share(&self, ladder: &str) -> u64 {
        let capacity = self.seed.grading(ladder).map_or(0, |grading| grading.capacity);
        self.uses.saturating_mul(1_000_000) / u64::from(capacity.max(1))
    }
}

/// A row of the index: ladder, tier, score bits, key.
pub(super) type IndexRow<'a> = (&'a str, u8, u64, &'a [u8; 16]);

/// The rows of `seed` in the index. Scores are positive, so their bits are in their order; no score
/// comes last.
pub(super) fn index_rows(seed: &Seed) -> impl Iterator<Item = IndexRow<'_>> {
    seed.gradings.iter().map(|grading| {
        let bits = grading.score.map_or(u64::MAX, |score| score.mean.to_bits());
        (grading.ladder.as_str(), grading.tier, bits, &seed.key.0)
    })
}

impl Store {
    /// Adds seeds, all in one commit. A seed whose key is there is known. Of twins by the ladder of a grading the best is kept,
    /// that of the greatest capacity, then of the highest score; a seed with gradings by several ladders is dropped, or gives
    /// way to another, only if it is a twin in all of them.
    ///
    /// # Errors
    /// [`StoreError::Ungraded`] if one has no grading; failures of the file. Nothing is added then.
    pub fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, StoreError> {
        self.engine.add_seeds(seeds)
    }

    /// Gives seeds that are there what they lack of these, each known by its key: gradings by ladders that have not graded it, and
    /// what it gives with a half turn. What is on record stays as it is. How many got something.
    ///
    /// # Errors
    /// Failures of the file. Nothing is changed then.
    pub fn complete_seeds(&self, seeds: &[Seed]) -> Result<u64, StoreError> {
        self.engine.complete_seeds(seeds)
    }

    /// All seeds, by key.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn all_seeds(&self) -> Result<Vec<Seed>, StoreError> {
        let mut all = BTreeMap::new();
        for ladder in self.counts()?.gradings.keys() {
            let graded = self.seeds(ladder, 0..=u8::MAX)?;
            all.extend(graded.into_iter().map(|seed| (seed.key, seed)));
        }
        Ok(all.into_values().collect())
    }

    /// The seeds that the ladder of this id has graded into these tiers, by tier, then by score, then by key; those without
    /// a score last.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seeds(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
        self.engine.seeds(ladder, tiers)
    }

    /// The seeds that are wanted, with their uses, in the order of [`Store::seeds`]. With a limit at most so many: those
    /// that gave the least share of their capacity, the least first, and of equal ones by key.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn eligible(
        &self,
        wanted: &Wanted,
        limit: Option<usize>,
    ) -> Result<Vec<Eligible>, StoreError> {
        self.engine.eligible(wanted, limit)
    }

    /// The outlines of the seeds that are wanted, by the ladder named there, with their uses, in the order of [`Store::seeds`]. The seeds
    /// themselves need not be read, if that was done once since they changed.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn outlines(&self, wanted: &Wanted) -> Result<Vec<(Outline, u64)>, StoreError> {
        self.engine.outlines(wanted)
    }

    /// The fingerprints of the seeds that the ladder of this id has graded into these tiers, by key. As with
    /// [`outlines`](Self::outlines) the seeds themselves need not be read.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn fingerprints(
        &self,
        ladder: &str,
        tiers: RangeInclusive<u8>,
    ) -> Result<Vec<Fingerprint>, StoreError> {
        let mut all = self.engine.fingerprints(ladder, tiers)?;
        all.par_sort_unstable_by_key(|one| one.key);
        Ok(all)
    }

    /// The seeds of these keys, in their order; none where there is none.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seeds_of(&self, keys: &[Key]) -> Result<Vec<Option<Seed>>, StoreError> {
        self.engine.seeds_of(keys)
    }

    /// Of each ladder id and twin key whether there is a seed that this ladder has graded and that has this key.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn know_twins(&self, twins: &[(&str, Key)]) -> Result<Vec<bool>, StoreError> {
        self.engine.know_twins(twins)
    }

    /// The seed of `key`.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.engine.seed(key)
    }

    /// The seeds whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        self.engine.seeds_by_prefix(prefix)
    }

    /// For each key, whether another seed shares its leading 60 bits, so that its id must be longer.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seed_prefixes_are_shared(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        self.shared(Keys::Seeds, keys)
    }

    /// For each key, whether another begins with the same 60 bits.
    pub(super) fn shared(&self, of: Keys, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        let prefixes: Vec<u64> = keys.iter().map(|&key| Id::of(key).prefix()).collect();
        let found = self.engine.keys_by_prefix(of, &prefixes)?;
        let other = |(key, found): (&Key, Vec<Key>)| found.iter().any(|other| other != key);
        Ok(keys.iter().zip(found).map(other).collect())
    }

    /// Removes the seed of `key`; false if there was none. What was issued from it stays issued.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn remove_seed(&self, key: Key) -> Result<bool, StoreError> {
        self.engine.remove_seed(key)
    }

    /// How many puzzles were issued from each seed that was ever used.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError> {
        self.engine.seed_uses()
    }

    /// How much the database holds; cheap but for one step over the index of seeds.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.engine.counts()
    }
}
