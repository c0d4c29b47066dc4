//! Data of a seed besides its gradings.

use crate::board::Puzzle;
use crate::rating::hsolve;
use crate::record::Particulars;

/// Returns the particulars of a puzzle that do not depend on how it was found: its crux, and EP and
/// ED where ratings are compiled in.
pub fn particulars(puzzle: &Puzzle) -> Particulars {
    #[cfg(feature = "se")]
    let (ep, ed) = crate::rating::se::pearl_and_diamond(puzzle, crate::rating::stop::Stop::NEVER)
        .map(|(ep, ed)| (Some(ep), Some(ed)))
        .unwrap_or_default();
    #[cfg(not(feature = "se"))]
    let (ep, ed) = (None, None);
    Particulars { crux: hsolve::crux(puzzle), ep, ed, found: None }
}
