//! [`Files`]: several files in a folder or a zip file; all of them appear, or none.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, bail};
use seeddb_export::Archive;
use seeddb_ledger::temporary::{self, InTheWay, Move};
use tempfile::TempDir;

use super::{Failure, Interrupted, Output, Scratch, interrupt, protected};

/// Bytes of a zip file copied between two checks for an interrupt.
const COPIED: u64 = 1 << 20;

/// Files that wait to be moved to their target.
pub struct Files {
    target: Target,
    /// Whether existing files may be replaced.
    force: bool,
    /// The names so far in lower case, as some file systems ignore case.
    taken: HashSet<String>,
    names: Vec<String>,
    /// The names of files that may replace existing ones.
    over: HashSet<String>,
}

enum Target {
    /// A folder, with a temporary folder inside or beside it for the files.
    Folder {
        waiting: TempDir,
        folder: PathBuf,
    },
    Zip {
        zip: Box<Archive<Scratch>>,
        failure: Failure,
        output: Output,
    },
}

impl Files {
    pub fn folder(folder: &Path, force: bool) -> anyhow::Result<Self> {
        protected::check(folder)?;
        let cure =
            || format!("cannot write into {} (choose another folder with -o)", folder.display());
        let place = if folder.is_dir() {
            folder.to_owned()
        } else if fs::symlink_metadata(folder).is_ok() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory)).with_context(cure);
        } else {
            temporary::folder_of(folder).to_owned()
        };
        let waiting = temporary::folder(&place).with_context(cure)?;
        Ok(Self::new(Target::Folder { waiting, folder: folder.to_owned() }, force))
    }

    pub fn zip(path: &Path, force: bool) -> anyhow::Result<Self> {
        protected::check(path)?;
        let output = Output::open(Some(path), force)?;
        // Writing a zip file needs seeking, which a pipe does not support.
        let scratch = Scratch::new().context("cannot make a temporary file")?;
        let failure = scratch.failure();
        let zip = Box::new(Archive::new(scratch));
        Ok(Self::new(Target::Zip { zip, failure, output }, force))
    }

    fn new(target: Target, force: bool) -> Self {
        Self { target, force, taken: HashSet::new(), names: Vec::new(), over: HashSet::new() }
    }

    /// Adds a file; its name must be valid on every file system.
    ///
    /// # Errors
    /// [`Interrupted`]: no file appears then, and the temporary files are removed when `self` is
    /// dropped. Two files of one name; files that cannot be written.
    pub fn add(&mut self, name: &str, data: &[u8]) -> anyhow::Result<()> {
        go_on()?;
        if !self.taken.insert(name.to_lowercase()) {
            bail!(
                "two files would be called {name}: put {{number}} and {{batch}}, or {{id}}, into --name"
            );
        }
        match &mut self.target {
            Target::Folder { waiting, folder } => {
                let cannot = || format!("cannot write {}", folder.join(name).display());
                let file = waiting.path().join(name);
                fs::create_dir_all(temporary::folder_of(&file)).with_context(cannot)?;
                fs::write(file, data).with_context(cannot)?;
            }
            Target::Zip { zip, failure, .. } => {
                let added = zip.add(name, data);
                failure.take().map_or(added, Err).with_context(no_scratch)?;
            }
        }
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Adds a file to a folder, with a name that may contain folders, unless it exists with equal
    /// bytes. If it is `own`, it may replace an existing file. Returns whether it was added.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn update(&mut self, name: &str, data: &[u8], own: bool) -> anyhow::Result<bool> {
        if let Target::Folder { folder, .. } = &self.target
            && fs::read(folder.join(name)).is_ok_and(|is| is == data)
        {
            go_on()?;
            return Ok(false);
        }
        self.add(name, data)?;
        if own {
            self.over.insert(name.to_owned());
        }
        Ok(true)
    }

    /// Moves all files to their target.
    ///
    /// # Errors
    /// [`Interrupted`]; existing files, without `force`; files that cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        go_on()?;
        match self.target {
            Target::Folder { waiting, folder } => {
                let may = |name: &str| self.force || self.over.contains(name);
                place(waiting.path(), &folder, &self.names, &may)
            }
            Target::Zip { zip, mut output, .. } => {
                let file = zip.finish().and_then(Scratch::into_file);
                let file = file.with_context(no_scratch)?;
                let mut file = BufReader::with_capacity(1 << 16, file);
                while io::copy(&mut file.by_ref().take(COPIED), &mut output)? > 0 {
                    go_on()?;
                }
                output.finish()
            }
        }
    }
}

/// The error for a temporary zip file that cannot be written.
fn no_scratch() -> String {
    format!("cannot write a temporary file in {}", std::env::temp_dir().display())
}

