//! The box norm of Joncus and Yun.
//!
//! The clues of each box are counted into a 3 by 3 matrix; the score is its 2-norm as MATLAB's `norm` has
//! it: the largest singular value (the paper calls it Euclidean). Few clues, evenly spread, make it
//! small, and that is taken for hard: it is the only score here that falls with difficulty.

use std::f64::consts::TAU;

use crate::board::{CellSet, House};

/// The levels of the paper from the easiest on, each with the norm above which it begins.
pub const LEVELS: [(&str, f64); 4] =
    [("easy", 10.71), ("medium", 9.59), ("hard", 8.89), ("expert", 0.0)];

/// The norm of the matrix of clue counts.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::CellSet;
/// use seeddb::rating::box_norm::box_norm;
/// // A matrix of nines: its only singular value that is not 0 is 27.
/// assert!((box_norm(CellSet::ALL) - 27.0).abs() < 1e-9);
/// ```
pub fn box_norm(clues: CellSet) -> f64 {
    let counts: [[f64; 3]; 3] = std::array::from_fn(|band| {
        std::array::from_fn(|stack| (House::boxed(3 * band + stack).cells() & clues).len() as f64)
    });
    largest_singular_value(&counts)
}

/// The level of the paper for a norm.
pub fn level(norm: f64) -> &'static str {
    LEVELS.iter().find(|(_, least)| norm > *least).map_or("expert", |(name, _)| name)
}

/// The root of the largest eigenvalue of the matrix times its transpose, by the trigonometric solution of
/// the characteristic equation of a symmetric 3 by 3 matrix (Smith 1961).
fn largest_singular_value(a: &[[f64; 3]; 3]) -> f64 {
    let entry = |i: usize, j: usize| (0..3).map(|k| a[k][i] * a[k][j]).sum::<f64>();
    let b: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    let mean = (b[0][0] + b[1][1] + b[2][2]) / 3.0;
    let off = b[0][1].powi(2) + b[0][2].powi(2) + b[1][2].powi(2);
    let diagonal: f64 = (0..3).map(|i| (b[i][i] - mean).powi(2)).sum();
    let spread = ((diagonal + 2.0 * off) / 6.0).sqrt();
    if spread == 0.0 {
        return mean.sqrt();
    }
    let c: [[f64; 3]; 3] = std::array::from_fn(|i| {
        std::array::from_fn(|j| (b[i][j] - if i == j { mean } else { 0.0 }) / spread)
    });
    let determinant = c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1])
        - c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0])
        + c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
    let angle = (determinant / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    debug_assert!(angle <= TAU / 6.0);
    (mean + 2.0 * spread * angle.cos()).sqrt()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The norm by its definition: the greatest length of the image of a unit vector, by repeated
    /// multiplication.
    fn by_power_iteration(a: &[[f64; 3]; 3]) -> f64 {
        let mut x = [1.0, 0.9, 1.1];
        let mut norm = 0.0;
        for _ in 0..20_000 {
            let y: [f64; 3] = std::array::from_fn(|i| (0..3).map(|j| a[i][j] * x[j]).sum());
            let z: [f64; 3] = std::array::from_fn(|i| (0..3).map(|j| a[j][i] * y[j]).sum());
            let length = z.iter().map(|v| v * v).sum::<f64>().sqrt();
            if length == 0.0 {
                return 0.0;
            }
            norm = length.sqrt();
            x = z.map(|v| v / length);
        }
        norm
    }

    #[test]
    fn it_is_the_largest_singular_value() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let a: [[f64; 3]; 3] = std::array::from_fn(|_| {
                std::array::from_fn(|_| f64::from(rng.random_range(0..10u8)))
            });
            let (fast, slow) = (largest_singular_value(&a), by_power_iteration(&a));
            assert!((fast - slow).abs() < 1e-6 * slow.max(1.0), "{a:?}: {fast}, {slow}");
        }
        assert!((largest_singular_value(&[[0.0; 3]; 3])).abs() < 1e-12);
        let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!((largest_singular_value(&identity) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn levels_are_those_of_the_paper() {
        let names = [10.72, 10.71, 9.6, 9.59, 8.9, 8.89, 0.0].map(level);
        assert_eq!(names, ["easy", "medium", "medium", "hard", "hard", "expert", "expert"]);
    }
}
