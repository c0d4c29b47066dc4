//! [`Step`]: one or a few commands, with the expected result.

mod seeds;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rand::RngExt;
use seeddb::symmetry::{Id, Key};
use serde_json::Value;

use super::list::{ANYWHERE, At, Entry, List};
use super::world::{Accepts, Kind, Outcome, World};
use seeds::{mine, seeds};

/// The relative frequency of a step, and its function.
pub type Step = (u32, fn(&mut World));

/// Commands on one database.
pub const STEPS: &[Step] = &[
    (16, draw),
    (4, draw_once),
    (6, keys),
    (5, issued),
    (6, undo),
    (6, void),
    (4, note),
    (8, fill),
    (12, series),
    (3, book),
    (4, levels),
    (2, seeds),
    (1, mine),
    (3, look),
    (4, accept_loss),
    (4, change_place),
    (3, change_machine),
];

/// Steps that change the current database, each in a different way.
pub const CHANGES: &[fn(&mut World)] =
    &[draw, draw_once, keys, issued, undo, void, note, fill, series, book, levels, seeds, mine];

fn rows(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether the command accepts an old copy, by chance.
fn accepts(world: &mut World) -> bool {
    let (_, is_older) = world.is_older(&world.current.clone());
    world.chance(if is_older { 0.4 } else { 0.05 })
}

/// Runs a command that issues, hands out or cancels; `None` if it was refused for a valid reason.
fn give(world: &mut World, command: &[&str]) -> Option<(Outcome, bool)> {
    give_or_idle(world, command, false)
}

fn give_or_idle(world: &mut World, command: &[&str], is_idle: bool) -> Option<(Outcome, bool)> {
    let (name, accepts) = (world.current.clone(), accepts(world));
    let refusal = world.refusal(&name, Kind::Giving, accepts);
    let command = [if accepts { &["--accept-older"][..] } else { &[] }, command].concat();
    let outcome = world.run(&name, &command);
    (!world.is_refused(&name, &outcome, &refusal, is_idle)).then_some((outcome, accepts))
}

/// Checks that a command had the expected effect, or no effect if it failed.
fn conclude(
    world: &mut World,
    (outcome, accepts): (Outcome, bool),
    expected: &List,
    is_possible: Option<bool>,
) {
    let name = world.current.clone();
    let before = world.place(&name).list.clone();
    let is_done = outcome.code == 0;
    assert!(
        is_possible.is_none_or(|possible| possible == is_done),
        "possible: {is_possible:?}, {}",
        outcome.err
    );
    let expected = if is_done { expected } else { &before };
    end(world, is_done && *expected != before, accepts);
    world.expect(&name, expected);
}

/// Records that the database was changed, or may have been.
fn end(world: &mut World, is_sure: bool, accepts: bool) {
    let accepts = match (accepts, is_sure) {
        (true, true) => Accepts::Yes,
        (true, false) => Accepts::Perhaps,
        _ => Accepts::No,
    };
    world.changed(&world.current.clone(), is_sure, accepts);
}

pub fn draw(world: &mut World) {
    // Sometimes many, whose rows share pages.
    let most = if world.chance(0.1) { 60 } else { 5 };
    draw_some(world, most);
}

/// Draws fewer than `most` puzzles.
pub fn draw_some(world: &mut World, most: u32) {
    let wishes = [&["--level", "easy"][..], &["--tier", "2"], &["--tier", "0", "--clues", "..40"]];
    let wish = world.one_of(&wishes).unwrap();
    let list = &world.place(&world.current).list;
    let (is_new, partition) = (list.puzzles.is_empty(), list.partition.clone());
    let count = world.rng.random_range(most / 2..most).to_string();
    let rng_seed = world.rng.random_range(1..3).to_string();
    let mut command = vec!["draw", "--count", &count, "--rng-seed", &rng_seed, "--format", "jsonl"];
    command.extend(wish);
    // A new database may become a partition.
    let part = if world.current == "other.redb" { "2/2" } else { "1/2" };
    let claims = is_new && partition.is_none() && world.chance(0.3);
    if claims {
        command.extend(["--partition", part]);
    }
    let file = world.path("drawn.jsonl");
    let to_file = world.chance(0.3);
    if to_file {
        command.extend(["--force", "-o", file.to_str().unwrap()]);
    }
    let Some(mut done) = give(world, &command) else { return };
    let name = world.current.clone();
    let mut expected = world.place(&name).list.clone();
    if claims && done.0.code != 2 {
        expected.partition = Some(part.to_owned());
    }
    if to_file && done.0.code == 0 {
        assert_eq!(done.0.out, "");
        done.0.out = fs::read_to_string(&file).unwrap();
    }
    for row in rows(&done.0.out) {
        world.show(&name, &mut expected, &row);
    }
    let explained = ["no level", "has issued puzzles as a whole"];
    assert!(
        [0, 3].contains(&done.0.code) || explained.iter().any(|words| done.0.err.contains(words)),
        "not explained: {}",
        done.0.err
    );
    let before = world.place(&name).list.clone();
    end(world, expected != before, done.1);
    world.expect(&name, &expected);
}

/// Repeating a request with its key gives the same batch.
fn draw_once(world: &mut World) {
    let once = format!("key-{}", world.rng.random_range(1..4));
    let command = ["draw", "--tier", "2", "--count", "3", "--once", &once, "--format", "jsonl"];
    let name = world.current.clone();
    let before = world.place(&name).list.clone();
    let (mut expected, known) = (before.clone(), before.once.get(&once).copied());
    // Some of its puzzles may be lost.
    let Some((outcome, accepts)) = give_or_idle(world, &command, known.is_some()) else { return };
    assert!([0, 3].contains(&outcome.code), "not explained: {}", outcome.err);
    let mut printed = 0;
    for row in rows(&outcome.out) {
        let batch = row["batch"].as_u64().unwrap() as u32;
        let key = before.puzzles.iter().find(|(key, _)| row["id"] == Id::of(**key).to_string());
        printed += 1;
        if let Some((_, entry)) = key {
            assert!(known == Some(entry.at.0), "not of the batch of this key: {row}");
            continue;
        }
        world.show(&name, &mut expected, &row);
        assert!(known.is_none_or(|known| known == batch));
        expected.once.insert(once.clone(), batch);
    }
    let of_batch = before.puzzles.values().filter(|entry| Some(entry.at.0) == known && !entry.void);
    assert!(of_batch.count() <= printed, "not all of the batch");
    end(world, expected != before, accepts);
    world.expect(&name, &expected);
}

/// Imports keys of puzzles printed elsewhere: random ones, or those of another database.
fn keys(world: &mut World) {
    let name = world.current.clone();
    let file = world.path("import.keys").to_str().unwrap().to_owned();
    let others = world.names(|place| !place.is_superseded);
    let mut keys: Vec<Key> = Vec::new();
    if world.chance(0.3) {
        let other = world.one_of(&others).unwrap();
        world.done(&other, &["db", "keys", "export", "--force", "-o", &file]);
        world.looked(&other);
        let list = fs::read_to_string(&file).unwrap();
        keys.extend(
            list.lines().filter(|line| line.len() == 32).map(|line| line.parse::<Key>().unwrap()),
        );
        let there = &world.place(&other).list;
        assert!(keys.iter().all(|key| there.has(*key)), "keys of nothing");
        assert!(
            there.puzzles.keys().chain(there.keys.keys()).all(|key| keys.contains(key)),
            "not all keys"
        );
    } else {
        keys.extend((0..world.rng.random_range(1..30)).map(|_| Key(world.rng.random())));
        let list: Vec<String> = keys.iter().map(|key| format!("{key}\n")).collect();
        fs::write(&file, list.concat()).unwrap();
    }
    let mut expected = world.place(&name).list.clone();
    expected.enter_keys(keys);
    bring_in(world, &["db", "keys", "import", &file], &expected);
}

/// Runs a command that imports puzzles printed elsewhere.
fn bring_in(world: &mut World, command: &[&str], expected: &List) {
    let name = world.current.clone();
    let refusal = world.refusal(&name, Kind::BringsIn, false);
    let outcome = world.run(&name, command);
    let is_idle = *expected == world.place(&name).list;
    if !world.is_refused(&name, &outcome, &refusal, is_idle) {
        conclude(world, (outcome, false), expected, Some(true));
    }
}

/// Imports puzzles that were printed elsewhere, or here before they were lost.
fn issued(world: &mut World) {
    let name = world.current.clone();
    let printed = world.printed.clone();
    let count = world.rng.random_range(1..4);
    let keys: Vec<Key> = (0..count).filter_map(|_| world.one_of(&printed)).collect();
    let lines: Vec<&str> = keys.iter().map(|key| world.shown[key].2.as_str()).collect();
    let file = world.path("issued.txt").to_str().unwrap().to_owned();
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    let mut expected = world.place(&name).list.clone();
    if expected.partition.is_some() || keys.is_empty() {
        return;
    }
    for key in keys {
        if !expected.has(key) {
            expected.puzzles.insert(key, Entry { at: ANYWHERE, void: false });
        }
    }
    bring_in(world, &["import", "--issued", &file], &expected);
}

/// Undoes an import, if nothing refers to its records.
fn undo(world: &mut World) {
    let mut expected = world.place(&world.current).list.clone();
    let batches: Vec<u32> = expected.imports.batches.iter().copied().collect();
    let Some(batch) = world.one_of(&batches) else { return };
    let Some(done) = give(world, &["import", "--undo", &batch.to_string()]) else { return };
    let import = expected.import(batch);
    if let Some(import) = &import {
        expected.take_back(import);
        let all = [&import.puzzles, &import.keys, &import.seeds];
        world.undone.extend(all.into_iter().flatten().copied());
    }
    conclude(world, done, &expected, Some(import.is_some()));
}

/// Returns a random puzzle of the current database.
fn some_puzzle(world: &mut World) -> Option<Key> {
    let puzzles = &world.place(&world.current).list.puzzles;
    let by_place: BTreeMap<At, Key> = puzzles.iter().map(|(key, one)| (one.at, *key)).collect();
    let keys: Vec<Key> = by_place.into_values().collect();
    world.one_of(&keys)
}

fn void(world: &mut World) {
    let Some(key) = some_puzzle(world) else { return };
    let mut expected = world.place(&world.current).list.clone();
    let batch = expected.puzzles[&key].at.0;
    let by_batch = world.chance(0.2);
    let printed_too = world.chance(0.7);
    let (id, number) = (Id::of(key).to_string(), batch.to_string());
    let mut command = if by_batch { vec!["void", "--batch", &number] } else { vec!["void", &id] };
    if printed_too {
        command.push("--printed-too");
    }
    let Some(done) = give(world, &command) else { return };
    let is_hit = |one: &Key, at: &Entry| if by_batch { at.at.0 == batch } else { *one == key };
    let hit: Vec<Key> =
        expected.puzzles.iter().filter(|one| is_hit(one.0, one.1)).map(|one| *one.0).collect();
    for key in hit {
        expected.puzzles.get_mut(&key).unwrap().void = true;
    }
    let is_possible = printed_too.then_some(true);
    assert!(done.0.code == 0 || done.0.err.contains("nothing was made void"), "{}", done.0.err);
    conclude(world, done, &expected, is_possible);
}

fn note(world: &mut World) {
    let Some(key) = some_puzzle(world) else { return };
    let text = format!("note {}", world.number());
    let Some(done) = give(world, &["note", &Id::of(key).to_string(), &text]) else { return };
    let mut expected = world.place(&world.current).list.clone();
    *expected.notes.entry((key, text)).or_default() += 1;
    conclude(world, done, &expected, Some(true));
}

/// Returns a random date in two weeks.
fn date(world: &mut World) -> String {
    day_of(world.rng.random_range(1..15))
}

fn day_of(day: u32) -> String {
    format!("2027-02-{day:02}")
}

fn fill(world: &mut World) {
    let draws = world.chance(0.5);
    let series = if draws { "drawn" } else { "daily" };
    let (first, count) = (world.rng.random_range(1..15), world.rng.random_range(1..4));
    let (start, days) = (day_of(first), count.to_string());
    let list = &world.place(&world.current.clone()).list;
    let is_idle = (first..first + count).all(|day| list.runs((series, &day_of(day))).is_some());
    let mut command = vec!["series", "fill", series, &start, "--days", &days, "--format", "jsonl"];
    if draws {
        command.extend(["--ramp", "mon..sun:easy", "--draw", "--rng-seed", "2"]);
    }
    // Recorded days are printed again.
    let Some((outcome, accepts)) = give_or_idle(world, &command, is_idle) else { return };
    let name = world.current.clone();
    let before = world.place(&name).list.clone();
    let mut expected = before.clone();
    for row in rows(&outcome.out) {
        let day = (series, row["date"].as_str().unwrap());
        let known = before.puzzles.keys().find(|key| row["id"] == Id::of(**key).to_string());
        let key = known.copied().unwrap_or_else(|| world.show(&name, &mut expected, &row));
        assert!(!before.is_void(key), "void, and on a day: {row}");
        if expected.runs(day) != Some(key) {
            assert!(!expected.has_run(key), "it runs a second time: {row}");
            expected.push(day, "runs", key, "");
        }
    }
    let explained = ["of level", "no level", "another level", "is of"];
    let is_explained =
        [0, 3].contains(&outcome.code) || explained.iter().any(|words| outcome.err.contains(words));
    assert!(is_explained, "not explained: {}", outcome.err);
    end(world, expected != before, accepts);
    world.expect(&name, &expected);
}

fn series(world: &mut World) {
    let name = world.current.clone();
    let list = world.place(&name).list.clone();
    let days: Vec<(String, String)> = list.days.keys().cloned().collect();
    let Some((series, day)) = world.one_of(&days) else { return };
    let other = date(world);
    let (from, to) = ((series.as_str(), day.as_str()), (series.as_str(), other.as_str()));
    let (here, there) = (list.runs(from), list.runs(to));
    let is_void = [here, there].into_iter().flatten().any(|key| list.is_void(key));
    let mut expected = list.clone();
    let change = world
        .one_of(&["move", "swap", "withdraw", "approve", "approve", "unapprove", "replace"])
        .unwrap();
    let (command, is_possible) = match change {
        "move" => {
            if let Some(key) = here {
                expected.push(from, "withdrawn", key, "");
                expected.push(to, "runs", key, "");
            }
            (vec!["series", "move", &series, &day, &other], here.is_some() && there.is_none())
        }
        "swap" => {
            if let (Some(one), Some(two)) = (here, there) {
                expected.push(from, "runs", two, "");
                expected.push(to, "runs", one, "");
            }
            (
                vec!["series", "swap", &series, &day, &other],
                here.is_some() && there.is_some() && day != other,
            )
        }
        "withdraw" => {
            if let Some(key) = here {
                expected.push(from, "withdrawn", key, "");
            }
            (vec!["series", "withdraw", &series, &day], here.is_some())
        }
        "approve" | "unapprove" => {
            let by = world.one_of(&["Ann", "Bob"]).unwrap();
            let known = list.approved(from).is_some();
            if let Some(key) = here.filter(|_| known == (change == "unapprove")) {
                let verb = if known { "unapproved" } else { "approved" };
                expected.push(from, verb, key, by);
            }
            let mut command = vec!["series", "approve", &series, &day, "--by", by];
            if change == "unapprove" {
                command.push("--undo");
            }
            (command, here.is_some())
        }
        _ => (vec!["series", "replace", &series, &day, "--batch", "all"], here.is_some()),
    };
    let Some(done) = give_or_idle(world, &command, expected == list && change != "replace") else {
        return;
    };
    let mut is_possible = Some(is_possible).filter(|_| !is_void);
    if change == "replace" {
        // The puzzles of the level may be used up.
        is_possible = is_possible.filter(|_| here.is_none());
        if done.0.code == 0 {
            let id = done.0.err.split_once(": ").unwrap().1.split(' ').next().unwrap().to_owned();
            let new = list.puzzles.keys().find(|key| Id::of(**key).to_string() == id);
            let new = *new.unwrap_or_else(|| panic!("{id} was never drawn"));
            assert!(!list.is_void(new) && !list.has_run(new), "{id} is void, or ran before");
            expected.push(from, "runs", new, "");
        }
    }
    conclude(world, done, &expected, is_possible);
}

fn book(world: &mut World) {
    let Some(key) = some_puzzle(world) else { return };
    let mut expected = world.place(&world.current).list.clone();
    let batch = expected.puzzles[&key].at.0;
    let of_batch = expected.puzzles.iter().filter(|(_, entry)| entry.at.0 == batch && !entry.void);
    let keys: BTreeSet<Key> = of_batch.map(|(key, _)| *key).collect();
    let (title, number) = (format!("T{}", world.number()), batch.to_string());
    let file = world.path("book.pdf").to_str().unwrap().to_owned();
    let flags = ["--profile", "screen", "--title", &title, "--force", "-o", &file];
    let Some(done) = give(world, &[&["book", "--final", "--batch", &number], &flags[..]].concat())
    else {
        return;
    };
    let is_possible = Some(!keys.is_empty());
    expected.books.insert(title, (false, keys));
    conclude(world, done, &expected, is_possible);
}

/// Runs a command that changes something else.
fn change(world: &mut World, command: &[&str]) -> Option<(Outcome, List)> {
    let name = world.current.clone();
    let place = world.place(&name);
    if place.is_backup || place.is_superseded {
        return None;
    }
    let list = place.list.clone();
    let outcome = world.done(&name, command);
    Some((outcome, list))
}

fn levels(world: &mut World) {
    let table = world.one_of(&["balanced-4", "balanced-6", "seeddb"]).unwrap();
    let command =
        if table == "seeddb" { vec!["levels", "reset"] } else { vec!["levels", "set", table] };
    let Some((outcome, mut expected)) = change(world, &command) else { return };
    let name = world.current.clone();
    let found = world.dump(&world.place(&name).path).levels;
    expected.levels = world.tables.entry(table.to_owned()).or_insert(found).clone();
    conclude(world, (outcome, false), &expected, Some(true));
}

/// Returns the number before these words.
pub fn said(err: &str, words: &str) -> u64 {
    let before = err.split_once(words).map_or("", |halves| halves.0);
    before.rsplit([' ', '(', '\n']).next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Runs commands that read, and compares their output.
fn look(world: &mut World) {
    let name = world.current.clone();
    let list = world.place(&name).list.clone();
    // All of them omit puzzles printed elsewhere.
    let end = list.puzzles.values().map(|entry| entry.at.0).max().unwrap_or(1);
    let batches = format!("1..{end}");
    let outcome = world.run(&name, &["export", "--batch", &batches, "--format", "jsonl"]);
    let there = list.puzzles.iter().filter(|one| !one.1.void);
    let expected: BTreeSet<String> = there.map(|one| Id::of(*one.0).to_string()).collect();
    assert!(outcome.code == 0 || expected.is_empty(), "{}", outcome.err);
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    assert_eq!(rows(&outcome.out).iter().map(id).collect::<BTreeSet<_>>(), expected);
    let command = if world.chance(0.2) { "compact" } else { "check" };
    let outcome = world.run(&name, &["db", command]);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""), "{}", outcome.err);
    world.looked(&name);
    world.expect(&name, &list);
}

/// Accepts the named losses.
fn accept_loss(world: &mut World) {
    let name = world.current.clone();
    let mut expected = world.place(&name).list.clone();
    let Some((outcome, _)) = change(world, &["db", "accept-loss"]) else { return };
    assert_eq!(
        outcome.err.contains("nothing is missing"),
        expected.loss.is_empty(),
        "{}",
        outcome.err
    );
    expected.loss.clear();
    world.expect(&name, &expected);
}

/// Changes to another database.
fn change_place(world: &mut World) {
    let names = world.names(|_| true);
    // Half of the time the main one.
    let next = if world.chance(0.5) { Some(world.main.clone()) } else { world.one_of(&names) };
    world.current = next.filter(|name| names.contains(name)).unwrap_or_else(|| names[0].clone());
}

/// Changes to a random machine.
fn change_machine(world: &mut World) {
    world.home = usize::from(world.chance(0.3));
}
