//! The words of the page, a file for each of the languages that books have.

use std::collections::BTreeMap;
use std::io;

use crate::export::book::Language;

/// The words of a language by their names.
pub type Words = BTreeMap<String, String>;

/// Those of a language.
pub fn words(language: Language) -> io::Result<Words> {
    toml::from_str(language_file!(language)).map_err(io::Error::other)
}
