//! [`Output`]: the destination of a command's data.
//!
//! A target file appears complete or not at all: data is written to a temporary file beside it,
//! which is renamed at the end. It is opened before any work, so that a folder without write access
//! changes nothing. A database is never a target ([`protected`]), neither on opening nor on
//! renaming. Every command keeps an existing file unless `--force` is given.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use seeddb_ledger::temporary::{self, Move};
use tempfile::NamedTempFile;

use super::{is_packed, protected};

pub struct Output {
    name: String,
    sink: Destination,
}

enum Destination {
    Stdout(BufWriter<Stdout>),
    /// A device or a pipe, written directly.
    Direct(BufWriter<File>),
    /// A temporary file, which is removed if it is dropped without `finish`.
    Replace {
        file: Body,
        target: PathBuf,
        /// Whether an existing file may be replaced.
        over: bool,
    },
}

/// The content of a file: plain or compressed.
enum Body {
    Plain(BufWriter<NamedTempFile>),
    Packed(Box<GzEncoder<BufWriter<NamedTempFile>>>),
}

impl Body {
    fn new(file: BufWriter<NamedTempFile>, target: &Path) -> Self {
        if is_packed(Some(target)) {
            Self::Packed(Box::new(GzEncoder::new(file, Compression::default())))
        } else {
            Self::Plain(file)
        }
    }

    /// The file with all data written.
    fn whole(self) -> io::Result<NamedTempFile> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Packed(packed) => packed.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

impl Write for Body {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Packed(packed) => packed.write(bytes),
        }
    }

    /// Flushing early would change compressed bytes, and nobody sees the file before its end.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Packed(_) => Ok(()),
        }
    }
}

impl Output {
    pub fn stdout() -> anyhow::Result<Self> {
        #[cfg(unix)]
        protected::check_open("stdout", io::stdout())?;
        let sink = Destination::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()));
        Ok(Self { name: "stdout".to_owned(), sink })
    }

    /// Opens `path`; `None` and `-` mean stdout. An existing file is an error unless `force` is
    /// set.
    pub fn open(path: Option<&Path>, force: bool) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Self::stdout();
        };
        protected::check(path)?;
        let is_file =
            fs::symlink_metadata(path).is_ok_and(|data| data.is_file() || data.is_symlink());
        if !force && is_file && fs::metadata(path).map_or(true, |data| data.is_file()) {
            bail!(
                "{} is there already: choose another name, or replace it with --force",
                path.display()
            );
        }
        let name = path.display().to_string();
        let cure = || format!("cannot write {name} (choose another path)");
        let sink = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory)).with_context(cure);
            }
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(path).with_context(cure)?;
                Destination::Direct(BufWriter::new(file))
            }
            // A symbolic link stays, and its target is replaced. Replacing needs write access to
            // the old file.
            Ok(metadata) => {
                File::options().append(true).open(path).with_context(cure)?;
                let target = fs::canonicalize(path).with_context(cure)?;
                let file = beside(&target, Some(metadata.permissions())).with_context(cure)?;
                Destination::Replace { file: Body::new(file, path), target, over: force }
            }
            Err(_) => {
                let file = beside(path, None).with_context(cure)?;
                Destination::Replace {
                    file: Body::new(file, path),
                    target: path.to_owned(),
                    over: force,
                }
            }
        };
        Ok(Self { name, sink })
    }

    /// Writes the remaining data and moves the file to its target.
    pub fn finish(self) -> anyhow::Result<()> {
        Self::finish_all([self])
    }

    /// Writes the remaining data of several outputs and moves their files: all of them, or none.
    pub fn finish_all(outputs: impl IntoIterator<Item = Self>) -> anyhow::Result<()> {
        let (mut names, mut files, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        for mut output in outputs {
            output.flush()?;
            if let Destination::Replace { file, target, over } = output.sink {
                // A database may have been created since the file was opened.
                protected::check(&target)?;
                let file = file.whole().with_context(|| format!("cannot write {}", output.name))?;
                let file = file.into_temp_path();
                moves.push(Move { from: file.to_path_buf(), to: target, over });
                files.push(file);
                names.push(output.name);
            }
        }
        temporary::put_all(&moves)
            .map_err(|(at, error)| Error::new(error).context(format!("cannot write {}", names[at])))
    }

    /// Whether the output is a file that appears at the end.
    pub const fn is_file(&self) -> bool {
        matches!(self.sink, Destination::Replace { .. })
    }

    /// Ends without a file; other outputs keep the data written so far.
    pub fn discard(mut self) -> anyhow::Result<()> {
        if self.is_file() { Ok(()) } else { Ok(self.flush()?) }
    }

    /// Calls [`Self::finish`] if the data is complete, else [`Self::discard`].
    pub fn finish_if(self, is_whole: bool) -> anyhow::Result<()> {
        if is_whole { self.finish() } else { self.discard() }
    }

    /// Adds the name of the output to an error of its writer.
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let name = &self.name;
        result.map_err(|error| {
            let error = temporary::unnamed(error);
            io::Error::new(error.kind(), format!("cannot write {name}: {error}"))
        })
    }
}

/// Whether data written to this path is lost.
pub fn keeps_nothing(path: &Path) -> bool {
    path == Path::new("/dev/null")
}

/// A temporary file in the folder of `target`, with the given permissions or those of a new file.
fn beside(
    target: &Path,
    permissions: Option<fs::Permissions>,
) -> io::Result<BufWriter<NamedTempFile>> {
    let file = temporary::file(temporary::folder_of(target), permissions)?;
    Ok(BufWriter::with_capacity(1 << 16, file))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Destination::Stdout(out) => out.write(bytes),
            Destination::Direct(out) => out.write(bytes),
            Destination::Replace { file, .. } => file.write(bytes),
        };
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.sink {
            Destination::Stdout(out) => out.flush(),
            Destination::Direct(out) => out.flush(),
            Destination::Replace { file, .. } => file.flush(),
        };
        self.named(flushed)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        let mut output = Output::open(Some(&path), false).unwrap();
        output.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(output);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

        let mut output = Output::open(Some(&path), false).unwrap();
        output.write_all(b"whole").unwrap();
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        let mut output = Output::open(Some(&path), false).unwrap();
        output.write_all(b"late").unwrap();
        fs::write(&path, "first").unwrap();
        assert!(output.finish().is_err());
        let error = Output::open(Some(&path), false).err().unwrap();
        assert!(error.to_string().contains("is there already"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        let mut output = Output::open(Some(&path), true).unwrap();
        output.write_all(b"third").unwrap();
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"third");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_packed_file_unpacks_to_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt.gz");
        let mut output = Output::open(Some(&path), false).unwrap();
        output.write_all(b"one\n").unwrap();
        output.flush().unwrap();
        output.write_all(b"two\n").unwrap();
        output.finish().unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }

    #[test]
    fn an_unwritable_place_is_told_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("missing/out.txt"), folder.path().to_owned()] {
            let error = Output::open(Some(&path), false).err().unwrap();
            let words = format!("{error:#}");
            assert!(words.contains("cannot write") && words.contains("another path"), "{words}");
            assert!(!words.contains(".seeddb-"), "a temporary name: {words}");
        }
    }
}
