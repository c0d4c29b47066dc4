//! [`Ladder`]: the table of tiers, as a value.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, LazyLock};

use super::technique::Size::{Four, Three, Two};
use super::technique::Technique::{
    self, Assumption, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle,
};
use super::tier::Tier;
use crate::board::{Solution, State};

/// An ordered list of tiers, each a list of monotone techniques, easiest first.
///
/// Puzzles that the techniques do not solve can be graded further by a [`Judge`], which adds its
/// own tiers above them. All other puzzles are [beyond](Self::beyond) the ladder. A ladder is cheap
/// to clone.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::logic::{Ladder, Technique};
///
/// let singles: &[Technique] = &[Technique::NakedSingle, Technique::HiddenSingle];
/// let ladder = Ladder::new("small/1", &[singles, &[Technique::Locked]])?;
/// assert_eq!((ladder.beyond(), ladder.tier_of(Technique::Locked)), (2, Some(1)));
/// assert_eq!(Ladder::hsolve().beyond(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Ladder(Arc<Table>);

#[derive(Clone)]
struct Table {
    id: String,
    tiers: Vec<Tier>,
    judge: Option<(u8, &'static dyn Judge)>,
    has_costs: bool,
    version: u8,
    rare: Vec<u8>,
    poor: Vec<u8>,
}

/// Grades puzzles that the techniques of a ladder do not solve, by the steps that continue from
/// where they are stuck.
///
/// The grade may depend on the order of these steps. It must depend on nothing but the stuck state,
/// so that all puzzles with this stuck state, which are all refills of a seed, have the seed's
/// tier. And it must be equal for all boards that a symmetry maps to one another, for instance
/// because the state is transformed to canonical coordinates first.
pub trait Judge: Sync {
    /// Returns the place among the tiers of the judge, from 0 for the easiest; `None` for a puzzle
    /// that is beyond the ladder.
    fn judge(&self, stuck: &State, solution: &Solution) -> Option<u8>;
}

/// The reason why a table of tiers is no ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LadderError {
    /// Grades are stored under the id.
    #[error("{0:?} is no ladder's id: an id is a name and a version, such as hsolve/1")]
    Id(String),
    /// Every tier has a technique, and there is a tier.
    #[error("tier {0} has no technique")]
    Empty(usize),
    /// Closures up to a tier are unique only if all techniques are monotone.
    #[error("{0} is not monotone: the closure of a board would depend on the order of the steps")]
    NotMonotone(&'static str),
    /// Monotone only together with another technique.
    #[error("{technique} is monotone only with {needed} in its tier or below")]
    Needs {
        /// The technique.
        technique: &'static str,
        /// The missing technique.
        needed: &'static str,
    },
    /// A technique has one tier.
    #[error("{0} stands in the ladder twice")]
    Twice(&'static str),
    /// Tiers are numbered in a byte.
    #[error("a ladder has at most 255 tiers, not {0}")]
    TooMany(usize),
    /// The runs of m(B) fill singles until there are none before they search anything else.
    #[error("m(B) is defined only if tier 0 is naked and hidden singles, and nothing else")]
    Costs,
}

static HSOLVE: LazyLock<Ladder> = LazyLock::new(|| {
    let tiers: [&[Technique]; 6] = [
        &[NakedSingle, HiddenSingle],
        &[Naked(Two), Hidden(Two), Locked],
        &[Naked(Three), Hidden(Three), Fish(Two)],
        &[Naked(Four), Hidden(Four), Fish(Three)],
        &[Fish(Four)],
        &[Assumption],
    ];
    let ladder = Ladder::new(Ladder::HSOLVE, &tiers).and_then(Ladder::with_costs);
    // One of 200 random minimal puzzles is of tier 2, one of 100,000 of tier 4; seeds of tiers 4
    // and 6 have few refills.
    ladder.expect("a test makes it").with_rare([2, 3, 4]).with_poor([4, 6])
});

impl Ladder {
    /// The id of [`Ladder::hsolve`].
    pub const HSOLVE: &'static str = "hsolve/1";

    /// Returns the ladder of hsolve (Chang, Fan and Sun 2008, appendix A): tiers 0 to 5, easiest
    /// first, with the costs of m(B).
    pub fn hsolve() -> &'static Self {
        &HSOLVE
    }

    /// Makes a ladder of these tiers, easiest first.
    ///
    /// # Errors
    /// [`LadderError`] with the rule that the id or the tiers break.
    pub fn new(id: &str, tiers: &[&[Technique]]) -> Result<Self, LadderError> {
        let is_word = |part: &str| {
            !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '/')
        };
        if !id.split_once('/').is_some_and(|(name, version)| is_word(name) && is_word(version)) {
            return Err(LadderError::Id(id.to_owned()));
        }
        if tiers.is_empty() {
            return Err(LadderError::Empty(0));
        }
        let mut all: Vec<Technique> = Vec::new();
        let mut built: Vec<Tier> = Vec::new();
        for (number, techniques) in tiers.iter().enumerate() {
            if techniques.is_empty() {
                return Err(LadderError::Empty(number));
            }
            for technique in *techniques {
                if all.iter().any(|other| other.name() == technique.name()) {
                    return Err(LadderError::Twice(technique.name()));
                }
                all.push(*technique);
            }
            for technique in *techniques {
                let name = technique.name();
                let needs = technique.needs().ok_or(LadderError::NotMonotone(name))?;
                if let Some(needed) = needs.iter().find(|needed| !all.contains(needed)) {
                    return Err(LadderError::Needs { technique: name, needed: needed.name() });
                }
            }
            built.push(Tier::new(techniques, &all));
        }
        let id = id.to_owned();
        let (judge, has_costs, version) = (None, false, 0);
        let (rare, poor) = (Vec::new(), Vec::new());
        Self::checked(Table { id, tiers: built, judge, has_costs, version, rare, poor })
    }

