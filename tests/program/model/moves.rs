//! Steps that copy, move, damage and join databases.

mod restored;

use std::fs;

use rand::RngExt;

use super::list::{Joined, List, Way};
use super::steps::{CHANGES, Step, draw, draw_some, said};
use super::told::Told;
use super::world::{Accepts, Kind, Place, World};
use crate::home::beside;
use restored::{damage, damage_mark, forget, restore, restore_elsewhere};

/// The steps, weighted like [`STEPS`](super::steps::STEPS).
pub const MOVES: &[Step] = &[
    (5, copy),
    (5, backup),
    (8, restore),
    (3, restore_elsewhere),
    (2, damage_mark),
    (5, put_back),
    (9, change_and_put_back),
    (2, dump_and_load),
    (6, damage),
    (2, merge_seeds),
    (7, merge_all),
    (2, take_away),
    (2, forget),
];

/// The most databases at a time.
const MOST: usize = 8;

/// Registers a copy of a database at a new place.
fn copied(world: &mut World, from: &str, to: &str, change: impl FnOnce(&mut Place)) {
    let path = world.path(to).to_str().unwrap().to_owned();
    let is_put_back = (false, false);
    let mut place = Place { path, is_server: false, is_put_back, ..world.place(from).clone() };
    change(&mut place);
    world.places.insert(to.to_owned(), place);
    let expected = world.place(to).list.clone();
    world.expect(to, &expected);
}

/// Moves the main database to a server.
pub fn begin_on_a_server(world: &mut World) {
    world.main = copied_to_server(world, "main.redb");
    world.current = world.main.clone();
}

/// Copies a database to the server; returns the name of the copy.
fn copied_to_server(world: &mut World, from: &str) -> String {
    let address = crate::server::Server::of_tests().database();
    world.done(from, &["db", "copy", &address]);
    world.looked(from);
    let name = crate::server::Server::name(&address).to_owned();
    let place = Place {
        path: address,
        is_server: true,
        is_put_back: (false, false),
        ..world.place(from).clone()
    };
    let expected = place.list.clone();
    world.places.insert(name.clone(), place);
    world.expect(&name, &expected);
    name
}

/// Replaces the database on the server by a copy.
fn put_back_on_server(world: &mut World, from: &str, to: &str) {
    let server = crate::server::Server::of_tests();
    for sql in [format!("DROP DATABASE {to}"), format!("CREATE DATABASE {to} TEMPLATE {from}")] {
        server.psql("postgres", &sql).unwrap();
        world.tell(sql);
    }
    let place = Place {
        path: world.place(to).path.clone(),
        is_put_back: (true, true),
        ..world.place(from).clone()
    };
    let expected = place.list.clone();
    world.places.insert(to.to_owned(), place);
    world.expect(to, &expected);
}

/// Returns the path of a name in the world's folder.
fn path_of(world: &World, name: &str) -> String {
    world.path(name).to_str().unwrap().to_owned()
}

fn copy(world: &mut World) {
    if world.place(&world.main).is_server && world.chance(0.5) {
        let from = world.current.clone();
        copied_to_server(world, &from);
        return;
    }
    let (from, to) = (world.current.clone(), world.new_name("copy"));
    let path = path_of(world, &to);
    if world.chance(0.5) && !world.place(&from).is_server {
        return copy_file(world, &from, &to);
    }
    world.done(&from, &["db", "copy", &path]);
    world.looked(&from);
    copied(world, &from, &to, |_| ());
}

fn backup(world: &mut World) {
    let (from, to) = (world.current.clone(), world.new_name("backup"));
    let path = path_of(world, &to);
    world.done(&from, &["db", "backup", &path]);
    world.looked(&from);
    copied(world, &from, &to, |place| place.is_backup = true);
}

fn dump_and_load(world: &mut World) {
    let (from, to) = (world.current.clone(), world.new_name("loaded"));
    let (path, file) = (path_of(world, &to), path_of(world, "dump.jsonl"));
    world.done(&from, &["db", "dump", "--force", "-o", &file]);
    world.looked(&from);
    world.done(&from, &["db", "load", &file, &path]);
    copied(world, &from, &to, |place| (place.is_backup, place.is_superseded) = (false, false));
}

/// Replaces the database by another copy of it, outside of the program.
fn put_back(world: &mut World) {
    let to = world.current.clone();
    let Place { line, is_server, .. } = *world.place(&to);
    let takes_backup = world.chance(0.3);
    let names = world.names(|place| {
        (place.line, place.is_server) == (line, is_server)
            && !place.is_superseded
            && (takes_backup || !place.is_backup)
    });
    if let Some(from) = world.one_of(&names).filter(|from| *from != to) {
        put_in_place(world, &from, &to);
    }
}

fn put_in_place(world: &mut World, from: &str, to: &str) {
    if world.place(to).is_server {
        return put_back_on_server(world, from, to);
    }
    fs::copy(world.file_of(from), world.file_of(to)).unwrap();
    world.tell(format!("cp {from} {to}"));
    copied(world, from, to, |_| ());
}

