//! [`Prefetch`]: single puzzles for clients that need one immediately; each is issued before it is
//! handed out.
//!
//! Each kind of puzzle requested has a [`Pool`]. Puzzles left when the server ends are spare:
//! issued, but never handed out. Their notes state that, and the notes of their batches give the
//! purpose of the batches.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;

use super::Shared;
use super::keys::Keys;
use super::problem::Problem;
use crate::database::{Database, DrawOptions, Error, IssuedWithId, Pool};

const KINDS: usize = 16;
/// The number of idempotency keys remembered with their puzzles.
const KEYS: usize = 100_000;
/// The name of the only stock in each pool.
const ONE: &str = "one";
/// The note on batches that fill stocks.
const NOTE: &str = "a stock of `seeddb serve`: what it did not hand out is spare";
/// The note on puzzles left over.
const SPARE: &str = "spare: nobody was given it from the stock of `seeddb serve`";

#[derive(Default)]
struct IssuedKeys {
    by_key: HashMap<String, (String, IssuedWithId)>,
    order: VecDeque<String>,
}

/// The pools, by the request for one puzzle as JSON.
#[derive(Default)]
pub(super) struct Prefetch {
    pools: Arc<Mutex<HashMap<String, Arc<Pool>>>>,
    /// Held while a pool is opened.
    opening: Arc<tokio::sync::Mutex<()>>,
    given: Mutex<IssuedKeys>,
    /// Keys of requests in progress.
    running: Keys,
    /// The number of puzzles in a full stock.
    size: u32,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Prefetch {
    pub fn new(size: u32) -> Self {
        Self { size: size.max(1), ..Self::default() }
    }

    /// Returns one puzzle. A remembered key returns its earlier puzzle again.
    pub async fn one(
        &self,
        shared: &Shared,
        options: DrawOptions,
        key: Option<String>,
    ) -> Result<IssuedWithId, Problem> {
        let kind = serde_json::to_string(&options).map_err(|_| Problem::internal())?;
        let Some(key) = key else {
            shared.bucket.take(1)?;
            return self.next(shared, &kind, options).await;
        };
        let running = {
            let given = lock(&self.given);
            match given.by_key.get(&key) {
                Some((before, named)) if *before == kind => return Ok(named.clone()),
                Some(_) => {
                    let words = "this Idempotency-Key was used for another kind of puzzle";
                    let status = StatusCode::UNPROCESSABLE_ENTITY;
                    return Err(Problem::new(status, "other-request", words));
                }
                None => {}
            }
            self.running.begin(&key)?
        };
        shared.bucket.take(1)?;
        let named = self.next(shared, &kind, options).await?;
        let mut given = lock(&self.given);
        if given.order.len() >= KEYS
            && let Some(first) = given.order.pop_front()
        {
            given.by_key.remove(&first);
        }
        given.order.push_back(key.clone());
        given.by_key.insert(key, (kind, named.clone()));
        // Not earlier: a repeated request finds either the key in progress or its puzzle.
        drop(running);
        Ok(named)
    }

    async fn next(
        &self,
        shared: &Shared,
        kind: &str,
        options: DrawOptions,
    ) -> Result<IssuedWithId, Problem> {
        let known = lock(&self.pools).get(kind).cloned();
        let pool = match known {
            Some(pool) => pool,
            None => self.open(shared, kind, options).await?,
        };
        let named = match pool.try_take(ONE)? {
            Some(named) => Some(named),
            None => shared.draw(move |_| pool.take(ONE)).await??,
        };
        named.ok_or_else(|| {
            let words = "the seeds have no more such puzzles, or the server is about to end";
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "used-up", words)
        })
    }

    /// Opens the stock of a kind. Stocks are opened one at a time, since several of one kind would
    /// draw more than is handed out, and the opening is completed even if the client disconnects.
    async fn open(
        &self,
        shared: &Shared,
        kind: &str,
        mut options: DrawOptions,
    ) -> Result<Arc<Pool>, Problem> {
        let opening = Arc::clone(&self.opening).lock_owned().await;
        let kinds = {
            let pools = lock(&self.pools);
            if let Some(known) = pools.get(kind) {
                return Ok(Arc::clone(known));
            }
            pools.len()
        };
        if kinds >= KINDS {
            let words =
                format!("there are stocks of {KINDS} kinds of puzzles: draw others with /draws");
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many", words));
        }
        for part in &mut options.part {
            part.count = self.size;
        }
        NOTE.clone_into(&mut options.note);
        options.rng_seed = getrandom::u64().map_err(|_| Problem::internal())?;
        let (pools, kind) = (Arc::clone(&self.pools), kind.to_owned());
        let open = move |database: &Database| {
            let new = Arc::new(Pool::start(database, [(ONE, options)])?);
            lock(&pools).insert(kind, Arc::clone(&new));
            drop(opening);
            Ok(new)
        };
        shared.call(open).await
    }

    /// Ends all waits for puzzles.
    pub fn halt(&self) {
        lock(&self.pools).values().for_each(|pool| pool.halt());
    }

    /// Ends all stocks and notes their remaining puzzles as spare. Returns the number of these
    /// puzzles.
    pub fn close(&self, database: &Database) -> Result<usize, Error> {
        self.halt();
        let pools = std::mem::take(&mut *lock(&self.pools));
        let left = pools.into_values().filter_map(Arc::into_inner).flat_map(Pool::close);
        let left: Vec<_> =
            left.map(|IssuedWithId { issued, .. }| (issued.batch, issued.number)).collect();
        database.note_all(&left, SPARE)?;
        Ok(left.len())
    }
}
