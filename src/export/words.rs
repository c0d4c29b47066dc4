//! What is said in books, of steps, on pages and on sites: a file of `words/` for each language, with a table for each of these.

use std::io;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use toml::Table;

use super::book::Language;

/// A table of the file of a language.
///
/// # Errors
/// A file that has no such table of words.
pub(crate) fn words<T: DeserializeOwned>(language: Language, name: &str) -> io::Result<T> {
    static FILES: [OnceLock<Table>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    let file = FILES[language as usize].get_or_init(|| {
        let text = match language {
            Language::En => include_str!("words/en.toml"),
            Language::De => include_str!("words/de.toml"),
            Language::Fr => include_str!("words/fr.toml"),
            Language::Es => include_str!("words/es.toml"),
            Language::Ja => include_str!("words/ja.toml"),
        };
        text.parse().unwrap_or_default()
    });
    let table = file.get(name).cloned().unwrap_or_else(|| Table::new().into());
    table.try_into().map_err(io::Error::other)
}
