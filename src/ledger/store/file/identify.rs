//! Identity of the file at a path, and a check that it is a redb file.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use super::fault::of_io;
use crate::store::StoreError;

/// The first bytes of every redb file.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// The identity of a file, independent of its path: device number and inode number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileId(u64, u64);

impl FileId {
    pub(super) fn of(path: &Path) -> Result<Self, StoreError> {
        #[cfg(unix)]
        let id = fs::metadata(path).map(|data| {
            use std::os::unix::fs::MetadataExt as _;
            Self(data.dev(), data.ino())
        });
        #[cfg(not(unix))]
        let id = winapi_util::Handle::from_path_any(path)
            .and_then(winapi_util::file::information)
            .map(|data| Self(data.volume_serial_number(), data.file_index()));
        id.map_err(|error| of_io(error, path))
    }
}

/// Whether both paths lead to the same existing file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((FileId::of(one), FileId::of(other)), (Ok(one), Ok(other)) if one == other)
}

pub(super) fn length(path: &Path) -> Result<u64, StoreError> {
    fs::metadata(path).map(|data| data.len()).map_err(|error| of_io(error, path))
}

/// Refuses anything that is not a redb file before redb opens it, with a clearer message.
pub(super) fn recognise(path: &Path) -> Result<(), StoreError> {
    let io = |error| of_io(error, path);
    let not = |what| Err(StoreError::NotADatabase { path: path.to_owned(), what });
    let kind = fs::metadata(path).map_err(io)?;
    if kind.is_dir() {
        return Err(StoreError::Folder(path.to_owned()));
    }
    if !kind.is_file() {
        return not("a device or a pipe");
    }
    let mut start = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(4096).read_to_end(&mut start).map_err(io)?;
    match start.as_slice() {
        [] => not("an empty file"),
        start if start.starts_with(MAGIC) => Ok(()),
        start if std::str::from_utf8(start).is_ok() => not("a text file"),
        _ => not("some other program's file"),
    }
}
