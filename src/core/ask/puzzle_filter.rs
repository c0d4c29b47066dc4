//! [`PuzzleFilter`]: constraints prepared for checks of puzzles.

use std::ops::RangeInclusive;

use super::constraints::Constraints;
use super::contradiction::Contradiction;
use super::pattern::Pattern;
use super::solve_path_filter::SolvePathFilter;
use crate::board::{Digit, House, HouseKind, Puzzle};
use crate::generate::is_minimal;
use crate::logic::{Ladder, Technique, explain, grade, hardest};
use crate::rating::common;
use crate::rating::er::Score;
use crate::rating::labels::Labels;
use crate::rating::levels::Facts;
use crate::rating::metric::{Metric, minutes_of};
use crate::rating::minutes;
use crate::rating::se::{self, ratings_of};
use crate::record::Seed;

/// [`Constraints`], with everything computed that depends only on them and a ladder.
#[derive(Clone, Debug, Default)]
pub struct PuzzleFilter {
    asked: Constraints,
    /// The bounds on the score.
    scores: Option<RangeInclusive<f64>>,
    /// Whether any constraint can only be decided by the puzzle itself.
    is_of_puzzles: bool,
    way: SolvePathFilter,
    /// For each needed technique, the ladder without it; then the ladder without `without`.
    lacking: Vec<Shortened>,
    without: Option<Shortened>,
    /// The tiers of puzzles that need the techniques, have the labels, or have an estimate of
    /// minutes; `None` for all.
    tiers: Option<RangeInclusive<u8>>,
    /// The techniques allowed for the hardest step; empty for any.
    hardest: Vec<Technique>,
    /// Techniques of the ladder `common`: the hardest is one of them, or all are needed.
    common: Vec<common::Technique>,
    /// The ratings that puzzles can have, rising; `None` if no rating is asked for.
    ratings: Option<Vec<Score>>,
    /// The pattern of the clues.
    pattern: Option<Pattern>,
}

/// A ladder without some techniques.
#[derive(Clone, Debug)]
struct Shortened {
    /// The tiers that lack a technique.
    tiers: Vec<u8>,
    /// By tier, the techniques left up to that tier. `None` if they are no valid ladder, since one
    /// of them builds on a removed one (swordfish on X-wing): then the result without it is
    /// unknown.
    up_to: Vec<Option<Ladder>>,
}

impl Shortened {
    fn of(ladder: &Ladder, left_out: &[Technique]) -> Self {
        Self { up_to: Self::up_to(ladder, left_out), tiers: Self::tiers(ladder, left_out) }
    }

    /// Also removes the techniques that build on those of `left_out`, if that makes more of the
    /// ladders valid. This is sound, because whatever fewer techniques solve, more techniques solve
    /// too.
    fn with_kin(ladder: &Ladder, left_out: &[Technique]) -> Self {
        let mut all = left_out.to_vec();
        let mut up_to = Self::up_to(ladder, &all);
        for technique in ladder.techniques() {
            if up_to.iter().any(Option::is_none) && !all.contains(&technique) {
                all.push(technique);
                let shorter = Self::up_to(ladder, &all);
                let helps = shorter.iter().flatten().count() > up_to.iter().flatten().count();
                if helps {
                    up_to = shorter;
                } else {
                    all.pop();
                }
            }
        }
        Self { up_to, tiers: Self::tiers(ladder, left_out) }
    }

    fn tiers(ladder: &Ladder, left_out: &[Technique]) -> Vec<u8> {
        left_out.iter().filter_map(|technique| ladder.tier_of(*technique)).collect()
    }

    fn up_to(ladder: &Ladder, left_out: &[Technique]) -> Vec<Option<Ladder>> {
        let up_to = ladder.tiers().map(|tier| {
            let tiers = ladder.searched().filter(|&below| below <= tier);
            let rest = |tier: u8| -> Vec<Technique> {
                let rows = ladder.rows(tier).iter().copied();
                rows.filter(|technique| !left_out.contains(technique)).collect()
            };
            let rests: Vec<Vec<Technique>> = tiers.map(rest).collect();
            let rests: Vec<&[Technique]> =
                rests.iter().map(Vec::as_slice).filter(|rest| !rest.is_empty()).collect();
            Ladder::new("shortened/1", &rests).ok()
        });
        up_to.collect()
    }

