//! [`List`]: the expected content of a database, by the output of commands; and the actual content,
//! by its dump.

mod joined;

pub use joined::Joined;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use seeddb::symmetry::Key;
use serde_json::Value;

use super::told::Told;
use super::world::Outcome;

/// The title of a book whose record is lost.
const LOST: &str = "lost in a damaged file";

/// The batch and number of a puzzle.
pub type At = (u32, u32);

/// The place of a puzzle that no command printed.
pub const ANYWHERE: At = (0, 0);

/// The place of a puzzle in the ledger, and whether it is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub at: At,
    pub void: bool,
}

/// An event of a day in a series: `runs`, `withdrawn`, `approved` or `unapproved`; the puzzle; the
/// person.
pub type Event = (String, Key, String);

/// The puzzles, keys, days and all other records of one database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct List {
    pub puzzles: BTreeMap<Key, Entry>,
    /// Keys without a puzzle, with the batch that entered them.
    pub keys: BTreeMap<Key, u32>,
    /// The events by series and date.
    pub days: BTreeMap<(String, String), Vec<Event>>,
    /// The number of times each note was made.
    pub notes: BTreeMap<(Key, String), usize>,
    /// By title: whether the book was given up, and its puzzles. Books of equal titles count as
    /// one.
    pub books: BTreeMap<String, (bool, BTreeSet<Key>)>,
    /// The batches by idempotency key.
    pub once: BTreeMap<String, u32>,
    pub levels: String,
    pub partition: Option<String>,
    pub seeds: BTreeSet<Key>,
    /// The seeds that have given puzzles, by the last dump.
    pub used: BTreeSet<Key>,
    /// Losses that were not accepted.
    pub loss: BTreeSet<String>,
    /// Losses that were accepted.
    accepted: BTreeSet<String>,
    /// Notes on puzzles of undone imports.
    pub left: BTreeMap<(At, String), usize>,
    pub imports: Imports,
}

/// The content of imports, by the last dump.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imports {
    /// The batches of imports.
    pub batches: BTreeSet<u32>,
    /// The tokens of all batches, which identify them in other copies.
    tokens: BTreeMap<u32, String>,
    /// Puzzles that were not drawn here.
    puzzles: BTreeSet<Key>,
    /// The imported seeds.
    seeds: BTreeSet<Key>,
    brought: BTreeMap<String, BTreeSet<Key>>,
    /// The imports that were undone.
    undone: BTreeSet<String>,
}

/// The records that go if an import is undone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Import {
    pub puzzles: Vec<Key>,
    pub keys: Vec<Key>,
    pub seeds: Vec<Key>,
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

fn number(row: &Value, key: &str) -> u32 {
    row[key].as_u64().unwrap_or_default() as u32
}

fn key(row: &Value) -> Key {
    text(row, "key").parse().unwrap()
}

