//! What is no database, or no longer one.

use std::fs;

use redb::{ReadableDatabase as _, ReadableTable as _, TableDefinition, WriteTransaction};

use super::*;

/// The error of writing, which reading gives too; the file stays as it was.
fn refusal(path: &Path) -> String {
    let before = fs::read(path);
    let error = at(path).put(&[]).unwrap_err().to_string();
    assert_eq!(error, at(path).len().unwrap_err().to_string());
    assert_eq!(before.ok(), fs::read(path).ok());
    error.replace(&path.display().to_string(), "PATH")
}

#[test]
fn what_is_no_database_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    for (bytes, what) in [
        (&b""[..], "an empty file"),
        (b"53..7....6..195\n", "a text file"),
        (b"\x7fELF\xff\xfe\0\0", "some other program's file"),
    ] {
        fs::write(&path, bytes).unwrap();
        assert_eq!(refusal(&path), format!("PATH is not a seeddb database ({what})"));
    }
    fs::remove_file(&path).unwrap();
    drop(redb::Database::create(&path).unwrap());
    assert_eq!(refusal(&path), "PATH is not a seeddb database (another program's redb file)");
    assert_eq!(refusal(folder.path()), "PATH is a folder");
    assert!(at(&path.join("db")).len().is_err() && at(&path.join("db")).exists().is_err());
}

#[test]
fn other_formats_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let engine = made(&path);
    engine.change(|view| view.put(Table::Texts, &[text("format", "9")])).unwrap();
    drop(engine);
    let newer = "database is of format 9, this program reads up to 4";
    assert_eq!(refusal(&path), newer);
}

/// What another program, or a broken disk, does to the tables.
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

/// Rows that nobody removed are missed, and a count that does not read is noticed.
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

/// For a table whose rows stand elsewhere too.
#[test]
fn a_lost_table_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let a = row(Table::Ledger, b"a", b"");
    made(&path).put(std::slice::from_ref(&a)).unwrap();
    let b = row(Table::Ledger, b"b", b"");
    let repair = |lost, fails: bool| {
        at(&path).write_without(lost, &patience(), &mut |view| {
            view.put(lost, std::slice::from_ref(&b))?;
            if fails { Err(StoreError::NoBook(1).into()) } else { Ok(()) }
        })
    };
    let rows = || at(&path).see(|view| view.range(Table::Ledger, ALL, 9, false)).unwrap();
    // One that is sound keeps its rows.
    repair(Table::Ledger, false).unwrap();
    assert_eq!(rows(), [a, b.clone()]);
    harm(&path, |transaction| assert!(transaction.delete_table(table(Table::Ledger)).unwrap()));
    assert!(matches!(repair(Table::Ledger, true), Err(StoreError::NoBook(1))));
    assert!(refusal(&path).contains("the table ledger is missing"));
    repair(Table::Ledger, false).unwrap();
    assert_eq!(rows(), std::slice::from_ref(&b));
    // Only the one that is named may be lost.
    harm(&path, |transaction| assert!(transaction.delete_table(table(Table::Seeds)).unwrap()));
    let error = repair(Table::Ledger, false).unwrap_err().to_string();
    assert!(error.contains("the table seeds is missing"), "{error}");
}

/// Pages are checked when nobody did so yet, and then not until the file has grown.
#[test]
fn pages_are_checked_when_it_is_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let checked = || {
        let keys: &[&[u8]] = &[b"checked"];
        at(&path).see(|view| Ok(view.get(Table::Texts, keys)?.remove(0))).unwrap()
    };
    drop(made(&path));
    let first = checked();
    assert!(first.is_some());
    at(&path).put(&[]).unwrap();
    assert_eq!(checked(), first);
    at(&path).change(|view| view.remove(Table::Texts, &[b"checked"])).unwrap();
    assert_eq!(checked(), None);
    at(&path).put(&[]).unwrap();
    assert!(checked().is_some());
    // A page in which nobody looks for anything.
    let rows: Vec<Row> =
        (0..500u16).map(|at| row(Table::Seeds, &at.to_be_bytes(), &[0xa5; 300])).collect();
    at(&path)
        .change(|view| {
            view.remove(Table::Texts, &[b"checked"])?;
            view.put(Table::Seeds, &rows)
        })
        .unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let body = bytes.windows(300).position(|window| window == [0xa5; 300]).unwrap();
    let pages = |path: &Path| at(path).pages();
    assert_eq!(pages(&path), []);
    let sound = bytes.clone();
    let places: Vec<usize> =
        (body..bytes.len() - 300).filter(|&at| sound[at..at + 300] == [0xa5; 300]).collect();
    for at in places {
        bytes[at] = 0;
    }
    fs::write(&path, &bytes).unwrap();
    let found: Vec<String> = pages(&path).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["the checksums of some pages do not hold"]);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let error = at(&path).put(&[]).unwrap_err().to_string();
    assert!(error.contains("is damaged (the checksums of its pages do not hold)"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// A file cut anywhere is an error.
#[test]
fn a_cut_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let rows: Vec<Row> =
        (0..500u16).map(|at| row(Table::Ledger, &at.to_be_bytes(), &[1; 100])).collect();
    made(&path).put(&rows).unwrap();
    let whole = fs::read(&path).unwrap();
    for length in [9, 100, 320, 4096, 5000, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        for error in [at(&path).len().unwrap_err(), at(&path).put(&[]).unwrap_err()] {
            assert!(matches!(error, StoreError::Damaged { .. }), "cut to {length} bytes: {error}");
        }
    }
}

/// A process that was killed leaves a file that is tidied up by whoever reads it next.
#[test]
fn a_file_not_closed_in_order_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    made(&path).put(&[row(Table::Ledger, b"a", b"")]).unwrap();
    let copy = folder.path().join("copy");
    let database = redb::Database::open(&path).unwrap();
    let mut transaction = database.begin_write().unwrap();
    transaction.set_quick_repair(false);
    drop(transaction.open_table(table(Table::Ledger)).unwrap());
    transaction.commit().unwrap();
    fs::copy(&path, &copy).unwrap();
    assert!(redb::Builder::new().open_read_only(&copy).is_err());
    let engine = at(&copy);
    assert_eq!(engine.len().unwrap(), 1);
    drop(engine);
    drop(redb::Builder::new().open_read_only(&copy).unwrap().begin_read().unwrap());
}
