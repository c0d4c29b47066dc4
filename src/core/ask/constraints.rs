//! [`Constraints`]: what puzzles are to be like.

use std::ops::RangeInclusive;

use super::contradiction::{Clash, Contradiction};
use super::name::Name;
use super::values::{
    Clues, Listed, Minutes, Names, OfBox, Plain, Ratings, Scores, Span, Steps, Text, Tiers,
};
use crate::logic::Ladder;
use crate::rating::er::Score;
use crate::rating::labels::Label;
use crate::rating::minutes::{Scale, tiers as tiers_of_minutes};
use crate::rating::se::{MOST_WITHOUT_GUESSING, of_tiers};
use crate::symmetry::ClueSymmetry;

/// What puzzles are to be like: all of it holds together, both ends of ranges are included, and what is left out bounds nothing.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::ask::Constraints;
///
/// let few = Constraints { clues: Some(22..=24), ..Constraints::default() };
/// let many = Constraints { clues: Some(24..=30), minimal: true, ..Constraints::default() };
/// let both = few.and(&many)?;
/// assert_eq!((both.clues, both.minimal), (Some(24..=24), true));
/// let most = Constraints { clues: Some(40..=50), ..Constraints::default() };
/// let words = few.and(&most).unwrap_err().to_string();
/// assert_eq!(words, "no puzzle is both 22 to 24 clues and 40 to 50 clues");
/// # Ok::<(), seeddb::ask::Contradiction>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag and a key")]
pub struct Constraints {
    /// The top tier.
    pub tier: Option<RangeInclusive<u8>>,
    /// The score m(B); no puzzle without one then.
    pub score: Option<RangeInclusive<f64>>,
    /// The Sudoku Explainer rating (ER).
    pub er: Option<RangeInclusive<Score>>,
    /// The [minutes](crate::rating::minutes) that people take, estimated by `scale`; no puzzle without an estimate then.
    pub minutes: Option<RangeInclusive<f64>>,
    /// Whose minutes those are; none for the [scale that is built in](Scale::BUILT_IN). It bounds nothing.
    pub scale: Option<Scale>,
    /// What puzzles are [labelled](crate::rating::labels): all of these.
    pub label: Vec<Label>,
    /// And none of these; no puzzle that has no labels.
    pub not_label: Vec<Label>,
    /// The number of clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// The symmetry of the clues; [`ClueSymmetry::None`] for any.
    pub symmetry: ClueSymmetry,
    /// Whether removing any clue must give a second solution.
    pub minimal: bool,
    /// Techniques of the tiers that are needed: without any one of them, the tiers up to that of the puzzle do not solve it. And the hardest
    /// step is of one of them. Of names that only Sudoku Explainer has, and with a rating of all names: its hardest step, the first of that
    /// rating, is of one of them.
    pub technique: Vec<Name>,
    /// Whether other steps may be harder: then techniques of the tiers are needed, and each of Sudoku Explainer's is used at some step.
    pub and_harder: bool,
    /// Techniques that are not needed: the tiers up to that of the puzzle solve it without all of them together.
    pub without: Vec<Name>,
    /// At which step the hardest comes when the puzzle is explained, from 1.
    pub hardest_at: Option<RangeInclusive<usize>>,
    /// The fewest clues of a box.
    pub min_givens_a_box: u8,
    /// Whether each digit must be among the clues.
    pub digits_all_present: bool,
    /// Whether no step of Sudoku Explainer may rely on there being one solution: no unique rectangle or loop, no bivalue universal grave.
    pub no_uniqueness: bool,
    /// Whether no step of Sudoku Explainer may be above [`MOST_WITHOUT_GUESSING`].
    pub no_guessing: bool,
}

keyed!(Constraints {
    tier: "tier" as Span<Tiers>,
    score: "score" as Span<Scores>,
    er: "er" as Span<Ratings>,
    minutes: "minutes" as Span<Minutes>,
    scale: "scale" as Text<Scale>,
    label: "label" as Listed<Label>,
    not_label: "not-label" as Listed<Label>,
    clues: "clues" as Span<Clues>,
    symmetry: "symmetry" as Plain<ClueSymmetry>,
    minimal: "minimal" as Plain<bool>,
    technique: "technique" as Names,
    and_harder: "and-harder" as Plain<bool>,
    without: "without" as Names,
    hardest_at: "hardest-at" as Span<Steps>,
    min_givens_a_box: "min-givens-a-box" as OfBox,
    digits_all_present: "digits-all-present" as Plain<bool>,
    no_uniqueness: "no-uniqueness" as Plain<bool>,
    no_guessing: "no-guessing" as Plain<bool>,
});

