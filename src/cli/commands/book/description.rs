//! [`Description`]: a book from `book.toml` and from flags, which come before what it says.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use seeddb::database::{BookFile, Error, Places};
use seeddb::record::Book;
use seeddb::symmetry::Id;

use crate::cli::terminal::cure::typed;
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::small;

#[derive(Default)]
pub struct Description {
    pub book: BookFile,
    name: String,
    folder: PathBuf,
    text: String,
    /// Puzzles of these files instead, which are in no ledger.
    pub from_file: Vec<PathBuf>,
    /// Puzzles of the batches, each with the one that takes its place.
    pub replace: Vec<(Id, Id)>,
    /// The book on record that is made again.
    pub again: Option<u32>,
}

impl Description {
    /// Reads `book.toml`. Fonts lie relative to it.
    ///
    /// # Errors
    /// With the line and the key.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let is_toml = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        let mut all = Self { name, folder, text, ..Self::default() };
        match all.take(&toml::Table::new()) {
            Err(_) if !is_toml => refuse(format!(
                "{} does not describe a book; puzzles of your own are given as `--from-file {}`",
                all.name,
                typed(path)
            )),
            done => done.map(|()| all),
        }
    }

    /// As it was when the book was made.
    ///
    /// # Errors
    /// There is no such book, or its record does not say how it was made.
    pub fn of_book(globals: &Globals, book: u32) -> anyhow::Result<Self> {
        let (Book { description: text, .. }, batches) = globals.database()?.book_on_record(book)?;
        if text.is_empty() {
            let batches: Vec<String> = batches.iter().map(u32::to_string).collect();
            return refuse(format!(
                "the record of book {book} does not say how it was made: `--batch {}` and the layout of then make it again",
                batches.join(",")
            ));
        }
        let name = format!("the record of book {book}");
        let mut all = Self { name, text, again: Some(book), ..Self::default() };
        all.take(&toml::Table::new())?;
        Ok(all)
    }

    /// The folder that files which it names lie in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads the text again, with these values before its own.
    pub fn take(&mut self, given: &toml::Table) -> anyhow::Result<()> {
        let book = BookFile::parse_with(&self.text, given);
        self.book = book.map_err(|error| anyhow!(error.of(&self.name)))?;
        let content = &mut self.book.content;
        for font in [&mut content.font, &mut content.bold_font].into_iter().flatten() {
            *font = self.folder.join(&font);
        }
        Ok(())
    }

    /// The error with the place of the first of these keys that is in the file.
    pub fn at(&self, keys: &[&str], error: impl Into<anyhow::Error>) -> anyhow::Error {
        self.with(self.book.places.of(keys), error.into())
    }

    pub fn told(&self, error: Error) -> anyhow::Error {
        self.with(self.book.place_of(&error), error.into())
    }

    fn with(&self, place: Option<&str>, error: anyhow::Error) -> anyhow::Error {
        match place {
            Some(place) => error.context(format!("{}, {place}", self.name)),
            None => error,
        }
    }
}

/// What was given comes in place of what is there, and nothing in the file is to blame for it any more.
pub fn replace<T>(places: &mut Places, key: &str, place: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *place = given;
        places.forget(key);
    }
}

/// [`replace`] for a value that may be missing.
pub fn replace_any<T>(places: &mut Places, key: &str, place: &mut Option<T>, given: Option<T>) {
    replace(places, key, place, given.map(Some));
}
