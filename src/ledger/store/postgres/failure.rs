//! [`Failure`]: what can go wrong on the way to a server, and what it means to a caller.

use std::error::Error as _;
use std::io;
use std::path::Path;

use postgres::error::SqlState;

use super::{Fault, StoreError};

pub(super) enum Failure {
    /// What callers are told as it is.
    Store(StoreError),
    /// Rows that do not read, or do not fit together.
    Broken(String),
    /// The server, or the way to it.
    Server(Box<postgres::Error>),
    /// The connection is gone; nothing is known of what was sent last.
    Lost(String),
    /// Somebody else was faster: to be begun again at once.
    Again,
}

impl From<postgres::Error> for Failure {
    fn from(error: postgres::Error) -> Self {
        Self::Server(Box::new(error))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Store(error) => Self::Store(error),
            Fault::Broken(what) => Self::Broken(what),
            // A failure of the engine is told by who has it.
            Fault::Again | Fault::Engine => Self::Again,
        }
    }
}

/// All that the error and its causes say, without repeating themselves.
fn words(error: &postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return error.message().to_owned();
    }
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = error.source();
    }
    words
}

impl Failure {
    fn state(&self) -> Option<&SqlState> {
        match self {
            Self::Server(error) => error.code(),
            _ => None,
        }
    }

    /// What it is of a COMMIT, of which nothing is known unless the server itself said that it did not do it.
    pub(super) fn of_commit(self) -> Self {
        if self.state().is_some() { self } else { self.with_connection_lost() }
    }

    /// Whether it met another transaction, which undid it.
    pub(super) fn is_conflict(&self) -> bool {
        let state = self.state();
        state == Some(&SqlState::T_R_SERIALIZATION_FAILURE)
            || state == Some(&SqlState::T_R_DEADLOCK_DETECTED)
            || state == Some(&SqlState::UNIQUE_VIOLATION)
    }

    /// Whether the server is up, but not yet ready.
    pub(super) fn is_starting(&self) -> bool {
        self.state() == Some(&SqlState::CANNOT_CONNECT_NOW)
    }

    /// Whether others had what it waited for until its time was over.
    pub(super) fn is_locked_out(&self) -> bool {
        self.state() == Some(&SqlState::LOCK_NOT_AVAILABLE)
    }

    /// Whether the connection went away, or none could be had; to a standby, too, which may be on its way to become the server.
    pub(super) fn is_lost(&self) -> bool {
        let Self::Server(error) = self else {
            return matches!(self, Self::Lost(_) | Self::Store(StoreError::Standby(_)));
        };
        if let Some(state) = error.code().map(SqlState::code) {
            return state.starts_with("08") || state.starts_with("57P");
        }
        error.is_closed() || error.source().is_some_and(<dyn std::error::Error>::is::<io::Error>)
    }

    /// What it is if the connection is gone by now.
    pub(super) fn with_connection_lost(self) -> Self {
        match self {
            Self::Server(error) if error.as_db_error().is_none() => Self::Lost(words(&error)),
            failure => failure,
        }
    }

    pub(super) fn into_error(self, name: &Path) -> StoreError {
        let path = name.to_owned();
        let is_lost = self.is_lost();
        let error = match self {
            Self::Store(error) => return error,
            Self::Broken(what) => return StoreError::Damaged { path, what },
            Self::Again => return StoreError::Overtaken,
            Self::Lost(what) => return StoreError::Unreachable { path, what },
            Self::Server(error) => error,
        };
        let what = words(&error);
        let Some(state) = error.code() else {
            return if is_lost || error.source().is_none() || what.contains("TLS") {
                StoreError::Unreachable { path, what }
            } else {
                StoreError::Engine { path, what }
            };
        };
        match state.code() {
            "53100" => StoreError::DiskFull(path),
            "42501" | "25006" => StoreError::ReadOnly(path),
            "3D000" => StoreError::Unreachable { path, what },
            code if code.starts_with("28") => StoreError::Unreachable { path, what },
            code if code.starts_with("53") || is_lost => StoreError::Unreachable { path, what },
            _ => StoreError::Engine { path, what },
        }
    }
}
