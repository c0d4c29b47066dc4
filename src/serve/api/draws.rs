//! Requests that change the database.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::super::answer::{Negotiated, made_at};
use super::super::body::{id, read, text};
use super::super::jobs::Outcome;
use super::super::problem::Problem;
use super::super::route::ROOT;
use super::super::{Shared, State};
use super::jobs::{accepted, prefers_async};
use crate::database::{
    BatchRef, Control, Database, DrawOptions, Error, IfPrinted, IssuedWithId, Part, RequestFile,
    ToVoid,
};

/// The most puzzles of a draw that is answered when all are drawn.
pub(super) const MOST: u64 = 10_000;

/// The most puzzles of a draw as a job.
pub(crate) const MOST_OF_A_JOB: u64 = 1_000_000;

const KEY: &str = "idempotency-key";

/// Returns the header `Idempotency-Key`, if present.
pub(super) fn key_if_given(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    if headers.contains_key(KEY) { key_of(headers).map(Some) } else { Ok(None) }
}

/// Returns the header `Idempotency-Key`, with or without quotes.
pub(super) fn key_of(headers: &HeaderMap) -> Result<String, Problem> {
    let mut keys = headers.get_all(KEY).iter();
    let key = keys.next().filter(|_| keys.next().is_none()).and_then(|key| key.to_str().ok());
    let key =
        key.map(|key| key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key));
    key.filter(|key| !key.is_empty()).map(str::to_owned).ok_or_else(|| {
        let words = "a draw wants one header Idempotency-Key, a text of your own for it: if the answer is lost, ask again with it, \
                     and get the same puzzles";
        Problem::bad("no-key", words)
    })
}

fn request(body: &Bytes) -> Result<RequestFile, Problem> {
    let text = text(body)?;
    if !text.trim_start().starts_with('{') {
        return Err(Problem::bad("bad-json", "the body is no JSON object"));
    }
    RequestFile::parse(text).map_err(|error| Problem::bad("bad-request", error.to_string()))
}

fn too_many(count: u64, most: u64) -> Problem {
    let words =
        format!("{count} puzzles: a draw has at most {most}; draw the others with other keys");
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many", words)
}

pub(super) async fn draw(
    shared: State,
    wished: Negotiated,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let key = key_of(&headers)?;
    let request = request(&body)?;
    let mut options = request.options;
    if !request.has_rng_seed {
        options.rng_seed = getrandom::u64().map_err(|_| Problem::internal())?;
    }
    let count = options.count();
    if count > MOST_OF_A_JOB {
        return Err(too_many(count, MOST_OF_A_JOB));
    }
    if count > MOST || prefers_async(&headers) {
        return begin_draw(&shared, &wished, key, options).await;
    }
    // Held until the draw has ended, even if the client disconnects.
    let running = shared.keys.begin(&key)?;
    shared.bucket.take(count)?;
    let control = shared.settings.control.clone();
    let (batch, puzzles) = shared
        .draw(move |database| {
            let drawing = database.once(&key)?.draw(&options, &control)?;
            let batch = drawing.batch().id;
            let puzzles = drawing.collect::<Result<Vec<IssuedWithId>, Error>>()?;
            drop(running);
            Ok::<_, Error>((batch, puzzles))
        })
        .await??;
    let rows: Vec<_> = puzzles.iter().map(IssuedWithId::row).collect();
    Ok(made_at(wished.puzzles(&rows, None)?, &format!("{ROOT}/batches/{batch}")))
}

/// Begins a draw as a job; a running draw with this key is returned instead.
async fn begin_draw(
    shared: &Arc<Shared>,
    wished: &Negotiated,
    key: String,
    options: DrawOptions,
) -> Result<Response, Problem> {
    let (own, asked) = (key.clone(), options.clone());
    // Invalid requests are refused immediately.
    shared.call(move |database| database.once(&own)?.check_draw(&asked)).await?;
    if let Some(job) = shared.jobs.of_draw(&key) {
        return accepted(wished, &job);
    }
    let count = options.count();
    let work = move |database: &Database, control: &Control| {
        let mut drawing = database.draw(&options, control)?;
        let (batch, mut issued) = (drawing.batch().id, 0);
        while let Some(chunk) = drawing.next_chunk() {
            issued += chunk?.len();
        }
        let location = Some(format!("{ROOT}/batches/{batch}"));
        Ok(Outcome { location, result: json!({"batch": batch, "issued": issued}) })
    };
    begin(shared, wished, ("draw", Some(key)), count, work).await
}

/// Begins a job of this kind that draws `count` puzzles; a key in use is refused.
pub(super) async fn begin(
    shared: &Arc<Shared>,
    wished: &Negotiated,
    (kind, key): (&'static str, Option<String>),
    count: u64,
    work: impl FnOnce(&Database, &Control) -> Result<Outcome, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let running = key.as_deref().map(|key| shared.keys.begin(key)).transpose()?;
    shared.bucket.take(count)?;
    let own = key.clone();
    let work = move |database: &Database, control: &Control| {
        let database = own.map_or_else(|| Ok(database.clone()), |key| database.once(&key))?;
        let done = work(&database, control);
        drop(running);
        done
    };
    let job = shared.jobs.start(shared, kind, key, work)?;
    accepted(wished, &job)
}

pub(super) async fn one(
    shared: State,
    wished: Negotiated,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let key = key_if_given(&headers)?;
    let DrawOptions { part, .. } = request(&body)?.options;
    let [part] = <[Part; 1]>::try_from(part).map_err(|part| {
        let words = format!("one puzzle is of one kind: `part` has {} here", part.len());
        Problem::bad("bad-request", words)
    })?;
    if part.count != 1 {
        return Err(too_many(part.count.into(), 1));
    }
    let named = shared.stocks.one(&shared, part.drawn(0), key).await?;
    wished.one(&named.row())
}

pub(super) const VOID: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"batches": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "numbers of batches, last, or 2.. for all from there on"}, "puzzles": {"type": "array", "items": {"type": "string"}, "description": "ids"}, "if-printed": {"enum": ["refuse", "keep", "void"], "description": "what becomes of puzzles in books and series; refuse if it is left out"}, "reason": {"type": ["string", "null"], "description": "kept as a note"}}}"#;
pub(super) const VOIDED: &str = r#"{"type": "object", "properties": {"new": {"type": "integer"}, "known": {"type": "integer"}, "printed": {"type": "integer"}}, "required": ["new", "known", "printed"]}"#;

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
    wished: Negotiated,
    body: Bytes,
) -> Result<Response, Problem> {
    let Void { batches, puzzles, if_printed, reason } = read(&body)?;
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
