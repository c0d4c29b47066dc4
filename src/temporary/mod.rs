//! Temporary files and folders, beside what they will become, and what killed processes left of them.
//!
//! Their names say whose they are: `.seeddb-PID-START-PLACE-RANDOM`, with the process id, the moment at which
//! the process started (in clock ticks since the system did) and a hash of the host and the process id namespace,
//! without which a process id says nothing in a folder that several machines or containers share. Whoever makes one removes those
//! of dead processes from the same folder first.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{LazyLock, Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile, TempDir, TempPath};

pub use placed::{InTheWay, Move, moves, put_all, replace};

#[cfg(all(test, unix))]
pub(crate) use placed::tests as power;
#[cfg(test)]
pub(crate) mod failing;
mod placed;

const PREFIX: &str = ".seeddb-";

/// The beginning of the names that this process makes.
static OWN: LazyLock<String> = LazyLock::new(|| {
    let start = start(process::id()).unwrap_or_default();
    format!("{PREFIX}{}-{start}-{}-", process::id(), place().unwrap_or_default())
});

/// The folders that this process has cleared.
static CLEARED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// The folder that a path is in.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A file in `folder` with these permissions, less what the umask takes away.
///
/// # Errors
/// The folder cannot be written.
pub fn file(folder: &Path, permissions: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    clear(folder);
    builder(permissions, 0o666).tempfile_in(folder).map_err(unnamed)
}

/// A file in `folder` that nobody else may read: the owner can change that.
///
/// # Errors
/// The folder cannot be written.
pub fn private_file(folder: &Path) -> io::Result<NamedTempFile> {
    clear(folder);
    Builder::new().prefix(OWN.as_str()).tempfile_in(folder).map_err(unnamed)
}

/// A folder in `folder`.
///
/// # Errors
/// The folder cannot be written.
pub fn folder(folder: &Path) -> io::Result<TempDir> {
    clear(folder);
    builder(None, 0o777).tempdir_in(folder).map_err(unnamed)
}

/// Moves a finished file to its place. If anything has that name by then, it stays, and the error is of the kind `AlreadyExists`: the system
/// looks and moves in one step, so nothing that came meanwhile is ever replaced. A file that cannot be moved
/// stays where it is.
///
/// # Errors
/// There is something in that place; the folder cannot be written.
pub fn put(file: &Path, place: &Path) -> io::Result<()> {
    let file = TempPath::try_from_path(file)?;
    file.persist_noclobber(place).map_err(|error| {
        // To drop its path would remove it.
        let _ = error.path.keep();
        unnamed(error.error)
    })
}

