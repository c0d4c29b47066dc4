//! [`Look`]: a search of all tiers, easiest first, that remembers what it found out for the states that follow.

use super::applications::Applications;
use super::find::{Finder, find_all};
use super::ladder::Ladder;
use super::state_cache::StateCache;
use crate::board::State;
use crate::kernel::Matching;

/// A look at a state. What it finds out makes the next look quicker, at a state that follows.
#[derive(Debug)]
pub struct Look {
    state: State,
    known: StateCache,
}

impl Look {
    /// A first look.
    pub fn new(state: State) -> Self {
        Self { state, known: StateCache::of(&state) }
    }

    /// The state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// A look at a state that follows from this one. `matching` is of the solution that both lead
    /// to.
    pub fn then(&self, state: State, matching: &Matching) -> Self {
        Self { state, known: self.known.then(&self.state, &state, matching) }
    }

    /// What a solver meets here, where there are no singles: it searches tier after tier until one
    /// has a valid application. `found` has the applications of that tier; the result is what the
    /// tiers below it cost, p + 1 for each, where p is the number of its possible applications. If
    /// no tier has a valid one, all are below.
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