impl Constraints {
    /// Those of one tier, and nothing else.
    pub fn of_tier(tier: u8) -> Self {
        Self { tier: Some(tier..=tier), ..Self::default() }
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The keys of what it takes the puzzle itself to tell: all but tier, score, rating, clues, symmetry and minimality.
    pub fn of_puzzles(&self) -> impl Iterator<Item = &'static str> {
        [
            ("minutes", self.minutes.is_some()),
            ("label", !self.label.is_empty()),
            ("not-label", !self.not_label.is_empty()),
            ("technique", !self.technique.is_empty()),
            ("without", !self.without.is_empty()),
            ("hardest-at", self.hardest_at.is_some()),
            ("min-givens-a-box", self.min_givens_a_box > 0),
            ("digits-all-present", self.digits_all_present),
            ("no-uniqueness", self.no_uniqueness),
            ("no-guessing", self.no_guessing),
        ]
        .into_iter()
        .filter_map(|(key, is_set)| is_set.then_some(key))
    }

    /// Whether anything is asked for that it takes the puzzle itself to tell.
    pub fn is_of_puzzles(&self) -> bool {
        self.of_puzzles().next().is_some()
    }

    /// Whether anything says how hard the puzzles are to be.
    pub fn says_how_hard(&self) -> bool {
        self.tier.is_some()
            || self.score.is_some()
            || self.er.is_some()
            || self.minutes.is_some()
            || !self.technique.is_empty()
    }

    /// Whether Sudoku Explainer ratings say which puzzles those are.
    pub fn is_by_rating(&self) -> bool {
        self.er.is_some() || self.technique.iter().any(|name| name.built_in().is_none())
    }

    /// The scale of its minutes.
    pub fn scale(&self) -> Scale {
        self.scale.unwrap_or_default()
    }

    /// Both together.
    ///
    /// # Errors
    /// The first bound that no puzzle can meet.
    pub fn and(&self, other: &Self) -> Result<Self, Contradiction> {
        let (one, two) = (self, other);
        let (technique, and_harder) = techniques(one, two)?;
        let both = Self {
            tier: both(one.tier.as_ref(), two.tier.as_ref()).map_err(Contradiction::Tier)?,
            score: both(one.score.as_ref(), two.score.as_ref()).map_err(Contradiction::Score)?,
            er: both(one.er.as_ref(), two.er.as_ref()).map_err(Contradiction::Rating)?,
            minutes: both(one.minutes.as_ref(), two.minutes.as_ref())
                .map_err(Contradiction::Minutes)?,
            scale: scale(one, two)?,
            label: union(&one.label, &two.label),
            not_label: union(&one.not_label, &two.not_label),
            clues: both(one.clues.as_ref(), two.clues.as_ref()).map_err(Contradiction::Clues)?,
            symmetry: symmetry(one.symmetry, two.symmetry).map_err(Contradiction::Symmetry)?,
            minimal: one.minimal || two.minimal,
            technique,
            and_harder,
            without: union(&one.without, &two.without),
            hardest_at: both(one.hardest_at.as_ref(), two.hardest_at.as_ref())
                .map_err(Contradiction::HardestAt)?,
            min_givens_a_box: one.min_givens_a_box.max(two.min_givens_a_box),
            digits_all_present: one.digits_all_present || two.digits_all_present,
            no_uniqueness: one.no_uniqueness || two.no_uniqueness,
            no_guessing: one.no_guessing || two.no_guessing,
        };
        both.check()?;
        Ok(both)
    }

    /// Refuses what no puzzle can be.
    ///
    /// # Errors
    /// The first two bounds that contradict each other.
    pub fn check(&self) -> Result<(), Contradiction> {
        let twice = self.technique.iter().find(|name| self.without.contains(name));
        if let Some(name) = twice {
            return Err(Contradiction::Technique(name.to_string()));
        }
        self.check_labels()?;
        if let Some(clues) = &self.clues {
            let (asked, symmetry, of_box) = (clues.clone(), self.symmetry, self.min_givens_a_box);
            if !symmetry.sizes().any(|size| clues.contains(&size)) {
                return Err(Contradiction::CluesOfSymmetry { asked, symmetry });
            }
            if *clues.end() < 9 * usize::from(of_box) {
                return Err(Contradiction::CluesOfBoxes { asked, of_box });
            }
        }
        let known = self.scale().reach();
        if let Some(asked) = &self.minutes
            && (asked.end() < known.start() || known.end() < asked.start())
        {
            return Err(Contradiction::NoEstimate { asked: asked.clone(), takes: known });
        }
        let Some(ratings) = &self.er else { return Ok(()) };
        if self.no_guessing && *ratings.start() > MOST_WITHOUT_GUESSING {
            return Err(Contradiction::Guessing { least: *ratings.start() });
        }
        if !self.without.is_empty() {
            return Err(Contradiction::RatingWithout);
        }
        match self.technique.iter().find(|name| !name.is_of_explainer()) {
            Some(name) => Err(Contradiction::OfTiers(name.to_string())),
            None => Ok(()),
        }
    }

