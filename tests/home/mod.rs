//! The program in a home of its own, for tests of several commands.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
#![allow(dead_code, reason = "not every test needs all of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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

    /// Runs and looks at the exit code.
    pub fn run(&self, arguments: &[&str], code: i32) -> Said {
        let output = self.seeddb(arguments).output().unwrap();
        Said::of(&output, arguments, code)
    }
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
