//! Steps that restore, damage and salvage databases.

use super::*;

/// Forgets an unused database if there are too many.
pub(super) fn forget(world: &mut World) {
    if world.places.len() < MOST {
        return;
    }
    let current = world.current.clone();
    let names: Vec<String> = world
        .names(|_| true)
        .into_iter()
        .filter(|name| *name != current && *name != world.main)
        .collect();
    if let Some(name) = world.one_of(&names) {
        world.places.remove(&name);
        let _ = fs::remove_file(path_of(world, &name));
    }
}

/// Whether the knowledge of this machine, or the folder beside the database, covers all of its
/// changes.
fn is_known(world: &World, name: &str) -> bool {
    let place = world.place(name);
    let beside = world.beside.get(&place.path).filter(|known| known.0 == place.line);
    let mut known =
        world.state[world.home].get(&place.line).into_iter().chain(beside.map(|known| &known.1));
    known.any(|known| place.changes.sure.is_subset(&known.sure))
}

/// Restores a backup or another copy in place of the database, which is moved aside.
pub(super) fn restore(world: &mut World) {
    let to = world.current.clone();
    let line = world.place(&to).line;
    let is_backup = world.chance(0.7);
    let names = world
        .names(|place| !place.is_server && (!is_backup || place.is_backup && place.line == line));
    if let Some(from) =
        world.one_of(&names).filter(|from| *from != to && !world.place(&to).is_server)
    {
        restore_over(world, &from, false);
    }
}

/// Restores a backup at a new place, maybe on another machine that does not know it: it gets a new
/// random stream.
pub(super) fn restore_elsewhere(world: &mut World) {
    let backups = world.names(|place| place.is_backup);
    let Some(from) = world.one_of(&backups) else { return };
    let (to, stream) = (world.new_name("restored"), world.number());
    let path = path_of(world, &to);
    let machine = usize::from(world.chance(0.7));
    let before = std::mem::replace(&mut world.home, machine);
    let backup = world.place(&from).path.clone();
    let outcome = world.run_at(&path, &["db", "restore", &backup]);
    copied(world, &from, &to, |place| {
        (place.is_backup, place.is_superseded) = (false, false);
        place.streams = [stream].into();
    });
    let (surely, perhaps) = world.is_older(&to);
    assert!(outcome.code == 0 || outcome.code == 1 && perhaps, "{}", outcome.err);
    assert!(!surely || outcome.err.contains("known to be missing"), "{}", outcome.err);
    world.looked(&to);
    let used = std::mem::replace(&mut world.current, to);
    (0..2).for_each(|_| draw(world));
    world.current = used;
    world.home = before;
}

/// A damaged mark causes a refusal as an old copy does, until it is repaired.
pub(super) fn damage_mark(world: &mut World) {
    let name = world.current.clone();
    let place = world.place(&name).clone();
    let mark = beside(place.path.as_ref()).join("mark");
    let is_used = !place.is_server
        && world.beside.get(&place.path).is_some_and(|known| known.0 == place.line);
    let Some(sound) = fs::read(&mark).ok().filter(|_| is_used) else { return };
    let mut damaged = sound.clone();
    let at = world.rng.random_range(0..damaged.len());
    damaged[at] ^= 1;
    fs::write(&mark, damaged).unwrap();
    world.tell(format!("damage of the mark beside {name}"));
    let outcome = world.run(&name, &["-q", "draw", "--tier", "2"]);
    let mut reasons = world.refusal(&name, Kind::Giving, false).must;
    reasons.extend(["does not read", "copy of the database"]);
    let is_refused = outcome.code == 1 && reasons.iter().any(|words| outcome.err.contains(words));
    // Without a seed of that tier nothing is drawn.
    let is_nothing = outcome.code == 3 && outcome.out.is_empty();
    assert!(is_refused || is_nothing, "not refused: {}{}", outcome.out, outcome.err);
    fs::write(mark, sound).unwrap();
}

fn restore_over(world: &mut World, from: &str, is_damaged: bool) {
    let to = world.current.clone();
    let line = world.place(&to).line;
    let (base, other) = (world.place(from).clone(), world.place(&to).clone());
    let known = is_known(world, &to);
    if world.chance(0.2) {
        world.run(&to, &["db", "restore", &base.path, "--dry-run"]);
        if !is_damaged {
            world.expect(&to, &other.list);
        }
    }
    let outcome = world.run(&to, &["db", "restore", &base.path, "--format", "jsonl"]);
    assert!(!outcome.err.contains("nothing can be read of"), "{}", outcome.err);
    let is_other = base.line != line && outcome.err.contains("a backup of another database");
    let is_owned =
        outcome.err.contains("is partition") && base.list.partition != other.list.partition;
    if is_other || is_owned {
        world.expect(&to, &other.list);
        return;
    }
    assert!(base.line == line, "another database: {}", outcome.err);
    let told = Told::of(&outcome.out, &outcome.err, known);
    let aside = outcome
        .err
        .split_once("the file that was there is ")
        .map(|(_, rest)| rest.split(" now").next().unwrap());
    let aside = aside.unwrap_or_else(|| panic!("not moved aside: {}", outcome.err)).to_owned();
    let found = world.dump(&other.path);
    let joined = Joined {
        way: Way::Restored,
        base: &base.list,
        other: &other.list,
        is_damaged,
        found: &found,
        told: &told,
        undone: &world.undone,
    };
    joined.agree(&format!("{from} over {to}"), &outcome);
    let mut changes = base.changes.clone();
    if is_damaged {
        changes.add_perhaps(&other.changes);
        changes.doubt = true;
    } else {
        changes.add(&other.changes);
    }
    let (change, stream) = (world.number(), world.number());
    changes.maybe.insert(change);
    let streams = [stream].into();
    let place = Place {
        list: found,
        changes,
        streams,
        is_backup: false,
        is_superseded: false,
        ..other.clone()
    };
    world.places.insert(to.clone(), place);
    world.looked(&to);
    let (surely, perhaps) = world.is_older(&to);
    assert!(perhaps || !told.is_older, "nothing is missing: {}", outcome.err);
    assert!(!surely || told.is_older, "not known to be missing: {}", outcome.err);
    if !is_damaged {
        let name = aside.rsplit('/').next().unwrap().to_owned();
        world.places.insert(name, Place { path: aside, is_superseded: true, ..other });
    }
}

