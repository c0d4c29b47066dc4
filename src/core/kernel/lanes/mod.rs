//! A singles phase run 64 times side by side, one bit for each run: [`RunBoard`](super::run_board::RunBoard) 64 wide.
//!
//! A *singles phase* fills random singles until there are none. All runs of a phase fill the same cells, one a step, in
//! another order; so 64 of them go in step, each in a *lane*, one bit of a word. The solution is known, so only wrong
//! candidates matter. Each cell that is filled owns four *constraints* ([`owners`]): the cell itself, and its digit in its
//! row, column and box. A wrong candidate stands in four constraints and goes when the owner of one of them is filled. A
//! constraint without wrong candidates is *clean* and makes its owner a single: a naked one if it is the cell, a hidden one
//! if it is a house.
//!
//! A step, for all lanes at once and without a branch:
//!
//! ```text
//! filled[owner]  ---> gone[candidate] = OR of the 3 or 4 owners that take it away
//!      |                   |
//!      +-------------------+---> clean[constraint] = AND of what its wrong candidates wait for     (gates)
//!                                     |
//!     filled[owner] <-- pick <-- naked = clean cell, hidden = clean row, column or box             (adder)
//! ```
//!
//! To make its owner a single, a constraint has to get clean before the owner is filled. So each of its wrong candidates
//! has to go by another cell:
//!
//! - no other cell takes it away: the constraint is never clean, and has no gate;
//! - one does: the gate waits until that one is filled;
//! - two or three do: the gate waits until the candidate is gone.
//!
//! In the example of [`owners`], "4 in row 1" waits for the wrong candidate 4 in r1c5, which goes with r1c5 or r3c5. If 4 in
//! r1c9 is the only other one in the row, and only r1c9 (and r1c1 itself) takes it away, then r1c1 = 4 is a hidden single in
//! row 1 in just those lanes where r1c9 and one of r1c5 and r3c5 are filled.
//!
//! The law is exact: with the same random numbers each lane has at each step the same number of singles, the same pick and
//! the same cost as a run on a plain board (`every_lane_is_a_run_on_a_plain_board`).

mod adder;
mod gates;
mod owners;
mod planes;

use adder::{Addend, Adder, MaskPair, Rate, Singles};
use gates::{ALWAYS, Clean, Gates, Inputs, SIGNALS, Signals};
use owners::{ByOwners, CELLS, OWNERS, Owners, Ownership, by_fours, constraint};
pub use planes::LANES;
use planes::{below, planes, random_numbers, wide_planes};
use rand::Rng;

use super::race;

use crate::board::{Candidates, CellSet, Digit, Solution, State, bits};

/// The singles phase between two states of a puzzle.
pub struct Phase {
    /// How many cells are filled.
    cells: usize,
    /// How many are open before.
    open: usize,
    /// The owners of the wrong candidates that three or four cells take away.
    several: Vec<[u8; 4]>,
    /// The gates of the constraints that become clean.
    gates: Gates,
    /// The constraints that are clean from the start, in all lanes; they have no gate.
    clean: Clean,
}

