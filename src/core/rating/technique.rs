//! The technique formula of an MCM contest paper ("technique formula", sections 4.3 and 4.4).
//!
//! A solver with five techniques works in the order of the paper: naked singles until there are none, hidden
//! singles until there are none, both again while they get on; then one pass each over hidden pairs, naked
//! pairs and locked candidates, and back. Every application that changes something counts. Then
//!
//! ```text
//! dT = sum of (applications of a technique x its time)
//! Kp = number of different techniques used, Ku = max(0, Kp - Ks), Ks = techniques the solver knows
//! D  = (Kp dT)^(Ku + 1)
//! ```
//!
//! The paper gives no times and no Ks: the defaults are ours ([`Weights::default`]). It has no number for
//! puzzles that these five do not solve; neither have we.

use std::sync::LazyLock;

use crate::board::{Puzzle, State};
use crate::logic::{Ladder, Size, Technique, find_all};

/// The five techniques, in the order of the formula's terms t1 to t5.
pub const TECHNIQUES: [Technique; 5] = [
    Technique::NakedSingle,
    Technique::HiddenSingle,
    Technique::Naked(Size::Two),
    Technique::Locked,
    Technique::Hidden(Size::Two),
];

static LADDER: LazyLock<Ladder> = LazyLock::new(|| {
    let (singles, others) = TECHNIQUES.split_at(2);
    Ladder::new("mcm/1", &[singles, others]).expect("a test makes it")
});

/// The five techniques as a ladder: the singles, then the others.
pub fn ladder() -> &'static Ladder {
    &LADDER
}

/// The parameters of the formula.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The time of each of [`TECHNIQUES`].
    pub times: [f64; 5],
    /// Ks, how many techniques the solver knows.
    pub known: u32,
}

impl Default for Weights {
    /// Times 1 to 5 in the order of the formula, and a solver who knows all five.
    fn default() -> Self {
        Self { times: [1.0, 2.0, 3.0, 4.0, 5.0], known: 5 }
    }
}

/// What the solver did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses {
    /// Applications of each of [`TECHNIQUES`].
    pub counts: [u32; 5],
    /// Cells still open when none of them applied: 0 if the puzzle was solved.
    pub open: usize,
}

impl Uses {
    /// D of the formula; none if the techniques do not solve the puzzle.
    pub fn difficulty(&self, weights: &Weights) -> Option<f64> {
        let used = self.counts.iter().filter(|&&count| count > 0).count() as u32;
        let time: f64 = self
            .counts
            .iter()
            .zip(weights.times)
            .map(|(&count, time)| f64::from(count) * time)
            .sum();
        let unknown = used.saturating_sub(weights.known);
        (self.open == 0).then(|| (f64::from(used) * time).powf(f64::from(unknown + 1)))
    }
}

/// Solves `puzzle` with those of [`TECHNIQUES`] that are not in `without`, and counts.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::Puzzle;
/// use seeddb::logic::Technique;
/// use seeddb::rating::technique::{Weights, uses};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(&line.parse()?)?;
/// let all = uses(&puzzle, &[]);
/// assert!(all.open == 0 && all.counts[2..] == [0, 0, 0]);
/// let harder = uses(&puzzle, &[Technique::NakedSingle]);
/// assert!(harder.difficulty(&Weights::default()) > all.difficulty(&Weights::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uses(puzzle: &Puzzle, without: &[Technique]) -> Uses {
    let mut solver = Solver {
        state: State::of_clues(puzzle.solution(), puzzle.clues()),
        without,
        counts: [0; 5],
    };
    let [naked_single, hidden_single, naked_pair, locked, hidden_pair] = [0, 1, 2, 3, 4];
    loop {
        while solver.all_of(naked_single) || solver.all_of(hidden_single) {}
        let passes = [hidden_pair, naked_pair, locked].map(|technique| solver.all_of(technique));
        if passes == [false; 3] {
            return Uses { counts: solver.counts, open: solver.state.open.len() };
        }
    }
}

struct Solver<'a> {
    state: State,
    without: &'a [Technique],
    counts: [u32; 5],
}

impl Solver<'_> {
    /// Applies one technique until it changes nothing more; whether it ever did.
    fn all_of(&mut self, index: usize) -> bool {
        let technique = TECHNIQUES[index];
        if self.without.contains(&technique) {
            return false;
        }
        let before = self.counts[index];
        while let Some(application) = find_all(&self.state, &[technique]).all().first() {
            application.apply(&mut self.state);
            self.counts[index] += 1;
        }
        self.counts[index] > before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_solver_does_not_know_is_a_power() {
        let found = Uses { counts: [10, 5, 0, 1, 0], open: 0 };
        let weights = |known| Weights { known, ..Weights::default() };
        let base: f64 = 3.0 * (10.0 + 10.0 + 4.0);
        for (known, power) in [(5, 1), (3, 1), (2, 2), (1, 3), (0, 4)] {
            assert_eq!(found.difficulty(&weights(known)), Some(base.powi(power)));
        }
    }
}
