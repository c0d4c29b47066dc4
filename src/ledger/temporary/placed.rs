//! Moves finished files to their places: all or none, and completely even after a power cut.
//!
//! The contents are synced before any file is moved, and the names at the end. If a move fails, all
//! are undone. Only a kill between two files of one command leaves some files new and others old.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{folder_of, put, unnamed};

#[cfg(test)]
#[cfg(unix)]
pub(crate) mod tests;

/// Above this number of files the whole disk is synced, which takes as long as a few single files.
#[cfg(target_os = "linux")]
const MANY: usize = 8;

/// A finished file, or a folder of files, under a temporary name on the same disk, and its place.
#[derive(Clone, Debug)]
pub struct Move {
    /// The temporary name; the caller removes it if the move fails.
    pub from: PathBuf,
    /// The place; missing folders on the way are created.
    pub to: PathBuf,
    /// Whether an existing file is replaced.
    pub over: bool,
}

/// An operation about to be done on a disk.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(all(test, unix)), expect(dead_code, reason = "only tests look at what it is"))]
enum Call<'a> {
    MakeFolder(&'a Path),
    Link,
    /// Renames to this name.
    Rename(&'a Path),
    Sync(&'a Path),
    #[cfg(target_os = "linux")]
    SyncDisk,
    /// Restores the old file; takes no room.
    Back(&'a Path),
    Remove,
}

/// Makes a call fail in tests.
#[cfg(all(test, unix))]
use tests::ask;
#[cfg(not(all(test, unix)))]
#[expect(clippy::unnecessary_wraps, reason = "it fails in tests")]
const fn ask(_: Call<'_>) -> io::Result<()> {
    Ok(())
}

/// Syncs these files and folders as far as the system can. Some disks report errors only now.
fn settle(paths: &[PathBuf]) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if paths.len() > MANY {
        let mut disks = BTreeSet::new();
        let mut settle = |path: &Path| {
            use std::os::unix::fs::MetadataExt;
            let Some(file) = open(path)? else { return Ok(()) };
            if !disks.insert(file.metadata()?.dev()) {
                return Ok(());
            }
            ask(Call::SyncDisk)?;
            able(rustix::fs::syncfs(&file).map_err(io::Error::from))
        };
        return paths.iter().try_for_each(|path| settle(path));
    }
    paths.iter().try_for_each(|path| sync(path))
}

/// Collects a file, or a folder after everything in it.
fn inside(path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            inside(&entry?.path(), found)?;
        }
    }
    found.push(path.to_owned());
    Ok(())
}

fn sync(path: &Path) -> io::Result<()> {
    ask(Call::Sync(path))?;
    open(path)?.map_or(Ok(()), |file| able(file.sync_all()))
}

