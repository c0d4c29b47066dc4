//! [`Constraints`]: the properties that puzzles are asked to have.

use std::ops::RangeInclusive;

use super::contradiction::Contradiction;
use super::criterion::Intersect;
use super::keyed::WithKeys;
use super::name::Name;
use super::pattern::{Ban, Pattern};
use super::values::{
    AsText, Clues, Minutes, NameList, Names, Nearest, OfBox, Percentiles, Plain, Ratings, Scores,
    Span, Steps, Tiers,
};
use crate::logic::Ladder;
use crate::rating::er::Score;
use crate::rating::labels::Label;
use crate::rating::minutes::{Scale, tiers as tiers_of_minutes};
use crate::rating::percentile::Among;
use crate::rating::se::{MOST_WITHOUT_GUESSING, of_tiers, scores};
use crate::symmetry::ClueSymmetry;

wishes! {
    /// What puzzles are to be like: all of it holds together, both ends of ranges are included, and
    /// what is left out bounds nothing.
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
    ///
    /// `technique`: those of the tiers are needed, as the tiers up to that of the puzzle do not
    /// solve it without any one of them, and the hardest step is of one of them. Of names that only
    /// Sudoku Explainer has, and of all names if a rating is asked for, its hardest step, the first
    /// of that rating, is of one of them.
    ///
    /// `and_harder`: techniques of the tiers are needed, each of Sudoku Explainer's is used at some
    /// step, and other steps may be harder.
    ///
    /// `without`: the tiers up to that of the puzzle solve it without all of these together.
    #[derive(Clone, PartialEq, Debug, Default)]
    pub struct Constraints {
        /// The top tier, 0 to 6, or a range of tiers.
        tier: Option<RangeInclusive<u8>> as Span<Tiers> { "tier", "How hard", "T|LO..HI", "Tier", "2 or 2..4" }
        /// The score, how much work it is: a range, or 300 for 300 to below 301.
        score: Option<RangeInclusive<f64>> as Span<Scores> { "score", "How hard", "S|LO..HI", "Score m(B)", "300..600" }
        /// The percentile of the score among all minimal puzzles: a range.
        percentile: Option<RangeInclusive<f64>> as Span<Percentiles> { "percentile", "How hard", "P|LO..HI", "Percentile of the score", "80..90" }
        /// The nearest to this score first; to this ER or minutes if bounded.
        aim: Option<f64> as Nearest { "aim", "How hard", "X", "Nearest to", "5000" }
        /// The Sudoku Explainer rating (ER): one value as 7.2, or a range.
        er: Option<RangeInclusive<Score>> as Span<Ratings> { "er", "How hard", "ER|LO..HI", "Rating (ER)", "7.2 or 6.5..7.2" }
        /// The estimated minutes of a solver: a range, or 8 for 8 to below 9.
        minutes: Option<RangeInclusive<f64>> as Span<Minutes> { "minutes", "How hard", "M|LO..HI", "Estimated minutes", "8..12" }
        /// Whose minutes, asked for or told: factor, power, low, high and the two ends of timed of
        /// an `audience`, with commas.
        scale: Option<Scale> as AsText<Scale> { "scale", "How hard", "NUMBERS", "Scale of the minutes", "1.294,0.584,0.828,1.135,8.4,234" }
        /// Labelled spike, tedious, bottleneck or steady, as by `rate --labels`.
        label: Vec<Label> as NameList<Label> { "label", "How hard", "LABEL,..", "Labelled", "steady" }
        /// Not labelled so.
        not_label: Vec<Label> as NameList<Label> { "not-label", "How hard", "LABEL,..", "Not labelled", "spike, tedious" }
        /// The number of clues, or a range.
        clues: Option<RangeInclusive<usize>> as Span<Clues> { "clues", "Clues", "N|LO..HI", "Clues", "24..30" }
        /// The symmetry of the clues [default: none].
        symmetry: ClueSymmetry as Plain<ClueSymmetry> { "symmetry", "Clues", "SYMMETRY", "Symmetry of the clues", "" }
        /// Places of clues: 81 of . (none), x (clue), ? (either) or digits.
        pattern: Option<Pattern> as AsText<Pattern> { "pattern", "Clues", "FILE|TEXT", "Pattern of the clues", "" }
        /// With `pattern`: each x may be without a clue, too.
        within: bool as Plain<bool> { "within", "Clues", "", "Clues within the pattern", "" }
        /// Digits that are no clue in a box, row, column or cell.
        no_digit: Vec<Ban> as NameList<Ban> { "no-digit", "Clues", "D@PLACE,..", "No such clue", "9@b5, 1@r3" }
        /// Only minimal puzzles: removing any clue would give a second solution.
        minimal: bool as Plain<bool> { "minimal", "Clues", "", "Minimal: no clue can go", "" }
        /// The hardest step's technique, by its name in any ladder.
        technique: Vec<Name> as Names { "technique", "Techniques", "NAME,..", "Technique of the hardest step", "x-wing, naked-triple" }
        /// With `technique`: other steps may be harder.
        and_harder: bool as Plain<bool> { "and-harder", "Techniques", "", "Other steps may be harder", "" }
        /// Techniques that the puzzle can be solved without, as "naked quad".
        without: Vec<Name> as Names { "without", "Techniques", "NAME,..", "Solvable without", "naked-quad" }
        /// The number of the hardest step, as `explain` counts.
        hardest_at: Option<RangeInclusive<usize>> as Span<Steps> { "hardest-at", "Techniques", "N|LO..HI", "Number of the hardest step", "20..40" }
        /// At least so many clues in each box.
        min_givens_a_box: u8 as OfBox { "min-givens-a-box", "Clues", "N", "Fewest clues of a box", "1" }
        /// Each of the nine digits is among the clues.
        digits_all_present: bool as Plain<bool> { "digits-all-present", "Clues", "", "Each digit is among the clues", "" }
        /// No step that relies on there being one solution (unique loops, BUG).
        no_uniqueness: bool as Plain<bool> { "no-uniqueness", "Techniques", "", "No step that relies on there being one solution", "" }
        /// No step above 7.5 of Sudoku Explainer.
        no_guessing: bool as Plain<bool> { "no-guessing", "Techniques", "", "No guessing: no step above 7.5", "" }
    }
}

