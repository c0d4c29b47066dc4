//! [`LevelRow`]: a level as a record for programs.

use serde::{Deserialize, Serialize};

use crate::logic::Ladder;
use crate::rating::levels::{Level, LevelTable, Target};
use crate::symmetry::ClueSymmetry;

/// A level: the names of the fields are the keys of `levels --format json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LevelRow {
    /// Its name.
    pub level: String,
    /// What the score is about.
    pub metric: String,
    /// The least score.
    pub score_from: Option<f64>,
    /// The score below which it stays; none if there is no end.
    pub score_below: Option<f64>,
    /// The least tier.
    pub tier_from: Option<u8>,
    /// The greatest.
    pub tier_to: Option<u8>,
    /// The fewest clues.
    pub clues_from: Option<usize>,
    /// The most.
    pub clues_to: Option<usize>,
    /// The symmetry of the clues.
    pub symmetry: Option<String>,
    /// The techniques of the hardest step, if it names some.
    pub techniques: String,
    /// The clues that are drawn if nobody says how many: from.
    pub usual_clues_from: Option<usize>,
    /// To.
    pub usual_clues_to: Option<usize>,
    /// What it is for.
    pub about: String,
}

impl LevelRow {
    /// The records of a table, in its order.
    pub fn all(levels: &LevelTable, ladder: &Ladder) -> Vec<Self> {
        levels.targets(ladder).iter().map(|target| Self::of(target, ladder)).collect()
    }

    fn of(target: &Target, ladder: &Ladder) -> Self {
        let Level { name, metric, score, tiers, clues, symmetry, usual_clues, .. } = target.level();
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
            about: about(target, ladder),
        }
    }
}

fn techniques(level: &Level) -> String {
    let names = level.techniques.iter().map(|technique| technique.name());
    names.collect::<Vec<_>>().join(", ")
}

/// What it is for, as the table says; if that says nothing, which techniques its puzzles need.
fn about(target: &Target, ladder: &Ladder) -> String {
    if !target.level().about.is_empty() {
        return target.level().about.clone();
    }
    let Some(tiers) = target.tiers() else {
        return "names nothing: the levels above take all of it".to_owned();
    };
    let mut names: Vec<&str> = Vec::new();
    for tier in tiers {
        let rows = ladder.rows(tier);
        names.extend(rows.iter().map(|technique| technique.name()));
        if rows.is_empty() {
            names.push("more than these techniques");
        }
    }
    names.join(", ")
}
