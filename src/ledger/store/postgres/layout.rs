//! The tables on the server, and the rows about the database as a whole.
//!
//! ```text
//! seeddb.NAME  key bytea PRIMARY KEY, value bytea   for every Table
//! seeddb.meta  name, value    schema: the number of this layout
//!                             place: where the tables were made; differs after a dump and restore
//! seeddb.done  token, at      writes that were committed
//! ```
//! Rows of `seeddb.done` are kept for a day: see [`pool`](super::pool).

use std::fmt::Write as _;
use std::path::Path;

use postgres::Client;

use super::connect::PLACE;
use super::rows::{BATCHES_LOCK, Working};
use super::{Abort, Done, Fill, Identity, ServerFailure, StoreError, Table};
use crate::store::FORMAT;
use crate::store::record::{RowKey as _, Text, decode};

/// The layout version that is written, and the only one that is read.
pub(super) const SCHEMA: u32 = 2;

/// Returns the first statements of the transaction that creates a database: a lock, so that only
/// one of several clients creates it, and the table for the transaction's token.
pub(super) fn beginning() -> String {
    format!(
        "SELECT pg_advisory_xact_lock({BATCHES_LOCK}, 0); CREATE SCHEMA IF NOT EXISTS seeddb; \
         CREATE TABLE IF NOT EXISTS seeddb.done \
             (token bytea PRIMARY KEY, at timestamptz NOT NULL DEFAULT now()); "
    )
}

/// Creates the tables and their first rows.
pub(super) fn make(to: &mut Working<'_>, fill: Fill<'_>) -> Done {
    let mut sql = format!(
        "CREATE TABLE seeddb.meta (name text PRIMARY KEY, value text NOT NULL); \
         INSERT INTO seeddb.meta VALUES ('schema', '{SCHEMA}'); "
    );
    for table in Table::ALL {
        // Writing to a string cannot fail.
        let _ = write!(
            sql,
            "CREATE TABLE seeddb.{} (key bytea PRIMARY KEY, value bytea NOT NULL); ",
            table.name()
        );
    }
    to.ask(|client| {
        client.batch_execute(&sql)?;
        settle(client)
    })?;
    fill(to)
}

/// Records the present place of the tables.
pub(super) fn settle(client: &mut Client) -> Result<(), ServerFailure> {
    Ok(client.batch_execute(&format!(
        "INSERT INTO seeddb.meta SELECT 'place', {PLACE} FROM pg_control_system() \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    ))?)
}

/// Whether a seeddb database exists, of any layout.
pub(super) fn is_made(client: &mut Client) -> Result<bool, ServerFailure> {
    let sql = "SELECT to_regclass('seeddb.meta') IS NOT NULL";
    Ok(client.query_one(sql, &[])?.get(0))
}

/// Returns the identity of the database. Refuses a server without a seeddb database, and layouts or
/// formats that this program cannot read.
pub(super) fn identity(client: &mut Client, name: &Path) -> Result<Identity, ServerFailure> {
    if !is_made(client)? {
        return Err(StoreError::NotMade(name.to_owned()).into());
    }
    let sql = "SELECT value FROM seeddb.meta WHERE name = 'schema'";
    let schema = client.query_opt(sql, &[])?;
    let schema = schema.and_then(|row| row.get::<_, String>(0).parse().ok());
    match schema {
        Some(SCHEMA) => {}
        Some(found) if found > SCHEMA => {
            return Err(StoreError::NewerSchema { found, known: SCHEMA }.into());
        }
        Some(_) => {
            let what =
                "its tables are of layout 1, which only programs before the first release read";
            return Err(StoreError::NotADatabase { path: name.to_owned(), what }.into());
        }
        None => return Err(broken("its layout has no number")),
    }
    let format = text(client, "format")?.and_then(|format| format.parse().ok());
    match format {
        Some(FORMAT) => {}
        Some(found) if found > FORMAT => return Err(StoreError::Newer { found }.into()),
        Some(found) => return Err(StoreError::OldFormat { path: name.to_owned(), found }.into()),
        None => return Err(broken("its format has no number that is known")),
    }
    let identity = text(client, "identity")?.and_then(|identity| identity.parse().ok());
    identity.ok_or_else(|| broken("it does not say which database it is"))
}

fn broken(what: &str) -> ServerFailure {
    Abort::Corrupt(what.to_owned()).into()
}

fn text(client: &mut Client, name: &str) -> Result<Option<String>, ServerFailure> {
    let (sql, key) = ("SELECT value FROM seeddb.texts WHERE key = $1", name.to_owned().to_bytes());
    let Some(row) = client.query_opt(sql, &[&key])? else { return Ok(None) };
    let (_, Text(text)) = decode::<Text>(&key, row.get(0))?;
    Ok(Some(text))
}
