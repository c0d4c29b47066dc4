//! Rows of seeds and their gradings, and limits of their values.

use super::super::engine::Table;
use super::row::{Record, VERSION, read, version_of};
use crate::logic::Ladder;
use crate::rating::hsolve::Score;
use crate::record::{Seed, Turned, is_name};
use crate::symmetry::{HalfTurn, Id, Key};

/// The maximum mean number of checks; the greatest among the starter seeds is 13,889.
const GREATEST_MEAN: f64 = 1e6;
/// The maximum standard error, as a share of the mean.
const GREATEST_ERROR: f64 = 0.01;
/// The amount that rounding both to the hundredth may add to that.
const ROUNDING: f64 = 0.01;
/// The maximum capacity: capacities are counted among this many refills.
const GREATEST_CAPACITY: u16 = 1000;
/// The encoding of particulars of which none is known.
const NO_PARTICULARS: [u8; 4] = [0; 4];

impl Record for Seed {
    const TABLE: Table = Table::Seeds;
    type Key = Key;
    type Beside = ();

    fn name(key: &Key) -> String {
        format!("seed {}", Id::seed(*key))
    }

    fn key(&self, (): ()) -> Option<Key> {
        Some(self.key)
    }

    fn set_key(&mut self, key: &Key) {
        self.key = *key;
    }

    /// Bodies of version 4 end before the particulars.
    fn of_body(version: u8, body: &[u8]) -> Option<((), Self)> {
        if version > VERSION { read(body) } else { read(&[body, &NO_PARTICULARS].concat()) }
    }

    fn version(&self) -> u8 {
        if self.particulars.is_empty() { VERSION } else { version_of(Self::TABLE) }
    }

    fn possible(&self) -> Result<(), String> {
        possible(self)
    }
}

/// Checks a seed's values before it is stored or accepted; the error describes an impossible one.
/// Only numbers of the hsolve ladder are checked, as another ladder may count differently. A tier
/// that the ladder does not have is accepted: nothing is drawn from it.
fn possible(seed: &Seed) -> Result<(), String> {
    let mut ladders = seed.gradings.iter().map(|grading| &grading.ladder);
    while let Some(ladder) = ladders.next() {
        if ladder.is_empty() || ladder.contains('\0') {
            return Err("the name of a ladder cannot be".to_owned());
        }
        if ladders.clone().any(|other| other == ladder) {
            return Err("it has two gradings by one ladder".to_owned());
        }
    }
    if seed.particulars.found.as_ref().is_some_and(|found| !is_name(&found.strategy)) {
        return Err("the name of the strategy that found it cannot be".to_owned());
    }
    let Some(grading) = seed.grading(Ladder::HSOLVE) else { return Ok(()) };
    let has_score = Ladder::hsolve().has_score(grading.tier);
    let counts = [grading.score.is_some(), grading.rest.is_some(), grading.scores.is_some()];
    let mut scores = grading.score.iter().chain(&grading.rest);
    let (least, greatest) = grading.scores.unwrap_or_default();
    let turned = grading.turned.unwrap_or(Turned::NOTHING);
    let (least_turned, greatest_turned) = turned.scores.unwrap_or_default();
    let wrong = [
        (
            grading.reserved.is_empty() != (grading.tier == 0),
            "its reserved cells do not fit its tier",
        ),
        (grading.capacity > GREATEST_CAPACITY, "its capacity is over 1000"),
        (counts != [has_score; 3], "its scores do not fit its tier"),
        (!scores.all(is_possible), "its score cannot be"),
        (!is_mean(least) || !is_mean(greatest), "the scores of its refills cannot be"),
        (
            HalfTurn::of_number(turned.turn).is_none()
                || turned.capacity > GREATEST_CAPACITY
                || !is_mean(least_turned)
                || !is_mean(greatest_turned)
                || (turned.scores.is_some() && !has_score),
            "its half turn cannot be",
        ),
    ];
    match wrong.into_iter().find(|(wrong, _)| *wrong) {
        Some((_, words)) => Err(words.to_owned()),
        None => Ok(()),
    }
}

fn is_possible(score: &Score) -> bool {
    let greatest = GREATEST_ERROR * score.mean + ROUNDING;
    is_mean(score.mean) && (0.0..=greatest).contains(&score.standard_error)
}

/// Whether this is a possible mean number of checks; NaN is not.
pub(super) fn is_mean(mean: f64) -> bool {
    (0.0..=GREATEST_MEAN).contains(&mean)
}
