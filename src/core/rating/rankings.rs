//! [`Rankings`]: puzzles ranked by several metrics and external numbers, and the agreement of each
//! pair.

use serde::{Deserialize, Serialize};

use super::agreement::Agreement;
use super::hsolve;
use super::levels::{Facts, LevelTable};
use super::metric::{Metric, Settings};
use super::stop::{Interrupted, Stop};
use crate::board::Puzzle;
use crate::logic::{Ladder, grade};

/// An optional value for each puzzle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    /// Its name.
    pub name: String,
    /// The unit of the values, for pictures.
    pub unit: String,
    /// The values, in the order of the puzzles.
    pub values: Vec<Option<f64>>,
}

/// The agreement of two rankings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Compared {
    /// The name of the first ranking.
    pub a: String,
    /// The name of the second ranking.
    pub b: String,
    /// The number of puzzles that have a value in both.
    pub n: usize,
    /// The number of other puzzles.
    pub left_out: usize,
    /// Kendall's tau-b.
    pub tau_b: Option<f64>,
    /// Spearman's rho.
    pub rho: Option<f64>,
    /// Goodman and Kruskal's gamma.
    pub gamma: Option<f64>,
    /// The share of the pairs of puzzles that are tied in one or both.
    pub ties: Option<f64>,
}

impl Ranking {
    /// Returns the values of the puzzles that have both.
    pub fn pairs(&self, other: &Self) -> Vec<(f64, f64)> {
        self.values.iter().zip(&other.values).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect()
    }

    /// Compares it with another ranking of the same puzzles.
    pub fn compare(&self, other: &Self) -> Compared {
        let found = Agreement::of(&self.pairs(other));
        Compared {
            a: self.name.clone(),
            b: other.name.clone(),
            n: found.n,
            left_out: self.values.len() - found.n,
            tau_b: found.tau_b(),
            rho: found.rho,
            gamma: found.gamma(),
            ties: found.ties(),
        }
    }
}

/// The ratings of one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedPuzzle {
    tier: u8,
    /// m(B), if it is needed.
    score: Option<f64>,
    scores: Vec<Option<f64>>,
    level: Option<usize>,
}

impl RatedPuzzle {
    /// Rates a puzzle, and finds its level if levels are given. Fails only if `stop` interrupts it.
    pub fn of(
        ladder: &Ladder,
        puzzle: &Puzzle,
        metrics: &[Metric],
        settings: &Settings,
        levels: Option<&LevelTable>,
        stop: Stop,
    ) -> Result<Self, Interrupted> {
        let grade = grade(ladder, puzzle);
        // Levels need m(B), even if it is not compared.
        let score = (metrics.contains(&Metric::Hsolve) || levels.is_some())
            .then(|| hsolve::score(ladder, puzzle, &grade))
            .flatten()
            .map(|score| score.mean);
        let facts = Facts::graded(ladder, puzzle, grade.tier, score).with_settings(settings);
        let level = levels.and_then(|levels| levels.place(&facts));
        let score_by = |&metric: &Metric| match metric {
            Metric::Hsolve => Ok(score),
            other => other.score_unless(puzzle, settings, stop),
        };
        let scores = metrics.iter().map(score_by).collect::<Result<_, _>>()?;
        Ok(Self { tier: grade.tier, score, scores, level })
    }
}

/// Rankings of the same puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rankings {
    /// Rankings by metrics; `hsolve` has two more, `tier` and `tier_hsolve`.
    pub metrics: Vec<Ranking>,
    /// Rankings by external numbers.
    pub columns: Vec<Ranking>,
    /// The top tier of each puzzle.
    pub tiers: Vec<u8>,
    /// The level of each puzzle, by its place in the table; `None` if no level takes it, or without
    /// a table.
    pub levels: Vec<Option<usize>>,
}

impl Rankings {
    /// Makes rankings of puzzles rated by these metrics, together with those by external numbers.
    pub fn new(
        ladder: &Ladder,
        metrics: &[Metric],
        rated: &[RatedPuzzle],
        columns: Vec<Ranking>,
    ) -> Self {
        Self {
            metrics: by_metrics(ladder, metrics, rated),
            columns,
            tiers: rated.iter().map(|one| one.tier).collect(),
            levels: rated.iter().map(|one| one.level).collect(),
        }
    }

    /// Compares each pair, those with a column first.
    pub fn compared(&self) -> Vec<Compared> {
        let Self { metrics, columns, .. } = self;
        let mut all = Vec::new();
        for column in columns {
            all.extend(metrics.iter().map(|metric| column.compare(metric)));
        }
        for own in [metrics, columns] {
            for (i, one) in own.iter().enumerate() {
                all.extend(own[i + 1..].iter().map(|other| one.compare(other)));
            }
        }
        all
    }
}

fn by_metrics(ladder: &Ladder, metrics: &[Metric], rated: &[RatedPuzzle]) -> Vec<Ranking> {
    let mut all = Vec::new();
    for (i, metric) in metrics.iter().enumerate() {
        let mut add = |name: &str, unit: &str, value: &dyn Fn(&RatedPuzzle) -> Option<f64>| {
            let values = rated.iter().map(value).collect();
            all.push(Ranking { name: name.to_owned(), unit: unit.to_owned(), values });
        };
        add(&metric.name().replace('-', "_"), metric.unit(), &|one| one.scores[i]);
        if *metric == Metric::Hsolve {
            add("tier", "top tier", &|one| Some(f64::from(one.tier)));
            // Scores are far smaller than the distance of two tiers.
            add("tier_hsolve", "tier, then m(B)", &|one| {
                let within = if ladder.has_score(one.tier) { one.score? } else { 0.0 };
                Some(f64::from(one.tier) * 1e9 + within)
            });
        }
    }
    all
}
