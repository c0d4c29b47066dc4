//! Runs the program in a separate home, for tests of several commands.
#![allow(dead_code, reason = "not every test needs all of it")]

mod processes;

pub use processes::{Held, Killer, Said, begun, signal, stop};

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
#[cfg(target_os = "linux")]
use std::sync::{Arc, Once};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use seeddb::database::{Database, Options};
use seeddb::mine::starter;
use seeddb::record::Seed;

/// The words of a command: a list, or a line with blanks between them. A word with blanks is quoted
/// by `'`.
pub trait Line {
    fn words(&self) -> Vec<&str>;
}

impl Line for str {
    fn words(&self) -> Vec<&str> {
        let (mut words, mut rest) = (Vec::new(), self.trim());
        while !rest.is_empty() {
            let (word, after) = match rest.strip_prefix('\'') {
                Some(quoted) => quoted.split_once('\'').unwrap(),
                None => rest.split_once(' ').unwrap_or((rest, "")),
            };
            words.push(word);
            rest = after.trim_start();
        }
        words
    }
}

impl Line for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl<S: AsRef<str>> Line for [S] {
    fn words(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<S: AsRef<str>> Line for Vec<S> {
    fn words(&self) -> Vec<&str> {
        self.as_slice().words()
    }
}

impl<S: AsRef<str>, const N: usize> Line for [S; N] {
    fn words(&self) -> Vec<&str> {
        self.as_slice().words()
    }
}

impl<T: Line + ?Sized> Line for &T {
    fn words(&self) -> Vec<&str> {
        (*self).words()
    }
}

impl<A: Line, B: Line> Line for (A, B) {
    fn words(&self) -> Vec<&str> {
        [self.0.words(), self.1.words()].concat()
    }
}

impl<A: Line, B: Line, C: Line> Line for (A, B, C) {
    fn words(&self) -> Vec<&str> {
        [self.0.words(), self.1.words(), self.2.words()].concat()
    }
}

/// Whether tests take thousands of cases, as in `.ci/long`.
pub fn is_long() -> bool {
    std::env::var_os("SEEDDB_LONG").is_some()
}

/// A puzzle of tier 0.
pub const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A temporary folder for each test: the home of the program's files, and the working folder.
pub struct Home(tempfile::TempDir);

impl Home {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Returns a home whose database has the starter seeds and nothing issued, without marks. It is
    /// created once for all tests, in a separate home, so that all tests find the same state.
    pub fn with_starter() -> Self {
        static STARTER: OnceLock<Vec<u8>> = OnceLock::new();
        Self::with(STARTER.get_or_init(|| {
            let first = Self::new();
            first.run("levels reset", 0);
            fs::read(first.database()).unwrap()
        }))
    }

    /// Like [`Self::with_starter`] with every 16th seed, for tests that do not depend on their
    /// number: such a database is checked, dumped, copied and restored in a tenth of the time.
    pub fn with_few_seeds() -> Self {
        static FEW: OnceLock<Vec<u8>> = OnceLock::new();
        Self::with(FEW.get_or_init(|| {
            let first = Self::new();
            let initial = || starter().into_iter().step_by(16).collect();
            let options = Options { initial, ..Options::default() };
            drop(Database::open(&first.database(), options).unwrap());
            fs::read(first.database()).unwrap()
        }))
    }

    /// A home whose database has these seeds only.
    pub fn with_seeds(seeds: &[Seed]) -> Self {
        let home = Self::new();
        make(&home.database(), seeds);
        home
    }

    /// Like [`Self::with_few_seeds`] with every 500th seed, for damaged databases.
    pub fn with_some_seeds() -> Self {
        Self::with_seeds(&starter().into_iter().step_by(500).collect::<Vec<_>>())
    }

    fn with(database: &[u8]) -> Self {
        let home = Self::new();
        fs::create_dir_all(home.database().parent().unwrap()).unwrap();
        fs::write(home.database(), database).unwrap();
        home
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn database(&self) -> PathBuf {
        self.path("data/seeddb/seeddb.redb")
    }

    pub fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name).to_str().unwrap().to_owned()
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns all files in the folder and its subfolders, except for [`Home::database`] and the
    /// program's state.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut found = files(self.folder());
        found.retain(|name, _| {
            !name.starts_with("data/") && !name.starts_with("state/") && !name.contains(".seeddb/")
        });
        found
    }

    pub fn names(&self) -> Vec<String> {
        self.files().into_keys().collect()
    }

    pub fn seeddb(&self, line: &(impl Line + ?Sized)) -> Command {
        let arguments = line.words();
        #[cfg(target_os = "linux")]
        processes::hear_signals();
        let mut command = Command::new(env!("CARGO_BIN_EXE_seeddb"));
        command.args(&arguments).env_remove("SEEDDB_DB").env_remove("NO_COLOR");
        command.env_remove("CLICOLOR_FORCE");
        if arguments.contains(&"series") {
            // A constant date, so that the days of tests are never past or published.
            command.env("SOURCE_DATE_EPOCH", "1798761600");
        }
        command.env("HOME", self.folder()).env("XDG_DATA_HOME", self.path("data"));
        command.env("XDG_STATE_HOME", self.path("state")).env("USER", "tester");
        command.current_dir(self.folder()).stdin(Stdio::null());
        command
    }

    /// Like [`Self::seeddb`] with a limit on file sizes in blocks of 512 bytes: a write beyond it
    /// is partial, and then fails.
    #[cfg(unix)]
    pub fn limited(&self, blocks: usize, line: &(impl Line + ?Sized)) -> Command {
        self.through("sh", &["-c", &format!("ulimit -f {blocks}; exec \"$@\""), "sh"], line)
    }

    /// Like [`Self::seeddb`], run by another program.
    #[cfg(unix)]
    pub fn through(&self, other: &str, arguments: &[&str], line: &(impl Line + ?Sized)) -> Command {
        let program = self.seeddb(line);
        let mut command = Command::new(other);
        command.args(arguments).arg(program.get_program()).args(program.get_args());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.current_dir(self.folder()).stdin(Stdio::null());
        command
    }

    /// The old files that a restore has moved aside.
    pub fn aside(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.database().parent().unwrap()).unwrap();
        let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| path.to_str().unwrap().contains(".before-"));
        found
    }

    /// Runs a command and asserts its exit code.
    pub fn run(&self, line: &(impl Line + ?Sized), code: i32) -> Said {
        Said::of(&self.seeddb(line).output().unwrap(), line, code)
    }

    /// Returns the names of all commands in the groups of the help.
    pub fn commands(&self) -> Vec<String> {
        let help = self.run("--help", 0).out;
        let groups = help.lines().take_while(|line| !line.starts_with("Options"));
        // The second line of a description is indented further.
        let rows = groups.filter_map(|line| line.strip_prefix("  "));
        let names =
            rows.filter(|row| !row.starts_with(' ')).filter_map(|row| row.split(' ').next());
        names.map(str::to_owned).collect()
    }

    /// Checks the tables, and recomputes every drawn puzzle and some of the seeds: all starter
    /// seeds would take seconds.
    pub fn verify(&self) {
        self.run("db check", 0);
        self.run("verify --sample 200", 0);
    }

    /// Starts a command with pipes to its input and outputs.
    pub fn spawn(&self, line: &(impl Line + ?Sized)) -> Child {
        let mut command = self.seeddb(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Like [`Self::run`], with input on stdin.
    pub fn run_with(&self, line: &(impl Line + ?Sized), input: &str, code: i32) -> Said {
        let mut child = self.spawn(line);
        // A command that refuses its flags does not read.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Said::of(&child.wait_with_output().unwrap(), line, code)
    }

    /// The output of a successful run as bytes.
    pub fn bytes(&self, line: &(impl Line + ?Sized)) -> Vec<u8> {
        let output = self.seeddb(line).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?}\n{err}", line.words());
        output.stdout
    }

    /// The output of a successful run with `--format json`.
    pub fn json(&self, line: &(impl Line + ?Sized)) -> serde_json::Value {
        let said = self.run(&(line, "--format json"), 0);
        serde_json::from_str(&said.out).unwrap()
    }

    /// Asserts that a command is refused with these words and leaves the folder unchanged.
    pub fn refused(&self, line: &(impl Line + ?Sized), code: i32, words: &[&str]) -> Said {
        let before = self.files();
        let said = self.run(line, code).words(words);
        let after = self.files();
        let changed: BTreeSet<_> = before
            .keys()
            .chain(after.keys())
            .filter(|name| before.get(*name) != after.get(*name))
            .collect();
        assert!(changed.is_empty(), "{:?}: other files: {changed:?}", line.words());
        said
    }
}

