//! Failures inside a transaction on a file, and their error messages.

use std::io;
use std::path::Path;

use super::lock::NoLock;
use crate::store::StoreError;
use crate::store::engine::Abort;

/// A failure that does not know its file yet.
pub(super) enum FileFailure {
    Redb(redb::Error),
    /// Returned by the transaction's body, or already worded.
    Body(Abort),
}

impl<E: Into<redb::Error>> From<E> for FileFailure {
    fn from(error: E) -> Self {
        Self::Redb(error.into())
    }
}

impl From<Abort> for FileFailure {
    fn from(fault: Abort) -> Self {
        Self::Body(fault)
    }
}

impl From<StoreError> for FileFailure {
    fn from(error: StoreError) -> Self {
        Self::Body(error.into())
    }
}

impl FileFailure {
    /// Converts the failure to the fault of a transaction on the file at `path`.
    pub(super) fn within(self, path: &Path) -> Abort {
        match self {
            Self::Redb(error) => Abort::Store(of_redb(error, path)),
            Self::Body(fault) => fault,
        }
    }

    /// Returns the error for the file at `path`.
    pub(super) fn at(self, path: &Path) -> StoreError {
        self.within(path).at(path)
    }
}

fn of_redb(error: redb::Error, path: &Path) -> StoreError {
    let path = path.to_owned();
    match error {
        redb::Error::Io(error) => of_io(error, &path),
        // The first failure was reported with its cause; redb's advice is not meant for users.
        redb::Error::PreviousIo => {
            of_io(io::Error::other("it could not be read or written before"), &path)
        }
        redb::Error::Corrupted(what) => StoreError::Damaged { path, what },
        redb::Error::UpgradeRequired(_) => StoreError::NotADatabase { path, what: OLDER_REDB },
        redb::Error::TableTypeMismatch { .. }
        | redb::Error::TableIsMultimap(_)
        | redb::Error::TypeDefinitionChanged { .. }
        | redb::Error::TableDoesNotExist(_) => {
            StoreError::Damaged { path, what: error.to_string() }
        }
        redb::Error::DatabaseAlreadyOpen => {
            StoreError::Locked { holder: "another process".to_owned() }
        }
        redb::Error::RepairAborted => StoreError::Unclean(path),
        error => StoreError::Engine { path, what: in_words(&error) },
    }
}

/// Description of a file of an earlier redb version, which no seeddb wrote.
const OLDER_REDB: &str = "a file of an earlier version of redb";

/// Returns the error for a failure of the file system at `path`.
pub(in crate::store) fn of_io(error: io::Error, path: &Path) -> StoreError {
    let path = path.to_owned();
    if let Some(no_lock) = error.get_ref().and_then(|inner| inner.downcast_ref::<NoLock>()) {
        return StoreError::NoLocks { path, what: no_lock.to_string() };
    }
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::DiskFull(path),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly(path)
        }
        io::ErrorKind::FileTooLarge => {
            let words = "it would become larger than this process may make a file (`ulimit -f`), or than its disk can hold one";
            StoreError::io(path, io::Error::new(error.kind(), words))
        }
        io::ErrorKind::NotFound => StoreError::NotFound(path),
        io::ErrorKind::IsADirectory => StoreError::Folder(path),
        io::ErrorKind::UnexpectedEof => {
            StoreError::Damaged { path, what: "it ends too early".to_owned() }
        }
        _ => StoreError::io(path, error),
    }
}

/// Rewords errors of redb, which address programmers ("Please close and re-open the database").
fn in_words(error: &redb::Error) -> String {
    match error {
        redb::Error::DatabaseClosed => "it is closed already".to_owned(),
        redb::Error::Unsupported => "its file system cannot do what a database needs".to_owned(),
        redb::Error::ValueTooLarge(_) => "a record is too long to be kept".to_owned(),
        redb::Error::LockPoisoned(_) | redb::Error::TransactionPoisoned => {
            "an earlier step in it failed".to_owned()
        }
        error => format!("an error in this program, please report it ({error:?})"),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[test]
    fn nobody_is_told_what_redb_advises() {
        let errors = [
            redb::Error::PreviousIo,
            redb::Error::DatabaseAlreadyOpen,
            redb::Error::DatabaseClosed,
            redb::Error::RepairAborted,
            redb::Error::TransactionPoisoned,
            redb::Error::Unsupported,
            redb::Error::TransactionInProgress,
            redb::Error::Io(io::Error::other("broken disk")),
        ];
        for error in errors {
            let (theirs, kind) = (error.to_string(), format!("{error:?}"));
            let ours = FileFailure::Redb(error).at(Path::new("PATH"));
            assert!(!ours.to_string().contains(&theirs), "{kind}: {ours}");
            assert!(ours.source().is_none(), "{kind}: the cause is told twice");
        }
    }
}
