//! Backups: made of a database in use, and restored to its place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use seeddb_ledger::rules::{seed_cursor, texts};
use seeddb_ledger::{
    ASIDE, Counts, Held, Notice, OpenOptions, Remarks, StaleCopy, Starter, Store, StoreError,
    is_same_file,
};

use super::{Control, Database, Error, Moved, Options, Unit};
use crate::temporary;

/// The maximum number of names tried for a file that is moved aside.
const NAMES: u32 = 1_000;

/// The result of restoring a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PutBack {
    /// The content of the restored database.
    pub counts: Counts,
    /// The time when the backup was made, in seconds since 1970 (UTC); 0 if unknown.
    pub made: u64,
    /// The new path of the replaced file, if there was one.
    pub aside: Option<PathBuf>,
    /// Records of the replaced file that the backup lacked: those added, and those missing.
    pub moved: Moved,
    /// Issued puzzles that are missing according to the marks.
    pub missing: Option<StaleCopy>,
}

/// Makes a backup of `from` at `to`, where nothing may exist, while others may use `from`; then
/// checks the whole backup and counts its content. Nothing can be drawn from a backup: [`put_back`]
/// restores a database from it. `control` receives the number of rows copied.
///
/// # Errors
/// [`StoreError::There`]; [`StoreError::Damaged`] for either; [`Error::Stopped`]; failures of the
/// stores. No new file is left then.
pub fn back_up(from: &Database, to: &Database, control: &Control) -> Result<Counts, Error> {
    let (source, target) = (from.read()?, to.store());
    let made = from.now().unwrap_or_default();
    if !source.back_up(&target, made, &mut control.counting(Unit::Rows))? {
        return Err(Error::Stopped);
    }
    if let Err(error) = is_sound(&target) {
        if !target.is_shared() {
            // The new backup is useless.
            let _ = fs::remove_file(target.path());
        }
        return Err(error);
    }
    let counts = target.read(seed_cursor::counts)?;
    // Ignored if the source is read-only.
    let _ = source.write_aside(|to| texts::set_backed_up(to, (made, counts.issued)));
    Ok(counts)
}

/// Fails if the check of the database finds a problem.
fn is_sound(store: &Store) -> Result<(), Error> {
    match store.check()?.first() {
        None => Ok(()),
        Some(problem) => {
            let (path, what) = (store.path(), problem.to_string());
            Err(StoreError::Damaged { path, what }.into())
        }
    }
}