/// Returns all files in a folder and its subfolders, by relative path; an empty folder as `name/`.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    // Files that disappear meanwhile, such as temporary ones, are skipped.
    let Some(entries) = there(fs::read_dir(folder)) else { return found };
    for entry in entries {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            let mut inside = files(&entry.path());
            if inside.is_empty() {
                inside.insert(String::new(), Vec::new());
            }
            found.extend(inside.into_iter().map(|(inner, data)| (format!("{name}/{inner}"), data)));
        } else if let Some(data) = there(fs::read(entry.path())) {
            found.insert(name, data);
        }
    }
    found
}

fn there<T>(result: io::Result<T>) -> Option<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        result => Some(result.unwrap()),
    }
}

/// Polls until `look` returns a value.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "{what}");
        sleep(Duration::from_millis(2));
    }
}

/// Waits until this many processes wait for the database.
pub fn wait_for_queue(db: &Path, waiting: usize) {
    wait_for("nobody waits for the database", || (tickets(db).len() >= waiting).then_some(()));
}

pub fn beside(db: &Path) -> PathBuf {
    PathBuf::from([db.as_os_str(), OsStr::new(".seeddb")].join(OsStr::new("")))
}

/// Returns the tickets of the processes that wait for a database, in order.
pub fn tickets(db: &Path) -> Vec<OsString> {
    let names = fs::read_dir(beside(db)).into_iter().flatten().flatten();
    // Other files belong to the user.
    let names = names.filter(|entry| entry.metadata().is_ok_and(|data| data.len() == 0));
    let mut names: Vec<_> = names.map(|entry| entry.file_name()).collect();
    names.retain(|name| name.to_str().is_some_and(|name| name.starts_with("ticket-")));
    names.sort_unstable();
    names
}

