//! The side folder `PATH.seeddb` of a database, with the newest state seen of it (`mark`), the
//! process that has it (`holder`), and a ticket for each process that waits for it.
//!
//! Other files in that folder are left alone, and so is a file, or a link to one, in its place:
//! then there is no side folder. The process that created the folder removes it when it is empty.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::temporary;

static MADE: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// Returns the side folder of `database`, beside the file itself if the path is a link.
pub fn side_folder(database: &Path) -> PathBuf {
    let mut name = OsString::from(temporary::target_of(database));
    name.push(".seeddb");
    PathBuf::from(name)
}

/// Returns the path of a side file of `database`.
pub(in crate::store) fn side(database: &Path, name: &str) -> PathBuf {
    side_folder(database).join(name)
}

/// Returns the mode, as in `chmod`, for side files: read and write rights as for `database`.
/// Without meaning on systems without such modes.
pub(in crate::store) fn mode_of(database: &Path) -> u32 {
    #[cfg(unix)]
    if let Ok(metadata) = fs::metadata(database) {
        return std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o666 | 0o600;
    }
    let _ = database;
    0o600
}

/// Returns [`mode_of`] as permissions; `None` on systems without such modes.
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

/// Runs `write` on the side folder of `database`, creating the folder if needed; up to three more
/// times if another process removes it meanwhile.
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

/// Creates the side folder for users of a file of this mode.
#[cfg_attr(not(unix), allow(unused_variables, unused_mut))]
fn make(folder: &Path, mode: u32) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    // Users with rights to the file may list the folder.
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

/// Removes a side file, and its folder if this process created it and it is empty.
pub(super) fn remove(path: &Path) {
    // A file that cannot be removed is stale and harmless.
    let _ = fs::remove_file(path);
    let folder = temporary::folder_of(path);
    if MADE.lock().unwrap_or_else(PoisonError::into_inner).contains(folder) {
        let _ = fs::remove_dir(folder);
    }
}
