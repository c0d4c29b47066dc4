//! The rating that a puzzle has however it is turned.

use super::chains::memory::Memory;
use super::producers::{ALL, MONOTONE, next_hint};
use super::rate::{Rating, rate, rate_without};
use super::sheet::Sheet;
use super::without::Without;
use crate::board::{CellSet, Grid, Puzzle};
use crate::rating::er::Score;
use crate::rating::stop::{Interrupted, Stop};
use crate::symmetry::{GridForm, Transform};

/// The cells open when producers 1 to 14, up to the XYZ-wing, have nothing more to say. They are
/// monotone, so that the order of their hints does not matter.
pub fn open_after_wings(grid: &Grid, stop: Stop) -> Result<CellSet, Interrupted> {
    let mut sheet = Sheet::of(grid);
    let memory = Memory::default();
    while let Some(hint) = next_hint(&sheet, MONOTONE, Without::NOTHING, &memory, stop)? {
        hint.apply(&mut sheet);
    }
    Ok(sheet.open())
}

/// How to turn `puzzle` so that its rating depends on its class alone: its solution becomes the
/// canonical one.
///
/// Of several ways the one with the smallest set of [`open_after_wings`] is taken, never by the
/// clues: a puzzle and another one with the same solution that gets stuck in the same state are
/// turned alike. Ways that tie are symmetries of that state, on which all ratings above 4.4 depend;
/// those up to 4.4 depend on no order.
pub fn turn(puzzle: &Puzzle, stop: Stop) -> Result<Transform, Interrupted> {
    let form = GridForm::of(puzzle.solution());
    if let [transform] = form.transforms() {
        return Ok(*transform);
    }
    let open = open_after_wings(&puzzle.grid(), stop)?;
    Ok(turned(&form, open))
}

/// [`turn`], given the form of the solution and the cells of [`open_after_wings`].
pub(super) fn turned(form: &GridForm, open: CellSet) -> Transform {
    match form.transforms() {
        [transform] => *transform,
        _ => form.smallest(open).1,
    }
}

/// Rates `puzzle` as [`turn`] turns it; the steps are those of the turned puzzle, which comes with
/// it.
pub fn rate_canonical(puzzle: &Puzzle, stop: Stop) -> Result<(Puzzle, Rating), Interrupted> {
    let turned = turn(puzzle, stop)?.apply_puzzle(puzzle);
    let rating = rate(&turned.grid(), stop)?;
    Ok((turned, rating))
}

/// EP and ED of [`rate_canonical`], for which no step after the first that puts a digit in a cell
/// is looked for.
pub fn pearl_and_diamond(puzzle: &Puzzle, stop: Stop) -> Result<(Score, Score), Interrupted> {
    let turned = turn(puzzle, stop)?.apply_puzzle(puzzle);
    let (mut sheet, memory) = (Sheet::of(&turned.grid()), Memory::default());
    let mut rated: Option<(Score, Score)> = None;
    while let Some(hint) = next_hint(&sheet, ALL, Without::NOTHING, &memory, stop)? {
        let score = hint.score();
        rated = Some(rated.map_or((score, score), |(ep, ed)| (ep.max(score), ed)));
        if hint.placed.is_some() {
            break;
        }
        hint.apply(&mut sheet);
    }
    Ok(rated.unwrap_or_default())
}

/// The highest rating of steps whose order does not matter: that of the XYZ-wing.
const MONOTONE_RATING: Score = Score::from_tenths(44);

/// The ER that [`rate_canonical`] finds, for a puzzle that was rated as it lies, by a solver that
/// does without the same.
pub fn canonical_er(
    puzzle: &Puzzle,
    as_given: &Rating,
    without: Without,
    stop: Stop,
) -> Result<Score, Interrupted> {
    if as_given.er <= MONOTONE_RATING {
        return Ok(as_given.er);
    }
    let turned = turn(puzzle, stop)?.apply_puzzle(puzzle);
    Ok(rate_without(&turned.grid(), without, stop)?.er)
}
