//! [`Words`]: what is said in a book, in its language.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Table, Value};

use super::{BookError, Language, Plan};

/// The words of a language: a file of `words/`, where a plan's own words may stand in for any.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Words {
    pub title: String,
    pub contents: String,
    pub rules: String,
    pub rules_text: String,
    pub solutions: String,
    pub hints: String,
    pub hints_text: String,
    one_puzzle: String,
    puzzles: String,
    numbers: String,
    puzzle: String,
    solution: String,
    pub example: String,
    link: String,
    pub emblem: String,
    /// Levels and techniques.
    terms: BTreeMap<String, String>,
}

impl Words {
    /// The words of a plan.
    pub fn of(plan: &Plan) -> Result<Self, BookError> {
        let wrong = |words: String| BookError::Words(words);
        let mut table: Table = file(plan.language).parse().map_err(|e| wrong(format!("{e}")))?;
        for (name, words) in &plan.words {
            let place = if table.get(name).is_some_and(Value::is_str) {
                table.get_mut(name)
            } else {
                let terms = table.get_mut("terms").and_then(Value::as_table_mut);
                terms.and_then(|terms| terms.get_mut(name))
            };
            let unknown = || {
                let names = table_names(plan.language);
                wrong(format!("{name:?} is no name of a word: take one of {names}"))
            };
            *place.ok_or_else(unknown)? = Value::String(words.clone());
        }
        table.try_into().map_err(|error: toml::de::Error| wrong(error.message().into()))
    }

    /// A level or a technique; others as they are.
    pub fn term<'a>(&'a self, term: &'a str) -> &'a str {
        self.terms.get(term).map_or(term, String::as_str)
    }

    pub fn count(&self, n: usize) -> String {
        if n == 1 { self.one_puzzle.clone() } else { self.puzzles.replace("{n}", &n.to_string()) }
    }

    pub fn numbers(&self, from: u32, to: u32) -> String {
        self.numbers.replace("{from}", &from.to_string()).replace("{to}", &to.to_string())
    }

    /// A puzzle, to be read aloud.
    pub fn puzzle(&self, n: u32, cells: &str) -> String {
        self.puzzle.replace("{n}", &n.to_string()).replace("{cells}", cells)
    }

    /// A solution, to be read aloud.
    pub fn solution(&self, n: u32, cells: &str) -> String {
        self.solution.replace("{n}", &n.to_string()).replace("{cells}", cells)
    }

    /// A link, to be read aloud.
    pub fn link(&self, n: u32, url: &str) -> String {
        self.link.replace("{n}", &n.to_string()).replace("{url}", url)
    }
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

/// The names of all words that can be replaced.
fn table_names(language: Language) -> String {
    let table: Table = file(language).parse().unwrap_or_default();
    let terms = table.get("terms").and_then(Value::as_table);
    let names = table.iter().filter(|(_, value)| value.is_str()).map(|(name, _)| name);
    names.chain(terms.into_iter().flat_map(Table::keys)).cloned().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::LADDER;

    const ALL: [Language; 5] =
        [Language::En, Language::De, Language::Fr, Language::Es, Language::Ja];

    #[test]
    fn every_language_has_every_word() {
        let english = Words::of(&Plan::default()).unwrap();
        for language in ALL {
            let words = Words::of(&Plan { language, ..Plan::default() }).unwrap();
            assert_eq!(
                words.terms.keys().collect::<Vec<_>>(),
                english.terms.keys().collect::<Vec<_>>()
            );
            for technique in LADDER.into_iter().flatten() {
                assert!(words.terms.contains_key(technique.name()), "{technique:?}");
            }
            assert!(words.numbers(3, 17).contains("17") && words.numbers(3, 17).contains('3'));
            assert!(words.count(40).contains("40") && !words.count(1).contains('{'));
            for spoken in [words.puzzle(7, "12."), words.solution(7, "12."), words.link(7, "12.")] {
                assert!(spoken.contains('7') && spoken.contains("12."), "{spoken}");
            }
        }
    }

    #[test]
    fn words_of_ones_own() {
        let mut plan = Plan::default();
        plan.words.insert("solutions".into(), "Answers".into());
        plan.words.insert("easy".into(), "Gentle".into());
        let words = Words::of(&plan).unwrap();
        assert_eq!((&words.solutions[..], words.term("easy")), ("Answers", "Gentle"));
        assert_eq!(words.term("diabolic"), "diabolic");
        for name in ["answers", "terms"] {
            let plan = Plan { words: [(name.into(), "x".into())].into(), ..Plan::default() };
            let error = Words::of(&plan).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("solutions"), "{error}");
        }
    }
}
