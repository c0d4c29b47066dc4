//! [`Look`]: a search of all tiers, easiest first, with a cache for the states that follow.

use super::applications::Applications;
use super::find::{Finder, find_all};
use super::ladder::Ladder;
use super::state_cache::StateCache;
use crate::board::State;
use crate::kernel::Matching;

/// A search of a state. Its results make the search of a later state quicker.
#[derive(Debug)]
pub struct Look {
    state: State,
    known: StateCache,
}

impl Look {
    /// Starts a search without a cache of earlier states.
    pub fn new(state: State) -> Self {
        Self { state, known: StateCache::of(&state) }
    }

    /// Returns the state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Starts a search of a state that follows from this one. `matching` is of the solution of
    /// both.
    pub fn then(&self, state: State, matching: &Matching) -> Self {
        Self { state, known: self.known.then(&self.state, &state, matching) }
    }

    /// Searches tier after tier, in a state without singles, until one has a valid application.
    /// `found` gets the applications of that tier. Returns the cost of the tiers below it, p + 1
    /// for each, where p is the number of its possible applications. If no tier has a valid
    /// application, all are below.
    pub fn search(&mut self, ladder: &Ladder, found: &mut Applications) -> usize {
        let mut in_vain = 0;
        for tier in ladder.all() {
            let possible = if let Some(singles) = tier.singles {
                debug_assert_eq!(
                    find_all(&self.state, &tier.rows).valid(),
                    0,
                    "singles come first"
                );
                singles * self.state.open.len()
            } else {
                let mut finder = Finder { state: &self.state, known: &mut self.known };
                finder.pool(&tier.rows, found);
                if found.valid() > 0 {
                    break;
                }
                found.possible
            };
            in_vain += possible + 1;
        }
        in_vain
    }
}
