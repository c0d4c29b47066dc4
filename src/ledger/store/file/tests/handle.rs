//! Threads and processes that share a file.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::{fs, io};

use super::*;

/// Returns the number in a row of the ledger.
fn number(view: &dyn Snapshot) -> Done<u64> {
    let value = view.get(Table::Ledger, &[b"number"])?.remove(0);
    let number = |value: Vec<u8>| value.last_chunk().map(|bytes| u64::from_le_bytes(*bytes));
    Ok(value.and_then(number).unwrap_or_default())
}

/// Increments the number; returns its old value.
fn count(view: &mut dyn Transaction) -> Done<u64> {
    let before = number(view)?;
    view.put(Table::Ledger, &[row(Table::Ledger, b"number", &(before + 1).to_le_bytes())])?;
    Ok(before)
}

/// A nested call would wait for itself.
#[test]
fn a_call_inside_a_call_is_refused() {
    let (_folder, path, engine) = new();
    let other = at(&path);
    let refused = |called: Result<u64, StoreError>| {
        let error = called.unwrap_err().to_string();
        assert!(error.contains("a call inside another call"), "{error}");
    };
    for engine in [&engine, &other] {
        engine
            .change(|_| {
                refused(engine.len());
                refused(other.change(count));
                Ok(())
            })
            .unwrap();
        engine
            .see(|_| {
                refused(engine.change(count));
                refused(engine.compact(&patience()).map(|sizes| sizes.0));
                Ok(())
            })
            .unwrap();
    }
    assert_eq!(engine.len().unwrap(), 0);
}

/// Not a test: a separate process with its own panic hook.
#[test]
#[ignore = "run by the test below"]
fn panic_inside() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    hook_panics();
    let (engine, other) = (at(path.as_ref()), at(path.as_ref()));
    for engine in [&engine, &other] {
        let is_damaged = |error| matches!(error, StoreError::Damaged { .. });
        let panics = |view: &mut dyn Transaction| -> Done<u64> {
            count(view)?;
            panic!("as redb does")
        };
        assert!(is_damaged(engine.change(panics).unwrap_err()));
        assert!(is_damaged(engine.see(|_| -> Done<u64> { panic!("as redb does") }).unwrap_err()));
        engine.change(count).unwrap();
    }
    assert_eq!(other.see(number).unwrap(), 2);
}

#[test]
fn after_a_panic_the_file_can_be_used() {
    let (_folder, path, _) = new();
    let output = other_process("handle::panic_inside", &path).output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !words.contains("panicked"), "{words}");
}

/// Dropping an engine closes the file and leaves no side file; another engine opens it again.
#[test]
fn dropping_an_engine_closes_the_file() {
    let (folder, path, engine) = new();
    let other = at(&path);
    for round in 1..=20 {
        let (engine, other) = (at(&path), at(&path));
        engine.change(count).unwrap();
        assert_eq!(other.see(number).unwrap(), round);
        drop(engine);
        drop(redb::Database::open(&path).unwrap());
        assert_eq!(other.see(number).unwrap(), round);
        drop(other);
        drop(redb::Database::open(&path).unwrap());
    }
    drop((engine, other));
    let files: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(files, ["db"]);
}

/// An unused file is closed even without a drop.
#[test]
fn a_file_that_is_not_used_is_closed() {
    let (_folder, path, engine) = new();
    engine.change(count).unwrap();
    assert!(other_process("handle::take_turns", &path).output().unwrap().status.success());
    assert_eq!(engine.see(number).unwrap(), 1 + TURNS as u64);
}

/// The number of turns of the other process.
const TURNS: usize = 12;

/// Not a test: the other process, which opens and closes the file at each turn.
#[test]
#[ignore = "run by the tests here"]
fn take_turns() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    for turn in 0..TURNS {
        let engine = at(path.as_ref());
        if turn % 3 == 0 {
            engine.see(number).unwrap();
        }
        engine.change(count).unwrap();
    }
}

/// Other processes, one through a link, finish although the threads of this one never pause.
#[test]
fn other_processes_get_their_turns() {
    let (_folder, path, engine) = new();
    let mut paths = vec![path.clone()];
    #[cfg(unix)]
    {
        paths.push(path.with_file_name("link"));
        std::os::unix::fs::symlink(&path, &paths[1]).unwrap();
    }
    let (is_over, counted) = (AtomicBool::new(false), AtomicUsize::new(0));
    let turns = AtomicUsize::new(0);
    thread::scope(|scope| {
        for thread in 0..16 {
            let (engine, is_over, counted) = (&engine, &is_over, &counted);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    if thread % 2 == 0 {
                        engine.change(count).unwrap();
                        counted.fetch_add(1, Ordering::Relaxed);
                    } else {
                        engine.see(number).unwrap();
                    }
                }
            });
        }
        let others = paths.iter().map(|path| {
            let mut other = other_process("handle::take_turns", path);
            other.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        });
        let others: Vec<_> = others.collect();
        let ended = others.into_iter().map(|other| other.wait_with_output().unwrap());
        let ended: Vec<_> = ended.collect();
        turns.store(ended.len() * TURNS, Ordering::Relaxed);
        is_over.store(true, Ordering::Relaxed);
        for other in ended {
            assert!(other.status.success(), "{}", String::from_utf8_lossy(&other.stderr));
        }
    });
    let all = counted.into_inner() + turns.into_inner();
    assert_eq!(engine.see(number).unwrap(), all as u64);
}

