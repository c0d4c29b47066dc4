//! [`List`]: the expected content of a database, by the output of commands; and the actual content,
//! by its dump.

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

/// Two lists that were joined into one.
pub struct Joined<'a> {
    pub way: Way,
    /// The list that must be complete; empty if only a damaged file was salvaged.
    pub base: &'a List,
    pub other: &'a List,
    /// Whether parts of `other` may have been unreadable.
    pub is_damaged: bool,
    pub found: &'a List,
    pub told: &'a Told,
    /// Puzzles, keys and seeds of imports undone in any database.
    pub undone: &'a BTreeSet<Key>,
}

impl Joined<'_> {
    /// Panics if a law is violated, or the exit code does not reflect a loss.
    pub fn agree(&self, what: &str, outcome: &Outcome) {
        let (problems, told) = (self.problems(), self.told);
        assert!(problems.is_empty(), "{what}:\n{problems}\n{}", outcome.err);
        let is_older = self.way == Way::Restored && told.is_older;
        assert_eq!(outcome.code, i32::from(told.has_loss() || is_older), "{}", outcome.err);
    }

    /// Returns the violations of laws, one per line.
    fn problems(&self) -> String {
        let Self { base, other, found, told, undone, .. } = *self;
        let mut out = Vec::new();
        for key in found.puzzles.keys().chain(found.keys.keys()) {
            let is_older = self.is_damaged && undone.contains(key) && told.has_missing();
            if !base.has(*key) && !other.has(*key) && !is_older {
                out.push(format!("{key} is of neither"));
            }
        }
        for (key, entry) in &base.puzzles {
            if let Some(goes) = self.goes(entry.at.0) {
                let is_there = found.puzzles.contains_key(key);
                if goes && is_there && !other.has(*key) && !(self.is_damaged && told.has_missing())
                {
                    out.push(format!("{key}, {entry:?}: it was taken back, and is there"));
                }
                continue;
            }
            // A void puzzle of the other list may have made it void.
            if found
                .puzzles
                .get(key)
                .is_none_or(|now| now.at != entry.at || entry.void && !now.void)
            {
                out.push(format!(
                    "{key}, {entry:?}: it was there, and is {:?}",
                    found.puzzles.get(key)
                ));
            }
        }
        self.puzzles(&mut out);
        let gone = |list: &List| {
            let mut gone: BTreeMap<u32, u64> = BTreeMap::new();
            for (_, batch) in list.keys.iter().filter(|(key, _)| !found.has(**key)) {
                *gone.entry(*batch).or_default() += 1;
            }
            gone
        };
        for (batch, count) in gone(base).into_iter().filter(|gone| self.goes(gone.0).is_none()) {
            out.push(format!("{count} keys of batch {batch} are gone that were there"));
        }
        for (batch, count) in gone(other) {
            if !self.is_damaged || !told.names_keys(batch, count) {
                out.push(format!("{count} keys of batch {batch} of the other are gone, unnamed"));
            }
        }
        self.days(&mut out);
        self.rest(&mut out);
        out.join("\n")
    }

    /// Whether a batch of the base goes because the other list undid it; `None` if it did not.
    fn goes(&self, batch: u32) -> Option<bool> {
        let (base, other) = (self.base, self.other);
        let token = base.imports.tokens.get(&batch).filter(|_| self.way == Way::Restored)?;
        let mut theirs = other.imports.tokens.iter();
        let id = theirs.find(|theirs| theirs.1 == token).map(|theirs| *theirs.0);
        let ids =
            other.puzzles.values().map(|entry| entry.at.0).chain(other.keys.values().copied());
        let is_undone = other.imports.undone.contains(token) && !ids.map(Some).any(|of| of == id);
        is_undone.then(|| base.import(batch).is_some())
    }

    /// Checks the puzzles of the other list.
    fn puzzles(&self, out: &mut Vec<String>) {
        let Self { base, other, found, told, is_damaged, .. } = *self;
        for (key, entry) in &other.puzzles {
            let Some(now) = found.puzzles.get(key) else {
                if !is_damaged || !told.names_puzzle(entry.at) {
                    out.push(format!("{key}, {entry:?} of the other is gone, unnamed"));
                }
                continue;
            };
            let has_place = self.way == Way::Merged || base.puzzles.contains_key(key);
            if now.at != entry.at
                && !has_place
                && !told.has_differing("batch")
                && !told.has_differing("puzzles")
            {
                out.push(format!("{key}, {entry:?} of the other is at {:?}", now.at));
            }
            // If both databases drew it in batches of their own, it stays as it is here.
            let token = |list: &List| list.imports.tokens.get(&entry.at.0).cloned();
            let is_same = !base.puzzles.contains_key(key)
                || now.at == entry.at && token(base) == token(other);
            if entry.void && !now.void && is_same && !(is_damaged && told.names_void(entry.at.0)) {
                out.push(format!("{key}, {entry:?} of the other is not void any more"));
            }
            let may_be = entry.void || base.is_void(*key);
            if now.void && !may_be {
                out.push(format!("{key}, {entry:?} of the other is void"));
            }
        }
    }

    /// Checks days of series, and notes.
    fn days(&self, out: &mut Vec<String>) {
        let Self { base, other, found, told, is_damaged, .. } = *self;
        let mut gone = 0;
        let none = Vec::new();
        for day in base.days.keys().chain(other.days.keys()).collect::<BTreeSet<_>>() {
            let of = |list: &'_ List| list.days.get(day).unwrap_or(&none).clone();
            let (ours, theirs, now) = (of(base), of(other), of(found));
            if is_damaged {
                let mut left = theirs.clone();
                let mut is_of = |event: &Event| {
                    let at = left.iter().position(|one| one == event);
                    at.map(|at| left.remove(at)).is_some() || ours.contains(event)
                };
                if !now.iter().all(&mut is_of) || !now.starts_with(&ours) {
                    out.push(format!("{day:?}: {ours:?} and {theirs:?} became {now:?}"));
                }
                gone += theirs.len().saturating_sub(now.len());
                continue;
            }
            let expected = if theirs.starts_with(&ours) { &theirs } else { &ours };
            let is_told = ours.starts_with(&theirs) || theirs.starts_with(&ours) || {
                told.names_day(&format!("{} {}", day.0, day.1))
            };
            if now != *expected || !is_told {
                out.push(format!("{day:?}: {ours:?} and {theirs:?} became {now:?}, unnamed"));
            }
        }
        // A puzzle may be at another place now, and a place may be empty.
        let now = |list: &List, (key, text): &(Key, String)| {
            let of_key = found.notes.get(&(*key, text.clone())).copied().unwrap_or(0);
            of_key.max(list.puzzles.get(key).map_or(0, |entry| found.noted(entry.at, text)))
        };
        for (note, count) in &base.notes {
            if now(base, note) < *count {
                out.push(format!("{note:?} is gone that was there"));
            }
        }
        for ((at, text), count) in &base.left {
            if found.noted(*at, text) < *count {
                out.push(format!("{text:?} of {at:?} is gone that was there"));
            }
        }
        for (note, count) in &other.notes {
            gone += count.saturating_sub(now(other, note));
        }
        for ((at, text), count) in other.left.iter().filter(|_| self.way != Way::Merged) {
            gone += count.saturating_sub(found.noted(*at, text));
        }
        if gone > 0 && !(is_damaged && told.names_events(gone as u64)) {
            out.push(format!("{gone} events of the other are gone, unnamed"));
        }
    }

    fn rest(&self, out: &mut Vec<String>) {
        let Self { way, base, other, found, told, is_damaged, undone } = *self;
        for (title, (void, keys)) in base.books.iter().chain(&other.books) {
            // A copy may have puzzles of the book that the other copy had lost.
            let whole = base.books.get(title).map_or(keys, |book| &book.1);
            let is_there =
                |book: &(bool, BTreeSet<Key>)| whole.is_subset(&book.1) && (book.0 || !void);
            let is_named = !base.books.contains_key(title) && is_damaged && told.names_books();
            // A book without record is equal to another copy's book with a title.
            let is_known = title == LOST && found.books.values().any(is_there);
            let is_kept = found.books.get(title).is_some_and(is_there) || is_known;
            if !is_kept && !is_named {
                out.push(format!("the book {title} became {:?}, unnamed", found.books.get(title)));
            }
        }
        for (once, batch) in base.once.iter().chain(&other.once) {
            let is_told = told.has_differing("request") || is_damaged && told.names_batch(*batch);
            if !found.once.contains_key(once) && !is_told {
                out.push(format!("the key {once} of a request is gone, unnamed"));
            }
        }
        let levels = if way == Way::Merged { &base.levels } else { &other.levels };
        if found.levels != *levels && !(is_damaged && told.has_missing()) {
            out.push("another level table than was to come".to_owned());
        }
        let partition = base.partition.as_ref();
        let partition = partition.or(other.partition.as_ref().filter(|_| way != Way::Merged));
        // A lost partition is guessed.
        let is_guess = is_damaged && base.partition.is_none() && other.partition.is_none();
        if found.partition.as_ref() != partition && !is_guess {
            out.push(format!("partition {partition:?} became {:?}", found.partition));
        }
        // Lost seeds that gave no puzzle leave no trace.
        let wanted = |list: &List| {
            let gone = list.seeds.difference(&found.seeds);
            let gone = gone.filter(|seed| way != Way::Restored || !undone.contains(*seed));
            gone.filter(|seed| !is_damaged || list.used.contains(*seed)).count() as u64
        };
        if wanted(base) + wanted(other) > told.gone_seeds() {
            out.push("seeds are gone, unnamed".to_owned());
        }
        let of_damaged = BTreeSet::new();
        let of_other = if is_damaged { &of_damaged } else { &other.loss };
        for (list, lines) in [(base, &base.loss), (other, of_other)] {
            for line in lines.iter().filter(|line| !self.knows_loss(list, line)) {
                out.push(format!("not known to be missing any more: {line}"));
            }
        }
        let is_known = !base.loss.is_empty() || !other.loss.is_empty() || told.has_loss();
        if told.has_loss() && found.loss.is_empty() || !found.loss.is_empty() && !is_known {
            out.push(format!("known to be missing: {:?}, with {told:?}", found.loss));
        }
    }

    /// Whether a loss in one of the lists is still known as a loss, or resolved.
    fn knows_loss(&self, of: &List, line: &str) -> bool {
        let found = self.found;
        // Batches may have other numbers here.
        let words = line.split_once(": ").map_or(line, |halves| halves.1);
        let is_known = found.loss.iter().any(|known| known.ends_with(words));
        let batch = line.strip_prefix("batch ").and_then(|rest| rest.split(':').next());
        let batch: Option<u32> = batch.and_then(|id| id.parse().ok());
        let token = batch.and_then(|id| of.imports.tokens.get(&id));
        let here = found.imports.tokens.iter().find(|here| Some(here.1) == token);
        let is_at = |at: &At| found.puzzles.values().any(|entry| entry.at == *at);
        let is_back = words.strip_prefix("puzzles ").zip(here).is_some_and(|(numbers, here)| {
            numbers.split(", ").all(|range| {
                let (first, last) = range.split_once("..").unwrap_or((range, range));
                let ends = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
                ends.is_some_and(|(first, last)| {
                    (first..=last).all(|number| is_at(&(*here.0, number)))
                })
            })
        });
        // A loss accepted here need not be accepted again.
        let is_accepted = self.way == Way::Merged && self.base.accepted.contains(line);
        is_known || is_back || is_accepted
    }
}
