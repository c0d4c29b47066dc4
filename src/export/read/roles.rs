//! The roles of grids that stand together in a row, a line or an object: puzzles and solutions.

use seeddb_core::board::{Cell, Grid, Puzzle};

/// The least number of digits of an incomplete solution; puzzles hardly have as many.
const NEARLY_FULL: usize = 70;

/// A grid, or the reason why a text is no valid one.
pub(super) type Found = Result<Grid, String>;

/// Returns the puzzles among grids that stand together. A full grid is the solution of a puzzle
/// that it completes, in any position; adjacent equal grids count once.
pub(super) fn puzzles(found: Vec<Found>) -> Vec<Found> {
    if found.len() < 2 {
        return found;
    }
    let mut all: Vec<Found> = found;
    // One grid in two notations.
    all.dedup_by(|one, before| one.is_ok() && one == before);
    let open: Vec<Grid> = all.iter().flatten().filter(|grid| !is_full(grid)).copied().collect();
    if open.is_empty() {
        // A full grid beside a broken one is its solution.
        if all.iter().any(Result::is_err) {
            all.retain(Result::is_err);
        }
        return all;
    }
    let mut at = 0_usize;
    let mut puzzles = Vec::new();
    for one in all {
        match one {
            Ok(grid) if is_full(&grid) => {
                // Solutions are usually in the order of the puzzles.
                let near = [at.saturating_sub(1), at].map(|i| open.get(i % open.len()));
                let mut likely = near.into_iter().flatten().chain(&open);
                if !likely.any(|puzzle| completes(&grid, puzzle)) {
                    let words = "a full grid stands beside the puzzle and is not its solution";
                    puzzles.push(Err(words.to_owned()));
                }
                at += 1;
            }
            Ok(grid)
                if grid.clues().len() >= NEARLY_FULL
                    && open.iter().any(|puzzle| *puzzle != grid && agree(&grid, puzzle)) =>
            {
                let words = "a grid with few open cells stands beside the puzzle: a solution that lost a digit";
                puzzles.push(Err(words.to_owned()));
            }
            other => puzzles.push(other),
        }
    }
    puzzles
}

/// Whether no cell has different digits in two grids.
fn agree(one: &Grid, other: &Grid) -> bool {
    one.filled().all(|(cell, digit)| other[cell].is_none_or(|own| own == digit))
}

/// Whether no cell is open.
/// Whether cells that are not named as a puzzle may be one.
pub(super) fn is_likely(one: &Found) -> bool {
    let has_clues = |grid: &Grid| grid.clues().len() >= Puzzle::FEWEST_CLUES;
    one.as_ref().is_ok_and(|grid| has_clues(grid) && grid.clash().is_none())
}

pub(super) fn is_full(grid: &Grid) -> bool {
    Cell::all().all(|cell| grid[cell].is_some())
}

/// Whether a grid has all digits of another.
pub(super) fn completes(full: &Grid, puzzle: &Grid) -> bool {
    puzzle.filled().all(|(cell, digit)| full[cell] == Some(digit))
}
