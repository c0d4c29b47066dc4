//! [`World`]: databases, machines, and the knowledge of each machine.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Grid, Puzzle};
use seeddb::mine::starter;
use seeddb::symmetry::{Id, Key};
use serde_json::Value;

use super::list::{Entry, List};
use crate::home::{Home, make};

/// Numbers of changes that a database has had, or that a machine knows.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    pub sure: BTreeSet<u32>,
    /// Changes that may be included, too.
    pub maybe: BTreeSet<u32>,
    /// Whether any of them may be lost, because the database was damaged.
    pub doubt: bool,
}

impl Changes {
    fn all(&self) -> impl Iterator<Item = &u32> {
        self.sure.iter().chain(&self.maybe)
    }

    fn has(&self, change: u32) -> bool {
        self.sure.contains(&change) || self.maybe.contains(&change)
    }

    pub fn add(&mut self, other: &Self) {
        self.sure.extend(&other.sure);
        self.maybe.extend(&other.maybe);
        self.doubt |= other.doubt;
    }

    pub fn add_perhaps(&mut self, other: &Self) {
        self.maybe.extend(other.all());
    }

    /// Whether a database with these changes lacks some of `those`: surely, or perhaps.
    fn lacks(&self, those: &Self) -> (bool, bool) {
        let surely = those.sure.iter().any(|change| !self.has(*change));
        let is_unsure = |change: &&u32| {
            !self.has(**change) || those.sure.contains(*change) && !self.sure.contains(*change)
        };
        (surely, self.doubt || those.all().any(|change| is_unsure(&change)))
    }
}

/// A database of the world.
#[derive(Clone, Debug)]
pub struct Place {
    /// The value of `--db`.
    pub path: String,
    pub is_server: bool,
    /// The identity of the database; copies share it.
    pub line: usize,
    pub list: List,
    pub changes: Changes,
    /// The possible random streams of its draws: one for all databases that were never restored.
    pub streams: BTreeSet<u32>,
    pub is_backup: bool,
    pub is_superseded: bool,
    /// Whether the server's tables were restored outside of the program: surely, or perhaps.
    pub is_put_back: (bool, bool),
}

/// The streams in which a puzzle was drawn, the partitions, and the puzzle.
type Shown = (BTreeSet<u32>, BTreeSet<Option<String>>, String);

/// The result of a command.
pub struct Outcome {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The kind of a command, as far as refusals depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Issues, hands out or cancels puzzles.
    Giving,
    /// Imports puzzles printed elsewhere.
    BringsIn,
    /// Changes something else.
    Counted,
}

/// Whether a command accepted the losses of an old copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Accepts {
    No,
    /// The flag was given, but the command may not have run to that point.
    Perhaps,
    Yes,
}

/// The reasons for a refusal, as words in the message.
#[derive(Default, Debug)]
pub struct Refusal {
    pub must: Vec<&'static str>,
    pub may: Vec<&'static str>,
}

pub struct World {
    pub rng: ChaCha8Rng,
    rng_seed: u64,
    log: Vec<String>,
    folder: Home,
    homes: [Home; 2],
    /// A machine that reads databases and stores no knowledge.
    checker: Home,
    pub places: BTreeMap<String, Place>,
    /// The database in use; the next field is the machine.
    pub current: String,
    pub home: usize,
    /// The known changes, by machine and database.
    pub state: [BTreeMap<usize, Changes>; 2],
    /// The known changes beside a database, by path: its identity, and the changes.
    pub beside: BTreeMap<String, (usize, Changes)>,
    /// The path of the last use, by machine and database, as far as the machine surely knows.
    pub used: HashMap<(usize, usize), String>,
    pub shown: HashMap<Key, Shown>,
    /// For each puzzle that the last command printed, whether draws of another stream had printed
    /// it.
    again: Vec<bool>,
    /// The keys of printed puzzles, in order.
    pub printed: Vec<Key>,
    /// Puzzles, keys and seeds of imports that were undone.
    pub undone: BTreeSet<Key>,
    /// The level tables by name.
    pub tables: BTreeMap<String, String>,
    next: u32,
    /// The name of the database that is used most.
    pub main: String,
}

