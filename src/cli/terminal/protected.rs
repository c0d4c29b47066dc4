//! What no output may replace: the database in use, its side file, and every other database.
//!
//! The ledger is the only memory of what was issued, so no flag, not even `--force`, gets around this.

use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use seeddb::temporary::folder_of;

use super::exit::UsageError;
use super::magic::is_database;

/// What the names of side files add to that of their database.
const SIDE_FILES: [&str; 2] = [".lock-info", ".queue"];
/// How many symbolic links may follow each other, as on Linux.
const MOST_LINKS: usize = 40;

static IN_USE: OnceLock<PathBuf> = OnceLock::new();

/// From now on [`check`] knows the path of the database in use, whether there is a file yet or not.
pub fn protect(database: PathBuf) {
    // A process runs one command, on one database.
    let _ = IN_USE.set(database);
}

/// Refuses `path` as an output if it is the database in use or its side file, under whatever name, or any
/// file that is a database.
///
/// # Errors
/// Says what it is.
pub fn check(path: &Path) -> Result<(), UsageError> {
    // Without a separator at the end, which a file cannot have.
    let path: &Path = &path.components().collect::<PathBuf>();
    let refuse = |what: &str| {
        Err(UsageError(format!("{} is {what}: give another name for the output", path.display())))
    };
    if let Some(database) = IN_USE.get() {
        if is_same(path, database) {
            return refuse("the database in use");
        }
        for ending in SIDE_FILES {
            let mut side_file = database.clone().into_os_string();
            side_file.push(ending);
            if is_same(path, Path::new(&side_file)) {
                return refuse("a side file of the database in use");
            }
        }
    }
    if is_database(path) {
        return refuse("a database (if it may go, remove it yourself)");
    }
    Ok(())
}

/// Refuses an open file, such as stdout, that is the database in use.
#[cfg(unix)]
pub fn check_open(name: &str, file: impl std::os::fd::AsFd) -> Result<(), UsageError> {
    let open = file.as_fd().try_clone_to_owned().and_then(|file| File::from(file).metadata());
    let database = IN_USE.get().and_then(|database| fs::metadata(database).ok());
    match (open, database) {
        (Ok(open), Some(database)) if is_same_file(&open, &database) => {
            let words = format!("{name} is the database in use: send the output elsewhere");
            Err(UsageError(words))
        }
        _ => Ok(()),
    }
}

/// Whether both names are those of one file, or will be once it is made.
fn is_same(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(a_data), Ok(b_data)) => is_same_file(&a_data, &b_data) || resolve(a) == resolve(b),
        // One of them exists, so they are not one.
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        (Err(_), Err(_)) => resolve(a) == resolve(b),
    }
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Elsewhere only names are compared; [`is_database`] finds the hard links.
#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}

/// The path without symbolic links, also where the file, or what the links lead to, is still missing.
fn resolve(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(resolved) = fs::canonicalize(&path) {
            return resolved;
        }
        let folder = folder_of(&path);
        let Ok(target) = fs::read_link(&path) else {
            let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            return folder.join(path.file_name().unwrap_or_default());
        };
        path = folder.join(target);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::magic::MAGIC;
    use super::*;

    #[test]
    fn a_database_is_known_by_how_it_begins() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert!(!is_database(&path));
        fs::write(&path, "redb").unwrap();
        assert!(!is_database(&path));
        fs::write(&path, [MAGIC, b"\0\0"].concat()).unwrap();
        assert!(is_database(&path) && check(&path).is_err());
        assert!(!is_database(folder.path()));
    }

    #[test]
    #[cfg(unix)]
    fn names_are_followed_to_what_is_not_there_yet() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("a")).unwrap();
        symlink("a", at("link")).unwrap();
        symlink("link/new", at("dangling")).unwrap();
        symlink("loop", at("loop")).unwrap();
        let new = at("a/new");
        for other in ["a/new", "a/../a/new", "link/new", "dangling"] {
            assert!(is_same(&at(other), &new), "{other}");
        }
        for other in ["a/old", "new", "a", "loop", "missing/new"] {
            assert!(!is_same(&at(other), &new), "{other}");
        }
        fs::write(&new, "").unwrap();
        fs::hard_link(&new, at("hard")).unwrap();
        for other in ["a/new", "link/new", "dangling", "hard"] {
            assert!(is_same(&at(other), &new), "{other}");
        }
        assert!(!is_same(&at("missing"), &new));
    }
}
