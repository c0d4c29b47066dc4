//! Lines about seeds.

use serde::{Deserialize, Serialize};

use super::Line;
use super::text::{shown, shown_one};
use crate::board::{Cell, CellSet};
use crate::rating::hsolve::Score;
use crate::record::{Grading, Origin, Turned};
use crate::store::ToldSeed;
use crate::symmetry::{ClueSymmetry, Key};

/// A puzzle as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SeedLine {
    pub puzzle: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<ClueSymmetry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued: Option<u64>,
    #[serde(default)]
    pub gradings: Vec<GradingLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct GradingLine {
    ladder: String,
    tier: u8,
    reserved_mask: String,
    #[serde(with = "shown_one")]
    twin: Key,
    capacity: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest_error: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_from: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_to: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turned: Option<TurnedLine>,
    /// Of the ladder's judge; 0 if none is on record.
    #[serde(default, skip_serializing_if = "is_none")]
    version: u8,
    /// Written by earlier programs: whether a twin that is as good is preferred. It follows from the keys.
    #[serde(default, skip_serializing)]
    #[expect(dead_code, reason = "read, and of no use")]
    second: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnedLine {
    turn: u16,
    capacity: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_from: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_to: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none(version: &u8) -> bool {
    *version == 0
}

/// Two values that come together or not at all.
fn both<T>(first: Option<T>, second: Option<T>, names: &str) -> Result<Option<(T, T)>, String> {
    match (first, second) {
        (Some(first), Some(second)) => Ok(Some((first, second))),
        (None, None) => Ok(None),
        _ => Err(format!("{names} come together or not at all")),
    }
}

impl From<&Grading> for GradingLine {
    fn from(grading: &Grading) -> Self {
        let mask = |cell| if grading.reserved.contains(cell) { '1' } else { '0' };
        let turned = |turned: Turned| TurnedLine {
            turn: turned.turn,
            capacity: turned.capacity,
            scores_from: turned.scores.map(|scores| scores.0),
            scores_to: turned.scores.map(|scores| scores.1),
        };
        Self {
            ladder: grading.ladder.clone(),
            tier: grading.tier,
            reserved_mask: Cell::all().map(mask).collect(),
            twin: grading.twin,
            capacity: grading.capacity,
            score: grading.score.map(|score| score.mean),
            standard_error: grading.score.map(|score| score.standard_error),
            rest: grading.rest.map(|rest| rest.mean),
            rest_error: grading.rest.map(|rest| rest.standard_error),
            scores_from: grading.scores.map(|scores| scores.0),
            scores_to: grading.scores.map(|scores| scores.1),
            turned: grading.turned.map(turned),
            version: grading.version,
            second: false,
        }
    }
}

impl GradingLine {
    /// The grading.
    pub(in super::super) fn read(self) -> Result<Grading, String> {
        let mask = self.reserved_mask.as_bytes();
        if mask.len() != Cell::COUNT || !mask.iter().all(|c| matches!(c, b'0' | b'1')) {
            return Err("reserved_mask has 81 characters, 0 or 1".to_owned());
        }
        let reserved: CellSet = Cell::all().filter(|cell| mask[cell.index()] == b'1').collect();
        let score = |(mean, standard_error)| Score { mean, standard_error };
        let turned = |line: TurnedLine| {
            let scores = both(line.scores_from, line.scores_to, "scores_from and scores_to")?;
            Ok::<_, String>(Turned { turn: line.turn, capacity: line.capacity, scores })
        };
        Ok(Grading {
            ladder: self.ladder,
            version: self.version,
            tier: self.tier,
            reserved,
            twin: self.twin,
            score: both(self.score, self.standard_error, "score and standard_error")?.map(score),
            rest: both(self.rest, self.rest_error, "rest and rest_error")?.map(score),
            scores: both(self.scores_from, self.scores_to, "scores_from and scores_to")?,
            capacity: self.capacity,
            turned: self.turned.map(turned).transpose()?,
        })
    }
}

impl From<&ToldSeed> for Line {
    fn from(ToldSeed { seed, issued, .. }: &ToldSeed) -> Self {
        Self::Seed(Box::new(SeedLine {
            puzzle: seed.puzzle.grid().to_string(),
            solution: Some(seed.puzzle.solution().to_string()),
            key: Some(seed.key),
            origin: Some(seed.origin),
            symmetry: Some(seed.symmetry),
            issued: *issued,
            gradings: seed.gradings.iter().map(GradingLine::from).collect(),
        }))
    }
}
