//! What lies beside a database: one folder `PATH.seeddb`, with the newest state that was seen of it (`mark`), who has it (`holder`), and
//! a ticket for each who waits for it.
//!
//! Other files in that folder stay as they are, and so does a file, or a link to one, in its place: then nothing lies beside the
//! database. Who made the folder removes it when it is empty.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::temporary;

static MADE: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// The folder of what lies beside `database`: beside the file itself, whatever links lead there.
pub fn side_folder(database: &Path) -> PathBuf {
    let mut name = OsString::from(temporary::target_of(database));
    name.push(".seeddb");
    PathBuf::from(name)
}

/// The path of the file of this name that lies beside `database`.
pub(in crate::store) fn side(database: &Path, name: &str) -> PathBuf {
    side_folder(database).join(name)
}

/// Who may read and write what lies beside `database`: those who may read and write it. As in
/// `chmod`; without a meaning where there are no such modes.
pub(in crate::store) fn mode_of(database: &Path) -> u32 {
    #[cfg(unix)]
    if let Ok(metadata) = fs::metadata(database) {
        return std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o666 | 0o600;
    }
    let _ = database;
    0o600
}

/// The same as permissions, where there are such modes.
pub(in crate::store) fn permissions_of(database: &Path) -> Option<fs::Permissions> {
    #[cfg(unix)]
    let permissions = Some(std::os::unix::fs::PermissionsExt::from_mode(mode_of(database)));
    #[cfg(not(unix))]
    let permissions = {
        let _ = database;
        None
    };
    permissions
}

/// Has `write` put something into the folder beside `database`, which is made if it is not there. Again, if whoever made it has just
/// removed it.
pub(in crate::store) fn put_beside<T>(
    database: &Path,
    mut write: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<T> {
    let folder = side_folder(database);
    let mut times = 0..3;
    loop {
        make(&folder, mode_of(database))?;
        match write(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && times.next().is_some() => {}
            written => return written,
        }
    }
}

/// Makes the folder for those who may use a file of this mode.
#[cfg_attr(not(unix), allow(unused_variables, unused_mut))]
fn make(folder: &Path, mode: u32) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    // Who may read or write the file may look into the folder.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode | (mode & 0o444) >> 2);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        created => {
            created?;
            MADE.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
            Ok(())
        }
    }
}

/// Removes a file from the folder beside a database, and the folder if that was the last one in it.
pub(super) fn remove(path: &Path) {
    // What cannot be removed is stale, which harms nobody.
    let _ = fs::remove_file(path);
    let folder = temporary::folder_of(path);
    if MADE.lock().unwrap_or_else(PoisonError::into_inner).contains(folder) {
        let _ = fs::remove_dir(folder);
    }
}
