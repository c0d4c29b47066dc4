//! The graph of the stops that runs pass. It is small: half of the puzzles have less than a few
//! dozen, because singles fill the same cells in any order.
//!
//! A *stop* is a board without singles, where a run has to search the tiers. Candidates only
//! disappear, so the graph has no cycle: if the stop with most candidates left is always taken
//! next, the probability that a run passes a stop is known before its applications are followed:
//!
//! ```text
//! start --singles--> A (1) --1/3--> B (1/3) --singles--> end
//!                      \--2/3--> C (2/3) --1--> B        so B is taken last, with 1/3 + 2/3 = 1
//!
//! mean = stop cost of A + 2/3 of C + 1 of B + mean costs of the singles phases, weighted likewise
//! ```
//!
//! The sum is exact except for two sampled parts: the singles phases between the stops
//! ([`super::phases`] for m(B), [`super::races`] for the effort); and the rest after *rare* stops,
//! which are too many to search all.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::walk::{Stop, Walks};
use crate::kernel::run_board::{RunBoard, WrongCandidates};

/// The result of following all stops that are not rare.
pub struct StopGraph {
    /// The cost of the stops, each weighted by the share of the runs that pass it.
    pub stops: f64,
    pub rare: Rare,
}

/// Stops that few runs pass.
#[derive(Default)]
pub struct Rare {
    /// The share of the runs that pass one of them. Such a run stops at the first, so it is at most
    /// 1.
    pub weight: f64,
    /// Each board with its share.
    boards: Vec<(f64, RunBoard)>,
}

impl StopGraph {
    /// Follows all applications from all stops, except those that a smaller share of the runs than
    /// `rare` passes. `follow` gets the start of each singles phase, with the share of the runs
    /// that pass it, and returns its end, or `None` at the end of the run: there is only one such
    /// board, whatever the order of the singles.
    pub fn explore(
        walks: &mut Walks<'_>,
        rare: f64,
        mut follow: impl FnMut(&Walks<'_>, RunBoard, f64) -> Option<RunBoard>,
    ) -> Self {
        let mut graph = Self { stops: 0.0, rare: Rare::default() };
        let mut ahead = Ahead::new();
        if let Some(first) = follow(walks, walks.from().clone(), 1.0) {
            ahead.insert(rank(&first), (1.0, first, None));
        }
        while let Some((_, (weight, board, last))) = ahead.pop_first() {
            if weight < rare {
                graph.rare.weight += weight;
                graph.rare.boards.push((weight, board));
                continue;
            }
            let stop = walks.stop(&board, last.as_deref());
            graph.stops += weight * stop.cost;
            for unit in 0..stop.found.valid() {
                let applications = stop.found.unit(unit);
                let weight = weight / (stop.found.valid() * applications.len()) as f64;
                for &effect in applications {
                    let mut next = board.clone();
                    if !walks.apply(effect, &mut next) {
                        continue;
                    }
                    if let Some(next) = follow(walks, next, weight) {
                        let entry = ahead.entry(rank(&next));
                        entry.or_insert_with(|| (0.0, next, Some(stop.clone()))).0 += weight;
                    }
                }
            }
        }
        graph
    }
}

impl Rare {
    pub const fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns the board at a place from 0 to 1 in the sum of their shares, those with most
    /// candidates first.
    pub fn at(&self, place: f64) -> &RunBoard {
        let mut left = place * self.weight;
        let found = self.boards.iter().find(|(weight, _)| {
            left -= weight;
            left < 0.0
        });
        &found.or(self.boards.last()).expect("there are boards").1
    }
}

/// Stops not searched yet, most candidates first, each with the share of the runs that pass it and
/// one stop that leads there.
type Ahead = BTreeMap<(Reverse<u32>, WrongCandidates), (f64, RunBoard, Option<Rc<Stop>>)>;

fn rank(board: &RunBoard) -> (Reverse<u32>, WrongCandidates) {
    (Reverse(board.wrong().iter().map(|places| places.count_ones()).sum()), *board.wrong())
}
