//! [`Surplus`]: what subsets and fish of all sizes together take away, found without looking for them.
//!
//! A candidate that is in no perfect matching is what some subset or fish removes, and they remove
//! no other (Hall). Given one perfect matching, another one has a candidate just if its arrow lies
//! on a cycle of the graphs of
//! [`super::matching`] (Berge; Régin 1994, *A filtering algorithm for constraints of difference*,
//! section 4).

use super::matching::{Arrows, HOUSES, Matching, Sieve};
use crate::board::{Cell, CellSet, Digit, House, State, bits};

/// The transitive closure: from which line to which there is a path (Warshall's algorithm), of all
/// graphs at once.
fn paths(mut arrows: Arrows) -> Arrows {
    for over in 0..9 {
        add_paths(&mut arrows, over);
    }
    arrows
}

/// Adds the paths over a line. A function of its own, since in nine copies one after another it is
/// slower.
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

/// The candidates of a state that some subset or fish of whatever size removes.
#[derive(Clone, Debug)]
pub struct Surplus {
    arrows: Arrows,
    /// The graphs that have any.
    graphs: u64,
}

impl Surplus {
    /// Looks at all graphs.
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

    /// The graphs that have any.
    pub const fn sieve(&self) -> Sieve {
        Sieve::of(self.graphs)
    }

    /// Takes away what subsets remove.
    pub fn remove_subsets(&self, matching: &Matching, state: &mut State) {
        self.each(HOUSES, |house, digit, other| {
            let cells = House::all().nth(house).map_or(CellSet::EMPTY, House::cells);
            state.candidates[Digit::from_index(digit)] -= cells & matching.solved.places()[other];
        });
    }

    /// Takes away what fish remove.
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
