//! The PostgreSQL engine: many processes on many machines share one ledger.
//!
//! Every [`Table`] is a table of byte keys and values ([`layout`]). A read is one transaction of
//! isolation `REPEATABLE READ`; a write is one of `READ COMMITTED`, whose [`Lock`]s are advisory
//! locks of the server.
//!
//! # What a server adds to the law
//! **A key is in the ledger once**: its unique index arbitrates between concurrent writers
//! ([`put_new`](super::engine::WriteRows::put_new)).
//!
//! **The outcome of a commit** whose answer was lost is determined, never guessed: every write has
//! a token, whose row is part of its transaction ([`pool`]).
//!
//! **Nothing is lost**: a server without fsync, or with standbys that may lag behind, is refused at
//! every connection; so is another database at the same address after a fail-over ([`connect`]).
//!
//! **There is no partial database**: it is created with all its rows in one transaction, even as a
//! copy of another.

mod connect;
mod failure;
mod holder;
mod layout;
mod pool;
mod rows;
#[cfg(test)]
mod tests;
mod tls;

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use super::engine::{Abort, Done, Engine, Lock, Server, Snapshot, Table, Transaction, WaitPolicy};
use super::{Identity, OpenOptions, StoreError};
use connect::Durability;
use failure::ServerFailure;
use pool::Pool;

/// A function that writes the first rows of a new database, including format and identity.
pub(super) type Fill<'a> = &'a mut dyn FnMut(&mut dyn Transaction) -> Done;

pub(super) struct PgEngine {
    pool: Pool,
}

/// Returns the patience given by the options.
fn patience(options: &OpenOptions) -> WaitPolicy {
    WaitPolicy { wait: options.wait, stop: Arc::clone(&options.stop) }
}

impl PgEngine {
    /// Opens the existing database on the server at `address`.
    pub(super) fn open(address: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        let pool = Pool::new(address, options)?;
        let identity = pool.know(&patience(options))?;
        if options.identity.is_some_and(|wanted| wanted != identity) {
            return Err(StoreError::Replaced(pool.name));
        }
        Ok(Self { pool })
    }

    /// Creates a database with the rows that `fill` writes; returns `false` if one exists.
    pub(super) fn make(
        address: &Path,
        options: &OpenOptions,
        fill: Fill<'_>,
    ) -> Result<bool, StoreError> {
        let (pool, patience) = (Pool::new(address, options)?, patience(options));
        if pool.first(&patience, layout::is_made)? {
            return Ok(false);
        }
        let mut is_new = false;
        pool.write(&patience, &layout::beginning(), &mut |to| {
            is_new = !to.ask(layout::is_made)?;
            if is_new { layout::make(to, fill) } else { Ok(()) }
        })?;
        Ok(is_new)
    }
}

#[cfg(test)]
impl PgEngine {
    fn identity(&self) -> Option<Identity> {
        self.pool.identity.get().copied()
    }
}

impl Engine for PgEngine {
    fn path(&self) -> &Path {
        self.pool.name.as_path()
    }

    fn read(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<(), StoreError> {
        self.pool.read(patience, &mut |from| body(from))
    }

    fn write(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError> {
        self.pool.write(patience, "", &mut |to| body(to))
    }

    fn server(&self) -> Option<Server> {
        self.pool.server.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_put_back(&self) -> bool {
        self.pool.is_put_back.load(Ordering::Relaxed)
    }

    fn settle(&self, patience: &WaitPolicy) -> Result<(), StoreError> {
        self.pool.first(patience, layout::settle)?;
        self.pool.is_put_back.store(false, Ordering::Relaxed);
        Ok(())
    }

    fn facts(&self, patience: &WaitPolicy) -> Result<Vec<(String, String)>, StoreError> {
        self.pool.first(patience, |client| {
            let row = client.query_one(
                "SELECT current_setting('server_version'), current_database(), \
                 pg_size_pretty(pg_database_size(current_database())), \
                 pg_size_pretty((SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c \
                     WHERE relkind = 'r' AND relnamespace = 'seeddb'::regnamespace)::int8), \
                 (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()), \
                 current_setting('synchronous_commit')",
                &[],
            )?;
            let durability = Durability::of(client)?;
            let on = |is_on: bool| if is_on { "on" } else { "off" };
            let mut facts = vec![
                ("server", format!("PostgreSQL {}", row.get::<_, String>(0))),
                ("database", row.get(1)),
                ("size", row.get(2)),
                ("size of seeddb", row.get(3)),
                ("connections", row.get::<_, i64>(4).to_string()),
                ("fsync", on(durability.fsync).to_owned()),
                ("full_page_writes", on(durability.full_page_writes).to_owned()),
                ("synchronous_commit", row.get(5)),
                ("standbys", durability.standbys.to_string()),
                ("synchronous standbys", durability.synchronous.clone()),
            ];
            let dangers = durability.dangers();
            facts.extend(dangers.into_iter().map(|danger| ("danger", danger)));
            Ok(facts.into_iter().map(|(name, what)| (name.to_owned(), what)).collect())
        })
    }
}