    /// Whether the techniques left up to the tier of the puzzle reach the same end: solved, or
    /// stuck with the same cells open. `None` if unknown.
    fn does(&self, ladder: &Ladder, puzzle: &Puzzle, tier: u8) -> Option<bool> {
        let left = self.up_to.get(usize::from(tier))?.as_ref()?;
        let end = grade(left, puzzle);
        if tier < ladder.beyond() {
            return Some(end.tier < left.beyond());
        }
        let is_stuck = end.tier == left.beyond();
        Some(is_stuck && end.reserved() == grade(ladder, puzzle).reserved())
    }

    fn is_known(&self, tier: u8) -> bool {
        matches!(self.up_to.get(usize::from(tier)), Some(Some(_)))
    }

    /// Whether no lower tier lacks a technique: below the tier all refills of a seed go the same
    /// way, so the result for one holds for all.
    fn is_of_seed(&self, tier: u8) -> bool {
        self.tiers.iter().all(|&own| own >= tier)
    }
}

impl PuzzleFilter {
    /// Prepares the constraints for puzzles graded by `ladder`.
    ///
    /// # Errors
    /// The first constraint that no puzzle can meet.
    pub fn of(asked: &Constraints, ladder: &Ladder) -> Result<Self, Contradiction> {
        asked.check_for(ladder)?;
        let Constraints { no_uniqueness, no_guessing, and_harder, .. } = *asked;
        let (mut needed, mut of_explainer, mut of_common) = (Vec::new(), Vec::new(), Vec::new());
        for name in &asked.technique {
            match name.of_tiers(ladder).filter(|_| asked.er.is_none()) {
                Some(technique) => needed.push(technique),
                None if name.of_common().is_some() && common::stands_above(ladder) => {
                    of_common.extend(name.of_common());
                }
                None if !name.is_of_explainer() => {
                    return Err(Contradiction::NoTechnique(name.to_string()));
                }
                None if ratings_of(name.as_ref()).next().is_none() => {
                    return Err(Contradiction::Never(name.to_string()));
                }
                None => of_explainer.push(name.clone()),
            }
        }
        let (hardest, used) =
            if and_harder { (Vec::new(), of_explainer) } else { (of_explainer, Vec::new()) };
        let way = SolvePathFilter { no_uniqueness, no_guessing, hardest, used };
        if let Some(name) = way.refused() {
            return Err(Contradiction::Uniqueness(name.to_string()));
        }
        let is_by_rating = asked.er.is_some() || !(way.hardest.is_empty() && way.used.is_empty());
        let ratings = is_by_rating.then(|| way.ratings(asked.er.as_ref()));
        let any_guess = SolvePathFilter { no_guessing: false, ..way.clone() };
        if let (Some([]), Some(least)) =
            (ratings.as_deref(), any_guess.ratings(asked.er.as_ref()).first())
        {
            return Err(Contradiction::Guessing { least: *least });
        }
        if let (Some([]), Some(range), false) =
            (ratings.as_deref(), &asked.er, way.hardest.is_empty())
        {
            let names: Vec<&str> = way.hardest.iter().map(AsRef::as_ref).collect();
            let (names, asked) = (names.join(", "), range.clone());
            return Err(Contradiction::RatingOfTechnique { technique: names, asked });
        }
        let own = needed.iter().filter_map(|technique| ladder.tier_of(*technique)).max();
        // A puzzle solved below the last tier needs no technique that stands above the tiers.
        let above = (!of_common.is_empty()).then(|| ladder.beyond() - 1..=ladder.beyond());
        // A puzzle beyond the ladder is not solved, so no technique is needed for it.
        let solved = ladder.beyond() - 1;
        let tiers = own
            .map(|own| own..=if and_harder { solved } else { own })
            .or_else(|| asked.minutes.is_some().then(|| minutes::tiers(ladder)));
        let tiers = tiers
            .into_iter()
            .chain(above)
            .reduce(|one, two| *one.start().max(two.start())..=*one.end().min(two.end()));
        let tiers = match (tiers, asked.tiers_of_labels(ladder)) {
            (Some(one), Some(two)) => {
                Some(*one.start().max(two.start())..=*one.end().min(two.end()))
            }
            (one, two) => one.or(two),
        };
        let mut without = Vec::new();
        for name in &asked.without {
            let technique = name.of_tiers(ladder);
            without.push(technique.ok_or_else(|| Contradiction::NoTechnique(name.to_string()))?);
        }
        Ok(Self {
            asked: asked.clone(),
            scores: asked.scores()?,
            is_of_puzzles: asked.is_of_puzzles(),
            way,
            lacking: needed.iter().map(|one| Shortened::of(ladder, &[*one])).collect(),
            without: (!without.is_empty()).then(|| Shortened::with_kin(ladder, &without)),
            tiers,
            hardest: if and_harder { Vec::new() } else { needed },
            ratings,
            common: of_common,
            pattern: asked.pattern(),
        })
    }

