//! [`ServerFailure`]: errors of a server or its connection, and their meaning for callers.

use std::error::Error as _;
use std::io;
use std::path::Path;

use postgres::error::SqlState;

use super::{Abort, StoreError};

pub(super) enum ServerFailure {
    /// Returned by the transaction's body, or already worded.
    Body(Abort),
    /// An error of the server or the connection.
    Server(Box<postgres::Error>),
    /// The connection was lost; whether the last statement took effect is unknown.
    Lost(String),
}

impl From<postgres::Error> for ServerFailure {
    fn from(error: postgres::Error) -> Self {
        Self::Server(Box::new(error))
    }
}

impl From<StoreError> for ServerFailure {
    fn from(error: StoreError) -> Self {
        Self::Body(error.into())
    }
}

impl From<Abort> for ServerFailure {
    fn from(fault: Abort) -> Self {
        Self::Body(fault)
    }
}

/// Joins the messages of the error and its causes, without repetition.
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

impl ServerFailure {
    fn state(&self) -> Option<&SqlState> {
        match self {
            Self::Server(error) => error.code(),
            _ => None,
        }
    }

    /// Returns the failure of a COMMIT: its effect is unknown unless the server reported an error.
    pub(super) fn of_commit(self) -> Self {
        if self.state().is_some() { self } else { self.with_connection_lost() }
    }

    /// Whether a conflict with another transaction undid this one, or must.
    pub(super) fn is_conflict(&self) -> bool {
        let state = self.state();
        matches!(self, Self::Body(Abort::Again))
            || state == Some(&SqlState::T_R_SERIALIZATION_FAILURE)
            || state == Some(&SqlState::T_R_DEADLOCK_DETECTED)
            || state == Some(&SqlState::UNIQUE_VIOLATION)
    }

    /// Whether the server is starting up.
    pub(super) fn is_starting(&self) -> bool {
        self.state() == Some(&SqlState::CANNOT_CONNECT_NOW)
    }

    /// Whether the wait for a lock timed out.
    pub(super) fn is_locked_out(&self) -> bool {
        self.state() == Some(&SqlState::LOCK_NOT_AVAILABLE)
    }

    /// Whether the connection was lost or refused, or leads to a standby, which may be about to
    /// become the primary.
    pub(super) fn is_lost(&self) -> bool {
        let Self::Server(error) = self else {
            return matches!(
                self,
                Self::Lost(_) | Self::Body(Abort::Store(StoreError::Standby(_)))
            );
        };
        if let Some(state) = error.code().map(SqlState::code) {
            return state.starts_with("08") || state.starts_with("57P");
        }
        error.is_closed() || error.source().is_some_and(<dyn std::error::Error>::is::<io::Error>)
    }

    /// Returns the failure for a connection that is closed by now.
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
            Self::Body(fault) => return fault.at(name),
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
