//! Ratings of Sudoku Explainer.

use seeddb::board::Puzzle;
use seeddb::rating::er::Score;
use seeddb::rating::se::{Without, canonical_er, follow};
use seeddb::rating::stop::Stop;
use serde::Serialize;

/// How hard a puzzle is by Sudoku Explainer: the keys of `seeddb rate --metric se`.
#[derive(Serialize, Default)]
pub struct ExplainerRow {
    puzzle: String,
    er: Option<f64>,
    er_canon: Option<f64>,
    ep: Option<f64>,
    ed: Option<f64>,
    hardest: Option<String>,
}

/// Rates a puzzle by Sudoku Explainer.
pub fn explainer(puzzle: &Puzzle, stop: Stop<'_>) -> ExplainerRow {
    let (grid, without) = (puzzle.grid(), Without::NOTHING);
    let rated = follow(&grid, without, stop, |_| ()).and_then(|rating| {
        let canonical = canonical_er(puzzle, &rating, without, stop)?;
        Ok((rating, canonical))
    });
    // Who stops it does not look at it.
    let Ok((rating, canonical)) = rated else { return ExplainerRow::default() };
    let value = |score: Score| Some(score.value());
    ExplainerRow {
        puzzle: puzzle.to_string(),
        er: value(rating.er),
        er_canon: value(canonical),
        ep: value(rating.ep),
        ed: value(rating.ed),
        hardest: rating.technique().map(|technique| technique.to_string()),
    }
}

/// What is said of a metric that there is not.
pub fn no_metric(name: &str) -> String {
    format!("no metric {name:?}: there are hsolve and se")
}
