//! What is no database, or no longer one.

use std::fs;
use std::process::Stdio;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::Wanted;
use crate::store::file::guard::{guarded, in_parts};
use crate::store::file::tables::META;

/// The error of opening, which the reading way gives too.
fn refusal(path: &Path) -> String {
    let error = open(path).err().unwrap().to_string();
    let reading = open_read(path).err().unwrap().to_string();
    assert_eq!(error, reading);
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
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(&path).unwrap();
    redb::Database::create(&path).unwrap();
    assert_eq!(
        refusal(&path),
        format!("PATH is not a seeddb database (another program's redb file)")
    );
    let error = refusal(folder.path());
    assert_eq!(error, "PATH is a folder");
    let file_as_folder = path.join("db");
    assert!(open(&file_as_folder).is_err());
}

#[test]
fn no_database_is_said_and_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let options = OpenOptions { create: false, ..OpenOptions::default() };
    let error = Store::open(&path, &options, Vec::new).err().unwrap();
    assert!(error.to_string().starts_with("there is no database at "));
    assert!(matches!(Store::open_read(&path, &options), Err(StoreError::NotFound(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_later_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = engine(&path);
    store
        .write(|transaction| Ok(transaction.open_table(META)?.insert("format", "9").map(drop)?))
        .unwrap();
    drop(store);
    assert_eq!(
        refusal(&path),
        "database is of format 9, this program reads up to 2: update seeddb"
    );
}

#[test]
fn a_system_error_has_words() {
    use std::io::{Error, ErrorKind};
    let words = |kind: ErrorKind| {
        crate::store::file::fault::of_io(Error::from(kind), Path::new("PATH")).to_string()
    };
    assert!(words(ErrorKind::StorageFull).starts_with("no room left on the disk of PATH: "));
    assert!(words(ErrorKind::ReadOnlyFilesystem).starts_with("PATH cannot be written: "));
    assert!(words(ErrorKind::PermissionDenied).starts_with("PATH cannot be written: "));
    assert_eq!(
        words(ErrorKind::UnexpectedEof),
        "PATH is damaged (it ends too early): put a copy of it back"
    );
}

/// A root user may write everything; then there is nothing to see.
#[cfg(unix)]
#[test]
fn a_read_only_file_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(open(&path).unwrap());
    let permit = |folder_mode, file_mode| {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(folder_mode)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(file_mode)).unwrap();
    };
    permit(0o555, 0o444);
    let store = open_read(&path).unwrap();
    assert!(store.is_read_only());
    assert_eq!(seeds_of(&store, 0..=6).unwrap(), []);
    drop(store);
    let is_root = fs::write(folder.path().join("probe"), "").is_ok();
    let written = open(&path);
    assert!(is_root || matches!(written, Err(StoreError::ReadOnly(_))));
    permit(0o755, 0o644);
}

/// A small database with something in every table.
fn filled(path: &Path, rng: &mut SmallRng) {
    let store = open(path).unwrap();
    store.add_seeds(&(0..50).map(|_| random_seed(rng)).collect::<Vec<_>>()).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    store.commit(&mut batch, &mut (0..500).map(|_| random_issued(rng)).collect()).unwrap();
    let place =
        |number| Place { batch: 1, number, volume: 1, label: number, page: 1, answer: None };
    store.record_book(&random_book(rng), &(1..=500).map(place).collect::<Vec<_>>()).unwrap();
}

/// Opens, reads all, writes: any result will do, a panic will not.
fn use_all(path: &Path) -> Result<(), StoreError> {
    for reading in [true, false] {
        let mut store = if reading { open_read(path)? } else { open(path)? };
        seeds_of(&store, 0..=6)?;
        store.outlines(&Wanted { tiers: 0..=6, ..Wanted::graded_by(Ladder::HSOLVE) })?;
        store.fingerprints(Ladder::HSOLVE, 0..=6)?;
        store.seed_uses()?;
        store.batches()?.len();
        store.ledger().collect::<Result<Vec<_>, _>>()?;
        store.issued(1).collect::<Result<Vec<_>, _>>()?;
        store.books()?.len();
        store.printed(1, 250)?.len();
        if !reading {
            store.add_seeds(&[random_seed(&mut SmallRng::seed_from_u64(5))])?;
            store.check()?;
        }
    }
    Ok(())
}

#[test]
fn a_damaged_file_is_an_error_and_no_panic() {
    let rng = &mut SmallRng::seed_from_u64(4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path, rng);
    let whole = fs::read(&path).unwrap();
    for length in [9, 100, 320, 4096, 5000, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let error =
            use_all(&path).err().unwrap_or_else(|| panic!("cut to {length} bytes was not noticed"));
        assert!(matches!(error, StoreError::Damaged { .. }), "cut to {length} bytes: {error}");
    }
    let rounds = std::env::var("SEEDDB_ROUNDS").map_or(40, |rounds| rounds.parse().unwrap());
    for round in 0..rounds {
        let mut bytes = whole.clone();
        // Every other round in the head of the file, where little damage does much.
        let end = if round % 2 == 0 { bytes.len() } else { 512 };
        for _ in 0..rng.random_range(1..=end / 200 + 1) {
            let at = rng.random_range(9..end);
            bytes[at] = rng.random();
        }
        fs::write(&path, &bytes).unwrap();
        let result =
            other_process("damage::use_damaged", &path).stdin(Stdio::null()).output().unwrap();
        let words = String::from_utf8_lossy(&result.stderr);
        let died_in_words = result.status.code() == Some(1) && words.contains(" is damaged (");
        assert!(
            result.status.success() || died_in_words,
            "round {round}: {}\n{words}",
            result.status
        );
        assert!(!words.contains("panicked"), "round {round}: {words}");
    }
}

/// Also one on a thread that reads a part.
#[test]
fn a_panic_on_another_thread_is_an_error() {
    let mut process = other_process("damage::panic_on_another_thread", Path::new("PATH"));
    let result = process.stdin(Stdio::null()).output().unwrap();
    let words = String::from_utf8_lossy(&result.stderr);
    assert!(result.status.success() && !words.contains("panicked"), "{words}");
}

/// Not a test: a process of its own, for its hook.
#[test]
#[ignore = "run by the test above"]
fn panic_on_another_thread() {
    if std::env::var_os("SEEDDB_TEST_PATH").is_none() {
        return;
    }
    hook_panics();
    for bad in [0, 100, 255] {
        let read = |&part: &u8| if part == bad { panic!("as redb does") } else { Ok(part) };
        let parts: Vec<u8> = (0..=255).collect();
        let read = guarded(Path::new("PATH"), || in_parts(&parts, read));
        assert!(matches!(read, Err(StoreError::Damaged { path, .. }) if path == Path::new("PATH")));
    }
}

/// Not a test: a process of its own, for redb may end it.
#[test]
#[ignore = "run by the test above"]
fn use_damaged() {
    if let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") {
        hook_panics();
        let _ = use_all(Path::new(&path));
    }
}
