//! [`Cross`]: groups by one ranking against groups by another, as section 3.3.1 of the hsolve paper has them.

use seeddb::rating::agreement::Agreement;

use super::{Series, pairs};
use crate::cli::terminal::value::Value;

/// The names of the columns of groups.
const GROUPS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

/// How many puzzles lie in which group of both.
pub struct Cross {
    names: [String; 2],
    /// The least and greatest value of each row.
    ends: Vec<(f64, f64)>,
    counts: Vec<Vec<u32>>,
}

/// The columns of the table for `count` groups.
pub fn columns(count: usize) -> Vec<&'static str> {
    [&["file", "from", "to"], &GROUPS[..count], &["all"]].concat()
}

impl Cross {
    /// `a` down, `b` across, in `count` groups each.
    pub fn new(a: &Series, b: &Series, count: usize) -> Self {
        let pairs = pairs(a, b);
        let down: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
        let across: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
        let (rows, columns) = (groups(&down, count), groups(&across, count));
        let height = rows.iter().max().map_or(0, |row| row + 1);
        let mut counts = vec![vec![0; count]; height];
        let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); height];
        for ((row, column), value) in rows.into_iter().zip(columns).zip(down) {
            counts[row][column] += 1;
            ends[row] = (ends[row].0.min(value), ends[row].1.max(value));
        }
        Self { names: [a.name.clone(), b.name.clone()], ends, counts }
    }

    /// The rows of the table.
    pub fn rows(&self, file: &str) -> Vec<Vec<Value>> {
        let row = |(counts, ends): (&Vec<u32>, &(f64, f64))| {
            let mut row = vec![file.into(), Value::Score(ends.0), Value::Score(ends.1)];
            row.extend(counts.iter().map(|&count| Value::from(count)));
            row.push(counts.iter().sum::<u32>().into());
            row
        };
        let filled = self.counts.iter().zip(&self.ends).filter(|(_, ends)| ends.0 <= ends.1);
        filled.map(row).collect()
    }

    /// chi2 of independence with its degrees of freedom, and the gamma of the table.
    pub fn summary(&self, file: &str) -> String {
        let rows: Vec<f64> =
            self.counts.iter().map(|row| f64::from(row.iter().sum::<u32>())).collect();
        let width = self.counts.first().map_or(0, Vec::len);
        let column = |j: usize| f64::from(self.counts.iter().map(|row| row[j]).sum::<u32>());
        let columns: Vec<f64> = (0..width).map(column).collect();
        let all: f64 = rows.iter().sum();
        let mut chi2 = 0.0;
        let mut places = Vec::new();
        for (i, row) in self.counts.iter().enumerate() {
            for (j, &count) in row.iter().enumerate() {
                let expected = rows[i] * columns[j] / all;
                if expected > 0.0 {
                    chi2 += (f64::from(count) - expected).powi(2) / expected;
                }
                places.extend((0..count).map(|_| (i as f64, j as f64)));
            }
        }
        let filled = |sums: &[f64]| sums.iter().filter(|&&sum| sum > 0.0).count();
        let freedom = filled(&rows).saturating_sub(1) * filled(&columns).saturating_sub(1);
        let gamma = Agreement::of(&places).gamma();
        let gamma = gamma.map_or("undefined".to_owned(), |gamma| format!("{gamma:.3}"));
        let [a, b] = &self.names;
        format!("{file}: {a} down, {b} across: chi2 = {chi2:.0} (df = {freedom}), gamma = {gamma}")
    }
}

/// The group of each value: by value if there are no more than `count` different ones, else of equal size; equals
/// stay together, in the group of their middle.
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

    fn series(name: &str, values: &[f64]) -> Series {
        let values = values.iter().map(|&value| Some(value)).collect();
        Series { name: name.to_owned(), unit: String::new(), values }
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
        let (a, b) = (series("a", &[1.0, 1.0, 2.0, 2.0]), series("b", &[10.0, 20.0, 20.0, 20.0]));
        let cross = Cross::new(&a, &b, 2);
        assert_eq!(cross.counts, [[1, 1], [0, 2]]);
        // 4 (1 * 2 - 1 * 0)^2 / (2 * 2 * 1 * 3) = 4/3; concordant 2, discordant 0.
        assert_eq!(cross.summary("f"), "f: a down, b across: chi2 = 1 (df = 1), gamma = 1.000");
        assert_eq!(cross.rows("f")[0].len(), columns(2).len());
    }
}
