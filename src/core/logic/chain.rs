//! [`Chain`]: the singles from an assumption to a contradiction.

use std::fmt;

use super::marks::Marks;
use crate::board::{Cell, CellSet, Digit, House, State};

/// The singles that lead from an assumption to a contradiction. All are needed: without any one the
/// others do not reach it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The cell and the digit assumed in it.
    pub assumed: (Cell, Digit),
    /// The singles that follow, each after those that make it one.
    pub fills: Vec<Single>,
    /// The contradiction.
    pub end: End,
}

/// A naked single, or a hidden one of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Single {
    /// The cell.
    pub cell: Cell,
    /// Its digit.
    pub digit: Digit,
    /// The house where the digit has no other place; `None` for a naked single.
    pub house: Option<House>,
}

/// A contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An open cell without a candidate.
    NoCandidate(Cell),
    /// A digit without a place in a house.
    NoPlace(Digit, House),
}

/// Returns the number of rounds of singles, all of a round at once, from an assumption to a
/// contradiction; `usize::MAX` if it meets none.
pub(super) fn reach(state: &State, cell: Cell, digit: Digit) -> usize {
    rounds(state, cell, digit).map_or(usize::MAX, |rounds| rounds.len())
}

/// Returns the singles of these rounds.
fn rounds(state: &State, cell: Cell, digit: Digit) -> Option<Vec<Vec<Single>>> {
    let mut trial = *state;
    trial.fill(cell, digit);
    let mut rounds = Vec::new();
    while contradiction(&trial).is_none() {
        let mut round = singles(&trial);
        if round.is_empty() {
            return None;
        }
        // A single that another of the round made impossible cannot be filled: the next test finds
        // the contradiction.
        round.retain(|single| {
            let possible = trial.candidates[single.digit].contains(single.cell);
            if possible {
                trial.fill(single.cell, single.digit);
            }
            possible
        });
        rounds.push(round);
    }
    Some(rounds)
}

/// Returns the singles of a state, each cell once: naked ones first, then those of boxes, where
/// people look first.
fn singles(state: &State) -> Vec<Single> {
    let [one, two, _] = state.count();
    let naked = (one - two) & state.open;
    let mut seen = naked;
    let mut singles = Vec::new();
    for cell in naked {
        if let Some(digit) = state.candidates.at(cell).single() {
            singles.push(Single { cell, digit, house: None });
        }
    }
    for digit in Digit::all() {
        let places = state.candidates[digit];
        let alone = places.lone_places().unwrap_or(CellSet::EMPTY);
        for cell in (alone & state.open) - seen {
            let [row, column, boxed] = cell.houses();
            let is_alone = |house: &House| (places & house.cells()).single() == Some(cell);
            singles.push(Single {
                cell,
                digit,
                house: [boxed, row, column].into_iter().find(is_alone),
            });
            seen.insert(cell);
        }
    }
    singles.sort_by_key(|single| single.house.map_or(0, |house| House::COUNT - house.index()));
    singles
}

fn contradiction(state: &State) -> Option<End> {
    let [one, ..] = state.count();
    if let Some(cell) = (!one).first() {
        return Some(End::NoCandidate(cell));
    }
    let mut digits = Digit::all();
    if digits.all(|digit| state.candidates[digit].lone_places().is_some()) {
        return None;
    }
    House::all().rev().find_map(|house| {
        let lost = |&digit: &Digit| !state.candidates[digit].intersects(house.cells());
        Digit::all().find(lost).map(|digit| End::NoPlace(digit, house))
    })
}

/// Returns the contradiction that these fills reach, if each is a single when its turn comes.
fn replay(state: &State, (cell, digit): (Cell, Digit), fills: &[Single]) -> Option<End> {
    let mut trial = *state;
    trial.fill(cell, digit);
    for &Single { cell, digit, house } in fills {
        let candidates = &trial.candidates;
        let is_single = match house {
            None => candidates.at(cell) == digit.into(),
            Some(house) => (candidates[digit] & house.cells()).single() == Some(cell),
        };
        if !is_single {
            return None;
        }
        trial.fill(cell, digit);
    }
    contradiction(&trial)
}

impl Chain {
    /// Returns the chain from `digit` in `cell` to a contradiction by singles; `None` if there is
    /// none.
    pub fn of(state: &State, cell: Cell, digit: Digit) -> Option<Self> {
        let assumed = (cell, digit);
        let mut fills = rounds(state, cell, digit)?.concat();
        for i in (0..fills.len()).rev() {
            let mut fewer = fills.clone();
            fewer.remove(i);
            if replay(state, assumed, &fewer).is_some() {
                fills = fewer;
            }
        }
        let end = replay(state, assumed, &fills)?;
        Some(Self { assumed, fills, end })
    }

    /// Marks its cells and candidates, and the place of the contradiction.
    pub(super) fn mark(&self, marks: &mut Marks) {
        for single in &self.fills {
            marks.cells.insert(single.cell);
            marks.pattern[single.digit].insert(single.cell);
        }
        match self.end {
            End::NoCandidate(cell) => marks.cells.insert(cell),
            End::NoPlace(_, house) => marks.cells |= house.cells(),
        }
    }
}

/// For example `if r5c2 were 3, then r5c9 = 1, r2c9 = 4 (only place in row 2), and box 7 would have
/// no place for 4`.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cell, digit) = self.assumed;
        write!(f, "if {cell} were {digit}, then ")?;
        for Single { cell, digit, house } in &self.fills {
            write!(f, "{cell} = {digit}")?;
            if let Some(house) = house {
                write!(f, " (only place in {house})")?;
            }
            f.write_str(", ")?;
        }
        if !self.fills.is_empty() {
            f.write_str("and ")?;
        }
        match self.end {
            End::NoCandidate(cell) => write!(f, "{cell} would have no candidate"),
            End::NoPlace(digit, house) => write!(f, "{house} would have no place for {digit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{DigitSet, Grid, Puzzle};
    use crate::logic::{Ladder, grade};

    /// A chain exists wherever propagation fails, and all its fills are needed.
    #[test]
    fn chains_are_complete_and_none_of_their_fills_is_idle() {
        let mut longest = 0;
        for line in [
            "6....9.54.9..57..8......3....8.1..4.....7.....7..3.5....1......7..18..6.53.4....1",
            "....3...61......3.7.26.......6...2..3..9..1...4.....9...8.7.5...1..4.6.....21..4.",
            "......6.5...3...9..8...4..1.4..2.97...........31.8..6.9..6...2..1...7...5.4......",
        ] {
            let grid: Grid = line.parse().unwrap();
            let state = grade(Ladder::hsolve(), &Puzzle::new(&grid).unwrap()).stuck;
            for cell in state.open {
                for digit in state.candidates.at(cell).iter() {
                    let mut trial = state;
                    trial.assume(cell, digit);
                    let fails = !trial.propagate::<false>(DigitSet::ALL);
                    let chain = Chain::of(&state, cell, digit);
                    assert_eq!(chain.is_some(), fails, "{digit} in {cell} of {line}");
                    let Some(chain) = chain else { continue };
                    for i in 0..chain.fills.len() {
                        let mut fewer = chain.fills.clone();
                        fewer.remove(i);
                        assert_eq!(replay(&state, chain.assumed, &fewer), None, "{chain}");
                    }
                    longest = longest.max(chain.fills.len());
                }
            }
        }
        assert!(longest > 10, "{longest}");
    }
}
