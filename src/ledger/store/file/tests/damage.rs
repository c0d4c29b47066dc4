//! Missing tables and rows. `store/tests/damaged` tests other damage, `tests/program/bad_database`
//! the messages to users.

use std::fs;

use redb::{ReadableTable as _, TableDefinition, WriteTransaction};

use super::*;

type Bytes = &'static [u8];

fn definition(table: Table) -> TableDefinition<'static, Bytes, Bytes> {
    TableDefinition::new(table.name())
}

fn ledger(transaction: &WriteTransaction) -> redb::Table<'_, Bytes, Bytes> {
    transaction.open_table(definition(Table::Ledger)).unwrap()
}

/// Each is noticed alike by reading and writing, and the file stays unchanged.
#[test]
fn missing_tables_and_rows_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    made(&path).put(&[row(Table::Ledger, b"a", b""), row(Table::Ledger, b"b", b"")]).unwrap();
    let whole = fs::read(&path).unwrap();
    // Changes the tables as another program or a broken disk might.
    let noticed = |change: &dyn Fn(&WriteTransaction), words: &str| {
        fs::write(&path, &whole).unwrap();
        let database = redb::Database::open(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        change(&transaction);
        transaction.commit().unwrap();
        drop(database);
        let before = fs::read(&path).unwrap();
        let error = at(&path).put(&[]).unwrap_err().to_string();
        assert_eq!(error, format!("{} is damaged ({words})", path.display()));
        assert_eq!(at(&path).len().unwrap_err().to_string(), error);
        assert!(fs::read(&path).unwrap() == before, "{words}");
    };
    for lost in Table::ALL {
        let words = format!("the table {} is missing", lost.name());
        noticed(&|from| assert!(from.delete_table(definition(lost)).unwrap()), &words);
    }
    noticed(
        &|from| drop(ledger(from).pop_first().unwrap()),
        "the table ledger has 1 rows, 2 were written",
    );
    noticed(&|from| drop(ledger(from).pop_last().unwrap()), "the table ledger is missing");
    noticed(&|from| ledger(from).retain(|_, _| false).unwrap(), "the table ledger is missing");
    let spoil_count = |from: &WriteTransaction| {
        let mut ledger = ledger(from);
        let last = ledger.last().unwrap().unwrap().0.value().to_vec();
        ledger.insert(last.as_slice(), [0; 12].as_slice()).unwrap();
    };
    noticed(&spoil_count, "how many rows the table ledger has does not read");
}
