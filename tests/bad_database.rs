//! Databases that cannot be used: said in the user's words, exit code 1, and the file is as it was.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use seeddb::store::{OpenOptions, Store};

const FORMAT_1: &[u8] = include_bytes!("data/format-1.redb");
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Commands that read, and commands that write (those that take a puzzle get it as a file).
const READERS: [&[&str]; 6] = [
    &["seeds"],
    &["batches"],
    &["stats"],
    &["levels"],
    &["export", "--batch", "1"],
    &["show", PUZZLE],
];
const WRITERS: [&[&str]; 5] = [
    &["draw", "--tier", "1"],
    &["mine", "--tier", "0", "--count", "1", "--for", "10s"],
    &["import", "PUZZLES"],
    &["import", "--issued", "PUZZLES"],
    &["levels", "reset"],
];

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        fs::write(home.path("puzzles.txt"), format!("{PUZZLE}\n")).unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn seeddb(&self, db: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seeddb"));
        let puzzles = self.path("puzzles.txt");
        command.arg("--db").arg(db).args(["--wait", "0"]);
        command.args(arguments.iter().map(|&argument| match argument {
            "PUZZLES" => puzzles.as_os_str(),
            other => other.as_ref(),
        }));
        command.env_remove("SEEDDB_DB").env("HOME", self.0.path());
        command.env("XDG_DATA_HOME", self.path("data")).stdin(Stdio::null());
        command
    }

    /// Each command fails with code 1 and these words, prints no data, and leaves the file alone.
    fn refused(&self, db: &Path, commands: &[&[&str]], words: &[&str]) {
        let before = fs::read(db).ok();
        for arguments in commands {
            let output = self.seeddb(db, arguments).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
            assert!(output.stdout.is_empty(), "{arguments:?} printed data");
            assert!(said.lines().any(|line| line.starts_with("error: ")), "{arguments:?}: {said}");
            for word in words {
                assert!(said.contains(word), "{arguments:?}: {word:?} is not in {said:?}");
            }
            for jargon in ["panicked", "redb::", "Err(", "unwrap", "backtrace"] {
                assert!(!said.contains(jargon), "{arguments:?}: {said}");
            }
            assert!(fs::read(db).ok() == before, "{arguments:?} changed the file");
        }
        assert!(!self.path("data").exists(), "another database was made");
    }
}

fn all() -> Vec<&'static [&'static str]> {
    READERS.iter().chain(&WRITERS).copied().chain([&["verify"][..]]).collect()
}

#[test]
fn what_is_no_database() {
    let home = Home::new();
    for (name, bytes, words) in [
        ("notes.txt", &b"dear diary\n"[..], "a text file"),
        ("empty", b"", "an empty file"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe", "some other program's file"),
    ] {
        let db = home.path(name);
        fs::write(&db, bytes).unwrap();
        home.refused(&db, &all(), &[name, "not a seeddb database", words, "--db"]);
    }
}

#[test]
fn a_folder() {
    let home = Home::new();
    let db = home.path("folder");
    fs::create_dir(&db).unwrap();
    home.refused(&db, &all(), &["is a folder", "--db"]);
    assert_eq!(fs::read_dir(&db).unwrap().count(), 0);
}

/// Cut anywhere, it is told as damaged (or at least refused with its name), and never made worse.
#[test]
fn a_truncated_file() {
    let home = Home::new();
    let db = home.path("cut.redb");
    for length in [100, 4096, FORMAT_1.len() / 2, FORMAT_1.len() - 4096] {
        fs::write(&db, &FORMAT_1[..length]).unwrap();
        home.refused(
            &db,
            &[
                &["seeds"],
                &["stats"],
                &["verify"],
                &["draw", "--tier", "1"],
                &["import", "PUZZLES"],
            ],
            &["cut.redb"],
        );
    }
}

#[test]
fn a_newer_format() {
    let home = Home::new();
    let db = home.path("newer.redb");
    fs::write(&db, FORMAT_1).unwrap();
    let later = redb::Database::open(&db).unwrap();
    let transaction = later.begin_write().unwrap();
    let meta = redb::TableDefinition::<&str, &str>::new("meta");
    transaction.open_table(meta).unwrap().insert("format", "99").unwrap();
    transaction.commit().unwrap();
    drop(later);
    let words = ["format 99", "update seeddb"];
    home.refused(&db, &all(), &words);
}

#[test]
fn another_process_has_it() {
    let home = Home::new();
    let db = home.path("held.redb");
    fs::write(&db, FORMAT_1).unwrap();
    let held = Store::open(&db, &OpenOptions::default(), Vec::new).unwrap();
    let own = format!("process {}", std::process::id());
    home.refused(&db, &all(), &["in use by", &own, "--wait"]);
    drop(held);
    let output = home.seeddb(&db, &["seeds"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Whatever the rights say, this user may write (root may).
fn may_write_anyway(path: &Path) -> bool {
    fs::File::options().append(true).open(path).is_ok()
}

#[test]
fn no_right_to_write() {
    let home = Home::new();
    let db = home.path("archive.redb");
    fs::write(&db, FORMAT_1).unwrap();
    let mut rights = fs::metadata(&db).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&db, rights).unwrap();
    if may_write_anyway(&db) {
        println!("skipped: this user (root?) may write read-only files");
        return;
    }
    home.refused(
        &db,
        &[&["import", "PUZZLES"], &["levels", "reset"], &["draw", "--tier", "1"]],
        &["cannot be written"],
    );
    for arguments in READERS {
        let output = home.seeddb(&db, arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // The puzzle of `show` may be unknown; reading works.
        assert!(!said.contains("cannot be written"), "{arguments:?}: {said}");
    }
}
