//! The program in a home of its own, for tests of several commands.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
#![allow(dead_code, reason = "not every test needs all of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A folder of its own for each test, home of the program's files.
pub struct Home(tempfile::TempDir);

impl Home {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name).to_str().unwrap().to_owned()
    }

    pub fn seeddb(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seeddb"));
        command.args(arguments).env_remove("SEEDDB_DB").env("HOME", self.0.path());
        command.env("XDG_DATA_HOME", self.path("data")).stdin(Stdio::null());
        command
    }

    /// All files in the folder and the folders in it, by their path from here; not the database that is made
    /// if no other is named.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut found = files(self.folder());
        found.retain(|name, _| !name.starts_with("data/"));
        found
    }

    /// Runs and looks at the exit code.
    pub fn run(&self, arguments: &[&str], code: i32) -> Said {
        let output = self.seeddb(arguments).output().unwrap();
        Said::of(&output, arguments, code)
    }
}

/// All files in a folder and the folders in it, by their path from there.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            let inside = files(&entry.path()).into_iter();
            found.extend(inside.map(|(inner, data)| (format!("{name}/{inner}"), data)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

/// What a run said.
pub struct Said {
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn of(output: &Output, arguments: &[&str], code: i32) -> Self {
        let out = String::from_utf8(output.stdout.clone()).unwrap();
        let err = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
        Self { out, err }
    }

    /// The words stand on stderr.
    pub fn words(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err);
        }
        self
    }
}

/// Kills programs at random moments. How long they run is learned on the way, from those that end before their
/// moment and those that do not, so a machine that is slow or fast for a while changes little.
pub struct Killer {
    rng_seed: u64,
    rng: ChaCha8Rng,
    whole: Duration,
    /// So many so far.
    pub runs: usize,
    killed: usize,
}

impl Killer {
    /// `whole` is how long a first run took.
    pub fn new(rng_seed: u64, whole: Duration) -> Self {
        Self { rng_seed, rng: ChaCha8Rng::seed_from_u64(rng_seed), whole, runs: 0, killed: 0 }
    }

    /// Until so many were killed before their end.
    pub fn goes_on(&self, times: usize) -> bool {
        let Self { runs, killed, .. } = self;
        assert!(*runs < 10 * times, "only {killed} of {runs} were killed before their end");
        *killed < times
    }

    /// Kills at a moment from this share of the whole time on, and tells when, for messages.
    pub fn kill(&mut self, mut child: Child, from: f64) -> String {
        let delay = self.whole.mul_f64(self.rng.random_range(from..1.1));
        self.runs += 1;
        let told = format!(
            "run {}, killed after {delay:?} of {:?}, RNG seed {}",
            self.runs, self.whole, self.rng_seed
        );
        let begin = Instant::now();
        while begin.elapsed() < delay && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        let ran = begin.elapsed();
        child.kill().unwrap();
        if child.wait().unwrap().code().is_none() {
            self.killed += 1;
            self.whole = self.whole.mul_f64(1.1);
        } else {
            self.whole = (self.whole + ran) / 2;
        }
        told
    }
}
