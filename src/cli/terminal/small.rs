//! Small files that are read into memory: level tables, descriptions of books, fonts.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The greatest size of a TOML file, in bytes.
pub const MOST_TOML: u64 = 1 << 20;
/// The greatest size of a font, in bytes.
pub const MOST_FONT: u64 = 64 << 20;

/// The bytes of a regular file.
///
/// # Errors
/// The file cannot be read, is no regular file (a device may have no end, and a pipe may never
/// begin), or has more than `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let told = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "there is no such file"),
        _ => error,
    };
    let kind = fs::metadata(path).map_err(told)?.file_type();
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    read_from(File::open(path)?, most)
}

/// The text of a regular file.
///
/// # Errors
/// The errors of [`read`], and text that is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read(path, most)?)
}

/// The text of stdin.
///
/// # Errors
/// Stdin cannot be read, has more than `most` bytes, or is not UTF-8.
pub fn read_stdin(most: u64) -> io::Result<String> {
    text(read_from(io::stdin().lock(), most)?)
}

fn read_from(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut data = Vec::new();
    source.take(most + 1).read_to_end(&mut data)?;
    if data.len() as u64 > most {
        let words = format!("it is larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
    }
    Ok(data)
}

fn text(data: Vec<u8>) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(data).map_err(not_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_kind_and_a_limit() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        fs::write(&path, vec![b'a'; 1 << 20]).unwrap();
        assert_eq!(read_text(&path, 1 << 20).unwrap().len(), 1 << 20);
        fs::write(&path, vec![b'a'; (1 << 20) + 1]).unwrap();
        let words = |path: &Path| read_text(path, 1 << 20).unwrap_err().to_string();
        assert_eq!(words(&path), "it is larger than 1 MiB");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(words(&path), "it is not UTF-8 text");
        assert!(words(home.path()).contains("directory"));
        #[cfg(unix)]
        assert_eq!(words(Path::new("/dev/zero")), "it is no regular file");
    }
}