/// Restores a backup to the file at `path`, or to the target of a symbolic link there. The backup
/// is not changed. An existing file is renamed, with `stamp` in the new name, and all its readable
/// records that the backup lacks are added, even from a damaged file, as by
/// [`salvage`](super::salvage()). The old file gets a note that it was replaced, so nothing is
/// drawn from it under any name. Nothing can be drawn from the new file until missing records are
/// [accepted](Database::accept_missing) and it agrees with the marks: see
/// [`StoreError::Incomplete`] and [`StoreError::Older`]. A trial only reports the result.
///
/// # Errors
/// [`StoreError::Replaced`] if another database is there; [`StoreError::Damaged`] for the backup;
/// [`StoreError::Locked`] while another process has the database; [`Error::Stopped`]; a file that
/// is a mount of its own; failures of the file system. Everything is unchanged then.
pub fn put_back(
    backup: &Database,
    path: &Path,
    options: &Options,
    stamp: &str,
    is_trial: bool,
    control: &Control,
) -> Result<PutBack, Error> {
    let path = temporary::target_of(path);
    let of_path = |error| failed(&path, error);
    temporary::expect_replaceable(&path).map_err(of_path)?;
    let source = backup.read()?;
    is_sound(&source)?;
    let made = source.read(texts::backup)?.unwrap_or_default();
    let is_remembered = source.is_remembered()?;
    // Remarks about a temporary copy are useless.
    let remarks = Remarks::default();
    let file = OpenOptions { create: false, remarks, ..options.file.clone() };
    let open = |path: &Path| Store::at(path, &file);
    let old = open(&path);
    let is_there = match old.exists() {
        // Any file there is moved aside.
        Err(StoreError::NotADatabase { .. }) => true,
        exists => exists?,
    };
    if is_there {
        expect_same(&source, &old)?;
    }
    let folder = temporary::folder_of(&path);
    fs::create_dir_all(folder).map_err(of_path)?;
    let made_in = temporary::folder(folder).map_err(of_path)?;
    let new = made_in.path().join("new.redb");
    let (moved, aside) = if is_there {
        old.held(|held| {
            let newer = Some((&old, held.opens(), backup.carried()));
            let moved = make(&source, newer, &open(&new), is_trial, control)?;
            if is_trial {
                return Ok((moved, None));
            }
            let when = backup.now().unwrap_or_default();
            let aside = move_in(&new, &path, stamp, (held, when))?;
            Ok::<_, Error>((moved, Some(aside)))
        })??
    } else {
        let moved = make(&source, None, &open(&new), is_trial, control)?;
        let put = if is_trial { Ok(()) } else { temporary::put(&new, &path) };
        match put {
            // Another process created or restored a database meanwhile.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return put_back(backup, &path, options, stamp, is_trial, control);
            }
            put => put.map_err(of_path)?,
        }
        (moved, None)
    };
    if is_trial {
        let counts = source.read(seed_cursor::counts)?;
        return Ok(PutBack { counts, made, aside, moved, missing: None });
    }
    if !is_remembered {
        options.file.remarks.tell(&Notice::Unknown(path.clone()));
    }
    let store = open(&path);
    let (counts, missing) = (store.read(seed_cursor::counts)?, store.missing()?);
    Ok(PutBack { counts, made, aside, moved, missing })
}

/// Fails if the old database has another identity, as far as it can be read.
fn expect_same(source: &Store, old: &Store) -> Result<(), Error> {
    let own = old.read(texts::identity);
    if own.is_ok_and(|own| source.read(texts::identity).is_ok_and(|new| own != new)) {
        let (path, backup) = (old.path(), source.path());
        return Err(StoreError::OtherBackup { path, backup }.into());
    }
    Ok(())
}

/// Restores a backup to `target`, with records that an old database, readable or not, has.
fn make(
    source: &Store,
    old: Option<(&Store, bool, Starter<'_>)>,
    target: &Store,
    is_trial: bool,
    control: &Control,
) -> Result<Moved, Error> {
    // The old file may have been replaced during the wait.
    if let Some((old, true, _)) = old {
        expect_same(source, old)?;
    }
    let told = &mut control.counting(Unit::Rows);
    let moved = source.copy_back(target, old, is_trial, told)?.ok_or(Error::Stopped)?;
    if !is_trial {
        is_sound(target)?;
    }
    if control.is_stopped() {
        return Err(Error::Stopped);
    }
    Ok(moved)
}

/// Renames the file at `path` and moves the one at `new` into its place; returns the old file's new
/// path. The old file gets its note of replacement before the move, and loses it if the move fails.
fn move_in(
    new: &Path,
    path: &Path,
    stamp: &str,
    (held, when): (&Held<'_>, u64),
) -> Result<PathBuf, Error> {
    // The old file has two names before the new one takes the first: a database always exists.
    let aside = set_aside(path, stamp)?;
    let taken = match held.set_superseded(Some((when, &aside))) {
        Err(
            error @ (StoreError::DiskFull(_) | StoreError::NoRoom { .. } | StoreError::Io { .. }),
        ) if held.opens() => Err(error.into()),
        // An unreadable or read-only file is moved aside without a note.
        _ => take_place(new, path, &aside),
    };
    if let Err(error) = taken {
        if is_same_file(path, &aside) {
            let _ = fs::remove_file(&aside);
        } else {
            let _ = temporary::put(&aside, path);
        }
        let _ = held.set_superseded(None);
        return Err(error);
    }
    Ok(aside)
}

fn failed(path: &Path, error: io::Error) -> Error {
    StoreError::io(path, error).into()
}

/// Gives the file a second, unused name; renames it where hard links do not work.
fn set_aside(path: &Path, stamp: &str) -> Result<PathBuf, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for number in 1..NAMES {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let aside = path.with_file_name(format!("{name}{ASIDE}{stamp}{more}"));
        let named = match fs::hard_link(path, &aside) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !aside.exists() => {
                fs::rename(path, &aside)
            }
            named => named,
        };
        match named {
            Ok(()) => return Ok(aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(path, error)),
        }
    }
    Err(failed(path, io::ErrorKind::AlreadyExists.into()))
}

