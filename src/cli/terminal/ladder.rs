//! The ladder that all commands grade by.

use seeddb_core::board::Puzzle;
use seeddb_core::logic::{self, Grade, Ladder, Technique};
use seeddb_core::record::{Grading, Seed};

pub fn ladder() -> &'static Ladder {
    Ladder::hsolve()
}

pub fn tier_of(technique: Technique) -> u8 {
    ladder().tier_of(technique).unwrap_or(ladder().beyond())
}

/// The name of a technique as a part of a column's: `naked_pair`.
pub fn column_of(technique: Technique) -> String {
    technique.name().to_lowercase().replace([' ', '-'], "_")
}

pub fn grade(puzzle: &Puzzle) -> Grade {
    logic::grade(ladder(), puzzle)
}

/// This ladder's grading of a seed; `None` if only other ladders have graded it.
pub fn grading(seed: &Seed) -> Option<&Grading> {
    seed.grading(ladder().id())
}
