//! Failures that only a server has: lost connections, other writers, unsafe settings.
//!
//! `cargo test -p seeddb-ledger --features postgres-tls --lib store::postgres -- --include-ignored` runs all, on
//! servers that they start.

mod failover;
mod kv;
mod lost;
mod others;
mod proxy;
mod refused;
mod tls;

use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::FORMAT;
use crate::store::engine::Row;
use crate::store::record::{Text, encode};
use crate::store::tests::server::Server;
use proxy::Proxy;

fn server() -> &'static Server {
    Server::of_tests()
}

/// Returns a patience of this many seconds.
fn seconds(wait: u64) -> WaitPolicy {
    WaitPolicy { wait: Duration::from_secs(wait), stop: Arc::default() }
}

/// Writes the first rows of a database with this identity.
fn filled(to: &mut dyn Transaction, identity: u128) -> Done {
    let texts = [("format", FORMAT.to_string()), ("identity", format!("{identity:032x}"))];
    for (name, text) in texts {
        to.put(Table::Texts, &[encode(&name.to_owned(), &Text(text))?])?;
    }
    Ok(())
}

fn make(address: &str, options: &OpenOptions) -> Result<bool, StoreError> {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let identity = COUNT.fetch_add(1, Ordering::Relaxed).into();
    PgEngine::make(address.as_ref(), options, &mut |to| filled(to, identity))
}

fn made(server: &Server) -> String {
    let address = server.database();
    assert!(make(&address, &OpenOptions::default()).unwrap());
    address
}

fn open(address: &str) -> Result<PgEngine, StoreError> {
    PgEngine::open(address.as_ref(), &OpenOptions::default())
}

fn write(
    engine: &PgEngine,
    mut body: impl FnMut(&mut dyn Transaction) -> Done,
) -> Result<(), StoreError> {
    engine.write(&seconds(30), &mut body)
}

fn put(engine: &PgEngine, table: Table, row: Row) -> Result<(), StoreError> {
    let rows = [row];
    write(engine, |to| to.put(table, &rows))
}

fn all(engine: &PgEngine, table: Table) -> Vec<Row> {
    let mut rows = Vec::new();
    let unbounded = (Bound::Unbounded, Bound::Unbounded);
    let read = engine.read(&seconds(30), &mut |from| {
        rows = from.range(table, unbounded, usize::MAX, false)?;
        Ok(())
    });
    read.unwrap();
    rows
}

fn row(key: u32, value: &str) -> Row {
    (key.to_be_bytes().to_vec(), value.as_bytes().to_vec())
}

/// Terminates all clients of a database.
fn terminate(server: &Server, address: &str) {
    let sql = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' \
         AND pid <> pg_backend_pid() AND datname = '{}'",
        Server::name(address)
    );
    server.psql("postgres", &sql).unwrap();
}