/// Opens a file for syncing: some systems require write access, and some cannot open folders.
fn open(path: &Path) -> io::Result<Option<File>> {
    match File::options().write(true).open(path).or_else(|_| File::open(path)) {
        Ok(file) => Ok(Some(file)),
        Err(_) if path.is_dir() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Ignores the error of a disk that does not support syncing.
fn able(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        done => done,
    }
}

/// Moves finished files to their places. If one cannot be moved, all moves are undone.
///
/// # Errors
/// The index of the move that failed, 0 if unknown, and the cause: [`ErrorKind::AlreadyExists`] if
/// something is there that may not be replaced.
pub fn put_all(moves: &[Move]) -> Result<(), (usize, io::Error)> {
    let mut files = Vec::new();
    let inside = moves.iter().try_for_each(|one| inside(&one.from, &mut files));
    inside.and_then(|()| settle(&files)).map_err(|error| (0, error))?;
    let mut done = Done::default();
    let mut all = || {
        for (i, one) in moves.iter().enumerate() {
            done.put(one, i).map_err(|error| (i, error))?;
        }
        let folders: Vec<PathBuf> = done.folders.iter().cloned().collect();
        settle(&folders).map_err(|error| (0, error))
    };
    let result = all();
    match result {
        Ok(()) => done.forget(),
        Err(_) => done.undo(),
    }
    result
}

/// Moves a finished file to its place, replacing an existing file. A power cut leaves the old or
/// the new file, each whole, even after this returns: syncing the folder would take twice the time.
///
/// # Errors
/// The file cannot be synced, or the folder cannot be written: the old file stays.
pub fn replace(file: NamedTempFile, place: &Path) -> io::Result<()> {
    ask(Call::Sync(file.path()))?;
    able(file.as_file().sync_all())?;
    ask(Call::Rename(place))?;
    file.persist(place).map_err(|error| unnamed(error.error))?;
    Ok(())
}

/// Obstacles to moving files into a folder.
#[derive(Clone, Debug)]
pub enum InTheWay {
    /// A link, which would redirect the files.
    Link(PathBuf),
    /// Existing files that may not be replaced, and files in the place of folders.
    There(Vec<PathBuf>),
}

/// Returns the moves of the files with these names, which may contain folders, from one folder to
/// another existing one. Names for which `may` holds replace existing files.
///
/// # Errors
/// The obstacles. The target folder may come from someone else, who must not redirect the files.
pub fn moves(
    from: &Path,
    to: &Path,
    names: &[String],
    may: &dyn Fn(&str) -> bool,
) -> Result<Vec<Move>, InTheWay> {
    fn parts(name: &str) -> impl Iterator<Item = &Path> {
        Path::new(name).ancestors().filter(|part| *part != Path::new(""))
    }
    let mut folders = names.iter().flat_map(|name| parts(name).skip(1)).map(|part| to.join(part));
    if let Some(link) = folders.find(|folder| folder.is_symlink()) {
        return Err(InTheWay::Link(link));
    }
    // Another file may be where a folder is to be created.
    let is_there = |name: &&String| {
        parts(name).map(|part| to.join(part)).enumerate().any(|(i, path)| match i {
            0 => path.symlink_metadata().is_ok(),
            _ => path.exists() && !path.is_dir(),
        })
    };
    let there = names.iter().filter(|name| !may(name)).filter(is_there);
    let there: Vec<PathBuf> = there.map(|name| to.join(name)).collect();
    if !there.is_empty() {
        return Err(InTheWay::There(there));
    }
    let one = |name: &String| Move { from: from.join(name), to: to.join(name), over: may(name) };
    Ok(names.iter().map(one).collect())
}

/// Completed steps, each with the data to undo it.
#[derive(Default)]
struct Done {
    steps: Vec<Step>,
    /// Folders whose entries changed.
    folders: BTreeSet<PathBuf>,
}

enum Step {
    MadeFolder(PathBuf),
    Put {
        from: PathBuf,
        to: PathBuf,
    },
    /// The old file was kept under a second name.
    Replaced {
        old: PathBuf,
        to: PathBuf,
    },
}

impl Done {
    fn put(&mut self, Move { from, to, over }: &Move, number: usize) -> io::Result<()> {
        let folder = folder_of(to);
        self.make_folder(folder)?;
        self.folders.insert(folder.to_owned());
        let is_replaced = *over && to.symlink_metadata().is_ok();
        let old = if is_replaced { second_name(from, to, number) } else { None };
        let put = ask(Call::Rename(to))
            .and_then(|()| if *over { fs::rename(from, to) } else { put(from, to) });
        match old {
            Some(old) if put.is_err() => remove(&old),
            Some(old) => self.steps.push(Step::Replaced { old, to: to.clone() }),
            // Without a second name the old file cannot be restored: the new one stays.
            None if is_replaced || put.is_err() => {}
            None => self.steps.push(Step::Put { from: from.clone(), to: to.clone() }),
        }
        put
    }

    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        if folder.is_dir() {
            return Ok(());
        }
        let parent = folder_of(folder);
        self.make_folder(parent)?;
        ask(Call::MakeFolder(folder))?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => {}
            made => {
                made?;
                self.steps.push(Step::MadeFolder(folder.to_owned()));
                self.folders.insert(parent.to_owned());
            }
        }
        Ok(())
    }

    /// Undoes the steps; failures cannot be helped and are ignored.
    fn undo(self) {
        let back = |from: &Path, to: &Path| {
            let _ = ask(Call::Back(to)).and_then(|()| fs::rename(from, to));
        };
        for step in self.steps.into_iter().rev() {
            match step {
                Step::MadeFolder(folder) => {
                    let _ = ask(Call::Remove).and_then(|()| fs::remove_dir(&folder));
                }
                Step::Put { from, to } => back(&to, &from),
                Step::Replaced { old, to } => back(&old, &to),
            }
        }
    }

    fn forget(self) {
        for step in self.steps {
            if let Step::Replaced { old, .. } = step {
                remove(&old);
            }
        }
    }
}

/// Creates a hard link to the file at `to` beside `from`; `None` if the disk has no hard links.
fn second_name(from: &Path, to: &Path, number: usize) -> Option<PathBuf> {
    let mut name = from.file_name().unwrap_or_default().to_owned();
    name.push(format!(".old{number}"));
    let old = from.with_file_name(name);
    let linked = ask(Call::Link).and_then(|()| fs::hard_link(to, &old));
    linked.is_ok().then_some(old)
}

/// Removes a file; if that fails, a later command does, as for files of dead processes.
fn remove(path: &Path) {
    let _ = ask(Call::Remove).and_then(|()| fs::remove_file(path));
}