/// Readers of several processes share the file; a writer waits for them.
#[test]
fn readers_share() {
    let (_folder, path, engine) = new();
    let held = redb::Builder::new().open_read_only(&path).unwrap();
    engine.read(&at_once(), &mut |_| Ok(())).unwrap();
    assert_eq!(engine.examine(&at_once(), &mut |_| Ok(())).unwrap(), []);
    let locked = engine.write(&at_once(), &mut |_| Ok(()));
    assert!(matches!(locked, Err(StoreError::Locked { .. })));
    drop(held);
    engine.write(&at_once(), &mut |_| Ok(())).unwrap();
}

/// An examination blocks no other user, and reads one snapshot.
#[test]
fn an_examination_lets_others_write() {
    let (folder, path, engine) = new();
    let problems = engine.examine(&patience(), &mut |view| {
        let (path, (say, said)) = (path.clone(), mpsc::channel());
        thread::spawn(move || say.send(at(&path).change(count).unwrap()));
        assert_eq!(said.recv_timeout(Duration::from_secs(60)), Ok(0));
        assert_eq!(number(view)?, 0);
        Ok(())
    });
    assert_eq!(problems.unwrap(), []);
    assert_eq!(engine.see(number).unwrap(), 1);
    let is_of_database = |entry: io::Result<fs::DirEntry>| {
        entry.unwrap().file_name().to_str().unwrap().starts_with("db")
    };
    assert!(fs::read_dir(folder.path()).unwrap().all(is_of_database), "a copy was left");
}

/// Not a test: takes one turn and prints its number.
#[test]
#[ignore = "run by the test below"]
fn take_a_turn() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    println!("turn {}", at(path.as_ref()).change(count).unwrap());
}

/// Waiting processes get the file in order of arrival.
#[test]
fn the_queue_is_in_order() {
    let (folder, path, _) = new();
    let queue = folder.path().join("db.seeddb");
    let held = redb::Database::open(&path).unwrap();
    let waiting = (1..=4).map(|waiting| {
        let mut other = other_process("handle::take_a_turn", &path);
        let other = other.stdout(Stdio::piped()).spawn().unwrap();
        while fs::read_dir(&queue).map_or(0, Iterator::count) < waiting {
            thread::yield_now();
        }
        other
    });
    let waiting: Vec<_> = waiting.collect();
    drop(held);
    for (turn, other) in waiting.into_iter().enumerate() {
        let said = String::from_utf8(other.wait_with_output().unwrap().stdout).unwrap();
        assert!(said.contains(&format!("turn {turn}\n")), "{said}");
    }
    assert_eq!(fs::read_dir(&queue).map_or(0, Iterator::count), 0);
}

/// A process learns that others wait for it, so that it can release the file sooner.
#[test]
fn who_is_waited_for_knows() {
    let (_folder, path, engine) = new();
    let mut other = None;
    let write = engine.write(&at_once(), &mut |_| {
        assert!(!engine.is_awaited());
        let mut waits = other_process("handle::take_a_turn", &path);
        other = Some(waits.stdout(Stdio::piped()).spawn().unwrap());
        while !engine.is_awaited() {
            thread::yield_now();
        }
        Ok(())
    });
    write.unwrap();
    let said = String::from_utf8(other.unwrap().wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("turn 0\n"), "{said}");
    assert!(engine.is_awaited());
}

/// Tickets of dead processes delay others only for their lifetime, and are removed later; a process
/// that does not wait ignores tickets.
#[test]
fn a_dead_waiter_is_passed_over() {
    let (folder, path, _) = new();
    let queue = folder.path().join("db.seeddb");
    fs::create_dir(&queue).unwrap();
    let ticket = queue.join("ticket-00000000000000000001-1");
    fs::write(&ticket, "").unwrap();
    at(&path).write(&at_once(), &mut |_| Ok(())).unwrap();
    let age = || fs::metadata(&ticket).unwrap().modified().unwrap().elapsed().unwrap();
    fs::write(&ticket, "").unwrap();
    at(&path).change(count).unwrap();
    assert!(age() >= Duration::from_secs(1), "{:?}: the ticket was not looked at", age());
    at(&path).change(count).unwrap();
    let old = std::time::SystemTime::now() - Duration::from_secs(60);
    fs::File::options().write(true).open(&ticket).unwrap().set_modified(old).unwrap();
    at(&path).change(count).unwrap();
    assert!(!ticket.exists(), "an old ticket is left");
}
