//! The graph of the stops that runs pass, which is small: half of the puzzles have less than a few
//! dozen, because singles fill the same cells in any order.
//!
//! A *stop* is a board without singles, where a run has to search the tiers. Candidates only go, so
//! the graph has no cycle: if the stop with most candidates left is always taken next, the
//! probability that a run comes by is known of each stop before its applications are followed:
//!
//! ```text
//! start --singles--> A (1) --1/3--> B (1/3) --singles--> end
//!                      \--2/3--> C (2/3) --1--> B        so B is taken last, with 1/3 + 2/3 = 1
//!
//! mean = stop cost of A + 2/3 of C + 1 of B + the mean costs of the singles phases, weighted the same way
//! ```
//!
//! The sum is exact but for two things that are sampled: the singles phases between the stops
//! ([`super::phases`] for m(B),
//! [`super::races`] for the effort); and what follows on *rare* stops, which are too many to be
//! searched all.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::walk::{Stop, Walks};
use crate::kernel::run_board::{RunBoard, WrongCandidates};

/// What is known once all stops have been followed that are not rare.
pub struct StopGraph {
    /// What the stops cost, each as often as runs come by.
    pub stops: f64,
    pub rare: Rare,
}

/// Stops that few runs come by.
#[derive(Default)]
pub struct Rare {
    /// The share of the runs that come by one of them. A run that does meets only one first, so it
    /// is at most 1.
    pub weight: f64,
    /// Each with its share.
    boards: Vec<(f64, RunBoard)>,
}

impl StopGraph {
    /// Follows all applications from all stops but those that a smaller share of the runs than
    /// `rare` comes by. `follow` is shown where each singles phase starts, with the share of the
    /// runs that come by, and says where it leads, or nothing at the end: there is only one such
    /// board, in whatever order the singles are filled.
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

    /// The one at a place from 0 to 1 in the sum of their shares, those with most candidates first.
    pub fn at(&self, place: f64) -> &RunBoard {
        let mut left = place * self.weight;
        let found = self.boards.iter().find(|(weight, _)| {
            left -= weight;
            left < 0.0
        });
        &found.or(self.boards.last()).expect("there are boards").1
    }
}

/// Stops not searched yet, most candidates first, each with the share of the runs that come by and
/// one that led there.
type Ahead = BTreeMap<(Reverse<u32>, WrongCandidates), (f64, RunBoard, Option<Rc<Stop>>)>;

fn rank(board: &RunBoard) -> (Reverse<u32>, WrongCandidates) {
    (Reverse(board.wrong().iter().map(|places| places.count_ones()).sum()), *board.wrong())
}
