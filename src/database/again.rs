//! [`again`]: retries of decisions on the ledger or the series after changes by others.

use seeddb_ledger::StoreError;

use super::Error;

/// The maximum number of attempts.
const ATTEMPTS: u32 = 100;

/// Calls `attempt` until it is not overtaken by another process, which issued one of its puzzles or
/// filled one of its days.
pub(super) fn again<T>(mut attempt: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(Error::Store(StoreError::Overtaken)) => {}
            done => return done,
        }
    }
    attempt()
}
