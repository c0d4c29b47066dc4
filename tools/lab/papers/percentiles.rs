//! The table of percentiles in the program, from a controlled-bias collection and from puzzles that
//! newspapers print.

use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::rating::calibrate::controlled_bias_weight;
use seeddb::rating::metric::{Metric, Settings};

use super::lists::read;

/// Puzzles of each level of a newspaper, on which its quantiles rest.
const OF_A_LEVEL: usize = 60;
const NEWSPAPERS: &str = include_str!("../../../tests/data/newspapers.tsv");

/// A value, and the percentile of the middle of its weight.
type Point = (f64, f64);

pub fn print(file: &str, column: &str) -> anyhow::Result<()> {
    let puzzles = read(file, Some(column))?;
    println!("among\tvalue\tpercentile");
    let by = |metric: Metric| {
        let scored = |(puzzle, _): &(Puzzle, f64)| {
            Some((metric.score(puzzle, &Settings::default())?, weight(puzzle)))
        };
        puzzles.par_iter().filter_map(scored).collect()
    };
    even("score", by(Metric::Hsolve), 1);
    even("minutes", by(Metric::Minutes), 2);
    let rated = puzzles.iter().map(|(puzzle, rating)| (*rating, weight(puzzle))).collect();
    for (value, percent) in points("er", rated) {
        println!("er\t{value:.1}\t{percent:.3}");
    }
    printed();
    Ok(())
}

fn weight(puzzle: &Puzzle) -> f64 {
    controlled_bias_weight(puzzle.clues().len())
}

/// Returns the points of weighted values, rising; prints the number of puzzles that the sample is
/// worth.
fn points(name: &str, mut weighted: Vec<(f64, f64)>) -> Vec<Point> {
    weighted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: f64 = weighted.iter().map(|one| one.1).sum();
    let squares: f64 = weighted.iter().map(|one| one.1 * one.1).sum();
    println!("{name}\t{:.0}\t", all * all / squares);
    let mut below = 0.0;
    weighted
        .chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq())
        .map(|alike| {
            let own: f64 = alike.iter().map(|one| one.1).sum();
            below += own;
            (alike[0].0, 100.0 * (below - own / 2.0) / all)
        })
        .collect()
}

/// Prints the values at 0, 1 and so on to 100 percent.
fn even(name: &str, weighted: Vec<(f64, f64)>, places: usize) {
    let points = points(name, weighted);
    for percent in 0..=100_u8 {
        let at = f64::from(percent);
        let next = points.partition_point(|point| point.1 < at);
        let value = match (percent, points.get(next)) {
            (0, _) => points[0].0,
            (100, _) | (_, None) => points[points.len() - 1].0,
            (_, Some(high)) if next == 0 => high.0,
            (_, Some(high)) => {
                let low = points[next - 1];
                low.0 + (high.0 - low.0) * (at - low.1) / (high.1 - low.1)
            }
        };
        println!("{name}\t{value:.places$}\t{percent}");
    }
}

/// Prints the percentiles of printed puzzles, with equal weights for the levels of newspapers.
/// Within a level and beyond, the logarithms of its quantiles are joined by straight lines.
fn printed() {
    let levels: Vec<[Point; 5]> = NEWSPAPERS
        .lines()
        .skip(1)
        .filter_map(|line| {
            let numbers = line.rsplit('\t').take(3).map(|field| field.parse::<f64>().ok());
            let [c, b, a] = numbers.collect::<Option<Vec<_>>>()?.try_into().ok()?;
            let [a, b, c] = [a, b, c].map(f64::ln);
            let ends = [a - (b - a) / 4.0, c + (c - b) / 4.0];
            Some([(ends[0], 0.0), (a, 10.0), (b, 50.0), (c, 90.0), (ends[1], 100.0)])
        })
        .collect();
    println!("printed\t{}\t", OF_A_LEVEL * levels.len());
    let below = |points: &[Point; 5], at: f64| {
        let next = points.partition_point(|point| point.0 < at);
        match (next.checked_sub(1), points.get(next)) {
            (None, _) => 0.0,
            (_, None) => 100.0,
            (Some(last), Some(high)) => {
                let low = points[last];
                low.1 + (high.1 - low.1) * (at - low.0) / (high.0 - low.0)
            }
        }
    };
    let of_all =
        |at: f64| levels.iter().map(|one| below(one, at)).sum::<f64>() / levels.len() as f64;
    for percent in 0..=100_u8 {
        let (mut low, mut high) = (0.0, 12.0);
        for _ in 0..100 {
            let at = f64::midpoint(low, high);
            let share = of_all(at);
            let is_below = share < f64::from(percent) || percent == 0 && share <= 0.0;
            if is_below { low = at } else { high = at }
        }
        println!("printed\t{:.1}\t{percent}", f64::exp(high));
    }
}
