//! A [`Database`] over HTTP: an API for programs with the records and requests of the command line.
//!
//! [`app`] answers requests and needs no socket; [`serve`] listens. The table of `api` lists every
//! route once; the router and the OpenAPI document are generated from it. Each handler parses a
//! request, calls the library once on a separate thread, and returns rows. The pages of `desk` are
//! for people; changes made there go through the API.
//!
//! Every request first passes `guard`: the name of this server, the token, the role of its owner,
//! and no page of another site.

use seeddb_core::{ask, board, level_table, logic, plural, rating, record, rows, symmetry};
use seeddb_database::{self as database, schemas, shell};
use seeddb_export as export;
use seeddb_ledger::temporary;
use seeddb_mine as mine;

mod answer;
mod api;
mod body;
mod desk;
mod door;
mod files;
mod guard;
mod jobs;
mod keys;
mod listen;
mod openapi;
mod output_folder;
mod pack;
mod pictures;
mod prefetch;
mod problem;
mod rate_limit;
mod route;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
mod tests;
#[cfg(test)]
mod tests_of_files;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
mod tests_of_time;
#[cfg(test)]
mod tests_of_work;
mod token;
mod who;
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
use crate::logic::Ladder;
use desk::session::Sessions;
use jobs::Jobs;
use keys::Keys;
use pictures::Pictures;
use prefetch::Prefetch;
use problem::Problem;
use rate_limit::RateLimit;
use wrong::Wrong;

/// The largest body of a request, in bytes.
const BODY: usize = 1 << 20;
/// The number of concurrent calls of the library; others wait.
const CALLS: usize = 16;

/// The number of concurrent calls that draw. They have a separate limit since they may take long,
/// so that reading continues meanwhile.
const DRAWS: usize = 8;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The names, with port, by which requests may address this server in the header `Host`.
    pub hosts: Vec<String>,
    /// The token that requests must have.
    pub token: Token,
    /// Whether drawing, voiding and writing files are forbidden.
    pub read_only: bool,
    /// The folder for exports and books; `None` forbids writing files.
    pub out: Option<PathBuf>,
    /// The words before every command that the desk tells, as `seeddb --db week.redb`.
    pub command: String,
    /// The greatest number of puzzles drawn per minute.
    pub per_minute: u32,
    /// The number of puzzles of each kind that are drawn in advance.
    pub stock: u32,
    /// Logs wrong tokens for the operator.
    pub log: fn(&str),
    /// Stops draws in progress when the server ends.
    pub control: Control,
    /// The ladder whose techniques the hints of sites use.
    pub ladder: &'static Ladder,
}

struct Shared {
    database: Database,
    settings: Settings,
    calls: Arc<Semaphore>,
    draws: Arc<Semaphore>,
    /// Idempotency keys of draws in progress.
    keys: Keys,
    bucket: RateLimit,
    wrong: Wrong,
    sessions: Sessions,
    jobs: Jobs,
    stocks: Prefetch,
    pictures: Pictures,
    /// The OpenAPI document, made on first use.
    document: LazyLock<serde_json::Value>,
}

type State = axum::extract::State<Arc<Shared>>;

impl Shared {
    /// Returns the database; changes through it have the name of the signed-in user.
    fn database(&self) -> Database {
        who::name().map_or_else(|| self.database.clone(), |name| self.database.signed(&name))
    }

    async fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Database) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.work(call).await??)
    }

    /// Runs `work` on a thread that may block; its errors are part of its result.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.calls).acquire_owned().await.ok();
        self.run(permit, work).await
    }

    /// Runs `work` that draws or waits for a draw. It is refused if too many run: queued draws
    /// would block all other calls.
    async fn draw<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.draws).try_acquire_owned();
        self.run(Some(permit.map_err(|_| Problem::full("draws", DRAWS))?), work).await
    }

    /// Runs `work` on a thread that may block. The permit is released when `work` ends, even if the
    /// client has disconnected.
    async fn run<T: Send + 'static>(
        &self,
        permit: Option<OwnedSemaphorePermit>,
        work: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let database = self.database();
        let done = spawn_blocking(move || {
            let result = work(&database);
            drop(permit);
            result
        });
        done.await.map_err(|_| Problem::internal())
    }
}

/// Returns the router that answers all requests. `database` waits for other processes as long as
/// its options allow.
pub fn app(database: Database, settings: Settings) -> Router {
    with_ending(database, settings).0
}

/// Returns the router of [`app`], and the tasks for the end of the server.
pub fn with_ending(database: Database, settings: Settings) -> (Router, Shutdown) {
    let shared = Arc::new(Shared {
        database,
        bucket: RateLimit::new(settings.per_minute),
        wrong: Wrong::new(settings.log),
        sessions: Sessions::new(&settings.token),
        jobs: Jobs::default(),
        stocks: Prefetch::new(settings.stock),
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
    (router, Shutdown(shared))
}

/// The tasks for the end of a server.
pub struct Shutdown(Arc<Shared>);

impl Shutdown {
    /// Ends all waits for puzzles, as soon as the server is to end.
    pub fn begin(&self) {
        self.0.stocks.halt();
    }

    /// Notes the puzzles that were drawn in advance and not handed out as spare; returns their
    /// number.
    ///
    /// # Errors
    /// Errors of the store; no note is written then.
    pub fn finish(self) -> Result<usize, Error> {
        self.0.stocks.close(&self.0.database)
    }
}

impl std::fmt::Debug for Shutdown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ending")
    }
}
