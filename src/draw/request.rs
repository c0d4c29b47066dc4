//! [`Request`]: the bounds of a draw.

use std::ops::{Bound, Range, RangeBounds as _, RangeInclusive};

use super::share::{PerCrux, Share};
use crate::ask::{Constraints, Contradiction, PuzzleFilter};
use crate::board::{Cell, Puzzle};
use crate::logic::Ladder;
use crate::rating::common;
use crate::rating::levels::{Facts, LevelTable, Target};
use crate::rating::metric::Metric;
use crate::rating::minutes::Scale;
use crate::rating::stop::Stop;
use crate::rating::{er, se};
use crate::record::{Origin, Outline, Seed, Turned};
use crate::refill::{Near, RefillTarget, Scores};
use crate::symmetry::{ClueSymmetry, Key};

/// No puzzle has fewer clues.
pub const FEWEST_CLUES: usize = Puzzle::FEWEST_CLUES;

/// The bounds of a draw: all that are given hold together.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The ladder whose gradings count.
    pub ladder: Ladder,
    /// The wanted level of a table.
    pub level: Option<Target>,
    /// Bounds on the puzzles; clues and symmetry are [as the level allows them](Self::new).
    asked: Constraints,
    /// The wanted ratings, as rising tiers of their [`ladder`](se::ladder); `None` if no rating is
    /// asked for.
    pub(super) rated: Option<Vec<u8>>,
    /// Whether refills aim at the score of the level, with seeds of these ratings, as most refills
    /// have that of their seed. Else the gradings by rating decide which seeds are refilled, and
    /// how.
    is_level_scored: bool,
    demand: PuzzleFilter,
    /// Only this seed.
    pub from: Option<Key>,
    /// Only seeds that come from here.
    pub origin: Option<Origin>,
    /// Looks up the technique of a seed's hardest step for Sudoku Explainer, which is computed if
    /// unknown.
    pub known: Option<fn(&Puzzle) -> Option<se::Technique>>,
    /// Looks up the hardest technique of the ladder `common` that a seed needs, likewise.
    pub known_needs: Option<fn(&Puzzle) -> Option<common::Technique>>,
    /// The number of puzzles one seed may give.
    pub share: Share,
    /// The largest number of puzzles from one crux; `None` for any number.
    pub per_crux: Option<PerCrux>,
    /// The levels in force, by which puzzles are labelled if the request names no level.
    pub levels: LevelTable,
    /// The RNG seed.
    pub rng_seed: u64,
}

impl Request {
    /// Creates a request for puzzles of a level that meet `asked`. Without any bound on the clues,
    /// their number is the usual one of the level.
    ///
    /// ```
    /// use seeddb_core::ask::Constraints;
    /// use seeddb_draw::Request;
    /// use seeddb_core::logic::Ladder;
    /// use seeddb_core::rating::levels::LevelTable;
    ///
    /// let (ladder, table) = (Ladder::default(), LevelTable::default());
    /// let beginner = || table.target(&ladder, "beginner").ok();
    /// let of = |asked: &Constraints| Request::new(&ladder, beginner(), asked);
    /// assert_eq!(of(&Constraints::default())?.asked().clues, Some(39..=45));
    /// let clues = |clues| Constraints { clues: Some(clues), ..Constraints::default() };
    /// assert_eq!(of(&clues(30..=40))?.asked().clues, Some(39..=40));
    /// let error = of(&clues(22..=24)).unwrap_err().to_string();
    /// assert_eq!(error, "level beginner takes 39 to 81 clues, and 22 to 24 are asked for");
    /// # Ok::<(), seeddb_core::ask::Contradiction>(())
    /// ```
    ///
    /// # Errors
    /// No puzzle can meet both.
    pub fn new(
        ladder: &Ladder,
        level: Option<Target>,
        asked: &Constraints,
    ) -> Result<Self, Contradiction> {
        let mut asked = asked.clone();
        asked.score = asked.scores()?;
        if let Some(target) = &level {
            let own = target.level();
            let of_level = |error: Contradiction| error.of_level(&own.name);
            let is_free = asked.clues.is_none()
                && asked.score.is_none()
                && asked.minutes.is_none()
                && asked.pattern.is_none()
                && !asked.minimal;
            let both = takes(target, ladder).and(&asked).map_err(of_level)?;
            both.check_for(ladder)?;
            let usual = own.usual_clues.clone().filter(|_| is_free);
            (asked.clues, asked.symmetry) = (usual.or(both.clues), both.symmetry);
            asked.er = both.er;
        }
        let demand = PuzzleFilter::of(&asked, ladder)?;
        let is_level_scored = asked.technique.is_empty()
            && asked.aim.is_none()
            && level.as_ref().and_then(Target::scores).and_then(bounds_of).is_some();
        let tiers_of = |own: &[er::Score]| own.iter().copied().filter_map(se::tier_of).collect();
        Ok(Self {
            ladder: ladder.clone(),
            rated: demand.ratings().map(tiers_of),
            is_level_scored,
            demand,
            level,
            asked,
            ..Self::default()
        })
    }

