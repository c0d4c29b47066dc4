//! The mean wait of a run, computed from the [graph of its stops](super::stop_graph) and one common
//! sample of the races of singles between them.
//!
//! There are many races, and most runs pass few of them, so one sample is made of all races, in
//! which each is drawn in proportion to its contribution to the mean. The contribution is first
//! guessed as a *size*: the wait for the first digit, which is known, and a small amount for each
//! other digit. A race is drawn with a probability proportional to weight times size, and counts as
//! its wait divided by its size:
//!
//! ```text
//! sum of weight x mean wait = sum of (weight x size) x mean of (wait / size)
//! ```
//!
//! The equation is valid for any guess, and a better guess reduces the variance. [`LANES`] races
//! are drawn at a time: all weights times sizes are laid end to end, the smallest sizes first, and
//! the races at equidistant places are drawn, with a random first place. Runs from rare stops are
//! drawn in the same way, a few at a time.

use std::array::from_fn;

use chacha20::ChaCha8Rng;
use rand::Rng;

use super::sample::{Sample, Score};
use super::stop_graph::StopGraph;
use super::walk::Walks;
use crate::kernel::lanes::{Fan, LANES, Start};
use crate::kernel::pick::share;
use crate::kernel::run_board::{RunBoard, WrongCandidates};

/// The guessed time of a digit after the first.
const NEXT_DIGIT: f64 = 0.25;
/// A stop that a smaller share of the runs passes is rare. To search more stops costs more than it
/// gains.
const RARE: f64 = 0.03;
/// The number of runs from rare stops at a time.
const RARE_AT_A_TIME: usize = 12;

pub struct Races<'a, 'l> {
    walks: &'a mut Walks<'l>,
    graph: StopGraph,
    /// Ordered by size.
    all: Vec<Race>,
    fan: Fan,
    /// By race, the sum of weights times sizes up to it.
    up_to: Vec<f64>,
    /// Waits divided by sizes.
    sample: Sample,
    /// Costs of runs from rare stops.
    rare: Sample,
    rng: ChaCha8Rng,
}

struct Race {
    start: Start,
    /// The share of all runs that pass it.
    weight: f64,
    size: f64,
}

impl<'a, 'l> Races<'a, 'l> {
    /// Explores the graph, and samples once.
    pub fn new(walks: &'a mut Walks<'l>, rng: ChaCha8Rng) -> Self {
        let mut all = Vec::new();
        let mut solved = Vec::new();
        let graph = StopGraph::explore(walks, RARE, |walks, board, weight| {
            follow(walks, board, weight, &mut all, &mut solved)
        });
        all.sort_unstable_by(|one, other| one.size.total_cmp(&other.size));
        let mut sum = 0.0;
        let up_to = |race: &Race| {
            sum += race.weight * race.size;
            sum
        };
        let mut races = Self {
            up_to: all.iter().map(up_to).collect(),
            fan: walks.fan(all.iter().map(|race| &race.start)),
            walks,
            graph,
            all,
            sample: Sample::default(),
            rare: Sample::default(),
            rng,
        };
        races.add_races();
        races.add_rare();
        races
    }

    /// Returns the sum of all weights times sizes.
    fn sum(&self) -> f64 {
        self.up_to.last().copied().unwrap_or_default()
    }

    pub fn score(&self) -> Score {
        let rare = &self.graph.rare;
        let mean = self.graph.stops + self.sum() * self.sample.mean + rare.weight * self.rare.mean;
        let [of_races, of_rare] = self.variances();
        Score { mean, standard_error: (of_races + of_rare).sqrt() }
    }

    /// Returns the variances of the two parts.
    fn variances(&self) -> [f64; 2] {
        [self.sample.variance_of(self.sum()), self.rare.variance_of(self.graph.rare.weight)]
    }

    /// Samples more of the part with the larger variance.
    pub fn refine(&mut self) {
        let [of_races, of_rare] = self.variances();
        if of_rare > of_races { self.add_rare() } else { self.add_races() }
    }

    fn add_races(&mut self) {
        if self.all.is_empty() {
            return;
        }
        let places = places::<LANES>(&mut self.rng).map(|place| place * self.sum());
        let drawn = places.map(|place| {
            let race = self.up_to.partition_point(|&up_to| up_to <= place);
            &self.all[race.min(self.all.len() - 1)]
        });
        let waits = self.fan.race(&drawn.map(|race| &race.start), &mut self.rng);
        let by_size: [f64; LANES] = from_fn(|lane| waits[lane] / drawn[lane].size);
        self.sample.add(&Sample::in_order(&by_size));
    }

    fn add_rare(&mut self) {
        if self.graph.rare.is_empty() {
            return;
        }
        let costs = places::<RARE_AT_A_TIME>(&mut self.rng)
            .map(|place| self.walks.run(self.graph.rare.at(place).clone(), &mut self.rng));
        self.rare.add(&Sample::in_order(&costs));
    }
}

/// Returns places from 0 to 1 at equal distances, the first at random.
fn places<const COUNT: usize>(rng: &mut impl Rng) -> [f64; COUNT] {
    let first = share(rng);
    from_fn(|number| (number as f64 + first) / COUNT as f64)
}

/// Adds the race that starts from `board`, if it has any single; returns the board at its end, or
/// `None` if solved. `solved` are the wrong candidates of boards that singles solve.
fn follow(
    walks: &Walks<'_>,
    mut board: RunBoard,
    weight: f64,
    all: &mut Vec<Race>,
    solved: &mut Vec<WrongCandidates>,
) -> Option<RunBoard> {
    let (open, wrong) = (board.open().count_ones(), *board.wrong());
    let Some(first) = walks.next_wait(&board) else {
        return (open > 0).then_some(board);
    };
    let start = walks.start(&board);
    // With fewer wrong candidates, singles solve the board as well.
    let is_less =
        |known: &WrongCandidates| wrong.iter().zip(known).all(|(wrong, known)| wrong & !known == 0);
    let mut left = 0;
    if !solved.iter().any(is_less) {
        walks.fill_singles(&mut board);
        left = board.open().count_ones();
        if left == 0 {
            solved.push(wrong);
        }
    }
    all.push(Race { start, weight, size: first + NEXT_DIGIT * f64::from(open - left - 1) });
    (left > 0).then_some(board)
}