    /// Returns the pattern of the clues.
    pub fn pattern(&self) -> Option<&Pattern> {
        self.pattern.as_ref()
    }

    /// Whether no constraint needs the puzzle itself to decide.
    pub fn is_empty(&self) -> bool {
        !self.is_of_puzzles
    }

    /// Whether the puzzle of a seed is needed to decide what its refills may meet.
    pub fn looks_at_seeds(&self) -> bool {
        !self.lacking.is_empty() || self.without.is_some() || !self.common.is_empty()
    }

    /// Returns the techniques of the ladder `common` of which the hardest is one; empty if it may
    /// be any.
    pub fn hardest_of_common(&self) -> &[common::Technique] {
        if self.asked.and_harder { &[] } else { &self.common }
    }

    /// Whether a puzzle needs the wanted techniques of the ladder `common`: as the hardest of its
    /// steps, or with `and_harder` at all.
    fn needs_common(&self, puzzle: &Puzzle) -> bool {
        if self.common.is_empty() {
            return true;
        }
        if self.asked.and_harder {
            let needs = common::needs(puzzle);
            return needs.is_some_and(|all| self.common.iter().all(|own| all.contains(*own)));
        }
        let Some(hardest) = common::hardest(puzzle).filter(|own| self.common.contains(own)) else {
            return false;
        };
        // Arguments from uniqueness are not monotone: one step at a time often ends with another of
        // them than all steps of a technique at once.
        let told = || common::Walk::of(puzzle, common::Techniques::ALL).hardest();
        !hardest.row().is_by_uniqueness || told() == Some(hardest)
    }

    /// Returns the tiers that puzzles can have, given the techniques needed, the labels and the
    /// estimate of minutes; `None` for all.
    pub fn tiers(&self) -> Option<&RangeInclusive<u8>> {
        self.tiers.as_ref()
    }

    /// Whether a puzzle of this tier can need the techniques, have the labels, and have an estimate
    /// of minutes.
    pub fn takes(&self, tier: u8) -> bool {
        self.tiers.as_ref().is_none_or(|tiers| tiers.contains(&tier))
    }

    /// Returns the Sudoku Explainer ratings that puzzles can have, rising; `None` if no constraint
    /// depends on them.
    pub fn ratings(&self) -> Option<&[Score]> {
        self.ratings.as_deref()
    }

    /// Whether Sudoku Explainer's hardest step is constrained.
    pub fn asks_for_hardest(&self) -> bool {
        !self.way.hardest.is_empty()
    }

    /// Whether Sudoku Explainer's hardest step may be of this technique.
    pub fn is_hardest(&self, technique: se::Technique) -> bool {
        self.way.is_hardest(technique)
    }

    /// Whether refills of the seed may have the wanted techniques, as far as the seed decides that:
    /// false only if none can.
    pub fn may_give(&self, ladder: &Ladder, seed: &Seed) -> bool {
        let Some(tier) = seed.grading(ladder.id()).map(|grading| grading.tier) else {
            return false;
        };
        let may = |left: &Shortened, does: bool| {
            left.is_known(tier)
                && (!left.is_of_seed(tier) || left.does(ladder, &seed.puzzle, tier) == Some(does))
        };
        self.takes(tier)
            && self.lacking.iter().all(|lacking| may(lacking, false))
            && self.without.as_ref().is_none_or(|without| may(without, true))
    }