/// Exchanges two files in one step: there is no moment at which one of the names has none.
///
/// # Errors
/// One of them is not there; the system, or the file system, knows no such step: then nothing is changed.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};

        Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    {
        let _ = (one, other);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The error without the name of the temporary file that it is about, which says nothing to anybody. Such a name is in all
/// errors of a [`NamedTempFile`].
pub fn unnamed(error: io::Error) -> io::Error {
    let words = error.to_string();
    match words.split_once(" at path \"") {
        Some((words, path)) if path.contains(PREFIX) => {
            io::Error::new(error.kind(), words.to_owned())
        }
        _ => error,
    }
}

/// Without permissions those of a new file or folder, `usual` on Unix.
fn builder(permissions: Option<fs::Permissions>, usual: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(OWN.as_str());
    #[cfg(unix)]
    let permissions =
        permissions.or_else(|| Some(std::os::unix::fs::PermissionsExt::from_mode(usual)));
    #[cfg(not(unix))]
    let _ = usual;
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    builder
}

/// Removes what dead processes left in a folder, once. What cannot be removed stays: it harms nobody.
fn clear(folder: &Path) {
    let key = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    if !CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(key) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(is_left) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = entry.path();
            let _ = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Whether this is one of our names, and its process is known to be dead.
fn is_left(name: &str) -> bool {
    let Some(owner) = name.strip_prefix(PREFIX) else { return false };
    let parts: Vec<&str> = owner.split('-').collect();
    let [process, begin, where_, _] = parts[..] else { return false };
    let (Ok(process), Ok(begin)) = (process.parse::<u32>(), begin.parse::<u64>()) else {
        return false;
    };
    // Process 1 always lives. If it cannot be seen, others may be hidden too.
    begin > 0
        && place().is_some_and(|here| here == where_)
        && start(1).is_some()
        && start(process) != Some(begin)
}

/// When a process started: the 22nd field of its `stat`. None if there is no such process, or no `/proc`.
fn start(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the name in parentheses, in which there may be anything.
    stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

/// The host and the namespace in which process ids mean what they mean here.
fn place() -> Option<String> {
    let host = fs::read("/proc/sys/kernel/hostname").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    let both = [&host, namespace.as_os_str().as_encoded_bytes()].concat();
    Some(blake3::hash(&both).to_hex()[..8].to_owned())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_tell_temporary_names() {
        let home = tempfile::tempdir().unwrap();
        let missing = home.path().join("missing");
        let errors =
            [file(&missing, None).err(), private_file(&missing).err(), folder(&missing).err()];
        for error in errors.map(Option::unwrap) {
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
            assert!(!error.to_string().contains(PREFIX), "{error}");
        }
        let of_other = io::Error::other("lost at path \"a/b\"");
        assert_eq!(unnamed(of_other).to_string(), "lost at path \"a/b\"");
    }

    #[test]
    fn what_cannot_be_moved_stays() {
        let home = tempfile::tempdir().unwrap();
        let (file, place) = (home.path().join("file"), home.path().join("place"));
        fs::write(&file, "new").unwrap();
        fs::write(&place, "old").unwrap();
        assert_eq!(put(&file, &place).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(
            (fs::read(&file).unwrap(), fs::read(&place).unwrap()),
            (b"new".into(), b"old".into())
        );
        fs::remove_file(&place).unwrap();
        put(&file, &place).unwrap();
        assert_eq!((file.exists(), fs::read(&place).unwrap()), (false, b"new".into()));
    }

    #[test]
    fn only_what_dead_processes_left_goes() {
        let home = tempfile::tempdir().unwrap();
        let own = file(home.path(), None).unwrap();
        let name = own.path().file_name().unwrap().to_str().unwrap().to_owned();
        assert!(name.starts_with(&*OWN) && !is_left(&name));

        let (id, here) = (process::id(), place().unwrap());
        let begin = start(id).unwrap();
        // An id above the greatest that Linux gives.
        let dead = 5_000_000;
        let left = [
            format!("{PREFIX}{dead}-{begin}-{here}-abcdef"),
            // The id was given to another process since.
            format!("{PREFIX}{id}-{}-{here}-abcdef", begin + 1),
        ];
        let others = [
            format!("{PREFIX}{id}-{begin}-{here}-abcdef"),
            format!("{PREFIX}{dead}-{begin}-00000000-abcdef"),
            format!("{PREFIX}{dead}-0-{here}-abcdef"),
            format!("{PREFIX}{dead}-{begin}-{here}"),
            format!("{PREFIX}{dead}-{begin}-{here}-abcdef-"),
            format!("{PREFIX}abcdef"),
            format!("seeddb-{dead}-{begin}-{here}-abcdef"),
        ];
        for name in left.iter().chain(&others) {
            fs::write(home.path().join(name), "").unwrap();
        }
        // A folder with something in it, and a link to one that stays.
        fs::remove_file(home.path().join(&left[1])).unwrap();
        fs::create_dir_all(home.path().join(&left[1]).join("more")).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("file"), "").unwrap();
        let link = home.path().join(format!("{PREFIX}{dead}-{begin}-{here}-linked"));
        std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();

        CLEARED.lock().unwrap().clear();
        drop(folder(home.path()).unwrap());
        for name in &left {
            assert!(fs::symlink_metadata(home.path().join(name)).is_err(), "{name}");
        }
        assert!(fs::symlink_metadata(link).is_err() && elsewhere.path().join("file").exists());
        for name in others.iter().chain([&name]) {
            assert!(home.path().join(name).exists(), "{name}");
        }
    }
}
