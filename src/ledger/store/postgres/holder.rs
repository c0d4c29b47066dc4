//! The client that blocks a write, queried from the server during the wait.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::scope;
use std::time::Duration;

use postgres::types::ToSql;
use postgres::{Client, Row};

use super::connect::Session;
use super::{Pool, ServerFailure};

const POLL: Duration = Duration::from_millis(50);

/// SQL for a client's name, address, server process, and the age of its transaction in seconds.
pub(super) const CLIENT: &str = "a.application_name, host(a.client_addr), a.pid, \
    extract(epoch FROM clock_timestamp() - coalesce(a.xact_start, a.backend_start))::int8";

/// Describes a row of [`CLIENT`].
pub(super) fn words(row: &Row) -> String {
    let (name, address): (Option<String>, Option<String>) = (row.get(0), row.get(1));
    let (process, seconds): (i32, Option<i64>) = (row.get(2), row.get(3));
    let name = name.filter(|name| !name.is_empty()).unwrap_or("a client".to_owned());
    let place = address.map_or("on the server itself".to_owned(), |host| format!("on {host}"));
    let since = seconds.map_or(String::new(), |seconds| format!(", for {} s", seconds.max(0)));
    format!("{name} {place} (process {process} of the server{since})")
}

/// Describes the first client that the query finds, if any.
pub(super) fn found(client: &mut Client, from: &str, value: &(dyn ToSql + Sync)) -> Option<String> {
    let sql = format!("SELECT {CLIENT} FROM {from} LIMIT 1");
    client.query_opt(&sql, &[value]).ok()?.as_ref().map(words)
}

impl Pool {
    /// Runs `body`, which waits for locks, and sets `holder` to the client seen blocking it.
    pub(super) fn watched<T>(
        &self,
        session: &mut Session,
        holder: &mut Option<String>,
        body: impl FnOnce(&mut Client) -> Result<T, ServerFailure>,
    ) -> Result<T, ServerFailure> {
        let process = session.process;
        let (done, is_over) = channel::<()>();
        let (result, found) = scope(|scope| {
            let watcher = scope.spawn(move || self.watch(process, &is_over));
            let result = body(&mut session.client);
            drop(done);
            (result, watcher.join().unwrap_or_default())
        });
        *holder = found.or(holder.take());
        result
    }

    /// Polls for the client that blocks `process` until the sender of `is_over` is dropped; returns
    /// the last one seen.
    fn watch(&self, process: i32, is_over: &Receiver<()>) -> Option<String> {
        let (mut client, mut holder) = (self.dial().ok()?, None);
        while is_over.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            let blocking =
                "unnest(pg_blocking_pids($1)) AS b(pid) JOIN pg_stat_activity a USING (pid)";
            holder = found(&mut client, blocking, &process).or(holder);
        }
        holder
    }
}
