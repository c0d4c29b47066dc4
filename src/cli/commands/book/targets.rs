//! [`Targets`]: the files of a book, opened before any work and moved to their targets at the end.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::terminal::{Output, ending, is_folder, protected, refuse, refuse_terminal};

/// The default name of a book's file.
const NAME: &str = "book.pdf";

/// The names of the files in order: each volume, followed by its answers if they are separate; then
/// the covers.
pub struct Targets(Vec<PathBuf>);

/// A document beside the book.
#[derive(Clone, Copy)]
pub enum Beside<'a> {
    /// The document does not exist.
    Not,
    /// A document with a given name.
    Named(&'a Path),
    /// A document named after the book, with this suffix before the extension.
    As(&'static str),
}

impl<'a> Beside<'a> {
    /// A document if `is` is true, with the given name or named after the book.
    pub fn of(is: bool, name: Option<&'a Path>, ending: &'static str) -> Self {
        if is { name.map_or(Self::As(ending), Self::Named) } else { Self::Not }
    }
}

impl Targets {
    /// The names `book.pdf`, `book-solutions.pdf` and `book-cover.pdf`; for several volumes
    /// `book-1.pdf`, `book-1-solutions.pdf` and so on. `output` is a file or a folder, `name` the
    /// file in the folder. Other names without a folder lie beside the book.
    ///
    /// # Errors
    /// More than one file for stdout; one name for two files.
    pub fn new(
        output: Option<&Path>,
        name: Option<&Path>,
        [answers, cover]: [Beside<'_>; 2],
        volumes: u32,
    ) -> anyhow::Result<Self> {
        let name = name.unwrap_or(Path::new(NAME));
        let book = match output {
            None => name.to_owned(),
            Some(folder) if is_folder(folder) => folder.join(name),
            Some(path) => path.to_owned(),
        };
        protected::check(&book)?;
        if let Some(told) = ending::of(Some(&book))
            && told != "pdf"
        {
            return refuse(format!("a book is a pdf, no {told}: let the name end in .pdf"));
        }
        if let Beside::Named(cover) = cover {
            protected::check(cover)?;
        }
        if let Beside::Named(cover) = cover
            && let Some(told) = ending::of(Some(cover)).filter(|told| told != "pdf")
        {
            return refuse(format!("a cover is a pdf, no {told}: let the name end in .pdf"));
        }
        if is_stdout(&book) {
            refuse_terminal("pdf", None)?;
        }
        let is_alone = matches!((answers, cover, volumes), (Beside::Not, Beside::Not, 1));
        if is_stdout(&book) && !is_alone {
            return refuse("stdout takes one file: name a file or a folder with -o");
        }
        if let Beside::Named(cover) = cover
            && is_stdout(cover)
        {
            return refuse("stdout takes one file: give the cover a name");
        }
        let width = volumes.to_string().len();
        let numbered = |path: &Path, volume: u32| match volumes {
            1 => path.to_owned(),
            _ => longer(path, &format!("-{volume:0width$}")),
        };
        let beside = |other: Beside<'_>, volume: u32| match other {
            Beside::Not => None,
            Beside::As(ending) => Some(longer(&numbered(&book, volume), ending)),
            Beside::Named(path) if path.components().count() == 1 => {
                Some(numbered(&book.with_file_name(path), volume))
            }
            Beside::Named(path) => Some(numbered(path, volume)),
        };
        let books = (1..=volumes).flat_map(|volume| {
            std::iter::once(numbered(&book, volume)).chain(beside(answers, volume))
        });
        let covers = (1..=volumes).filter_map(|volume| beside(cover, volume));
        let (mut seen, files) = (HashSet::new(), books.chain(covers).collect::<Vec<_>>());
        if !files.iter().all(|path| seen.insert(path)) {
            return refuse("solutions or cover would overwrite the book: give them another name");
        }
        Ok(Self(files))
    }

    pub fn refuse(&self, report: &Path) -> anyhow::Result<()> {
        if self.0.iter().any(|path| path == report) {
            return refuse("the report would overwrite the book: give it another name");
        }
        Ok(())
    }

    /// Refuses equal file names in different folders, since their pictures would have equal names
    /// too.
    pub fn refuse_same_stems(&self) -> anyhow::Result<()> {
        let mut seen = HashSet::new();
        if !self.0.iter().all(|path| seen.insert(path.file_stem())) {
            return refuse(
                "the pictures of two files would have one name: give solutions or cover another name than the book",
            );
        }
        Ok(())
    }

    pub fn names(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|path| path.display().to_string())
    }

    /// Opens all files; creates their folder if its parent exists. Existing files are refused
    /// without `force`.
    pub fn open(&self, force: bool) -> anyhow::Result<Opened> {
        // Declared before the files, which are dropped first: the folder must be empty by then.
        let mut opened = Opened { files: Vec::new(), folder: None };
        let folder = self.0.first().and_then(|path| path.parent());
        folder.map_or(Ok(()), protected::check)?;
        if let Some(folder) =
            folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        {
            let made = fs::create_dir(folder);
            made.with_context(|| {
                format!("cannot make the folder {} (choose another with -o)", folder.display())
            })?;
            opened.folder = Some(Made(folder.to_owned()));
        }
        for path in &self.0 {
            opened.files.push(Output::open(Some(path), force)?);
        }
        Ok(opened)
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn longer(path: &Path, more: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(more);
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// The files under temporary names. Dropped without `finish`, they are removed, and so is a folder
/// created for them.
pub struct Opened {
    files: Vec<Output>,
    folder: Option<Made>,
}

impl Opened {
    /// Writes the documents, one per file, and then moves all of them and the report to their
    /// targets, or none.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish<'a>(
        mut self,
        documents: impl Iterator<Item = &'a [u8]>,
        report: Option<Output>,
    ) -> anyhow::Result<()> {
        for (file, document) in self.files.iter_mut().zip(documents) {
            file.write_all(document)?;
            file.flush()?;
        }
        Output::finish_all(report.into_iter().chain(self.files))
    }
}

struct Made(PathBuf);

impl Drop for Made {
    fn drop(&mut self) {
        // Fails, as intended, if the folder is not empty.
        let _ = fs::remove_dir(&self.0);
    }
}
