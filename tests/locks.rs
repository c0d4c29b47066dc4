//! Locks that are none, the order in which commands get the database, and who may read its files.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use home::{Home, Said};
use seeddb::store::{OpenOptions, Store};

/// Makes `flock` and `fcntl` answer as `FAKE_LOCKS` says: `yes` to everybody, or with an error number.
const FAKE_LOCKS: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>

static int answer(void) {
    const char *says = getenv("FAKE_LOCKS");
    if (says[0] == 'y') return 0;
    errno = atoi(says);
    return -1;
}

int flock(int file, int operation) { return answer(); }

long syscall(long number, ...) {
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_fcntl && (a[1] == F_OFD_GETLK || a[1] == F_OFD_SETLK || a[1] == F_OFD_SETLKW)) {
        if (a[1] == F_OFD_GETLK) ((struct flock *)a[2])->l_type = F_UNLCK;
        return answer();
    }
    long (*real)(long, ...) = dlsym(RTLD_NEXT, "syscall");
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
"#;

/// The library that fakes locks; none if it cannot be made here.
fn fake_locks(home: &Home) -> Option<PathBuf> {
    let (source, library) = (home.path("fake.c"), home.path("fake.so"));
    fs::write(&source, FAKE_LOCKS).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-w", "-o"]).arg(&library).arg(&source).arg("-ldl");
    let made = cfg!(target_os = "linux") && compiler.status().is_ok_and(|status| status.success());
    if !made {
        println!("skipped: no C compiler that makes a library for Linux");
    }
    made.then_some(library)
}

/// EOPNOTSUPP: not supported; ENOLCK: no lock service; everybody gets every lock.
const ANSWERS: [&str; 3] = ["95", "37", "yes"];

#[test]
fn a_file_system_without_locks_is_not_written_to() {
    let home = Home::new();
    let Some(library) = fake_locks(&home) else { return };
    let db = home.path("db.redb");
    let db = db.to_str().unwrap();
    let puzzles = home.file("puzzles.txt", include_str!("data/known_grids.tsv"));
    let run = |says: &str, arguments: &[&str], code: i32| {
        let mut command = home.seeddb(&["--db", db]);
        command.args(arguments).env("LD_PRELOAD", &library).env("FAKE_LOCKS", says);
        Said::of(&command.output().unwrap(), arguments, code)
    };
    let words = ["db.redb does not keep a second command out", "on a local disk", "--no-lock"];
    for says in ANSWERS {
        run(says, &["draw", "--level", "easy"], 1).words(&words);
        assert!(!home.path("db.redb").exists(), "{says}: made without a lock");
    }
    home.run(&["--db", db, "draw", "--level", "easy", "--count", "3"], 0);
    for says in ANSWERS {
        let before = fs::read(db).unwrap();
        run(says, &["draw", "--level", "easy"], 1).words(&words);
        run(says, &["mine", "--tier", "0", "--count", "1"], 1).words(&words);
        run(says, &["import", "--issued", &puzzles], 1).words(&words);
        run(says, &["levels", "reset"], 1).words(&words);
        // Reading goes on.
        assert_eq!(run(says, &["export", "--batch", "1"], 0).out.lines().count(), 3, "{says}");
        run(says, &["batches"], 0);
        assert!(fs::read(db).unwrap() == before, "{says}: the file was changed");
    }
    for says in ANSWERS {
        run(says, &["draw", "--level", "easy", "--no-lock"], 0);
    }
    assert_eq!(home.run(&["--db", db, "batches", "--format", "jsonl"], 0).out.lines().count(), 4);
    home.run(&["--db", db, "draw", "--level", "easy", "--no-lock"], 0);
}

/// With `--no-lock` there is still a lock where the file system has one.
#[test]
fn no_lock_locks_where_it_can() {
    let home = Home::new();
    let db = home.path("db.redb");
    let held = Store::open(&db, &OpenOptions::default(), Vec::new).unwrap();
    let arguments = ["--db", db.to_str().unwrap(), "--wait", "0", "--no-lock", "levels", "reset"];
    home.run(&arguments, 1).words(&["in use by"]);
    drop(held);
    home.run(&arguments, 0);
}

