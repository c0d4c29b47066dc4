//! [`LevelRow`]: a level as a record for programs.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::logic::Ladder;
use crate::rating::er::Score;
use crate::rating::levels::{Level, LevelTable, Target};
use crate::rating::se;
use crate::symmetry::ClueSymmetry;

/// A level: the names of the fields are the keys of `levels --format json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LevelRow {
    /// Its name.
    pub level: String,
    /// The metric of the score.
    pub metric: String,
    /// The least score.
    pub score_from: Option<f64>,
    /// The upper bound of the score, excluded; `None` if unbounded.
    pub score_below: Option<f64>,
    /// The least tier.
    pub tier_from: Option<u8>,
    /// The greatest tier.
    pub tier_to: Option<u8>,
    /// The fewest clues.
    pub clues_from: Option<usize>,
    /// The most clues.
    pub clues_to: Option<usize>,
    /// The symmetry of the clues.
    pub symmetry: Option<String>,
    /// The techniques allowed for the hardest step; empty for any.
    pub techniques: Vec<String>,
    /// The fewest clues of a draw without bounds on them.
    pub usual_clues_from: Option<usize>,
    /// The most clues of a draw without bounds on them.
    pub usual_clues_to: Option<usize>,
    /// The least rating of Sudoku Explainer (ER) that its puzzles can have.
    pub er_from: Option<f64>,
    /// The greatest rating of Sudoku Explainer (ER) that its puzzles can have.
    pub er_to: Option<f64>,
    /// The techniques that its puzzles need, by its tiers.
    pub needs: String,
    /// Its description, by default the techniques needed.
    pub about: String,
}

impl LevelRow {
    /// Describes the levels of a table, in its order.
    pub fn all(levels: &LevelTable, ladder: &Ladder) -> Vec<Self> {
        levels.targets(ladder).iter().map(|target| Self::of(target, ladder)).collect()
    }

    fn of(target: &Target, ladder: &Ladder) -> Self {
        let Level { name, metric, score, tiers, clues, symmetry, usual_clues, .. } = target.level();
        let ratings = ratings(target, ladder);
        Self {
            level: name.clone(),
            metric: metric.name().to_owned(),
            score_from: score.as_ref().map(|score| score.start),
            score_below: score.as_ref().map(|score| score.end).filter(|end| end.is_finite()),
            tier_from: tiers.as_ref().map(|tiers| *tiers.start()),
            tier_to: tiers.as_ref().map(|tiers| *tiers.end()),
            clues_from: clues.as_ref().map(|clues| *clues.start()),
            clues_to: clues.as_ref().map(|clues| *clues.end()),
            symmetry: (*symmetry != ClueSymmetry::None).then(|| symmetry.name().to_owned()),
            techniques: techniques(target.level()),
            usual_clues_from: usual_clues.as_ref().map(|clues| *clues.start()),
            usual_clues_to: usual_clues.as_ref().map(|clues| *clues.end()),
            er_from: ratings.as_ref().map(|own| own.start().value()),
            er_to: ratings.map(|own| own.end().value()),
            needs: needs(target, ladder),
            about: about(target, ladder),
        }
    }
}

fn techniques(level: &Level) -> Vec<String> {
    level.techniques.iter().map(|technique| technique.name().to_owned()).collect()
}

/// Returns the description in the table; if empty, the techniques that the puzzles need.
fn about(target: &Target, ladder: &Ladder) -> String {
    match target.tiers() {
        _ if !target.level().about.is_empty() => target.level().about.clone(),
        None => "names nothing: the levels above take all of it".to_owned(),
        Some(_) => needs(target, ladder),
    }
}

/// Returns the techniques that its puzzles need; empty if it takes puzzles of all tiers.
fn needs(target: &Target, ladder: &Ladder) -> String {
    let Some(tiers) = target.tiers().filter(|tiers| *tiers != ladder.tiers()) else {
        return String::new();
    };
    let (least, most) = (*tiers.start(), *tiers.end());
    let names = |tiers: RangeInclusive<u8>| -> String {
        let rows = tiers.flat_map(|tier| ladder.rows(tier));
        rows.map(|technique| technique.name()).collect::<Vec<_>>().join(", ")
    };
    match (least, names(least..=most)) {
        (_, own) if own.is_empty() => "more than the techniques of the tiers".to_owned(),
        (0, own) if most == 0 => own,
        (0, _) => format!("no more than {}", names(most..=most)),
        (_, own) => format!("one of {own}"),
    }
}

/// Returns the Sudoku Explainer ratings that its puzzles can have; `None` if unknown.
fn ratings(target: &Target, ladder: &Ladder) -> Option<RangeInclusive<Score>> {
    target.level().ratings().or_else(|| se::of_tiers(ladder, &target.tiers()?))
}