impl Constraints {
    /// Returns constraints on the tier alone.
    pub fn of_tier(tier: u8) -> Self {
        Self { tier: Some(tier..=tier), ..Self::default() }
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the keys of constraints that only the puzzle itself can decide: all but tier, score,
    /// rating, clues, symmetry and minimality.
    pub fn of_puzzles(&self) -> impl Iterator<Item = String> {
        const OTHERS: [&str; 10] = [
            "tier",
            "score",
            "percentile",
            "aim",
            "er",
            "scale",
            "clues",
            "symmetry",
            "minimal",
            "and-harder",
        ];
        WithKeys::from(self.clone()).keys.into_iter().filter(|key| !OTHERS.contains(&key.as_str()))
    }

    /// Whether any constraint can only be decided by the puzzle itself.
    pub fn is_of_puzzles(&self) -> bool {
        self.of_puzzles().next().is_some()
    }

    /// Whether any constraint sets the difficulty.
    pub fn says_how_hard(&self) -> bool {
        self.tier.is_some()
            || self.score.is_some()
            || self.percentile.is_some()
            || self.aim.is_some()
            || self.er.is_some()
            || self.minutes.is_some()
            || !self.technique.is_empty()
            || self.pattern.is_some()
    }

    /// Whether Sudoku Explainer ratings decide which puzzles fit.
    pub fn is_by_rating(&self) -> bool {
        self.er.is_some() || self.technique.iter().any(|name| name.built_in().is_none())
    }

    /// Returns the bounds on the score: those of `score` and those of `percentile` together.
    ///
    /// # Errors
    /// If no score is within both.
    pub fn scores(&self) -> Result<Option<RangeInclusive<f64>>, Contradiction> {
        let of_percentile = self.percentile.as_ref().map(|own| Among::Score.values(own));
        Span::<Scores>::both(self.score.clone().into(), of_percentile.into()).map(|both| both.0)
    }

    /// Returns the scale of the minutes; the built-in one if none is given.
    pub fn scale(&self) -> Scale {
        self.scale.unwrap_or_default()
    }

    /// Returns the constraints of both together.
    ///
    /// # Errors
    /// The first bound that no puzzle can meet.
    pub fn and(&self, other: &Self) -> Result<Self, Contradiction> {
        let (technique, and_harder) = techniques(self, other)?;
        let mut both = self.both(other)?;
        (both.technique, both.and_harder) = (technique, and_harder);
        both.scale = scale(self, other)?;
        both.check()?;
        Ok(both)
    }

    /// Refuses constraints that no puzzle can meet.
    ///
    /// # Errors
    /// The first two bounds that contradict each other.
    pub fn check(&self) -> Result<(), Contradiction> {
        let twice = self.technique.iter().find(|name| self.without.contains(name));
        if let Some(name) = twice {
            return Err(Contradiction::Technique(name.to_string()));
        }
        self.scores()?;
        self.check_labels()?;
        self.check_pattern()?;
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
        // In the order in which a draw takes it.
        let ratings = || Some(scores().next()?.value()..=scores().next_back()?.value());
        let bounded = match (&self.er, &self.minutes) {
            (Some(_), _) => ratings().map(|takes| ("the ER that is", takes)),
            (None, Some(_)) => Some(("the minutes that are", known)),
            (None, None) => None,
        };
        if let (Some(aim), Some((of, takes))) = (self.aim, bounded)
            && !takes.contains(&aim)
        {
            return Err(Contradiction::Aim { aim, of });
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

    /// Returns the pattern of the clues, with optional clues if they may lie `within` it.
    pub fn pattern(&self) -> Option<Pattern> {
        let pattern = self.pattern.as_ref()?;
        Some(if self.within { pattern.within() } else { pattern.clone() })
    }

    fn check_pattern(&self) -> Result<(), Contradiction> {
        let Some(pattern) = self.pattern() else { return Ok(()) };
        pattern.check()?;
        let (least, most) = (pattern.must().len(), pattern.may().len());
        if let Some(asked) = &self.clues
            && (*asked.start() > most || *asked.end() < least)
        {
            return Err(Contradiction::CluesOfPattern { asked: asked.clone(), least, most });
        }
        let is_exact = pattern.must() == pattern.may();
        if self.symmetry != ClueSymmetry::None && !(is_exact && self.symmetry.holds(pattern.must()))
        {
            return Err(Contradiction::SymmetryOfPattern(self.symmetry));
        }
        Ok(())
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

    /// Returns the tiers of puzzles with these labels; `None` if no label is asked for.
    pub fn tiers_of_labels(&self, ladder: &Ladder) -> Option<RangeInclusive<u8>> {
        let least = self.label.iter().map(|label| label.least_tier()).max();
        let is_asked = !(self.label.is_empty() && self.not_label.is_empty());
        // Puzzles beyond the ladder have no labels.
        is_asked.then(|| least.unwrap_or(*ladder.tiers().start())..=ladder.beyond() - 1)
    }

    /// Refuses constraints that no puzzle graded by `ladder` can meet.
    ///
    /// # Errors
    /// The first two bounds that contradict each other.
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

/// Returns the scale of both: minutes of two scales cannot be compared.
fn scale(one: &Constraints, two: &Constraints) -> Result<Option<Scale>, Contradiction> {
    let differ = one.scale() != two.scale();
    match (&one.minutes, &two.minutes) {
        (Some(_), Some(_)) if differ => Err(Contradiction::Scales),
        (Some(_), _) => Ok(one.scale),
        (_, Some(_)) => Ok(two.scale),
        _ => Ok(two.scale.or(one.scale)),
    }
}

/// Returns the techniques of both, and whether other steps may be harder. If both have techniques,
/// they join only if the lists are the same or all of them are needed.
fn techniques(one: &Constraints, two: &Constraints) -> Result<(Vec<Name>, bool), Contradiction> {
    let (own, others) = (&one.technique, &two.technique);
    let is_within = |one: &[Name], other: &[Name]| one.iter().all(|name| other.contains(name));
    let is_same = is_within(own, others) && is_within(others, own);
    match (one.and_harder, two.and_harder) {
        (harder, _) if others.is_empty() => Ok((own.clone(), harder)),
        (_, harder) if own.is_empty() => Ok((others.clone(), harder)),
        (harder, other) if harder == other && (harder || is_same) => {
            Names::both(own.clone().into(), others.clone().into()).map(|all| (all.0, harder))
        }
        _ => Err(Contradiction::Hardest(list(own), list(others))),
    }
}

fn list(names: &[Name]) -> String {
    names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}
