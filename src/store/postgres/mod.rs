//! The engine on a server of PostgreSQL: many processes on many machines, one ledger.
//!
//! The tables are in `schema_1.sql`. Records are the bytes of `codec`; beside them stand the columns that queries look for.
//!
//! # What a server adds to the law
//! **A key is in the ledger once**: its unique index is the arbiter, whoever writes at the same time. A commit inserts keys in one order,
//! so that writers do not wait for each other in a circle; whoever meets a key of another begins again without it.
//!
//! **What became of a commit** whose answer was lost is found out, and never guessed: a write that is begun again is told what it
//! was about to have done ([`Pool::write`]), and looks whether it is there. A batch has one writer, and its row is locked first, which waits for
//! whatever of the first attempt still runs on the server. What is found is written again before it counts, so that it is on the
//! synchronous standbys, too.
//!
//! **Nothing is forgotten**: a server without fsync, or with standbys that may lag behind, is refused, at every connection; so is
//! another database that answers at the same address after a fail-over.
//!
//! **Half a copy is no database**: it has a mark until all is in it ([`copy`]), and nobody else opens what has the mark.

mod batches;
mod books;
mod check;
mod connect;
mod copy;
mod engine;
mod events;
mod fault;
mod holder;
mod ledger;
mod outlines;
mod seeds;
#[cfg(test)]
mod tests;
mod tls;
mod types;
mod void;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use postgres::{Client, Config, IsolationLevel, Transaction};

use super::{Identity, OpenOptions, StoreError};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::Seed;
use connect::Session;
use copy::Copying;
use fault::Fault;
use tls::Tls;
use types::Uuid;

/// The layout of the tables that is written, and the highest that is read.
const SCHEMA: u32 = 1;
const SCHEMA_1: &str = include_str!("schema_1.sql");

/// How long is waited before a lost connection is sought again, at first.
const PAUSE: Duration = Duration::from_millis(20);
/// How often a write that met others is begun again.
const ATTEMPTS: u32 = 1_000;

/// Locks of the server that writes take which exclude each other: of batch ids, of seeds, of books.
const BATCHES_LOCK: i64 = 0x5eed_0001;
const SEEDS_LOCK: i64 = 0x5eed_0002;
const BOOKS_LOCK: i64 = 0x5eed_0003;
/// What a copy into the database has from its beginning to its end.
const COPY_LOCK: i64 = 0x5eed_0004;

/// A database on a server, and the connections to it.
pub(super) struct PgEngine {
    pool: Pool,
    created: bool,
    /// The copy that this is the target of.
    copying: Option<Copying>,
}

/// Connections that wait for work; each call takes one.
struct Pool {
    name: PathBuf,
    config: Config,
    tls: Tls,
    idle: Mutex<Vec<Session>>,
    /// Which database it is, once that is known: no other is used.
    identity: OnceLock<Identity>,
    /// Whether half a copy is opened, too.
    half: bool,
    /// How long a lost server is waited for.
    wait: Duration,
    stop: Arc<AtomicBool>,
    accept_loss: bool,
}

impl PgEngine {
    /// The database on the server at `address`, which must have one.
    pub(super) fn open(address: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        let pool = Pool::new(address, options)?;
        pool.know()?;
        if options.identity.is_some_and(|wanted| Some(&wanted) != pool.identity.get()) {
            return Err(StoreError::Replaced(pool.name));
        }
        Ok(Self { pool, created: false, copying: None })
    }

    /// Makes the tables, with these seeds; false, and nothing is changed, if they are there.
    pub(super) fn make(
        address: &Path,
        options: &OpenOptions,
        initial: impl FnOnce() -> Vec<Seed>,
    ) -> Result<bool, StoreError> {
        let pool = Pool::new(address, options)?;
        if pool.first(Pool::is_made)? {
            return Ok(false);
        }
        let initial = initial();
        let token = types::random()?;
        pool.write(|transaction, _: Option<&bool>| {
            transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&BATCHES_LOCK])?;
            let made = transaction
                .query_one("SELECT to_regclass('seeddb.meta') IS NOT NULL", &[])?
                .get::<_, bool>(0);
            if made {
                let sql = "SELECT value FROM seeddb.meta WHERE name = 'identity'";
                let is_ours = transaction.query_one(sql, &[])?.get::<_, String>(0) == token.hex();
                return Ok(is_ours);
            }
            tables(transaction, token, &initial)?;
            Ok(true)
        })
    }
}

