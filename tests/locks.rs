//! Locks that are none, the order in which commands get the database, and who may read its files.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
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
        let mut command = home.seeddb(arguments);
        command.env("SEEDDB_DB", db).env("LD_PRELOAD", &library).env("FAKE_LOCKS", says);
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
    // So does looking closely.
    let small = home.path("small.redb");
    drop(Store::open(&small, &OpenOptions::default(), Vec::new).unwrap());
    for says in ANSWERS {
        run(says, &["--db", small.to_str().unwrap(), "verify"], 0);
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

/// Ten that want it again as soon as they have given it up: all get it as often, and none waits much longer than the
/// others hold it.
#[test]
fn nobody_starves() {
    let home = Home::new();
    let db = home.path("db");
    let options = OpenOptions { wait: Duration::from_secs(300), ..OpenOptions::default() };
    let open = || Store::open(&db, &options, Vec::new).unwrap();
    drop(open());
    let end = Instant::now() + Duration::from_secs(5);
    let each = |_| {
        let (mut waits, mut longest) = (0, Duration::ZERO);
        while Instant::now() < end {
            let begin = Instant::now();
            let store = open();
            longest = longest.max(begin.elapsed());
            waits += 1;
            thread::sleep(Duration::from_millis(10));
            drop(store);
        }
        (waits, longest)
    };
    let each = &each;
    let all: Vec<(u32, Duration)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..10).map(|i| scope.spawn(move || each(i))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let waits: Vec<u32> = all.iter().map(|one| one.0).collect();
    let longest = all.iter().map(|one| one.1).max().unwrap();
    println!("ten in five seconds: the longest wait {longest:?}, openings {waits:?}");
    let fair = 5.0 / f64::from(waits.iter().sum::<u32>()) * 10.0;
    assert!(longest.as_secs_f64() < 5.0 * fair + 0.5, "{longest:?}, {waits:?}");
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

/// One draw after another beside nine that draw without end: how long the longest took. A machine that is slow makes all of
/// them slow; then none may take much longer than the others.
fn beside_nine_draws(time: Duration, bound: Duration) {
    let home = Home::new();
    let db = home.path("db.redb");
    let draw = |count: &str| {
        let db = db.to_str().unwrap();
        home.seeddb(&[
            "--db",
            db,
            "--threads",
            "1",
            "--wait",
            "300",
            "draw",
            "--tier",
            "0",
            "--count",
            count,
        ])
    };
    let one = || {
        let begin = Instant::now();
        Said::of(&draw("1").output().unwrap(), &["draw"], 0);
        begin.elapsed()
    };
    one();
    let endless = || {
        let mut command = draw("100000000");
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut nine: Vec<Child> = (0..9).map(|_| endless()).collect();
    let begin = Instant::now();
    let mut took = Vec::new();
    while begin.elapsed() < time {
        took.push(one());
    }
    for child in &mut nine {
        assert!(child.try_wait().unwrap().is_none(), "a draw has ended");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (longest, mean) =
        (took.iter().max().unwrap(), took.iter().sum::<Duration>() / took.len() as u32);
    println!("{} draws of one puzzle beside nine: {mean:?}, the longest {longest:?}", took.len());
    assert!(*longest < bound.max(3 * mean), "{took:?}");
}

#[test]
fn a_draw_beside_nine_others_for_ten_seconds() {
    beside_nine_draws(Duration::from_secs(10), Duration::from_secs(5));
}

#[test]
#[ignore = "takes a minute"]
fn a_draw_beside_nine_others_for_a_minute() {
    beside_nine_draws(Duration::from_secs(60), Duration::from_secs(5));
}
