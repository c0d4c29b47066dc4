//! [`State`]: a board during solving, and the propagation of singles.

use super::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, Solution};

/// A board during solving: candidates, and the cells not yet filled. A filled cell has one
/// candidate, and none of its peers has it; a cell with one candidate may still be open.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The candidates of all cells.
    pub candidates: Candidates,
    /// The cells not yet filled.
    pub open: CellSet,
}

impl State {
    /// Returns the state with the clues of `grid` filled in and removed from their peers.
    pub fn of(grid: &Grid) -> Self {
        let mut given = [CellSet::EMPTY; Digit::COUNT];
        for (cell, digit) in grid.filled() {
            given[digit.index()].insert(cell);
        }
        Self::of_given(&given)
    }

    /// Returns the state with the digits of `solution` in `clues` filled in and removed from their
    /// peers.
    pub fn of_clues(solution: &Solution, clues: CellSet) -> Self {
        let mut given = [CellSet::EMPTY; Digit::COUNT];
        for cell in clues {
            given[solution[cell].index()].insert(cell);
        }
        Self::of_given(&given)
    }

    fn of_given(given: &[CellSet; Digit::COUNT]) -> Self {
        let filled = given.iter().copied().collect::<CellSet>();
        let mut candidates = Candidates::ALL;
        for digit in Digit::all() {
            let own = given[digit.index()];
            let seen = own.iter().map(Cell::peers).collect::<CellSet>();
            candidates[digit] -= seen | (filled - own);
        }
        Self { candidates, open: !filled }
    }

    /// Whether every cell is filled.
    pub const fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the digits filled in so far.
    pub fn filled(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in !self.open {
            grid[cell] = self.candidates.at(cell).first();
        }
        grid
    }

    /// Puts `digit` in `cell` and removes it from the peers.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.open.remove(cell);
        self.candidates.fill(cell, digit);
    }

    /// Returns the candidates of the open cells without those of the solution.
    pub fn wrong(&self, solved: &Candidates) -> Candidates {
        let mut wrong = Candidates::NONE;
        for digit in Digit::all() {
            wrong[digit] = (self.candidates[digit] & self.open) - solved[digit];
        }
        wrong
    }

    /// Removes `digits` from `cells`.
    pub fn remove(&mut self, digits: DigitSet, cells: CellSet) {
        for digit in digits.iter() {
            self.candidates[digit] -= cells;
        }
    }

    /// Returns the cells with at least one, two and three candidates.
    pub fn count(&self) -> [CellSet; 3] {
        let [mut one, mut two, mut three] = [CellSet::EMPTY; 3];
        for &places in self.candidates.places() {
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        [one, two, three]
    }

    /// Returns the open cells with exactly two candidates.
    pub fn pairs(&self) -> CellSet {
        let [_, two, three] = self.count();
        (two - three) & self.open
    }

    /// Leaves `digit` as the only candidate of `cell`; returns the digits that lost a candidate.
    pub fn assume(&mut self, cell: Cell, digit: Digit) -> DigitSet {
        let mut changed = DigitSet::EMPTY;
        for other in Digit::all().filter(|&other| other != digit) {
            if self.candidates[other].contains(cell) {
                self.candidates[other].remove(cell);
                changed.insert(other);
            }
        }
        changed
    }

    /// Fills naked and hidden singles until there are none; false on a contradiction (an open cell
    /// without a candidate, or a digit without a place in a house). With `LOCKED` it removes locked
    /// candidates too, for searches that need no human order.
    ///
    /// `changed` are the digits that lost a candidate since the last call, all at first.
    pub fn propagate<const LOCKED: bool>(&mut self, mut changed: DigitSet) -> bool {
        loop {
            while let Some(digit) = changed.first() {
                changed -= digit.into();
                let lone = if LOCKED {
                    self.candidates[digit].settled().map(|(places, lone)| {
                        self.candidates[digit] = places;
                        lone
                    })
                } else {
                    self.candidates[digit].lone_places()
                };
                let Some(lone) = lone else { return false };
                let found = lone & self.open;
                if !found.is_empty() {
                    self.open -= found;
                    let own = self.candidates[digit];
                    changed |= self.clear(found) - digit.into();
                    self.candidates[digit] = own;
                    changed |= self.clear_peers(digit, found);
                }
            }
            let [one, two, _] = self.count();
            if one != CellSet::ALL {
                return false;
            }
            let naked = (one - two) & self.open;
            if naked.is_empty() {
                return true;
            }
            self.open -= naked;
            for digit in Digit::all() {
                let found = self.candidates[digit] & naked;
                if !found.is_empty() {
                    changed |= self.clear_peers(digit, found);
                }
            }
        }
    }

    /// Removes all digits from `cells`; returns those that were there.
    fn clear(&mut self, cells: CellSet) -> DigitSet {
        let mut there = DigitSet::EMPTY;
        for digit in Digit::all() {
            let places = self.candidates[digit];
            // Without a branch, as the digits present are hard to predict.
            self.candidates[digit] = places - cells;
            if places.intersects(cells) {
                there.insert(digit);
            }
        }
        there
    }

    /// Removes `digit` from the peers of `cells`; returns `digit` if that changed anything.
    fn clear_peers(&mut self, digit: Digit, cells: CellSet) -> DigitSet {
        let before = self.candidates[digit];
        let mut places = before;
        for cell in cells {
            places -= cell.peers();
        }
        self.candidates[digit] = places;
        if places == before { DigitSet::EMPTY } else { digit.into() }
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "open: {}\n{:?}", self.open, self.candidates)
    }
}
