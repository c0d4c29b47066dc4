//! Files that appear complete or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use seeddb::temporary::{self, InTheWay, Move};

/// Returns the error for a file that exists already.
fn is_there(path: &Path) -> io::Error {
    let words = format!("{} is there already: force=True replaces it", path.display());
    io::Error::new(io::ErrorKind::AlreadyExists, words)
}

/// Returns an error if a file exists and may not be replaced.
pub fn check<'a>(paths: impl IntoIterator<Item = &'a PathBuf>, force: bool) -> io::Result<()> {
    let there = paths.into_iter().find(|path| path.symlink_metadata().is_ok() && !force);
    there.map_or(Ok(()), |path| Err(is_there(path)))
}

/// Writes files: all are complete before the first one appears, and all of them appear, or none.
pub fn write<T, E: From<io::Error>>(
    files: impl IntoIterator<Item = (PathBuf, impl FnOnce(&mut dyn Write) -> Result<T, E>)>,
    force: bool,
) -> Result<(), E> {
    let mut whole = Vec::new();
    for (path, write) in files {
        let folder = temporary::folder_of(&path);
        let mut file = temporary::file(folder, None).map_err(|error| of(&path, &error))?;
        write(&mut file)?;
        file.flush().map_err(|error| of(&path, &error))?;
        whole.push((path, file));
    }
    let moves = whole.iter().map(|(path, file)| {
        let (from, to) = (file.path().to_owned(), path.clone());
        Move { from, to, over: force }
    });
    let moves: Vec<Move> = moves.collect();
    temporary::put_all(&moves).map_err(|(at, error)| match error.kind() {
        io::ErrorKind::AlreadyExists => is_there(&moves[at].to).into(),
        _ => of(&moves[at].to, &error).into(),
    })
}

/// Makes a new folder of files that `fill` adds by name. It appears when all files are complete.
pub fn folder<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(Put<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if path.symlink_metadata().is_ok() {
        return Err(taken(path).into());
    }
    into_folder(path, &|_| false, fill)
}

/// Adds a file by name.
pub type Put<'a> = &'a mut dyn FnMut(&str, &[u8]) -> io::Result<()>;

/// Writes the files that `fill` adds by name, which may have subfolders, into a new or existing
/// folder. They are made in a temporary folder first. Files with equal bytes are not touched;
/// others are replaced only if `may` allows the name. If a file cannot be moved into place, the new
/// ones are removed again.
pub fn into_folder<E: From<io::Error>>(
    path: &Path,
    may: &dyn Fn(&str) -> bool,
    fill: impl FnOnce(Put<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let is_new = path.symlink_metadata().is_err();
    if !is_new && !path.is_dir() {
        let error = io::Error::from(io::ErrorKind::NotADirectory);
        return Err(of(path, &error).into());
    }
    let beside = if is_new { temporary::folder_of(path) } else { path };
    let waiting = temporary::folder(beside).map_err(|error| of(path, &error))?;
    let mut names = Vec::new();
    fill(&mut |name, data| {
        if !is_new && fs::read(path.join(name)).is_ok_and(|is| is == data) {
            return Ok(());
        }
        let place = waiting.path().join(name);
        fs::create_dir_all(temporary::folder_of(&place))?;
        fs::write(place, data)?;
        names.push(name.to_owned());
        Ok(())
    })?;
    if !is_new {
        return Ok(place(waiting.path(), path, &names, may)?);
    }
    let made = [Move { from: waiting.path().to_owned(), to: path.to_owned(), over: true }];
    temporary::put_all(&made)
        .map_err(|(_, error)| if path.exists() { taken(path) } else { of(path, &error) }.into())
}

/// Moves files of these names from one folder to another.
fn place(from: &Path, to: &Path, names: &[String], may: &dyn Fn(&str) -> bool) -> io::Result<()> {
    let moves = temporary::moves(from, to, names, may).map_err(|what| match what {
        InTheWay::Link(link) => {
            let words = format!("{} is a link: files would go elsewhere", link.display());
            io::Error::new(io::ErrorKind::AlreadyExists, words)
        }
        InTheWay::There(there) => is_there(&there[0]),
    })?;
    temporary::put_all(&moves).map_err(|(at, error)| {
        let path = &moves[at].to;
        let is_taken = error.kind() == io::ErrorKind::AlreadyExists;
        if is_taken { is_there(path) } else { of(path, &error) }
    })
}

fn taken(path: &Path) -> io::Error {
    let words = format!("{} is there already: name a new folder", path.display());
    io::Error::new(io::ErrorKind::AlreadyExists, words)
}

/// Returns an error with the name of its file.
fn of(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}
