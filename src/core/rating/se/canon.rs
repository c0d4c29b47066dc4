//! Ratings that are equal for all puzzles of a class.

use super::chains::memory::Memory;
use super::producers::{ALL, MONOTONE, next_hint};
use super::rate::{Rating, rate, rate_without};
use super::sheet::Sheet;
use super::without::Without;
use crate::board::{CellSet, Grid, Puzzle};
use crate::rating::er::Score;
use crate::rating::stop::{Interrupted, Stop};
use crate::symmetry::{GridForm, Transform};

/// Returns the cells open when producers 1 to 14, up to the XYZ-wing, find nothing more. They are
/// monotone, so the order of their hints does not matter.
pub fn open_after_wings(grid: &Grid, stop: Stop) -> Result<CellSet, Interrupted> {
    let mut sheet = Sheet::of(grid);
    let memory = Memory::default();
    while let Some(hint) = next_hint(&sheet, MONOTONE, Without::NOTHING, &memory, stop)? {
        hint.apply(&mut sheet);
    }
    Ok(sheet.open())
}

/// Returns the transform of `puzzle` after which its rating depends on its class alone: it maps the
/// solution to the canonical one.
///
/// Of several such transforms, the one with the smallest image of [`open_after_wings`] is taken,
/// never the clues: so puzzles with equal solutions that get stuck in the same state are
/// transformed alike. Transforms that tie are symmetries of that state, on which all ratings above
/// 4.4 depend; ratings up to 4.4 depend on no order.
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

/// Rates `puzzle` after its transform by [`turn`]; returns the transformed puzzle, which the steps
/// are of, and its rating.
pub fn rate_canonical(puzzle: &Puzzle, stop: Stop) -> Result<(Puzzle, Rating), Interrupted> {
    let turned = turn(puzzle, stop)?.apply_puzzle(puzzle);
    let rating = rate(&turned.grid(), stop)?;
    Ok((turned, rating))
}

/// Returns the EP and ED of [`rate_canonical`]; the search ends with the first step that puts a
/// digit in a cell.
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

/// Returns the ER that [`rate_canonical`] finds, for a puzzle already rated as given, by a solver
/// that lacks `without`.
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
