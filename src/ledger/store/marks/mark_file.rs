//! Files of marks: read from any version; written atomically, even across a power cut, by one
//! process at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::super::file::{permissions_of, put_beside, side};
use super::mark::Mark;
use crate::temporary;

/// The maximum length read, in bytes; written marks have less than 10,000.
const LONGEST: u64 = 64 << 10;
/// The maximum wait for the lock of a folder, whose holder only writes a small file.
const WAIT: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_micros(200);

/// The content of a mark's path.
pub(super) enum MarkFile {
    Nothing,
    /// Something unreadable: damaged, no file, or another program's.
    Unread,
    Mark(Mark),
}

/// Reads a mark. A place that may not be read counts as empty.
pub(super) fn read(place: &Path) -> MarkFile {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    match fs::symlink_metadata(place) {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | PermissionDenied) => {
            MarkFile::Nothing
        }
        // Includes a dangling link.
        _ => {
            let mark = text(place).ok().and_then(|text| Mark::of_text(&text));
            mark.map_or(MarkFile::Unread, MarkFile::Mark)
        }
    }
}

/// Returns the readable marks of a folder, with their paths.
pub(super) fn all(folder: &Path) -> Vec<(Mark, PathBuf)> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let marks = files.filter(|path| path.extension().is_some_and(|end| end == "mark"));
    let read = |place: PathBuf| match read(&place) {
        MarkFile::Mark(mark) => Some((mark, place)),
        MarkFile::Nothing | MarkFile::Unread => None,
    };
    marks.filter_map(read).collect()
}

fn text(place: &Path) -> io::Result<String> {
    // Reading a pipe would block.
    if !fs::metadata(place)?.is_file() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = String::new();
    File::open(place)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// Merges a mark into the existing one, which is not rewritten if it includes the mark; `anew`
/// replaces it. A mark beside a file gets the permissions of `database`.
pub(super) fn write(
    place: &Path,
    database: Option<&Path>,
    mark: &Mark,
    anew: bool,
) -> io::Result<()> {
    if let Some(database) = database.filter(|path| side(path, "mark") == place) {
        return put_beside(database, |folder| {
            put(place, mark, anew, || temporary::file(folder, permissions_of(database)))
        });
    }
    let folder = temporary::folder_of(place);
    fs::create_dir_all(folder)?;
    put(place, mark, anew, || temporary::private_file(folder))
}

fn put(
    place: &Path,
    mark: &Mark,
    anew: bool,
    new: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<()> {
    let _lock = lock(temporary::folder_of(place));
    let mark = match read(place) {
        MarkFile::Mark(before) if !anew && before.identity == mark.identity => {
            let merged = mark.clone().merged(before.clone());
            if merged == before {
                return Ok(());
            }
            merged
        }
        _ => mark.clone(),
    };
    let mut file = new()?;
    file.write_all(mark.to_text().as_bytes())?;
    temporary::replace(file, place)
}

/// Locks a folder of marks until dropped; `None` where folders cannot be locked or the lock is not
/// released in time: a slightly outdated mark is better than none.
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::super::mark::Seen;
    use super::*;

    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use crate::store::Identity;
    use crate::temporary::failing::{Failing, fails, sound};
    use crate::temporary::power::{lose_power, watch};

    #[test]
    fn a_power_cut_leaves_the_old_or_the_new_mark() {
        let mark = |issued| {
            let seen = Seen { id: 1, token: 7, issued, begun: None };
            Mark { batches: vec![seen], ..Mark::new(Identity(3)) }
        };
        for rng_seed in 0..40 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let cut = Failing::PowerCut(rng_seed);
            // No failure affects the last call, since the power is cut after it.
            for at in 1..=3 {
                for failing in [Failing::NoRoom, Failing::Once, Failing::Gone, cut] {
                    let what = format!("{failing:?} at {at}, RNG seed {rng_seed}");
                    let home = tempfile::tempdir().unwrap();
                    let place = home.path().join("db.mark");
                    let has_old = rng_seed % 2 == 0;
                    if has_old {
                        write(&place, None, &mark(1), true).unwrap();
                    }
                    watch(home.path());
                    fails(failing, at);
                    let done = write(&place, None, &mark(2), true);
                    assert_eq!(sound().min(at), at.min(2), "{what}: calls");
                    assert_eq!(done.is_ok(), at == 3, "{what}: {done:?}");
                    assert_eq!(
                        fs::read_dir(home.path()).unwrap().count(),
                        usize::from(has_old || at == 3),
                        "{what}"
                    );
                    lose_power(rng);
                    match read(&place) {
                        MarkFile::Mark(found) => {
                            assert!(found == mark(if at == 3 { 2 } else { 1 }), "{what}");
                        }
                        MarkFile::Nothing => assert!(!has_old && at < 3, "{what}"),
                        MarkFile::Unread => panic!("{what}: damaged"),
                    }
                }
            }
        }
    }
}
