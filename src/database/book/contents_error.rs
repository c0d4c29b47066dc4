//! [`ContentsError`]: what cannot stand in a book.

use crate::ask::Contradiction;
use crate::rating::levels::LevelError;
use crate::symmetry::Id;

/// Most puzzles in a book: they are all in memory.
pub(super) const MOST: u64 = 100_000;

/// What is wrong with the sections of a book. Sections are told by their place, from 0.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContentsError {
    /// No section and no batch.
    #[error("nothing to print")]
    Nothing,
    /// Batches without a puzzle that is not void.
    #[error("the batches have no puzzle that is not void")]
    Void,
    /// A puzzle that is to be replaced and is not there.
    #[error("{0} is not in the batches: it cannot be replaced")]
    NotInBatches(Id),
    /// A puzzle that is to take a place and has one.
    #[error("{0} is in the book already")]
    Twice(Id),
    /// No such level.
    #[error("{error}")]
    Level {
        /// The section.
        section: usize,
        /// What is wrong.
        error: LevelError,
    },
    /// No puzzle of the level can be like that.
    #[error("{error}")]
    Contradiction {
        /// The section.
        section: usize,
        /// What contradicts what.
        error: Contradiction,
    },
    /// A level that is to come once comes again.
    #[error("level {level} stands twice")]
    LevelTwice {
        /// The first of the two sections.
        section: usize,
        /// The level.
        level: String,
    },
    /// More than a book can have.
    #[error("{0} puzzles: a book has at most {MOST}")]
    TooMany(u64),
    /// The puzzles of the batches are others.
    #[error("the batch does not have {count} puzzles of level {level} at this place")]
    NotThere {
        /// The section.
        section: usize,
        /// Its level.
        level: String,
        /// How many it is to have.
        count: u32,
    },
    /// The sections take fewer puzzles than there are.
    #[error("the sections take {taken} of {all} puzzles, and {} are left over", all - taken)]
    LeftOver {
        /// Those in sections.
        taken: usize,
        /// All.
        all: usize,
    },
    /// More volumes than the puzzles fill.
    #[error("volume {0} would be empty")]
    EmptyVolume(u32),
    /// Labels beyond what can be counted.
    #[error("the numbers of the puzzles become too large")]
    Numbers,
}
