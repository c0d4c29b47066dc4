//! The pool of connections, and retries of work on them.
//!
//! # A lost answer to COMMIT
//! Every write has a token of 128 random bits, and its transaction begins by inserting the token
//! into `seeddb.done`. If the connection is lost, the write is retried on another connection with
//! the same token: the server makes it wait while the first attempt still runs. If the token exists
//! then, the first attempt was committed; the row is updated, so that this second commit, once
//! answered, proves that both are on the synchronous standbys. If not, the first attempt was
//! undone, and can no longer commit because the token is taken.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use postgres::{Client, Config, SimpleQueryMessage};

use super::connect::{self, Durability, Session, server};
use super::layout::{identity, is_made};
use super::rows::Working;
use super::tls::Tls;
use super::{Abort, Done, Identity, OpenOptions, ServerFailure, StoreError, WaitPolicy};
use crate::store::engine::Server;
use crate::store::identity::random;

/// The pause before a lost connection is retried, at first; `LONGEST_PAUSE` at most.
const PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// The maximum number of attempts of a call that conflicts with others.
const ATTEMPTS: u32 = 1_000;
/// The maximum wait of any call: tokens are kept for a day.
const LONGEST: Duration = Duration::from_secs(12 * 3600);
/// The minimum time waited for locks while the blocking client is being determined.
const LEAST: Duration = Duration::from_millis(200);
/// The maximum of that time, which is otherwise a quarter of the wait.
const MOST: Duration = Duration::from_secs(1);
/// The maximum wait for locks before checking whether to continue.
const SLICE: Duration = Duration::from_secs(2);

/// Idle connections; each call takes one.
pub(super) struct Pool {
    pub(super) name: PathBuf,
    pub(super) config: Config,
    pub(super) tls: Tls,
    idle: Mutex<Vec<Session>>,
    /// The identity of the database, once known: no other is used.
    pub(super) identity: OnceLock<Identity>,
    pub(super) accept_loss: bool,
    /// The server of the last connection.
    pub(super) server: Mutex<Option<Server>>,
    /// Whether the tables on the last connection were restored from a dump.
    pub(super) is_put_back: AtomicBool,
    /// Whether a failed first connection is retried, as lost ones are.
    is_patient: bool,
}

/// Returns the rest of the wait; zero after a stop.
fn left(patience: &WaitPolicy, start: Instant) -> Duration {
    if patience.stop.load(Ordering::Relaxed) {
        return Duration::ZERO;
    }
    patience.wait.min(LONGEST).saturating_sub(start.elapsed())
}

impl Pool {
    pub(super) fn new(address: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        let (name, config, tls) = connect::config(address, options)?;
        Ok(Self {
            name,
            config,
            tls,
            idle: Mutex::default(),
            identity: OnceLock::new(),
            accept_loss: options.accept_loss,
            server: Mutex::default(),
            is_put_back: AtomicBool::new(false),
            is_patient: options.wait_for_server,
        })
    }

    /// Determines the identity of the database; fails if there is none.
    pub(super) fn know(&self, patience: &WaitPolicy) -> Result<Identity, StoreError> {
        let identity = self.first(patience, |client| identity(client, &self.name))?;
        Ok(*self.identity.get_or_init(|| identity))
    }

