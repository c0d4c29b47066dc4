//! One run of hsolve after another over the same puzzle, remembering what it met.

use std::collections::HashMap;

use rand::Rng;

use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, State};
use crate::logic::{Effect, LADDER, find};

/// A number below `bound`, by multiplication: the same for ever, whatever a library does.
fn pick(bound: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// The cell at `place` of `cells`.
fn nth(cells: CellSet, place: usize) -> Cell {
    cells.iter().nth(place).expect("picked below the number of cells")
}

/// A state closed under singles: what a search of the tiers meets there.
struct Stop {
    /// Checks made in vain in the lower tiers, and until a valid application is found.
    cost: f64,
    /// The valid units, each with its ways.
    units: Vec<Vec<Effect>>,
}

/// Runs from `from` to `to` (or to the solution, if the way has no end given), and the memory of the
/// states closed under singles on the way: they recur in nearly every run.
pub struct Walks {
    from: Singles,
    to: Option<State>,
    stops: HashMap<Candidates, Stop>,
}

impl Walks {
    /// No run made yet.
    pub fn new(from: State, to: Option<State>) -> Self {
        Self { from: Singles::new(from), to, stops: HashMap::new() }
    }

    /// The number of checks of one run (section 3.2 of the paper): the lowest tier with v of its p
    /// possible applications valid costs (p + 1) / (v + 1), each tier searched in vain p + 1.
    pub fn run(&mut self, rng: &mut impl Rng) -> f64 {
        let mut board = self.from.clone();
        let mut cost = 0.0;
        loop {
            cost += board.run(rng);
            if board.state.is_solved() || self.to.as_ref() == Some(&board.state) {
                return cost;
            }
            let stop = self
                .stops
                .entry(board.state.candidates)
                .or_insert_with(|| Stop::search(&board.state));
            cost += stop.cost;
            let ways = &stop.units[pick(stop.units.len(), rng)];
            match ways[pick(ways.len(), rng)] {
                Effect::Remove(digits, cells) => board.remove(digits, cells),
                Effect::Solve(..) => return cost,
                Effect::Fill(cell, digit) => board.fill(cell, digit),
            }
        }
    }
}

impl Stop {
    fn search(state: &State) -> Self {
        // Tier 0 was searched in vain: every open cell twice, as a naked and as a hidden single.
        let mut cost = (2 * state.open.len() + 1) as f64;
        for tier in 1..LADDER.len() as u8 {
            let found = find(state, tier);
            cost += (found.possible + 1) as f64 / (found.valid() + 1) as f64;
            if found.valid() > 0 {
                let ways = |i| found.unit(i).iter().map(|way| way.effect).collect();
                return Self { cost, units: (0..found.valid()).map(ways).collect() };
            }
        }
        unreachable!("only puzzles that the ladder solves are rated")
    }
}

/// A board with its hidden singles kept up to date.
#[derive(Clone)]
struct Singles {
    state: State,
    /// By digit, the open cells that are its only place in some house.
    hidden: [CellSet; Digit::COUNT],
}

impl Singles {
    fn new(state: State) -> Self {
        let mut board = Self { state, hidden: [CellSet::EMPTY; Digit::COUNT] };
        board.look_again(DigitSet::ALL);
        board
    }

    fn look_again(&mut self, changed: DigitSet) {
        for digit in changed.iter() {
            let lone = self.state.candidates[digit].lone_places();
            self.hidden[digit.index()] = lone.expect("a puzzle keeps its solution");
        }
    }

    fn fill(&mut self, cell: Cell, digit: Digit) {
        let changed = self.state.candidates.at(cell) | digit.into();
        self.state.fill(cell, digit);
        self.look_again(changed);
    }

    fn remove(&mut self, digits: DigitSet, cells: CellSet) {
        self.state.remove(digits, cells);
        self.look_again(digits);
    }

    /// Fills random singles until there are none; returns the number of checks.
    fn run(&mut self, rng: &mut impl Rng) -> f64 {
        let mut cost = 0.0;
        loop {
            let [one, two, _] = self.state.count();
            let naked = (one - two) & self.state.open;
            let hidden = self.hidden.iter().fold(CellSet::EMPTY, |all, &cells| all | cells)
                & self.state.open;
            let valid = naked.len() + hidden.len();
            if valid == 0 {
                return cost;
            }
            cost += (2 * self.state.open.len() + 1) as f64 / (valid + 1) as f64;
            let place = pick(valid, rng);
            let (cell, sets) = if place < naked.len() {
                (nth(naked, place), self.state.candidates.places())
            } else {
                (nth(hidden, place - naked.len()), &self.hidden)
            };
            let index = sets.iter().position(|cells| cells.contains(cell));
            let digit = Digit::from_index(index.expect("a single has its digit"));
            self.fill(cell, digit);
        }
    }
}
