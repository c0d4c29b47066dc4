//! Exhaustive search: the number of solutions up to a limit, and the one solution of a puzzle.
//!
//! The search is depth first with propagation digit by digit: locked candidates and hidden singles
//! of all houses of a digit are found together, by tables; naked singles of all cells by adding up
//! the nine digits. It branches on a cell with two candidates that affects many peers.

mod board;

use crate::board::{CellSet, Clash, Digit, Grid, Puzzle, Solution};
pub(crate) use board::Places;
use board::{ALL_DIGITS, Board, Spot, bands, bits, meet};

/// The reason why a grid is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAPuzzle {
    /// A digit stands twice in a house.
    #[error("no solution: {0}")]
    Clash(Clash),
    /// It has no solution.
    #[error("no solution")]
    NoSolution,
    /// It has more than one solution.
    #[error("more than one solution")]
    SeveralSolutions,
}

impl Puzzle {
    /// Returns the puzzle with these clues, if they have exactly one solution.
    ///
    /// # Errors
    /// A clash, no solution, or more than one.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
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
        search(grid, 2, &mut |board| {
            count += 1;
            found = Some(*board);
        });
        match (count, found) {
            (1, Some(board)) => Ok(Self::proved(grid.clues(), board.solution())),
            (0, _) => Err(grid.clash().map_or(NotAPuzzle::NoSolution, NotAPuzzle::Clash)),
            _ => Err(NotAPuzzle::SeveralSolutions),
        }
    }
}

/// Returns the number of solutions of `grid`, counted up to `limit`.
pub fn count_solutions(grid: &Grid, limit: usize) -> usize {
    let mut count = 0;
    search(grid, limit, &mut |_| count += 1);
    count
}

/// Returns the solutions of `grid`, at most `limit` of them.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    let mut found = Vec::new();
    search(grid, limit, &mut |board| found.push(board.solution()));
    found
}

/// Whether the digits of `solution` in `clues` admit no other solution.
pub fn is_unique(solution: &Solution, clues: CellSet) -> bool {
    Rivals::new(&Places::of(solution), clues).next(CellSet::ALL).is_none()
}

fn search(grid: &Grid, limit: usize, visit: &mut dyn FnMut(&Board)) {
    Search { limit, visit }.run(Board::of(&Places::given(|cell| grid[cell])), ALL_DIGITS);
}

struct Search<'a> {
    limit: usize,
    visit: &'a mut dyn FnMut(&Board),
}

impl Search<'_> {
    /// Visits the solutions of `board`; the `changed` digits are still to be propagated.
    fn run(&mut self, mut board: Board, mut changed: u32) {
        while self.limit > 0 && board.propagate(changed) {
            let Some(spot) = board.branch() else {
                self.limit -= 1;
                (self.visit)(&board);
                return;
            };
            // Tries all but the last digit on a copy.
            let mut digits = board.digits(spot);
            while !digits.is_power_of_two() {
                let mut next = board;
                let changed = next.assume(spot, digits.trailing_zeros() as usize);
                self.run(next, changed);
                digits &= digits - 1;
            }
            changed = board.assume(spot, digits.trailing_zeros() as usize);
        }
    }
}

/// The other solutions that some clues of a solution admit.
#[derive(Clone)]
pub(crate) struct Rivals<'a> {
    solution: &'a Places,
    /// Propagated.
    board: Board,
}

impl<'a> Rivals<'a> {
    /// Starts from the solutions with these clues of `solution`.
    pub(crate) fn new(solution: &'a Places, clues: CellSet) -> Self {
        let given = solution.0.map(|places| meet(&places, &bands(clues)));
        let mut board = Board::of(&Places(given));
        board.propagate(ALL_DIGITS);
        Self { solution, board }
    }

    /// Adds clues of the solution.
    pub(crate) fn with(&self, clues: CellSet) -> Self {
        let mut board = self.board;
        let mut changed = 0;
        let clues = meet(&bands(clues), &board.open);
        for (band, &clues) in clues.iter().enumerate() {
            for bit in bits(clues) {
                let spot = Spot { band, bit };
                changed |= board.assume(spot, self.solution.at(spot));
            }
        }
        board.propagate(changed);
        Self { solution: self.solution, board }
    }

    /// Returns the cells where some other solution differs, if one differs in `suspects`.
    ///
    /// Such cells are an "unavoidable set": every puzzle with the known solution has a clue among
    /// them.
    pub(crate) fn next(&mut self, suspects: CellSet) -> Option<CellSet> {
        let suspects = bands(suspects);
        while let Some(spot) = self.board.narrow(&meet(&suspects, &self.board.open)) {
            let right = self.solution.at(spot);
            let mut wrong = self.board;
            wrong.places[right][spot.band] &= !spot.bit;
            if let Some(rival) = self.find(wrong, 1 << right) {
                return Some(self.solution.difference(&rival));
            }
            let changed = self.board.assume(spot, right);
            self.board.propagate(changed);
        }
        None
    }

    /// Returns some solution of `board`; it tries the digits of the known one first, to differ in
    /// few cells.
    fn find(&self, mut board: Board, changed: u32) -> Option<Board> {
        if !board.propagate(changed) {
            return None;
        }
        let Some(spot) = board.narrow(&board.open) else { return Some(board) };
        let right = self.solution.at(spot);
        let wrong = (0..Digit::COUNT).filter(|&digit| digit != right);
        std::iter::once(right).chain(wrong).find_map(|digit| {
            let mut next = spot.is_in(&board.places[digit]).then_some(board)?;
            let changed = next.assume(spot, digit);
            self.find(next, changed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

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
