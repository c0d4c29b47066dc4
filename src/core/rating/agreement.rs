//! The agreement of two rankings of the same puzzles.
//!
//! Two rankings order two puzzles the same way (*concordant*), the opposite way (*discordant*), or
//! one of them puts both on one rank (*tied*). With C, D and the pairs tied in one ranking only, Tx
//! and Ty:
//!
//! ```text
//! gamma = (C - D) / (C + D)                                   Goodman and Kruskal 1954
//! tau-b = (C - D) / sqrt((C + D + Tx) (C + D + Ty))           Kendall 1945
//! rho   = the product-moment correlation of the ranks, ties at their middle rank    Spearman 1904
//! ```
//!
//! All lie from -1 to 1. gamma ignores ties, so that a coarse ranking looks better than it is;
//! tau-b and rho penalize them. The pairs are counted in O(n log n): sorted by one ranking, the
//! inversions of the other are the discordant ones (Knight 1966).

/// The agreement of two rankings of n puzzles.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Agreement {
    /// The number of puzzles.
    pub n: usize,
    /// Pairs in the same order in both.
    pub concordant: u64,
    /// Pairs in opposite orders.
    pub discordant: u64,
    /// Pairs tied in the first ranking only.
    pub tied_first: u64,
    /// Pairs tied in the second ranking only.
    pub tied_second: u64,
    /// Pairs tied in both.
    pub tied_both: u64,
    /// Spearman's rho; `None` if one ranking has a single rank.
    pub rho: Option<f64>,
}

impl Agreement {
    /// Compares puzzles with two scores each. Infinite scores are ranks like others.
    ///
    /// # Panics
    /// On NaN.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::rating::agreement::Agreement;
    /// let found = Agreement::of(&[(1.0, 10.0), (2.0, 30.0), (3.0, 20.0), (3.0, 40.0)]);
    /// assert_eq!((found.concordant, found.discordant, found.tied_first), (4, 1, 1));
    /// assert_eq!(found.gamma(), Some(0.6));
    /// ```
    pub fn of(scores: &[(f64, f64)]) -> Self {
        assert!(scores.iter().all(|(x, y)| !x.is_nan() && !y.is_nan()), "NaN has no rank");
        let first = ranks(scores.iter().map(|pair| pair.0));
        let second = ranks(scores.iter().map(|pair| pair.1));
        let rho = correlation(&first, &second);
        let mut both: Vec<(u64, u64)> = first.into_iter().zip(second).collect();
        both.sort_unstable();
        let tied_both = ties(&both, |a, b| a == b);
        let tied_first = ties(&both, |a, b| a.0 == b.0) - tied_both;
        let mut second: Vec<u64> = both.iter().map(|pair| pair.1).collect();
        let discordant = sort_counting_inversions(&mut second, &mut Vec::with_capacity(both.len()));
        let tied_second = ties(&second, |a, b| a == b) - tied_both;
        let n = scores.len();
        let concordant = pairs(n) - discordant - tied_first - tied_second - tied_both;
        Self { n, concordant, discordant, tied_first, tied_second, tied_both, rho }
    }

    /// Returns Goodman and Kruskal's gamma; `None` if every pair is tied.
    pub fn gamma(&self) -> Option<f64> {
        let decided = self.concordant + self.discordant;
        (decided > 0).then(|| self.difference() / decided as f64)
    }

    /// Returns Kendall's tau-b; `None` if one ranking has a single rank.
    pub fn tau_b(&self) -> Option<f64> {
        let decided = self.concordant + self.discordant;
        let product = (decided + self.tied_first) as f64 * (decided + self.tied_second) as f64;
        (product > 0.0).then(|| self.difference() / product.sqrt())
    }

    /// Returns the share of the pairs that are tied in one ranking or both, which gamma ignores;
    /// `None` below two puzzles.
    pub fn ties(&self) -> Option<f64> {
        let all = pairs(self.n);
        let tied = self.tied_first + self.tied_second + self.tied_both;
        (all > 0).then(|| tied as f64 / all as f64)
    }

