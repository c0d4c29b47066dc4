//! [`Mined`]: what came of a search.

use crate::mine::Progress;
use seeddb_ledger::Added;

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mined {
    /// How it went.
    pub progress: Progress,
    /// What became of the seeds.
    pub added: Added,
}
