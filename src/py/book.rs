//! Books, and their files.

use std::io;
use std::path::{Path, PathBuf};

use seeddb::database::{BookFile, BookOptions, Control, Database, Error, Record};
use seeddb::export::book::Images;
use seeddb::export::drawing::{Font, Fonts};
use serde_json::Value;

use super::errors::Failure;
use super::files;

/// The largest number of volumes of a book.
const MOST_VOLUMES: u32 = 999;

/// The largest size of a font, in bytes.
const MOST_FONT: u64 = 64 << 20;

/// A book to be made.
pub struct Job {
    pub path: PathBuf,
    pub book: BookFile,
    /// The folder of the book's description; its paths of fonts and pictures are relative to it.
    pub folder: PathBuf,
    pub options: BookOptions,
    pub force: bool,
}

impl Job {
    /// Makes the book and its files; returns its report.
    pub fn run(self, database: &Database, control: &Control) -> Result<Value, Failure> {
        let Self { path, book, folder, mut options, force } = self;
        if options.volumes > MOST_VOLUMES {
            return Err(format!("a book has at most {MOST_VOLUMES} volumes").into());
        }
        // The message of an error begins with its place in the description.
        let told = |error: Error| match book.place_of(&error).filter(|place| !place.is_empty()) {
            Some(place) => Failure::Placed(place.to_owned(), Box::new(error)),
            None => Failure::Database(error),
        };
        let images = Images::read(&options.plan, &folder);
        options.plan.images = images.map_err(|error| told(error.into()))?;
        let fonts = fonts(&book, &folder)?;
        let stem = path.with_extension("");
        let names = options.files(&stem.file_name().unwrap_or_default().to_string_lossy());
        let paths: Vec<PathBuf> = names.iter().map(|name| path.with_file_name(name)).collect();
        let is_written = options.record != Record::Never;
        if is_written {
            files::check(&paths, force)?;
            // A folder that cannot be written is reported before anything is drawn.
            drop(seeddb::temporary::file(seeddb::temporary::folder_of(&path), None)?);
        }
        database.check_book(&options, &fonts).map_err(told)?;
        let bound = database.book(&options, &fonts, control).map_err(told)?;
        let mut made = bound.told(names);
        let is_out_of_rule = bound.is_out_of_rule() && options.record != Record::Always;
        if is_written && is_out_of_rule {
            return Err(Failure::AgainstRules(made["documents"].take()));
        }
        let written: Vec<_> = if is_written {
            paths.iter().map(|path| path.display().to_string()).collect()
        } else {
            Vec::new()
        };
        made["files"] = written.into();
        made["proof"] = options.plan.proof.into();
        if is_written {
            let write = |data| move |out: &mut dyn io::Write| out.write_all(data);
            let written = files::write(paths.into_iter().zip(bound.files().map(write)), force);
            written.map_err(|error| {
                let batch = bound.batch.as_ref();
                let kept = batch.map(|batch| format!("; the puzzles are batch {}", batch.id));
                io::Error::new(error.kind(), format!("{error}{}", kept.unwrap_or_default()))
            })?;
        }
        Ok(made)
    }
}

/// Reads the fonts that a book names, or returns those of the package.
fn fonts(book: &BookFile, folder: &Path) -> Result<Fonts, Failure> {
    let read = |path: &Path| {
        let path = folder.join(path);
        let cannot = |words: String| format!("cannot use the font {}: {words}", path.display());
        let size = path.metadata().map_err(|error| cannot(error.to_string()))?.len();
        if size > MOST_FONT {
            return Err(cannot("it is too large".to_owned()));
        }
        let data = std::fs::read(&path).map_err(|error| cannot(error.to_string()))?;
        Font::new(data).map_err(|error| cannot(error.to_string()))
    };
    let mut fonts = Fonts::bundled().map_err(|error| error.to_string())?;
    let content = &book.content;
    if let Some(path) = &content.font {
        fonts.regular = read(path)?;
        fonts.bold = fonts.regular.clone();
    }
    if let Some(path) = &content.bold_font {
        fonts.bold = read(path)?;
    }
    Ok(fonts)
}
