//! [`Graphs`]: a state as the 36 graphs of [`super::matching`], all searched at once.
//!
//! Pairs and X-wings are found here, sets of all sizes in [`super::surplus`]. Results are cached
//! until the state changes, and the update to a later state takes time only for the differences.

use std::cell::OnceCell;

use super::matching::{Arrows, LOCATIONS, Location, Matching, Sieve};
use super::surplus::Surplus;
use crate::board::{Candidates, House, State};

/// The graphs of a state, with cached answers.
#[derive(Clone, Debug)]
pub struct Graphs {
    wrong: Candidates,
    arrows: Arrows,
    pairs: OnceCell<Sieve>,
    larger: OnceCell<Sieve>,
}

impl Graphs {
    /// Creates the graphs of a solved board.
    pub const fn new() -> Self {
        let (pairs, larger) = (OnceCell::new(), OnceCell::new());
        Self { wrong: Candidates::NONE, arrows: [[0; 10]; 9], pairs, larger }
    }

    /// Updates the graphs to those of `state`, which leads to the matching's solution. Only
    /// differences from the state before take time.
    pub fn update(&mut self, state: &State, matching: &Matching) {
        let before = std::mem::replace(&mut self.wrong, state.wrong(&matching.solved));
        if self.wrong == before {
            return;
        }
        for (digit, (now, before)) in self.wrong.places().iter().zip(before.places()).enumerate() {
            let graph = 1 << (House::COUNT + digit);
            let mut changed = now.bits() ^ before.bits();
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                // Each candidate has its own arrow in each of its graphs.
                let Location { houses, row, column } = LOCATIONS[bit];
                self.arrows[digit][usize::from(matching.digits[bit])] ^= houses;
                let other = matching.rows[digit][usize::from(column)];
                self.arrows[usize::from(row)][usize::from(other)] ^= graph;
            }
        }
        (self.pairs, self.larger) = (OnceCell::new(), OnceCell::new());
    }

    /// Returns the graphs worth a search for sets of `n`, if the state has no singles.
    pub fn sieve(&self, n: usize) -> Sieve {
        if n == 2 && self.larger.get().is_none() {
            *self.pairs.get_or_init(|| self.pairs())
        } else {
            *self.larger.get_or_init(|| Surplus::of(self.arrows).sieve())
        }
    }

    /// Returns the graphs where pairs and X-wings remove anything: two lines that point to each
    /// other, and have no other arrow out (in), but one in (out).
    fn pairs(&self) -> Sieve {
        let arrows = &self.arrows;
        // By line, the graphs where it has more than one arrow out; and more than one in.
        let out = arrows.map(|arrows| {
            let count = |(one, more), arrow| (one | arrow, more | one & arrow);
            arrows.into_iter().fold((0, 0), count).1
        });
        let (mut one, mut into) = ([0; 10], [0; 10]);
        for arrows in arrows {
            for ((one, more), arrow) in one.iter_mut().zip(&mut into).zip(arrows) {
                *more |= *one & arrow;
                *one |= arrow;
            }
        }
        let mut sieve = Sieve { lines: 0, columns: 0 };
        for a in 0..9 {
            for b in 0..a {
                let both = arrows[a][b] & arrows[b][a];
                let (out, into) = ([out[a], out[b]], [into[a], into[b]]);
                sieve.lines |= both & !out[0] & !out[1] & (into[0] | into[1]);
                sieve.columns |= both & !into[0] & !into[1] & (out[0] | out[1]);
            }
        }
        sieve
    }

    /// Returns the candidates that subsets and fish of all sizes remove.
    pub fn surplus(&self) -> Surplus {
        let surplus = Surplus::of(self.arrows);
        // Store the sieve as well, which comes for free.
        let _ = self.larger.set(surplus.sieve());
        surplus
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::{Cell, CellSet, Digit, DigitSet};
    use crate::puzzles::known;
    use rand::{RngExt, SeedableRng};

    /// Removes this share of its wrong candidates from a state.
    pub fn lose(share: f64, state: &mut State, matching: &Matching, rng: &mut impl rand::Rng) {
        for digit in Digit::all() {
            let lost = Cell::all().filter(|_| rng.random_bool(share)).collect::<CellSet>();
            state.remove(digit.into(), lost - matching.solved[digit]);
        }
    }

    #[test]
    fn updated_graphs_are_those_of_a_fresh_start() {
        let rng_seed = 7;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for puzzle in known().step_by(3) {
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let mut graphs = Graphs::new();
            while !state.is_solved() {
                graphs.update(&state, &matching);
                let asked = graphs.sieve(3);
                let mut fresh = Graphs::new();
                fresh.update(&state, &matching);
                assert!(graphs.arrows == fresh.arrows, "{puzzle}, RNG seed {rng_seed}\n{state:?}");
                assert_eq!(asked, fresh.sieve(3), "{puzzle}, RNG seed {rng_seed}\n{state:?}");
                lose(0.1, &mut state, &matching, &mut rng);
                if rng.random_bool(0.3) {
                    state.propagate::<false>(DigitSet::ALL);
                }
            }
        }
    }
}
