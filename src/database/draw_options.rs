//! [`DrawOptions`]: what a draw is asked for.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Error, seed_of};
use crate::draw::{Asked, Demand, Request, Share, within};
use crate::logic::Ladder;
use crate::rating::{er, se};
use crate::record::Origin;
use crate::refill::Wish;
use crate::store::Store;
use crate::symmetry::{ClueSymmetry, Id, Part};

/// What is to be drawn: all bounds given hold together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawOptions {
    /// A level of the database's table.
    pub level: Option<String>,
    /// The top tier, both ends included.
    pub tier: Option<RangeInclusive<u8>>,
    /// m(B), both ends included.
    pub score: Option<RangeInclusive<f64>>,
    /// Sudoku Explainer ratings (ER), both ends included.
    pub se: Option<RangeInclusive<er::Score>>,
    /// How many.
    pub count: u32,
    /// Only from this seed.
    pub from: Option<Id>,
    /// Only from seeds that come from here.
    pub origin: Option<Origin>,
    /// The partition that the database has to be, and becomes if it is none yet and nothing was issued. One that is a partition draws
    /// in it whatever this says.
    pub partition: Option<Part>,
    /// Symmetry and number of the clues, minimality.
    pub wish: Wish,
    /// What they are to be like beyond that.
    pub asked: Asked,
    /// The most that one seed may give; none for its share of the batch, which gives way if the others give too little.
    pub per_seed: Option<u32>,
    /// Also puzzles that are starter seeds, which everybody has.
    pub from_public: bool,
    /// Kept with the batch.
    pub note: String,
    /// Where randomness begins.
    pub rng_seed: u64,
}

impl DrawOptions {
    /// `count` puzzles of a level.
    pub fn of_level(level: &str, count: u32, rng_seed: u64) -> Self {
        Self { level: Some(level.to_owned()), count, rng_seed, ..Self::default() }
    }

    /// How many one seed may give.
    fn share(&self) -> Share {
        match (self.per_seed, self.from) {
            (Some(most), _) => Share::Most(most),
            (None, Some(_)) => Share::Any,
            (None, None) => Share::Fair(self.count),
        }
    }

    /// What this asks for, with the table of levels and the seeds of `store`.
    pub(super) fn request(&self, ladder: &Ladder, store: &Store) -> Result<Request, Error> {
        let levels = store.levels()?;
        let level = self.level.as_deref().map(|name| levels.target(ladder, name)).transpose()?;
        let wish = match &level {
            Some(level) => within(level, &self.wish, self.score.is_none())?,
            None => self.wish.clone(),
        };
        let from = self.from.map(|id| seed_of(store, id)).transpose()?;
        Ok(Request {
            ladder: ladder.clone(),
            level,
            tier: self.tier.clone(),
            score: self.score.clone(),
            se: self.se.as_ref().map(tiers_of),
            from: from.map(|seed| seed.key),
            origin: self.origin,
            wish,
            demand: Demand::of(&self.asked, ladder),
            share: self.share(),
            levels,
            rng_seed: self.rng_seed,
        })
    }
}

/// What decides which puzzles come, as it is kept with the batch: `--level expert --count 100`.
impl fmt::Display for DrawOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish { symmetry, clues, minimal, .. } = &self.wish;
        if let Some(level) = &self.level {
            write!(f, "--level {level} ")?;
        }
        match &self.tier {
            Some(tier) if tier.start() == tier.end() => write!(f, "--tier {} ", tier.start())?,
            Some(tier) => write!(f, "--tier {}..{} ", tier.start(), tier.end())?,
            None => {}
        }
        match &self.score {
            Some(score) if score.end().is_finite() => {
                write!(f, "--score {}..{} ", score.start(), score.end())?;
            }
            Some(score) => write!(f, "--score {}.. ", score.start())?,
            None => {}
        }
        match &self.se {
            Some(se) if se.start() == se.end() => write!(f, "--se {} ", se.start())?,
            Some(se) => write!(f, "--se {}..{} ", se.start(), se.end())?,
            None => {}
        }
        write!(f, "--count {}", self.count)?;
        if let Some(seed) = self.from {
            write!(f, " --from {seed}")?;
        }
        if let Some(origin) = self.origin {
            write!(f, " --origin {}", origin.name())?;
        }
        if let Some(part) = self.partition {
            write!(f, " --partition {part}")?;
        }
        if *symmetry != ClueSymmetry::None {
            write!(f, " --symmetry {symmetry}")?;
        }
        if let Some(clues) = clues {
            write!(f, " --clues {}..{}", clues.start(), clues.end())?;
        }
        if *minimal {
            f.write_str(" --minimal")?;
        }
        write!(f, "{}", self.asked)?;
        if let Some(most) = self.per_seed {
            write!(f, " --per-seed {most}")?;
        }
        if self.from_public { f.write_str(" --from-public") } else { Ok(()) }
    }
}

/// The tiers of the ratings in this range; one that no seed has if there are none.
pub(super) fn tiers_of(range: &RangeInclusive<er::Score>) -> RangeInclusive<u8> {
    let within = || se::scores().filter(|score| range.contains(score)).filter_map(se::tier_of);
    match (within().min(), within().max()) {
        (Some(least), Some(greatest)) => least..=greatest,
        _ => u8::MAX..=u8::MAX,
    }
}