impl Drop for World {
    /// Prints the command that reproduces a failure.
    fn drop(&mut self) {
        if thread::panicking() {
            let rng_seed = self.rng_seed;
            eprintln!(
                "RNG seed {rng_seed}: SEEDDB_INPUTS={rng_seed}..{}\n{}",
                rng_seed + 1,
                self.log.join("\n")
            );
        }
    }
}

/// Returns two databases with few seeds, which can give any number of puzzles.
fn bases() -> &'static [Vec<u8>; 2] {
    static BASES: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    BASES.get_or_init(|| {
        let mut seeds = starter();
        seeds.retain(|seed| {
            let grading = seed.grading("hsolve/1");
            grading
                .is_some_and(|grading| [0, 2].contains(&grading.tier) && grading.capacity == 1_000)
        });
        seeds.sort_by_key(|seed| seed.grading("hsolve/1").map(|grading| (grading.tier, seed.key)));
        let rich: Vec<_> =
            seeds.iter().take(12).chain(seeds.iter().rev().take(12)).cloned().collect();
        let folder = tempfile::tempdir().unwrap();
        ["one.redb", "other.redb"].map(|name| {
            let path = folder.path().join(name);
            make(&path, &rich);
            fs::read(path).unwrap()
        })
    })
}

impl World {
    pub fn new(rng_seed: u64) -> Self {
        let checker = Home::new();
        fs::write(checker.path("state"), "a file where the folder should be").unwrap();
        let mut world = Self {
            rng: ChaCha8Rng::seed_from_u64(rng_seed),
            rng_seed,
            log: Vec::new(),
            folder: Home::new(),
            homes: [Home::new(), Home::new()],
            checker,
            places: BTreeMap::new(),
            current: "main.redb".to_owned(),
            home: 0,
            state: Default::default(),
            beside: BTreeMap::new(),
            used: HashMap::new(),
            shown: HashMap::new(),
            printed: Vec::new(),
            undone: BTreeSet::new(),
            again: Vec::new(),
            tables: BTreeMap::new(),
            next: 0,
            main: "main.redb".to_owned(),
        };
        for (line, name) in ["main.redb", "other.redb"].into_iter().enumerate() {
            fs::write(world.path(name), &bases()[line]).unwrap();
            world.adopt(name, line);
        }
        world
    }

    /// Registers a new database with its actual content.
    fn adopt(&mut self, name: &str, line: usize) {
        let path = self.path(name).to_str().unwrap().to_owned();
        let list = self.dump(&path);
        // Its creation is one change.
        let changes = Changes { sure: [self.number()].into(), ..Changes::default() };
        let place = Place {
            path,
            is_server: false,
            line,
            list,
            changes,
            streams: [0].into(),
            is_backup: false,
            is_superseded: false,
            is_put_back: (false, false),
        };
        self.places.insert(name.to_owned(), place);
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path(name)
    }

    /// Returns a new number.
    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Returns a new file name.
    pub fn new_name(&mut self, kind: &str) -> String {
        format!("{kind}-{}.redb", self.number())
    }

    pub fn place(&self, name: &str) -> &Place {
        &self.places[name]
    }

    pub fn place_mut(&mut self, name: &str) -> &mut Place {
        self.places.get_mut(name).unwrap()
    }

    pub fn chance(&mut self, share: f64) -> bool {
        self.rng.random_bool(share)
    }

    /// Restarts the random choices from a seed.
    pub fn begin_again(&mut self, rng_seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(rng_seed);
    }

