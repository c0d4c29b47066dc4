//! The ladder that grades.

use seeddb_core::logic::Ladder;

/// The ladder of the program.
pub fn ladder() -> &'static Ladder {
    Ladder::hsolve()
}
