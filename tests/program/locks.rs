//! Ineffective locks, the order in which commands get the database, and the permissions of its
//! files.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::home::{
    Held, Home, Said, beside, files, make, signal, tickets, wait_for, wait_for_queue,
};

/// Makes `flock` and `fcntl` return what `FAKE_LOCKS` says: success for all callers (`yes`), or an
/// error number.
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

/// Compiles the library of fake locks.
fn fake_locks(home: &Home) -> PathBuf {
    let (source, library) = (home.path("fake.c"), home.path("fake.so"));
    fs::write(&source, FAKE_LOCKS).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-w", "-o"]).arg(&library).arg(&source).arg("-ldl");
    assert!(compiler.status().unwrap().success());
    library
}

/// EOPNOTSUPP (not supported); ENOLCK (no lock service); every lock is granted to all callers.
const ANSWERS: [&str; 3] = ["95", "37", "yes"];

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs a C compiler"]
fn a_file_system_without_locks_is_not_written_to() {
    let home = Home::new();
    let library = fake_locks(&home);
    let db = home.path("db.redb");
    let db = db.to_str().unwrap();
    let puzzles = home.file("puzzles.txt", include_str!("../data/known_grids.tsv"));
    let run = |says: &str, arguments: &[&str], code: i32| {
        let mut command = home.seeddb(arguments);
        command.arg("--create");
        command.env("SEEDDB_DB", db).env("LD_PRELOAD", &library).env("FAKE_LOCKS", says);
        Said::of(&command.output().unwrap(), arguments, code)
    };
    let words = ["db.redb does not keep a second process out", "on a local disk", "--no-lock"];
    for says in ANSWERS {
        run(says, &["draw", "--level", "easy"], 1).words(&words);
        assert!(!home.path("db.redb").exists(), "{says}: made without a lock");
    }
    home.run(&["--create", "--db", db, "draw", "--level", "easy", "--count", "3"], 0);
    for says in ANSWERS {
        let before = fs::read(db).unwrap();
        run(says, &["draw", "--level", "easy"], 1).words(&words);
        run(says, &["mine", "--tier", "0", "--count", "1"], 1).words(&words);
        run(says, &["import", "--issued", &puzzles], 1).words(&words);
        run(says, &["levels", "reset"], 1).words(&words);
        // Reading still works.
        assert_eq!(run(says, &["export", "--batch", "1"], 0).out.lines().count(), 3, "{says}");
        run(says, &["batches"], 0);
        assert!(fs::read(db).unwrap() == before, "{says}: the file was changed");
    }
    // Verification works, too.
    let small = home.path("small.redb");
    make(&small, &[]);
    for says in ANSWERS {
        run(says, &["--db", small.to_str().unwrap(), "verify"], 0);
    }
    for says in ANSWERS {
        run(says, &["draw", "--level", "easy", "--no-lock"], 0);
    }
    assert_eq!(home.run(&["--db", db, "batches", "--format", "jsonl"], 0).out.lines().count(), 4);
    home.run(&["--db", db, "draw", "--level", "easy", "--no-lock"], 0);
}