    /// Returns C - D.
    fn difference(&self) -> f64 {
        self.concordant as f64 - self.discordant as f64
    }
}

/// Returns the number of pairs of n things.
const fn pairs(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

/// Returns the number of pairs of equals in a sorted list.
fn ties<T>(sorted: &[T], equal: impl Fn(&T, &T) -> bool) -> u64 {
    sorted.chunk_by(equal).map(|run| pairs(run.len())).sum()
}

/// Sorts by merging, with some space to do so, and counts the pairs in the wrong order.
fn sort_counting_inversions(values: &mut [u64], space: &mut Vec<u64>) -> u64 {
    let middle = values.len() / 2;
    if middle == 0 {
        return 0;
    }
    let (left, right) = values.split_at_mut(middle);
    let mut count = sort_counting_inversions(left, space) + sort_counting_inversions(right, space);
    space.clear();
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if right[j] < left[i] {
            // It passes all that is left on the left.
            count += (left.len() - i) as u64;
            space.push(right[j]);
            j += 1;
        } else {
            space.push(left[i]);
            i += 1;
        }
    }
    space.extend_from_slice(&left[i..]);
    space.extend_from_slice(&right[j..]);
    values.copy_from_slice(space);
    count
}

/// Returns twice the rank of each value, so that it is whole: from 2 on, equals share the middle of
/// their ranks.
fn ranks(values: impl Iterator<Item = f64>) -> Vec<u64> {
    // -0.0 and 0.0 are one rank.
    let values: Vec<f64> = values.map(|value| value + 0.0).collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    let compare = |&a: &usize, &b: &usize| values[a].total_cmp(&values[b]);
    order.sort_unstable_by(compare);
    let mut ranks = vec![0; values.len()];
    let mut before = 0;
    for equals in order.chunk_by(|a, b| compare(a, b).is_eq()) {
        for &i in equals {
            ranks[i] = 2 * before + equals.len() as u64 + 1;
        }
        before += equals.len() as u64;
    }
    ranks
}

