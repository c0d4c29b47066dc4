//! Levels as equal shares of a reference set: section 4.3.2 of hsolve (Chang, Fan, Sun 2008).
//!
//! The paper divides the puzzles "distributed for people to solve", 1,000 of them, "into m evenly
//! sized intervals of difficulty". This code differs in two ways: the first and the last level are
//! open, so that every score has a level, whereas the paper's levels begin and end with the easiest
//! and the hardest puzzle of the sample; and a puzzle can have a weight other than one
//! ([`Rated::weight`]), for samples that have too few of a kind.

use super::levels::{Level, LevelError, LevelTable};
use super::metric::Metric;
use crate::logic::Ladder;

/// A puzzle of the reference set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// Its score.
    pub score: f64,
    /// The number of puzzles that it represents, above 0.
    pub weight: f64,
}

/// The reason why there are no such levels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CalibrateError {
    /// Too many puzzles have the same score.
    #[error(
        "no {levels} levels of equal shares: too many of the {puzzles} puzzles have the same score, ask for fewer levels"
    )]
    Coarse {
        /// The number of levels asked for.
        levels: usize,
        /// The number of puzzles with a score.
        puzzles: usize,
    },
    /// The names are not allowed in a table.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// Returns the weight that makes a puzzle of a controlled-bias collection represent all minimal
/// puzzles.
///
/// Such a collection removes clues in random order, and gives up if a second solution appears
/// before the puzzle is minimal; so every minimal puzzle of n clues has the same chance, one in
/// C(81, n) for each full grid (Berthier, "Unbiased statistics of a constraint satisfaction
/// problem: a controlled-bias generator", 2009). The weight is C(81, n), as a share of that of 26
/// clues.
pub fn controlled_bias_weight(clues: usize) -> f64 {
    let choose = |n: usize| (0..n).map(|i| (81 - i) as f64 / (i + 1) as f64).product::<f64>();
    choose(clues) / choose(26)
}

