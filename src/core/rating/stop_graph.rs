//! The mean cost of a run by the graph of its stops, which is small: half of the puzzles have less than a
//! few dozen, because singles fill the same cells in any order.
//!
//! A *stop* is a board without singles, where a run has to search the tiers. Candidates only go, so the graph has no cycle:
//! if the stop with most candidates left is always taken next, the probability that a run comes by is known of each stop
//! before its applications are followed:
//!
//! ```text
//! start --singles--> A (1) --1/3--> B (1/3) --singles--> end
//!                      \--2/3--> C (2/3) --1--> B        so B is taken last, with 1/3 + 2/3 = 1
//!
//! mean = stop cost of A + 2/3 of C + 1 of B + the mean costs of the singles phases, weighted the same way
//! ```
//!
//! The sum is exact but for two things that are sampled, each as often as runs come by: the singles phases between the
//! stops; and what follows on *rare* stops, which are too many to be searched all.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use rand::Rng;

use super::sample::{Sample, Score};
use super::walk::{Stop, Walks};
use crate::kernel::run_board::{RunBoard, WrongCandidates};

/// A stop that fewer runs than this come by is rare.
const RARE: f64 = 0.01;
/// All terms together are at first sampled as by this many runs.
const FIRST_RUNS: f64 = 32.0;
/// Fewest runs of a singles phase: two say little of its spread, but there are many phases.
const FEWEST_PHASES: f64 = 2.0;
/// Fewest runs from rare stops, which differ much.
const FEWEST_RARE: f64 = 24.0;

/// A term of the mean that is sampled, from where its runs start.
struct SampledTerm<Start> {
    start: Start,
    /// The share of all runs that come by.
    weight: f64,
    sample: Sample,
}

impl<Start> SampledTerm<Start> {
    /// Samples until it stands for so many runs in all; `run` makes one of its own.
    fn sample(&mut self, runs: f64, fewest: f64, mut run: impl FnMut(&Start) -> f64) {
        while f64::from(self.sample.runs) < (runs * self.weight).max(fewest) {
            self.sample.push(run(&self.start));
        }
    }
}

/// A mean in the making.
struct StopGraph<'a, 'l> {
    walks: &'a mut Walks<'l>,
    /// What the stops cost.
    stops: f64,
    phases: Vec<SampledTerm<RunBoard>>,
    /// The rare stops, with the share of the runs that come by.
    rare: SampledTerm<Vec<(f64, RunBoard)>>,
    ahead: Ahead,
}

/// The mean cost of a run from where it begins, with a standard error of at most `error` of it.
pub fn mean(walks: &mut Walks<'_>, error: f64, rng: &mut impl Rng) -> Score {
    let mut graph = StopGraph::explore(walks, rng);
    let mut runs = FIRST_RUNS;
    loop {
        let (score, spread) = graph.sample(runs, rng);
        let asked = error * score.mean;
        if score.standard_error <= asked {
            return score;
        }
        runs = (1.25 * runs).max(spread / (asked * asked));
    }
}

impl<'a, 'l> StopGraph<'a, 'l> {
    /// Follows all applications from all stops that are not rare.
    fn explore(walks: &'a mut Walks<'l>, rng: &mut impl Rng) -> Self {
        let mut graph = Self {
            stops: 0.0,
            phases: Vec::new(),
            rare: SampledTerm { start: Vec::new(), weight: 0.0, sample: Sample::default() },
            ahead: Ahead::default(),
            walks,
        };
        graph.follow(graph.walks.from().clone(), 1.0, None, rng);
        while let Some((_, (weight, board, last))) = graph.ahead.pop_first() {
            if weight < RARE {
                graph.rare.weight += weight;
                graph.rare.start.push((weight, board));
                continue;
            }
            let stop = graph.walks.stop(&board, last.as_deref());
            graph.stops += weight * stop.cost;
            for unit in 0..stop.found.valid() {
                let applications = stop.found.unit(unit);
                let weight = weight / (stop.found.valid() * applications.len()) as f64;
                for &effect in applications {
                    let mut next = board.clone();
                    if graph.walks.apply(effect, &mut next) {
                        graph.follow(next, weight, Some(&stop), rng);
                    }
                }
            }
        }
        graph
    }

    /// Goes from `board`, which `last` led to, on to the next stop: there is only one, in whatever order the
    /// singles are filled.
    fn follow(
        &mut self,
        board: RunBoard,
        weight: f64,
        last: Option<&Rc<Stop>>,
        rng: &mut impl Rng,
    ) {
        let mut next = board.clone();
        let cost = self.walks.singles(&mut next, rng);
        if cost > 0.0 {
            let mut sample = Sample::default();
            sample.push(cost);
            self.phases.push(SampledTerm { start: board, weight, sample });
        }
        if !self.walks.is_end(&next) {
            self.ahead.entry(rank(&next)).or_insert((0.0, next, last.cloned())).0 += weight;
        }
    }

    /// Samples until all terms stand for so many runs; returns the mean, and the variance that one run
    /// would have.
    fn sample(&mut self, runs: f64, rng: &mut impl Rng) -> (Score, f64) {
        let (mut mean, mut variance, mut spread) = (self.stops, 0.0, 0.0);
        let mut add = |weight: f64, sample: &Sample| {
            mean += weight * sample.mean;
            variance += weight * weight * sample.spread() / f64::from(sample.runs);
            spread += weight * sample.spread();
        };
        for phase in &mut self.phases {
            phase.sample(runs, FEWEST_PHASES, |board| self.walks.singles(&mut board.clone(), rng));
            add(phase.weight, &phase.sample);
        }
        if self.rare.weight > 0.0 {
            let weight = self.rare.weight;
            self.rare.sample(runs, FEWEST_RARE, |boards| {
                self.walks.run(weighted(boards, weight, rng).clone(), rng)
            });
            add(weight, &self.rare.sample);
        }
        (Score { mean, standard_error: variance.sqrt() }, spread)
    }
}

/// Stops not searched yet, most candidates first, each with the share of the runs that come by and one that
/// led there.
type Ahead = BTreeMap<(Reverse<u32>, WrongCandidates), (f64, RunBoard, Option<Rc<Stop>>)>;

fn rank(board: &RunBoard) -> (Reverse<u32>, WrongCandidates) {
    (Reverse(board.wrong().iter().map(|places| places.count_ones()).sum()), *board.wrong())
}

/// One of `boards` at random, by their weights, which sum to `total`.
fn weighted<'a>(boards: &'a [(f64, RunBoard)], total: f64, rng: &mut impl Rng) -> &'a RunBoard {
    let mut left = f64::from(rng.next_u32()) / 4_294_967_296.0 * total;
    let found = boards.iter().find(|(weight, _)| {
        left -= weight;
        left < 0.0
    });
    &found.or(boards.last()).expect("there are boards").1
}
