//! The box norm of Joncus and Yun.
//!
//! The clues of each box are counted into a 3 by 3 matrix; the score is its 2-norm as computed by
//! MATLAB's `norm`: the largest singular value (the paper calls it Euclidean). It is small for few,
//! evenly spread clues, which the paper considers hard: it is the only score here that falls with
//! difficulty. [`determinant`] and [`condition`] are the determinant and the condition number of
//! the matrix, which the authors also tried and found uncorrelated.

use std::f64::consts::TAU;
use std::ops::Range;

use crate::board::{CellSet, House};

/// The levels of the paper, easiest first, each with the norm above which it begins.
pub const LEVELS: [(&str, f64); 4] =
    [("easy", 10.71), ("medium", 9.59), ("hard", 8.89), ("expert", 0.0)];

/// Returns the norm of the matrix of clue counts.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::CellSet;
/// use seeddb::rating::box_norm::box_norm;
/// // A matrix of nines: its only singular value that is not 0 is 27.
/// assert!((box_norm(CellSet::ALL) - 27.0).abs() < 1e-9);
/// ```
pub fn box_norm(clues: CellSet) -> f64 {
    singular_values(&counts(clues))[0]
}

/// Returns the determinant of the matrix of clue counts, a whole number.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Cell, CellSet};
/// use seeddb::rating::box_norm::{condition, determinant};
/// // The boxes on the diagonal have 1, 2 and 3 clues.
/// let clues = [(0, 0), (3, 3), (3, 4), (6, 6), (6, 7), (6, 8)].map(|(row, column)| Cell::at(row, column));
/// let clues = clues.into_iter().collect();
/// assert_eq!(determinant(clues), 6);
/// assert!((condition(clues) - 3.0).abs() < 1e-9);
/// assert_eq!(condition(CellSet::ALL), f64::INFINITY);
/// ```
pub fn determinant(clues: CellSet) -> i32 {
    determinant_of(&counts(clues).map(|row| row.map(|count| count as i32)))
}

/// Returns the condition number of the matrix of clue counts for the 2-norm: its largest by its
/// least singular value; infinite if it has no inverse.
pub fn condition(clues: CellSet) -> f64 {
    let determinant = determinant(clues);
    if determinant == 0 {
        return f64::INFINITY;
    }
    // The product of all three is the absolute value of the determinant, which is exact.
    let [largest, middle] = singular_values(&counts(clues));
    largest * largest * middle / f64::from(determinant.abs())
}

/// Returns the number of clues by band and stack.
fn counts(clues: CellSet) -> [[f64; 3]; 3] {
    std::array::from_fn(|band| {
        std::array::from_fn(|stack| (House::boxed(3 * band + stack).cells() & clues).len() as f64)
    })
}

fn determinant_of<T>(a: &[[T; 3]; 3]) -> T
where
    T: Copy + std::ops::Mul<Output = T> + std::ops::Sub<Output = T> + std::ops::Add<Output = T>,
{
    a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
        - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
        + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])
}

/// A table of any number of levels by the norm, easiest first: each with the upper bound of its
/// norm.
#[derive(Clone, PartialEq, Debug)]
pub struct Levels(Vec<(String, f64)>);

/// The reason why a list is no table of levels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelsError {
    /// It has no level.
    #[error("there is no level: give NAME:NORM, with commas between")]
    Empty,
    /// A name is one word.
    #[error("{0:?} is no name of a level: write one word")]
    Name(String),
    /// A norm is a number above 0; 27 is that of a full board.
    #[error("level {0}: give the norm up to which it goes, a number above 0 and up to 27")]
    Norm(String),
    /// Two levels with one name.
    #[error("two levels are named {0}: rename one")]
    Twice(String),
    /// The norms do not fall from the easiest level on.
    #[error(
        "level {0} is not below the level before it: write the easiest first, its norm is the largest"
    )]
    Order(String),
}

impl Levels {
    /// Makes a table of these levels.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::rating::box_norm::Levels;
    /// let levels = Levels::new([("soft", 13.0), ("firm", 10.0), ("stiff", 8.5)])?;
    /// assert_eq!(levels.norms("firm"), Some(8.5..10.0));
    /// assert_eq!((levels.of(8.5), levels.of(9.9), levels.of(14.0)), (Some("stiff"), Some("firm"), None));
    /// assert!(Levels::new([("soft", 8.0), ("firm", 10.0)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first [`LevelsError`] of the list.
    pub fn new<S: Into<String>>(
        levels: impl IntoIterator<Item = (S, f64)>,
    ) -> Result<Self, LevelsError> {
        let mut all: Vec<(String, f64)> = Vec::new();
        for (name, norm) in levels {
            let name = name.into();
            let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            if name.is_empty() || !name.chars().all(is_word) || name.starts_with('-') {
                return Err(LevelsError::Name(name));
            }
            if !(norm > 0.0 && norm <= 27.0) {
                return Err(LevelsError::Norm(name));
            }
            if all.iter().any(|(other, _)| *other == name) {
                return Err(LevelsError::Twice(name));
            }
            if all.last().is_some_and(|(_, before)| norm >= *before) {
                return Err(LevelsError::Order(name));
            }
            all.push((name, norm));
        }
        if all.is_empty() { Err(LevelsError::Empty) } else { Ok(Self(all)) }
    }