    /// Returns the bounds on the puzzles, as the level allows them.
    pub fn asked(&self) -> &Constraints {
        &self.asked
    }

    /// Whether a rating is asked for, so that an attempt may take milliseconds.
    pub fn is_rated(&self) -> bool {
        self.rated.is_some()
    }

    /// Whether refills are made by rating.
    pub fn is_by_rating(&self) -> bool {
        self.by_rating().is_some()
    }

    fn by_rating(&self) -> Option<&[u8]> {
        self.rated.as_deref().filter(|_| !self.is_level_scored)
    }

    /// Returns the range of tiers by rating of the seeds whose puzzles may have the requested
    /// rating. If there are none, it is a tier that no seed has; `None` if no rating is requested.
    pub fn rated_tiers(&self) -> Option<RangeInclusive<u8>> {
        let rated = self.rated.as_ref()?;
        let end = |tier: Option<&u8>| tier.copied().unwrap_or(u8::MAX);
        Some(end(rated.first())..=end(rated.last()))
    }

    /// Returns the [`Constraints`], prepared for checks of puzzles.
    pub(super) fn demand(&self) -> &PuzzleFilter {
        &self.demand
    }

    /// Returns the ladder whose gradings decide which puzzles seeds can give.
    pub fn refilled_by(&self) -> &Ladder {
        if self.is_by_rating() { se::ladder() } else { &self.ladder }
    }

    /// Returns the tiers of that ladder that puzzles can have; seeds of other tiers need not be
    /// read.
    pub fn tiers(&self) -> RangeInclusive<u8> {
        if let Some(tiers) = self.rated_tiers().filter(|_| self.is_by_rating()) {
            return tiers;
        }
        let of_level = self.level.as_ref().and_then(Target::tiers);
        let tiers = self.asked.tier.clone().or(of_level).unwrap_or(self.ladder.tiers());
        match self.demand.tiers() {
            Some(own) => *tiers.start().max(own.start())..=*tiers.end().min(own.end()),
            None => tiers,
        }
    }

    /// Whether a puzzle is within the bounds on tier, score and level.
    pub fn admits(&self, facts: &Facts) -> bool {
        let score_fits = |range: &RangeInclusive<f64>| {
            facts.score(Metric::Hsolve).is_some_and(|score| range.contains(&score))
        };
        self.asked.tier.as_ref().is_none_or(|wanted| wanted.contains(&facts.tier()))
            && self.asked.score.as_ref().is_none_or(score_fits)
            && self.level.as_ref().is_none_or(|level| level.admits(facts))
    }

    /// Returns the bounds on m(B) by level and range together; `None` if there are none. The scores
    /// of a level may have gaps, and be narrower at some tiers. Where refills are made by rating,
    /// the scores of seeds are unknown: they bound no seeds, and refills do not aim at them.
    pub fn scores(&self) -> Option<Scores> {
        self.scores_with(self.level.as_ref().and_then(Target::scores))
    }

    fn scores_with(&self, of_level: Option<Range<f64>>) -> Option<Scores> {
        if self.is_by_rating() {
            return None;
        }
        let of_level = of_level.and_then(bounds_of);
        let of_request = self.asked.score.as_ref();
        let of_request = of_request
            .map(|range| (Bound::Included(*range.start()), Bound::Included(*range.end())));
        of_level.into_iter().chain(of_request).reduce(both)
    }

