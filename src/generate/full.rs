//! Random full grids.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::board::{Candidates, Cell, CellSet, Digit, Grid, House, Solution};

/// A random full grid.
///
/// The three boxes on the main diagonal share no house, so each is filled with a random order of the
/// nine digits; whatever stands there, the rest can be filled. It is, depth first: after all naked and
/// hidden singles a random one of the cells with the fewest candidates, its digits in random order.
/// Singles keep dead ends rare and shallow (a fill in plain random order can wander for hours).
///
/// Every full grid can come out, but not each equally often: diagonals with few completions are drawn
/// as often as those with many, and within them a grid is likelier the fewer choices led to it.
///
/// ```
/// use rand::SeedableRng;
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// let one = seeddb::generate::solution(&mut rng);
/// assert_ne!(one, seeddb::generate::solution(&mut rng));
/// ```
pub fn solution(rng: &mut impl Rng) -> Solution {
    let mut board = Board { candidates: Candidates::ALL, open: CellSet::ALL };
    for house in [House::boxed(0), House::boxed(4), House::boxed(8)] {
        let mut digits: [Digit; Digit::COUNT] = std::array::from_fn(Digit::from_index);
        digits.shuffle(rng);
        for (cell, digit) in house.cells().iter().zip(digits) {
            board.fill(cell, digit);
        }
    }
    complete(board, rng)
}

fn complete(board: Board, rng: &mut impl Rng) -> Solution {
    search(board, rng).expect("boxes on the diagonal never exclude each other")
}

/// Some way to fill the open cells, if there is one.
fn search(mut board: Board, rng: &mut impl Rng) -> Option<Solution> {
    if !board.settle() {
        return None;
    }
    if board.open.is_empty() {
        return board.solution();
    }
    let cell = board.pick(rng)?;
    let mut digits = [Digit::from_index(0); Digit::COUNT];
    let mut count = 0;
    for digit in board.candidates.at(cell).iter() {
        digits[count] = digit;
        count += 1;
    }
    digits[..count].shuffle(rng);
    digits[..count].iter().find_map(|&digit| {
        let mut next = board;
        next.fill(cell, digit);
        search(next, rng)
    })
}

/// A grid being filled.
#[derive(Clone, Copy)]
struct Board {
    candidates: Candidates,
    open: CellSet,
}

impl Board {
    fn fill(&mut self, cell: Cell, digit: Digit) {
        self.candidates.fill(cell, digit);
        self.open.remove(cell);
    }

    /// Fills naked and hidden singles until there is none; false on a contradiction.
    fn settle(&mut self) -> bool {
        loop {
            let before = self.open;
            for digit in Digit::all() {
                let Some(lone) = self.candidates[digit].lone_places() else { return false };
                for cell in lone & self.open {
                    self.fill(cell, digit);
                }
            }
            let [none, one, ..] = self.by_count();
            if !none.is_empty() {
                return false;
            }
            for cell in one & self.open {
                // An earlier one of them may have taken this one's last candidate.
                let Some(digit) = self.candidates.at(cell).single() else { return false };
                self.fill(cell, digit);
            }
            if self.open == before {
                return true;
            }
        }
    }

    /// The cells with exactly 0, 1, 2, 3 candidates, and those with more.
    fn by_count(&self) -> [CellSet; 5] {
        let mut at_least =
            [CellSet::ALL, CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY];
        for &places in self.candidates.places() {
            for n in (1..5).rev() {
                at_least[n] |= at_least[n - 1] & places;
            }
        }
        let [zero, one, two, three, four] = at_least;
        [zero - one, one - two, two - three, three - four, four]
    }

    /// A random one of the open cells with the fewest candidates (more than three count alike).
    fn pick(&self, rng: &mut impl Rng) -> Option<Cell> {
        let fewest = self
            .by_count()
            .into_iter()
            .map(|cells| cells & self.open)
            .find(|cells| !cells.is_empty())?;
        fewest.iter().nth(rng.random_range(0..fewest.len()))
    }

    fn solution(&self) -> Option<Solution> {
        let mut grid = Grid::EMPTY;
        for digit in Digit::all() {
            for cell in self.candidates[digit] {
                grid[cell] = Some(digit);
            }
        }
        Solution::new(&grid)
    }
}
