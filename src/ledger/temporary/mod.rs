//! Temporary files and folders beside their final places, and removal of those of killed processes.
//!
//! Their names identify the owner: `.seeddb-PID-START-PLACE-BOOT-RANDOM`, with the process id, the
//! start of the process (in clock ticks since boot), a hash of the host and the process id
//! namespace, and a hash of the boot, without which a process id is meaningless in a folder shared
//! by several machines or containers, even of one name. Creating one first removes those of dead
//! processes from the same folder. A name from another boot may belong to another machine of the
//! same name: it is removed if it was unchanged since this machine started and for a day.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile, TempDir, TempPath};

pub use placed::{InTheWay, Move, moves, put_all, replace};

#[cfg(all(test, unix))]
pub(crate) use placed::tests as power;
#[cfg(test)]
pub(crate) mod failing;
mod placed;

const PREFIX: &str = ".seeddb-";
/// The maximum length of a chain of symbolic links, as on Linux.
const MOST_LINKS: usize = 40;

/// The minimum age of an unchanged file of another boot before it is removed.
const IDLE: Duration = Duration::from_secs(24 * 60 * 60);

/// The prefix of the names that this process makes.
static OWN: LazyLock<String> = LazyLock::new(|| {
    let start = start(process::id()).unwrap_or_default();
    let (place, boot) = place().unwrap_or_default();
    format!("{PREFIX}{}-{start}-{place}-{boot}-", process::id())
});

static CLEARED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// Returns the folder that a path is in.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Resolves symbolic links on the way to a file, which need not exist.
pub fn target_of(path: &Path) -> PathBuf {
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

/// Creates a file in `folder` with these permissions, less the umask.
///
/// # Errors
/// The folder cannot be written.
pub fn file(folder: &Path, permissions: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    clear(folder);
    builder(permissions, 0o666).tempfile_in(folder).map_err(unnamed)
}

/// Creates a file in `folder` that only its owner may read.
///
/// # Errors
/// The folder cannot be written.
pub fn private_file(folder: &Path) -> io::Result<NamedTempFile> {
    clear(folder);
    Builder::new().prefix(OWN.as_str()).tempfile_in(folder).map_err(unnamed)
}

/// Creates a folder in `folder`.
///
/// # Errors
/// The folder cannot be written.
pub fn folder(folder: &Path) -> io::Result<TempDir> {
    clear(folder);
    builder(None, 0o777).tempdir_in(folder).map_err(unnamed)
}

/// Moves a finished file to its place. An existing file is kept, with an error of kind
/// `AlreadyExists`: the system checks and moves in one step, so no file is ever replaced. A file
/// that cannot be moved stays where it is.
///
/// # Errors
/// Something is at that place; the folder cannot be written.
pub fn put(file: &Path, place: &Path) -> io::Result<()> {
    let file = TempPath::try_from_path(file)?;
    file.persist_noclobber(place).map_err(|error| {
        // Dropping its path would remove the file.
        let _ = error.path.keep();
        unnamed(error.error)
    })
}

/// Fails for a file that cannot be replaced because it is a separate mount: a bind mount of one
/// file, as in containers.
///
/// # Errors
/// [`ResourceBusy`](io::ErrorKind::ResourceBusy).
pub fn expect_replaceable(file: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};

        let told = statx(CWD, file, AtFlags::empty(), StatxFlags::BASIC_STATS);
        let is_mount =
            |told: rustix::fs::Statx| told.stx_attributes.contains(StatxAttributes::MOUNT_ROOT);
        if told.is_ok_and(is_mount) {
            let words = "this one file is mounted there by itself, so no other can take its place; where its folder is mounted as a whole, one can";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
        }
    }
    let _ = file;
    Ok(())
}

/// Exchanges two files in one step: both names exist at all times.
///
/// # Errors
/// One of them is missing; the system or file system cannot do that. Nothing is changed then.
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

/// Removes the name of the temporary file from an error, since users do not know it. Errors of a
/// [`NamedTempFile`] all contain such a name.
pub fn unnamed(error: io::Error) -> io::Error {
    let words = error.to_string();
    match words.split_once(" at path \"") {
        Some((words, path)) if path.contains(PREFIX) => {
            io::Error::new(error.kind(), words.to_owned())
        }
        _ => error,
    }
}

/// Returns a builder with these permissions; `None` means those of new files, `usual` on Unix.
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