/// Returns the product-moment correlation of two lists of such ranks.
fn correlation(x: &[u64], y: &[u64]) -> Option<f64> {
    let middle = (x.len() + 1) as f64;
    let sum = |a: &[u64], b: &[u64]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| (a as f64 - middle) * (b as f64 - middle)).sum()
    };
    let spread = (sum(x, x) * sum(y, y)).sqrt();
    (spread > 0.0).then(|| sum(x, y) / spread)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Counts every pair.
    fn by_definition(scores: &[(f64, f64)]) -> Agreement {
        let mut found = Agreement { n: scores.len(), ..Agreement::default() };
        for (i, a) in scores.iter().enumerate() {
            for b in &scores[..i] {
                let (x, y) = (a.0.partial_cmp(&b.0).unwrap(), a.1.partial_cmp(&b.1).unwrap());
                *match (x, y) {
                    (Ordering::Equal, Ordering::Equal) => &mut found.tied_both,
                    (Ordering::Equal, _) => &mut found.tied_first,
                    (_, Ordering::Equal) => &mut found.tied_second,
                    _ if x == y => &mut found.concordant,
                    _ => &mut found.discordant,
                } += 1;
            }
        }
        let rank = |value: f64, of: &dyn Fn(&(f64, f64)) -> f64| {
            let below = scores.iter().filter(|&pair| of(pair) < value).count();
            let above = scores.iter().filter(|&pair| of(pair) > value).count();
            (below + scores.len() - above + 1) as f64 / 2.0
        };
        let x: Vec<f64> = scores.iter().map(|pair| rank(pair.0, &|pair| pair.0)).collect();
        let y: Vec<f64> = scores.iter().map(|pair| rank(pair.1, &|pair| pair.1)).collect();
        let n = scores.len() as f64;
        let mean = |v: &[f64]| v.iter().sum::<f64>() / n;
        let covariance = |a: &[f64], b: &[f64]| {
            a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / n - mean(a) * mean(b)
        };
        let spread = (covariance(&x, &x) * covariance(&y, &y)).sqrt();
        found.rho = (spread > 1e-9).then(|| covariance(&x, &y) / spread);
        found
    }

    #[test]
    fn it_is_what_looking_at_every_pair_gives() {
        let rng_seed = 5;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for round in 0..400 {
            let (n, ranks) = (rng.random_range(0..60), rng.random_range(1..40u8));
            let scores: Vec<(f64, f64)> = (0..n)
                .map(|_| {
                    let x = f64::from(rng.random_range(0..ranks));
                    let y = f64::from(rng.random_range(0..ranks)) + x * f64::from(round % 3);
                    (if x > 20.0 { f64::INFINITY } else { x }, -y)
                })
                .collect();
            let (fast, slow) = (Agreement::of(&scores), by_definition(&scores));
            assert_eq!(Agreement { rho: None, ..fast }, Agreement { rho: None, ..slow });
            match (fast.rho, slow.rho) {
                (Some(fast), Some(slow)) => {
                    assert!((fast - slow).abs() < 1e-9, "{fast} {slow}, RNG seed {rng_seed}");
                }
                (fast, slow) => assert_eq!(fast, slow, "RNG seed {rng_seed}: {scores:?}"),
            }
        }
    }

    /// The table of section 3.3.1 of the hsolve paper: gamma is 0.82 there.
    #[test]
    fn the_table_of_the_hsolve_paper_has_its_gamma() {
        let table = [
            [81, 19, 0, 0, 0, 0, 0, 0],
            [19, 68, 12, 1, 0, 0, 0, 0],
            [0, 8, 38, 33, 18, 2, 1, 0],
            [0, 2, 26, 29, 22, 17, 4, 0],
            [0, 2, 10, 19, 20, 30, 11, 8],
            [0, 0, 5, 7, 22, 26, 36, 4],
            [0, 1, 9, 7, 16, 13, 27, 27],
            [0, 0, 0, 4, 2, 12, 21, 61],
        ];
        let mut scores = Vec::new();
        for (i, row) in table.iter().enumerate() {
            for (j, &count) in row.iter().enumerate() {
                scores.extend(vec![(i as f64, j as f64); count]);
            }
        }
        assert_eq!(scores.len(), 800);
        let gamma = Agreement::of(&scores).gamma().unwrap();
        assert!((gamma - 0.82).abs() < 0.005, "{gamma}");
    }

    #[test]
    fn known_values() {
        let of = |x: &[f64], y: &[f64]| {
            Agreement::of(&x.iter().copied().zip(y.iter().copied()).collect::<Vec<_>>())
        };
        let near = |value: Option<f64>, known: f64| (value.unwrap() - known).abs() < 1e-9;
        // The example of scipy.stats.kendalltau (tau-b -0.471404...), that is -8 / sqrt(16 * 18).
        let found = of(&[12.0, 2.0, 1.0, 12.0, 2.0], &[1.0, 4.0, 7.0, 1.0, 0.0]);
        assert!(near(found.tau_b(), -4.0 / (8.0f64 * 9.0).sqrt()), "{found:?}");
        // The example of scipy.stats.spearmanr: 0.8207826816681233.
        let found = of(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5.0, 6.0, 7.0, 8.0, 7.0]);
        assert!(near(found.rho, 0.820_782_681_668_123_3), "{found:?}");
        let all = |x: &[f64], y: &[f64]| {
            let found = of(x, y);
            [found.tau_b(), found.gamma(), found.rho, found.ties()]
        };
        // In the same order, in the contrary order, without an order.
        let up = [1.0, 2.0, 3.0];
        assert!(all(&up, &up)[..3].iter().all(|v| near(*v, 1.0)));
        assert!(all(&up, &[3.0, 2.0, 1.0])[..3].iter().all(|v| near(*v, -1.0)));
        assert_eq!(all(&up, &[4.0; 3]), [None, None, None, Some(1.0)]);
        assert_eq!(all(&[], &[]), [None; 4]);
    }
}
