//! [`OutputFolder`]: the folder of `--out`, for files under names that the server chooses. Existing
//! files are never replaced.

use std::io::{self, Write as _};
use std::path::PathBuf;

use axum::http::StatusCode;
use jiff::{Timestamp, tz::TimeZone};
use tempfile::NamedTempFile;

use super::Settings;
use super::problem::Problem;
use crate::temporary::{self, Move};

/// The kinds of files, with which their names begin.
const KINDS: [&str; 3] = ["book", "export", "proof"];

#[derive(Clone)]
pub(super) struct OutputFolder(PathBuf);

/// Returns a new name for a file of this kind, without extension: `proof-20270131-5f0c2b7e`.
pub(super) fn name(kind: &str) -> Result<String, Problem> {
    let day = Timestamp::now().to_zoned(TimeZone::UTC).strftime("%Y%m%d");
    let random = getrandom::u32().map_err(|_| Problem::internal())?;
    Ok(format!("{kind}-{day}-{random:08x}"))
}

/// Whether a name has the form of the server's files: lower-case letters and digits in words joined
/// by hyphens, and one extension.
fn is_own(name: &str) -> bool {
    let Some((stem, ending)) = name.split_once('.') else { return false };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let kind = stem.split('-').next().unwrap_or_default();
    KINDS.contains(&kind)
        && stem.chars().all(|c| is_plain(c) || c == '-')
        && !ending.is_empty()
        && ending.chars().all(is_plain)
}

impl OutputFolder {
    /// Returns the folder, or a problem with advice if the server has none.
    pub fn of(settings: &Settings) -> Result<Self, Problem> {
        settings.out.clone().map(Self).ok_or_else(|| {
            let words = "this server writes no files: start it with `--out FOLDER`";
            Problem::new(StatusCode::FORBIDDEN, "no-out", words)
        })
    }

    /// Returns a temporary file in the folder.
    pub fn begin(&self) -> Result<NamedTempFile, Problem> {
        temporary::file(&self.0, None).map_err(|error| Problem::of_writing(&error))
    }

    /// Renames complete files: all of them, or none.
    pub fn put(&self, files: &[(String, NamedTempFile)]) -> Result<(), Problem> {
        let place = |(name, file): &(String, NamedTempFile)| Move {
            from: file.path().to_owned(),
            to: self.0.join(name),
            over: false,
        };
        let moves: Vec<Move> = files.iter().map(place).collect();
        temporary::put_all(&moves).map_err(|(_, error)| Problem::of_writing(&error))
    }

    /// Writes files under temporary names, and renames them when all are complete.
    pub fn write<'a>(
        &self,
        files: impl Iterator<Item = (String, &'a [u8])>,
    ) -> Result<(), Problem> {
        let mut whole = Vec::new();
        for (name, data) in files {
            let mut file = self.begin()?;
            let written = file.write_all(data);
            written.map_err(|error| Problem::of_writing(&temporary::unnamed(error)))?;
            whole.push((name, file));
        }
        self.put(&whole)
    }

    /// Returns the content of a file. Names cannot lead out of the folder, and links are not
    /// followed.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Problem> {
        let read = || {
            let path = self.0.join(name);
            let is_file = is_own(name) && path.symlink_metadata()?.is_file();
            if is_file { std::fs::read(path) } else { Err(io::ErrorKind::NotFound.into()) }
        };
        read().map_err(|error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => {
                let words = "the server has written no file of this name, or it was taken away";
                Problem::missing("no-such-file", words)
            }
            _ => Problem::internal(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_servers_own() {
        for kind in KINDS {
            let name = name(kind).unwrap();
            assert!(is_own(&format!("{name}-2-solutions.pdf")), "{name}");
        }
        for other in [
            "",
            ".",
            "..",
            "book",
            "book.",
            "book-1",
            "../book-1.pdf",
            "book-1/../x.pdf",
            "book-1.pdf/",
            "book-1\\x.pdf",
            "notes.txt",
            ".book.pdf",
            "Book-1.pdf",
            "book-1.PDF",
            "book-1.tar.gz",
            "book-\0.pdf",
            "/book-1.pdf",
            "seeds.redb",
            "book-é.pdf",
        ] {
            assert!(!is_own(other), "{other:?}");
        }
    }

    /// Existing files are not replaced, and only regular files are read.
    #[test]
    fn what_is_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = OutputFolder(folder.path().to_owned());
        let write =
            |data: &'static [u8]| shelf.write([("book-1.pdf".to_owned(), data)].into_iter());
        write(b"one").unwrap();
        assert!(write(b"two").is_err());
        assert_eq!(shelf.read("book-1.pdf").unwrap(), b"one");
        std::fs::create_dir(folder.path().join("book-2.pdf")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("book-3.pdf")).unwrap();
        for name in ["book-2.pdf", "book-3.pdf", "book-4.pdf", "../book-1.pdf"] {
            assert_eq!(shelf.read(name).unwrap_err().status(), StatusCode::NOT_FOUND, "{name}");
        }
        // Files that could not be renamed are removed.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2 + usize::from(cfg!(unix)));
    }
}
