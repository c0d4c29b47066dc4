//! [`again`]: what is decided by the ledger or the series as they are, and decided once more if others came before.

use seeddb_ledger::StoreError;

use super::Error;

/// How often something is tried that others came before.
const ATTEMPTS: u32 = 100;

/// Calls `attempt` until it is not overtaken by somebody else, who issued one of its puzzles or filled one of its days.
pub(super) fn again<T>(mut attempt: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(Error::Store(StoreError::Overtaken)) => {}
            done => return done,
        }
    }
    attempt()
}