impl Phase {
    /// From `from` to `to`, which singles lead to.
    pub fn new(from: &State, to: &State, solution: &Solution) -> Self {
        let solved = Candidates::solved(solution);
        let wrong = from.wrong(&solved);
        let filled = from.open - to.open;
        let ownership = Ownership::of(filled, solution, solved);
        let mut inputs = [[Inputs::NONE; OWNERS]; 4];
        let mut waits = Waits { inputs: &mut inputs, owners: [0; 4] };
        // Wrong candidates that three or four cells take away.
        let mut several: Vec<Owners> = Vec::with_capacity(CELLS);
        // By digit, the wrong candidates that only one cell takes away.
        let mut stuck = [CellSet::EMPTY; Digit::COUNT];
        for digit in Digit::all() {
            // A candidate that outlives the phase stands in no constraint of a cell that the phase fills.
            let ByOwners { one, two, more } =
                ownership.by_owners(digit, wrong[digit] - to.candidates[digit]);
            stuck[digit.index()] = one;
            for cell in two {
                waits.for_other_owner(ownership.owners(digit, cell));
            }
            several.extend(more.iter().map(|cell| ownership.owners(digit, cell)));
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
        let several = several.into_iter().map(Owners::numbers).collect();
        Self { cells: filled.len(), open: from.open.len(), several, gates, clean }
    }

    /// The number of checks of each run.
    pub fn run(&self, rng: &mut impl Rng) -> [f64; LANES] {
        self.run_watched::<Checks>(rng, |_| {})
    }

    /// What each run waits by the rules of a [race](super::race).
    pub fn race(&self, rng: &mut impl Rng) -> [f64; LANES] {
        self.run_watched::<Race>(rng, |_| {})
    }

    /// Runs all lanes, showing each step but the last to `watch`.
    fn run_watched<R: Rule>(
        &self,
        rng: &mut impl Rng,
        watch: impl FnMut(&Watched<R::Sums>),
    ) -> [f64; LANES] {
        R::run(self, rng, watch)
    }

    /// Runs all lanes with adders of so many bits.
    fn run_with<R: Rule, const BITS: usize>(
        &self,
        rng: &mut impl Rng,
        mut watch: impl FnMut(&Watched<R::Sums>),
    ) -> [f64; LANES] {
        let mut costs = [0.0; LANES];
        let mut signals: Signals = [0; SIGNALS];
        signals[ALWAYS] = !0;
        let mut clean = self.clean;
        let mut singles = [R::Addend::default(); CELLS / 2];
        let fours = self.cells.div_ceil(4);
        let last = self.open - self.cells + 1;
        for open in (last..=self.open).rev() {
            let random = random_numbers(rng);
            let mut adder = Adder::<BITS>::new();
            let singles = &mut singles.as_chunks_mut::<2>().0[..fours];
            let filled = &mut signals.as_chunks_mut::<2>().0.as_chunks_mut::<2>().0[..fours];
            // Two pairs of cells in a turn of the loop: the compiler then exchanges the registers of the planes twice,
            // and needs no copies.
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
            // Nobody looks at the board after the last step.
            if open == last {
                break;
            }

            let (picks, mut countdown) = R::pick(&adder, &valid, &random);
            for (filled, singles) in filled.iter_mut().zip(&*singles) {
                for (filled, &singles) in filled.iter_mut().zip(singles) {
                    *filled = (MaskPair(*filled) | countdown.add(singles)).0;
                }
            }
            for (gone, owners) in (CELLS..SIGNALS).zip(&self.several) {
                let [a, b, c, d] = owners.map(|owner| signals[usize::from(owner)]);
                signals[gone] = a | b | c | d;
            }
            self.gates.evaluate(&signals, &mut clean);
            watch(&Watched { valid: &valid, picks: &picks, signals: &signals });
        }
        costs.map(f64::from)
    }
}

/// How singles are picked, and what a step is charged.
trait Rule: Sized {
    /// What a cell adds to the probability that it is picked.
    type Addend: Addend;
    /// A sum of these for each lane.
    type Sums;

    fn run(
        phase: &Phase,
        rng: &mut impl Rng,
        watch: impl FnMut(&Watched<Self::Sums>),
    ) -> [f64; LANES];
    fn addend(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Self::Addend;
    fn totals<const BITS: usize>(adder: &Adder<BITS>) -> Self::Sums;
    /// The place of the pick in each lane, and the adder that finds it.
    fn pick<const BITS: usize>(
        adder: &Adder<BITS>,
        totals: &Self::Sums,
        random: &[[u8; 2]; LANES],
    ) -> (Self::Sums, Adder<BITS>);
    fn charge(costs: &mut [f32; LANES], totals: &Self::Sums, open: usize);
}

/// Each single is as likely, and a step is charged the checks of m(B).
struct Checks;

impl Rule for Checks {
    type Addend = Singles;
    type Sums = [u8; LANES];

    fn run(
        phase: &Phase,
        rng: &mut impl Rng,
        watch: impl FnMut(&Watched<Self::Sums>),
    ) -> [f64; LANES] {
        // The adders have to hold two singles a cell.
        match phase.cells {
            0..8 => phase.run_with::<Self, 4>(rng, watch),
            8..16 => phase.run_with::<Self, 5>(rng, watch),
            16..32 => phase.run_with::<Self, 6>(rng, watch),
            32..64 => phase.run_with::<Self, 7>(rng, watch),
            _ => phase.run_with::<Self, 8>(rng, watch),
        }
    }