    /// Returns a random element; `None` if there are none.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.rng.random_range(0..all.len())].clone()) }
    }

    /// Returns a random place other than this one.
    pub fn another(&mut self, than: &str) -> Option<String> {
        let mut others = self.names(|_| true);
        others.retain(|name| name != than);
        self.one_of(&others)
    }

    /// Returns the names of the places that satisfy `is_so`.
    pub fn names(&self, is_so: impl Fn(&Place) -> bool) -> Vec<String> {
        self.places.iter().filter(|(_, place)| is_so(place)).map(|(name, _)| name.clone()).collect()
    }

    pub fn tell(&mut self, what: impl Into<String>) {
        self.log.push(what.into());
    }

    /// Runs a command on the current machine and the named database.
    pub fn run(&mut self, name: &str, command: &[&str]) -> Outcome {
        let path = self.place(name).path.clone();
        self.run_at(&path, command)
    }

    /// Runs a command that must succeed.
    pub fn done(&mut self, name: &str, command: &[&str]) -> Outcome {
        let outcome = self.run(name, command);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome
    }

    pub fn run_at(&mut self, path: &str, command: &[&str]) -> Outcome {
        let arguments = [&["--db", path], command].concat();
        if ["db", "merge"].iter().any(|word| command.contains(word)) {
            // The command uses other files, too.
            self.used.clear();
        }
        self.again.clear();
        let mut program = self.homes[self.home].seeddb(&arguments);
        let output = program.env("SOURCE_DATE_EPOCH", "1798761600").output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let code = output.status.code().unwrap_or(-1);
        let folder = format!("{}/", self.folder.folder().display());
        let line = format!("{}$ seeddb {} -> {code}\n{err}", self.home, arguments.join(" "));
        self.log.push(line.replace(&folder, "").trim_end().to_owned());
        assert!((0..=3).contains(&code), "it ended with {code}: {err}");
        Outcome { code, out, err }
    }

    /// Returns the content at a path, read by the machine without knowledge.
    pub fn dump(&self, path: &str) -> List {
        let dump = self.checker.seeddb(&["-q", "--db", path, "db", "dump"]).output().unwrap();
        let err = String::from_utf8_lossy(&dump.stderr);
        assert!(dump.status.success(), "no dump of {path}: {err}");
        List::of_dump(&String::from_utf8(dump.stdout).unwrap())
    }

    /// Asserts that the database has exactly the expected content.
    pub fn expect(&mut self, name: &str, expected: &List) {
        // By chance, a draw may repeat a puzzle that was given up.
        let again = self.again.iter().filter(|is_known| **is_known).count();
        let is_chance = again < 2 || again * 2 <= self.again.len();
        assert!(is_chance, "{again} puzzles again, by draws that were to be others");
        let found = self.dump(&self.place(name).path);
        let differs = expected.differs(&found);
        assert!(differs.is_empty(), "{name}:\n{differs}");
        self.place_mut(name).list = found;
    }

    /// Whether the database is older than this machine's knowledge of it: surely, or perhaps.
    pub fn is_older(&self, name: &str) -> (bool, bool) {
        let place = self.place(name);
        let beside = self.beside.get(&place.path).filter(|known| known.0 == place.line);
        let known =
            self.state[self.home].get(&place.line).into_iter().chain(beside.map(|known| &known.1));
        known
            .map(|known| place.changes.lacks(known))
            .fold((false, false), |one, other| (one.0 || other.0, one.1 || other.1))
    }

    /// Returns the reasons for which a command of a kind is refused.
    pub fn refusal(&self, name: &str, kind: Kind, accepts: bool) -> Refusal {
        let mut refusal = Refusal::default();
        if kind == Kind::Counted {
            return refusal;
        }
        let place = self.place(name);
        let is_wanted = [
            (place.is_backup, "is a backup"),
            (place.is_superseded, "another database was put in the place of"),
            (!place.list.loss.is_empty() && kind == Kind::Giving, "lacks records that it had"),
        ];
        refusal.must.extend(is_wanted.into_iter().filter(|one| one.0).map(|one| one.1));
        if kind == Kind::Giving && !accepts {
            let (surely, perhaps) = self.is_older(name);
            let words = "copy of the database";
            refusal.must.extend(surely.then_some(words));
            refusal.may.extend(perhaps.then_some(words));
            let is_put_back = self.place(name).is_put_back;
            refusal.must.extend(is_put_back.0.then_some("put back from a dump"));
            refusal.may.extend(is_put_back.1.then_some("put back from a dump"));
        }
        refusal
    }

    /// Whether the command was refused, for one of the possible reasons. A refused command changes
    /// nothing; one that `is_idle` need not be refused.
    pub fn is_refused(
        &mut self,
        name: &str,
        outcome: &Outcome,
        refusal: &Refusal,
        is_idle: bool,
    ) -> bool {
        let reasons = refusal.must.iter().chain(&refusal.may);
        let is_refused =
            outcome.code == 1 && reasons.clone().any(|words| outcome.err.contains(words));
        if is_refused {
            assert_eq!(outcome.out, "", "refused, and printed");
            let expected = self.place(name).list.clone();
            self.expect(name, &expected);
        }
        let need_not = refusal.must.is_empty() || is_idle || outcome.code != 0;
        assert!(is_refused || need_not, "not refused: {refusal:?}, {}", outcome.err);
        is_refused
    }

    /// Records that a command changed the database, or may have, in the knowledge of the machines.
    pub fn changed(&mut self, name: &str, is_sure: bool, accepts: Accepts) {
        let older = self.is_older(name);
        let is_put_back = self.place(name).is_put_back;
        let (surely, perhaps) = (older.0 || is_put_back.0, older.1 || is_put_back.1);
        let (number, stream) = (self.number(), self.number());
        let place = self.place_mut(name);
        let is_sure = is_sure || accepts == Accepts::Yes && surely;
        if is_sure { &mut place.changes.sure } else { &mut place.changes.maybe }.insert(number);
        if accepts != Accepts::No && perhaps {
            if accepts == Accepts::Yes && surely {
                place.streams.clear();
            }
            place.streams.insert(stream);
            place.is_put_back = (false, accepts == Accepts::Perhaps && is_put_back.1);
            place.changes.doubt &= accepts == Accepts::Perhaps;
        }
        let Place { path, line, changes, is_server, .. } = place.clone();
        if is_sure && !perhaps {
            self.used.insert((self.home, line), path.clone());
        }
        let mut both = vec![self.state[self.home].entry(line).or_default()];
        if !is_server {
            let beside = self.beside.entry(path).or_default();
            if beside.0 != line {
                *beside = (line, Changes::default());
            }
            both.push(&mut beside.1);
        }
        for known in both {
            match accepts {
                // Changes of an old copy are not remembered.
                Accepts::No if older.0 => {}
                Accepts::No if is_sure && !perhaps => known.add(&changes),
                Accepts::No => known.add_perhaps(&changes),
                Accepts::Yes if surely => *known = changes.clone(),
                Accepts::Yes if !perhaps => known.add(&changes),
                // The knowledge may be unchanged, or cover this state only.
                _ => {
                    known.add_perhaps(&known.clone());
                    known.add_perhaps(&changes);
                    known.sure.retain(|change| changes.sure.contains(change));
                    known.sure.extend((accepts == Accepts::Yes).then_some(number));
                }
            }
        }
    }

    /// Records that this machine read the database.
    pub fn looked(&mut self, name: &str) {
        let place = self.place(name).clone();
        let (_, perhaps) = self.is_older(name);
        if place.is_backup {
            return;
        }
        let state = self.state[self.home].entry(place.line).or_default();
        if perhaps { state.add_perhaps(&place.changes) } else { state.add(&place.changes) }
    }

    /// Records a printed puzzle just drawn from this database, and asserts that it was never
    /// printed before, as far as the machines could know.
    pub fn show(&mut self, name: &str, list: &mut List, row: &Value) -> Key {
        let text = row["puzzle"].as_str().unwrap();
        let puzzle = Puzzle::new(&text.parse::<Grid>().unwrap()).unwrap();
        let key = Key::of(&puzzle);
        assert_eq!(row["id"].as_str().unwrap(), Id::of(key).to_string());
        assert!(!list.has(key), "shown twice: {text}");
        let Place { streams, .. } = self.place(name).clone();
        let partition = list.partition.clone();
        let shown = self
            .shown
            .entry(key)
            .or_insert_with(|| (BTreeSet::new(), BTreeSet::new(), text.to_owned()));
        let is_known = !shown.0.is_empty() && shown.0.is_disjoint(&streams);
        self.again.push(is_known);
        let is_own = shown
            .1
            .iter()
            .all(|other| partition.is_none() || other.is_none() || *other == partition);
        assert!(is_own, "shown by another partition before: {text}");
        shown.0.extend(streams);
        self.printed.push(key);
        shown.1.insert(partition);
        let at = |key: &str| row[key].as_u64().unwrap() as u32;
        list.puzzles.insert(key, Entry { at: (at("batch"), at("number")), void: false });
        key
    }

    /// Returns the path of a database's file.
    pub fn file_of(&self, name: &str) -> PathBuf {
        Path::new(&self.place(name).path).to_owned()
    }
}
