//! Finished files move to their places: all of them or none, and what a power cut leaves is whole.
//!
//! What is in the files is on the disk before any has its place, and so are their names at the end. If anything fails, what was there
//! comes back. Only a process that is killed between two files of one command leaves the one new and the other old, each whole.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{folder_of, put, unnamed};

#[cfg(test)]
#[cfg(unix)]
pub(crate) mod tests;

/// Above so many files the whole disk is told to keep what it holds, which takes as long as a few files by themselves.
#[cfg(target_os = "linux")]
const MANY: usize = 8;

/// A finished file, or a folder of such, under a temporary name on the disk of its place, and where it goes.
#[derive(Clone, Debug)]
pub struct Move {
    /// The temporary name. To remove it if nothing comes of it is for the caller.
    pub from: PathBuf,
    /// The place. Folders on the way to it that are missing are made.
    pub to: PathBuf,
    /// Whether a file that is there is replaced.
    pub over: bool,
}

/// What is about to be done to a disk.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(all(test, unix)), expect(dead_code, reason = "only tests look at what it is"))]
enum Call<'a> {
    MakeFolder(&'a Path),
    Link,
    /// To this name.
    Rename(&'a Path),
    Sync(&'a Path),
    #[cfg(target_os = "linux")]
    SyncDisk,
    /// To have what was there: takes no room.
    Back(&'a Path),
    Remove,
}

/// Tests let a call fail.
#[cfg(all(test, unix))]
use tests::ask;
#[cfg(not(all(test, unix)))]
#[expect(clippy::unnecessary_wraps, reason = "it fails in tests")]
const fn ask(_: Call<'_>) -> io::Result<()> {
    Ok(())
}

/// Puts on the disk what is in these files and folders, as far as the system can. Only now is it known of some disks what they could not
/// write.
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

/// A file, or a folder behind all that is in it.
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

/// For being synced: some systems want files that can be written, and some open no folder.
fn open(path: &Path) -> io::Result<Option<File>> {
    match File::options().write(true).open(path).or_else(|_| File::open(path)) {
        Ok(file) => Ok(Some(file)),
        Err(_) if path.is_dir() => Ok(None),
        Err(error) => Err(error),
    }
}

/// No failure where the disk knows of no such thing.
fn able(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        done => done,
    }
}

/// Moves finished files to their places. If one cannot be moved, all is as it was.
///
/// # Errors
/// The move that failed, the first if it is not known which, and why: [`ErrorKind::AlreadyExists`] if something is there that is not to
/// be replaced.
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

/// Moves a finished file to its place, whatever is there. A power cut leaves what was there or what is new, each whole; not even after this
/// it is known which, as that would take twice the time.
///
/// # Errors
/// The disk did not take the file, or the folder cannot be written: what was there stays.
pub fn replace(file: NamedTempFile, place: &Path) -> io::Result<()> {
    ask(Call::Sync(file.path()))?;
    able(file.as_file().sync_all())?;
    ask(Call::Rename(place))?;
    file.persist(place).map_err(|error| unnamed(error.error))?;
    Ok(())
}

/// What keeps files out of a folder.
#[derive(Clone, Debug)]
pub enum InTheWay {
    /// A link, by which they would go elsewhere.
    Link(PathBuf),
    /// What is there and is not to be replaced, and what has the name of a folder and is none.
    There(Vec<PathBuf>),
}

/// How the files of these names, which may have folders in them, move from one folder into another that is there. Those that `may` do so
/// replace what is there.
///
/// # Errors
/// What is in the way. The folder may come from somebody else, who is not to choose where the files go.
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
    // A folder that is to be made could be a file of somebody else.
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

/// What was done, each with what undoes it.
#[derive(Default)]
struct Done {
    steps: Vec<Step>,
    /// Folders in which a name is another since.
    folders: BTreeSet<PathBuf>,
}

enum Step {
    MadeFolder(PathBuf),
    Put {
        from: PathBuf,
        to: PathBuf,
    },
    /// The old file has a second name.
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
            // A new file is better than none.
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

    /// What cannot be undone stays: there is nothing else to be done about it.
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

/// A second name for the file at `to`, beside `from`; none if the disk gives a file one name only.
fn second_name(from: &Path, to: &Path, number: usize) -> Option<PathBuf> {
    let mut name = from.file_name().unwrap_or_default().to_owned();
    name.push(format!(".old{number}"));
    let old = from.with_file_name(name);
    let linked = ask(Call::Link).and_then(|()| fs::hard_link(to, &old));
    linked.is_ok().then_some(old)
}

/// What stays goes with the next command, like all that dead processes left.
fn remove(path: &Path) {
    let _ = ask(Call::Remove).and_then(|()| fs::remove_file(path));
}
