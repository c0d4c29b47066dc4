//! The ladder that the commands grade by: the one place where it is named.

use seeddb::board::Puzzle;
use seeddb::logic::{self, Grade, Ladder, Technique};
use seeddb::record::{Grading, Seed};

pub fn ladder() -> &'static Ladder {
    Ladder::hsolve()
}

pub fn tier_of(technique: Technique) -> u8 {
    ladder().tier_of(technique).unwrap_or(ladder().beyond())
}

pub fn grade(puzzle: &Puzzle) -> Grade {
    logic::grade(ladder(), puzzle)
}

/// What it has said of a seed; none if that was graded by others only.
pub fn grading(seed: &Seed) -> Option<&Grading> {
    seed.grading(ladder().id())
}