/// Makes one change to the database and restores an earlier copy: whatever the change was, the copy
/// is refused. Sometimes the newer file is put back afterwards.
fn change_and_put_back(world: &mut World) {
    let name = world.current.clone();
    let Place { is_backup, is_superseded, .. } = *world.place(&name);
    if is_backup || is_superseded {
        return;
    }
    let old = copy_of(world, &name, "old");
    let change = world.one_of(CHANGES).unwrap();
    // Sometimes a request is repeated with its RNG seed.
    let again: Option<u64> = world.chance(0.3).then(|| world.rng.random());
    match again {
        Some(rng_seed) => {
            world.begin_again(rng_seed);
            draw(world);
        }
        None => change(world),
    }
    let new = copy_of(world, &name, "new");
    put_in_place(world, &old, &name);
    if let Some(rng_seed) = again {
        world.begin_again(rng_seed);
    }
    draw(world);
    if world.chance(0.7) {
        put_in_place(world, &new, &name);
    }
    for copy in [old, new] {
        let place = world.places.remove(&copy).unwrap();
        let _ = fs::remove_file(place.path);
    }
}

/// Makes a copy outside of the program; returns its name.
fn copy_of(world: &mut World, from: &str, kind: &str) -> String {
    if world.place(from).is_server {
        return copied_to_server(world, from);
    }
    let to = world.new_name(kind);
    copy_file(world, from, &to);
    to
}

fn copy_file(world: &mut World, from: &str, to: &str) {
    fs::copy(world.file_of(from), path_of(world, to)).unwrap();
    world.tell(format!("cp {from} {to}"));
    copied(world, from, to, |_| ());
}

/// Merges the seeds of another database.
fn merge_seeds(world: &mut World) {
    let to = world.current.clone();
    let Some(from) = world.another(&to) else { return };
    let place = world.place(&to).clone();
    if place.is_backup || place.is_superseded {
        return;
    }
    let path = world.place(&from).path.clone();
    let outcome = world.done(&to, &["merge", &path]);
    let mut expected = place.list;
    let theirs = world.place(&from).list.seeds.clone();
    let found = world.dump(&place.path).seeds;
    let gone = expected.seeds.union(&theirs).filter(|seed| !found.contains(*seed)).count() as u64;
    let (better, known) = (said(&outcome.err, " replaced"), said(&outcome.err, " already"));
    assert!(gone <= better + known, "{gone} seeds are gone: {}", outcome.err);
    let is_sure = found != expected.seeds;
    expected.seeds = found;
    world.changed(&to, is_sure, Accepts::No);
    world.expect(&to, &expected);
}

/// Merges all of another database.
fn merge_all(world: &mut World) {
    let to = world.current.clone();
    let Some(from) = world.another(&to) else { return };
    let (base, other) = (world.place(&to).clone(), world.place(&from).clone());
    let refusal = world.refusal(&to, Kind::BringsIn, false);
    if world.chance(0.2) {
        world.run(&to, &["merge", "--all", &other.path, "--dry-run"]);
        world.expect(&to, &base.list);
    }
    let outcome = world.run(&to, &["merge", "--all", &other.path, "--format", "jsonl"]);
    if world.is_refused(&to, &outcome, &refusal, false) {
        return;
    }
    let is_not_own = base.list.partition.is_some() && base.list.partition != other.list.partition;
    if is_not_own && outcome.code == 1 && outcome.err.contains("partition") {
        world.expect(&to, &base.list);
        return;
    }
    let told = Told::of(&outcome.out, &outcome.err, true);
    let found = world.dump(&base.path);
    let joined = Joined {
        way: Way::Merged,
        base: &base.list,
        other: &other.list,
        is_damaged: false,
        found: &found,
        told: &told,
        undone: &world.undone,
    };
    joined.agree(&format!("{from} into {to}"), &outcome);
    let is_sure = found != base.list;
    let place = world.place_mut(&to);
    place.list = found;
    // Batches of diverged copies have other numbers here than in the marks.
    let (ours, theirs) = (&base.changes.sure, &other.changes.sure);
    let is_fork = !ours.is_subset(theirs) && !theirs.is_subset(ours);
    if base.line == other.line && (is_fork || told.has_remarks()) {
        place.changes.add_perhaps(&other.changes);
        place.changes.doubt = true;
    } else if base.line == other.line {
        place.changes.add(&other.changes);
    }
    world.changed(&to, is_sure, Accepts::No);
}

/// The file is missing, as on an unmounted disk: no machine that knows the database creates a new
/// one.
fn take_away(world: &mut World) {
    let name = world.current.clone();
    let place = world.place(&name).clone();
    // A database used elsewhere since may have moved.
    let is_known = world.used.get(&(world.home, place.line)) == Some(&place.path);
    if place.is_server || !is_known {
        return;
    }
    let aside = path_of(world, "away");
    fs::rename(&place.path, &aside).unwrap();
    world.tell(format!("mv {name} away"));
    let commands = [&["draw", "--level", "easy"][..], &["levels", "reset"], &["db", "init"]];
    let command = world.one_of(&commands).unwrap();
    let outcome = world.run(&name, &[&["--create"], command].concat());
    let words = "not there, and the database that was there has";
    let is_refused = outcome.code == 1 && outcome.err.contains(words);
    assert!(is_refused, "one was begun in the place of another: {}", outcome.err);
    fs::rename(&aside, &place.path).unwrap();
    world.tell(format!("mv away {name}"));
}
