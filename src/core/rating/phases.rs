//! The mean cost of a run by the [graph of its stops](super::stop_graph), where each singles phase
//! between them is sampled separately, in proportion to the runs that pass it.

use rand::Rng;

use super::sample::{Sample, Score};
use super::stop_graph::StopGraph;
use super::walk::Walks;
use crate::kernel::pick::share;
use crate::kernel::run_board::RunBoard;

/// A stop that a smaller share of the runs passes is rare.
const RARE: f64 = 0.01;
/// The number of runs in which all terms together are sampled at first.
const FIRST_RUNS: f64 = 32.0;
/// The fewest runs of a singles phase: two give a poor estimate of its spread, but there are many
/// phases.
const FEWEST_PHASES: f64 = 2.0;
/// The fewest runs from rare stops, which differ much.
const FEWEST_RARE: f64 = 24.0;

/// A term of the mean that is sampled.
#[derive(Default)]
struct Term {
    /// The share of all runs that pass it.
    weight: f64,
    sample: Sample,
}

impl Term {
    /// Samples until it represents `runs` runs in all; `run` makes one of this term.
    fn sample(&mut self, runs: f64, fewest: f64, mut run: impl FnMut() -> f64) {
        while f64::from(self.sample.runs) < (runs * self.weight).max(fewest) {
            self.sample.push(run());
        }
    }
}

/// Returns the mean cost of a run from its start, with a standard error of at most `error` of it.
pub fn mean(walks: &mut Walks<'_>, error: f64, rng: &mut impl Rng) -> Score {
    let mut phases: Vec<(RunBoard, Term)> = Vec::new();
    let graph = StopGraph::explore(walks, RARE, |walks, board, weight| {
        let mut next = board.clone();
        let cost = walks.singles(&mut next, rng);
        if cost > 0.0 {
            phases.push((board, Term { weight, sample: Sample::of([cost]) }));
        }
        (!walks.is_end(&next)).then_some(next)
    });
    let mut rare = Term { weight: graph.rare.weight, ..Term::default() };
    let mut runs = FIRST_RUNS;
    loop {
        let (mut mean, mut variance, mut spread) = (graph.stops, 0.0, 0.0);
        let mut add = |term: &Term| {
            mean += term.weight * term.sample.mean;
            variance += term.sample.variance_of(term.weight);
            spread += term.weight * term.sample.spread();
        };
        for (board, phase) in &mut phases {
            phase.sample(runs, FEWEST_PHASES, || walks.singles(&mut board.clone(), rng));
            add(phase);
        }
        if !graph.rare.is_empty() {
            rare.sample(runs, FEWEST_RARE, || walks.run(graph.rare.at(share(rng)).clone(), rng));
            add(&rare);
        }
        // The standard error allowed, and the number of runs needed for it.
        let asked = error * mean;
        let standard_error = variance.sqrt();
        if standard_error <= asked {
            return Score { mean, standard_error };
        }
        runs = (1.25 * runs).max(spread / (asked * asked));
    }
}
