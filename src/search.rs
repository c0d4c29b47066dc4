//! Exhaustive search: the number of solutions up to a limit, and the one solution of a puzzle.
//!
//! Depth first, propagated a digit at a time: locked candidates and hidden singles of all houses of a
//! digit are found together, by tables; naked singles of all cells by adding up the nine digits. It branches
//! on a cell with two candidates.

use crate::board::scan::{BAND, Settled, columns, down, settle};
use crate::board::{Cell, CellSet, Clash, Digit, Grid, Puzzle, Solution};

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

/// The number of solutions of `grid`, counted up to `limit`.
pub fn count_solutions(grid: &Grid, limit: usize) -> usize {
    let mut count = 0;
    search(grid, limit, &mut |_| count += 1);
    count
}

/// The solutions of `grid`, at most `limit` of them.
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
    /// Solutions still wanted.
    limit: usize,
    visit: &'a mut dyn FnMut(&Board),
}

impl Search<'_> {
    /// Visits the solutions of `board`, of which `changed` digits were not yet looked at.
    fn run(&mut self, mut board: Board, changed: u32) {
        if self.limit == 0 || !board.propagate(changed) {
            return;
        }
        let Some(spot) = board.branch(&board.open) else {
            self.limit -= 1;
            (self.visit)(&board);
            return;
        };
        for digit in 0..Digit::COUNT {
            if spot.is_in(&board.places[digit]) {
                let mut next = board;
                let changed = next.assume(spot, digit);
                self.run(next, changed);
            }
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
    /// The solutions with these clues of `solution`.
    pub(crate) fn new(solution: &'a Places, clues: CellSet) -> Self {
        let given = solution.0.map(|places| meet(&places, &bands(clues)));
        let mut board = Board::of(&Places(given));
        board.propagate(ALL_DIGITS);
        Self { solution, board }
    }

    /// Those that have `clues`, too.
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

    /// The cells where some other solution differs, if there is one that differs in `suspects`.
    ///
    /// Such cells are an "unavoidable set": a puzzle with the known solution has a clue in each.
    pub(crate) fn next(&mut self, suspects: CellSet) -> Option<CellSet> {
        let suspects = bands(suspects);
        while let Some(spot) = self.board.branch(&meet(&suspects, &self.board.open)) {
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

    /// Some solution of `board`; it takes the digits of the known one first, to differ in few cells.
    fn find(&self, mut board: Board, changed: u32) -> Option<Board> {
        if !board.propagate(changed) {
            return None;
        }
        let Some(spot) = board.branch(&board.open) else { return Some(board) };
        let right = self.solution.at(spot);
        let wrong = (0..Digit::COUNT).filter(|&digit| digit != right);
        std::iter::once(right).chain(wrong).find_map(|digit| {
            let mut next = spot.is_in(&board.places[digit]).then_some(board)?;
            let changed = next.assume(spot, digit);
            self.find(next, changed)
        })
    }
}

/// The cells of a set by band, 27 bits each as in [`CellSet`], and an empty fourth word: four make a
/// vector register, and a multiple of four an easy index.
type Bands = [u32; 4];

const fn bands(cells: CellSet) -> Bands {
    let [a, b, c] = cells.bands();
    [a, b, c, 0]
}

fn meet(a: &Bands, b: &Bands) -> Bands {
    std::array::from_fn(|band| a[band] & b[band])
}

/// One bit for each digit.
const ALL_DIGITS: u32 = 0o777;

/// The cells of each digit.
pub(crate) struct Places([Bands; Digit::COUNT]);

impl Places {
    /// Those of a solution.
    pub(crate) fn of(solution: &Solution) -> Self {
        Self::given(|cell| Some(solution[cell]))
    }

    /// Open cells are collected as those of a tenth digit, without a jump for each.
    fn given(digit: impl Fn(Cell) -> Option<Digit>) -> Self {
        let mut places = [[0; 4]; Digit::COUNT + 1];
        for cell in Cell::all() {
            let digit = digit(cell).map_or(Digit::COUNT, Digit::index);
            places[digit][cell.index() / 27] |= 1 << (cell.index() % 27);
        }
        Self(std::array::from_fn(|digit| places[digit]))
    }

    /// The digit of a full grid there.
    fn at(&self, spot: Spot) -> usize {
        (0..Digit::COUNT - 1).find(|&digit| spot.is_in(&self.0[digit])).unwrap_or(Digit::COUNT - 1)
    }

    /// The cells where a full board differs.
    fn difference(&self, board: &Board) -> CellSet {
        let mut cells = [0; 3];
        for (own, other) in self.0.iter().zip(&board.places) {
            for (band, cells) in cells.iter_mut().enumerate() {
                *cells |= own[band] & !other[band];
            }
        }
        CellSet::from_bands(cells)
    }
}

/// A cell, as the search finds it.
#[derive(Clone, Copy)]
struct Spot {
    band: usize,
    bit: u32,
}

impl Spot {
    fn is_in(self, cells: &Bands) -> bool {
        cells[self.band] & self.bit != 0
    }
}

/// The places of each digit, and the cells not yet filled. A filled cell has one candidate, and none of
/// its peers has it.
#[derive(Clone, Copy)]
struct Board {
    places: [Bands; Digit::COUNT],
    open: Bands,
}

impl Board {
    /// The board with these givens, taken from their peers in columns and boxes: locked candidates do the
    /// rows.
    fn of(given: &Places) -> Self {
        let mut open = [BAND, BAND, BAND, 0];
        for own in &given.0 {
            open = std::array::from_fn(|band| open[band] & !own[band]);
        }
        let places = given.0.map(|own| {
            let in_columns = columns(own[0]) | columns(own[1]) | columns(own[2]);
            std::array::from_fn(|band| {
                let in_boxes = columns(own[band]);
                let in_boxes = ((in_boxes | in_boxes >> 1 | in_boxes >> 2) & 0o111) * 7;
                own[band] | open[band] & !down(in_columns | in_boxes)
            })
        });
        Self { places, open }
    }

    /// Puts `digit` there and takes it from the peers.
    fn fill(&mut self, spot: Spot, digit: usize) {
        self.open[spot.band] &= !spot.bit;
        let peers = PEERS[27 * spot.band + spot.bit.trailing_zeros() as usize];
        self.places[digit] = std::array::from_fn(|band| self.places[digit][band] & !peers[band]);
    }

    /// The same, with the other candidates of the cell taken away; says which digits changed.
    fn assume(&mut self, spot: Spot, digit: usize) -> u32 {
        let mut changed = 0;
        for (other, places) in self.places.iter_mut().enumerate() {
            changed |= u32::from(spot.is_in(places)) << other;
            places[spot.band] &= !spot.bit;
        }
        self.places[digit][spot.band] |= spot.bit;
        self.fill(spot, digit);
        changed
    }

    /// Takes away locked candidates and fills naked and hidden singles until nothing changes; false on a
    /// contradiction. `changed` are the digits that lost a place since the last time.
    ///
    /// The digits take turns, so that each meets all that the others have found since.
    fn propagate(&mut self, mut changed: u32) -> bool {
        loop {
            let mut turn = changed;
            while turn != 0 {
                let digit = turn.trailing_zeros() as usize;
                turn &= turn - 1;
                changed &= !(1 << digit);
                let [a, b, c, _] = self.places[digit];
                let Some(Settled { places, lone }) = settle([a, b, c]) else { return false };
                for band in 0..3 {
                    self.places[digit][band] = places[band];
                    let found = lone[band] & self.open[band];
                    if found != 0 {
                        self.open[band] &= !found;
                        for (other, places) in self.places.iter_mut().enumerate() {
                            changed |= u32::from(places[band] & found != 0) << other;
                            places[band] &= !found;
                        }
                        changed &= !(1 << digit);
                        self.places[digit][band] = places[band];
                    }
                }
                if turn == 0 {
                    turn = changed;
                }
            }
            let [one, two, _] = self.count();
            if one != [BAND, BAND, BAND, 0] {
                return false;
            }
            let naked: Bands = std::array::from_fn(|i| one[i] & !two[i] & self.open[i]);
            if naked == [0; 4] {
                return true;
            }
            for digit in 0..Digit::COUNT {
                for (band, &naked) in naked.iter().enumerate() {
                    for bit in bits(self.places[digit][band] & naked) {
                        self.fill(Spot { band, bit }, digit);
                        changed |= 1 << digit;
                    }
                }
            }
        }
    }

    /// The cells with at least one, two and three candidates.
    fn count(&self) -> [Bands; 3] {
        let [mut one, mut two, mut three] = [[0; 4]; 3];
        for places in self.places {
            for band in 0..4 {
                three[band] |= two[band] & places[band];
                two[band] |= one[band] & places[band];
                one[band] |= places[band];
            }
        }
        [one, two, three]
    }

    /// One of these open cells to branch on: one with two candidates, in the band that has most of them;
    /// else one with fewest candidates. `None` if there is none.
    fn branch(&self, cells: &Bands) -> Option<Spot> {
        let [_, two, three] = self.count();
        let pairs: [u32; 3] = std::array::from_fn(|i| two[i] & !three[i] & cells[i]);
        let band = (0..3).max_by_key(|&band| pairs[band].count_ones())?;
        if let Some(bit) = bits(pairs[band]).next() {
            return Some(Spot { band, bit });
        }
        let candidates =
            |spot: &Spot| self.places.iter().filter(|places| spot.is_in(places)).count();
        (0..3)
            .flat_map(|band| bits(cells[band]).map(move |bit| Spot { band, bit }))
            .min_by_key(candidates)
    }

    /// Of a board that is filled: propagation leaves those without clash only.
    fn solution(&self) -> Solution {
        let mut digits = [Digit::from_index(0); Cell::COUNT];
        for (digit, &[a, b, c, _]) in Digit::all().zip(&self.places) {
            for cell in CellSet::from_bands([a, b, c]) {
                digits[cell.index()] = digit;
            }
        }
        Solution::proved(digits)
    }
}

/// The bits of a word, one at a time.
fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

static PEERS: [Bands; Cell::COUNT] = {
    let mut peers = [[0; 4]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let [a, b, c] = Cell::at(cell / 9, cell % 9).peers().bands();
        peers[cell] = [a, b, c, 0];
        cell += 1;
    }
    peers
};

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
