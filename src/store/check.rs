//! What a check of the whole database tells.

use std::fmt;

use super::codec::{RecordError, name_of_issued};
use crate::record::Event;

/// How many problems are told one by one.
const TOLD: usize = 20;

/// Something wrong in a database, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What was found so far.
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

    /// What was read, if it could be.
    pub(super) fn read<T>(&mut self, read: Result<T, RecordError>) -> Option<T> {
        read.map_err(|error| self.expect(false, || error.to_string())).ok()
    }

    pub(super) fn finish(mut self) -> Vec<Problem> {
        if self.untold > 0 {
            self.problems.push(Problem(format!("and {} more", self.untold)));
        }
        self.problems
    }
}

/// A batch whose count of void puzzles is wrong.
pub(super) fn miscounted_void(batch: u32, found: u32, counted: u32) -> String {
    format!("batch {batch} has {found} void puzzles, its record says {counted}")
}

/// An event of a puzzle that is not there.
pub(super) fn stray_event(id: u32, event: &Event) -> String {
    format!("event {id} is of {}, which is not there", name_of_issued(event.batch, event.number))
}
