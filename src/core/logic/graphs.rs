//! [`Graphs`]: a state as graphs in which subsets and fish of all kinds are the same thing.
//!
//! In each house digits are matched with cells, and for each digit rows with columns. The solution is one perfect
//! matching. Point from each line to the lines whose column (in the solution) it has a candidate in. These are 36
//! graphs of nine nodes, and all are searched at once, a bit each: for pairs here, for sets of all sizes in
//! [`super::surplus`].

use std::cell::OnceCell;

use super::surplus::Surplus;
use crate::board::{
    Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, Solution, State, bits,
};

/// A solution, as the perfect matching that it is in each house and for each digit.
#[derive(Clone, Debug)]
pub struct Matching {
    pub(super) solution: Solution,
    pub(super) solved: Candidates,
    /// By [`bit`] of a cell, its digit.
    digits: [u8; BITS],
    /// By digit and column, its row.
    rows: [[u8; 9]; Digit::COUNT],
}

/// By line and by the line it points to, a bit for each graph: first the houses, whose lines are the digits and
/// columns the cells, then the digits, whose lines are the rows. The tenth of the lines pointed to is none: with it a
/// row of words is worked on two at a time, without a rest.
pub(super) type Arrows = [[u64; 10]; 9];

/// The graphs of the houses.
pub(super) const HOUSES: u64 = (1 << House::COUNT) - 1;

/// The bit of a cell in the sets. To make its index of it would take time for each candidate.
const fn bit(cell: Cell) -> usize {
    CellSet::of(cell).bits().trailing_zeros() as usize
}

/// The bits of a set; some are of no cell.
const BITS: usize = 96;

/// Where a cell is.
#[derive(Clone, Copy)]
struct Place {
    houses: u64,
    row: u8,
    column: u8,
}

/// By [`bit`] of the cell.
static PLACES: [Place; BITS] = {
    let mut table = [Place { houses: 0, row: 0, column: 0 }; BITS];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::at(index / 9, index % 9);
        let [row, column, boxed] = cell.houses();
        table[bit(cell)] = Place {
            houses: 1 << row.index() | 1 << column.index() | 1 << boxed.index(),
            row: cell.row() as u8,
            column: cell.column() as u8,
        };
        index += 1;
    }
    table
};

impl Matching {
    /// Of this solution.
    pub fn of(solution: &Solution) -> Self {
        let mut matching = Self {
            solution: *solution,
            solved: Candidates::solved(solution),
            digits: [0; BITS],
            rows: [[0; 9]; Digit::COUNT],
        };
        for (cell, digit) in Cell::all().zip(solution.digits()) {
            matching.digits[bit(cell)] = digit.index() as u8;
            matching.rows[digit.index()][cell.column()] = cell.row() as u8;
        }
        matching
    }
}

/// The graphs in which some sets remove anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sieve {
    /// Sets of lines: hidden subsets, fish of rows.
    lines: u64,
    /// Sets of columns: naked subsets, fish of columns.
    columns: u64,
}

impl Sieve {
    /// Keeps everything.
    pub const ALL: Self = Self::of(!0);

    /// Keeps these graphs, a bit each.
    pub const fn of(graphs: u64) -> Self {
        Self { lines: graphs, columns: graphs }
    }

    /// The houses in which naked subsets remove anything.
    pub fn naked(&self) -> impl Iterator<Item = House> + use<> {
        houses(self.columns)
    }

    /// The houses in which hidden subsets remove anything.
    pub fn hidden(&self) -> impl Iterator<Item = House> + use<> {
        houses(self.lines)
    }

    /// The digits of which fish of rows (columns) remove anything.
    pub const fn fish(&self, kind: HouseKind) -> DigitSet {
        let graphs = if matches!(kind, HouseKind::Row) { self.lines } else { self.columns };
        DigitSet::from_bits((graphs >> House::COUNT) as u16 & 0o777)
    }
}

fn houses(graphs: u64) -> impl Iterator<Item = House> {
    bits(graphs & HOUSES).filter_map(|index| House::all().nth(index))
}

/// The graphs of a state, and what has been asked of them.
#[derive(Clone, Debug)]
pub struct Graphs {
    wrong: Candidates,
    arrows: Arrows,
    pairs: OnceCell<Sieve>,
    larger: OnceCell<Sieve>,
}

impl Graphs {
    /// Those of a solved board.
    pub const fn new() -> Self {
        let (pairs, larger) = (OnceCell::new(), OnceCell::new());
        Self { wrong: Candidates::NONE, arrows: [[0; 10]; 9], pairs, larger }
    }

