//! Runs of hsolve over a puzzle, with a memory of the states met.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use rand::Rng;

use crate::board::{Solution, State};
use crate::kernel::lanes::{Fan, LANES, Phase, Start};
use crate::kernel::pick::pick;
use crate::kernel::run_board::{RunBoard, RunLayout, Snapshot, WrongCandidates};
use crate::logic::{Applications, Effect, Ladder, Look, Matching};

/// The cost function of a run, and how it picks its singles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charge {
    /// The checks of m(B); all singles are equally likely.
    Checks,
    /// The wait of a [race](crate::kernel::race) of singles; [`WAIT`] for each check above tier 0.
    Wait,
}

/// The time of a check above tier 0, in units of [`Charge::Wait`].
pub const WAIT: f64 = 1.0 / 22.4;

impl Charge {
    /// Returns the charge of each run of a singles phase.
    pub fn phase(self, phase: &Phase, rng: &mut impl Rng) -> [f64; LANES] {
        match self {
            Self::Checks => phase.run(rng),
            Self::Wait => phase.race(rng),
        }
    }

    /// Returns the charge of a stop with `open` empty cells, where `in_vain` checks fail before the
    /// last `checks`.
    fn stop(self, open: usize, in_vain: usize, checks: f64) -> f64 {
        match self {
            Self::Checks => in_vain as f64 + checks,
            // There are no singles: the wait covers the vain search for them.
            Self::Wait => WAIT * ((in_vain - (2 * open + 1)) as f64 + checks),
        }
    }
}

/// The result of searching the tiers in a state without singles.
pub struct Stop {
    /// The charge for the checks that fail in the lower tiers, and until a valid application is
    /// found: (p + 1) / (v + 1) in the lowest tier with v of its p possible applications valid, p +
    /// 1 in each below.
    pub cost: f64,
    /// The valid applications of that tier.
    pub found: Applications<Effect>,
    seen: Seen,
}

/// A board at the time its state was searched.
struct Seen {
    board: Snapshot,
    look: Look,
}

impl Seen {
    /// Continues with the state of `board`, which follows from this one.
    fn then(&self, board: &RunBoard, layout: &RunLayout, matching: &Matching) -> Self {
        let mut state = *self.look.state();
        self.board.catch_up(&mut state, board, layout);
        Self { board: board.snapshot(), look: self.look.then(state, matching) }
    }
}

/// The initial capacity for stops: most refills meet fewer. A table that grows is filled again.
const USUAL_STOPS: usize = 56;

/// A puzzle between two states, with a memory of the stops between: nearly every run meets the same
/// ones.
pub struct Walks<'a> {
    ladder: &'a Ladder,
    charge: Charge,
    solution: &'a Solution,
    layout: RunLayout,
    matching: Matching,
    from: RunBoard,
    start: Seen,
    to: WrongCandidates,
    stops: HashMap<WrongCandidates, Rc<Stop>, BuildHasherDefault<Mix>>,
    /// Buffer for the applications found at a stop.
    found: Applications,
}

/// A quick hash for a few words: there is no adversary who could make boards collide.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'a> Walks<'a> {
    /// Walks from `from` to `to`, which every run passes, or to the solution.
    pub fn new(
        ladder: &'a Ladder,
        charge: Charge,
        from: &State,
        to: Option<&State>,
        solution: &'a Solution,
    ) -> Self {
        let look = Look::new(*from);
        let (layout, from) = RunLayout::new(from, solution);
        let start = Seen { board: from.snapshot(), look };
        let to = to.map(|to| layout.wrong(to)).unwrap_or_default();
        Self {
            ladder,
            charge,
            solution,
            layout,
            matching: Matching::of(solution),
            from,
            start,
            to,
            stops: HashMap::with_capacity_and_hasher(USUAL_STOPS, BuildHasherDefault::default()),
            found: Applications::default(),
        }
    }

    /// Returns the start of races from `board`.
    pub fn start(&self, board: &RunBoard) -> Start {
        Start::of(board, &self.from, &self.layout)
    }

    pub fn fan<'b>(&self, starts: impl IntoIterator<Item = &'b Start>) -> Fan {
        Fan::new(self.start.look.state(), &self.layout, starts, self.solution)
    }

    /// Returns the wait for the next digit, if there is any single.
    pub fn next_wait(&self, board: &RunBoard) -> Option<f64> {
        board.next_wait(&self.layout)
    }

    /// Fills all singles until there are none.
    pub fn fill_singles(&self, board: &mut RunBoard) {
        board.fill_singles(&self.layout);
    }

    /// Returns the board on which every run begins.
    pub const fn from(&self) -> &RunBoard {
        &self.from
    }

    /// Whether `board`, without singles, is the end of every run.
    pub fn is_end(&self, board: &RunBoard) -> bool {
        *board.wrong() == self.to
    }

    /// Returns the result of searching the tiers on `board`, which has no singles; `last` is the
    /// stop before it.
    pub fn stop(&mut self, board: &RunBoard, last: Option<&Stop>) -> Rc<Stop> {
        let last = last.map_or(&self.start, |last| &last.seen);
        let search = || {
            let seen = last.then(board, &self.layout, &self.matching);
            Rc::new(Stop::at(self.ladder, self.charge, seen, &mut self.found))
        };
        self.stops.entry(*board.wrong()).or_insert_with(search).clone()
    }

    /// Fills random singles until there are none; returns the charge.
    pub fn singles(&self, board: &mut RunBoard, rng: &mut impl Rng) -> f64 {
        match self.charge {
            Charge::Checks => board.run(&self.layout, rng),
            Charge::Wait => board.race(&self.layout, rng),
        }
    }

    /// Applies an effect found at a stop; false if that solves the puzzle.
    pub fn apply(&self, effect: Effect, board: &mut RunBoard) -> bool {
        match effect {
            Effect::Remove(digits, cells) => board.remove(digits, cells, &self.layout),
            Effect::Fill(cell, _) => board.fill(cell, &self.layout),
            Effect::Solve(..) => return false,
        }
        true
    }

    /// Returns the charge of one run from the board on which every run begins.
    pub fn run_from_start(&mut self, rng: &mut impl Rng) -> f64 {
        self.run(self.from.clone(), rng)
    }

    /// Returns the charge of one run from `board` on (section 3.2 of the paper).
    pub fn run(&mut self, mut board: RunBoard, rng: &mut impl Rng) -> f64 {
        let mut cost = 0.0;
        let mut last: Option<Rc<Stop>> = None;
        loop {
            cost += self.singles(&mut board, rng);
            if self.is_end(&board) {
                return cost;
            }
            let stop = self.stop(&board, last.as_deref());
            cost += stop.cost;
            let applications = stop.found.unit(pick(stop.found.valid(), rng));
            let effect = applications[pick(applications.len(), rng)];
            if !self.apply(effect, &mut board) {
                return cost;
            }
            last = Some(stop);
        }
    }
}

impl Stop {
    fn at(ladder: &Ladder, charge: Charge, mut seen: Seen, found: &mut Applications) -> Self {
        let in_vain = seen.look.search(ladder, found);
        let checks = (found.possible + 1) as f64 / (found.valid() + 1) as f64;
        let cost = charge.stop(seen.look.state().open.len(), in_vain, checks);
        assert!(found.valid() > 0, "only puzzles that the ladder solves are rated");
        Self { cost, found: found.map(|application| application.effect), seen }
    }
}
