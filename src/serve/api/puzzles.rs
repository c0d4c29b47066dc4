//! Computations on the puzzles of a request; nothing is recorded.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::super::State;
use super::super::answer::Wished;
use super::super::body::read;
use super::super::problem::Problem;
use crate::board::{Grid, Puzzle};
use crate::database::Database;
use crate::logic::{self, Played, Walk};
use crate::rating::common;
use crate::rating::se::{self, Without};
use crate::rating::stop::Stop;
use crate::rows::{CanonRow, RateRow, SolveRow};

type Answer = Result<Response, Problem>;

/// The most puzzles of a request.
const MOST: usize = 1_000;

pub(super) const SOME: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzles"], "properties": {"puzzles": {"type": "array", "maxItems": 1000, "items": {"type": "string"}, "description": "each as 81 characters: digits, and any of .0*_ for an open cell"}}}"#;
pub(super) const EXPLAIN: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzle"], "properties": {"puzzle": {"type": "string", "description": "81 characters"}, "ladder": {"enum": ["hsolve", "se", "common"], "description": "whose steps; hsolve if it is left out"}}}"#;
pub(super) const HINT: &str = r#"{"type": "object", "additionalProperties": false, "required": ["puzzle"], "properties": {"puzzle": {"type": "string", "description": "81 characters"}, "filled": {"type": "array", "items": {"type": "string"}, "description": "digits that the player filled in, as r5c2=7"}, "removed": {"type": "array", "items": {"type": "string"}, "description": "candidates that the player removed, as r3c4<>28"}}}"#;
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

fn grids(body: &Bytes) -> Result<Vec<Grid>, Problem> {
    let Some { puzzles } = read(body)?;
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
    wished: &Wished,
    body: Bytes,
    row: impl Fn(usize, &Grid) -> Result<T, Problem> + Send + 'static,
) -> Answer {
    let grids = grids(&body)?;
    let rows = move || grids.iter().enumerate().map(|(place, grid)| row(place, grid)).collect();
    let rows: Result<Vec<T>, Problem> = shared.work(move |_| rows()).await?;
    wished.rows(&rows?)
}

pub(super) async fn rate(shared: State, wished: Wished, body: Bytes) -> Answer {
    let (levels, ladder) =
        shared.call(|database| Ok((database.levels()?, database.ladder().clone()))).await?;
    each(&shared, &wished, body, move |place, grid| {
        let puzzle = Puzzle::new(grid).map_err(|error| wrong(place, &error))?;
        Ok(RateRow::of(&ladder, &levels, &puzzle))
    })
    .await
}

pub(super) async fn solve(shared: State, wished: Wished, body: Bytes) -> Answer {
    each(&shared, &wished, body, |place, grid| {
        let mut rows = SolveRow::all(grid, 2).map_err(|clash| wrong(place, &clash))?;
        rows.truncate(1);
        rows.pop().ok_or_else(Problem::internal)
    })
    .await
}

pub(super) async fn canon(shared: State, wished: Wished, body: Bytes) -> Answer {
    each(&shared, &wished, body, |place, grid| Ok(CanonRow::of(place as u64 + 1, grid))).await
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

pub(super) async fn explain(shared: State, wished: Wished, body: Bytes) -> Answer {
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
}

pub(super) async fn hint(shared: State, wished: Wished, body: Bytes) -> Answer {
    let Hint { puzzle: text, filled, removed } = read(&body)?;
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
    let hint =
        shared.work(move |database| logic::hint(database.ladder(), &puzzle, &played)).await?;
    wished.one(&hint)
}