    /// Makes them those of `state`, which leads to the solution that `matching` is of. What takes time is where it
    /// differs from the state before.
    pub fn update(&mut self, state: &State, matching: &Matching) {
        let before = std::mem::replace(&mut self.wrong, state.wrong(&matching.solved));
        if self.wrong == before {
            return;
        }
        for (digit, (now, before)) in self.wrong.places().iter().zip(before.places()).enumerate() {
            let graph = 1 << (House::COUNT + digit);
            let mut changed = now.bits() ^ before.bits();
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                // Each candidate has an arrow of its own in the graphs where it is.
                let Place { houses, row, column } = PLACES[bit];
                self.arrows[digit][usize::from(matching.digits[bit])] ^= houses;
                let other = matching.rows[digit][usize::from(column)];
                self.arrows[usize::from(row)][usize::from(other)] ^= graph;
            }
        }
        (self.pairs, self.larger) = (OnceCell::new(), OnceCell::new());
    }

    /// Where to look for sets of `n`, if the state has no singles.
    pub fn sieve(&self, n: usize) -> Sieve {
        if n == 2 && self.larger.get().is_none() {
            *self.pairs.get_or_init(|| self.pairs())
        } else {
            *self.larger.get_or_init(|| Surplus::of(self.arrows).sieve())
        }
    }

    /// Where pairs and X-wings remove anything: two lines that point to each other, and have no other arrow out (in),
    /// but one in (out).
    fn pairs(&self) -> Sieve {
        let arrows = &self.arrows;
        // By line, the graphs where it has more than one arrow out; and more than one in.
        let out = arrows.map(|arrows| {
            let count = |(one, more), arrow| (one | arrow, more | one & arrow);
            arrows.into_iter().fold((0, 0), count).1
        });
        let (mut one, mut into) = ([0; 10], [0; 10]);
        for arrows in arrows {
            for ((one, more), arrow) in one.iter_mut().zip(&mut into).zip(arrows) {
                *more |= *one & arrow;
                *one |= arrow;
            }
        }
        let mut sieve = Sieve { lines: 0, columns: 0 };
        for a in 0..9 {
            for b in 0..a {
                let both = arrows[a][b] & arrows[b][a];
                let (out, into) = ([out[a], out[b]], [into[a], into[b]]);
                sieve.lines |= both & !out[0] & !out[1] & (into[0] | into[1]);
                sieve.columns |= both & !into[0] & !into[1] & (out[0] | out[1]);
            }
        }
        sieve
    }

    /// What subsets and fish of all sizes remove.
    pub fn surplus(&self) -> Surplus {
        let surplus = Surplus::of(self.arrows);
        // Asked or not, it is known now.
        let _ = self.larger.set(surplus.sieve());
        surplus
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Ladder, Pattern, Size, Technique, find};
    use super::*;
    use crate::board::{Grid, Puzzle};
    use rand::{RngExt, SeedableRng};

    /// Takes so many of its wrong candidates from a state.
    pub fn lose(share: f64, state: &mut State, matching: &Matching, rng: &mut impl rand::Rng) {
        for digit in Digit::all() {
            let lost = Cell::all().filter(|_| rng.random_bool(share)).collect::<CellSet>();
            state.remove(digit.into(), lost - matching.solved[digit]);
        }
    }

    #[test]
    fn updated_graphs_are_those_of_a_fresh_start() {
        let rng_seed = 7;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(rng_seed);
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1).step_by(3)
        {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let mut graphs = Graphs::new();
            while !state.is_solved() {
                graphs.update(&state, &matching);
                let asked = graphs.sieve(3);
                let mut fresh = Graphs::new();
                fresh.update(&state, &matching);
                assert!(graphs.arrows == fresh.arrows, "{line}, RNG seed {rng_seed}\n{state:?}");
                assert_eq!(asked, fresh.sieve(3), "{line}, RNG seed {rng_seed}\n{state:?}");
                lose(0.1, &mut state, &matching, &mut rng);
                if rng.random_bool(0.3) {
                    state.propagate::<false>(DigitSet::ALL);
                }
            }
        }
    }

    #[test]
    fn pairs_are_where_they_are_found() {
        let rng_seed = 8;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut seen = [0; 3];
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1) {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let mut graphs = Graphs::new();
            state.propagate::<false>(DigitSet::ALL);
            while !state.is_solved() {
                graphs.update(&state, &matching);
                let (mut naked, mut hidden) = (0, 0);
                let mut fish = [DigitSet::EMPTY; 2];
                for tier in [1, 2] {
                    for application in find(Ladder::hsolve(), &state, tier).all() {
                        match (application.technique, application.pattern) {
                            (Technique::Naked(Size::Two), Pattern::Subset(house, ..)) => {
                                naked |= 1 << house.index();
                            }
                            (Technique::Hidden(Size::Two), Pattern::Subset(house, ..)) => {
                                hidden |= 1 << house.index();
                            }
                            (Technique::Fish(Size::Two), Pattern::Fish(digit, lines)) => {
                                fish[usize::from(lines.kind() == HouseKind::Column)].insert(digit);
                            }
                            _ => {}
                        }
                    }
                }
                let sieve = graphs.sieve(2);
                let bits = |houses: &mut dyn Iterator<Item = House>| -> u64 {
                    houses.map(|house| 1 << house.index()).sum()
                };
                let what = format!("{line}, RNG seed {rng_seed}\n{state:?}");
                assert_eq!(bits(&mut sieve.naked()), naked, "{what}");
                assert_eq!(bits(&mut sieve.hidden()), hidden, "{what}");
                assert_eq!(
                    [HouseKind::Row, HouseKind::Column].map(|k| sieve.fish(k)),
                    fish,
                    "{what}"
                );
                seen[0] += usize::from(naked != 0);
                seen[1] += usize::from(hidden != 0);
                seen[2] += usize::from(fish != [DigitSet::EMPTY; 2]);
                lose(0.05, &mut state, &matching, &mut rng);
                state.propagate::<false>(DigitSet::ALL);
            }
        }
        assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
    }
}
