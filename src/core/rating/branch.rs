//! The branch score of Beer (2011), "Generating difficult Sudoku puzzles quickly".
//!
//! A backtracking solver without any logic branches where it has the fewest choices; the score
//! counts its choices on the way to the solution: B = sum of (b - 1)^2 over the nodes of that path,
//! b being the number of branches, and S = 100 B + open cells. Below 100 no choice is needed; Beer
//! calls 300 and more challenging.
//!
//! The path is known without a search, since the solution is known: it is followed branch by
//! branch. The article does not define ties; they are resolved as in its program: the first cell;
//! column 1, row 1, box 1, column 2 and so on; the lower digit; and a house is taken only if it has
//! fewer places than any cell has candidates. This reproduces all five scores that the article
//! prints. A single has one branch and adds nothing, and the end of the singles does not depend on
//! their order: so they are filled all at once, and only the rest is solved as by that solver.

use super::technique::naked_singles;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, Puzzle, State};

/// The places where the solver looks for the least choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Cells with few candidates, and digits with few places in a house ("set-oriented").
    #[default]
    CellsAndHouses,
    /// Cells only ("naive").
    Cells,
}

/// The branches that the solver met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branches {
    /// B, the sum of (branches - 1)^2 on the path to the solution.
    pub sum: u32,
    /// The number of open cells.
    pub open: u32,
}

impl Branches {
    /// Returns S = 100 B + open cells.
    pub const fn score(self) -> u32 {
        100 * self.sum + self.open
    }
}

/// Returns the branches on the way to the solution of `puzzle`.
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
    let mut changed = DigitSet::ALL;
    loop {
        match choice {
            Choice::CellsAndHouses => {
                let consistent = state.propagate::<false>(changed);
                debug_assert!(consistent, "a board that keeps its solution has no contradiction");
            }
            Choice::Cells => drop(naked_singles(&mut state)),
        }
        let Some((mut cell, mut least)) = fewest_candidates(&state) else {
            return Branches { sum, open };
        };
        // No house has a digit with only one place, so the fewest are two.
        if choice == Choice::CellsAndHouses
            && least > 2
            && let Some((places, digit)) = fewest_places(&state)
            && places.len() < least
            && let Some(right) = places.iter().find(|&place| solution[place] == digit)
        {
            (cell, least) = (right, places.len());
        }
        sum += (least as u32 - 1).pow(2);
        changed = state.assume(cell, solution[cell]);
    }
}

/// Returns the first of the open cells with fewest candidates, and their number; `None` if all are
/// filled.
fn fewest_candidates(state: &State) -> Option<(Cell, usize)> {
    let pair = state.pairs().first().map(|cell| (cell, 2));
    pair.or_else(|| {
        let choices = |cell| state.candidates.at(cell).len();
        let cell = state.open.iter().min_by_key(|&cell| choices(cell))?;
        Some((cell, choices(cell)))
    })
}

fn fewest_places(state: &State) -> Option<(CellSet, Digit)> {
    let missing = SETS.iter().flat_map(|house| {
        let open = house.cells() & state.open;
        Digit::all().map(move |digit| (state.candidates[digit] & open, digit))
    });
    // A digit without an open place is filled in already.
    missing.filter(|(places, _)| !places.is_empty()).min_by_key(|(places, _)| places.len())
}

/// The houses in the order of the program.
const SETS: [House; House::COUNT] = {
    let mut sets = [House::row(0); House::COUNT];
    let mut number = 0;
    while number < 9 {
        sets[3 * number] = House::column(number);
        sets[3 * number + 1] = House::row(number);
        sets[3 * number + 2] = House::boxed(number);
        number += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::puzzles::{known, puzzle};

    /// Runs the solver of the article, one fill at a time, chosen among all cells and all houses.
    fn fill_by_fill(puzzle: &Puzzle, choice: Choice) -> Branches {
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
            {
                cell = places.iter().find(|&place| solution[place] == digit).unwrap();
                least = places.len();
            }
            sum += (least as u32 - 1).pow(2);
            state.fill(cell, solution[cell]);
        }
    }

    #[test]
    fn singles_at_once_are_singles_one_by_one() {
        let rng_seed = 20_261_122;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut houses = 0;
        for hard in known() {
            for share in [0.0, 0.05, 0.1, 0.3] {
                let more: CellSet = Cell::all().filter(|_| rng.random_bool(share)).collect();
                let puzzle = Puzzle::proved(hard.clues() | more, *hard.solution());
                let both = [Choice::CellsAndHouses, Choice::Cells].map(|choice| {
                    let found = branches(&puzzle, choice);
                    let literal = fill_by_fill(&puzzle, choice);
                    assert_eq!(found, literal, "{choice:?}, {puzzle}, RNG seed {rng_seed}");
                    found.sum
                });
                houses += u32::from(both[0] != both[1]);
            }
        }
        assert!(houses > 50, "{houses}");
    }

    /// The samples of the article with the scores printed below them.
    #[test]
    fn the_samples_have_the_scores_of_the_article() {
        let samples = "
            551 37...9..68..1.3.7.........8.2..8...5187...6425...2..1.7.........5.6.2..72..3...61
            253 .7.3...4.3...8.2..2.14.7...5.4....9..2.....5..1....7.3...9.63.2..2.3...9.6...2.8.
            451 .4...7.9..91.8....7.39.1....1..642.....5.8.....571..6....1.58.6....4.91..5.8...2.
            953 ..3......8.946.7.22...186.......6.7...8...4...7.8.......294...54.6.328.7......2..
        ";
        for (score, line) in samples.lines().filter_map(|line| line.trim().split_once(' ')) {
            let puzzle = puzzle(line);
            let found = branches(&puzzle, Choice::CellsAndHouses).score();
            assert_eq!(found.to_string(), score, "{line}");
        }
    }
}
