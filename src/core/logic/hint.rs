//! [`hint`]: help for a player from the current board on.

use serde::{Deserialize, Serialize};

use super::ladder::Ladder;
use super::rows::StepRow;
use super::walk::Walk;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, Puzzle, State};

/// The moves of a player on a puzzle. All pencil marks that the player did not remove count as
/// present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The digits filled in; clues of the puzzle may be among them.
    pub filled: Grid,
    /// The candidates removed.
    pub removed: Candidates,
}

impl Default for Played {
    fn default() -> Self {
        Self { filled: Grid::EMPTY, removed: Candidates::NONE }
    }
}

/// The text is no effect of a step.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?}: write a digit as r5c2=7, removed candidates as r3c4<>28")]
pub struct NotAnEffect(String);

impl Played {
    /// Adds a move, written as in [`StepRow::effect`]: `r5c2=7`, or `r3c4<>28`.
    ///
    /// # Errors
    /// [`NotAnEffect`] if it has another form.
    pub fn add(&mut self, effect: &str) -> Result<(), NotAnEffect> {
        let bad = || NotAnEffect(effect.to_owned());
        let removes = effect.split_once("<>");
        let (cell, digits) = removes.or_else(|| effect.split_once('=')).ok_or_else(bad)?;
        let cell: Cell = cell.trim().parse().map_err(|_| bad())?;
        let digit = |text: char| Digit::new(text.to_digit(10)? as u8);
        let digits: Option<Vec<Digit>> = digits.trim().chars().map(digit).collect();
        match (removes, digits.as_deref()) {
            (None, Some(&[digit])) => self.filled[cell] = Some(digit),
            (Some(_), Some(digits)) if !digits.is_empty() => {
                for &digit in digits {
                    self.removed[digit] |= CellSet::of(cell);
                }
            }
            _ => return Err(bad()),
        }
        Ok(())
    }

    /// Returns the board of the player of `puzzle`.
    ///
    /// # Errors
    /// The player's first mistake, a digit before a candidate, in the order of the cells.
    pub fn board(&self, puzzle: &Puzzle) -> Result<State, Mistake> {
        let solution = puzzle.solution();
        if let Some((cell, digit)) = self.filled.filled().find(|&(cell, it)| solution[cell] != it) {
            return Err(Mistake::Digit(cell, digit));
        }
        let filled: CellSet = self.filled.filled().map(|(cell, _)| cell).collect();
        let mut board = State::of_clues(solution, puzzle.clues() | filled);
        let is_gone = |cell: &Cell| self.removed[solution[*cell]].contains(*cell);
        if let Some(cell) = board.open.iter().find(is_gone) {
            return Err(Mistake::Removal(cell, solution[cell]));
        }
        board.candidates -= self.removed.part(DigitSet::ALL, board.open);
        Ok(board)
    }
}

/// A hint; steps are those of a ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Hint<Row = StepRow> {
    /// A digit that was filled in is not that of the solution.
    WrongDigit {
        /// The cell.
        cell: String,
        /// The digit there.
        digit: u8,
    },
    /// A candidate that was removed is the digit of the solution.
    WrongRemoval {
        /// The cell.
        cell: String,
        /// The digit.
        digit: u8,
    },
    /// The next step. It is number 1.
    Step(Box<Row>),
    /// The grid is full and right.
    Solved,
    /// No technique of the ladder helps from here.
    Stuck {
        /// The number of open cells.
        open: usize,
    },
}

/// Returns the first mistake of a player, a digit before a candidate, in the order of the cells;
/// else the first step of [`explain_from`](super::explain_from) the player's board. So moves
/// already made are skipped, and a player who followed [`explain`](super::explain()) so far gets
/// its next step.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Grid, Puzzle};
/// use seeddb::logic::{Hint, Ladder, Played, Walk, hint};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(&grid)?;
/// let mut played = Played::default();
/// let first = Walk::new(Ladder::hsolve(), &puzzle).rows().next().ok_or("it has steps")?;
/// assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), Hint::Step(Box::new(first)));
///
/// played.add("r1c3=2")?;
/// let wrong = Hint::WrongDigit { cell: "r1c3".to_owned(), digit: 2 };
/// assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), wrong);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(ladder: &Ladder, puzzle: &Puzzle, played: &Played) -> Hint {
    Hint::by(puzzle, played, |board| Walk::of_state(ladder, puzzle, board).rows().next())
}

