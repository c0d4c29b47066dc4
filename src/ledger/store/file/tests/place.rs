//! Paths without a file, with another file, or with a read-only one.

use std::fs;
use std::thread;

use super::*;

#[test]
fn of_several_makers_one_makes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/db");
    assert!(!at(&path).exists().unwrap());
    let made: Vec<bool> = thread::scope(|scope| {
        let make = |identity| at(&path).make(&mut |view| begin(view, identity)).unwrap();
        let makers: Vec<_> = (1..=6).map(|identity| scope.spawn(move || make(identity))).collect();
        makers.into_iter().map(|maker| maker.join().unwrap()).collect()
    });
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    let files = fs::read_dir(path.parent().unwrap()).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["db"]);
    // The rows are those of the process that created the file.
    let engine = at(&path);
    engine.see(|_| Ok(())).unwrap();
    let maker = made.iter().position(|made| *made).unwrap() as u128 + 1;
    assert_eq!(engine.identity(), Some(Identity(maker)));
}

/// A failure leaves no file, and an existing file is unchanged.
#[test]
fn nothing_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let fails = at(&path).make(&mut |_| Err(StoreError::NoBook(3).into()));
    assert!(matches!(fails, Err(StoreError::NoBook(3))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let fill = &mut |view: &mut dyn Transaction| {
        // Another database is created meanwhile.
        drop(made(&path));
        begin(view, 9)
    };
    assert!(!at(&path).make(fill).unwrap());
    assert!(!at(&path).make(&mut |_| panic!("it is there")).unwrap());
    let engine = at(&path);
    engine.see(|_| Ok(())).unwrap();
    assert_eq!(engine.identity(), Some(Identity(7)));
    fs::write(&path, "53..7....6..195\n").unwrap();
    assert!(matches!(at(&path).make(&mut |_| Ok(())), Err(StoreError::NotADatabase { .. })));
}

#[test]
fn a_file_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    assert!(matches!(at(&path).len(), Err(StoreError::NotFound(_))));
    assert!(matches!(at(&path).put(&[]), Err(StoreError::NotFound(_))));
    let identity = Some(Identity(7));
    let known = FileEngine::at(&path, &OpenOptions { identity, ..OpenOptions::default() });
    assert!(matches!(known.put(&[]), Err(StoreError::Gone(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // A path below a file also fails.
    fs::write(&path, "").unwrap();
    assert!(at(&path.join("db")).len().is_err() && at(&path.join("db")).exists().is_err());
}

#[test]
fn another_database_than_the_one_wanted_is_refused() {
    let (_folder, path, _) = new();
    let wanting = |identity| {
        let identity = Some(Identity(identity));
        FileEngine::at(&path, &OpenOptions { identity, ..OpenOptions::default() })
    };
    wanting(7).put(&[]).unwrap();
    let before = fs::read(&path).unwrap();
    assert!(matches!(wanting(8).len(), Err(StoreError::Replaced(_))));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(matches!(wanting(8).put(&[]), Err(StoreError::Replaced(_))));
    assert!(matches!(wanting(8).compact(&patience()), Err(StoreError::Replaced(_))));
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// Removed rows do not take room after compaction.
#[test]
fn a_database_becomes_smaller() {
    let (_folder, path, engine) = new();
    let rows: Vec<Row> =
        (0..2_000u16).map(|number| row(Table::Ledger, &number.to_be_bytes(), &[1; 500])).collect();
    engine.put(&rows).unwrap();
    let keys: Vec<&[u8]> = rows[1..].iter().map(|row| row.0.as_slice()).collect();
    engine.change(|view| view.remove(Table::Ledger, &keys)).unwrap();
    let (before, after) = engine.compact(&patience()).unwrap();
    assert!(after < before / 4, "{before} {after}");
    assert_eq!(fs::metadata(&path).unwrap().len(), after);
    assert_eq!((engine.len().unwrap(), engine.pages()), (1, vec![]));
}

/// A file with many rows written in random order does not keep twice the room that they need.
#[test]
fn free_pages_are_given_back() {
    let (_folder, path, engine) = new();
    let mut bytes = 0;
    for commit in 0..10_u32 {
        let key = |number: u32| ((commit * 8_000 + number).wrapping_mul(0x9e37_79b1)).to_be_bytes();
        let mut rows: Vec<Row> =
            (0..8_000).map(|number| row(Table::Ledger, &key(number), &[1; 80])).collect();
        rows.sort_unstable();
        bytes += rows.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum::<u64>();
        engine.put(&rows).unwrap();
    }
    let before = fs::metadata(&path).unwrap().len();
    drop(engine);
    let after = fs::metadata(&path).unwrap().len();
    assert!(before > 3 * bytes && after < 2 * bytes, "{before} {after} {bytes}");
    let engine = at(&path);
    assert_eq!((engine.len().unwrap(), engine.pages()), (80_000, vec![]));
}
