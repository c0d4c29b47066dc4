//! [`Mined`]: the result of a search for seeds.

use seeddb_ledger::Added;

use crate::mine::Progress;

/// The result of a search for seeds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mined {
    /// The statistics of the search.
    pub progress: Progress,
    /// The counts of added seeds.
    pub added: Added,
}
