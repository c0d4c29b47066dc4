//! A singles phase run 64 times side by side, one bit for each run:
//! [`RunBoard`](super::run_board::RunBoard) 64 wide.
//!
//! A *singles phase* fills random singles until there are none. All runs of a phase fill the same
//! cells, one per step, in different orders; so 64 of them go in step, each in a *lane*, one bit of
//! a word. The solution is known, so only wrong candidates matter. Each cell that is filled owns
//! four *constraints* ([`owners`]): the cell itself, and its digit in its row, column and box. A
//! wrong candidate belongs to four constraints and is gone when the owner of one of them is filled.
//! A constraint without wrong candidates is *clean* and makes its owner a single: a naked one if it
//! is the cell, a hidden one if it is a house.
//!
//! A step, for all lanes at once and without a branch:
//!
//! ```text
//! filled[owner]  ---> gone[candidate] = OR of the 3 or 4 owners that take it away
//!      |                   |
//!      +-------------------+---> clean[constraint] = AND of its wrong candidates' inputs  (gates)
//!                                     |
//!     filled[owner] <-- pick <-- naked = clean cell, hidden = clean row, column or box    (adder)
//! ```
//!
//! To make its owner a single, a constraint has to get clean before the owner is filled. So each of
//! its wrong candidates has to be removed by another cell:
//!
//! - no other cell removes it: the constraint is never clean, and has no gate;
//! - one cell does: the gate waits until that cell is filled;
//! - two or three do: the gate waits until the candidate is gone.
//!
//! In the example of [`owners`], "4 in row 1" waits for the wrong candidate 4 in r1c5, which is
//! removed by r1c5 or r3c5. If 4 in r1c9 is the only other one in the row, and only r1c9 (and r1c1
//! itself) removes it, then r1c1 = 4 is a hidden single in row 1 in just those lanes where r1c9 and
//! one of r1c5 and r3c5 are filled.
//!
//! A lane may also begin with its own board, which follows from that of the phase ([`Fan`]): with
//! cells filled, and with wrong candidates gone that no filled cell removed. Lanes are synchronized
//! by the number of open cells: a lane has no open cell until the phase has as few as its board,
//! and it stays unchanged when it has no more singles.
//!
//! The law is exact: with the same random numbers each lane has at each step the same number of
//! singles, the same pick and the same cost as a run on a plain board
//! (`every_lane_is_a_run_on_a_plain_board`, `every_lane_of_a_fan_is_a_race_from_its_board`).

mod adder;
mod fan;
mod gates;
mod owners;
mod planes;
mod rules;

use adder::{Adder, MaskPair};
pub use fan::{Fan, Start};
use gates::{ALWAYS, Clean, Gates, Inputs, SIGNALS, Signals};
use owners::{ByOwners, CELLS, OWNERS, Owners, Ownership, by_fours, constraint};
pub use planes::LANES;
use planes::{LaneMask, random_numbers};
use rand::Rng;
use rules::{Checks, Race, Rule};

use crate::board::{Candidates, CellSet, Digit, Solution, State, bits};

/// The singles phase between two states of a puzzle.
pub struct Phase {
    /// The number of cells that are filled.
    cells: usize,
    /// The number of cells open before.
    open: usize,
    /// The owners of the wrong candidates that three or four cells remove.
    several: Vec<[u8; 4]>,
    /// The owners of the wrong candidates that are gone from the start in some lanes.
    loose: Vec<[u8; 4]>,
    /// The gates of the constraints that become clean.
    gates: Gates,
    /// The constraints that are clean from the start, in all lanes; they have no gate.
    clean: Clean,
}

impl Phase {
    /// Prepares a phase from `from` to `to`, which singles lead to.
    pub fn new(from: &State, to: &State, solution: &Solution) -> Self {
        Self::with_loose(from, to, &[CellSet::EMPTY; Digit::COUNT], solution)
    }

