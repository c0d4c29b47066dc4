//! [`Candidates`]: the candidates of all cells.

use std::ops::{Index, IndexMut};

use super::{Cell, CellSet, Digit, DigitSet, Grid, Solution};

/// For each digit the cells where it is a candidate: nine sets, 27 words of 27 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidates([CellSet; Digit::COUNT]);

impl Candidates {
    /// No candidates: for sets of marks.
    pub const NONE: Self = Self([CellSet::EMPTY; Digit::COUNT]);

    /// Every digit in every cell.
    pub const ALL: Self = Self([CellSet::ALL; Digit::COUNT]);

    /// Returns the candidates left by the clues of `grid`: a clue keeps only its digit, and its
    /// peers lose it.
    pub fn of(grid: &Grid) -> Self {
        let mut candidates = Self::ALL;
        for (cell, digit) in grid.filled() {
            candidates.fill(cell, digit);
        }
        candidates
    }

    /// Returns the digits of `solution` as the only candidates.
    pub fn solved(solution: &Solution) -> Self {
        let mut places = [CellSet::EMPTY; Digit::COUNT];
        for (cell, digit) in Cell::all().zip(solution.digits()) {
            places[digit.index()].insert(cell);
        }
        Self(places)
    }

    /// Puts `digit` in `cell`: the cell keeps it only if it was a candidate, and loses all others;
    /// the peers lose it.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        let possible = self.0[digit.index()].contains(cell);
        for places in &mut self.0 {
            places.remove(cell);
        }
        self.0[digit.index()] -= cell.peers();
        if possible {
            self.0[digit.index()].insert(cell);
        }
    }

    /// Returns the candidates of `cell`.
    pub fn at(&self, cell: Cell) -> DigitSet {
        Digit::all().filter(|&digit| self[digit].contains(cell)).collect()
    }

    /// Returns the candidates of these digits in these cells.
    pub fn part(&self, digits: DigitSet, cells: CellSet) -> Self {
        let mut part = Self::NONE;
        for digit in digits.iter() {
            part[digit] = self[digit] & cells;
        }
        part
    }

    /// Returns the nine sets, by digit.
    pub const fn places(&self) -> &[CellSet; Digit::COUNT] {
        &self.0
    }

    /// Returns the solution, if every cell has exactly one candidate, without clashes.
    pub fn solution(&self) -> Option<Solution> {
        let mut grid = Grid::EMPTY;
        for digit in Digit::all() {
            for cell in self[digit] {
                grid[cell] = Some(digit);
            }
        }
        (self.len() == Cell::COUNT).then(|| Solution::new(&grid))?
    }

    /// Returns the number of candidates left, 81 when solved.
    pub fn len(&self) -> usize {
        self.0.iter().map(|places| places.len()).sum()
    }

    /// Whether there are no candidates.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|places| places.is_empty())
    }

    /// Whether every candidate of `self` is one of `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a.is_subset(*b))
    }

    /// Groups the cells with the same digits, in reading order of their first cells.
    pub fn groups(&self) -> Vec<(DigitSet, CellSet)> {
        let mut groups: Vec<(DigitSet, CellSet)> = Vec::new();
        for cell in Cell::all() {
            let digits = self.at(cell);
            match groups.iter_mut().find(|(others, _)| *others == digits) {
                _ if digits.is_empty() => {}
                Some((_, cells)) => cells.insert(cell),
                None => groups.push((digits, CellSet::of(cell))),
            }
        }
        groups
    }
}

set_operators!(Candidates: BitAnd bitand BitAndAssign bitand_assign
    |a, b| std::array::from_fn(|digit| a[digit] & b[digit]));
set_operators!(Candidates: BitOr bitor BitOrAssign bitor_assign
    |a, b| std::array::from_fn(|digit| a[digit] | b[digit]));
set_operators!(Candidates: Sub sub SubAssign sub_assign
    |a, b| std::array::from_fn(|digit| a[digit] - b[digit]));

impl Index<Digit> for Candidates {
    type Output = CellSet;
    fn index(&self, digit: Digit) -> &CellSet {
        &self.0[digit.index()]
    }
}

impl IndexMut<Digit> for Candidates {
    fn index_mut(&mut self, digit: Digit) -> &mut CellSet {
        &mut self.0[digit.index()]
    }
}

/// Nine rows of nine cells, each with its candidates: for tests and debugging.
impl std::fmt::Debug for Candidates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for cell in Cell::all() {
            let digits: String = self.at(cell).iter().map(|d| d.to_string()).collect();
            write!(f, "{digits:>9}{}", if cell.column() == 8 { "\n" } else { " " })?;
        }
        Ok(())
    }
}
