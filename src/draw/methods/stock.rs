//! [`Stock`]: seeds to be refilled, or full boards. Nothing is recorded.

use std::sync::OnceLock;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::board::Puzzle;
use crate::generate::{Filler, Pseudo};
use crate::logic::{Ladder, grade};
use crate::refill::{Prepared, RefillTarget};
use crate::symmetry::{ClueSymmetry, Id, Key, Transform};

/// The source of refills.
pub enum Stock {
    /// Seeds, all equally likely.
    Seeds(Vec<StockSeed>, How),
    /// A new full board each time.
    Boards {
        /// The method that fills it.
        filler: Filler,
        /// The tier up to which its cells are to follow.
        tier: u8,
        /// Whether clues that are not needed are removed.
        thin: bool,
    },
}

/// The method by which a seed is refilled.
pub enum How {
    /// As in a draw, towards a target.
    Wish(RefillTarget),
    /// Exactly as in the paper.
    Letter {
        /// Whether clues that are not needed are removed.
        thin: bool,
    },
}

/// A seed, prepared at its first refill.
pub struct StockSeed {
    id: Id,
    puzzle: Puzzle,
    prepared: OnceLock<Prepared>,
    letter: OnceLock<Option<Pseudo>>,
}

impl StockSeed {
    /// Creates a seed with its own reserved cells.
    pub const fn new(id: Id, puzzle: Puzzle) -> Self {
        Self { id, puzzle, prepared: OnceLock::new(), letter: OnceLock::new() }
    }

    /// Sets the reserved cells, for refills exactly as in the paper.
    #[must_use]
    pub fn with_cells(self, pseudo: Pseudo) -> Self {
        Self { letter: OnceLock::from(Some(pseudo)), ..self }
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }
}

impl Stock {
    /// Whether there is no seed.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Seeds(seeds, _) if seeds.is_empty())
    }

    /// Returns a refill of a random seed or a new board, moved by a random symmetry, and the id of
    /// the seed.
    pub fn attempt(&self, ladder: &Ladder, rng: &mut ChaCha8Rng) -> Option<(Puzzle, Id)> {
        match self {
            Self::Seeds(seeds, how) => {
                let seed = seeds.choose(rng)?;
                let puzzle = match how {
                    How::Wish(wish) => {
                        let prepare = || {
                            Prepared::graded(
                                ladder,
                                &seed.puzzle,
                                &grade(ladder, &seed.puzzle),
                                None,
                            )
                        };
                        crate::one(seed.prepared.get_or_init(prepare), wish, rng)?
                    }
                    How::Letter { thin } => {
                        let pseudo = seed.letter.get_or_init(|| own_cells(ladder, &seed.puzzle));
                        turned(&pseudo.as_ref()?.attempt(*thin, rng), rng)
                    }
                };
                Some((puzzle, seed.id))
            }
            Self::Boards { filler, tier, thin } => {
                let grid = filler.solution(rng);
                let (seed, pseudo) = Pseudo::of_grid(ladder, &grid, *tier, rng)?;
                let puzzle = turned(&pseudo.attempt(*thin, rng), rng);
                Some((puzzle, Id::seed(Key::of(&seed))))
            }
        }
    }
}

/// Returns the seed with its own reserved cells.
fn own_cells(ladder: &Ladder, puzzle: &Puzzle) -> Option<Pseudo> {
    let grade = grade(ladder, puzzle);
    let tier = ladder.closed_tier(grade.tier);
    Pseudo::new(ladder, puzzle.solution(), grade.reserved(), tier).ok()
}

/// Applies a random symmetry.
fn turned(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Puzzle {
    Transform::random_keeping(ClueSymmetry::None, rng).apply_puzzle(puzzle)
}