/// Moves the `waiting` files into `folder`, all of them or none. Files that `may` returns true for
/// replace existing ones.
fn place(
    waiting: &Path,
    folder: &Path,
    names: &[String],
    may: &dyn Fn(&str) -> bool,
) -> anyhow::Result<()> {
    let cure = || format!("cannot write into {}", folder.display());
    protected::check(folder)?;
    if !folder.exists() {
        // The temporary folder stands beside the target and is renamed to it.
        let moves = [Move { from: waiting.into(), to: folder.into(), over: true }];
        return temporary::put_all(&moves).map_err(|(_, error)| error).with_context(cure);
    }
    names.iter().try_for_each(|name| protected::check(&folder.join(name)))?;
    let moves = match temporary::moves(waiting, folder, names, may) {
        Ok(moves) => moves,
        Err(InTheWay::Link(link)) => {
            bail!("{} is a link, and files would go elsewhere: nothing was written", link.display())
        }
        Err(InTheWay::There(there)) => {
            let others = match there.len() - 1 {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            bail!(
                "{}{others} there already: --force replaces them, nothing was written",
                there[0].display()
            );
        }
    };
    go_on()?;
    temporary::put_all(&moves).map_err(|(at, error)| {
        Error::new(error).context(format!("cannot write {}", moves[at].to.display()))
    })
}

fn go_on() -> anyhow::Result<()> {
    if interrupt::interrupted() { Err(Interrupted("no file was written").into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name =
            |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn all_files_appear_or_none() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("out");
        let mut files = Files::folder(&folder, false).unwrap();
        files.add("a.txt", b"1").unwrap();
        assert!(!folder.exists());
        drop(files);
        assert!(names(home.path()).is_empty());

        let mut files = Files::folder(&folder, false).unwrap();
        files.add("a.txt", b"1").unwrap();
        files.add("b.txt", b"2").unwrap();
        files.finish().unwrap();
        assert_eq!(names(&folder), ["a.txt", "b.txt"]);
        assert_eq!(names(home.path()), ["out"]);

        let mut files = Files::folder(&folder, false).unwrap();
        files.add("c.txt", b"3").unwrap();
        files.add("b.txt", b"3").unwrap();
        let words = files.finish().unwrap_err().to_string();
        assert!(words.contains("b.txt") && words.contains("--force"), "{words}");
        assert_eq!(names(&folder), ["a.txt", "b.txt"]);

        let mut files = Files::folder(&folder, true).unwrap();
        files.add("b.txt", b"3").unwrap();
        files.finish().unwrap();
        assert_eq!(fs::read(folder.join("b.txt")).unwrap(), b"3");
        assert_eq!(names(&folder), ["a.txt", "b.txt"]);
    }

    /// Links inside a folder are not followed, even by files that may replace existing ones.
    #[cfg(unix)]
    #[test]
    fn links_in_a_folder_are_not_followed() {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir().unwrap();
        let (folder, elsewhere) = (home.path().join("out"), home.path().join("elsewhere"));
        fs::create_dir_all(&elsewhere).unwrap();
        fs::create_dir_all(&folder).unwrap();
        fs::write(elsewhere.join("a.txt"), b"mine").unwrap();
        symlink(&elsewhere, folder.join("2027")).unwrap();
        symlink(elsewhere.join("a.txt"), folder.join("a.txt")).unwrap();
        let write = |name: &str, force| {
            let mut files = Files::folder(&folder, force)?;
            files.add(name, b"new")?;
            files.finish()
        };
        for (name, force, words) in [
            ("2027/a.txt", true, "is a link, and files would go elsewhere"),
            ("2027/01/b.txt", false, "is a link, and files would go elsewhere"),
            ("a.txt", false, "--force"),
        ] {
            let told = write(name, force).unwrap_err().to_string();
            assert!(told.contains(words), "{told}");
        }
        write("a.txt", true).unwrap();
        assert_eq!(fs::read(folder.join("a.txt")).unwrap(), b"new");
        assert_eq!(names(&elsewhere), ["a.txt"]);
        assert_eq!(fs::read(elsewhere.join("a.txt")).unwrap(), b"mine");
    }

    #[test]
    fn names_differ_in_more_than_capitals() {
        let home = tempfile::tempdir().unwrap();
        let mut files = Files::folder(home.path(), false).unwrap();
        files.add("Ä.txt", b"").unwrap();
        let words = files.add("ä.txt", b"").unwrap_err().to_string();
        assert!(words.contains("--name"), "{words}");
    }

    #[test]
    fn a_zip_file_is_the_same_again() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out.zip");
        let write = |force| {
            let mut files = Files::zip(&path, force)?;
            files.add("a.txt", b"1")?;
            files.add("b.txt", &[b'2'; 9_999])?;
            files.finish()?;
            anyhow::Ok(fs::read(&path)?)
        };
        let first = write(false).unwrap();
        assert!(write(false).unwrap_err().to_string().contains("--force"));
        assert_eq!(first, write(true).unwrap());
        let mut zip = zip::ZipArchive::new(io::Cursor::new(first)).unwrap();
        let modified = zip.by_name("b.txt").unwrap().last_modified().unwrap();
        assert_eq!(modified.year(), 1980);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_told_at_once() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("file"), b"").unwrap();
        for folder in [home.path().join("missing/out"), home.path().join("file")] {
            let words = format!("{:#}", Files::folder(&folder, false).err().unwrap());
            assert!(words.contains("cannot write") && words.contains("-o"), "{words}");
            assert!(!words.contains(".seeddb-"), "a temporary name: {words}");
        }
    }
}