impl<Row> Hint<Row> {
    /// Returns the hint by the step that `first` finds on the board of a player.
    pub fn by(puzzle: &Puzzle, played: &Played, first: impl FnOnce(State) -> Option<Row>) -> Self {
        let named = |cell: Cell, digit: Digit| (cell.to_string(), digit.value());
        let board = match played.board(puzzle) {
            Ok(board) => board,
            Err(Mistake::Digit(cell, digit)) => {
                let (cell, digit) = named(cell, digit);
                return Self::WrongDigit { cell, digit };
            }
            Err(Mistake::Removal(cell, digit)) => {
                let (cell, digit) = named(cell, digit);
                return Self::WrongRemoval { cell, digit };
            }
        };
        let open = board.open.len();
        match first(board) {
            Some(step) => Self::Step(Box::new(step)),
            None if open == 0 => Self::Solved,
            None => Self::Stuck { open },
        }
    }
}

/// A mistake of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mistake {
    /// A digit that was filled in is not that of the solution.
    #[error("{0} is not {1}")]
    Digit(Cell, Digit),
    /// A candidate that was removed is the digit of the solution.
    #[error("{0} can be {1}, which was removed")]
    Removal(Cell, Digit),
}

/// Returns the steps from the player's board on.
///
/// # Errors
/// As [`Played::board`].
pub fn walk_from(ladder: &Ladder, puzzle: &Puzzle, played: &Played) -> Result<Walk, Mistake> {
    Ok(Walk::of_state(ladder, puzzle, played.board(puzzle)?))
}

#[cfg(test)]
mod tests {
    use super::super::walk::Walk;
    use super::*;
    use crate::puzzles::puzzle;

    fn example() -> Puzzle {
        puzzle("..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...")
    }

    #[test]
    fn steps_that_were_made_are_passed_over() {
        let puzzle = example();
        let walk = Walk::new(Ladder::hsolve(), &puzzle);
        assert!(walk.is_solved() && walk.steps().len() > 50);
        let mut played = Played::default();
        for row in walk.rows() {
            let Hint::Step(next) = hint(Ladder::hsolve(), &puzzle, &played) else {
                panic!("step {} is to be made", row.number);
            };
            assert_eq!(*next, StepRow { number: 1, ..row.clone() }, "step {}", row.number);
            for effect in &row.effect {
                played.add(effect).unwrap();
            }
        }
        assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), Hint::Solved);
    }

    #[test]
    fn mistakes_are_named_first_and_digits_before_candidates() {
        let puzzle = example();
        let right = puzzle.solution()[Cell::at(0, 0)].value();
        let wrong = right % 9 + 1;
        let mut played = Played::default();
        played.add(&format!("r1c1<>{right}")).unwrap();
        let gone = Hint::WrongRemoval { cell: "r1c1".to_owned(), digit: right };
        assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), gone);
        played.add(&format!("r1c2={wrong}")).unwrap();
        let second = puzzle.solution()[Cell::at(0, 1)].value();
        if second != wrong {
            let digit = Hint::WrongDigit { cell: "r1c2".to_owned(), digit: wrong };
            assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), digit);
        }
        // An overwritten clue is a wrong digit, too.
        let mut played = Played::default();
        played.add("r1c3=8").unwrap();
        let given = Hint::WrongDigit { cell: "r1c3".to_owned(), digit: 8 };
        assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), given);
        // Removing a candidate of a correctly filled cell is no mistake.
        let mut played = Played::default();
        played.add(&format!("r1c1={right}")).unwrap();
        played.add(&format!("r1c1<>{right}")).unwrap();
        assert!(matches!(hint(Ladder::hsolve(), &puzzle, &played), Hint::Step(_)));
    }

    #[test]
    fn beyond_the_ladder_it_is_stuck() {
        let puzzle = puzzle(
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        );
        let walk = Walk::new(Ladder::hsolve(), &puzzle);
        assert!(!walk.is_solved());
        let mut played = Played::default();
        for effect in walk.rows().flat_map(|row| row.effect) {
            played.add(&effect).unwrap();
        }
        let open = walk.end().open.len();
        assert_eq!(hint(Ladder::hsolve(), &puzzle, &played), Hint::Stuck { open });
    }

    #[test]
    fn what_no_step_does_is_refused() {
        let mut played = Played::default();
        for text in ["", "r1c1", "r1c1=", "r1c1=12", "r1c1=0", "r1c1<>", "r0c1=1", "r1c1<>1x"] {
            let error = played.add(text).unwrap_err();
            assert!(error.to_string().contains("r5c2=7"), "{text}");
        }
        assert_eq!(played, Played::default());
    }
}