#[test]
fn no_lock_locks_where_it_can() {
    let home = Home::new();
    let db = home.path("db.redb");
    make(&db, &[]);
    let held = Held::new(&db);
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
    // The process that uses the database has a file beside it.
    let side_file_is = |expected: u32| {
        let draw = ["--db", db.to_str().unwrap(), "draw", "--tier", "0", "--count", "100000000"];
        let mut child = home.seeddb(&draw);
        let child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.unwrap();
        wait_for("nobody says that it has the database", || {
            assert!(child.try_wait().unwrap().is_none(), "it ended");
            let there = fs::metadata(home.path("db.redb.seeddb/holder")).ok()?;
            assert_eq!(there.permissions().mode() & 0o777 & !expected, 0);
            Some(())
        });
        signal(&child, "-TERM");
        child.wait().unwrap();
    };
    home.run(&["--db", db.to_str().unwrap(), "db", "init"], 0);
    assert_eq!(mode("db.redb"), 0o600);
    side_file_is(0o600);
    // An existing file keeps its mode, and the files beside it have that mode.
    fs::set_permissions(&db, fs::Permissions::from_mode(0o660)).unwrap();
    side_file_is(0o660);
    assert_eq!(mode("db.redb"), 0o660);
    let held = Held::new(&db);
    let allowed = |mode: u32| [0o660, 0o640, 0o600].contains(&mode);
    let mut waiting = home
        .seeddb(&["--db", db.to_str().unwrap(), "levels", "reset"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_queue(&db, 1);
    let ticket = format!("db.redb.seeddb/{}", tickets(&db)[0].to_str().unwrap());
    assert!(allowed(mode(&ticket)), "{:o}", mode(&ticket));
    drop(held);
    assert!(waiting.wait().unwrap().success());
    assert_eq!(tickets(&db), [""; 0], "the queue is left");
    assert_eq!(mode("db.redb"), 0o660);
}

/// Draws run one after another beside nine endless draws: each gets its turn within a minute, or
/// the test fails.
fn beside_nine_draws(times: usize) {
    let home = Home::new();
    let db = home.path("db.redb");
    let draw = |count: &str| {
        let wait = ["--create", "--db", db.to_str().unwrap(), "--threads", "1", "--wait", "60"];
        home.seeddb(&(&wait, &["draw", "--tier", "0", "--count", count]))
    };
    let one = || Said::of(&draw("1").output().unwrap(), &["draw"], 0);
    one();
    let endless = || {
        let mut command = draw("100000000");
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut nine: Vec<Child> = (0..9).map(|_| endless()).collect();
    for _ in 0..times {
        one();
    }
    for child in &mut nine {
        assert!(child.try_wait().unwrap().is_none(), "a draw has ended");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_draw_beside_nine_others() {
    beside_nine_draws(5);
}

#[test]
#[ignore = "long: .ci/long"]
fn a_hundred_draws_beside_nine_others() {
    beside_nine_draws(100);
}

/// Files left by a killed command do not block or name any process, and the next write removes
/// them.
#[test]
fn what_a_killed_command_left_beside_goes() {
    let home = Home::new();
    let db = home.path("db.redb");
    make(&db, &[]);
    let mut dead = Command::new("true").spawn().unwrap();
    dead.wait().unwrap();
    let side = home.path("db.redb.seeddb/holder");
    let leave = || {
        fs::create_dir_all(side.parent().unwrap()).unwrap();
        fs::write(&side, format!("seeddb process {}\nseeddb mine\n", dead.id())).unwrap();
    };
    let on = |arguments: &str, code| {
        home.run(&(&["--db", db.to_str().unwrap(), "--wait", "0"], arguments), code)
    };
    leave();
    on("stats", 0);
    on("levels reset", 0);
    assert!(!side.exists());
    let held = Held::new(&db);
    leave();
    let said = on("levels reset", 1).words(&["in use by another process"]);
    assert!(!said.err.contains("mine"), "{}", said.err);
    drop(held);
    leave();
    on("db check", 0);
    on("levels reset", 0);
    assert!(!side.exists());
}

/// The user's files beside a database stay unchanged, even in the place of the program's own.
#[test]
fn files_of_the_user_stay() {
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 30);
    let ticket = "00000000000000000001-1";
    let forms: [(&str, &[&str]); 4] = [
        ("nothing", &[]),
        ("a database", &["db.redb.seeddb"]),
        ("a folder", &["db.redb.seeddb/notes", "db.redb.seeddb/holder"]),
        (
            "tickets",
            &["db.redb.seeddb/ticket-00000000000000000001-1", "db.redb.seeddb/ticket-to-ride"],
        ),
    ];
    for (form, more) in forms {
        let home = Home::with_few_seeds();
        let work = home.path("work");
        fs::create_dir_all(work.join("db.redb.queue")).unwrap();
        fs::copy(home.database(), work.join("db.redb")).unwrap();
        let usual = ["db.redb.mark", "db.redb.lock-info", "db.redb.queue/list"];
        let old = format!("db.redb.queue/{ticket}");
        for name in usual.iter().chain(more).copied().chain([old.as_str()]) {
            let path = work.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if form == "a database" {
                fs::copy(home.database(), &path).unwrap();
            } else {
                fs::write(&path, "12\nwords of the user\n").unwrap();
            }
            fs::File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        }
        let before = files(&work);
        let db = work.join("db.redb");
        let path = db.to_str().unwrap();
        home.run(&["--db", path, "draw", "--level", "easy"], 0);
        home.run(&["--db", path, "stats"], 0);
        // A waiting command.
        let held = Held::new(&db);
        let mut waiting =
            home.seeddb(&["--db", path, "--wait", "300", "levels", "reset"]).spawn().unwrap();
        if form != "a database" {
            wait_for_queue(&db, 1);
        }
        drop(held);
        assert!(waiting.wait().unwrap().success(), "{form}");
        home.run(&["--db", path, "db", "compact"], 0);
        let after = files(&work);
        for (name, data) in before.iter().filter(|(name, _)| *name != "db.redb") {
            assert!(after.get(name) == Some(data), "{form}: {name}");
        }
        let new = after.keys().filter(|name| !before.contains_key(*name));
        let new: Vec<&String> = new.collect();
        let expected = if form == "a database" { "" } else { "db.redb.seeddb/mark" };
        assert!(new.iter().all(|name| *name == expected), "{form}: {new:?}");
    }
    // An empty folder that existed before belongs to the user.
    let home = Home::with_few_seeds();
    fs::create_dir(beside(&home.database())).unwrap();
    home.run("stats", 0);
    assert!(beside(&home.database()).is_dir());
}