    /// Prepares a phase where `loose` are wrong candidates, by digit, which a lane may begin
    /// without.
    fn with_loose(
        from: &State,
        to: &State,
        loose: &[CellSet; Digit::COUNT],
        solution: &Solution,
    ) -> Self {
        let solved = Candidates::solved(solution);
        let wrong = from.wrong(&solved);
        let filled = from.open - to.open;
        let ownership = Ownership::of(filled, solution, solved);
        let mut inputs = [[Inputs::NONE; OWNERS]; 4];
        let mut waits = Waits { inputs: &mut inputs, owners: [0; 4] };
        // Wrong candidates that three or four cells remove.
        let mut several: Vec<Owners> = Vec::with_capacity(CELLS);
        // By digit, the wrong candidates that only one cell removes.
        let mut stuck = [CellSet::EMPTY; Digit::COUNT];
        for (digit, &loose) in Digit::all().zip(loose) {
            // A candidate that outlives the phase is in no constraint of a cell that the phase
            // fills.
            let ByOwners { one, two, more } =
                ownership.by_owners(digit, wrong[digit] - to.candidates[digit] - loose);
            stuck[digit.index()] = one;
            for cell in two {
                waits.for_other_owner(ownership.owners(digit, cell));
            }
            several.extend(more.iter().map(|cell| ownership.owners(digit, cell)));
        }
        let count = several.len();
        for (digit, &loose) in Digit::all().zip(loose) {
            several.extend(loose.iter().map(|cell| ownership.owners(digit, cell)));
        }
        for (number, &owners) in several.iter().enumerate() {
            waits.for_any_owner(owners, CELLS + number);
        }
        let mut clean = [0; 4 * CELLS];
        let mut gates = Gates::new();
        for (kind, free) in ownership.not_stuck(&stuck).into_iter().enumerate() {
            for owner in bits(free & !waits.owners[kind]) {
                clean[constraint(owner, kind)] = !0;
            }
            for owner in bits(free & waits.owners[kind]) {
                gates.push(&waits.inputs[kind][owner], constraint(owner, kind) as u8);
            }
        }
        let mut several: Vec<[u8; 4]> = several.into_iter().map(Owners::numbers).collect();
        let loose = several.split_off(count);
        Self { cells: filled.len(), open: from.open.len(), several, loose, gates, clean }
    }

    /// Runs all lanes; returns the number of checks of each.
    pub fn run(&self, rng: &mut impl Rng) -> [f64; LANES] {
        self.run_watched::<Checks>(&[], rng, |_| {})
    }

    /// Runs all lanes by the rules of a [race](super::race); returns the wait of each.
    pub fn race(&self, rng: &mut impl Rng) -> [f64; LANES] {
        self.run_watched::<Race>(&[], rng, |_| {})
    }

    /// Runs all lanes, showing each step but the last to `watch`. They begin with `begins`, those
    /// with most open cells first; or all with the phase, if `begins` is empty.
    fn run_watched<R: Rule>(
        &self,
        begins: &[Begin],
        rng: &mut impl Rng,
        watch: impl FnMut(&Watched<R::Sums>),
    ) -> [f64; LANES] {
        R::run(self, begins, rng, watch)
    }

    /// Runs all lanes with adders of `BITS` bits.
    fn run_with<R: Rule, const BITS: usize>(
        &self,
        mut begins: &[Begin],
        rng: &mut impl Rng,
        mut watch: impl FnMut(&Watched<R::Sums>),
    ) -> [f64; LANES] {
        let mut costs = [0.0; LANES];
        let mut signals: Signals = [0; SIGNALS];
        signals[ALWAYS] = !0;
        let mut clean = self.clean;
        // The lanes where a loose wrong candidate is gone from the start.
        let mut gone = vec![0; self.loose.len()];
        if !begins.is_empty() {
            // A lane has no open cell until it begins.
            signals[..self.cells].fill(!0);
        }
        let mut singles = [R::Addend::default(); CELLS / 2];
        let fours = self.cells.div_ceil(4);
        let last = self.open - self.cells + 1;
        for open in (last..=self.open).rev() {
            if begins.first().is_some_and(|begin| begin.open == open) {
                while let Some((begin, others)) = begins.split_first()
                    && begin.open == open
                {
                    begin.set(&mut signals[..self.cells], &mut gone);
                    begins = others;
                }
                self.look(&mut signals, &gone, &mut clean);
            }
            let random = random_numbers(rng);
            let mut adder = Adder::<BITS>::new();
            let singles = &mut singles.as_chunks_mut::<2>().0[..fours];
            let filled = &mut signals.as_chunks_mut::<2>().0.as_chunks_mut::<2>().0[..fours];
            // Two pairs of cells per iteration: the compiler then swaps the registers of the planes
            // twice, and needs no copies.
            for ((singles, clean), filled) in singles.iter_mut().zip(by_fours(&clean)).zip(&*filled)
            {
                for ((singles, clean), filled) in singles.iter_mut().zip(clean).zip(filled) {
                    let [naked, row, column, boxed] = clean.map(MaskPair);
                    let open = MaskPair(filled.map(|filled| !filled));
                    *singles = R::addend(naked & open, (row | column) & open, boxed & open);
                    adder.add(*singles);
                }
            }
            let valid = R::totals(&adder);

            R::charge(&mut costs, &valid, open);
            // The board after the last step is not used.
            if open == last {
                break;
            }

            let (picks, mut countdown) = R::pick(&adder, &valid, &random);
            for (filled, singles) in filled.iter_mut().zip(&*singles) {
                for (filled, &singles) in filled.iter_mut().zip(singles) {
                    *filled = (MaskPair(*filled) | countdown.add(singles)).0;
                }
            }
            self.look(&mut signals, &gone, &mut clean);
            watch(&Watched { valid: &valid, picks: &picks, signals: &signals });
        }
        costs.map(f64::from)
    }

