//! Failures while placing files: each file is the old or the new one, all alike if the disk works
//! again, and placed files are synced.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::{Call, Move, folder_of, put_all};
use crate::temporary::failing::{self, Failing, fails, sound};
use crate::temporary::{PREFIX, file};

/// The state that a power cut leaves.
#[derive(Default)]
struct Disk {
    /// Inode numbers of synced files, because names change.
    synced: HashSet<u64>,
    /// Folders whose entries changed.
    folders: BTreeSet<PathBuf>,
    /// The folder that is watched.
    home: PathBuf,
}

thread_local! {
    static DISK: RefCell<Disk> = RefCell::default();
}

/// Watches a folder: unsynced files in it are lost, in part or completely, by [`lose_power`].
pub(crate) fn watch(home: &Path) {
    let home = home.to_owned();
    DISK.set(Disk { synced: numbers(&home), home, ..Disk::default() });
}

/// Returns the inode numbers of all files below a folder.
fn numbers(home: &Path) -> HashSet<u64> {
    files(home).iter().map(|path| path.metadata().unwrap().ino()).collect()
}

/// Makes a call fail if planned, and applies a power cut.
pub(super) fn ask(call: Call<'_>) -> io::Result<()> {
    let takes_no_room = matches!(call, Call::Back(_) | Call::Remove);
    let asked = failing::ask(|failing| {
        if let Failing::PowerCut(random) = failing {
            lose_power(&mut SmallRng::seed_from_u64(random));
        }
        Ok(())
    });
    match asked {
        Err(error) if takes_no_room && error.kind() == io::ErrorKind::StorageFull => {}
        asked => asked?,
    }
    DISK.with_borrow_mut(|disk| match call {
        // A temporary name that reappears is harmless.
        Call::Link | Call::Remove => {}
        Call::MakeFolder(path) | Call::Rename(path) | Call::Back(path) => {
            disk.folders.insert(folder_of(path).to_owned());
        }
        Call::Sync(path) => {
            disk.folders.remove(path);
            disk.synced.insert(path.metadata().unwrap().ino());
        }
        #[cfg(target_os = "linux")]
        Call::SyncDisk => {
            disk.folders.clear();
            disk.synced = numbers(&disk.home);
        }
    });
    Ok(())
}

/// Truncates or empties files that were not synced.
pub(crate) fn lose_power(rng: &mut SmallRng) {
    DISK.with_borrow(|disk| {
        for path in files(&disk.home) {
            let data = path.metadata().unwrap();
            if !disk.synced.contains(&data.ino()) {
                let length = rng.random_range(0..=data.len().saturating_sub(1));
                fs::OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
            }
        }
    });
}

/// Returns all files below a folder; empty if none is watched.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// Returns the contents of a folder by name; folders end with a slash, without temporary files.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (name, path) = {
            let entry = entry.unwrap();
            (entry.file_name().into_string().unwrap(), entry.path())
        };
        if name.starts_with(PREFIX) {
            continue;
        }
        if path.is_dir() {
            found.insert(format!("{name}/"), Vec::new());
            let inner = content(&path);
            found.extend(inner.into_iter().map(|(inner, data)| (format!("{name}/{inner}"), data)));
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

/// A run with files for free and taken places, in existing and missing folders: the contents
/// before, and after a run without failures.
struct Scenario {
    old: BTreeMap<String, Vec<u8>>,
    new: BTreeMap<String, Vec<u8>>,
}

impl Scenario {
    fn random(rng: &mut SmallRng) -> Self {
        let mut some = |least: usize| {
            let count = rng.random_range(least..14);
            let file = |rng: &mut SmallRng| {
                let folder = ["", "", "a/", "b/c/"][rng.random_range(0..4)];
                let data = (0..rng.random_range(1..99)).map(|_| rng.random()).collect();
                (format!("{folder}{}", rng.random_range(0..20)), data)
            };
            (0..count).map(|_| file(rng)).collect()
        };
        Self { old: some(0), new: some(1) }
    }

    /// Creates a folder with the old contents.
    fn home(&self) -> tempfile::TempDir {
        // In memory if possible: syncing thousands of files on a disk takes long.
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let home = tempfile::tempdir_in(folder).unwrap();
        for (name, data) in &self.old {
            fs::create_dir_all(home.path().join(folder_of(Path::new(name)))).unwrap();
            fs::write(home.path().join(name), data).unwrap();
        }
        home
    }

    fn run(&self, home: &Path) -> Result<(), (usize, io::Error)> {
        watch(home);
        let mut guards = Vec::new();
        let mut moves = Vec::new();
        for (name, data) in &self.new {
            let mut made = file(home, None).unwrap();
            made.write_all(data).unwrap();
            let over = self.old.contains_key(name);
            moves.push(Move { from: made.path().to_owned(), to: home.join(name), over });
            guards.push(made.into_temp_path());
        }
        put_all(&moves)
    }
}

#[test]
fn all_files_are_placed_or_none() {
    let mut failures = 0;
    for rng_seed in 0..40 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let scenario = Scenario::random(rng);
        let home = scenario.home();
        let old = content(home.path());
        fails(Failing::Once, u64::MAX);
        scenario.run(home.path()).unwrap();
        let calls = sound();
        let new = content(home.path());
        for (name, data) in &scenario.new {
            assert_eq!(new.get(name), Some(data), "RNG seed {rng_seed}");
        }
        let is_kept = |disk: &Disk| numbers(&disk.home).is_subset(&disk.synced);
        assert!(DISK.with_borrow(|disk| is_kept(disk) && disk.folders.is_empty()));
        let files_of = |home: &Path| files(home).len();
        assert_eq!(files_of(home.path()), files_of_content(&new), "RNG seed {rng_seed}");
        for at in 1..=calls {
            let cut = Failing::PowerCut(rng.random());
            for failing in [Failing::NoRoom, Failing::Once, Failing::Gone, cut] {
                let what = format!("{failing:?} at {at} of {calls}, RNG seed {rng_seed}");
                let home = scenario.home();
                fails(failing, at);
                let done = scenario.run(home.path());
                sound();
                failures += 1;
                let now = content(home.path());
                if matches!(failing, Failing::NoRoom | Failing::Once) {
                    let wanted = if done.is_ok() { &new } else { &old };
                    assert!(&now == wanted, "{what}: {done:?}");
                    // A second name that cannot be removed stays until the next command.
                    let left = files_of(home.path()) - files_of_content(&now);
                    assert!(left <= usize::from(done.is_ok()), "{what}: {left} are left");
                    continue;
                }
                for name in old.keys().chain(new.keys()).filter(|name| !name.ends_with('/')) {
                    let is = now.get(name);
                    assert!(is == old.get(name) || is == new.get(name), "{what}: {name}");
                }
                assert!(done.is_err() || now == new, "{what}");
            }
        }
    }
    println!("{failures} failures");
    assert!(failures > 1_000, "{failures}");
}

fn files_of_content(content: &BTreeMap<String, Vec<u8>>) -> usize {
    content.keys().filter(|name| !name.ends_with('/')).count()
}
