//! [`Cross`]: groups by one ranking against groups by another, as in section 3.3.1 of the hsolve
//! paper.

use super::agreement::Agreement;
use super::rankings::Ranking;

/// The numbers of puzzles in each pair of groups.
#[derive(Clone, PartialEq, Debug)]
pub struct Cross {
    /// The rows.
    pub rows: Vec<CrossRow>,
}

/// A group of the first ranking.
#[derive(Clone, PartialEq, Debug)]
pub struct CrossRow {
    /// Its least value.
    pub least: f64,
    /// Its greatest value.
    pub greatest: f64,
    /// The numbers of its puzzles in each group of the second ranking.
    pub counts: Vec<u32>,
}

impl CrossRow {
    /// Returns the number of its puzzles.
    pub fn all(&self) -> u32 {
        self.counts.iter().sum()
    }
}

impl Cross {
    /// Groups puzzles by `a` (rows) and `b` (columns), in `count` groups each.
    pub fn new(a: &Ranking, b: &Ranking, count: usize) -> Self {
        let pairs = a.pairs(b);
        let down: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
        let across: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
        let (own, others) = (groups(&down, count), groups(&across, count));
        let empty =
            CrossRow { least: f64::INFINITY, greatest: f64::NEG_INFINITY, counts: vec![0; count] };
        let mut rows = vec![empty; own.iter().max().map_or(0, |row| row + 1)];
        for ((row, column), value) in own.into_iter().zip(others).zip(down) {
            let row = &mut rows[row];
            row.counts[column] += 1;
            (row.least, row.greatest) = (row.least.min(value), row.greatest.max(value));
        }
        rows.retain(|row| row.all() > 0);
        Self { rows }
    }

    /// Returns chi2 of independence with its degrees of freedom.
    pub fn chi2(&self) -> (f64, usize) {
        let width = self.rows.first().map_or(0, |row| row.counts.len());
        let column = |j: usize| self.rows.iter().map(|row| row.counts[j]).sum::<u32>();
        let columns: Vec<f64> = (0..width).map(|j| f64::from(column(j))).collect();
        let all: f64 = columns.iter().sum();
        let mut chi2 = 0.0;
        for row in &self.rows {
            for (&count, column) in row.counts.iter().zip(&columns) {
                let expected = f64::from(row.all()) * column / all;
                if expected > 0.0 {
                    chi2 += (f64::from(count) - expected).powi(2) / expected;
                }
            }
        }
        let filled = columns.iter().filter(|&&sum| sum > 0.0).count();
        (chi2, self.rows.len().saturating_sub(1) * filled.saturating_sub(1))
    }

    /// Returns the gamma of the table; `None` if every pair is tied.
    pub fn gamma(&self) -> Option<f64> {
        let mut places = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            for (j, &count) in row.counts.iter().enumerate() {
                places.extend((0..count).map(|_| (i as f64, j as f64)));
            }
        }
        Agreement::of(&places).gamma()
    }
}

/// Returns the group of each value: by value if there are at most `count` different ones, else of
/// equal size; equals stay together, in the group of their middle.
fn groups(values: &[f64], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let compare = |&a: &usize, &b: &usize| values[a].total_cmp(&values[b]);
    order.sort_unstable_by(compare);
    let runs: Vec<&[usize]> = order.chunk_by(|a, b| compare(a, b).is_eq()).collect();
    let mut groups = vec![0; values.len()];
    let mut before = 0;
    for (i, run) in runs.iter().enumerate() {
        let middle = 2 * before + run.len();
        let group = if runs.len() <= count {
            i
        } else {
            (middle * count / (2 * values.len())).min(count - 1)
        };
        run.iter().for_each(|&place| groups[place] = group);
        before += run.len();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(values: &[f64]) -> Ranking {
        let values = values.iter().map(|&value| Some(value)).collect();
        Ranking { values, ..Ranking::default() }
    }

    #[test]
    fn groups_are_of_equal_size_and_equals_stay_together() {
        let values: Vec<f64> = (0..80).map(|i| f64::from((i * 37) % 80)).collect();
        let sizes = groups(&values, 8).iter().fold([0; 8], |mut sizes, &group| {
            sizes[group] += 1;
            sizes
        });
        assert_eq!(sizes, [10; 8]);
        assert_eq!(groups(&[5.0, 1.0, 1.0, 1.0, 9.0], 2), [1, 0, 0, 0, 1]);
        assert_eq!(groups(&[3.0, 1.0, 2.0], 8), [2, 0, 1]);
        assert!(groups(&[], 8).is_empty());
    }

    #[test]
    fn a_table_by_hand() {
        let (a, b) = (ranking(&[1.0, 1.0, 2.0, 2.0]), ranking(&[10.0, 20.0, 20.0, 20.0]));
        let cross = Cross::new(&a, &b, 2);
        let row =
            |least, counts: [u32; 2]| CrossRow { least, greatest: least, counts: counts.into() };
        assert_eq!(cross.rows, [row(1.0, [1, 1]), row(2.0, [0, 2])]);
        // 4 (1 * 2 - 1 * 0)^2 / (2 * 2 * 1 * 3) = 4/3; concordant 2, discordant 0.
        let (chi2, freedom) = cross.chi2();
        assert!((chi2 - 4.0 / 3.0).abs() < 1e-9 && freedom == 1, "{chi2}");
        assert_eq!(cross.gamma(), Some(1.0));
    }
}