    fn take(&self) -> Result<Session, ServerFailure> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle.filter(|session| !session.client.is_closed()) {
            Some(session) => Ok(session),
            None => self.connect(),
        }
    }

    /// Opens a connection to a server that is writable and keeps committed data.
    fn connect(&self) -> Result<Session, ServerFailure> {
        let mut client = self.dial()?;
        let durability = Durability::of(&mut client)?;
        if durability.is_standby {
            return Err(StoreError::Standby(self.name.clone()).into());
        }
        if !self.accept_loss
            && let Some(what) = durability.dangers().into_iter().next()
        {
            let path = self.name.clone();
            return Err(StoreError::Unsafe { path, what }.into());
        }
        // JIT compilation takes longer than any of these queries.
        client.batch_execute(
            "SELECT set_config('synchronous_commit', 'on', false) \
             WHERE current_setting('synchronous_commit') IN ('off', 'local'); \
             SET jit = off; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
        )?;
        // After a fail-over another database may answer at this address.
        if let Some(wanted) = self.identity.get()
            && (!is_made(&mut client)? || identity(&mut client, &self.name)? != *wanted)
        {
            return Err(StoreError::Replaced(self.name.clone()).into());
        }
        if is_made(&mut client)? {
            let (made, now) = connect::places(&mut client)?;
            self.is_put_back.store(made.is_some_and(|made| made != now), Ordering::Relaxed);
        }
        let server = server(&mut client)?;
        *self.server.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
        Ok(Session { client, process: durability.process })
    }

    /// Connects without checks.
    pub(super) fn dial(&self) -> Result<Client, ServerFailure> {
        Ok(self.tls.connect(&self.config)?)
    }

    fn give_back(&self, session: Session) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
    }

    /// Runs `body` outside of transactions on the first connection. Waits for a server that is
    /// starting up, and for one that does not answer if the options request that.
    pub(super) fn first<T>(
        &self,
        patience: &WaitPolicy,
        body: impl Fn(&mut Client) -> Result<T, ServerFailure>,
    ) -> Result<T, StoreError> {
        self.run(patience, self.is_patient, |client, _| body(client))
    }

    /// Runs `body`, passing the lock timeout, until it succeeds or fails for good. Retries after
    /// conflicts with other writers and, if `is_patient`, after a lost connection.
    fn run<T>(
        &self,
        patience: &WaitPolicy,
        is_patient: bool,
        mut body: impl FnMut(&mut Client, Duration) -> Result<T, ServerFailure>,
    ) -> Result<T, StoreError> {
        let (start, mut attempts, mut pause) = (Instant::now(), 0, PAUSE);
        // Whether to determine the blocking client meanwhile.
        let (mut is_watched, mut holder) = (false, None);
        loop {
            let rest = left(patience, start);
            let attempt = if is_watched {
                let time = rest.clamp(LEAST, SLICE);
                self.attempt(|session| {
                    self.watched(session, &mut holder, |client| body(client, time))
                })
            } else {
                let unwatched = rest.saturating_sub((rest / 4).clamp(LEAST, MOST));
                let time = unwatched.clamp(Duration::from_millis(1), SLICE);
                self.attempt(|session| body(&mut session.client, time))
            };
            let failure = match attempt {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            attempts += 1;
            let rest = left(patience, start);
            let goes_on = match &failure {
                failure if failure.is_locked_out() => {
                    if is_watched && rest.is_zero() {
                        let holder = holder.unwrap_or("another client of the server".to_owned());
                        let is_stopped = patience.stop.load(Ordering::Relaxed);
                        return Err(if is_stopped {
                            StoreError::Stopped { holder }
                        } else {
                            StoreError::Locked { holder }
                        });
                    }
                    is_watched = true;
                    continue;
                }
                failure if failure.is_conflict() => attempts < ATTEMPTS,
                failure if failure.is_starting() || is_patient && failure.is_lost() => {
                    !rest.is_zero()
                }
                _ => false,
            };
            if !goes_on {
                return Err(failure.into_error(&self.name));
            }
            if !matches!(failure, ServerFailure::Body(Abort::Again)) {
                sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    /// Runs `body` once. If it fails inside a transaction, that is rolled back.
    fn attempt<T>(
        &self,
        body: impl FnOnce(&mut Session) -> Result<T, ServerFailure>,
    ) -> Result<T, ServerFailure> {
        let mut session = self.take()?;
        let done = body(&mut session);
        match done {
            Ok(value) => {
                self.give_back(session);
                Ok(value)
            }
            Err(failure) if session.client.is_closed() => Err(failure.with_connection_lost()),
            Err(failure) => {
                if session.client.batch_execute("ROLLBACK").is_ok() {
                    self.give_back(session);
                }
                Err(failure)
            }
        }
    }

    /// Runs `body` on one snapshot.
    pub(super) fn read(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&Working<'_>) -> Done,
    ) -> Result<(), StoreError> {
        self.run(patience, true, |client, locks| {
            client.batch_execute(&format!(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL lock_timeout = {}",
                locks.as_millis()
            ))?;
            let working = Working::new(client);
            let done = body(&working);
            working.outcome(done)?;
            Ok(client.batch_execute("COMMIT")?)
        })
    }

    /// Runs `body` in a transaction, which is durable if it succeeds and changes nothing if not.
    /// The statements of `first` run before all others.
    pub(super) fn write(
        &self,
        patience: &WaitPolicy,
        first: &str,
        body: &mut dyn FnMut(&mut Working<'_>) -> Done,
    ) -> Result<(), StoreError> {
        self.write_as(&format!("{:032x}", random()?), patience, first, body)
    }

    /// [`write`](Self::write), with this token.
    pub(super) fn write_as(
        &self,
        token: &str,
        patience: &WaitPolicy,
        first: &str,
        body: &mut dyn FnMut(&mut Working<'_>) -> Done,
    ) -> Result<(), StoreError> {
        // One write in 256 removes old tokens.
        let tidy = if token.starts_with("00") { TIDY } else { "" };
        self.run(patience, true, |client, locks| {
            let said = client.simple_query(&format!(
                "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = {}; {first}{tidy}\
                 INSERT INTO seeddb.done (token) VALUES ('\\x{token}') ON CONFLICT DO NOTHING",
                locks.as_millis()
            ))?;
            if matches!(said.last(), Some(SimpleQueryMessage::CommandComplete(0))) {
                let again = format!("UPDATE seeddb.done SET at = now() WHERE token = '\\x{token}'");
                client.batch_execute(&again)?;
            } else {
                let mut working = Working::new(client);
                let done = body(&mut working);
                working.outcome(done)?;
            }
            client.batch_execute("COMMIT").map_err(|error| ServerFailure::from(error).of_commit())
        })
    }
}

/// SQL that removes expired tokens. Concurrent clients skip each other's rows.
const TIDY: &str = "DELETE FROM seeddb.done WHERE token IN (SELECT token FROM seeddb.done \
    WHERE at < now() - interval '1 day' LIMIT 10000 FOR UPDATE SKIP LOCKED); ";
