//! Exhaustive search: the number of solutions up to a limit, and the one solution of a puzzle.
//!
//! Depth first over [`State`]s, propagated a digit at a time: locked candidates and hidden singles of all
//! houses of a digit are found by [`CellSet::unlocked_places`] and [`CellSet::lone_places`], naked
//! singles of all cells by adding up the nine digits. It branches on a cell with two candidates.

use crate::board::{
    Candidates, Cell, CellSet, Clash, Digit, DigitSet, Grid, Puzzle, Solution, State,
};

/// Why a grid is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAPuzzle {
    /// A digit stands twice in a house.
    #[error("no solution: {0}")]
    Clash(Clash),
    /// No way to fill it.
    #[error("no solution")]
    NoSolution,
    /// More than one way to fill it.
    #[error("more than one solution")]
    SeveralSolutions,
}

impl Puzzle {
    /// The puzzle with these givens, if they have exactly one solution.
    ///
    /// # Errors
    /// Says whether there is none or more than one.
    ///
    /// ```
    /// use seeddb::board::{Grid, Puzzle};
    /// let grid: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///         .parse()?;
    /// assert!(Puzzle::new(&grid)?.solution().to_string().starts_with("534678912"));
    /// assert!(Puzzle::new(&Grid::EMPTY).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(grid: &Grid) -> Result<Self, NotAPuzzle> {
        let mut found = None;
        let mut count = 0;
        search(grid, 2, &mut |candidates| {
            count += 1;
            found = Some(*candidates);
        });
        match (count, found) {
            (1, Some(candidates)) => Ok(Self::proved(grid.clues(), full(&candidates))),
            (0, _) => Err(grid.clash().map_or(NotAPuzzle::NoSolution, NotAPuzzle::Clash)),
            _ => Err(NotAPuzzle::SeveralSolutions),
        }
    }
}

/// The number of solutions of `grid`, counted up to `limit`.
pub fn count_solutions(grid: &Grid, limit: usize) -> usize {
    let mut count = 0;
    search(grid, limit, &mut |_| count += 1);
    count
}

/// The solutions of `grid`, at most `limit` of them.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    let mut found = Vec::new();
    search(grid, limit, &mut |candidates| found.push(full(candidates)));
    found
}

/// Whether the digits of `solution` in `clues` admit no other solution.
pub fn is_unique(solution: &Solution, clues: CellSet) -> bool {
    let mut count = 0;
    Search { limit: 2, visit: &mut |_| count += 1 }
        .run(State::of_clues(solution, clues), DigitSet::ALL);
    count == 1
}

fn search(grid: &Grid, limit: usize, visit: &mut dyn FnMut(&Candidates)) {
    Search { limit, visit }.run(State::of(grid), DigitSet::ALL);
}

/// Propagation leaves full grids without clash only.
fn full(candidates: &Candidates) -> Solution {
    let mut digits = [Digit::from_index(0); Cell::COUNT];
    for digit in Digit::all() {
        for cell in candidates[digit] {
            digits[cell.index()] = digit;
        }
    }
    Solution::proved(digits)
}

struct Search<'a> {
    /// Solutions still wanted.
    limit: usize,
    visit: &'a mut dyn FnMut(&Candidates),
}

impl Search<'_> {
    /// Visits the solutions below `state`, of which `changed` digits were not yet looked at.
    fn run(&mut self, mut state: State, mut changed: DigitSet) {
        while self.limit > 0 && state.propagate::<true>(changed) {
            let Some(cell) = branch(&state) else {
                self.limit -= 1;
                (self.visit)(&state.candidates);
                return;
            };
            let Some(digit) = state.candidates.at(cell).first() else { return };
            let mut with = state;
            let lost = with.assume(cell, digit);
            self.run(with, lost);
            state.candidates[digit].remove(cell);
            changed = digit.into();
        }
    }
}

/// A cell to branch on: one with two candidates, in the band that has most of them; else one with
/// fewest candidates. `None` if all are filled.
fn branch(state: &State) -> Option<Cell> {
    let pairs = state.pairs().bands();
    let band = (0..3).max_by_key(|&band| pairs[band].count_ones())?;
    let mut most = [0; 3];
    most[band] = pairs[band];
    CellSet::from_bands(most)
        .first()
        .or_else(|| state.open.iter().min_by_key(|&cell| state.candidates.at(cell).len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_has_no_solution_and_the_empty_grid_many() {
        assert_eq!(count_solutions(&Grid::EMPTY, 100), 100);
        let mut grid = Grid::EMPTY;
        grid[Cell::at(0, 0)] = Digit::new(1);
        grid[Cell::at(0, 5)] = Digit::new(1);
        assert_eq!(
            Puzzle::new(&grid).unwrap_err().to_string(),
            "no solution: 1 stands twice in row 1"
        );
        assert_eq!(Puzzle::new(&Grid::EMPTY), Err(NotAPuzzle::SeveralSolutions));
    }
}
