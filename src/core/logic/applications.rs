//! [`Applications`]: the result of searching a tier.

use super::apply::{Application, Effect};
use crate::board::State;

/// The possible and valid applications of a tier in a state.
///
/// Both are counted in the same units (after appendix A of the hsolve paper): cells for singles and
/// assumptions, sets of n open cells of a house for subsets, segments of a line in a box for locked
/// candidates, sets of n lines of a digit for fish. A unit may have several applications (another
/// digit or direction in a segment, either candidate of a cell).
#[derive(Clone, Debug)]
pub struct Applications<A = Application> {
    /// The number of possible applications, p.
    pub possible: usize,
    all: Vec<A>,
    /// The index in `all` at which each valid unit begins.
    units: Vec<usize>,
}

impl<A> Default for Applications<A> {
    fn default() -> Self {
        Self { possible: 0, all: Vec::new(), units: Vec::new() }
    }
}

impl<A> Applications<A> {
    /// Returns the number of valid units, v.
    pub fn valid(&self) -> usize {
        self.units.len()
    }

    /// Returns the applications of valid unit `i`.
    pub fn unit(&self, i: usize) -> &[A] {
        let end = self.units.get(i + 1).copied().unwrap_or(self.all.len());
        &self.all[self.units[i]..end]
    }

    /// Returns all applications of all valid units.
    pub fn all(&self) -> &[A] {
        &self.all
    }

    /// Maps each application, and keeps the units.
    pub fn map<Other>(&self, other: impl FnMut(&A) -> Other) -> Applications<Other> {
        Applications {
            possible: self.possible,
            all: self.all.iter().map(other).collect(),
            units: self.units.clone(),
        }
    }

    /// Clears the applications and keeps their allocations.
    pub(super) fn clear(&mut self) {
        self.possible = 0;
        self.all.clear();
        self.units.clear();
    }
}

impl Applications {
    /// Begins a unit.
    pub fn begin(&mut self) {
        self.units.push(self.all.len());
    }

    /// Adds an application to the unit begun last.
    pub fn add(&mut self, application: Application) {
        self.all.push(application);
    }

    /// Ends the unit begun last, and drops it if it has no application.
    pub fn end(&mut self) {
        if self.units.last() == Some(&self.all.len()) {
            self.units.pop();
        }
    }

    /// Adds a unit with this one application.
    pub fn unit_of(&mut self, application: Application) {
        self.begin();
        self.add(application);
    }

    /// [`unit_of`](Self::unit_of) if the application removes anything from `state`; narrowed to the
    /// digits and cells that it removes.
    pub fn unit_of_removal(&mut self, state: &State, application: Application) {
        let Effect::Remove(digits, cells) = application.effect else { return };
        if digits.iter().any(|digit| state.candidates[digit].intersects(cells)) {
            self.unit_of(application.narrowed(state));
        }
    }
}