    /// Returns all bounds on symmetry, clues and score at this tier, which refills aim at.
    pub fn aim(&self, tier: u8) -> RefillTarget {
        let Constraints { symmetry, minimal, .. } = self.asked;
        let bounds = |scale: Scale, minutes: &RangeInclusive<f64>| {
            let efforts = scale.efforts(minutes);
            (Bound::Included(*efforts.start()), Bound::Included(*efforts.end()))
        };
        let efforts = self.asked.minutes.as_ref().map(|own| bounds(self.asked.scale(), own));
        let near = self.near();
        let asked = self.asked.clues.clone();
        // A rating is not of a tier that levels bound.
        let Some(level) = self.level.as_ref().filter(|_| !self.is_by_rating()) else {
            return RefillTarget {
                symmetry,
                clues: asked,
                scores: self.scores(),
                efforts,
                near,
                minimal,
            };
        };
        let scores = self.scores_with(level.scores_at(tier));
        // The level itself excludes the upper end.
        let of_level =
            level.minutes_at(tier).map(|own| bounds(Scale::BUILT_IN, &(own.start..=own.end)));
        let efforts = efforts.into_iter().chain(of_level).reduce(both);
        let clues = level.clues_at(tier).filter(|own| *own != (0..=Cell::COUNT));
        let clues = match (clues, asked) {
            (Some(own), Some(asked)) => {
                Some(*own.start().max(asked.start())..=*own.end().min(asked.end()))
            }
            (own, asked) => own.or(asked),
        };
        RefillTarget { symmetry, clues, scores, efforts, near, minimal }
    }

    /// Returns the target that refills come near to; `None` without one, and for a rating, which
    /// all refills of a seed share.
    fn near(&self) -> Option<Near> {
        let aim = self.asked.aim.filter(|_| !self.is_by_rating())?;
        Some(match &self.asked.minutes {
            Some(_) => Near::Effort(*self.asked.scale().efforts(&(aim..=aim)).start()),
            None => Near::Score(aim),
        })
    }

    /// Whether the nearest seeds come first.
    pub(super) fn is_aimed(&self) -> bool {
        self.asked.aim.is_some()
    }

    /// Returns the relative distance of the seed from the target to be near to, in thousandths: of
    /// its rating, or of the geometric mean of the scores seen among its thinned refills. The
    /// minutes of refills are not recorded for seeds, so their distance is 0.
    pub(super) fn distance(&self, seed: &Outline) -> u32 {
        let Some(aim) = self.asked.aim else { return 0 };
        let found = match (self.near(), self.thinned(seed)) {
            (None, _) => se::score_of(seed.tier).map(er::Score::value),
            (Some(Near::Score(_)), Some((least, greatest))) => Some((least * greatest).sqrt()),
            _ => None,
        };
        let off = found.map_or(0.0, |found| (found - aim).abs() / aim.max(f64::MIN_POSITIVE));
        (off * 1_000.0) as u32
    }

    /// Whether the seed can give such puzzles, by its record: the ladder has graded it, its tier
    /// fits, it was mined for the clue symmetry (tier 0 serves every symmetry) or may have refills
    /// with a half turn, and between its refills and all unreserved cells shown both clues and
    /// score can meet the bounds.
    pub fn may_use(&self, seed: &Seed) -> bool {
        let outline = seed.outline(self.refilled_by().id());
        outline.is_some_and(|outline| self.sieve()(&outline))
            && (!self.looks_at_seeds() || self.may_give(seed))
    }

    /// Whether the hardest technique of the ladder `common` is asked for.
    pub fn asks_for_common(&self) -> bool {
        !self.demand.hardest_of_common().is_empty()
    }

    /// The distance in the ladder `common` of the hardest technique of a puzzle from those asked
    /// for: 0 if it is one of them, so that refills can fit, and the greatest if it is unknown.
    pub fn steps_to_common(&self, puzzle: &Puzzle) -> usize {
        let mut asked = self.demand.hardest_of_common().iter();
        match self.known_needs.and_then(|known| known(puzzle)) {
            Some(own) => asked.map(|&asked| (asked as usize).abs_diff(own as usize)).min(),
            None => asked.any(|&asked| common::is_hardest(puzzle, asked)).then_some(0),
        }
        .unwrap_or(usize::MAX)
    }

    /// Whether refills of the seed may have the techniques asked for.
    fn may_give(&self, seed: &Seed) -> bool {
        if self.asks_for_common() && self.steps_to_common(&seed.puzzle) > 0 {
            return false;
        }
        if !self.is_by_rating() {
            let of_seed = || seed.grading(se::LADDER).map(|own| own.tier);
            let is_so_rated = |tiers: &Vec<u8>| of_seed().is_some_and(|tier| tiers.contains(&tier));
            return self.rated.as_ref().is_none_or(is_so_rated)
                && self.demand.may_give(&self.ladder, seed);
        }
        // Its refills reach the same stuck state, from which Sudoku Explainer continues in one way.
        let work_out = || se::rate_canonical(&seed.puzzle, Stop::NEVER).ok()?.1.technique();
        let known = self.known.and_then(|known| known(&seed.puzzle));
        known.or_else(work_out).is_some_and(|technique| self.demand.is_hardest(technique))
    }