    #[inline]
    fn addend(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Singles {
        Singles::new(naked, line | boxed)
    }

    fn totals<const BITS: usize>(adder: &Adder<BITS>) -> [u8; LANES] {
        adder.totals()
    }

    fn pick<const BITS: usize>(
        adder: &Adder<BITS>,
        totals: &[u8; LANES],
        random: &[[u8; 2]; LANES],
    ) -> ([u8; LANES], Adder<BITS>) {
        let picks = below(totals, random);
        (picks, adder.counting_down(&planes(&picks)))
    }

    /// (p + 1) / (v + 1): an open cell is possible twice, as a naked and as a hidden single.
    fn charge(costs: &mut [f32; LANES], valid: &[u8; LANES], open: usize) {
        let possible = (2 * open + 1) as f32;
        for (cost, &valid) in costs.iter_mut().zip(valid) {
            *cost += possible / (f32::from(valid) + 1.0);
        }
    }
}

/// Each cell comes first with a probability by its rate, and a step is charged the wait for that.
struct Race;

impl Rule for Race {
    type Addend = Rate;
    type Sums = [u16; LANES];

    fn run(
        phase: &Phase,
        rng: &mut impl Rng,
        watch: impl FnMut(&Watched<Self::Sums>),
    ) -> [f64; LANES] {
        // The adders have to hold a rate of 16 a cell.
        match phase.cells {
            0..8 => phase.run_with::<Self, 7>(rng, watch),
            8..16 => phase.run_with::<Self, 8>(rng, watch),
            16..32 => phase.run_with::<Self, 9>(rng, watch),
            32..64 => phase.run_with::<Self, 10>(rng, watch),
            _ => phase.run_with::<Self, 11>(rng, watch),
        }
    }

    #[inline]
    fn addend(naked: MaskPair, line: MaskPair, boxed: MaskPair) -> Rate {
        Rate::new(naked, line, boxed)
    }

    fn totals<const BITS: usize>(adder: &Adder<BITS>) -> [u16; LANES] {
        adder.wide_totals()
    }

    fn pick<const BITS: usize>(
        adder: &Adder<BITS>,
        totals: &[u16; LANES],
        random: &[[u8; 2]; LANES],
    ) -> ([u16; LANES], Adder<BITS>) {
        let picks = below(totals, random);
        (picks, adder.counting_down(&wide_planes(&picks)))
    }

    fn charge(costs: &mut [f32; LANES], rates: &[u16; LANES], open: usize) {
        let pace = race::pace(open);
        for (cost, &rate) in costs.iter_mut().zip(rates) {
            *cost += race::WRITING + pace / f32::from(rate);
        }
    }
}

/// What the constraints of each owner wait for, by kind.
struct Waits<'a> {
    inputs: &'a mut [[Inputs; OWNERS]; 4],
    /// The owners that have any inputs.
    owners: [u64; 4],
}

impl Waits<'_> {
    /// A wrong candidate that two cells take away: in each one's constraint it waits for the other.
    fn for_other_owner(&mut self, owners: Owners) {
        let all = owners.all();
        for (kind, (owner, own)) in owners.by_kind().into_iter().enumerate() {
            self.inputs[kind][owner].wait_for_owner(all & !own);
            self.owners[kind] |= own;
        }
    }

    /// A wrong candidate that three or four cells take away: each one's constraint waits until it is gone. Comes
    /// after all candidates that two cells take away.
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
    /// By lane, how many singles there were, or their rates.
    valid: &'a Sums,
    /// By lane, which of them was picked: owner by owner, those of even numbers first.
    picks: &'a Sums,
    /// What is filled then.
    signals: &'a Signals,
}

#[cfg(test)]
mod tests {
    use super::owners::owner;
    use super::planes::bit;
    use super::*;
    use crate::board::{Cell, DigitSet, Grid, House, Puzzle};
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;

    /// How many singles an open cell is, by the definition: naked if it has one candidate, hidden if its digit has no
    /// other place in one of its houses.
    fn singles(state: &State, cell: Cell, digit: Digit) -> u8 {
        let naked = state.candidates.at(cell) == digit.into();
        let alone = |house: House| (state.candidates[digit] & house.cells()).single() == Some(cell);
        u8::from(naked) + u8::from(cell.houses().into_iter().any(alone))
    }

