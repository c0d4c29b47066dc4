//! Backups: made of a database in use, and put back in its place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use seeddb_ledger::rules::{cards, texts};
use seeddb_ledger::{
    ASIDE, Counts, Held, Older, OpenOptions, Remark, Remarks, Starter, Store, StoreError,
    is_same_file,
};

use super::{Control, Database, Error, Moved, Options, Unit};
use crate::temporary;

/// How many names are tried for a file that is moved aside.
const NAMES: u32 = 1_000;

/// A database that was put back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PutBack {
    /// What it holds now.
    pub counts: Counts,
    /// When the backup was made, in seconds since 1970; 0 if nobody said.
    pub made: u64,
    /// Where the file is now that was there before, if there was one.
    pub aside: Option<PathBuf>,
    /// What came of that one, which the backup did not have, and what of it is missing.
    pub moved: Moved,
    /// What was issued from the database, by what is remembered of it, and is not there.
    pub missing: Option<Older>,
}

/// Makes a backup of `from` in `to`, where nothing is yet, while others may use `from`; then reads all of the backup and compares what it
/// holds. Nothing can be drawn from a backup: [`put_back`] makes a database of it. `control` is told how many rows are copied.
///
/// # Errors
/// [`StoreError::There`]; [`StoreError::Damaged`] of either; [`Error::Stopped`]; failures of the stores. No file is there then that was not
/// there before.
pub fn back_up(from: &Database, to: &Database, control: &Control) -> Result<Counts, Error> {
    let (source, target) = (from.read()?, to.store());
    let made = from.now().unwrap_or_default();
    let whole = source.back_up(&target, made, &mut |rows| {
        control.done_of(Unit::Rows, rows, None);
        !control.is_stopped()
    });
    if !whole? {
        return Err(Error::Stopped);
    }
    if let Err(error) = is_sound(&target) {
        if !target.is_shared() {
            // It was made here just now, and is of no use.
            let _ = fs::remove_file(target.path());
        }
        return Err(error);
    }
    let counts = target.read(cards::counts)?;
    // One that may only be read keeps nothing in mind.
    let _ = source.write_aside(|to| texts::set_backed_up(to, (made, counts.issued)));
    Ok(counts)
}

/// Fails if anything in it does not fit together.
fn is_sound(store: &Store) -> Result<(), Error> {
    match store.check()?.first() {
        None => Ok(()),
        Some(problem) => {
            let (path, what) = (store.path(), problem.to_string());
            Err(StoreError::Damaged { path, what }.into())
        }
    }
}

/// Puts a backup in the place of the database in the file at `path`, or that a symbolic link there leads to. The backup stays as it is. A
/// file that is there is moved aside, to a name with `stamp` in it, and all that it had and the backup lacks is brought in, as far as it can
/// be read: also of a file that is damaged, as by [`salvage`](super::salvage()). It says inside that another one is in its place, so nothing
/// is drawn from it under any name. Until what is missing is [accepted](Database::accept_missing), and all that is remembered of the
/// database is there, nothing can be drawn from the new one: see [`StoreError::Incomplete`] and [`StoreError::Older`]. A trial changes
/// nothing, and says what would come.
///
/// # Errors
/// [`StoreError::Replaced`] if another database is there; [`StoreError::Damaged`] of the backup; [`StoreError::Locked`] while another process
/// has the database; [`Error::Stopped`]; a file that is a mount of its own; failures of the file system. Everything is as it was then.
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
    // What is remarked of a copy that goes is of no use.
    let remarks = Remarks::default();
    let file = OpenOptions { create: false, remarks, ..options.file.clone() };
    let open = |path: &Path| Store::at(path, &file);
    let old = open(&path);
    let is_there = match old.exists() {
        // Whatever it is, it is moved aside.
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
            // Somebody else made or restored one meanwhile.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return put_back(backup, &path, options, stamp, is_trial, control);
            }
            put => put.map_err(of_path)?,
        }
        (moved, None)
    };
    if is_trial {
        return Ok(PutBack {
            counts: source.read(cards::counts)?,
            made,
            aside,
            moved,
            missing: None,
        });
    }
    if !is_remembered {
        options.file.remarks.tell(&Remark::Unknown(path.clone()));
    }
    let store = open(&path);
    let (counts, missing) = (store.read(cards::counts)?, store.missing()?);
    Ok(PutBack { counts, made, aside, moved, missing })
}

/// Refuses a backup of another database, as far as the old one reads.
fn expect_same(source: &Store, old: &Store) -> Result<(), Error> {
    if old
        .read(texts::identity)
        .is_ok_and(|own| source.read(texts::identity).is_ok_and(|new| own != new))
    {
        let (path, backup) = (old.path(), source.path());
        return Err(StoreError::OtherBackup { path, backup }.into());
    }
    Ok(())
}

/// Makes the database of a backup in `target`, with what an old one, which opens or does not, has and it lacks.
fn make(
    source: &Store,
    old: Option<(&Store, bool, Starter<'_>)>,
    target: &Store,
    is_trial: bool,
    control: &Control,
) -> Result<Moved, Error> {
    // Another may have come to its place while this waited.
    if let Some((old, true, _)) = old {
        expect_same(source, old)?;
    }
    let mut told = |rows| {
        control.done_of(Unit::Rows, rows, None);
        !control.is_stopped()
    };
    let moved = source.copy_back(target, old, is_trial, &mut told)?;
    let Some(moved) = moved else { return Err(Error::Stopped) };
    if !is_trial {
        is_sound(target)?;
    }
    if control.is_stopped() {
        return Err(Error::Stopped);
    }
    Ok(moved)
}

/// Moves the file at `path` aside, and the one at `new` into its place: where the old one is now. It says inside that it is not in its
/// place any more before that is so, and no more if it fails.
fn move_in(
    new: &Path,
    path: &Path,
    stamp: &str,
    (held, when): (&Held<'_>, u64),
) -> Result<PathBuf, Error> {
    // The old file has two names before the new one takes the first: there is no moment without a database.
    let aside = set_aside(path, stamp)?;
    let taken = match held.set_superseded(Some((when, &aside))) {
        Err(
            error @ (StoreError::DiskFull(_) | StoreError::NoRoom { .. } | StoreError::Io { .. }),
        ) if held.opens() => Err(error.into()),
        // One that does not read, or may not be written, is moved aside as it is.
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

/// Gives the file a second name, which nothing has; where files have one name only, it is moved to it.
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

/// Gives `new` the place of the file that has the name `aside` by now, and no other's: what somebody put there meanwhile stays.
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
    // Where files have one name, the old one has left its place.
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
        // Nothing is there any more.
        fs::write(&new, "newer").unwrap();
        fs::remove_file(&path).unwrap();
        take_place(&new, &path, &aside).unwrap();
        has(&path, "newer");
    }

    /// Whatever moment another process chooses to put a file there: it is not lost.
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
