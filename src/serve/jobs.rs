//! [`Jobs`]: work that exceeds the time of an answer: it continues if the client disconnects,
//! reports progress, and can be stopped.
//!
//! Jobs live in memory. Puzzles that a job issues are in the ledger as with any other call, so a
//! server that ends loses only the job.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Frame;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::Shared;
use super::problem::Problem;
use crate::database::{Control, Database, Event, Unit};

/// The number of jobs that run concurrently.
const RUNNING: usize = 4;
/// The number of ended jobs that are remembered.
const KEPT: usize = 100;
/// The interval of checks whether the server is to end.
const LOOK: Duration = Duration::from_millis(50);
/// The least interval between two events.
const PACE: Duration = Duration::from_millis(100);
/// The longest silence of an event stream.
const SILENCE: Duration = Duration::from_secs(15);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    Running,
    Done,
    /// The job was stopped; puzzles that it has issued stay issued.
    Stopped,
    Failed,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct JobReport {
    job: String,
    kind: &'static str,
    state: State,
    /// The units done; the next field is the total.
    done: u64,
    total: Option<u64>,
    unit: Option<Unit>,
    /// The path of the result.
    location: Option<String>,
    result: Option<Value>,
    /// The reason of a failure.
    problem: Option<Value>,
}

pub(super) const TOLD: &str = r#"{"type": "object", "required": ["job", "kind", "state", "done", "total", "unit", "location", "result", "problem"], "properties": {"job": {"type": "string", "description": "its id"}, "kind": {"enum": ["book", "draw", "export", "mine", "verify"]}, "state": {"enum": ["running", "done", "stopped", "failed"]}, "done": {"type": "integer", "description": "how much is done"}, "total": {"type": ["integer", "null"], "description": "of how much"}, "unit": {"type": ["string", "null"], "description": "what is counted"}, "location": {"type": ["string", "null"], "description": "where what it made can be found"}, "result": {"description": "what it came to"}, "problem": {"type": ["object", "null"], "description": "why it failed"}}}"#;

impl JobReport {
    pub const fn is_running(&self) -> bool {
        matches!(self.state, State::Running)
    }

    fn event(&self) -> Bytes {
        let (name, data) = (json!(self.state), serde_json::to_string(self).unwrap_or_default());
        format!("event: {}\ndata: {data}\n\n", name.as_str().unwrap_or_default()).into()
    }
}

#[derive(Debug)]
pub(super) struct Outcome {
    pub location: Option<String>,
    pub result: Value,
}

pub(super) struct Job {
    id: String,
    /// The idempotency key of a draw or a book.
    key: Option<String>,
    control: Control,
    told: watch::Sender<JobReport>,
}

impl Job {
    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn told(&self) -> JobReport {
        self.told.borrow().clone()
    }

    pub fn stop(&self) {
        self.control.stop();
    }

    fn progress(&self, event: &Event) {
        let (done, total, unit) = match event {
            Event::Done { done, total, unit } => (*done, *total, *unit),
            Event::Mining(progress) => (progress.found as u64, None, Unit::Seeds),
            _ => return,
        };
        self.told.send_modify(|told| {
            told.done = told.done.max(done);
            told.total = total.or(told.total);
            told.unit = Some(unit);
        });
    }

    fn end(&self, done: Result<Result<Outcome, Problem>, Problem>) {
        self.told.send_modify(|told| match done.flatten() {
            Ok(Outcome { location, result }) => {
                told.state = if self.control.is_stopped() { State::Stopped } else { State::Done };
                (told.location, told.result) = (location, Some(result));
            }
            Err(problem) => {
                told.state = if self.control.is_stopped() { State::Stopped } else { State::Failed };
                told.problem = Some(problem.into_body());
            }
        });
    }

    /// Returns the progress as server-sent events: each is named after the state and has the fields
    /// of [`JobReport`]. The last one gives the outcome.
    pub fn events(self: Arc<Self>) -> Body {
        let (sender, receiver) = mpsc::channel(1);
        tokio::spawn(async move {
            let mut told = self.told.subscribe();
            loop {
                let now = told.borrow_and_update().clone();
                if sender.send(now.event()).await.is_err() || !now.is_running() {
                    return;
                }
                sleep(PACE).await;
                while timeout(SILENCE, told.changed()).await.is_err() {
                    // A comment, so that proxies do not take the silence for an end.
                    if sender.send(Bytes::from_static(b":\n\n")).await.is_err() {
                        return;
                    }
                }
            }
        });
        Body::new(Events(receiver))
    }
}

/// A response body that lasts as long as the sender.
struct Events(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// All jobs, oldest first.
#[derive(Default)]
pub(super) struct Jobs(Mutex<Vec<Arc<Job>>>);

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn all(&self) -> Vec<JobReport> {
        self.lock().iter().map(|job| job.told()).collect()
    }

    /// Returns the ids of the running jobs of a kind.
    pub fn running(&self, kind: &str) -> Vec<String> {
        let told = self.all().into_iter().filter(|told| told.kind == kind && told.is_running());
        told.map(|told| told.job).collect()
    }

    pub fn find(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let found = self.lock().iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| {
            let words =
                format!("no job {id}: those that are over are forgotten after {KEPT} others, and when the server ends");
            Problem::missing("no-such-job", words)
        })
    }

    /// Returns the running draw with this key.
    pub fn of_draw(&self, key: &str) -> Option<Arc<Job>> {
        let is = |job: &&Arc<Job>| {
            let told = job.told();
            job.key.as_deref() == Some(key) && told.kind == "draw" && told.is_running()
        };
        self.lock().iter().find(is).cloned()
    }

    /// Starts a job, if fewer than the limit are running.
    pub fn start(
        &self,
        shared: &Arc<Shared>,
        kind: &'static str,
        key: Option<String>,
        work: impl FnOnce(&Database, &Control) -> Result<Outcome, Problem> + Send + 'static,
    ) -> Result<Arc<Job>, Problem> {
        let id = format!("{:016x}", getrandom::u64().map_err(|_| Problem::internal())?);
        let (state, location, result) = (State::Running, None, None);
        let (done, total, unit, problem) = (0, None, None, None);
        let job = id.clone();
        let told = JobReport { job, kind, state, done, total, unit, location, result, problem };
        let (told, _) = watch::channel(told);
        let job = Arc::new(Job { id, key, control: Control::default(), told });
        {
            let mut all = self.lock();
            let is_running = |job: &&Arc<Job>| job.told().is_running();
            if all.iter().filter(is_running).count() >= RUNNING {
                return Err(Problem::full("jobs", RUNNING));
            }
            let over = all.iter().filter(|job| !job.told().is_running()).count();
            if over >= KEPT
                && let Some(first) = all.iter().position(|job| !job.told().is_running())
            {
                all.remove(first);
            }
            all.push(Arc::clone(&job));
        }
        let (begun, shared, database) = (Arc::clone(&job), Arc::clone(shared), shared.database());
        tokio::spawn(async move {
            let watched = Arc::clone(&begun);
            let control = begun.control.watched_by(move |event| watched.progress(event));
            let mut work = spawn_blocking(move || work(&database, &control));
            let done = loop {
                if shared.settings.control.is_stopped() {
                    begun.stop();
                }
                if let Ok(done) = timeout(LOOK, &mut work).await {
                    break done;
                }
            };
            begun.end(done.map_err(|_| Problem::internal()));
        });
        Ok(job)
    }
}
