//! Jobs: their state, and the requests that start them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rayon::ThreadPoolBuilder;
use serde::Deserialize;
use serde_json::json;

use super::super::State;
use super::super::answer::{Negotiated, made_at};
use super::super::body::read;
use super::super::jobs::{Job, Outcome};
use super::super::problem::Problem;
use super::super::route::ROOT;
use crate::database::{Control, Database, Error, MineOptions, Part, ProblemRow, VerifyOptions};
use crate::mine::Strategy;

type Answer = Result<Response, Problem>;
type Given = Result<Path<String>, PathRejection>;

/// Whether a request has `Prefer: respond-async`.
pub(super) fn prefers_async(headers: &HeaderMap) -> bool {
    let wishes = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    wishes.flat_map(|wishes| wishes.split(',')).any(|wish| wish.trim() == "respond-async")
}

/// Returns the answer to a started job, with its path.
pub(super) fn accepted(wished: &Negotiated, job: &Job) -> Answer {
    let mut response = made_at(wished.one(&job.told())?, &format!("{ROOT}/jobs/{}", job.id()));
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

pub(super) async fn all(shared: State, wished: Negotiated) -> Answer {
    wished.one(&shared.jobs.all())
}

pub(super) async fn one(shared: State, wished: Negotiated, id: Given) -> Answer {
    wished.one(&shared.jobs.find(&id?.0)?.told())
}

/// Requests a job to stop, and answers with its progress.
pub(super) async fn stop(shared: State, wished: Negotiated, id: Given) -> Answer {
    let job = shared.jobs.find(&id?.0)?;
    job.stop();
    wished.one(&job.told())
}

pub(super) async fn events(shared: State, id: Given) -> Answer {
    let job = shared.jobs.find(&id?.0)?;
    Ok(([(CONTENT_TYPE, "text/event-stream")], job.events()).into_response())
}

pub(super) const MINE: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"part": {"type": "object", "description": "what the seeds are to give, with the keys of a part of a request: level, tier, er, symmetry and others"}, "count": {"type": ["integer", "null"], "minimum": 1, "description": "stop when so many were found"}, "seconds": {"type": ["integer", "null"], "minimum": 1, "maximum": 86400, "description": "stop after this time"}, "strategy": {"type": ["string", "null"], "description": "how to search; as the tier needs if it is left out"}, "rng-seed": {"type": ["integer", "null"], "minimum": 0}}, "required": ["part"]}"#;

/// A limited search for seeds.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Mine {
    part: Part,
    count: Option<usize>,
    seconds: Option<u32>,
    strategy: Option<String>,
    rng_seed: Option<u64>,
}

pub(super) async fn mine(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Mine { part, count, seconds, strategy, rng_seed } = read(&body)?;
    if (count.is_none() && seconds.is_none()) || count == Some(0) {
        let words = "a search wants an end: count, from 1 on, or seconds";
        return Err(Problem::bad("bad-request", words));
    }
    if !matches!(seconds, None | Some(1..=86_400)) {
        return Err(Problem::bad("bad-request", "a search takes 1 to 86400 seconds"));
    }
    let strategy: Option<Strategy> = strategy
        .map(|name| name.parse())
        .transpose()
        .map_err(|error| Problem::bad("bad-request", format!("{error}")))?;
    let rng_seed = rng_seed.map_or_else(getrandom::u64, Ok).map_err(|_| Problem::internal())?;
    let options = MineOptions {
        level: part.level,
        ask: part.ask,
        strategy: strategy.unwrap_or_default(),
        count,
        time: seconds.map(|seconds| Duration::from_secs(seconds.into())),
        ..MineOptions::of_tier(0, rng_seed)
    };
    let work = move |database: &Database, control: &Control| {
        let mined = database.mine(&options, control)?;
        let (tried, found) = (mined.progress.tried, mined.progress.found);
        let added = mined.added;
        let result =
            json!({"tried": tried, "found": found, "new": added.new, "known": added.known});
        Ok(Outcome { location: Some(format!("{ROOT}/seeds")), result })
    };
    let job = shared.jobs.start(&Arc::clone(&shared), "mine", None, work)?;
    accepted(&wished, &job)
}

pub(super) const VERIFY: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"capacity": {"type": "boolean", "description": "measures the capacities of the seeds again, too, which takes long"}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verify {
    #[serde(default)]
    capacity: bool,
}

/// The most violations that are listed.
const MOST_TOLD: usize = 1_000;

pub(super) async fn verify(shared: State, wished: Negotiated, body: Bytes) -> Answer {
    let Verify { capacity } = read(&body)?;
    let look = move |database: &Database, control: &Control| {
        let mut verification =
            database.verify(VerifyOptions { capacity, sample: None }, control)?;
        let mut problems = Vec::new();
        for problem in &mut verification {
            let row = ProblemRow::from(problem?);
            if problems.len() < MOST_TOLD {
                problems.push(row);
            }
        }
        if control.is_stopped() {
            // An incomplete report would imply that the rest is valid.
            return Err(Error::Stopped.into());
        }
        let summary = verification.summary();
        let result = json!({
            "seeds": summary.seeds,
            "issued": summary.issued,
            "count": summary.problems,
            "mislabelled": summary.mislabelled,
            "problems": problems,
        });
        Ok(Outcome { location: None, result })
    };
    // A separate thread pool: verification keeps all threads busy to the end, and lists computed on
    // the global pool would have to wait.
    let work = move |database: &Database, control: &Control| {
        let threads = ThreadPoolBuilder::new().build().map_err(|_| Problem::internal())?;
        threads.install(|| look(database, control))
    };
    let job = shared.jobs.start(&Arc::clone(&shared), "verify", None, work)?;
    accepted(&wished, &job)
}
