//! Sudoku Explainer ratings, for `rate --metric se`.

use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::ProgressBar;
use seeddb_core::board::Puzzle;
use seeddb_core::rating::er::Score;
use seeddb_core::rating::se::{Hint, Without, canonical_er, follow};
use seeddb_core::rating::stop::Interrupted;
use seeddb_core::rows::{CanonicalExplainerRow, ExplainerRow};

use crate::terminal::{Cell, Globals, cells, interrupt};

/// The rating from which a step takes long enough to be reported.
const SLOW: Score = Score::from_tenths(85);

pub struct Ratings {
    without: Without,
    /// Whether to rate the canonical form of the puzzle, too.
    canonical: bool,
    /// Shows progress as long as nothing is printed.
    bar: ProgressBar,
    done: AtomicU64,
    unsolved: AtomicU64,
}

impl Ratings {
    pub fn new(globals: &Globals, without: Without, canonical: bool) -> Self {
        Self { without, canonical, bar: globals.spinner(), done: 0.into(), unsolved: 0.into() }
    }

    /// The cells of a puzzle; without one they are empty.
    pub fn cells(&self, puzzle: Option<&Puzzle>) -> Result<Vec<Cell>, Interrupted> {
        let row = puzzle
            .map_or_else(|| Ok(CanonicalExplainerRow::default()), |puzzle| self.row(puzzle))?;
        let mut row = if self.canonical { cells(&row) } else { cells(&row.as_given) };
        Ok(row.split_off(1))
    }

    fn row(&self, puzzle: &Puzzle) -> Result<CanonicalExplainerRow, Interrupted> {
        let stop = interrupt::stop();
        let mut number = 0;
        let rating = follow(&puzzle.grid(), self.without, stop, |step| {
            number += 1;
            self.tell(number, step);
        })?;
        let mut row = CanonicalExplainerRow::default();
        if rating.is_solved() || !self.without.guessing {
            row.as_given = ExplainerRow::rated(puzzle, &rating);
            if self.canonical {
                row.er_canon = Some(canonical_er(puzzle, &rating, self.without, stop)?.value());
            }
        } else {
            self.unsolved.fetch_add(1, Relaxed);
        }
        self.done.fetch_add(1, Relaxed);
        if io::stdout().is_terminal() {
            // The printed rows show the progress from here on.
            self.bar.finish_and_clear();
        }
        Ok(row)
    }

    fn tell(&self, number: usize, step: &Hint) {
        if !self.bar.is_hidden() && step.score() >= SLOW {
            let done = self.done.load(Relaxed);
            let (er, technique) = (step.score(), step.technique);
            self.bar.set_message(format!("{done} rated; step {number} of one: {er}, {technique}"));
        }
    }

    pub fn finish(self, globals: &Globals) {
        self.bar.finish_and_clear();
        match self.unsolved.into_inner() {
            0 => {}
            1 => globals.note("1 puzzle has no rating: it is not solved without guessing"),
            more => globals.note(format_args!(
                "{more} puzzles have no rating: they are not solved without guessing"
            )),
        }
    }
}
