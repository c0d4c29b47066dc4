//! Tables of a redb file as [`Snapshot`](crate::store::engine::Snapshot) and
//! [`Transaction`](crate::store::engine::Transaction).

mod count;
mod rows;
mod view;

use redb::TableDefinition;

use super::fault::FileFailure;
use crate::store::engine::{Abort, Table};

pub(super) use view::{Reading, Writing, make_all, pack_all};

/// The redb type of keys and values.
type Bytes = &'static [u8];

const fn definition(table: Table) -> TableDefinition<'static, Bytes, Bytes> {
    TableDefinition::new(table.name())
}

fn broken(what: String) -> FileFailure {
    FileFailure::Body(Abort::Corrupt(what))
}