/// Returns the database at this path, created without seeds if it does not exist.
pub fn database(db: &Path) -> Database {
    // Like one of an earlier release, which was not offered the current seeds.
    let options = Options { initial: Vec::new, edition: 0, ..Options::default() };
    Database::open(db, options).unwrap()
}

pub fn make(db: &Path, seeds: &[Seed]) {
    assert_eq!(database(db).add_seeds(seeds).unwrap().new, seeds.len());
}

/// Writes another text of the database, such as its format, as a program of another version does.
pub fn set_text(db: &Path, name: &str, text: &str) {
    use redb::ReadableTable as _;

    let texts = redb::TableDefinition::<&[u8], &[u8]>::new("texts");
    let file = redb::Database::open(db).unwrap();
    let transaction = file.begin_write().unwrap();
    {
        let mut texts = transaction.open_table(texts).unwrap();
        let row = texts.get(name.as_bytes()).unwrap().unwrap().value().to_vec();
        let own = [&[text.len() as u8], text.as_bytes()].concat();
        let (frame, table) = if name == "format" {
            // Checksum; two bytes, table, version, length of the key; key; length of the body;
            // body: length and bytes.
            let length = (own.len() as u32).to_le_bytes();
            ([&row[4..9 + name.len()], &length, &own].concat(), row[6])
        } else {
            // Checksum; a byte, version and table, length of the body; body: name and text, each
            // after its length.
            let body = [&[name.len() as u8], name.as_bytes(), &own].concat();
            ([&row[4..6], &[body.len() as u8], &body[..]].concat(), row[5] & 0xf)
        };
        let mut sum = crc32fast::Hasher::new();
        sum.update(&[table]);
        sum.update(name.as_bytes());
        sum.update(&frame);
        let row = [&sum.finalize().to_le_bytes()[..], &frame].concat();
        texts.insert(name.as_bytes(), row.as_slice()).unwrap();
    }
    transaction.commit().unwrap();
}