    /// Computes the clean constraints where these cells are filled. Of the loose wrong candidates,
    /// some are `gone` in any case.
    #[inline]
    fn look(&self, signals: &mut Signals, gone: &[LaneMask], clean: &mut Clean) {
        for (number, owners) in (CELLS..SIGNALS).zip(&self.several) {
            let [a, b, c, d] = owners.map(|owner| signals[usize::from(owner)]);
            signals[number] = a | b | c | d;
        }
        let loose = (CELLS + self.several.len()..SIGNALS).zip(&self.loose);
        for ((number, owners), gone) in loose.zip(gone) {
            let [a, b, c, d] = owners.map(|owner| signals[usize::from(owner)]);
            signals[number] = a | b | c | d | gone;
        }
        self.gates.evaluate(signals, clean);
    }
}

struct Begin {
    lanes: LaneMask,
    open: usize,
    /// The numbers of the owners that are filled.
    filled: Vec<u8>,
    /// The places of the wrong candidates that are gone, among the loose ones.
    gone: Vec<u16>,
}

impl Begin {
    /// Sets the filled cells, and the loose wrong candidates that are gone.
    fn set(&self, filled: &mut [LaneMask], gone: &mut [LaneMask]) {
        for filled in &mut *filled {
            *filled &= !self.lanes;
        }
        for &owner in &self.filled {
            filled[usize::from(owner)] |= self.lanes;
        }
        for &place in &self.gone {
            gone[usize::from(place)] |= self.lanes;
        }
    }
}

/// The inputs of the constraints of each owner, by kind.
struct Waits<'a> {
    inputs: &'a mut [[Inputs; OWNERS]; 4],
    /// The owners that have any inputs.
    owners: [u64; 4],
}

impl Waits<'_> {
    /// Adds a wrong candidate that two cells remove: in each one's constraint it waits for the
    /// other.
    fn for_other_owner(&mut self, owners: Owners) {
        let all = owners.all();
        for (kind, (owner, own)) in owners.by_kind().into_iter().enumerate() {
            self.inputs[kind][owner].wait_for_owner(all & !own);
            self.owners[kind] |= own;
        }
    }

    /// Adds a wrong candidate that three or four cells remove: each one's constraint waits until it
    /// is gone. Call it after all candidates that two cells remove.
    fn for_any_owner(&mut self, owners: Owners, number: usize) {
        let all = owners.all();
        for (kind, (owner, own)) in owners.by_kind().into_iter().enumerate() {
            self.inputs[kind][owner].wait_for_any(all & !own, number);
            self.owners[kind] |= own;
        }
    }
}

/// A step of all lanes.
#[cfg_attr(not(test), expect(dead_code, reason = "only the law looks at it"))]
struct Watched<'a, Sums> {
    /// By lane, the number of singles, or the sum of their rates.
    valid: &'a Sums,
    /// By lane, the place of the pick: in the order of owners, even numbers first.
    picks: &'a Sums,
    signals: &'a Signals,
}

#[cfg(test)]
mod tests;
