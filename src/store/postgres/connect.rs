//! From an address to a connection to a server that forgets nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use postgres::config::TargetSessionAttrs;
use postgres::{Client, Config};

use super::tls::Tls;
use super::{Failure, OpenOptions, StoreError};
use crate::store::engine::Server;
use crate::store::{Password, without_password};

/// How long a server may take to answer when a connection is made, or to take what was sent to it.
const ANSWER: Duration = Duration::from_secs(10);
/// The longest name that a server keeps of a client, in bytes.
const NAME: usize = 63;

/// The address as it may be told, and how to connect to it.
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
        // The one that the others follow.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    config.application_name(&command).keepalives_idle(ANSWER).tcp_user_timeout(ANSWER);
    tls.set(&mut config);
    Ok((name, config, tls))
}

/// A connection, and which process of the server is at its other end.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) process: i32,
}

/// What a server says of itself.
pub(super) struct Durability {
    pub(super) is_standby: bool,
    pub(super) fsync: bool,
    pub(super) full_page_writes: bool,
    /// `synchronous_standby_names`; empty if none is waited for.
    pub(super) synchronous: String,
    /// Connected now, or expected by a slot.
    pub(super) standbys: i64,
    /// Its process that serves this connection.
    pub(super) process: i32,
}

/// Which server answers, and how often another took its place.
pub(super) fn server(client: &mut Client) -> Result<Server, Failure> {
    let row = client.query_one(
        "SELECT system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int \
         FROM pg_control_system()",
        &[],
    )?;
    Ok(Server { system: row.get(0), timeline: row.get::<_, i32>(1).cast_unsigned() })
}

impl Durability {
    pub(super) fn of(client: &mut Client) -> Result<Self, Failure> {
        let row = client.query_one(
            "SELECT pg_is_in_recovery(), current_setting('fsync') = 'on', \
             current_setting('full_page_writes') = 'on', current_setting('synchronous_standby_names'), \
             greatest((SELECT count(*) FROM pg_stat_replication \
                 WHERE application_name IS DISTINCT FROM 'pg_basebackup'), \
                 (SELECT count(*) FROM pg_replication_slots WHERE slot_type = 'physical')), pg_backend_pid()",
            &[],
        )?;
        Ok(Self {
            is_standby: row.get(0),
            fsync: row.get(1),
            full_page_writes: row.get(2),
            synchronous: row.get(3),
            standbys: row.get(4),
            process: row.get(5),
        })
    }

    /// How it could forget what it said is kept.
    pub(super) fn dangers(&self) -> Vec<&'static str> {
        let dangers = [
            (!self.fsync, "its fsync is off, so a power cut can take back what was kept"),
            (
                !self.full_page_writes,
                "its full_page_writes is off, so a power cut can destroy what was kept",
            ),
            (
                self.standbys > 0 && self.synchronous.trim().is_empty(),
                "it has standbys and waits for none of them (synchronous_standby_names is empty), so a fail-over can take back \
                 what was kept",
            ),
        ];
        dangers.into_iter().filter(|(there, _)| *there).map(|(_, words)| words).collect()
    }
}
