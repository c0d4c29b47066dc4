//! Locks that are none.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

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
