//! [`Made`]: digests of the inputs of each day, so that a day is made again only if they change.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::SHELL;

/// A file of a site: its name, and its bytes.
pub(super) type File = (String, Vec<u8>);

/// A list of days: for each folder a digest of its inputs, and one of its files.
#[derive(Default)]
pub(super) struct Made(BTreeMap<String, [String; 2]>);

impl Made {
    /// The name of the list as a file.
    pub const FILE: &str = "seeddb-made.txt";

    /// Reads the list. An unreadable list is empty: then all days are made.
    pub fn read(data: &[u8]) -> Self {
        let line = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            Some((words.next()?, [words.next()?, words.next()?]))
        };
        Self(String::from_utf8_lossy(data).lines().filter_map(line).collect())
    }

    /// Whether a folder was made from these inputs.
    pub fn knows(&self, folder: &str, inputs: &str) -> bool {
        self.0.get(folder).is_some_and(|[known, _]| known == inputs)
    }

    /// Whether the files of a folder are as they were made.
    pub fn has(&self, folder: &str, files: &[File]) -> bool {
        self.0.get(folder).is_some_and(|[_, known]| *known == of_files(files))
    }

    /// Adds a folder to the list.
    pub fn add(&mut self, folder: &str, inputs: String, files: &[File]) {
        self.0.insert(folder.to_owned(), [inputs, of_files(files)]);
    }

    pub fn text(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, (folder, [inputs, files])| {
            let _ = writeln!(text, "{folder} {inputs} {files}");
            text
        })
    }
}

fn of_files(files: &[File]) -> String {
    let mut digest = blake3::Hasher::new();
    for (name, data) in files {
        digest.update(name.as_bytes()).update(blake3::hash(data).as_bytes());
    }
    short(&digest)
}

/// Returns a digest of the program's version, the shell of its pages, and these inputs.
pub(super) fn of_inputs(texts: &[&str]) -> String {
    let mut digest = blake3::Hasher::new();
    for text in [&[env!("CARGO_PKG_VERSION"), SHELL], texts].concat() {
        digest.update(blake3::hash(text.as_bytes()).as_bytes());
    }
    short(&digest)
}

/// Returns 16 hex digits of a digest, enough to notice a change.
fn short(digest: &blake3::Hasher) -> String {
    digest.finalize().to_hex()[..16].to_owned()
}
