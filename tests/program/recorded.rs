//! Recorded outputs: an equal version, database, request and RNG seed give equal bytes.
//!
//! `tests/data/recorded/commands.txt` has the commands, `hashes.tsv` the hashes of their outputs.
//! After an intended change of outputs, the following writes the hashes again, and the difference
//! names the commands concerned:
//!
//! ```sh
//! SEEDDB_RECORD=1 cargo test --test program recorded::
//! ```

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use seeddb::database::{Database, Options};
use seeddb::record::Seed;

use crate::home::{Home, make};

const DATABASE: &str = "database.redb";
/// The input files of the commands.
const INPUTS: [&str; 4] = ["seeds.txt", "levels.toml", "rated.tsv", "book.toml"];

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/recorded").join(name)
}

/// A line of `commands.txt`.
struct Row<'a> {
    name: &'a str,
    /// The row whose resulting database it uses, or `empty`, `imported` or `none`.
    database: &'a str,
    arguments: &'a str,
}

impl<'a> Row<'a> {
    fn all(text: &'a str) -> Vec<Self> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| Self::read(line).unwrap_or_else(|| panic!("{line:?}"))).collect()
    }

    fn read(line: &'a str) -> Option<Self> {
        let (name, rest) = line.split_once(' ')?;
        let (database, arguments) = rest.trim_start().split_once(' ')?;
        Some(Self { name, database, arguments: arguments.trim() })
    }

    /// Runs the command in a separate folder; returns the exit code, stdout and new files.
    fn run(&self, home: &Home, threads: &str) -> Ran {
        let mut ran = Ran { code: 0, outputs: vec![("stdout".to_owned(), Vec::new())] };
        for command in self.arguments.split(" && ") {
            assert_eq!(ran.code, 0, "{}: the command before {command:?} failed", self.name);
            let mut arguments: Vec<&str> = command.split_whitespace().collect();
            arguments.extend(["--quiet", "--create", "--db", DATABASE, "--threads", threads]);
            // Batches record their time.
            let mut program = home.seeddb(&arguments);
            let output = program.env("SOURCE_DATE_EPOCH", "1798761600").output().unwrap();
            ran.code = output.status.code().unwrap_or_else(|| panic!("{command:?} was killed"));
            let mut stdout = output.stdout;
            if command.starts_with("batches") {
                // Batches record the version of the program.
                let text = String::from_utf8(stdout).unwrap();
                stdout = text.replace(env!("CARGO_PKG_VERSION"), "VERSION").into_bytes();
            }
            ran.outputs[0].1.extend(stdout);
        }
        let mut files = home.files();
        files.retain(|name, _| name != DATABASE && !INPUTS.contains(&name.as_str()));
        ran.outputs.extend(files);
        ran
    }
}

/// The result of a row: its outputs, each with name and bytes.
struct Ran {
    code: i32,
    outputs: Vec<(String, Vec<u8>)>,
}

impl Ran {
    /// Returns the lines for `hashes.tsv`.
    fn lines(&self, name: &str) -> Vec<String> {
        let line = |(output, bytes): &(String, Vec<u8>)| {
            let hash = blake3::hash(bytes).to_hex();
            format!("{name}\t{}\t{output}\t{}", self.code, &hash[..16])
        };
        self.outputs.iter().map(line).collect()
    }

    /// Keeps the outputs for later inspection.
    fn keep(&self, name: &str) -> PathBuf {
        let folder = tempfile::Builder::new().prefix(&format!("seeddb-{name}-")).tempdir().unwrap();
        let folder = folder.keep();
        for (output, bytes) in &self.outputs {
            let path = folder.join(output);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }
}

/// Returns the bytes of a database with these seeds and no batch.
fn database_of(seeds: &[Seed]) -> Vec<u8> {
    let home = Home::new();
    make(&home.path(DATABASE), seeds);
    fs::read(home.path(DATABASE)).unwrap()
}

fn recorded(hashes: &str) -> HashMap<&str, Vec<&str>> {
    let mut recorded: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in hashes.lines().skip(1) {
        recorded.entry(line.split('\t').next().unwrap()).or_default().push(line);
    }
    recorded
}

/// Runs all rows, each on a copy of the database that its row left.
fn run_all(rows: &[Row], threads: &str, mut done: impl FnMut(&Row, Ran)) {
    let mut databases = HashMap::from([("empty", Some(database_of(&[]))), ("none", None)]);
    for row in rows {
        let home = Home::new();
        for input in INPUTS {
            fs::copy(data(input), home.path(input)).unwrap();
        }
        let database = databases.get(row.database);
        let database = database.unwrap_or_else(|| panic!("{}: no row {}", row.name, row.database));
        if let Some(bytes) = database {
            fs::write(home.path(DATABASE), bytes).unwrap();
        }
        let ran = row.run(&home, threads);
        if row.name == "import" {
            let listed =
                Database::at(&home.path(DATABASE), Options::default()).seeds(None).unwrap();
            let seeds: Vec<Seed> = listed.into_iter().map(|listed| listed.seed).collect();
            databases.insert("imported", Some(database_of(&seeds)));
        }
        if rows.iter().any(|later| later.database == row.name) {
            databases.insert(row.name, Some(fs::read(home.path(DATABASE)).unwrap()));
        }
        done(row, ran);
    }
}

/// Writes `hashes.tsv`.
fn record() {
    let commands = fs::read_to_string(data("commands.txt")).unwrap();
    let mut text = String::from("name\texit\toutput\thash\n");
    run_all(&Row::all(&commands), "1", |row, ran| {
        writeln!(text, "{}", ran.lines(row.name).join("\n")).unwrap();
    });
    fs::write(data("hashes.tsv"), text).unwrap();
}

fn outputs_are_as_recorded(threads: &str) {
    let commands = fs::read_to_string(data("commands.txt")).unwrap();
    let hashes = fs::read_to_string(data("hashes.tsv")).unwrap();
    let mut recorded = recorded(&hashes);
    let mut differences = String::new();
    run_all(&Row::all(&commands), threads, |row, ran| {
        let expected = recorded.remove(row.name).unwrap_or_default();
        let actual = ran.lines(row.name);
        if actual == expected {
            return;
        }
        let Row { database, arguments, .. } = row;
        writeln!(differences, "\nseeddb {arguments}    (database of {database})").unwrap();
        for line in expected.iter().filter(|line| !actual.iter().any(|other| other == *line)) {
            writeln!(differences, "  recorded {line}").unwrap();
        }
        for line in actual.iter().filter(|line| !expected.contains(&line.as_str())) {
            writeln!(differences, "  now      {line}").unwrap();
        }
        writeln!(differences, "  as it is now: {}", ran.keep(row.name).display()).unwrap();
    });
    for name in recorded.keys() {
        writeln!(differences, "\n{name} is recorded, but no command has this name").unwrap();
    }
    assert!(
        differences.is_empty(),
        "outputs with --threads {threads} are not those of tests/data/recorded/hashes.tsv:\n{differences}"
    );
}

#[test]
fn outputs_are_as_recorded_with_one_thread() {
    if env::var_os("SEEDDB_RECORD").is_some() {
        return record();
    }
    outputs_are_as_recorded("1");
}

#[test]
fn outputs_are_as_recorded_with_two_threads() {
    if env::var_os("SEEDDB_RECORD").is_none() {
        outputs_are_as_recorded("2");
    }
}