    fn check_labels(&self) -> Result<(), Contradiction> {
        let Self { label, not_label, .. } = self;
        let words = |one: &Label| one.name().to_owned();
        if let Some(both) = label.iter().find(|one| not_label.contains(one)) {
            return Err(Contradiction::Labels(words(both), format!("not {}", words(both))));
        }
        for one in label {
            if let Some(other) = label.iter().find(|other| one.excludes(**other)) {
                return Err(Contradiction::Labels(words(one), words(other)));
            }
        }
        if Label::ALL.iter().all(|one| not_label.contains(one)) {
            let others = Label::ALL.iter().filter(|one| **one != Label::Steady).map(words);
            let others = others.collect::<Vec<_>>().join(" nor ");
            return Err(Contradiction::Labels(
                "not steady".to_owned(),
                format!("neither {others}"),
            ));
        }
        Ok(())
    }

    /// The tiers of puzzles that have these labels; none if none are asked for.
    pub fn tiers_of_labels(&self, ladder: &Ladder) -> Option<RangeInclusive<u8>> {
        let least = self.label.iter().map(|label| label.least_tier()).max();
        let is_asked = !(self.label.is_empty() && self.not_label.is_empty());
        // What is beyond the ladder has none.
        is_asked.then(|| least.unwrap_or(*ladder.tiers().start())..=ladder.beyond() - 1)
    }

    /// [`Self::check`] by what the tiers of `ladder` are.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn check_for(&self, ladder: &Ladder) -> Result<(), Contradiction> {
        self.check()?;
        let last = *tiers_of_minutes(ladder).end();
        let is_beyond = |tiers: &&RangeInclusive<u8>| *tiers.start() > last;
        if self.minutes.is_some()
            && let Some(tiers) = self.tier.as_ref().filter(is_beyond)
        {
            return Err(Contradiction::MinutesBeyond(*tiers.start()));
        }
        if let (Some(own), Some(tiers)) = (self.tiers_of_labels(ladder), &self.tier)
            && (tiers.start() > own.end() || own.start() > tiers.end())
        {
            return Err(Contradiction::TierOfLabels { asked: tiers.clone(), takes: own });
        }
        let (Some(asked), Some(tiers)) = (&self.er, &self.tier) else { return Ok(()) };
        match of_tiers(ladder, tiers) {
            Some(has) if asked.start() > has.end() || has.start() > asked.end() => {
                let (asked, tiers) = (asked.clone(), tiers.clone());
                Err(Contradiction::TierOfRating { asked, tiers, takes: has })
            }
            _ => Ok(()),
        }
    }
}

/// The scale of both: minutes of two scales are not compared.
fn scale(one: &Constraints, two: &Constraints) -> Result<Option<Scale>, Contradiction> {
    let differ = one.scale() != two.scale();
    match (&one.minutes, &two.minutes) {
        (Some(_), Some(_)) if differ => Err(Contradiction::Scales),
        (Some(_), _) => Ok(one.scale),
        (_, Some(_)) => Ok(two.scale),
        _ => Ok(two.scale.or(one.scale)),
    }
}

/// The techniques of both, and whether others may be harder. Where both have some, there is one list for both only if it is the same or
/// all of them are to be there.
fn techniques(one: &Constraints, two: &Constraints) -> Result<(Vec<Name>, bool), Contradiction> {
    let (own, others) = (&one.technique, &two.technique);
    let is_within = |one: &[Name], other: &[Name]| one.iter().all(|name| other.contains(name));
    let is_same = is_within(own, others) && is_within(others, own);
    match (one.and_harder, two.and_harder) {
        (harder, _) if others.is_empty() => Ok((own.clone(), harder)),
        (_, harder) if own.is_empty() => Ok((others.clone(), harder)),
        (harder, other) if harder == other && (harder || is_same) => {
            Ok((union(own, others), harder))
        }
        _ => Err(Contradiction::Hardest(list(own), list(others))),
    }
}

fn union<T: Clone + PartialEq>(one: &[T], other: &[T]) -> Vec<T> {
    one.iter().chain(other.iter().filter(|name| !one.contains(name))).cloned().collect()
}

fn list(names: &[Name]) -> String {
    names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

fn both<T: PartialOrd + Copy>(
    one: Option<&RangeInclusive<T>>,
    two: Option<&RangeInclusive<T>>,
) -> Result<Option<RangeInclusive<T>>, Clash<RangeInclusive<T>>> {
    let (Some(takes), Some(asked)) = (one, two) else {
        return Ok(one.or(two).cloned());
    };
    let later = |a: T, b: T| if a > b { a } else { b };
    let first = later(*takes.start(), *asked.start());
    let last = if takes.end() < asked.end() { *takes.end() } else { *asked.end() };
    if first <= last {
        return Ok(Some(first..=last));
    }
    Err(Clash { level: None, takes: takes.clone(), asked: asked.clone() })
}

/// The symmetry that has both.
fn symmetry(takes: ClueSymmetry, asked: ClueSymmetry) -> Result<ClueSymmetry, Clash<ClueSymmetry>> {
    // Who has the first has the second, too.
    let has = |one, other| {
        one == other
            || other == ClueSymmetry::None
            || (one, other) == (ClueSymmetry::Rot90, ClueSymmetry::Rot180)
    };
    match (has(asked, takes), has(takes, asked)) {
        (true, _) => Ok(asked),
        (_, true) => Ok(takes),
        _ => Err(Clash { level: None, takes, asked }),
    }
}
