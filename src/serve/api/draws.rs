//! What changes the database.

use std::sync::{Arc, PoisonError};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::super::answer::{Wished, made_at};
use super::super::problem::Problem;
use super::super::route::ROOT;
use super::super::{Shared, State};
use super::puzzles::{id, read, text};
use crate::database::{BatchRef, Error, IfPrinted, Named, RequestFile, ToVoid};

/// The most puzzles of a draw, whose answer waits until all of them are there.
const MOST: u64 = 10_000;

/// A key whose draw is under way, until this goes.
struct Running(Arc<Shared>, String);

impl Running {
    fn begin(shared: &Arc<Shared>, key: &str) -> Result<Self, Problem> {
        let mut keys = shared.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if !keys.insert(key.to_owned()) {
            return Err(Problem::running());
        }
        Ok(Self(Arc::clone(shared), key.to_owned()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.keys.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

/// The header `Idempotency-Key`: as it is, or in quotes.
fn key(headers: &HeaderMap) -> Result<String, Problem> {
    let mut keys = headers.get_all("idempotency-key").iter();
    let key = keys.next().filter(|_| keys.next().is_none()).and_then(|key| key.to_str().ok());
    let key =
        key.map(|key| key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key));
    key.filter(|key| !key.is_empty()).map(str::to_owned).ok_or_else(|| {
        let words = "a draw wants one header Idempotency-Key, a text of your own for it: if the answer is lost, ask again with it, \
                     and get the same puzzles";
        Problem::bad("no-key", words)
    })
}

pub(super) async fn draw(
    shared: State,
    wished: Wished,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let (key, body) = (key(&headers)?, body?);
    let text = text(&body)?;
    if !text.trim_start().starts_with('{') {
        return Err(Problem::bad("bad-json", "the body is no JSON object"));
    }
    let request =
        RequestFile::parse(text).map_err(|error| Problem::bad("bad-request", error.to_string()))?;
    let mut options = request.options;
    if !request.has_rng_seed {
        options.rng_seed = getrandom::u64().map_err(|_| Problem::internal())?;
    }
    let count = options.count();
    if count > MOST {
        let words =
            format!("{count} puzzles: a draw has at most {MOST}; draw the others with other keys");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many", words));
    }
    // It stays until the draw is over, also if whoever asked is gone.
    let running = Running::begin(&shared, &key)?;
    let control = shared.settings.control.clone();
    let (batch, puzzles) = shared
        .call(move |database| {
            let drawing = database.once(&key)?.draw(&options, &control)?;
            let batch = drawing.batch().id;
            let puzzles = drawing.collect::<Result<Vec<Named>, Error>>()?;
            drop(running);
            Ok((batch, puzzles))
        })
        .await?;
    let rows: Vec<_> = puzzles.iter().map(Named::row).collect();
    Ok(made_at(wished.rows(&rows)?, &format!("{ROOT}/batches/{batch}")))
}

pub(super) const VOID: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"batches": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "numbers of batches, last, or 2.. for all from there on"}, "puzzles": {"type": "array", "items": {"type": "string"}, "description": "ids"}, "if-printed": {"enum": ["refuse", "keep", "void"], "description": "what becomes of puzzles in books and series; refuse if it is left out"}, "reason": {"type": ["string", "null"], "description": "kept as a note"}}}"#;
pub(super) const VOIDED: &str = r#"{"type": "object", "properties": {"new": {"type": "integer"}, "known": {"type": "integer"}, "printed": {"type": "integer"}}, "required": ["new", "known", "printed"]}"#;

/// Which puzzles are given up.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Void {
    batches: Vec<BatchRef>,
    puzzles: Vec<String>,
    if_printed: Printed,
    reason: Option<String>,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Printed {
    #[default]
    Refuse,
    Keep,
    Void,
}

impl From<Printed> for IfPrinted {
    fn from(printed: Printed) -> Self {
        match printed {
            Printed::Refuse => Self::Refuse,
            Printed::Keep => Self::Keep,
            Printed::Void => Self::Void,
        }
    }
}

pub(super) async fn void(
    shared: State,
    wished: Wished,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let Void { batches, puzzles, if_printed, reason } = read(&body?)?;
    let which = match (batches.is_empty(), puzzles.is_empty()) {
        (false, true) => ToVoid::Batches(batches),
        (true, false) => {
            ToVoid::Puzzles(puzzles.iter().map(|text| id(text)).collect::<Result<_, _>>()?)
        }
        _ => return Err(Problem::bad("bad-request", "name batches or puzzles, one of the two")),
    };
    let voided =
        shared.call(move |database| database.void(&which, if_printed.into(), reason.as_deref()));
    let voided = voided.await?;
    wished.one(&json!({"new": voided.new, "known": voided.known, "printed": voided.printed}))
}