    /// Whether outlines decide all bounds: then every refill of a usable seed is such a puzzle.
    pub fn is_told_by_outlines(&self) -> bool {
        let Constraints { tier, score, .. } = &self.asked;
        let is_graded = self.level.is_none() && tier.is_none() && score.is_none();
        let mut tiers = self.tiers();
        self.demand.is_empty()
            && (!self.is_by_rating() || is_graded)
            && tiers.all(|tier| self.aim(tier) == RefillTarget::default())
    }

    /// Whether few refills of usable seeds may fit: the request bounds more than level, tier or
    /// score.
    pub fn is_rare(&self) -> bool {
        let asked = &self.asked;
        let is_plain = asked.clues.is_none() && asked.symmetry == ClueSymmetry::None;
        !is_plain || !self.demand.is_empty() || self.is_rated()
    }

    /// Whether an attempt may take milliseconds: the level uses a metric that refills cannot aim
    /// at.
    pub(super) fn is_slow(&self) -> bool {
        let is_slow =
            |metric| !matches!(metric, Metric::Hsolve | Metric::Percentile | Metric::Minutes);
        let bounds = self.level.iter().flat_map(|target| target.level().bounds());
        bounds.into_iter().any(|(metric, _)| is_slow(metric)) && !self.is_by_rating()
    }

    /// Whether the seed itself, not just its outline, decides if it may be used.
    pub fn looks_at_seeds(&self) -> bool {
        if self.is_by_rating() {
            self.demand.asks_for_hardest() || self.asks_for_common()
        } else {
            self.is_rated() || self.demand.looks_at_seeds()
        }
    }

    /// Returns [`may_use`](Self::may_use) as a test of outlines by the ladder that refills.
    pub fn sieve(&self) -> impl Fn(&Outline) -> bool {
        let tiers = self.tiers();
        let tiers = *tiers.start()..=(*tiers.end()).min(self.refilled_by().beyond());
        let first = *tiers.start();
        let aims: Vec<RefillTarget> = tiers.map(|tier| self.aim(tier)).collect();
        move |outline| {
            let aim = outline.tier.checked_sub(first).and_then(|at| aims.get(usize::from(at)));
            aim.is_some_and(|aim| {
                self.is_among(outline) && self.serves(outline) && self.is_in_reach(outline, aim)
            })
        }
    }

    /// Whether the thinned refills of the seed, which have no aim, can be such puzzles: some score
    /// seen among them is within the bounds.
    pub fn may_use_thinned(&self, seed: &Seed) -> bool {
        let meets = |outline: &Outline| {
            self.scores().is_none_or(|scores| outline.scores.is_some_and(|seen| meet(scores, seen)))
        };
        let fits = |outline: Outline| {
            self.is_among(&outline) && self.serves_as_it_is(&outline) && meets(&outline)
        };
        seed.outline(self.refilled_by().id()).is_some_and(fits)
    }

    /// Whether the seed is one of those requested, and fits apart from symmetry, clues and score.
    fn is_among(&self, seed: &Outline) -> bool {
        self.from.is_none_or(|key| key == seed.key)
            && self.origin.is_none_or(|origin| origin == seed.origin)
            && self.takes(seed.tier)
    }

    /// Whether puzzles may have this tier.
    pub fn takes(&self, tier: u8) -> bool {
        if let Some(tiers) = self.by_rating() {
            return tiers.contains(&tier);
        }
        self.asked.tier.as_ref().is_none_or(|wanted| wanted.contains(&tier))
            && self.level.as_ref().is_none_or(|level| level.names_of(tier))
            && self.demand.takes(tier)
    }

    /// Whether its refills can have the clue symmetry, as far as is known.
    pub fn serves(&self, seed: &Outline) -> bool {
        self.serves_as_it_is(seed)
            || self.turns(seed) && seed.turned.is_none_or(|turned| turned.capacity > 0)
    }

    /// Whether its refills can have the clue symmetry without a transform of the seed.
    fn serves_as_it_is(&self, seed: &Outline) -> bool {
        let symmetry = self.asked.symmetry;
        symmetry == ClueSymmetry::None || symmetry == seed.symmetry || seed.tier == 0
    }

    /// Whether the seed must be transformed first, so that its half turn becomes the plain one.
    pub(super) fn turns(&self, seed: &Outline) -> bool {
        self.asked.symmetry == ClueSymmetry::Rot180 && !self.serves_as_it_is(seed)
    }

    /// Returns the measurements with the wanted half turn; `None` if the seed was mined for it, or
    /// was not measured.
    fn turned(&self, seed: &Outline) -> Option<Turned> {
        let is_wished = self.asked.symmetry == ClueSymmetry::Rot180;
        seed.turned.filter(|_| is_wished && seed.symmetry != ClueSymmetry::Rot180)
    }

