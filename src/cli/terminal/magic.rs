//! Recognition of databases by the first bytes of their files.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The first bytes of every redb file.
pub const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Whether a path is a regular file that begins like a database.
pub fn is_database(path: &Path) -> bool {
    let mut begin = [0; MAGIC.len()];
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        && File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok()
        && begin == MAGIC
}