#[test]
fn others_may_not_read_a_new_database() {
    let home = Home::new();
    let db = home.path("db.redb");
    let mode = |name: &str| fs::metadata(home.path(name)).unwrap().permissions().mode() & 0o777;
    let store = Store::open(&db, &OpenOptions::default(), Vec::new).unwrap();
    assert_eq!(mode("db.redb"), 0o600);
    assert_eq!(mode("db.redb.lock-info"), 0o600);
    drop(store);
    // An existing one keeps its mode, and the files beside it have the same.
    fs::set_permissions(&db, fs::Permissions::from_mode(0o660)).unwrap();
    let held = Store::open(&db, &OpenOptions::default(), Vec::new).unwrap();
    assert_eq!(mode("db.redb"), 0o660);
    let allowed = |mode: u32| [0o660, 0o640, 0o600].contains(&mode);
    assert!(allowed(mode("db.redb.lock-info")), "{:o}", mode("db.redb.lock-info"));
    let mut waiting = home
        .seeddb(&["--db", db.to_str().unwrap(), "levels", "reset"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !home.path("db.redb.queue").exists() && begin.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(allowed(mode("db.redb.queue") & 0o666), "{:o}", mode("db.redb.queue"));
    drop(held);
    assert!(waiting.wait().unwrap().success());
    assert!(!home.path("db.redb.queue").exists(), "the queue is left");
    assert_eq!(mode("db.redb"), 0o660);
}

/// The first who waits gets it first, also before the holder who wants it again.
#[test]
fn the_queue_is_in_order() {
    let home = Home::new();
    let db = home.path("db");
    let open = || Store::open(&db, &OpenOptions::default(), Vec::new).unwrap();
    let order = Mutex::new(Vec::new());
    let mut held = Some(open());
    thread::scope(|scope| {
        for i in 0..4 {
            let (order, open) = (&order, &open);
            scope.spawn(move || {
                let store = open();
                order.lock().unwrap().push(i);
                thread::sleep(Duration::from_millis(30));
                drop(store);
            });
            thread::sleep(Duration::from_millis(100));
        }
        drop(held.take());
        let store = open();
        order.lock().unwrap().push(4);
        drop(store);
    });
    assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 3, 4]);
    assert!(!home.path("db.queue").exists());
}

/// Tickets of the dead hold nobody up for longer than they may live, and are removed in the end.
#[test]
fn a_dead_waiter_is_passed_over() {
    let home = Home::new();
    let db = home.path("db");
    drop(Store::open(&db, &OpenOptions::default(), Vec::new).unwrap());
    fs::create_dir(home.path("db.queue")).unwrap();
    let ticket = home.path("db.queue/00000000000000000001-1");
    fs::write(&ticket, "").unwrap();
    let open = || drop(Store::open(&db, &OpenOptions::default(), Vec::new).unwrap());
    let begin = Instant::now();
    open();
    let waited = begin.elapsed();
    assert!(waited > Duration::from_millis(500), "{waited:?}: the ticket was not looked at");
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    let begin = Instant::now();
    open();
    assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    let old = std::time::SystemTime::now() - Duration::from_secs(60);
    fs::File::options().write(true).open(&ticket).unwrap().set_modified(old).unwrap();
    open();
    assert!(!home.path("db.queue").exists(), "an old ticket is left");
}

/// `--wait 0` is tried at once, whoever waits.
#[test]
fn no_wait_is_no_wait() {
    let home = Home::new();
    let db = home.path("db");
    let options = OpenOptions { wait: Duration::ZERO, ..OpenOptions::default() };
    drop(Store::open(&db, &options, Vec::new).unwrap());
    fs::create_dir(home.path("db.queue")).unwrap();
    fs::write(home.path("db.queue/00000000000000000001-1"), "").unwrap();
    let begin = Instant::now();
    drop(Store::open(&db, &options, Vec::new).unwrap());
    assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
}

/// Ten draws at once for this time: the longest that one of them got nothing.
fn ten_draws(time: Duration, bound: Duration) {
    let home = Home::new();
    let db = home.path("db.redb");
    let db = db.to_str().unwrap();
    home.run(&["--db", db, "stats"], 0);
    let worst = Mutex::new(Vec::new());
    let end = Instant::now() + time;
    thread::scope(|scope| {
        for i in 0..10 {
            let (home, worst) = (&home, &worst);
            scope.spawn(move || {
                let mut longest = Duration::ZERO;
                let mut draws = 0;
                while Instant::now() < end {
                    let begin = Instant::now();
                    let arguments =
                        ["--db", db, "--threads", "1", "--wait", "100", "draw", "--tier", "0"];
                    home.run(&arguments, 0);
                    longest = longest.max(begin.elapsed());
                    draws += 1;
                }
                worst.lock().unwrap().push((longest, draws, i));
            });
        }
    });
    let worst = worst.into_inner().unwrap();
    let longest = worst.iter().map(|each| each.0).max().unwrap();
    let draws: Vec<i32> = worst.iter().map(|each| each.1).collect();
    println!(
        "ten processes for {time:?}: the longest draw of one puzzle took {longest:?}, draws {draws:?}"
    );
    assert!(longest < bound, "{longest:?}");
}

#[test]
fn ten_draws_at_once_for_ten_seconds() {
    ten_draws(Duration::from_secs(10), Duration::from_secs(8));
}

#[test]
#[ignore = "takes a minute"]
fn ten_draws_at_once_for_a_minute() {
    ten_draws(Duration::from_secs(60), Duration::from_secs(5));
}