impl List {
    pub fn of_dump(dump: &str) -> Self {
        let mut list = Self::default();
        let (mut places, mut titles) = (BTreeMap::new(), BTreeMap::new());
        for line in dump.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let at = (number(&row, "batch"), number(&row, "number"));
            match text(&row, "record") {
                "database" => list.read_whole(&row),
                "seed" => {
                    list.seeds.insert(key(&row));
                    list.imports.seeds.extend((row["origin"] == "imported").then(|| key(&row)));
                }
                "batch" => {
                    list.imports.tokens.insert(at.0, text(&row, "token").to_owned());
                    let request = text(&row, "request").trim_start_matches("ledger ");
                    list.imports.batches.extend(request.starts_with("import").then_some(at.0));
                    if let Some(once) = row["once"]["key"].as_str() {
                        list.once.insert(once.to_owned(), at.0);
                    }
                }
                "key" => {
                    list.keys.insert(key(&row), at.0);
                }
                "puzzle" => {
                    list.used
                        .extend(row["seed_key"].as_str().map(|key| key.parse::<Key>().unwrap()));
                    let void = row["void"] == true;
                    list.imports.puzzles.extend(row["seed_key"].is_null().then(|| key(&row)));
                    let before = list.puzzles.insert(key(&row), Entry { at, void });
                    let again = places.insert(at, key(&row));
                    assert!(before.is_none() && again.is_none(), "twice in the dump: {line}");
                }
                "book" => {
                    let title = text(&row, "title").to_owned();
                    titles.insert(number(&row, "book"), title.clone());
                    list.books.entry(title).or_default().0 |= row["void"] == true;
                }
                "place" => {
                    let book = list.books.get_mut(&titles[&number(&row, "book")]).unwrap();
                    book.1.insert(places[&at]);
                }
                "event" => {
                    let (verb, said) = row["what"].as_object().unwrap().iter().next().unwrap();
                    if let Some(note) = said.as_str().map(str::to_owned) {
                        *match places.get(&at) {
                            Some(key) => list.notes.entry((*key, note)).or_default(),
                            None => list.left.entry((at, note)).or_default(),
                        } += 1;
                        continue;
                    }
                    let part = |place: usize| said[place].as_str().unwrap_or_default().to_owned();
                    let event = (verb.clone(), places[&at], part(2));
                    list.days.entry((part(0), part(1))).or_default().push(event);
                }
                "dump" | "end" => {}
                other => panic!("a record of an unknown kind: {other}"),
            }
        }
        list
    }

    fn read_whole(&mut self, row: &Value) {
        text(row, "levels").clone_into(&mut self.levels);
        self.partition = row["partition"].as_str().map(str::to_owned);
        for kept in row["kept"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let lines = kept.strip_prefix("loss ").into_iter().flat_map(str::lines);
            // The first line names the list.
            let lines = lines.skip(1).filter(|line| !line.is_empty());
            self.loss.extend(lines.map(str::to_owned));
            // Each entry follows a line with its time.
            let accepted = kept.strip_prefix("accepted-loss-").into_iter().flat_map(str::lines);
            self.accepted.extend(accepted.skip(1).map(str::to_owned));
            let undone = kept.strip_prefix("taken-back ").into_iter().flat_map(str::lines);
            let undone = undone.filter_map(|line| line.split_once(' '));
            self.imports.undone.extend(undone.map(|line| line.0.to_owned()));
            if let Some((name, keys)) =
                kept.strip_prefix("imported-").and_then(|kept| kept.split_once(' '))
            {
                let brought = self.imports.brought.entry(name.rsplit_once('-').unwrap().0.into());
                brought.or_default().extend(keys.split(' ').map(|key| key.parse::<Key>().unwrap()));
            }
        }
    }

    /// Returns the records that go if the import of this batch is undone; `None` if it cannot be
    /// undone.
    pub fn import(&self, batch: u32) -> Option<Import> {
        let is_of = |one: &(&Key, &Entry)| one.1.at.0 == batch;
        let puzzles: Vec<Key> = self.puzzles.iter().filter(is_of).map(|(key, _)| *key).collect();
        let keys = self.keys.iter().filter(|one| *one.1 == batch).map(|one| *one.0).collect();
        let token = self.imports.tokens.get(&batch)?;
        let (own, others): (Vec<_>, Vec<_>) =
            self.imports.brought.iter().partition(|brought| brought.0 == token);
        // Seeds that another import contains too do not belong to this one.
        let is_own = |key: &&Key| !others.iter().any(|other| other.1.contains(*key));
        let brought: Vec<Key> =
            own.into_iter().flat_map(|own| own.1).filter(is_own).copied().collect();
        let is_there = |key: &Key| self.imports.seeds.contains(key);
        let seeds = brought.iter().copied().filter(is_there).collect();
        let is_referred = |key: &Key| {
            let is_printed = self.books.values().any(|book| book.1.contains(key));
            let runs = self.days.values().flatten().any(|event| event.1 == *key);
            is_printed || runs || self.is_void(*key) || !self.imports.puzzles.contains(key)
        };
        let stays =
            brought.iter().any(|key| self.used.contains(key)) || puzzles.iter().any(is_referred);
        let import = Import { puzzles, keys, seeds };
        (!stays && import != Import::default()).then_some(import)
    }

    /// Undoes an import.
    pub fn take_back(&mut self, import: &Import) {
        for key in &import.puzzles {
            let at = self.puzzles.remove(key).unwrap().at;
            for ((_, text), count) in self.notes.iter().filter(|note| note.0.0 == *key) {
                *self.left.entry((at, text.clone())).or_default() += count;
            }
            self.notes.retain(|note, _| note.0 != *key);
        }
        self.keys.retain(|key, _| !import.keys.contains(key));
        self.seeds.retain(|key| !import.seeds.contains(key));
    }

    /// Returns the number of times a text was noted at a place, with or without a puzzle.
    fn noted(&self, at: At, text: &String) -> usize {
        let left = self.left.get(&(at, text.clone())).copied().unwrap_or(0);
        let is_of = |key: &Key| self.puzzles.get(key).is_some_and(|entry| entry.at == at);
        let notes = self.notes.iter().filter(|one| one.0.1 == *text && is_of(&one.0.0));
        left + notes.map(|one| *one.1).sum::<usize>()
    }

    /// Whether a puzzle with this key must never be drawn.
    pub fn has(&self, key: Key) -> bool {
        self.puzzles.contains_key(&key) || self.keys.contains_key(&key)
    }

    /// Enters keys of puzzles printed elsewhere.
    pub fn enter_keys(&mut self, keys: impl IntoIterator<Item = Key>) {
        for key in keys {
            if !self.has(key) {
                self.keys.insert(key, 0);
            }
        }
    }

    pub fn push(&mut self, (series, date): (&str, &str), verb: &str, key: Key, by: &str) {
        let day = self.days.entry((series.to_owned(), date.to_owned())).or_default();
        day.push((verb.to_owned(), key, by.to_owned()));
    }

    fn events(&self, (series, date): (&str, &str)) -> &[Event] {
        self.days.get(&(series.to_owned(), date.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Returns the puzzle of a day.
    pub fn runs(&self, day: (&str, &str)) -> Option<Key> {
        let mut events = self.events(day).iter().rev();
        let last = events.find(|event| ["runs", "withdrawn"].contains(&event.0.as_str()))?;
        (last.0 == "runs").then_some(last.1)
    }

    /// Returns the person who approved the current puzzle of a day.
    pub fn approved(&self, day: (&str, &str)) -> Option<&str> {
        let last = self.events(day).last()?;
        (last.0 == "approved").then_some(last.2.as_str())
    }

    /// Whether a puzzle ran, or was scheduled, in any series.
    pub fn has_run(&self, key: Key) -> bool {
        self.days.values().flatten().any(|event| event.0 == "runs" && event.1 == key)
    }

    pub fn is_void(&self, key: Key) -> bool {
        self.puzzles.get(&key).is_some_and(|entry| entry.void)
    }

    /// Returns the differences of `found` from this list; empty if there are none.
    pub fn differs(&self, found: &Self) -> String {
        let mut out = Vec::new();
        let (mut expected, mut there) = (self.clone(), found.clone());
        for (key, entry) in &mut expected.puzzles {
            if entry.at == ANYWHERE
                && let Some(found) = found.puzzles.get(key)
            {
                entry.at = found.at;
            }
        }
        expected.keys.values_mut().chain(there.keys.values_mut()).for_each(|batch| *batch = 0);
        unlike(&mut out, "puzzle", &expected.puzzles, &there.puzzles);
        unlike(&mut out, "key", &expected.keys, &there.keys);
        unlike(&mut out, "day", &expected.days, &there.days);
        unlike(&mut out, "note", &expected.notes, &there.notes);
        unlike(&mut out, "note on none", &expected.left, &there.left);
        unlike(&mut out, "book", &expected.books, &there.books);
        unlike(&mut out, "request", &expected.once, &there.once);
        let whole = |list: &Self| {
            let Self { levels, partition, loss, .. } = list.clone();
            [
                ("levels", levels),
                ("partition", format!("{partition:?}")),
                ("loss", format!("{loss:?}")),
            ]
            .into()
        };
        unlike(&mut out, "the whole", &whole(&expected), &whole(&there));
        let seeds = |list: &Self| list.seeds.iter().map(|key| (*key, ())).collect();
        unlike(&mut out, "seed", &seeds(&expected), &seeds(&there));
        out.join("\n")
    }
}

/// Lists the differences of two maps.
fn unlike<K: Ord + Debug, V: PartialEq + Debug>(
    out: &mut Vec<String>,
    what: &str,
    expected: &BTreeMap<K, V>,
    found: &BTreeMap<K, V>,
) {
    for key in expected.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let (one, other) = (expected.get(key), found.get(key));
        if one != other {
            out.push(format!("{what} {key:?}: expected {one:?}, found {other:?}"));
        }
    }
}

/// The origin of a database made of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A restored backup, with the records of the replaced database.
    Restored,
    /// A database with another one merged into it.
    Merged,
    /// The result of a salvage.
    Saved,
}
