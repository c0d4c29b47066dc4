//! The branch score of Beer (2011), "Generating difficult Sudoku puzzles quickly".
//!
//! A backtracking solver without any logic works where it has least choice; the score says how often it has to
//! choose on the way to the solution: B = sum of (b - 1)^2 over the nodes of that path, b being the
//! number of branches, and S = 100 B + open cells. Below 100 no choice is needed; Beer calls 300 and more challenging.
//!
//! The path is known without a search, since the solution is: it is followed branch by branch. Ties, about
//! which the article says nothing, go to the first cell; to rows before columns before boxes; to the
//! lower digit; and a house is taken only if it has fewer places than any cell has candidates. So read, all
//! five scores that the article prints come out.

use crate::board::{CellSet, Digit, House, Puzzle, State};

/// Where the solver looks for the least choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Cells with few candidates, and digits with few places in a house ("set-oriented").
    #[default]
    CellsAndHouses,
    /// Cells only ("naive").
    Cells,
}

/// What the solver met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branches {
    /// B, the sum of (branches - 1)^2 on the path to the solution.
    pub sum: u32,
    /// Open cells.
    pub open: u32,
}

impl Branches {
    /// S = 100 B + open cells.
    pub const fn score(self) -> u32 {
        100 * self.sum + self.open
    }
}

/// The branches on the way to the solution of `puzzle`.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Grid, Puzzle};
/// use seeddb::rating::branch::{Choice, branches};
///
/// // The example of the article.
/// let grid: Grid =
///     "534..8.1......2.9......76.4...5..1..1.......3..9..1...3.54......8.2......6.7..382".parse()?;
/// let puzzle = Puzzle::new(&grid)?;
/// assert_eq!(branches(&puzzle, Choice::CellsAndHouses).score(), 55);
/// assert_eq!(branches(&puzzle, Choice::Cells).score(), 655);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn branches(puzzle: &Puzzle, choice: Choice) -> Branches {
    let solution = puzzle.solution();
    let mut state = State::of_clues(solution, puzzle.clues());
    let open = state.open.len() as u32;
    let mut sum = 0;
    loop {
        let choices = |cell| state.candidates.at(cell).len();
        let Some(mut cell) = state.open.iter().min_by_key(|&cell| choices(cell)) else {
            return Branches { sum, open };
        };
        let mut least = choices(cell);
        if choice == Choice::CellsAndHouses
            && let Some((places, digit)) = fewest_places(&state)
            && places.len() < least
            && let Some(right) = places.iter().find(|&place| solution[place] == digit)
        {
            (cell, least) = (right, places.len());
        }
        sum += (least as u32 - 1).pow(2);
        state.fill(cell, solution[cell]);
    }
}

/// The open places of the digit that has fewest in some house, and the digit.
fn fewest_places(state: &State) -> Option<(CellSet, Digit)> {
    let missing = House::all().flat_map(|house| {
        let open = house.cells() & state.open;
        Digit::all().map(move |digit| (state.candidates[digit] & open, digit))
    });
    // A digit without an open place there stands already.
    missing.filter(|(places, _)| !places.is_empty()).min_by_key(|(places, _)| places.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of the article with the scores printed below them.
    #[test]
    fn the_samples_have_the_scores_of_the_article() {
        let samples = [
            (
                551,
                "37...9..68..1.3.7.........8.2..8...5187...6425...2..1.7.........5.6.2..72..3...61",
            ),
            (
                253,
                ".7.3...4.3...8.2..2.14.7...5.4....9..2.....5..1....7.3...9.63.2..2.3...9.6...2.8.",
            ),
            (
                451,
                ".4...7.9..91.8....7.39.1....1..642.....5.8.....571..6....1.58.6....4.91..5.8...2.",
            ),
            (
                953,
                "..3......8.946.7.22...186.......6.7...8...4...7.8.......294...54.6.328.7......2..",
            ),
        ];
        for (score, line) in samples {
            let puzzle = Puzzle::new(&line.parse().unwrap()).unwrap();
            assert_eq!(branches(&puzzle, Choice::CellsAndHouses).score(), score, "{line}");
        }
    }
}
