//! A copy into a database on a server: what is there before its end has a mark, which nobody but the copy passes by.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use postgres::{Client, Transaction};

use super::fault::Fault;
use super::types::{self, Uuid};
use super::{BATCHES_LOCK, COPY_LOCK, PgEngine, Pool, holder, tables};
use crate::store::{OpenOptions, StoreError};

/// A copy under way.
pub(super) struct Copying {
    /// What the mark says: that it is this copy's.
    token: Uuid,
    /// Has the lock of copies, so that no second one begins.
    lock: Mutex<Option<Client>>,
}

impl PgEngine {
    /// [`Store::begin_copy`](crate::store::Store::begin_copy).
    pub(in crate::store) fn begin_copy(
        address: &Path,
        options: &OpenOptions,
    ) -> Result<Self, StoreError> {
        let mut pool = Pool::new(address, options)?;
        pool.half = true;
        let lock = pool.first(|_| pool.lock_copies())?;
        let token = types::random()?;
        pool.write(|transaction, _: Option<&()>| begin(transaction, token))?;
        pool.know()?;
        let copying = Some(Copying { token, lock: Mutex::new(Some(lock)) });
        Ok(Self { pool, created: false, copying })
    }

    /// [`Engine::finish_copy`](crate::store::engine::Engine::finish_copy).
    pub(super) fn finish(&self) -> Result<(), StoreError> {
        let Some(copying) = &self.copying else { return Ok(()) };
        self.pool.write(|transaction, before: Option<&()>| {
            let sql = "DELETE FROM seeddb.meta WHERE name = 'copy' AND value = $1";
            let is_ours = transaction.execute(sql, &[&copying.token.hex()])? == 1;
            if is_ours || before.is_some() {
                return Ok(());
            }
            // Another copy began here.
            Err(StoreError::Replaced(self.pool.name.clone()).into())
        })?;
        // The lock goes with its connection.
        drop(copying.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
        Ok(())
    }
}

impl Pool {
    /// A connection that has the lock of copies.
    fn lock_copies(&self) -> Result<Client, Fault> {
        let mut client = self.connect()?.client;
        let lock = client.query_one("SELECT pg_try_advisory_lock($1)", &[&COPY_LOCK])?;
        if lock.get(0) {
            return Ok(client);
        }
        let having = "pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' \
                      AND l.granted AND l.classid = 0 AND l.objsubid = 1 AND l.objid::int8 = $1 \
                      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let holder = holder::found(&mut client, having, &COPY_LOCK);
        Err(StoreError::Locked { holder: holder.unwrap_or("another copy".to_owned()) }.into())
    }
}

/// Makes a database with the mark; in place of half a copy, which is cleared away. One that has something in it and no mark is left as
/// it is.
fn begin(transaction: &mut Transaction<'_>, token: Uuid) -> Result<(), Fault> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&BATCHES_LOCK])?;
    let is_made = "SELECT to_regclass('seeddb.meta') IS NOT NULL";
    if transaction.query_one(is_made, &[])?.get(0) {
        let mark = "SELECT value FROM seeddb.meta WHERE name = 'copy'";
        match transaction.query_opt(mark, &[])?.map(|row| row.get::<_, String>(0)) {
            // The first attempt, whose answer was lost.
            Some(mark) if mark == token.hex() => return Ok(()),
            Some(_) => transaction.batch_execute("DROP SCHEMA seeddb CASCADE")?,
            None => {
                let is_empty = "SELECT NOT EXISTS (SELECT FROM seeddb.seed) AND NOT EXISTS (SELECT FROM seeddb.batch)";
                if !transaction.query_one(is_empty, &[])?.get::<_, bool>(0) {
                    return Ok(());
                }
                return mark_it(transaction, token);
            }
        }
    }
    tables(transaction, types::random()?, &[])?;
    mark_it(transaction, token)
}

fn mark_it(transaction: &mut Transaction<'_>, token: Uuid) -> Result<(), Fault> {
    let sql = "INSERT INTO seeddb.meta (name, value) VALUES ('copy', $1)";
    transaction.execute(sql, &[&token.hex()])?;
    Ok(())
}
