//! [`ContentsError`]: reasons why the contents of a book are impossible.

use seeddb_core::errors;

use crate::ask::Contradiction;
use crate::rating::levels::LevelError;
use crate::symmetry::Id;

/// The maximum number of puzzles in a book, which are all in memory.
pub(super) const MOST: u64 = 100_000;

errors! {
    /// An error in the sections of a book. Sections are numbered from 0.
    #[derive(Clone, PartialEq, Debug)]
    #[non_exhaustive]
    pub enum ContentsError;

    /// There is no puzzle to print.
    Nothing = "nothing-to-print", Request, "nothing to print", [NameContents];
    /// The batches have no puzzle that is not void.
    Void = "nothing-to-print", Request, "the batches have no puzzle that is not void";
    /// A puzzle that is to be replaced is not there.
    NotInBatches(id: Id) = "no-such-puzzle", NotFound, "{id} is not among the puzzles to be printed: it cannot be replaced";
    /// A puzzle that is to take a place has one.
    Twice(id: Id) = "puzzle-twice", Request, "{id} is in the book already";
    /// A section has no such level.
    Level { section: usize => section + 1, error: LevelError => () } = like *error, "{error}";
    /// No puzzle of the level of a section can be like that.
    Contradiction { section: usize => section + 1, error: Contradiction => () } = like *error, "{error}";
    /// A level has two sections of a book and is to have one.
    LevelTwice {
        /// The first of the two sections.
        section: usize => section + 1,
        level: String,
    } = "level-twice", Request, "level {level} stands twice", [AddUp];
    /// More puzzles than a book can have.
    TooMany(count: u64) = "too-many", Request, "{count} puzzles: a book has at most {MOST}", [SeveralRequests];
    /// The puzzles of a batch are not of the levels that the sections of a book say.
    NotThere { section: usize => section + 1, level: String, count: u32 } = "section-mismatch", Request,
        "the batch does not have {count} puzzles of level {level} at this place", [LeaveSectionsOut];
    /// The sections of a book take fewer puzzles than its batches have.
    LeftOver { taken: usize, all: usize } = "left-over", Request,
        ("the sections take {taken} of {all} puzzles, and {} are left over", all - taken),
        [MoreSections, LeaveSectionsOut];
    /// More volumes are asked for than the puzzles fill.
    EmptyVolume(volume: u32) = "empty-volume", Request, "volume {volume} would be empty", [FewerVolumes];
    /// The numbers of puzzles become larger than can be counted.
    Numbers = "numbers-too-large", Request, "the numbers of the puzzles become too large", [SmallerNumber];
}
