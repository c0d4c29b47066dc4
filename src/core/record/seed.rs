//! Seeds, and the data of them that draws and searches need.

use serde::{Deserialize, Serialize};

use crate::board::{CellSet, Puzzle};
use crate::compact;
use crate::logic::Ladder;
use crate::rating::er;
use crate::rating::hsolve::Score;
use crate::symmetry::{ClueSymmetry, Crux, GridClass, Key};

crate::named_enum! {
    /// The origin of a seed.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Origin {
        /// Found by `mine` on this database.
        Mined = "mined",
        /// Carried by the program.
        Starter = "starter",
        /// Read from a file by `import`.
        #[default]
        Imported = "imported",
    }
}

/// A seed puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seed {
    /// Key of the puzzle, unique among the seeds.
    #[serde(default)]
    pub key: Key,
    /// The puzzle, in the orientation in which its clues have `symmetry`.
    #[serde(with = "compact::puzzle")]
    pub puzzle: Puzzle,
    /// Its origin.
    #[serde(default)]
    pub origin: Origin,
    /// The clue symmetry it was mined for.
    #[serde(default)]
    pub symmetry: ClueSymmetry,
    /// Its gradings, one per ladder.
    #[serde(default)]
    pub gradings: Vec<Grading>,
    /// Further data. A record without any is that of earlier versions.
    #[serde(default, skip_serializing_if = "Particulars::is_empty")]
    pub particulars: Particulars,
}

/// Data of a seed that no draw by level, tier or score needs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Particulars {
    /// The crux of its stuck state by the hsolve ladder; none at tier 0, and if nobody has worked
    /// it out.
    pub crux: Option<Crux>,
    /// EP, the hardest step up to the first that puts a digit in a cell; none if nobody has rated
    /// it.
    #[serde(with = "super::rating")]
    pub ep: Option<er::Score>,
    /// ED, its first step; none as above.
    #[serde(with = "super::rating")]
    pub ed: Option<er::Score>,
    /// The search that found it; `None` unless it was mined by a version that records it.
    pub found: Option<Found>,
}

/// The search that found a seed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The time when it was kept, in seconds since 1970 (UTC); `None` if the clock failed.
    #[serde(default)]
    pub time: Option<u64>,
    /// The strategy that made it.
    pub strategy: String,
    /// The RNG seed of the search.
    pub rng_seed: u64,
    /// The key of the puzzle from which it was made by changes; `None` if made anew.
    #[serde(default)]
    pub parent: Option<Key>,
}

impl Particulars {
    /// Whether no particulars are known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the particulars known from either record. Of two searches that found the seed the
    /// lesser in order is kept, so that the result does not depend on the order of the records.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let found = match (self.found, other.found) {
            (Some(own), Some(other)) => Some(own.min(other)),
            (own, other) => own.or(other),
        };
        let (crux, ep, ed) = (self.crux.or(other.crux), self.ep.or(other.ep), self.ed.or(other.ed));
        Self { crux, ep, ed, found }
    }
}

impl Seed {
    /// Returns the crux, which seeds with equal hardest parts share; for a seed without a crux, a
    /// value that no other seed shares. `None` if not computed yet.
    pub fn crux(&self) -> Option<Crux> {
        let Particulars { crux, ep, .. } = &self.particulars;
        let is_solved = |own: &Grading| own.tier == 0;
        let is_known =
            || ep.is_some() || self.grading(Ladder::default().id()).is_some_and(is_solved);
        crux.or_else(|| is_known().then(|| Crux::in_place_of(self.key)))
    }

    /// Returns the grading by the ladder with this id; `None` if that has not graded it.
    pub fn grading(&self, ladder: &str) -> Option<&Grading> {
        self.gradings.iter().find(|grading| grading.ladder == ladder)
    }
}