    /// Adds the costs of m(B): puzzles that the techniques solve have a score.
    ///
    /// # Errors
    /// If tier 0 is not just naked and hidden singles.
    pub fn with_costs(self) -> Result<Self, LadderError> {
        if self.0.tiers[0].singles != Some(2) {
            return Err(LadderError::Costs);
        }
        Ok(self.with(|table| table.has_costs = true))
    }

    /// Adds `tiers` tiers on top, which `judge` gives to puzzles that the techniques do not solve.
    ///
    /// # Errors
    /// If that makes too many tiers.
    pub fn with_judge(self, tiers: u8, judge: &'static dyn Judge) -> Result<Self, LadderError> {
        let mut table = Arc::unwrap_or_clone(self.0);
        table.judge = Some((tiers, judge));
        Self::checked(table)
    }

    /// Sets the version of the judge, which gives some puzzles other tiers than earlier versions
    /// did.
    pub fn with_version(self, version: u8) -> Self {
        self.with(|table| table.version = version)
    }

    /// Adds a hint for miners: these tiers are rare among random puzzles.
    pub fn with_rare(self, tiers: impl Into<Vec<u8>>) -> Self {
        self.with(|table| table.rare = tiers.into())
    }

    /// Adds a hint for miners: seeds of these tiers have few refills.
    pub fn with_poor(self, tiers: impl Into<Vec<u8>>) -> Self {
        self.with(|table| table.poor = tiers.into())
    }

    fn with(self, change: impl FnOnce(&mut Table)) -> Self {
        let mut table = Arc::unwrap_or_clone(self.0);
        change(&mut table);
        Self(Arc::new(table))
    }

    fn checked(table: Table) -> Result<Self, LadderError> {
        let judged = table.judge.map_or(0, |(tiers, _)| usize::from(tiers));
        let tiers = table.tiers.len() + judged;
        if tiers > usize::from(u8::MAX) {
            return Err(LadderError::TooMany(tiers));
        }
        Ok(Self(Arc::new(table)))
    }

    /// Returns the name and the version, as `hsolve/1`: gradings are stored under it.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Returns the version of its judge, from 1; 0 if there is only one.
    pub fn version(&self) -> u8 {
        self.0.version
    }

    /// Returns the tier of puzzles that the ladder does not solve, one more than the highest.
    pub fn beyond(&self) -> u8 {
        self.searched().end + self.0.judge.map_or(0, |(tiers, _)| tiers)
    }

    /// Returns the top tiers that a puzzle can have, including [`beyond`](Self::beyond).
    pub fn tiers(&self) -> RangeInclusive<u8> {
        0..=self.beyond()
    }

    /// Returns the tiers that have techniques: all below those of a judge.
    pub fn searched(&self) -> Range<u8> {
        0..self.0.tiers.len() as u8
    }

    /// Returns the techniques of a tier; empty for a tier of the judge, or above the ladder.
    pub fn rows(&self, tier: u8) -> &[Technique] {
        self.0.tiers.get(usize::from(tier)).map_or(&[], |tier| &tier.rows)
    }

