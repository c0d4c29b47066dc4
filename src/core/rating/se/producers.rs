//! The table of producers, in the order of search.

use super::chains::memory::Memory;
use super::chains::{branching, cycles};
use super::hint::Hint;
use super::sheet::Sheet;
use super::technique::Depth;
use super::without::Without;
use super::{bug, exclusion, locked, loops, sets, singles, wings};
use crate::rating::stop::{Interrupted, Stop};

/// The kinds of hints that a search asks for.
#[derive(Clone, Copy)]
enum Producer {
    /// A pattern that is looked up at once.
    Pattern(fn(&Sheet) -> Option<Hint>),
    /// Hints that hold only if the solution is unique.
    Uniqueness(fn(&Sheet) -> Option<Hint>),
    /// Several chains, which may take long.
    Chains(Depth),
}

use Producer::{Chains, Pattern, Uniqueness};

/// The producers, in the order of search: the first that finds a hint decides. This fixed order is
/// not that of the ratings.
const PRODUCERS: [Producer; 30] = [
    Pattern(singles::hidden_single),
    Pattern(locked::direct_intersection),
    Pattern(|sheet| sets::direct_hidden(sheet, 2)),
    Pattern(singles::naked_single),
    Pattern(|sheet| sets::direct_hidden(sheet, 3)),
    Pattern(locked::intersection),
    Pattern(|sheet| sets::naked(sheet, 2)),
    Pattern(|sheet| sets::fish(sheet, 2)),
    Pattern(|sheet| sets::hidden(sheet, 2)),
    Pattern(|sheet| sets::naked(sheet, 3)),
    Pattern(|sheet| sets::fish(sheet, 3)),
    Pattern(|sheet| sets::hidden(sheet, 3)),
    Pattern(wings::xy_wing),
    Pattern(wings::xyz_wing),
    Uniqueness(loops::unique_loop),
    Pattern(|sheet| sets::naked(sheet, 4)),
    Pattern(|sheet| sets::fish(sheet, 4)),
    Pattern(|sheet| sets::hidden(sheet, 4)),
    Uniqueness(bug::grave),
    Pattern(exclusion::aligned_pair),
    Pattern(cycles::best),
    Pattern(exclusion::aligned_triplet),
    Chains(Depth::Nishio),
    Chains(Depth::Multiple),
    Chains(Depth::Dynamic),
    Chains(Depth::Plus),
    Chains(Depth::Nested),
    Chains(Depth::NestedMultiple),
    Chains(Depth::NestedDynamic),
    Chains(Depth::NestedTwice),
];

/// The number of producers before those whose order matters: up to the XYZ-wing.
pub(super) const MONOTONE: usize = 14;

/// Returns the next hint: the first of the first `count` producers, without those that the solver
/// lacks.
pub(super) fn next_hint(
    sheet: &Sheet,
    count: usize,
    without: Without,
    memory: &Memory,
    stop: Stop,
) -> Result<Option<Hint>, Interrupted> {
    for producer in &PRODUCERS[..count] {
        let hint = match *producer {
            Pattern(find) => find(sheet),
            Uniqueness(_) if without.uniqueness => None,
            Uniqueness(find) => find(sheet),
            // All of these are guesses.
            Chains(depth) if without.guessing && depth > Depth::Nishio => None,
            Chains(depth) => branching::best(sheet, depth, memory, stop)?,
        };
        if hint.is_some() {
            return Ok(hint);
        }
        stop.check()?;
    }
    Ok(None)
}

pub(super) const ALL: usize = PRODUCERS.len();
