//! The words around the player, a file for each of the languages that it has.

use std::io;

use crate::book::Language;
use crate::page::Words;

/// Those of a language.
pub(super) fn words(language: Language) -> io::Result<Words> {
    toml::from_str(language_file!(language)).map_err(io::Error::other)
}
