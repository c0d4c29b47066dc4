//! [`Description`]: a book described by `book.toml` and by flags, which take precedence.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use seeddb_core::record::Book;
use seeddb_core::symmetry::Id;
use seeddb_database::{BookFile, Error, Places};

use crate::terminal::{Globals, refuse, small, typed};

#[derive(Default)]
pub struct Description {
    pub book: BookFile,
    name: String,
    folder: PathBuf,
    text: String,
    /// Files whose puzzles are used instead, outside the ledger.
    pub from_file: Vec<PathBuf>,
    /// Puzzles of the batches, each with its replacement.
    pub replace: Vec<(Id, Id)>,
    /// The recorded book to make again.
    pub again: Option<u32>,
}

impl Description {
    /// Reads `book.toml`. Paths of fonts are relative to its folder.
    ///
    /// # Errors
    /// Errors name the line and the key.
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

    /// The description with which a recorded book was made.
    ///
    /// # Errors
    /// The book does not exist, or its record has no description.
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

    /// The folder that paths in the description are relative to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Parses the text again, with values that override its own.
    pub fn take(&mut self, given: &toml::Table) -> anyhow::Result<()> {
        let book = BookFile::parse_with(&self.text, given);
        self.book = book.map_err(|error| anyhow!(error.of(&self.name)))?;
        let content = &mut self.book.content;
        for font in [&mut content.font, &mut content.bold_font].into_iter().flatten() {
            *font = self.folder.join(&font);
        }
        Ok(())
    }

    /// Adds to an error the position of the first of these keys in the file.
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

/// Replaces a value by a given one; errors no longer point at the key in the file then.
pub fn replace<T>(places: &mut Places, key: &str, place: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *place = given;
        places.forget(key);
    }
}

/// Like [`replace`], for a value that may be missing.
pub fn replace_any<T>(places: &mut Places, key: &str, place: &mut Option<T>, given: Option<T>) {
    replace(places, key, place, given.map(Some));
}
