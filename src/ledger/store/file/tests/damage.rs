//! Missing tables and rows. `store/tests/damaged` tests other damage, `tests/program/bad_database`
//! the messages to users.

use std::fs;

use redb::{ReadableTable as _, TableDefinition, WriteTransaction};

use super::*;

/// Returns the error of writing; reading must give the same, and the file must stay unchanged.
fn refusal(path: &Path) -> String {
    let before = fs::read(path);
    let error = at(path).put(&[]).unwrap_err().to_string();
    assert_eq!(error, at(path).len().unwrap_err().to_string());
    assert_eq!(before.ok(), fs::read(path).ok());
    error.replace(&path.display().to_string(), "PATH")
}

/// Changes the tables as another program or a broken disk might.
fn harm(path: &Path, change: impl FnOnce(&WriteTransaction)) {
    let database = redb::Database::open(path).unwrap();
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

fn table(table: Table) -> TableDefinition<'static, &'static [u8], &'static [u8]> {
    TableDefinition::new(table.name())
}

#[test]
fn a_missing_table_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(made(&path));
    let whole = fs::read(&path).unwrap();
    for lost in Table::ALL {
        fs::write(&path, &whole).unwrap();
        harm(&path, |transaction| assert!(transaction.delete_table(table(lost)).unwrap()));
        let words = format!("PATH is damaged (the table {} is missing)", lost.name());
        assert_eq!(refusal(&path), words);
    }
}

type Harm = fn(&WriteTransaction);

/// Lost rows, and an unreadable count, are noticed.
#[test]
fn a_wrong_number_of_rows_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    made(&path).put(&[row(Table::Ledger, b"a", b""), row(Table::Ledger, b"b", b"")]).unwrap();
    let whole = fs::read(&path).unwrap();
    let harms: [(Harm, &str); 4] = [
        (
            |t| drop(t.open_table(table(Table::Ledger)).unwrap().pop_first().unwrap()),
            "the table ledger has 1 rows, 2 were written",
        ),
        (
            |t| drop(t.open_table(table(Table::Ledger)).unwrap().pop_last().unwrap()),
            "the table ledger is missing",
        ),
        (
            |t| drop(t.open_table(table(Table::Ledger)).unwrap().retain(|_, _| false)),
            "the table ledger is missing",
        ),
        (
            |t| {
                let mut ledger = t.open_table(table(Table::Ledger)).unwrap();
                let last = ledger.last().unwrap().unwrap().0.value().to_vec();
                ledger.insert(last.as_slice(), [0; 12].as_slice()).unwrap();
            },
            "how many rows the table ledger has does not read",
        ),
    ];
    for (change, words) in harms {
        fs::write(&path, &whole).unwrap();
        harm(&path, change);
        let words = format!("PATH is damaged ({words})");
        assert_eq!(refusal(&path), words);
    }
}
