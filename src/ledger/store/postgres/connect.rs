//! Connections to a server by address, and checks that the server keeps committed data.

use std::path::{Path, PathBuf};
use std::time::Duration;

use postgres::config::TargetSessionAttrs;
use postgres::{Client, Config};

use super::tls::Tls;
use super::{OpenOptions, ServerFailure, StoreError};
use crate::store::engine::Server;
use crate::store::{Password, without_password};

/// The maximum time to establish a connection, or for the server to acknowledge sent data.
const ANSWER: Duration = Duration::from_secs(10);
/// The maximum length of a client name on the server, in bytes.
const NAME: usize = 63;

/// Returns the displayable address, and how to connect to it.
pub(super) fn config(
    address: &Path,
    options: &OpenOptions,
) -> Result<(PathBuf, Config, Tls), StoreError> {
    let (name, password) = without_password(address);
    let (place, tls) = Tls::of(&name)?;
    let config = place.to_str().and_then(|name| name.parse::<Config>().ok());
    let Some(mut config) = config else { return Err(StoreError::Address(name)) };
    if let Some(Password(secret)) = password.as_ref().or(options.password.as_ref()) {
        config.password(secret);
    }
    let mut command = options.command.clone();
    while command.len() > NAME {
        command.pop();
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(ANSWER.min(options.wait.max(Duration::from_secs(1))));
    }
    if config.get_hosts().len() > 1 {
        // Of several hosts, the primary.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    config.application_name(&command).keepalives_idle(ANSWER).tcp_user_timeout(ANSWER);
    tls.set(&mut config);
    Ok((name, config, tls))
}

/// A connection, with the id of the server process that serves it.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) process: i32,
}

/// Settings and state of a server that affect durability.
pub(super) struct Durability {
    pub(super) is_standby: bool,
    pub(super) fsync: bool,
    pub(super) full_page_writes: bool,
    /// `synchronous_standby_names`; empty if commits wait for no standby.
    pub(super) synchronous: String,
    /// The number of standbys that are connected or have an unused replication slot. Archive
    /// receivers and subscribers do not count, because they cannot take over.
    pub(super) standbys: i64,
    /// Names of the standbys that commits do not wait for.
    pub(super) unawaited: String,
    /// Names of our tables that are unlogged, which a crash empties.
    pub(super) unlogged: String,
    /// The server process that serves this connection.
    pub(super) process: i32,
}

/// Returns the server's identity and timeline.
pub(super) fn server(client: &mut Client) -> Result<Server, ServerFailure> {
    let row = client.query_one(
        "SELECT system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int \
         FROM pg_control_system()",
        &[],
    )?;
    Ok(Server { system: row.get(0), timeline: row.get::<_, i32>(1).cast_unsigned() })
}

/// Returns the place of the tables (server, database and table id), as recorded at their creation,
/// if it was, and as it is. The two differ if the tables came from a dump.
pub(super) fn places(client: &mut Client) -> Result<(Option<String>, String), ServerFailure> {
    let sql = format!(
        "SELECT (SELECT value FROM seeddb.meta WHERE name = 'place'), {PLACE} FROM pg_control_system()"
    );
    let row = client.query_one(&sql, &[])?;
    Ok((row.get(0), row.get(1)))
}

/// SQL for the place of the tables, from `pg_control_system()`.
pub(super) const PLACE: &str = "format('%s %s %s', system_identifier, \
    (SELECT oid FROM pg_database WHERE datname = current_database()), 'seeddb.meta'::regclass::oid)";

/// SQL for the standbys: clients that replay and are not subscribers, and clients that a user
/// without the role `pg_read_all_stats` cannot see.
const STANDBYS: &str = "(SELECT * FROM pg_stat_replication s WHERE (replay_lsn IS NOT NULL OR state IS NULL) AND NOT EXISTS \
    (SELECT FROM pg_replication_slots WHERE slot_type = 'logical' AND active_pid = s.pid)) AS standbys";

impl Durability {
    pub(super) fn of(client: &mut Client) -> Result<Self, ServerFailure> {
        // Commits wait for a standby as soon as it has caught up.
        let sql = format!(
            "SELECT pg_is_in_recovery(), current_setting('fsync') = 'on', \
             current_setting('full_page_writes') = 'on', current_setting('synchronous_standby_names'), \
             (SELECT count(*) FROM {STANDBYS}) + \
                 (SELECT count(*) FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT active), \
             concat_ws(', ', (SELECT string_agg(application_name, ', ' ORDER BY application_name) FROM {STANDBYS} \
                 WHERE sync_state = 'async' OR sync_state = 'potential' AND state = 'streaming'), \
                 (SELECT format('%s that %I may not see without the role pg_read_all_stats', count(*), current_user) \
                 FROM {STANDBYS} WHERE state IS NULL HAVING count(*) > coalesce( \
                 substring(current_setting('synchronous_standby_names') FROM '([0-9]+) *[(]')::int, 1))), \
             coalesce((SELECT string_agg(relname, ', ' ORDER BY relname) \
                 FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace \
                 WHERE nspname = 'seeddb' AND relkind = 'r' AND relpersistence <> 'p'), ''), pg_backend_pid()"
        );
        let row = client.query_one(&sql, &[])?;
        Ok(Self {
            is_standby: row.get(0),
            fsync: row.get(1),
            full_page_writes: row.get(2),
            synchronous: row.get(3),
            standbys: row.get(4),
            unawaited: row.get(5),
            unlogged: row.get(6),
            process: row.get(7),
        })
    }

    /// Describes the ways in which the server could lose committed data.
    pub(super) fn dangers(&self) -> Vec<String> {
        let mut dangers = Vec::new();
        if !self.fsync {
            dangers.push("its fsync is off, so a power cut can take back what was kept".to_owned());
        }
        if !self.full_page_writes {
            let what = "its full_page_writes is off, so a power cut can destroy what was kept";
            dangers.push(what.to_owned());
        }
        if !self.unlogged.is_empty() {
            let tables = &self.unlogged;
            dangers.push(format!("its tables are not logged ({tables}), so a crash empties them"));
        }
        if self.standbys > 0 && self.synchronous.trim().is_empty() {
            dangers.push(
                "it has standbys and waits for none of them (synchronous_standby_names is empty), so a fail-over can take back what \
                 was kept"
                    .to_owned(),
            );
        } else if !self.unawaited.is_empty() {
            let standbys = &self.unawaited;
            dangers.push(format!(
                "it has standbys that it does not wait for ({standbys}: see synchronous_standby_names), so a fail-over to one \
                 of them can take back what was kept"
            ));
        }
        dangers
    }
}