    /// Returns the measured capacity of a seed for such puzzles: aims and unmeasured half turns may
    /// add to it, bounds reduce it.
    pub fn capacity(&self, seed: &Outline) -> u16 {
        self.turned(seed).map_or(seed.capacity, |turned| turned.capacity)
    }

    /// Returns the least and the greatest score seen among thinned refills.
    pub(super) fn thinned(&self, seed: &Outline) -> Option<(f64, f64)> {
        self.turned(seed).map_or(seed.scores, |turned| turned.scores)
    }

    /// Returns the least and the greatest score in reach, `None` if none were seen: from the score
    /// with all unreserved cells shown to the greatest of the thinned refills. Minimal puzzles take
    /// no added clues, so theirs start at the least of the thinned refills.
    pub(super) fn reach(&self, seed: &Outline) -> Option<(f64, f64)> {
        let (least, greatest) = self.thinned(seed)?;
        Some((if self.asked.minimal { least } else { seed.rest.unwrap_or(0.0) }, greatest))
    }

    /// Whether a puzzle between the thinned refills and all unreserved cells shown can meet `aim`,
    /// that of its tier.
    fn is_in_reach(&self, seed: &Outline, aim: &RefillTarget) -> bool {
        let has_clues = |range: &RangeInclusive<usize>| {
            !range.is_empty()
                && *range.end() >= FEWEST_CLUES
                && *range.start() <= usize::from(seed.unreserved)
        };
        let has_score = |scores| self.reach(seed).is_some_and(|reach| meet(scores, reach));
        let RefillTarget { clues, scores, near, .. } = aim;
        let is_scored = || !matches!(near, Some(Near::Score(_))) || self.thinned(seed).is_some();
        clues.as_ref().is_none_or(has_clues) && scores.is_none_or(has_score) && is_scored()
    }

    /// Returns the level on the label: the requested one, otherwise the first that admits the
    /// puzzle.
    pub(super) fn label(&self, facts: &Facts) -> Option<String> {
        let level = self.level.as_ref().map(Target::level).or_else(|| self.levels.of(facts));
        level.map(|level| level.name.clone())
    }
}

/// Returns the bounds of the level: the tightest that all its puzzles meet.
fn takes(target: &Target, ladder: &Ladder) -> Constraints {
    let scores = target.scores().filter(|scores| *scores != (0.0..f64::INFINITY));
    Constraints {
        tier: target.tiers().filter(|tiers| *tiers != ladder.tiers()),
        score: scores.map(|scores| scores.start..=scores.end),
        clues: target.clues(),
        er: target.level().ratings(),
        symmetry: target.level().symmetry,
        ..Constraints::default()
    }
}

/// Returns a range of scores as bounds; `None` if it includes all scores.
fn bounds_of(range: Range<f64>) -> Option<Scores> {
    let is_bounded = range.start > 0.0 || range.end < f64::INFINITY;
    is_bounded.then_some((Bound::Included(range.start), Bound::Excluded(range.end)))
}

/// Whether something from `least` to `greatest` is within the bounds.
fn meet(bounds: Scores, (least, greatest): (f64, f64)) -> bool {
    is_below(bounds, greatest) && is_above(bounds, least)
}

/// Whether the lower bound is not above the score.
pub(super) fn is_below((from, _): Scores, score: f64) -> bool {
    (from, Bound::Unbounded).contains(&score)
}

/// Whether the upper bound is not below the score.
pub(super) fn is_above((_, to): Scores, score: f64) -> bool {
    (Bound::Unbounded, to).contains(&score)
}

/// Returns the intersection of both bounds.
fn both(one: Scores, other: Scores) -> Scores {
    (stricter(one.0, other.0, f64::gt), stricter(one.1, other.1, f64::lt))
}

/// Returns the one of two bounds on the same side that excludes more; `excludes_more` compares
/// their values.
fn stricter(
    one: Bound<f64>,
    other: Bound<f64>,
    excludes_more: fn(&f64, &f64) -> bool,
) -> Bound<f64> {
    use Bound::{Excluded, Included, Unbounded};
    match (one, other) {
        (Unbounded, bound) | (bound, Unbounded) => bound,
        (Included(a) | Excluded(a), Included(b) | Excluded(b)) if excludes_more(&a, &b) => one,
        (Included(a) | Excluded(a), Included(b) | Excluded(b)) if excludes_more(&b, &a) => other,
        // Both bounds have the same value.
        (Excluded(_), _) => one,
        _ => other,
    }
}
