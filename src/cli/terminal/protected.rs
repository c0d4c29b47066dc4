//! Paths that no output may replace: the database in use, the folder beside a database, and every
//! other database.
//!
//! The ledger is the only record of issued puzzles, so no flag circumvents this, not even
//! `--force`.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use seeddb_database::side_folder;
use seeddb_ledger::temporary::target_of;

use super::{UsageError, is_database};

static IN_USE: OnceLock<PathBuf> = OnceLock::new();

/// Sets the path of the database in use for [`check`], whether the file exists or not.
pub fn protect(database: PathBuf) {
    // A process runs one command on one database.
    let _ = IN_USE.set(database);
}

/// Refuses `path` as an output if it is the database in use (under any name), a file that is a
/// database, or in the folder beside a database.
pub fn check(path: &Path) -> Result<(), UsageError> {
    // Remove a trailing separator, which a file cannot have.
    let path: &Path = &path.components().collect::<PathBuf>();
    let refuse = |what: &str| {
        Err(UsageError(format!("{} is {what}: give another name for the output", path.display())))
    };
    if let Some(database) = IN_USE.get()
        && is_same(path, database)
    {
        return refuse("the database in use");
    }
    for folder in target_of(path).ancestors() {
        let database = folder.to_str().and_then(|name| name.strip_suffix(".seeddb"));
        let is_of = |database: &PathBuf| side_folder(database) == *folder;
        if IN_USE.get().is_some_and(is_of)
            || database.is_some_and(|path| is_database(path.as_ref()))
        {
            return refuse("kept for what lies beside a database");
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
    let open = file.as_fd().try_clone_to_owned().and_then(|file| fs::File::from(file).metadata());
    let database = IN_USE.get().and_then(|database| fs::metadata(database).ok());
    match (open, database) {
        (Ok(open), Some(database)) if is_same_file(&open, &database) => {
            let words = format!("{name} is the database in use: send the output elsewhere");
            Err(UsageError(words))
        }
        _ => Ok(()),
    }
}

/// Whether two paths name one file, or will once it is created.
fn is_same(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(a_data), Ok(b_data)) => is_same_file(&a_data, &b_data) || target_of(a) == target_of(b),
        // One exists and the other does not, so they differ.
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        (Err(_), Err(_)) => target_of(a) == target_of(b),
    }
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// On other systems only names are compared; [`is_database`] finds the hard links.
#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    false
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
