//! Seeds and their gradings as fields, and which numbers cannot be.

use super::frame::{Reader, Reason, UNREADABLE, Writer, array, byte, items, push_item, text};
use super::puzzle::{cells, of_cells, of_puzzle, puzzle};
use super::{ORIGINS, SYMMETRIES, number_of, origin, symmetry};
use crate::logic::Ladder;
use crate::rating::hsolve::Score;
use crate::record::{Extra, Grading, Seed, Turned};
use crate::symmetry::{HalfTurn, Key};

/// No mean number of checks is greater; the greatest of the starter seeds is 13,889.
const GREATEST_MEAN: f64 = 1e6;
/// The greatest standard error, as a share of the mean.
const GREATEST_ERROR: f64 = 0.01;
/// What rounding both to the hundredth may add to that.
const ROUNDING: f64 = 0.01;
/// Capacities are counted among so many refills.
const GREATEST_CAPACITY: u16 = 1000;

pub(super) fn to_fields(seed: &Seed) -> Vec<u8> {
    let mut gradings = Vec::with_capacity(128);
    for grading in &seed.gradings {
        push_item(&of_grading(grading), &mut gradings);
    }
    let mut fields = Writer::new();
    fields.put(1, &of_puzzle(&seed.puzzle));
    fields.put(2, &[number_of(&ORIGINS, &seed.origin)]);
    fields.put(3, &[number_of(&SYMMETRIES, &seed.symmetry)]);
    fields.put(4, &gradings);
    fields.finish(&seed.extra)
}

fn of_grading(grading: &Grading) -> Vec<u8> {
    let score = |score: Score| of_pair((score.mean, score.standard_error));
    let mut fields = Writer::new();
    fields.put(1, grading.ladder.as_bytes());
    fields.put(2, &[grading.tier]);
    fields.put(3, &of_cells(grading.reserved));
    fields.put(4, &grading.twin.0);
    fields.put(5, &grading.capacity.to_le_bytes());
    fields.put_if(6, grading.score.map(score));
    fields.put_if(7, grading.rest.map(score));
    fields.put_if(8, grading.scores.map(of_pair));
    fields.put_if(9, grading.turned.map(of_turned));
    fields.finish(&grading.extra)
}

pub(super) fn from_fields(key: Key, fields: &[u8]) -> Result<Seed, Reason> {
    let mut fields = Reader::new(fields);
    Ok(Seed {
        key,
        puzzle: puzzle(fields.required(1)?).ok_or(UNREADABLE)?,
        origin: origin(byte(fields.required(2)?)?)?,
        symmetry: symmetry(byte(fields.required(3)?)?)?,
        gradings: items(fields.required(4)?)?.into_iter().map(grading).collect::<Result<_, _>>()?,
        extra: fields.finish()?,
    })
}

fn grading(fields: &[u8]) -> Result<Grading, Reason> {
    let score = |(mean, standard_error)| Score { mean, standard_error };
    let mut fields = Reader::new(fields);
    let mut grading = Grading {
        ladder: text(fields.required(1)?)?,
        tier: byte(fields.required(2)?)?,
        reserved: cells(array(fields.required(3)?)?).ok_or(UNREADABLE)?,
        twin: Key(array(fields.required(4)?)?),
        capacity: u16::from_le_bytes(array(fields.required(5)?)?),
        score: fields.optional(6)?.map(pair).transpose()?.map(score),
        rest: fields.optional(7)?.map(pair).transpose()?.map(score),
        scores: fields.optional(8)?.map(pair).transpose()?,
        turned: fields.optional(9)?.map(turned).transpose()?,
        extra: Extra::default(),
    };
    let is_known = grading.ladder == Ladder::HSOLVE;
    // Nobody needs to understand what another ladder says to use the seed.
    grading.extra = if is_known { fields.finish()? } else { fields.rest()? };
    Ok(grading)
}

fn of_turned(turned: Turned) -> Vec<u8> {
    let Turned { turn, capacity, scores } = turned;
    let mut value = [turn.to_le_bytes(), capacity.to_le_bytes()].concat();
    value.extend(scores.into_iter().flat_map(of_pair));
    value
}

fn turned(value: &[u8]) -> Result<Turned, Reason> {
    let (numbers, scores) = value.split_at_checked(4).ok_or(UNREADABLE)?;
    let [a, b, c, d] = array(numbers)?;
    Ok(Turned {
        turn: u16::from_le_bytes([a, b]),
        capacity: u16::from_le_bytes([c, d]),
        scores: if scores.is_empty() { None } else { Some(pair(scores)?) },
    })
}

fn of_pair((first, second): (f64, f64)) -> [u8; 16] {
    (u128::from(first.to_bits()) | u128::from(second.to_bits()) << 64).to_le_bytes()
}

fn pair(value: &[u8]) -> Result<(f64, f64), Reason> {
    let bits = u128::from_le_bytes(array(value)?);
    Ok((f64::from_bits(bits as u64), f64::from_bits((bits >> 64) as u64)))
}

/// What cannot be in a seed, so that it is neither kept nor believed. Of the numbers only those of the hsolve ladder are looked
/// at; another ladder may count otherwise. A tier that the ladder does not have is no damage: nothing is drawn from it.
pub(super) fn impossible(seed: &Seed) -> Option<&'static str> {
    if seed.gradings.is_empty() {
        return Some("it has no grading");
    }
    let mut ladders = seed.gradings.iter().map(|grading| &grading.ladder);
    while let Some(ladder) = ladders.next() {
        if ladders.clone().any(|other| other == ladder) {
            return Some("it has two gradings by one ladder");
        }
    }
    let grading = seed.grading(Ladder::HSOLVE)?;
    let ladder = Ladder::hsolve();
    let has_score = ladder.has_score(grading.tier);
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
    wrong.into_iter().find_map(|(wrong, words)| wrong.then_some(words))
}

fn is_possible(score: &Score) -> bool {
    let greatest = GREATEST_ERROR * score.mean + ROUNDING;
    is_mean(score.mean) && (0.0..=greatest).contains(&score.standard_error)
}

/// Whether this can be a mean number of checks; not a number is in no range.
pub(super) fn is_mean(mean: f64) -> bool {
    (0.0..=GREATEST_MEAN).contains(&mean)
}
