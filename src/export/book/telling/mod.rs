//! The words of steps in the languages of books. The English ones are [`StepWords::english`], which
//! `explain` prints.

use std::io;

use super::Language;
use crate::words::words;
use seeddb_core::logic::StepWords;

/// Returns the words of steps in a language; techniques keep their English names.
///
/// # Errors
/// The language's file of words is invalid.
pub fn step_words(language: Language) -> io::Result<StepWords> {
    match language {
        Language::En => Ok(StepWords::english().clone()),
        other => words(other, "steps"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use seeddb_core::board::Puzzle;
    use seeddb_core::logic::{Ladder, Walk};

    /// In every language, the text of each kind of step has the cells, digits and house numbers of
    /// the English text.
    #[test]
    fn every_language_says_the_same() {
        let said = |text: &str| -> BTreeSet<String> {
            let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
            let is_value = |part: &&str| part.chars().any(|c| c.is_ascii_digit());
            parts.filter(is_value).map(str::to_owned).collect()
        };
        let mut techniques = BTreeSet::new();
        for line in [
            "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...",
            "6....9.54.9..57..8......3....8.1..4.....7.....7..3.5....1......7..18..6.53.4....1",
            "....3...61......3.7.26.......6...2..3..9..1...4.....9...8.7.5...1..4.6.....21..4.",
        ] {
            let walk = Walk::new(&Ladder::default(), &Puzzle::new(&line.parse().unwrap()).unwrap());
            for step in walk.steps() {
                techniques.insert(step.technique());
                let english = step.to_string();
                assert_eq!(step.told(&step_words(Language::En).unwrap()), english);
                for language in Language::ALL.into_iter().skip(1) {
                    let words = step_words(language).unwrap();
                    let told = step.told(&words);
                    assert_eq!(said(&told), said(&english), "{told}: {english}");
                    assert!(!told.contains('{'), "{told}");
                    let (own, other) = (step.reason_told(&words), step.reason());
                    assert_eq!(own.as_deref().map(said), other.as_deref().map(said), "{own:?}");
                    assert!(own.is_none_or(|own| !own.contains('{')), "{other:?}");
                }
            }
        }
        assert!(techniques.len() >= 7, "{techniques:?}");
    }
}