    /// The rate of an open cell, by the definition.
    fn rate(state: &State, cell: Cell, digit: Digit) -> u16 {
        let alone = |house: House| (state.candidates[digit] & house.cells()).single() == Some(cell);
        let [row, column, boxed] = cell.houses();
        if alone(boxed) {
            race::IN_BOX
        } else if alone(row) || alone(column) {
            race::IN_LINE
        } else {
            u16::from(state.candidates.at(cell) == digit.into()) * race::NAKED
        }
    }

    #[test]
    fn every_lane_is_a_run_on_a_plain_board() {
        let charge = |open: usize, valid: u16| (2 * open + 1) as f32 / (f32::from(valid) + 1.0);
        lanes_are_runs::<Checks>(
            |state, cell, digit| singles(state, cell, digit).into(),
            charge,
            |sums| sums.map(u16::from),
        );
    }

    #[test]
    fn every_lane_is_a_race_on_a_plain_board() {
        let charge = |open, rate: u16| race::WRITING + race::pace(open) / f32::from(rate);
        lanes_are_runs::<Race>(rate, charge, |sums| *sums);
    }

    /// With equal random numbers each lane is a run on a plain board: the same sum over its cells, pick and cost at each step.
    fn lanes_are_runs<R: Rule>(
        addend: impl Fn(&State, Cell, Digit) -> u16,
        charge: impl Fn(usize, u16) -> f32,
        numbers: impl Fn(&R::Sums) -> [u16; LANES],
    ) {
        let rng_seed = 16;
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut steps, mut different) = (0, 0);
        for line in include_str!("../../../../tests/data/known_answers.tsv").lines().skip(1) {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            let solution = puzzle.solution();
            let from = State::of_clues(solution, puzzle.clues());
            let mut to = from;
            assert!(to.propagate::<false>(DigitSet::ALL));
            let filled: Vec<Cell> = (from.open - to.open).iter().collect();
            // Picks are counted owner by owner: those of even numbers, then those of odd ones.
            let in_order: Vec<(Cell, usize)> = (0..filled.len())
                .map(|place| (filled[place], owner(place, filled.len())))
                .collect();

            let mut boards = [from; LANES];
            let mut costs = [0f32; LANES];
            let check = |watched: &Watched<R::Sums>,
                         boards: &mut [State; LANES],
                         costs: &mut [f32; LANES]| {
                let [valid, picks] = [watched.valid, watched.picks].map(&numbers);
                for lane in 0..LANES {
                    let what = format!("lane {lane} of {line}, RNG seed {rng_seed}");
                    let board = &mut boards[lane];
                    let mut counted = 0;
                    let mut picked = None;
                    for &(cell, _) in in_order.iter().filter(|(cell, _)| board.open.contains(*cell))
                    {
                        counted += addend(board, cell, solution[cell]);
                        if counted > picks[lane] {
                            picked.get_or_insert(cell);
                        }
                    }
                    assert_eq!(valid[lane], counted, "{what}");
                    costs[lane] += charge(board.open.len(), counted);
                    let cell = picked.unwrap();
                    board.fill(cell, solution[cell]);
                    for &(cell, owner) in &in_order {
                        let is_filled = watched.signals[owner] >> bit(lane) & 1 == 1;
                        assert_eq!(is_filled, !board.open.contains(cell), "{cell}, {what}");
                    }
                }
            };
            let phase = Phase::new(&from, &to, solution);
            let result = phase.run_watched::<R>(&mut rng, |watched| {
                check(watched, &mut boards, &mut costs);
                steps += 1;
            });
            // The last step is not shown: one cell is left, if there was any.
            for (board, cost) in boards.iter().zip(&mut costs) {
                for cell in board.open - to.open {
                    *cost += charge(board.open.len(), addend(board, cell, solution[cell]));
                }
            }
            let result = result.map(f64::to_bits);
            assert_eq!(
                result,
                costs.map(|cost| f64::from(cost).to_bits()),
                "{line}, RNG seed {rng_seed}"
            );
            different += usize::from(result.iter().any(|cost| *cost != result[0]));
        }
        assert!(steps > 4_000 && different > 100, "{steps}, {different}");
    }
}