/// The measures of a seed by a ladder. Its tiers are those of that ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grading {
    /// The id of the ladder, as `hsolve/1`.
    #[serde(with = "compact::ladder")]
    pub ladder: String,
    /// The [version](crate::logic::Ladder::version) of that ladder's judge; 0 if unknown.
    #[serde(default)]
    pub version: u8,
    /// Top tier.
    pub tier: u8,
    /// Cells still empty in the stuck state.
    #[serde(with = "compact::cells")]
    pub reserved: CellSet,
    /// Key of its stuck state's filled cells (U in `THEORY.md`) together with the tier: seeds with
    /// the same `twin` give the same refills, and a database keeps the better one.
    pub twin: Key,
    /// m(B) of the seed itself; `None` if the ladder has none for its tier.
    #[serde(default, with = "compact::mean")]
    pub score: Option<Score>,
    /// The part of m(B) from the stuck state on, the same for all its refills; `None` as above.
    #[serde(default, with = "compact::mean")]
    pub rest: Option<Score>,
    /// Least and greatest score seen among its refills; `None` as above.
    #[serde(default, with = "compact::scores")]
    pub scores: Option<(f64, f64)>,
    /// Essentially different puzzles among 1,000 refills (with the seed's clue symmetry, if any).
    #[serde(with = "compact::small")]
    pub capacity: u16,
    /// Its refills with a half turn; `None` if not measured, or if it was mined for a half turn.
    #[serde(default)]
    pub turned: Option<Turned>,
}

/// The refills with a half turn of a seed without a clue symmetry. At tier 0, where nothing is
/// reserved, the turn is the plain one, and the capacity is that without it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turned {
    /// The number of the [`HalfTurn`](crate::symmetry::HalfTurn) with the most usable cells.
    #[serde(with = "compact::small")]
    pub turn: u16,
    /// Essentially different puzzles among 1,000 refills with it; 0 if no half turn has any.
    #[serde(with = "compact::small")]
    pub capacity: u16,
    /// Least and greatest score seen among them; `None` if there are none, or the ladder has none
    /// for the tier.
    #[serde(default, with = "compact::scores")]
    pub scores: Option<(f64, f64)>,
}

impl Turned {
    /// No half turn gives refills.
    pub const NOTHING: Self = Self { turn: 0, capacity: 0, scores: None };
}

/// The part of a seed that decides whether, and how often, a draw uses it: much smaller than the
/// seed, so that one in a million is chosen without reading the others. Serialized without the
/// fields that are in the key of its row.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outline {
    /// Key of the puzzle.
    #[serde(skip)]
    pub key: Key,
    /// Its origin.
    #[serde(skip)]
    pub origin: Origin,
    /// The clue symmetry it was mined for.
    #[serde(skip)]
    pub symmetry: ClueSymmetry,
    /// Top tier by the ladder.
    #[serde(skip)]
    pub tier: u8,
    /// The number of cells that are not reserved: the clues of a refill that shows them all.
    pub unreserved: u8,
    /// As in its [`Grading`].
    #[serde(with = "compact::small")]
    pub capacity: u16,
    /// As in its [`Grading`].
    #[serde(with = "compact::scores")]
    pub scores: Option<(f64, f64)>,
    /// The mean of the rest in its [`Grading`].
    #[serde(with = "compact::score")]
    pub rest: Option<f64>,
    /// As in its [`Grading`].
    pub turned: Option<Turned>,
    /// Its [crux](Seed::crux), if that is known. A row of a card has it last.
    #[serde(skip)]
    pub crux: Option<Crux>,
}

/// The identity of a seed, by which a search recognizes known ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// Key of the puzzle.
    pub key: Key,
    /// As in its [`Grading`].
    pub twin: Key,
    /// The class of its solution grid.
    pub class: GridClass,
    /// The clue symmetry it was mined for.
    pub symmetry: ClueSymmetry,
}

impl Seed {
    /// Returns its fingerprint by the ladder of this id; `None` if that has not graded it.
    /// Computing the class of the grid takes microseconds.
    pub fn fingerprint(&self, ladder: &str) -> Option<Fingerprint> {
        let Grading { twin, .. } = *self.grading(ladder)?;
        let class = GridClass::of(self.puzzle.solution());
        Some(Fingerprint { key: self.key, twin, class, symmetry: self.symmetry })
    }

    /// Returns its outline by the ladder of this id; `None` if that has not graded it.
    pub fn outline(&self, ladder: &str) -> Option<Outline> {
        let grading = self.grading(ladder)?;
        Some(Outline {
            key: self.key,
            origin: self.origin,
            symmetry: self.symmetry,
            tier: grading.tier,
            unreserved: (!grading.reserved).len() as u8,
            capacity: grading.capacity,
            scores: grading.scores,
            rest: grading.rest.map(|rest| rest.mean),
            turned: grading.turned,
            crux: self.crux(),
        })
    }
}

impl Grading {
    /// Returns the number of unreserved cells that are no clues of the seed (f in `THEORY.md`).
    pub fn free(&self, puzzle: &Puzzle) -> usize {
        (!self.reserved - puzzle.clues()).len()
    }
}
