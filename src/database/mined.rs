//! [`Mined`]: what came of a search.

use seeddb_ledger::Added;

use crate::mine::Progress;

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mined {
    /// How it went.
    pub progress: Progress,
    /// What became of the seeds.
    pub added: Added,
}
