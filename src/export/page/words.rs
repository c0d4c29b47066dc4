//! The words of the page, and those of steps.

use std::collections::BTreeMap;
use std::io;

use crate::book::{Language, step_words};
use seeddb_core::logic::StepWords;

/// The words of a language by their names.
pub type Words = BTreeMap<String, String>;

pub fn words(language: Language) -> io::Result<Words> {
    let mut words: Words = crate::words::words(language, "page")?;
    let StepWords { row, column, boxed, is, removes, .. } = step_words(language)?;
    let steps =
        [("row", row), ("column", column), ("box", boxed), ("is", is), ("removes", removes)];
    words.extend(steps.map(|(name, text)| (name.to_owned(), text)));
    Ok(words)
}