/// Makes the tables of a database that has this identity, with these seeds.
fn tables(
    transaction: &mut Transaction<'_>,
    identity: Uuid,
    initial: &[Seed],
) -> Result<(), Fault> {
    transaction.batch_execute(SCHEMA_1)?;
    let rows = [
        ("schema", SCHEMA.to_string()),
        ("created-by", env!("CARGO_PKG_VERSION").to_owned()),
        ("identity", identity.hex()),
    ];
    for (name, value) in rows {
        transaction.execute("INSERT INTO seeddb.meta VALUES ($1, $2)", &[&name, &value])?;
    }
    let levels = level_table::write(&LevelTable::default());
    books::set_levels(transaction, Some(&levels))?;
    seeds::add(transaction, initial)?;
    Ok(())
}

impl Pool {
    fn new(address: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        let (name, config, tls) = connect::config(address, options)?;
        Ok(Self {
            name,
            config,
            tls,
            idle: Mutex::default(),
            identity: OnceLock::new(),
            half: false,
            wait: options.wait,
            stop: Arc::clone(&options.stop),
            accept_loss: options.accept_loss,
        })
    }

    /// Finds out which database it is, and refuses what is none.
    fn know(&self) -> Result<(), StoreError> {
        if let Some(identity) = self.first(|client| self.meta(client))? {
            self.identity.get_or_init(|| identity);
        }
        Ok(())
    }

    fn take(&self) -> Result<Session, Fault> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle.filter(|session| !session.client.is_closed()) {
            Some(session) => Ok(session),
            None => self.connect(),
        }
    }

    fn give_back(&self, session: Session) {
        if !session.client.is_closed() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        }
    }

    /// Runs `body` on the first connection: a server that does not answer is not waited for, but one that only starts.
    fn first<T>(&self, body: impl Fn(&mut Client) -> Result<T, Fault>) -> Result<T, StoreError> {
        self.run(false, body)
    }

    /// Runs `body` until it succeeds or fails for good; begins it again if it met other writers, or the connection was lost.
    fn run<T>(
        &self,
        patient: bool,
        mut body: impl FnMut(&mut Client) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let (start, mut attempts, mut pause) = (Instant::now(), 0, PAUSE);
        // Whether it is asked meanwhile who keeps this waiting.
        let (mut is_watched, mut holder) = (false, None);
        loop {
            let fault = match self.take() {
                Ok(mut session) => {
                    let done = if is_watched {
                        self.watched(&mut session, &mut body, &mut holder)
                    } else {
                        body(&mut session.client)
                    };
                    let is_closed = session.client.is_closed();
                    self.give_back(session);
                    match done {
                        Ok(value) => return Ok(value),
                        Err(fault) if is_closed => fault.with_connection_lost(),
                        Err(fault) => fault,
                    }
                }
                Err(fault) => fault,
            };
            attempts += 1;
            let goes_on = match &fault {
                fault if fault.is_locked_out() && !is_watched => {
                    is_watched = true;
                    continue;
                }
                fault if fault.is_locked_out() => {
                    let holder = holder.unwrap_or("another client of the server".to_owned());
                    return Err(StoreError::Locked { holder });
                }
                Fault::Again => attempts < ATTEMPTS,
                fault if fault.is_conflict() => attempts < ATTEMPTS,
                fault if fault.is_starting() || patient && fault.is_lost() => {
                    start.elapsed() < self.wait && !self.stop.load(Ordering::Relaxed)
                }
                _ => false,
            };
            if !goes_on {
                return Err(fault.into_error(&self.name));
            }
            if matches!(fault, Fault::Again) {
                continue;
            }
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(500));
        }
    }

    /// Runs `body` on one consistent state.
    fn read<T>(
        &self,
        mut body: impl FnMut(&mut Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        self.run(true, |client| {
            let transaction = client.build_transaction().read_only(true);
            let mut transaction =
                transaction.isolation_level(IsolationLevel::RepeatableRead).start()?;
            let value = body(&mut transaction)?;
            transaction.commit()?;
            Ok(value)
        })
    }

    /// Runs `body` in a transaction that becomes durable if it succeeds and leaves no trace if not.
    ///
    /// If the answer to a commit is lost, `body` is begun again, and is told what it returned the last time: it finds out whether that
    /// is done, and does it if not.
    fn write<T: Clone>(
        &self,
        mut body: impl FnMut(&mut Transaction<'_>, Option<&T>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let mut unknown = None;
        self.run(true, |client| {
            let mut transaction = client.transaction()?;
            let value = body(&mut transaction, unknown.as_ref())?;
            match transaction.commit() {
                Ok(()) => Ok(value),
                Err(error) => {
                    let fault = Fault::from(error);
                    if !fault.is_refusal() {
                        unknown = Some(value);
                        return Err(fault.with_connection_lost());
                    }
                    Err(fault)
                }
            }
        })
    }
}
