//! A mark as a file: read whatever lies there, written whole or not at all, by one process after the other.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::mark::Mark;
use crate::temporary;

/// The longest mark, in bytes; those that are written have less than 1,000.
const LONGEST: u64 = 64 << 10;
/// How long the lock of a folder is waited for at most: whoever has it writes a small file.
const WAIT: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_micros(200);

/// What lies in the place of a mark.
pub(super) enum Found {
    Nothing,
    Damaged,
    Mark(Mark),
}

/// Reads a mark.
pub(super) fn read(place: &Path) -> Found {
    match text(place) {
        Ok(text) => Mark::of_text(&text).map_or(Found::Damaged, Found::Mark),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Nothing,
        Err(_) => Found::Damaged,
    }
}

fn text(place: &Path) -> io::Result<String> {
    // A pipe would be waited for.
    if !fs::metadata(place)?.is_file() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = String::new();
    File::open(place)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// Adds a mark to the one that is there, or, with `anew`, puts it in its place. That of a file may be read by those who may read
/// the `database`.
pub(super) fn write(
    place: &Path,
    database: Option<&Path>,
    mark: &Mark,
    anew: bool,
) -> io::Result<()> {
    let folder = temporary::folder_of(place);
    let is_beside = database.is_some_and(|path| super::super::file::beside(path, ".mark") == place);
    if !is_beside {
        fs::create_dir_all(folder)?;
    }
    let _lock = lock(folder);
    let mark = match read(place) {
        Found::Mark(before) if !anew && before.identity == mark.identity => {
            mark.clone().merged(before)
        }
        _ => mark.clone(),
    };
    let mut file = match database.filter(|_| is_beside) {
        #[cfg(unix)]
        Some(database) => {
            let mode = super::super::file::mode_of(database);
            let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
            temporary::file(folder, Some(mode))
        }
        _ => temporary::private_file(folder),
    }?;
    file.write_all(mark.to_text().as_bytes())?;
    file.persist(place).map_err(|error| temporary::unnamed(error.error))?;
    Ok(())
}

/// Keeps others from the marks in a folder while it lives; none where folders have no locks, or somebody who has it does not go on: a
/// mark that is not as new as it could be is better than none.
fn lock(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) if start.elapsed() < WAIT => sleep(POLL),
            Err(_) => return None,
        }
    }
}