    /// Returns all techniques, easiest tier first.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        self.0.tiers.iter().flat_map(|tier| tier.rows.iter().copied())
    }

    /// Returns the tier of a technique; `None` if the ladder does not have it.
    pub fn tier_of(&self, technique: Technique) -> Option<u8> {
        self.searched().find(|&tier| self.rows(tier).contains(&technique))
    }

    /// Returns the tier up to which the stuck state of a puzzle with this top tier is closed: the
    /// highest with techniques below it, 0 at tier 0.
    pub fn closed_tier(&self, tier: u8) -> u8 {
        tier.min(self.searched().end).saturating_sub(1)
    }

    /// Whether puzzles of this top tier have an m(B).
    pub fn has_score(&self, tier: u8) -> bool {
        self.0.has_costs && self.searched().contains(&tier)
    }

    /// Whether puzzles of this tier are rare among random ones.
    pub fn is_rare(&self, tier: u8) -> bool {
        self.0.rare.contains(&tier)
    }

    /// Whether seeds of this tier have few refills.
    pub fn is_poor(&self, tier: u8) -> bool {
        self.0.poor.contains(&tier)
    }

    /// Whether the closure up to this tier fills naked and hidden singles: then a cell with one
    /// candidate is a filled cell.
    pub fn fills_singles(&self, tier: u8) -> bool {
        self.tier(tier).all.singles
    }

    /// Returns the top tier of a puzzle that its techniques leave in this state.
    pub(super) fn judged(&self, stuck: &State, solution: &Solution) -> u8 {
        let own = self
            .0
            .judge
            .and_then(|(tiers, judge)| judge.judge(stuck, solution).filter(|&place| place < tiers));
        own.map_or(self.beyond(), |place| self.searched().end + place)
    }

    /// Returns a tier that has techniques, the highest of them if this one has none.
    pub(super) fn tier(&self, tier: u8) -> &Tier {
        &self.0.tiers[usize::from(tier).min(self.0.tiers.len() - 1)]
    }

    /// Returns the tiers that have techniques, from 0 to this one.
    pub(super) fn all_up_to(&self, tier: u8) -> &[Tier] {
        &self.0.tiers[..self.0.tiers.len().min(usize::from(tier) + 1)]
    }

    /// Returns the tiers that have techniques, easiest first.
    pub(super) fn all(&self) -> &[Tier] {
        &self.0.tiers
    }
}

impl Default for Ladder {
    fn default() -> Self {
        Self::hsolve().clone()
    }
}

impl fmt::Debug for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::technique::Row;
    use super::*;

    const SINGLES: &[Technique] = &[NakedSingle, HiddenSingle];

    static UNIQUENESS: Row = Row {
        name: "unique rectangle",
        needs: None,
        order: 0,
        sweep: |_| {},
        find: |_, _| {},
        write: |_, _, _, _| Ok(()),
    };

    #[test]
    fn what_is_no_ladder_is_refused() {
        let refused = |id, tiers: &[&[Technique]]| Ladder::new(id, tiers).unwrap_err();
        for id in ["", "hsolve", "/1", "hsolve/", "h solve/1", "a/b/c"] {
            assert_eq!(refused(id, &[SINGLES]), LadderError::Id(id.to_owned()));
        }
        assert_eq!(refused("a/1", &[]), LadderError::Empty(0));
        assert_eq!(refused("a/1", &[SINGLES, &[]]), LadderError::Empty(1));
        assert_eq!(
            refused("a/1", &[SINGLES, &[Technique::Custom(&UNIQUENESS)]]),
            LadderError::NotMonotone("unique rectangle")
        );
        assert_eq!(refused("a/1", &[SINGLES, &[NakedSingle]]), LadderError::Twice("naked single"));
        assert_eq!(
            refused("a/1", &[SINGLES, &[Naked(Three)], &[Naked(Two)]]),
            LadderError::Needs { technique: "naked triple", needed: "naked pair" }
        );
        let split = Ladder::new("a/1", &[&[NakedSingle], &[HiddenSingle]]).unwrap();
        assert_eq!(split.with_costs().unwrap_err(), LadderError::Costs);
    }

    #[test]
    fn tiers_of_a_judge_are_above_those_with_techniques() {
        struct Always(Option<u8>);
        impl Judge for Always {
            fn judge(&self, _: &State, _: &Solution) -> Option<u8> {
                self.0
            }
        }
        let ladder = Ladder::new("a/1", &[SINGLES, &[Locked]]).unwrap();
        let judged = ladder.clone().with_judge(253, &Always(None)).unwrap();
        assert_eq!((judged.searched(), judged.beyond()), (0..2, 255));
        assert_eq!([0, 1, 2, 3, 255].map(|tier| judged.closed_tier(tier)), [0, 0, 1, 1, 1]);
        assert_eq!(judged.rows(2), []);
        assert_eq!(ladder.with_judge(254, &Always(None)).unwrap_err(), LadderError::TooMany(256));
    }

    #[test]
    fn the_ladder_of_hsolve_is_that_of_the_paper() {
        let ladder = Ladder::hsolve();
        assert_eq!((ladder.id(), ladder.beyond()), (Ladder::HSOLVE, 6));
        assert_eq!(ladder.techniques().count(), 13);
        assert!((0..6).all(|tier| ladder.has_score(tier)) && !ladder.has_score(6));
        for (tier, above) in [(0, 0), (1, 0), (5, 4), (6, 5)] {
            assert_eq!(ladder.closed_tier(tier), above);
        }
    }
}
