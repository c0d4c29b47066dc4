//! The report of a check of the whole database.

use std::fmt;

/// The maximum number of problems listed; further ones are only counted.
const TOLD: usize = 20;

/// Something wrong in a database, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Default)]
pub(super) struct Report {
    problems: Vec<Problem>,
    untold: usize,
}

impl Report {
    pub(super) fn expect(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if holds {
            return;
        }
        if self.problems.len() < TOLD {
            self.problems.push(Problem(problem()));
        } else {
            self.untold += 1;
        }
    }

    pub(super) fn finish(mut self) -> Vec<Problem> {
        if self.untold > 0 {
            self.problems.push(Problem(format!("and {} more", self.untold)));
        }
        self.problems
    }
}
