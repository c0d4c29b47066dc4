//! kill -9 at random moments: the database opens, is consistent, issues nothing twice, and has all
//! printed puzzles. `tools/torture.py` kills every command that writes, at every system call. The
//! long versions: `cargo test --test program kill:: -- --ignored`.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::home::{Killer, Line, Said, make};
use seeddb::database::{BatchRef, Control, Database, OpenOptions, Options};
use seeddb::symmetry::Key;

const RNG_SEED: u64 = 9;

/// A folder with a database of a few seeds of tiers 0 and 1, which is quick to verify.
struct Home(crate::home::Home);

impl Home {
    fn new() -> Self {
        let home = Self(crate::home::Home::new());
        make(&home.db(), &[]);
        let lines = include_str!("../data/known_answers.tsv")
            .lines()
            .skip(1)
            .map(|line| line.split('\t').collect());
        let lines: Vec<Vec<&str>> = lines.collect();
        let of = |tier: &'static str| lines.iter().filter(move |fields| fields[2] == tier).take(3);
        let puzzles: String =
            of("0").chain(of("1")).map(|fields| fields[0]).collect::<Vec<_>>().join("\n");
        fs::write(home.path("puzzles.txt"), puzzles).unwrap();
        let file = home.path("puzzles.txt");
        home.done(&["import", file.to_str().unwrap()]);
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    fn db(&self) -> PathBuf {
        self.path("db.redb")
    }

    fn seeddb(&self, db: &Path, arguments: &(impl Line + ?Sized)) -> Command {
        self.0.seeddb(&(&["--create", "--db", db.to_str().unwrap()], arguments))
    }

    /// Runs a command with exit code 0; returns its output.
    fn done(&self, arguments: &(impl Line + ?Sized)) -> String {
        Said::of(&self.seeddb(&self.db(), arguments).output().unwrap(), arguments, 0).out
    }

    /// Starts a command with output to the file [`Home::shown`].
    fn begun(&self, db: &Path, arguments: &(impl Line + ?Sized)) -> Child {
        let shown = fs::File::create(self.path("shown")).unwrap();
        self.seeddb(db, arguments).stdout(shown).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Asserts that no temporary files of killed commands remain after a later write.
    fn is_tidy(&self) {
        let names = self.0.names();
        assert!(!names.iter().any(|name| name.starts_with(".seeddb-")), "{names:?}");
    }

    fn shown(&self) -> String {
        fs::read_to_string(self.path("shown")).unwrap()
    }

    /// Opens the database and checks everything but the scores.
    fn look(&self, told: &str) -> Kept {
        let file = OpenOptions { wait: Duration::ZERO, create: false, ..OpenOptions::default() };
        let database = Database::open(&self.db(), Options { file, ..Options::default() })
            .unwrap_or_else(|error| panic!("{told}: {error}"));
        let damage = database.check().unwrap();
        assert!(damage.is_empty(), "{told}: {damage:?}");
        let seeds = database.seeds(None).unwrap().len();
        let mut issued = Vec::new();
        let mut keys = HashSet::new();
        for batch in database.batches().unwrap() {
            let (mut count, mut last) = (0, 0);
            // Each puzzle is compared with the ledger.
            for puzzle in database.export(&[BatchRef::Id(batch.id)], &Control::default()).unwrap() {
                let puzzle = puzzle.unwrap_or_else(|error| panic!("{told}: {error}")).issued;
                count += 1;
                assert!(puzzle.number > last, "{told}, batch {}: {last} again", batch.id);
                last = puzzle.number;
                assert!(keys.insert(puzzle.key), "{told}: {} was issued twice", puzzle.puzzle);
                issued.push((puzzle.puzzle, puzzle.key));
            }
            assert_eq!(batch.issued, count + batch.void, "{told}, batch {}", batch.id);
            assert!(last <= batch.issued, "{told}, batch {} has {last}", batch.id);
        }
        Kept { seeds, issued }
    }
}

struct Kept {
    seeds: usize,
    issued: Vec<(seeddb::board::Puzzle, Key)>,
}

/// Returns the puzzles of complete lines.
fn puzzles_of(shown: &str) -> impl Iterator<Item = &str> {
    let whole = shown.rfind('\n').map_or("", |end| &shown[..end]);
    whole.lines().map(|line| &line[..81])
}

fn kill_mine(times: usize, count: &str) {
    let home = Home::new();
    let arguments = |rng_seed: usize| {
        let rng_seed = rng_seed.to_string();
        ["mine", "--tier", "1", "--count", count, "--min-capacity", "1", "--rng-seed", &rng_seed]
            .map(str::to_owned)
    };
    let begin = Instant::now();
    home.done(&arguments(1).each_ref().map(String::as_str));
    let mut killer = Killer::new(RNG_SEED, begin.elapsed());
    let mut seeds = home.look("mined").seeds;
    while killer.goes_on(times) {
        let arguments = arguments(killer.runs + 2);
        let child = home.begun(&home.db(), &arguments.each_ref().map(String::as_str));
        let told = killer.kill(child, 0.0);
        let kept = home.look(&told);
        assert!(kept.seeds >= seeds, "{told}: seeds were lost");
        seeds = kept.seeds;
    }
    home.done("verify");
    home.is_tidy();
}

fn kill_draw(times: usize, count: &str) {
    let home = Home::new();
    // Tier 0 has unlimited puzzles. The constant RNG seed would repeat puzzles if it could.
    let arguments = ["draw", "--tier", "0", "--count", count, "--rng-seed", "7"];
    let begin = Instant::now();
    let mut shown: Vec<String> = vec![home.done(&arguments)];
    let mut killer = Killer::new(RNG_SEED, begin.elapsed());
    assert!(puzzles_of(&shown[0]).next().is_some());
    let mut before = 0;
    while killer.goes_on(times) {
        let told = killer.kill(home.begun(&home.db(), &arguments), 0.0);
        shown.push(home.shown());
        let kept = home.look(&told);
        assert!(kept.issued.len() >= before, "{told}: issued puzzles were lost");
        before = kept.issued.len();
    }
    shown.push(home.done(&arguments));
    let kept = home.look("after all");
    // The ledger compares keys, so equal puzzles would have equal keys.
    let wrong = kept.issued.iter().find(|(puzzle, key)| Key::of(puzzle) != *key);
    assert!(wrong.is_none(), "{wrong:?}");
    let issued: HashSet<Key> = kept.issued.iter().map(|(_, key)| *key).collect();
    let mut seen = HashSet::new();
    for puzzle in shown.iter().flat_map(|text| puzzles_of(text)) {
        let grid = puzzle.parse().unwrap();
        let key = Key::of(&seeddb::board::Puzzle::new(&grid).unwrap());
        assert!(
            issued.contains(&key),
            "{puzzle} was shown and is not in the ledger, RNG seed {RNG_SEED}"
        );
        assert!(seen.insert(key), "{puzzle} was shown twice, RNG seed {RNG_SEED}");
    }
    home.done("verify");
    home.is_tidy();
}

#[test]
fn a_killed_search() {
    kill_mine(8, "3");
}

#[test]
fn a_killed_draw() {
    kill_draw(8, "60");
}

/// A partially created database counts as none: the next command creates it.
fn kill_creation(times: usize) {
    let home = Home::new();
    let begin = Instant::now();
    let first = home.path("first.redb");
    assert!(home.seeddb(&first, &["levels", "reset"]).output().unwrap().status.success());
    let mut killer = Killer::new(RNG_SEED, begin.elapsed());
    let stats = |db: &Path| {
        let output = home.seeddb(db, &["stats", "--quiet", "--format", "csv"]).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|data| String::from_utf8(data).unwrap());
        (output.status.code(), out, err)
    };
    let expected = stats(&first);
    assert_eq!(expected.0, Some(0), "{}", expected.2);
    while killer.goes_on(times) {
        let db = home.path(&format!("{}.redb", killer.runs));
        let told = killer.kill(home.begun(&db, "levels reset"), 0.0);
        assert!(home.seeddb(&db, &["levels", "reset"]).output().unwrap().status.success());
        assert_eq!(stats(&db), expected, "{told}");
    }
}

#[test]
fn a_killed_creation() {
    kill_creation(3);
}

#[test]
#[ignore = "long: .ci/long"]
fn a_creation_killed_a_hundred_times() {
    kill_creation(100);
}

#[test]
#[ignore = "long: .ci/long"]
fn a_search_killed_a_hundred_times() {
    kill_mine(100, "6");
}

#[test]
#[ignore = "long: .ci/long"]
fn a_draw_killed_a_hundred_times() {
    kill_draw(90, "400");
    // More than a chunk, so that there is time between two commits.
    kill_draw(10, "6000");
}

/// A killed merge takes all or nothing of each database, and the next merge completes it.
fn kill_merges(times: usize) {
    let home = Home::new();
    let draw = "draw --tier 0..1 --count 60 --quiet";
    home.done(&draw);
    let others = ["one.redb", "two.redb"].map(|name| home.path(name));
    for (path, note) in others.iter().zip(["of one", "of two"]) {
        make(path, &[]);
        let file = home.path("puzzles.txt");
        for arguments in [
            &*format!("import {}", file.display()),
            draw,
            &format!(
                "book --final --batch last --title '{note}' --profile screen --force -o book.pdf"
            ),
        ] {
            Said::of(&home.seeddb(path, arguments).output().unwrap(), arguments, 0);
        }
    }
    let before = fs::read(home.db()).unwrap();
    let merge = |count: usize| -> Vec<&str> {
        let paths = others[..count].iter().map(|path| path.to_str().unwrap());
        ["merge", "--all", "--quiet"].into_iter().chain(paths).collect()
    };
    // Ignore the random numbers of changes, and the checksum over them.
    let dump = || {
        let text = home.done("--quiet db dump");
        let lines = text.lines().filter(|line| !line.starts_with(r#"{"record":"end""#));
        let lines = lines.map(|line| line.split_once(r#","kept":"#).map_or(line, |cut| cut.0));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    let mut states = vec![dump()];
    let begin = Instant::now();
    for count in 1..=2 {
        home.done(&merge(count));
        states.push(dump());
    }
    assert!(states[0] != states[1] && states[1] != states[2]);
    let mut killer = Killer::new(RNG_SEED, begin.elapsed());
    let mut met = [0; 3];
    while killer.goes_on(times) {
        fs::write(home.db(), &before).unwrap();
        let told = killer.kill(home.begun(&home.db(), &merge(2)), 0.0);
        let now = dump();
        let state = states.iter().position(|state| *state == now);
        met[state.unwrap_or_else(|| panic!("{told}: no state between two merges"))] += 1;
        home.done("db check");
        home.done(&merge(2));
        assert!(dump() == states[2], "{told}");
    }
    println!(
        "{} killed: nothing came {} times, one database {}, both {}",
        times, met[0], met[1], met[2]
    );
}

#[test]
fn a_killed_merge_brings_all_or_nothing() {
    kill_merges(3);
}

#[test]
#[ignore = "long: .ci/long"]
fn a_killed_merge_brings_all_or_nothing_for_long() {
    kill_merges(200);
}