/// Overwrites pages of the file with noise. The file is sometimes used once more, then replaced or
/// salvaged.
pub(super) fn damage(world: &mut World) {
    let name = world.current.clone();
    let place = world.place(&name).clone();
    if place.is_server || place.is_superseded || place.is_backup {
        return;
    }
    if world.chance(0.5) {
        // Make changes since the backup.
        backup(world);
        (0..2).for_each(|_| draw_some(world, 40));
    }
    let place = world.place(&name).clone();
    let file = world.file_of(&name);
    let mut bytes = fs::read(&file).unwrap();
    let pages = bytes.len() / 4096;
    // The first page is the header of the file.
    let first = usize::from(world.chance(0.9));
    let way = world.rng.random_range(0..4);
    let mut hit: Vec<usize> = (first..pages).collect();
    if way < 3 {
        let count = world.rng.random_range(1..4);
        hit = (0..count).map(|_| world.rng.random_range(first..pages)).collect();
    }
    for page in &hit {
        let bit = world.rng.random_range(0..4096);
        for (at, byte) in bytes[page * 4096..(page + 1) * 4096].iter_mut().enumerate() {
            *byte = match way {
                0 => 0,
                1 => world.rng.random(),
                2 => *byte ^ u8::from(world.rng.random_bool(0.001)),
                // Flip one bit, so that a row on each page is damaged.
                _ => *byte ^ u8::from(at == bit),
            };
        }
    }
    fs::write(&file, bytes).unwrap();
    world.tell(format!("damage of {name}: of {pages} pages {hit:?}"));
    if world.chance(0.3) {
        draw_from_damaged(world, &name);
    }
    let line = place.line;
    let backups = world.names(|place| place.is_backup && place.line == line);
    match world.one_of(&backups) {
        Some(backup) if world.chance(0.6) => restore_over(world, &backup, true),
        _ => save(world, &name),
    }
    if world.chance(0.6) {
        let mut expected = world.place(&name).list.clone();
        world.done(&name, &["db", "accept-loss"]);
        expected.loss.clear();
        world.expect(&name, &expected);
    }
}

/// A draw from a damaged file fails, or prints new puzzles.
fn draw_from_damaged(world: &mut World, name: &str) {
    let outcome = world.run(name, &["draw", "--tier", "2", "--count", "2", "--format", "jsonl"]);
    let mut list = world.place(name).list.clone();
    let before = list.puzzles.len();
    for row in outcome.out.lines() {
        world.show(name, &mut list, &serde_json::from_str(row).unwrap());
    }
    let is_sure = list.puzzles.len() > before;
    // Puzzles kept without being printed are found by an export.
    if outcome.err.contains("puzzles are kept as batch") {
        let all = world.run(name, &["export", "--batch", "last", "--format", "jsonl"]);
        for row in all.out.lines() {
            world.show(name, &mut list, &serde_json::from_str(row).unwrap());
        }
    }
    world.place_mut(name).list = list;
    world.changed(name, is_sure, Accepts::No);
}

/// Salvages a damaged file, and uses the result in its place.
fn save(world: &mut World, name: &str) {
    let (other, to) = (world.place(name).clone(), world.new_name("saved"));
    let path = path_of(world, &to);
    let known = is_known(world, name);
    let outcome =
        world.run(name, &["db", "salvage", &other.path, "-o", &path, "--format", "jsonl"]);
    let told = Told::of(&outcome.out, &outcome.err, known);
    let found = world.dump(&path);
    let none = List::default();
    let joined = Joined {
        way: Way::Saved,
        base: &none,
        other: &other.list,
        is_damaged: true,
        found: &found,
        told: &told,
        undone: &world.undone,
    };
    joined.agree(&format!("{name} saved"), &outcome);
    fs::rename(&path, &other.path).unwrap();
    world.tell(format!("mv {to} {name}"));
    let line = world.number() as usize;
    let place = world.place_mut(name);
    place.list = found;
    let changes = std::mem::take(&mut place.changes);
    if told.is_another() {
        place.line = line;
    } else {
        place.changes.add_perhaps(&changes);
        place.changes.doubt = true;
    }
}
