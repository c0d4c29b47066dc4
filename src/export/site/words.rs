//! The words around the player, a file for each of the languages that it has.

use std::io;

use crate::export::book::Language;
use crate::export::page::Words;

/// Those of a language.
pub(super) fn words(language: Language) -> io::Result<Words> {
    toml::from_str(file(language)).map_err(io::Error::other)
}

const fn file(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("words/en.toml"),
        Language::De => include_str!("words/de.toml"),
        Language::Fr => include_str!("words/fr.toml"),
        Language::Es => include_str!("words/es.toml"),
        Language::Ja => include_str!("words/ja.toml"),
    }
}
