//! A [`Database`] over HTTP: its calls as an API for programs, with the records and the requests of the command line.
//!
//! [`app`] answers requests and needs no socket; [`serve`] listens. Every route stands once, in the table of `api`, from which the router
//! and the OpenAPI document are made. Each handler is a request in, one call of the library on a thread of its own, rows out. The pages of
//! `desk` are for people: they show what the calls give, and what they change goes through the API.
//!
//! Nothing is answered that `guard` did not let pass: the name of this server, the token, and no page of somebody else.

mod answer;
mod api;
mod body;
mod bucket;
mod desk;
mod door;
mod files;
mod guard;
mod jobs;
mod keys;
mod listen;
mod openapi;
mod pack;
mod pictures;
mod problem;
mod route;
mod shelf;
mod stocks;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
mod tests;
#[cfg(test)]
mod tests_of_files;
#[cfg(test)]
mod tests_of_work;
mod token;
mod wrong;

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

pub use listen::serve;
pub use token::Token;

use crate::database::{Control, Database, Error};
use bucket::Bucket;
use jobs::Jobs;
use keys::Keys;
use pictures::Pictures;
use problem::Problem;
use stocks::Stocks;
use wrong::Wrong;

/// The largest body of a request, in bytes.
const BODY: usize = 1 << 20;
/// Calls of the library that run at the same time; others wait.
const CALLS: usize = 16;

/// Calls that draw at the same time. They may take long, so they are counted apart: reading goes on beside them.
const DRAWS: usize = 8;

/// How a server answers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The names, each with its port, by which requests may call this server: what their header `Host` says.
    pub hosts: Vec<String>,
    /// What requests have to know.
    pub token: Token,
    /// Whether nothing can be drawn or made void, and no file written.
    pub read_only: bool,
    /// The folder that exports and books are written to; without it none are.
    pub out: Option<PathBuf>,
    /// The words before every command that the desk tells, as `seeddb --db week.redb`.
    pub command: String,
    /// How many puzzles are drawn in a minute.
    pub per_minute: u32,
    /// How many puzzles of each kind are drawn ahead for those who want one at once.
    pub stock: u32,
    /// Tells whoever started the server of wrong tokens.
    pub log: fn(&str),
    /// Stops draws that are under way when the server is to end.
    pub control: Control,
}

struct Shared {
    database: Database,
    settings: Settings,
    calls: Arc<Semaphore>,
    draws: Arc<Semaphore>,
    /// Idempotency keys of the draws under way.
    keys: Keys,
    bucket: Bucket,
    wrong: Wrong,
    jobs: Jobs,
    stocks: Stocks,
    pictures: Pictures,
    /// The API as OpenAPI, made when somebody asks.
    document: LazyLock<serde_json::Value>,
}

type State = axum::extract::State<Arc<Shared>>;

impl Shared {
    async fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Database) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.work(call).await??)
    }

    /// Runs `work`, which has errors of its own, on a thread that may wait.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.calls).acquire_owned().await.ok();
        self.run(permit, work).await
    }

    /// Runs `work`, which draws or waits for a draw. Too many at once are refused: in a queue they would take the places of all others.
    async fn draw<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.draws).try_acquire_owned();
        self.run(Some(permit.map_err(|_| Problem::full("draws", DRAWS))?), work).await
    }

    /// Runs `work` on a thread that may wait; the permit is given back when it is over, also if whoever asked is gone.
    async fn run<T: Send + 'static>(
        &self,
        permit: Option<OwnedSemaphorePermit>,
        work: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let database = self.database.clone();
        let done = spawn_blocking(move || {
            let result = work(&database);
            drop(permit);
            result
        });
        done.await.map_err(|_| Problem::internal())
    }
}

/// The application: what answers each request. `database` waits as long as its options say for other processes.
pub fn app(database: Database, settings: Settings) -> Router {
    with_ending(database, settings).0
}

/// [`app`], and what is to be done in the end.
pub fn with_ending(database: Database, settings: Settings) -> (Router, Ending) {
    let shared = Arc::new(Shared {
        database,
        bucket: Bucket::new(settings.per_minute),
        wrong: Wrong::new(settings.log),
        jobs: Jobs::default(),
        stocks: Stocks::new(settings.stock),
        pictures: Pictures::default(),
        settings,
        calls: Arc::new(Semaphore::new(CALLS)),
        draws: Arc::new(Semaphore::new(DRAWS)),
        keys: Keys::default(),
        document: LazyLock::new(|| openapi::document(api::ROUTES)),
    });
    let mut router = Router::new();
    for route in api::ROUTES {
        router = router.route(&route.path(), (route.handler)());
    }
    for page in desk::PAGES {
        router = router.route(page.path, (page.handler)());
    }
    let router = router
        .fallback(desk::no_page)
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            Problem::no_method(
                &method,
                &uri,
                &[api::methods_of(uri.path()), desk::methods_of(uri.path())].concat(),
            )
        })
        .layer(from_fn_with_state(Arc::clone(&shared), guard::guard))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn(pack::pack))
        .with_state(Arc::clone(&shared));
    (router, Ending(shared))
}

/// What is to be done when a server has ended.
pub struct Ending(Arc<Shared>);

impl Ending {
    /// Lets nobody wait for a puzzle any more: for the moment in which the server is to end.
    pub fn begin(&self) {
        self.0.stocks.halt();
    }

    /// Notes of puzzles that were drawn ahead, and that nobody was given, that they are spare, and tells how many they are.
    ///
    /// # Errors
    /// Failures of the store: then no note says so.
    pub fn finish(self) -> Result<usize, Error> {
        self.0.stocks.close(&self.0.database)
    }
}

impl std::fmt::Debug for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ending")
    }
}