    /// Returns the names, easiest first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the norms of a level: above the start, up to the end; `None` if there is no such
    /// level.
    pub fn norms(&self, level: &str) -> Option<Range<f64>> {
        let at = self.0.iter().position(|(name, _)| *name == level)?;
        let floor = self.0.get(at + 1).map_or(0.0, |(_, norm)| *norm);
        Some(floor..self.0[at].1)
    }

    /// Returns the level of a norm; `None` above the easiest.
    pub fn of(&self, norm: f64) -> Option<&str> {
        self.0.iter().rev().find(|(_, end)| norm <= *end).map(|(name, _)| name.as_str())
    }
}

/// Returns the level of the paper for a norm.
pub fn level(norm: f64) -> &'static str {
    LEVELS.iter().find(|(_, least)| norm > *least).map_or("expert", |(name, _)| name)
}

/// Returns the largest and the middle singular value: the roots of eigenvalues of the matrix times
/// its transpose, by the trigonometric solution of the characteristic equation of a symmetric 3 by
/// 3 matrix (Smith 1961).
fn singular_values(a: &[[f64; 3]; 3]) -> [f64; 2] {
    let entry = |i: usize, j: usize| (0..3).map(|k| a[k][i] * a[k][j]).sum::<f64>();
    let b: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    let mean = (b[0][0] + b[1][1] + b[2][2]) / 3.0;
    let off = b[0][1].powi(2) + b[0][2].powi(2) + b[1][2].powi(2);
    let diagonal: f64 = (0..3).map(|i| (b[i][i] - mean).powi(2)).sum();
    let spread = ((diagonal + 2.0 * off) / 6.0).sqrt();
    if spread == 0.0 {
        return [mean.sqrt(); 2];
    }
    let c: [[f64; 3]; 3] = std::array::from_fn(|i| {
        std::array::from_fn(|j| (b[i][j] - if i == j { mean } else { 0.0 }) / spread)
    });
    let angle = (determinant_of(&c) / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    debug_assert!(angle <= TAU / 6.0);
    // The angles of the largest and the least are a third of a turn apart; the three make up the
    // trace.
    let largest = mean + 2.0 * spread * angle.cos();
    let least = mean + 2.0 * spread * (angle + TAU / 3.0).cos();
    [largest, (3.0 * mean - largest - least).max(0.0)].map(f64::sqrt)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Returns the norm by its definition: the greatest length of the image of a unit vector, by
    /// repeated multiplication.
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
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let a: [[f64; 3]; 3] = std::array::from_fn(|_| {
                std::array::from_fn(|_| f64::from(rng.random_range(0..10u8)))
            });
            let (fast, slow) = (singular_values(&a)[0], by_power_iteration(&a));
            assert!((fast - slow).abs() < 1e-6 * slow.max(1.0), "{a:?}: {fast}, {slow}");
        }
        assert!((singular_values(&[[0.0; 3]; 3])[0]).abs() < 1e-12);
        let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!((singular_values(&identity)[0] - 1.0).abs() < 1e-12);
    }

    /// Figures 2 and 3 of the paper: a grid, which has no solution, and its matrix.
    #[test]
    fn the_matrix_of_figure_2_is_figure_3() {
        let figure_2 =
            "1......5....4.81373.56.92.......35.9..1.9.4....2.8..6.....34..8.3.7....4..7...6..";
        let grid: crate::board::Grid = figure_2.parse().unwrap();
        assert_eq!(counts(grid.clues()), [[3.0, 4.0, 5.0], [2.0, 3.0, 4.0], [2.0, 3.0, 3.0]]);
        assert_eq!(crate::search::count_solutions(&grid, 1), 0);
    }

    /// The condition number by its definition: the greatest stretch by the matrix times that by its
    /// inverse.
    #[test]
    fn it_is_the_largest_by_the_least_singular_value() {
        let rng_seed = 2;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut regular = 0;
        for _ in 0..300 {
            let clues: CellSet =
                crate::board::Cell::all().filter(|_| rng.random_bool(0.4)).collect();
            let a = counts(clues);
            let determinant = f64::from(determinant(clues));
            let volume = determinant_of(&a);
            assert!((volume - determinant).abs() < 1e-9, "{a:?}, RNG seed {rng_seed}");
            if determinant == 0.0 {
                assert!(condition(clues).is_infinite());
                continue;
            }
            regular += 1;
            // Cofactors over the determinant; the order of rows and columns changes no singular
            // value.
            let inverse: [[f64; 3]; 3] = std::array::from_fn(|i| {
                std::array::from_fn(|j| {
                    let at = |k: usize, l: usize| a[(i + k) % 3][(j + l) % 3];
                    (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) / determinant
                })
            });
            let slow = by_power_iteration(&a) * by_power_iteration(&inverse);
            let fast = condition(clues);
            assert!(
                (fast - slow).abs() < 1e-4 * slow,
                "{a:?}: {fast}, {slow}, RNG seed {rng_seed}"
            );
        }
        assert!(regular > 200, "{regular}");
    }

    #[test]
    fn levels_are_those_of_the_paper() {
        let names = [10.72, 10.71, 9.6, 9.59, 8.9, 8.89, 0.0].map(level);
        assert_eq!(names, ["easy", "medium", "medium", "hard", "hard", "expert", "expert"]);
    }
}