/// Removes files left by dead processes from a folder, once per process. Failures are harmless.
pub fn clear(folder: &Path) {
    let key = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    if !CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(key) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(|name| is_left(name, &entry.path())) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = entry.path();
            let _ = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Whether this is one of our names, and its process is known to be dead.
fn is_left(name: &str, path: &Path) -> bool {
    let Some(owner) = name.strip_prefix(PREFIX) else { return false };
    let parts: Vec<&str> = owner.split('-').collect();
    let [process, begin, its_place, its_boot, _] = parts[..] else { return false };
    let (Ok(process), Ok(begin)) = (process.parse::<u32>(), begin.parse::<u64>()) else {
        return false;
    };
    let Some((_, boot)) = place().filter(|(place, _)| begin > 0 && place == its_place) else {
        return false;
    };
    if boot != its_boot {
        return is_idle(path).unwrap_or(false);
    }
    // Process 1 always runs. If it cannot be seen, others may be hidden too.
    start(1).is_some() && start(process) != Some(begin)
}

/// Whether a file, or everything in a folder, was unchanged since this machine started and for a
/// day. `None` if unknown.
fn is_idle(path: &Path) -> Option<bool> {
    let data = fs::symlink_metadata(path).ok()?;
    let up = fs::read_to_string("/proc/uptime").ok()?;
    let up = Duration::try_from_secs_f64(up.split(' ').next()?.parse().ok()?).ok()?;
    if data.modified().ok()?.elapsed().ok()? < up.max(IDLE) {
        return Some(false);
    }
    if !data.is_dir() {
        return Some(true);
    }
    let mut entries = fs::read_dir(path).ok()?;
    Some(entries.all(|entry| entry.is_ok_and(|entry| is_idle(&entry.path()) == Some(true))))
}

/// Returns the start of a process: the 22nd field of its `stat`. `None` without it or `/proc`.
fn start(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the name in parentheses, which may contain anything.
    stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

/// Returns hashes of host and process id namespace, and of the boot.
fn place() -> Option<(String, String)> {
    let host = fs::read("/proc/sys/kernel/hostname").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    let both = [&host, namespace.as_os_str().as_encoded_bytes()].concat();
    let boot = fs::read("/proc/sys/kernel/random/boot_id").ok()?;
    let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex()[..8].to_owned();
    Some((hash(&both), hash(&boot)))
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::time::SystemTime;

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
        assert!(name.starts_with(&*OWN) && !is_left(&name, own.path()));

        let (id, (place, boot)) = (process::id(), place().unwrap());
        let here = format!("{place}-{boot}");
        // From a machine with this name, or from this one before its last boot.
        let earlier = format!("{place}-00000000");
        let begin = start(id).unwrap();
        // Greater than any process id on Linux.
        let dead = 5_000_000;
        let left = [
            format!("{PREFIX}{dead}-{begin}-{here}-abcdef"),
            // The process id was reused.
            format!("{PREFIX}{id}-{}-{here}-abcdef", begin + 1),
            format!("{PREFIX}{id}-{begin}-{earlier}-idle"),
            format!("{PREFIX}{id}-{begin}-{earlier}-folder"),
        ];
        let others = [
            format!("{PREFIX}{id}-{begin}-{here}-abcdef"),
            format!("{PREFIX}{dead}-{begin}-00000000-{boot}-abcdef"),
            format!("{PREFIX}{dead}-{begin}-{earlier}-abcdef"),
            format!("{PREFIX}{dead}-{begin}-{earlier}-within"),
            format!("{PREFIX}{dead}-0-{here}-abcdef"),
            format!("{PREFIX}{dead}-{begin}-{here}"),
            format!("{PREFIX}{dead}-{begin}-{here}-abcdef-"),
            format!("{PREFIX}abcdef"),
            format!("seeddb-{dead}-{begin}-{here}-abcdef"),
        ];
        for name in left.iter().chain(&others) {
            fs::write(home.path().join(name), "").unwrap();
        }
        // A non-empty folder, and a link to a folder that must stay.
        fs::remove_file(home.path().join(&left[1])).unwrap();
        fs::create_dir_all(home.path().join(&left[1]).join("more")).unwrap();
        let old = SystemTime::now() - Duration::from_secs(40 * 365 * 24 * 60 * 60);
        let age = |path: &Path| fs::File::open(path).unwrap().set_modified(old).unwrap();
        age(&home.path().join(&left[2]));
        for (folder, is_old) in [(&left[3], true), (&others[3], false)] {
            let folder = home.path().join(folder);
            fs::remove_file(&folder).unwrap();
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("new.redb"), "").unwrap();
            if is_old {
                age(&folder.join("new.redb"));
            }
            age(&folder);
        }
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