    /// Whether the hardest step by the tiers may be of this technique. Both singles count as
    /// equally hard: no puzzle has naked ones alone.
    fn is_of_tiers(&self, technique: Technique) -> bool {
        let both_single = |one: &Technique| one.is_single() && technique.is_single();
        self.hardest.iter().any(|one| *one == technique || both_single(one))
    }

    /// Whether a puzzle, as printed, meets the constraints that only the puzzle itself can decide.
    pub fn admits(&self, facts: &Facts) -> bool {
        let (ladder, puzzle, tier) = (facts.ladder(), facts.puzzle(), facts.tier());
        let Constraints {
            minutes,
            label,
            not_label,
            hardest_at,
            min_givens_a_box,
            digits_all_present,
            no_digit,
            ..
        } = &self.asked;
        let clues = puzzle.clues();
        let is_dense = || {
            let mut boxes = House::all().filter(|house| house.kind() == HouseKind::Box);
            boxes.all(|house| (house.cells() & clues).len() >= usize::from(*min_givens_a_box))
        };
        let has_all = || {
            let grid = puzzle.grid();
            Digit::all().all(|digit| clues.iter().any(|cell| grid[cell] == Some(digit)))
        };
        let comes_then = || {
            if hardest_at.is_none() && self.hardest.is_empty() {
                return true;
            }
            let steps = explain(ladder, puzzle);
            hardest(ladder, &steps).is_some_and(|i| {
                hardest_at.as_ref().is_none_or(|wanted| wanted.contains(&(i + 1)))
                    && (self.hardest.is_empty() || self.is_of_tiers(steps[i].technique()))
            })
        };
        let takes_so_long = |wanted: &RangeInclusive<f64>| {
            let minutes = match self.asked.scale {
                None => facts.score(Metric::Minutes),
                Some(scale) => minutes_of(puzzle, scale),
            };
            minutes.is_some_and(|minutes| wanted.contains(&minutes))
        };
        let is_labelled = || {
            if label.is_empty() && not_label.is_empty() {
                return true;
            }
            Labels::of(ladder, puzzle).is_some_and(|own| {
                label.iter().all(|&one| own.has(one)) && !not_label.iter().any(|&one| own.has(one))
            })
        };
        let does = |without: &Shortened| without.does(ladder, puzzle, tier) == Some(true);
        (*min_givens_a_box == 0 || is_dense())
            && (!digits_all_present || has_all())
            && no_digit.iter().all(|ban| ban.holds(puzzle))
            && self.pattern.as_ref().is_none_or(|pattern| pattern.fits(puzzle))
            && self.takes(tier)
            && is_labelled()
            && self.lacking.iter().all(|lacking| lacking.does(ladder, puzzle, tier) == Some(false))
            && self.without.as_ref().is_none_or(does)
            && comes_then()
            && minutes.as_ref().is_none_or(takes_so_long)
            && self.needs_common(puzzle)
            && self.way.admits(facts)
    }

    /// Whether a puzzle, as given, meets all constraints. The slowest checks come last.
    pub fn holds(&self, facts: &Facts) -> bool {
        let Constraints { tier, er, clues, symmetry, minimal, .. } = &self.asked;
        let puzzle = facts.puzzle();
        let is_scored = |wanted: &RangeInclusive<f64>| {
            facts.score(Metric::Hsolve).is_some_and(|score| wanted.contains(&score))
        };
        let is_rated = |ratings: &RangeInclusive<Score>| {
            let er = facts.score(Metric::Se);
            er.is_some_and(|er| ratings.contains(&Score::from_tenths((10.0 * er).round() as u16)))
        };
        clues.as_ref().is_none_or(|clues| clues.contains(&puzzle.clues().len()))
            && symmetry.holds(puzzle.clues())
            && tier.as_ref().is_none_or(|tiers| tiers.contains(&facts.tier()))
            && self.scores.as_ref().is_none_or(is_scored)
            && (!minimal || is_minimal(puzzle))
            && (self.is_empty() || self.admits(facts))
            && er.as_ref().is_none_or(is_rated)
    }
}