/// Replaces the file that now has the name `aside` by `new`; a file that another process put there
/// meanwhile stays.
fn take_place(new: &Path, path: &Path, aside: &Path) -> Result<(), Error> {
    let of_path = |error| failed(path, error);
    let replaced = || Err(StoreError::Replaced(path.to_owned()).into());
    if temporary::exchange(new, path).is_ok() {
        if is_same_file(new, aside) {
            return Ok(());
        }
        temporary::exchange(new, path).map_err(of_path)?;
        return replaced();
    }
    // Without hard links the old file has left its place.
    match temporary::put(new, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        done => return done.map_err(of_path),
    }
    if is_same_file(path, aside) { fs::rename(new, path).map_err(of_path) } else { replaced() }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    #[test]
    fn a_place_is_taken_of_one_file_only() {
        let folder = tempfile::tempdir().unwrap();
        let [new, path, other] = ["new", "path", "other"].map(|name| folder.path().join(name));
        let has = |path: &Path, text: &str| assert_eq!(fs::read_to_string(path).unwrap(), text);
        for (file, text) in [(&new, "new"), (&path, "old"), (&other, "other")] {
            fs::write(file, text).unwrap();
        }
        let aside = set_aside(&path, "now").unwrap();
        fs::rename(&other, &path).unwrap();
        let error = take_place(&new, &path, &aside).unwrap_err();
        assert!(matches!(error, Error::Store(StoreError::Replaced(_))), "{error}");
        has(&path, "other");
        has(&new, "new");
        has(&aside, "old");
        fs::remove_file(&aside).unwrap();
        let aside = set_aside(&path, "now").unwrap();
        take_place(&new, &path, &aside).unwrap();
        has(&path, "new");
        has(&aside, "other");
        // The old file is gone.
        fs::write(&new, "newer").unwrap();
        fs::remove_file(&path).unwrap();
        take_place(&new, &path, &aside).unwrap();
        has(&path, "newer");
    }

    /// A file that another process creates there at any moment is not lost.
    #[test]
    fn no_file_of_another_process_is_lost() {
        let (mut before, mut replaced, mut after) = (0, 0, 0);
        for _ in 0..200 {
            let folder = tempfile::tempdir().unwrap();
            let [new, path, other] = ["new", "path", "other"].map(|name| folder.path().join(name));
            for (file, text) in [(&new, "new"), (&path, "old"), (&other, "other")] {
                fs::write(file, text).unwrap();
            }
            let start = Barrier::new(2);
            let (taken, aside) = thread::scope(|scope| {
                scope.spawn(|| {
                    start.wait();
                    fs::rename(&other, &path).unwrap();
                });
                start.wait();
                let aside = set_aside(&path, "now").unwrap();
                (take_place(&new, &path, &aside), aside)
            });
            let [there, kept] = [&path, &aside].map(|path| fs::read_to_string(path).unwrap());
            match (taken.is_ok(), there.as_str(), kept.as_str()) {
                (true, "new", "other") => before += 1,
                (false, "other", "old") => replaced += 1,
                (true, "other", "old") => after += 1,
                other => panic!("{other:?}"),
            }
        }
        println!("{before} put before, {replaced} meanwhile, {after} after");
    }
}
