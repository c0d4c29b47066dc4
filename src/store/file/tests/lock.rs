//! Two handles and two processes on one file.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;

#[test]
fn a_second_writer_waits_then_says_who() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let first = open(&path).unwrap();
    let error = open(&path).err().unwrap().to_string();
    let start = format!("database is in use by process {} (", std::process::id());
    assert!(error.starts_with(&start) && error.ends_with(')'), "{error}");
    let error = open_read(&path).err().unwrap().to_string();
    assert!(error.starts_with(&start), "{error}");
    let closer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        drop(first);
    });
    let waited = Instant::now();
    let options = OpenOptions { wait: Duration::from_secs(20), ..OpenOptions::default() };
    let second = Store::open(&path, &options, Vec::new).unwrap();
    assert!(waited.elapsed() > Duration::from_millis(100));
    closer.join().unwrap();
    // The first one did not take the second one's side file away.
    assert!(open(&path).err().unwrap().to_string().starts_with(&start));
    drop(second);
    assert!(!folder.path().join("db.lock-info").exists());
}

#[test]
fn readers_share() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(open(&path).unwrap());
    let readers = [(); 3].map(|()| open_read(&path).unwrap());
    assert!(matches!(open(&path), Err(StoreError::Locked { .. })));
    drop(readers);
    open(&path).unwrap();
}

#[test]
fn a_stale_side_file_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let side = folder.path().join("db.lock-info");
    for text in ["4194999\nseeddb mine\n", "nonsense", "", "12345678901234567890\n\n"] {
        std::fs::write(&side, text).unwrap();
        let store = open(&path).unwrap();
        std::fs::write(&side, text).unwrap();
        let error = open(&path).err().unwrap().to_string();
        if cfg!(target_os = "linux") {
            assert!(error.starts_with("database is in use by another process"), "{error}");
        }
        drop(store);
    }
}

/// Not a test: the other process. Opens the file, says so, and holds it until its input ends, issuing puzzles.
#[test]
#[ignore = "run by the tests below"]
fn hold() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH").map(PathBuf::from) else { return };
    let rng = &mut SmallRng::seed_from_u64(u64::from(std::process::id()));
    let seeds = (0..200).map(|_| random_seed(rng)).collect();
    let store = Store::open(&path, &OpenOptions::default(), || seeds).unwrap();
    println!("\nready {}", store.created());
    if std::env::var_os("SEEDDB_TEST_WORK").is_some() {
        let mut batch = random_batch(rng);
        batch.id = store.new_batch(&batch).unwrap();
        loop {
            let mut puzzles = (0..300).map(|_| random_issued(rng)).collect();
            store.commit(&mut batch, &mut puzzles).unwrap();
            println!("issued {}", batch.issued);
        }
    }
    std::io::stdin().lines().for_each(drop);
}

fn spawn(path: &Path, work: bool) -> Child {
    let mut command = other_process("lock::hold", path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    if work {
        command.env("SEEDDB_TEST_WORK", "1");
    }
    command.spawn().unwrap()
}

/// The first line that begins with `word`.
fn line(child: &mut Child, word: &str) -> Option<String> {
    let out = BufReader::new(child.stdout.as_mut().unwrap());
    out.lines().map(Result::unwrap).find(|line| line.starts_with(word))
}

#[test]
fn another_process_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let mut child = spawn(&path, false);
    assert_eq!(line(&mut child, "ready").unwrap(), "ready true");
    let error = open(&path).err().unwrap().to_string();
    assert!(
        error.starts_with(&format!("database is in use by process {} (seeddb", child.id())),
        "{error}"
    );
    child.stdin.take().unwrap().flush().unwrap();
    child.wait().unwrap();
    assert_eq!(open(&path).unwrap().counts().unwrap().seeds, 200);
}

#[test]
fn of_several_creators_one_creates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/db");
    let mut children = [(); 3].map(|()| spawn(&path, false));
    let mut created = 0;
    for child in &mut children {
        drop(child.stdin.take());
    }
    for child in &mut children {
        created += usize::from(line(child, "ready").unwrap() == "ready true");
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(created, 1);
    let files: Vec<_> = std::fs::read_dir(path.parent().unwrap())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(files, ["db"]);
}

#[test]
fn a_killed_process_leaves_whole_commits() {
    for delay in [0, 3, 10, 20, 40, 80, 160] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let mut child = spawn(&path, true);
        let shown = if delay >= 40 { line(&mut child, "issued") } else { None };
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        if shown.is_some() {
            // Not closed cleanly: reading tidies it up first.
            drop(open_read(&path).unwrap());
            assert!(open_read(&path).unwrap().is_read_only());
        }
        let mut store = open(&path).unwrap();
        assert_eq!(store.check().unwrap(), [], "killed after {delay} ms");
        let counts = store.counts().unwrap();
        assert!(shown.is_none() || counts.issued >= 300);
        assert!(counts.issued.is_multiple_of(300));
        assert!(store.created() || counts.seeds == 200);
    }
}
