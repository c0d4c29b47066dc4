//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use seeddb::temporary::{self, Move};

/// A file with this name is there already.
fn is_there(path: &Path) -> io::Error {
    let words = format!("{} is there already: force=True replaces it", path.display());
    io::Error::new(io::ErrorKind::AlreadyExists, words)
}

/// Refuses files that are there, unless they may be replaced.
pub fn check<'a>(paths: impl IntoIterator<Item = &'a PathBuf>, force: bool) -> io::Result<()> {
    let there = paths.into_iter().find(|path| path.symlink_metadata().is_ok() && !force);
    there.map_or(Ok(()), |path| Err(is_there(path)))
}

/// Writes files, all of which are whole before the first one appears; all of them appear, or none. Between the two `before` is called, and
/// can still say no.
pub fn write<T, E: From<io::Error>>(
    files: impl IntoIterator<Item = (PathBuf, impl FnOnce(&mut dyn Write) -> Result<T, E>)>,
    force: bool,
    before: impl FnOnce() -> Result<(), E>,
) -> Result<(), E> {
    let mut whole = Vec::new();
    for (path, write) in files {
        let folder = temporary::folder_of(&path);
        let mut file = temporary::file(folder, None).map_err(|error| of(&path, &error))?;
        write(&mut file)?;
        file.flush().map_err(|error| of(&path, &error))?;
        whole.push((path, file));
    }
    before()?;
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

/// A new folder, which `fill` fills with files by their names. It is there when they all are.
pub fn folder<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> Result<(), E>,
) -> Result<(), E> {
    let taken = || {
        let words = format!("{} is there already: name a new folder", path.display());
        io::Error::new(io::ErrorKind::AlreadyExists, words)
    };
    if path.symlink_metadata().is_ok() {
        return Err(taken().into());
    }
    let waiting =
        temporary::folder(temporary::folder_of(path)).map_err(|error| of(path, &error))?;
    fill(&mut |name, data| {
        let file = waiting.path().join(name);
        fs::create_dir_all(temporary::folder_of(&file))?;
        fs::write(file, data)
    })?;
    let made = [Move { from: waiting.path().to_owned(), to: path.to_owned(), over: true }];
    temporary::put_all(&made)
        .map_err(|(_, error)| if path.exists() { taken() } else { of(path, &error) }.into())
}

/// An error with the name of the file that it is about.
fn of(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}
