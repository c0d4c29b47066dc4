//! Seeds and their gradings, and which numbers cannot be.

use bincode::{Decode, Encode};

use super::super::engine::Table;
use super::key::Numbered;
use super::puzzle::{CELLS, PUZZLE, cells, of_cells, of_puzzle, puzzle};
use super::row::Record;
use crate::logic::Ladder;
use crate::rating::hsolve::Score;
use crate::record::{Grading, Seed, Turned};
use crate::symmetry::{HalfTurn, Id, Key};

/// No mean number of checks is greater; the greatest of the starter seeds is 13,889.
const GREATEST_MEAN: f64 = 1e6;
/// The greatest standard error, as a share of the mean.
const GREATEST_ERROR: f64 = 0.01;
/// What rounding both to the hundredth may add to that.
const ROUNDING: f64 = 0.01;
/// Capacities are counted among so many refills.
const GREATEST_CAPACITY: u16 = 1000;
/// What a body of bytes that are no puzzle, no cells, no name says.
pub(super) const UNREADABLE: &str = "it does not read";

/// The body of a [`Seed`].
#[derive(Encode, Decode)]
pub(in crate::store) struct SeedBody {
    puzzle: [u8; PUZZLE],
    origin: u8,
    symmetry: u8,
    gradings: Vec<GradingBody>,
}

#[derive(Encode, Decode)]
struct GradingBody {
    ladder: String,
    tier: u8,
    reserved: [u8; CELLS],
    twin: [u8; 16],
    capacity: u16,
    score: Option<(f64, f64)>,
    rest: Option<(f64, f64)>,
    scores: Option<(f64, f64)>,
    turned: Option<TurnedBody>,
    version: u8,
}

/// The body of a [`Turned`]: number of the half turn, capacity, least and greatest score.
#[derive(Encode, Decode)]
pub(super) struct TurnedBody(u16, u16, Option<(f64, f64)>);

impl From<Turned> for TurnedBody {
    fn from(Turned { turn, capacity, scores }: Turned) -> Self {
        Self(turn, capacity, scores)
    }
}

impl From<TurnedBody> for Turned {
    fn from(TurnedBody(turn, capacity, scores): TurnedBody) -> Self {
        Self { turn, capacity, scores }
    }
}

impl Record for Seed {
    const TABLE: Table = Table::Seeds;
    type Key = Key;
    type Body = SeedBody;

    fn name(key: &Key) -> String {
        format!("seed {}", Id::seed(*key))
    }

    fn to_body(&self) -> Result<SeedBody, String> {
        possible(self)?;
        let pair = |score: Score| (score.mean, score.standard_error);
        let grading = |grading: &Grading| GradingBody {
            ladder: grading.ladder.clone(),
            tier: grading.tier,
            reserved: of_cells(grading.reserved),
            twin: grading.twin.0,
            capacity: grading.capacity,
            score: grading.score.map(pair),
            rest: grading.rest.map(pair),
            scores: grading.scores,
            turned: grading.turned.map(TurnedBody::from),
            version: grading.version,
        };
        Ok(SeedBody {
            puzzle: of_puzzle(&self.puzzle),
            origin: self.origin.number(),
            symmetry: self.symmetry.number(),
            gradings: self.gradings.iter().map(grading).collect(),
        })
    }

    fn of_body(key: &Key, body: SeedBody) -> Result<Self, String> {
        let score = |(mean, standard_error)| Score { mean, standard_error };
        let grading = |body: GradingBody| {
            Some(Grading {
                ladder: body.ladder,
                version: body.version,
                tier: body.tier,
                reserved: cells(body.reserved)?,
                twin: Key(body.twin),
                capacity: body.capacity,
                score: body.score.map(score),
                rest: body.rest.map(score),
                scores: body.scores,
                turned: body.turned.map(Turned::from),
            })
        };
        let read = || {
            Some(Self {
                key: *key,
                puzzle: puzzle(&body.puzzle)?,
                origin: Numbered::of(body.origin)?,
                symmetry: Numbered::of(body.symmetry)?,
                gradings: body.gradings.into_iter().map(grading).collect::<Option<_>>()?,
            })
        };
        let seed = read().ok_or(UNREADABLE)?;
        possible(&seed)?;
        Ok(seed)
    }
}

/// In words what cannot be in a seed, so that it is neither kept nor believed. Of the numbers only those of the hsolve ladder are looked
/// at; another ladder may count otherwise. A tier that the ladder does not have is no damage: nothing is drawn from it.
fn possible(seed: &Seed) -> Result<(), String> {
    let mut ladders = seed.gradings.iter().map(|grading| &grading.ladder);
    while let Some(ladder) = ladders.next() {
        if ladder.contains('\0') {
            return Err("the name of a ladder cannot be".to_owned());
        }
        if ladders.clone().any(|other| other == ladder) {
            return Err("it has two gradings by one ladder".to_owned());
        }
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

/// Whether this can be a mean number of checks; not a number is in no range.
pub(super) fn is_mean(mean: f64) -> bool {
    (0.0..=GREATEST_MEAN).contains(&mean)
}