/// Returns default names for `count` levels; with numbers if there are no usual ones.
pub fn usual_names(count: usize) -> Vec<String> {
    let words: &[&str] = match count {
        2 => &["easy", "hard"],
        3 => &["easy", "medium", "hard"],
        4 => &["easy", "medium", "hard", "expert"],
        5 => &["very-easy", "easy", "medium", "hard", "expert"],
        6 => &["very-easy", "easy", "medium", "hard", "very-hard", "expert"],
        _ => return (1..=count).map(|i| format!("level-{i}")).collect(),
    };
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Returns levels with these names, from the easiest on, each with the same share of the weight of
/// `sample`; if scores tie, with the nearest possible share. A last level takes puzzles without a
/// score: tier 6 for [`Metric::Hsolve`], and puzzles that its techniques do not solve for
/// [`Metric::Technique`] and `Metric::Common`.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::calibrate::{Rated, calibrate};
/// use seeddb::rating::metric::Metric;
///
/// let sample: Vec<Rated> = (1..=9).map(|i| Rated { score: f64::from(i), weight: 1.0 }).collect();
/// let table = calibrate(Metric::Hsolve, &sample, &["low", "middle", "high"])?;
/// let scores = table.levels().iter().map(|level| level.score.clone());
/// let ends = [Some(0.0..4.0), Some(4.0..7.0), Some(7.0..f64::INFINITY), None];
/// assert_eq!(scores.collect::<Vec<_>>(), ends);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If too many scores are equal for such levels, or the names are invalid.
pub fn calibrate(
    metric: Metric,
    sample: &[Rated],
    names: &[impl AsRef<str>],
) -> Result<LevelTable, CalibrateError> {
    let coarse = CalibrateError::Coarse { levels: names.len(), puzzles: sample.len() };
    let inner = cuts(sample, names.len()).ok_or(coarse)?;
    let ends = [&[0.0][..], &inner, &[f64::INFINITY]].concat();
    let mut ranges: Vec<_> = ends.windows(2).map(|ends| ends[0]..ends[1]).collect();
    if metric.falls() {
        ranges.reverse();
    }
    let level = |(name, score): (&dyn AsRef<str>, _)| Level {
        name: name.as_ref().to_owned(),
        metric,
        score: Some(score),
        ..Level::default()
    };
    let names = names.iter().map(|name| name as &dyn AsRef<str>);
    let mut levels: Vec<Level> = names.zip(ranges).map(level).collect();
    let beyond = Level { metric, ..Level::new("beyond") };
    match metric {
        Metric::Hsolve => {
            let tier = Ladder::hsolve().beyond();
            levels.push(Level { tiers: Some(tier..=tier), ..beyond });
        }
        Metric::Technique => levels.push(beyond),
        #[cfg(feature = "se")]
        Metric::Common => levels.push(beyond),
        _ => {}
    }
    Ok(LevelTable::new(levels)?)
}

/// Returns the scores at which the second and every later share begins.
fn cuts(sample: &[Rated], shares: usize) -> Option<Vec<f64>> {
    let mut sorted = sample.to_vec();
    sorted.sort_unstable_by(|a, b| a.score.total_cmp(&b.score));
    // A cut lies between two different scores: the weight below it, and both scores.
    let mut places = Vec::new();
    let mut below = 0.0;
    for pair in sorted.windows(2) {
        below += pair[0].weight;
        if pair[0].score < pair[1].score {
            places.push((below, pair[0].score, pair[1].score));
        }
    }
    let whole: f64 = sorted.iter().map(|rated| rated.weight).sum();
    let mut first = 0;
    (1..shares)
        .map(|i| {
            let wanted = whole * i as f64 / shares as f64;
            let off = |place: usize| (places[place].0 - wanted).abs();
            let nearest = (first..places.len()).min_by(|&a, &b| off(a).total_cmp(&off(b)))?;
            first = nearest + 1;
            Some(roundest(places[nearest].1, places[nearest].2))
        })
        .collect()
}

/// Returns the number with the fewest decimal places that is greater than `low` and at most `high`.
fn roundest(low: f64, high: f64) -> f64 {
    let round = |places: i32| (high * 10f64.powi(places)).floor() / 10f64.powi(places);
    (0..6).map(round).find(|&number| number > low && number <= high).unwrap_or(high)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Returns the share of the weight of a sample in each level of a table.
    fn shares(table: &LevelTable, sample: &[Rated], count: usize) -> Vec<f64> {
        let whole: f64 = sample.iter().map(|rated| rated.weight).sum();
        let share = |level: &Level| {
            let range = level.score.clone().unwrap();
            let taken = sample.iter().filter(|rated| range.contains(&rated.score));
            taken.map(|rated| rated.weight).sum::<f64>() / whole
        };
        table.levels()[..count].iter().map(share).collect()
    }

    #[test]
    fn shares_are_equal() {
        let rng_seed = 3;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for count in 1..=12 {
            let names: Vec<String> = (1..=count).map(|i| format!("level-{i}")).collect();
            for metric in Metric::ALL {
                let sample: Vec<Rated> = (0..1_200)
                    .map(|_| Rated { score: rng.random_range(1e-3..1e4), weight: 1.0 })
                    .collect();
                let table = calibrate(metric, &sample, &names).unwrap();
                for share in shares(&table, &sample, count) {
                    // The scores are all different, and 1,200 has no share of 7 or 11.
                    let off = (share - 1.0 / count as f64).abs();
                    assert!(off < 1.01 / 1_200.0, "{share} of {count}, RNG seed {rng_seed}");
                }
                let hardest = table.levels()[count - 1].score.clone().unwrap();
                assert_eq!(hardest.contains(&1e-9), metric.falls() || count == 1);
                // With weights, a share is off by at most the weight at its two ends.
                let sample: Vec<Rated> = sample
                    .into_iter()
                    .map(|rated| Rated { weight: rng.random_range(0.1..10.0), ..rated })
                    .collect();
                let table = calibrate(metric, &sample, &names).unwrap();
                for share in shares(&table, &sample, count) {
                    let off = (share - 1.0 / count as f64).abs();
                    assert!(off < 10.0 / 6_000.0, "{share} of {count}, RNG seed {rng_seed}");
                }
            }
        }
    }

    #[test]
    fn scores_that_tie_are_not_parted() {
        let sample = |scores: &[f64]| -> Vec<Rated> {
            scores.iter().map(|&score| Rated { score, weight: 1.0 }).collect()
        };
        let most = sample(&[55.0, 55.0, 55.0, 55.0, 56.5, 57.0]);
        let table = calibrate(Metric::Branch, &most, &["a", "b"]).unwrap();
        assert_eq!(table.levels()[1].score, Some(56.0..f64::INFINITY));
        let error = calibrate(Metric::Branch, &most, &["a", "b", "c", "d"]).unwrap_err();
        assert_eq!(error, CalibrateError::Coarse { levels: 4, puzzles: 6 });
        assert!(calibrate(Metric::Branch, &[], &["a", "b"]).is_err());
        assert!(calibrate(Metric::Hsolve, &most, &["a", "beyond"]).is_err());
    }

    #[test]
    fn bounds_are_round_where_they_can_be() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(roundest(598.2, 599.7), 599.0));
        assert!(near(roundest(599.2, 599.7), 599.7));
        assert!(near(roundest(599.22, 599.77), 599.7));
        assert!(near(roundest(599.0, 600.0), 600.0));
        assert!(near(roundest(0.125, 0.126), 0.126));
    }

    #[test]
    fn the_weights_are_the_papers() {
        // on(n + 1) / on(n) = (n + 1) / (81 - n), and a weight is one over that.
        for clues in 17..40 {
            let ratio = controlled_bias_weight(clues + 1) / controlled_bias_weight(clues);
            assert!((ratio - (81 - clues) as f64 / (clues + 1) as f64).abs() < 1e-9);
        }
        assert!((controlled_bias_weight(26) - 1.0).abs() < 1e-12);
    }
}
