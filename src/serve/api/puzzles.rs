//! Computations on the puzzles of a request; nothing is recorded.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::super::State;
use super::super::answer::Negotiated;
use super::super::body::read;
use super::super::problem::Problem;
use crate::board::{Grid, Puzzle};
use crate::database::Database;
use crate::logic::{self, Played, Walk};
use crate::rating::common::{self, CommonRow};
use crate::rating::se::{self, Without};
use crate::rating::stop::Stop;
use crate::rows::{CanonRow, RateRow, SolveRow};

type Answer = Result<Response, Problem>;

/// The most puzzles of a request.
const MOST: usize = 1_000;

pub(super) const SOME: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzles"], "properties": {"puzzles": {"type": "array", "maxItems": 1000, "items": {"type": "string"}, "description": "each as 81 characters: digits, and any of .0*_ for an open cell"}}}"#;
pub(super) const RATE: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzles"], "properties": {"puzzles": {"type": "array", "maxItems": 1000, "items": {"type": "string"}, "description": "each as 81 characters: digits, and any of .0*_ for an open cell"}, "metric": {"enum": ["hsolve", "common"], "description": "by which metric; hsolve if it is left out"}}}"#;
pub(super) const EXPLAIN: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzle"], "properties": {"puzzle": {"type": "string", "description": "81 characters"}, "ladder": {"enum": ["hsolve", "se", "common"], "description": "whose steps; hsolve if it is left out"}}}"#;
pub(super) const HINT: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzle"], "properties": {"puzzle": {"type": "string", "description": "81 characters"}, "filled": {"type": "array", "items": {"type": "string"}, "description": "digits that the player filled in, as r5c2=7"}, "removed": {"type": "array", "items": {"type": "string"}, "description": "candidates that the player removed, as r3c4<>28"}, "ladder": {"enum": ["hsolve", "common"], "description": "whose step; hsolve if it is left out"}}}"#;
pub(super) const HINTED: &str = r#"{"type": "object", "properties": {"kind": {"enum": ["wrong-digit", "wrong-removal", "step", "solved", "stuck"]}}, "required": ["kind"]}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Some {
    puzzles: Vec<String>,
}

fn wrong(place: usize, words: &dyn std::fmt::Display) -> Problem {
    let words = format!("puzzle {}: {words}", place + 1);
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-puzzle", words)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    puzzles: Vec<String>,
    #[serde(default)]
    metric: Steps,
}

fn grids(puzzles: &[String]) -> Result<Vec<Grid>, Problem> {
    if puzzles.len() > MOST {
        let words = format!("{} puzzles: a request has at most {MOST}", puzzles.len());
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many", words));
    }
    let grid = |(place, text): (usize, &String)| text.parse().map_err(|error| wrong(place, &error));
    puzzles.iter().enumerate().map(grid).collect()
}

/// Answers with the result for each grid.
async fn each<T: Serialize + Send + 'static>(
    shared: &State,
    wished: &Negotiated,
    puzzles: &[String],
    row: impl Fn(usize, &Grid) -> Result<T, Problem> + Send + 'static,
) -> Answer {
    let grids = grids(puzzles)?;
    let rows = move || grids.iter().enumerate().map(|(place, grid)| row(place, grid)).collect();
    let rows: Result<Vec<T>, Problem> = shared.work(move |_| rows()).await?;
    wished.rows(&rows?)
}

pub(super) async fn rate(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Rate { puzzles, metric } = read(&body)?;
    let (levels, ladder) =
        shared.call(|database| Ok((database.levels()?, database.ladder().clone()))).await?;
    let unique = |place, grid: &Grid| Puzzle::new(grid).map_err(|error| wrong(place, &error));
    match metric {
        Steps::Hsolve => {
            let row =
                move |place, grid: &Grid| Ok(RateRow::of(&ladder, &levels, &unique(place, grid)?));
            each(&shared, &wished, &puzzles, row).await
        }
        Steps::Common => {
            let row = move |place, grid: &Grid| Ok(CommonRow::of(&unique(place, grid)?));
            each(&shared, &wished, &puzzles, row).await
        }
        Steps::Se => Err(not_by_se("metric", "ratings")),
    }
}

/// Returns the error for a `key` that the ladder of Sudoku Explainer does not serve over HTTP.
fn not_by_se(key: &str, what: &str) -> Problem {
    Problem::bad("bad-json", format!("{key}: {what} are by hsolve or common"))
}

pub(super) async fn solve(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Some { puzzles } = read(&body)?;
    each(&shared, &wished, &puzzles, |place, grid| {
        let mut rows = SolveRow::all(grid, 2).map_err(|clash| wrong(place, &clash))?;
        rows.truncate(1);
        rows.pop().ok_or_else(Problem::internal)
    })
    .await
}

pub(super) async fn canon(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Some { puzzles } = read(&body)?;
    each(&shared, &wished, &puzzles, |place, grid| Ok(CanonRow::of(place as u64 + 1, grid))).await
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Steps {
    #[default]
    Hsolve,
    Se,
    Common,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Explain {
    puzzle: String,
    #[serde(default)]
    ladder: Steps,
}

fn puzzle(text: &str) -> Result<Puzzle, Problem> {
    let grid: Grid = text.parse().map_err(|error| wrong(0, &error))?;
    Puzzle::new(&grid).map_err(|error| wrong(0, &error))
}

pub(super) async fn explain(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Explain { puzzle: text, ladder } = read(&body)?;
    let puzzle = puzzle(&text)?;
    match ladder {
        Steps::Hsolve => {
            let rows =
                move |database: &Database| Walk::new(database.ladder(), &puzzle).rows().collect();
            let rows: Vec<logic::StepRow> = shared.work(rows).await?;
            wished.rows(&rows)
        }
        Steps::Common => {
            let walk = move || common::Walk::of(&puzzle, common::Techniques::ALL);
            let rows = move |_: &Database| walk().rows(&puzzle).collect();
            let rows: Vec<common::StepRow> = shared.work(rows).await?;
            wished.rows(&rows)
        }
        Steps::Se => {
            let walk = move || {
                let walk = se::Walk::of(&puzzle.grid(), Without::NOTHING, Stop::NEVER, |_| ());
                walk.map(|walk| walk.rows().collect()).map_err(|error| wrong(0, &error))
            };
            let rows: Result<Vec<se::StepRow>, Problem> = shared.work(move |_| walk()).await?;
            wished.rows(&rows?)
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hint {
    puzzle: String,
    #[serde(default)]
    filled: Vec<String>,
    #[serde(default)]
    removed: Vec<String>,
    #[serde(default)]
    ladder: Steps,
}

pub(super) async fn hint(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Hint { puzzle: text, filled, removed, ladder } = read(&body)?;
    let puzzle = puzzle(&text)?;
    let mut played = Played::default();
    for (effects, sign, key) in [(&filled, "=", "filled"), (&removed, "<>", "removed")] {
        for effect in effects {
            let bad = |words: String| Problem::bad("bad-effect", format!("{key}: {words}"));
            if !effect.contains(sign) {
                return Err(bad(format!("{effect} has no {sign}")));
            }
            played.add(effect).map_err(|error| bad(error.to_string()))?;
        }
    }
    match ladder {
        Steps::Hsolve => {
            let hint = move |database: &Database| logic::hint(database.ladder(), &puzzle, &played);
            wished.one(&shared.work(hint).await?)
        }
        Steps::Common => wished.one(&shared.work(move |_| common::hint(&puzzle, &played)).await?),
        Steps::Se => Err(not_by_se("ladder", "hints")),
    }
}
