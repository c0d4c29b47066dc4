//! [`Surplus`]: the candidates that subsets and fish of all sizes together remove, found at once.
//!
//! A candidate that is in no perfect matching is removed by some subset or fish, and no other is
//! (Hall). Given one perfect matching, another one has a candidate just if its arrow lies on a
//! cycle of the graphs of [`super::matching`] (Berge; Régin 1994, *A filtering algorithm for
//! constraints of difference*, section 4).

use super::matching::{Arrows, HOUSES, Matching, Sieve};
use crate::board::{Cell, CellSet, Digit, House, State, bits};

/// Returns the transitive closure, the pairs of lines with a path between them (Warshall's
/// algorithm), of all graphs at once.
fn paths(mut arrows: Arrows) -> Arrows {
    for over in 0..9 {
        add_paths(&mut arrows, over);
    }
    arrows
}

/// Adds the paths over a line. A separate function, since nine inlined copies are slower.
#[inline(never)]
fn add_paths(arrows: &mut Arrows, over: usize) {
    let on = arrows[over];
    for (from, arrows) in arrows.iter_mut().enumerate() {
        if from != over {
            let there = arrows[over];
            for (path, on) in arrows.iter_mut().zip(on) {
                *path |= there & on;
            }
        }
    }
}

/// The candidates of a state that a subset or fish of any size removes.
#[derive(Clone, Debug)]
pub struct Surplus {
    arrows: Arrows,
    /// The graphs with such candidates.
    graphs: u64,
}

impl Surplus {
    /// Searches all graphs.
    pub fn of(mut arrows: Arrows) -> Self {
        let paths = paths(arrows);
        let mut graphs = 0;
        for (from, arrows) in arrows.iter_mut().enumerate() {
            for (arrow, back) in arrows.iter_mut().zip(&paths) {
                *arrow &= !back[from];
                graphs |= *arrow;
            }
        }
        Self { arrows, graphs }
    }

    /// Returns the graphs with such candidates.
    pub const fn sieve(&self) -> Sieve {
        Sieve::of(self.graphs)
    }

    /// Removes the candidates that subsets remove.
    pub fn remove_subsets(&self, matching: &Matching, state: &mut State) {
        self.each(HOUSES, |house, digit, other| {
            let cells = House::all().nth(house).map_or(CellSet::EMPTY, House::cells);
            state.candidates[Digit::from_index(digit)] -= cells & matching.solved.places()[other];
        });
    }

    /// Removes the candidates that fish remove.
    pub fn remove_fish(&self, matching: &Matching, state: &mut State) {
        self.each(!HOUSES, |graph, row, other| {
            let digit = graph - House::COUNT;
            let there = House::row(other).cells() & matching.solved.places()[digit];
            for column in there.iter().map(Cell::column) {
                state.candidates[Digit::from_index(digit)].remove(Cell::at(row, column));
            }
        });
    }

    fn each(&self, graphs: u64, mut visit: impl FnMut(usize, usize, usize)) {
        if self.graphs & graphs == 0 {
            return;
        }
        for (line, arrows) in self.arrows.iter().enumerate() {
            for (other, arrow) in arrows.iter().enumerate() {
                bits(arrow & graphs).for_each(|graph| visit(graph, line, other));
            }
        }
    }
}
