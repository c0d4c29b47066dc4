//! [`Own`]: a language from a user's file, which has every word that English has.

use std::collections::BTreeSet;

use seeddb_core::rating::levels::meant;
use toml::{Table, Value};

use super::Language;
use super::plural::{CATEGORIES, holds};

/// A validated file of words.
#[derive(PartialEq, Debug)]
pub struct Own {
    tag: String,
    file: Table,
}

impl Eq for Own {}

impl Own {
    pub(super) fn tag(&self) -> &str {
        &self.tag
    }

    pub(super) const fn file(&self) -> &Table {
        &self.file
    }
}

/// An error in a file of words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordsError {
    /// The file is no TOML.
    #[error("it is no TOML: {0}")]
    NoToml(String),
    /// The tables or words that the file lacks.
    #[error("it lacks {}", .0.join(", "))]
    Lacks(Vec<String>),
    /// An unknown key.
    #[error("there is no word {name}{}", .meant.as_ref().map_or(String::new(), |own| format!("; did you mean {own}?")))]
    Unknown {
        /// The key, with its tables before it.
        name: String,
        /// A similar valid key.
        meant: Option<String>,
    },
    /// A value that is no text, or an empty text.
    #[error("{0} is to be {1}")]
    Kind(String, &'static str),
    /// A placeholder that the word lacks, or an unknown one.
    #[error("{0}: {1}")]
    Places(String, String),
    /// An invalid plural rule.
    #[error(
        "{0}: {1:?} is no rule of plurals: write it as CLDR does, as \"i % 10 = 2..4 and i % 100 != 12..14\""
    )]
    Rule(String, String),
}

impl Language {
    /// Returns the language of a file of words. Its words are kept until the program ends.
    ///
    /// # Errors
    /// The first error in the file, with the names of the words.
    pub fn own(text: &str) -> Result<Self, WordsError> {
        let read = |text: &str| {
            text.parse::<Table>().map_err(|error| WordsError::NoToml(error.to_string()))
        };
        let (english, file) = (read(&Self::En.whole_text())?, read(text)?);
        compare(&english, &file, "", &forms(&file)?)?;
        let tag = file["language"]["tag"].as_str().unwrap_or_default().to_owned();
        if !tag.split('-').all(|part| (1..=8).contains(&part.len()) && part.is_ascii())
            || tag.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        {
            return Err(WordsError::Kind("language.tag".into(), "a tag of a language, as \"da\""));
        }
        Ok(Self::Own(Box::leak(Box::new(Own { tag, file }))))
    }
}

/// Returns the plural categories that the words of a file must have.
fn forms(file: &Table) -> Result<Vec<&str>, WordsError> {
    let mut forms = vec!["other"];
    let rules = file.get("language").and_then(|own| own.get("plurals")?.as_table());
    for (category, rule) in rules.into_iter().flatten() {
        let name = format!("language.plurals.{category}");
        if !CATEGORIES.contains(&&category[..]) {
            let near = meant(category, CATEGORIES.into_iter());
            return Err(WordsError::Unknown { name, meant: near.map(str::to_owned) });
        }
        let rule = rule.as_str().unwrap_or_default();
        if holds(rule, 0).is_none() {
            return Err(WordsError::Rule(name, rule.to_owned()));
        }
        forms.push(category);
    }
    Ok(forms)
}

/// Checks that `own` has the keys and placeholders of `english`.
fn compare(english: &Table, own: &Table, at: &str, forms: &[&str]) -> Result<(), WordsError> {
    let full = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    // Plurals have the forms of their own language.
    let has_forms = english.contains_key("other");
    let keys: Vec<&str> =
        if has_forms { forms.to_vec() } else { english.keys().map(String::as_str).collect() };
    if let Some(name) = own.keys().find(|name| !keys.contains(&&name[..])) {
        let near = meant(name, keys.iter().copied()).map(full);
        return Err(WordsError::Unknown { name: full(name), meant: near });
    }
    let lacks: Vec<_> =
        keys.iter().filter(|name| !own.contains_key(**name)).map(|name| full(name)).collect();
    if !lacks.is_empty() {
        return Err(WordsError::Lacks(lacks));
    }
    for (name, value) in own {
        let as_in_english = english.get(name).or_else(|| english.get("other"));
        match (as_in_english, value) {
            _ if full(name) == "language.plurals" && value.is_table() => {}
            (Some(Value::Table(english)), Value::Table(own)) => {
                compare(english, own, &full(name), forms)?;
            }
            (Some(Value::Table(_)), _) => return Err(WordsError::Kind(full(name), "a table")),
            (Some(Value::String(english)), Value::String(own)) => {
                if own.is_empty() && !english.is_empty() {
                    return Err(WordsError::Kind(full(name), "said in some words"));
                }
                let [wanted, found] = [english, own].map(|text| places(text));
                let wrong = |words| Err(WordsError::Places(full(name), words));
                if let Some(place) = found.difference(&wanted).next() {
                    return wrong(format!("nothing is put in the place of {{{place}}}"));
                }
                // Singular forms often omit the number.
                if let Some(place) = wanted.difference(&found).next().filter(|_| !has_forms) {
                    return wrong(format!("it has no {{{place}}}"));
                }
            }
            _ => return Err(WordsError::Kind(full(name), "a text")),
        }
    }
    Ok(())
}

/// Returns the names of the placeholders in a text.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).map(|part| part.split('}').next().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Plan, Words, check};
    use crate::drawing::Fonts;

    /// The file of each built-in language is valid as a user's file: it has every word with the
    /// same placeholders.
    #[test]
    fn every_language_has_every_word() {
        for language in Language::ALL {
            let own = Language::own(&language.whole_text());
            let own = own.unwrap_or_else(|error| panic!("{language}: {error}"));
            assert_eq!((own.tag(), own.name()), (language.tag(), language.name()));
        }
    }

    /// Returns each text with the names of its tables and its own.
    fn texts(table: &Table, at: &str) -> Vec<(String, String)> {
        let text = |(name, value): (&String, &Value)| match value {
            Value::Table(inner) => texts(inner, &format!("{at}.{name}")),
            value => vec![(format!("{at}.{name}"), value.as_str().unwrap().to_owned())],
        };
        table.iter().flat_map(text).collect()
    }

    /// Texts equal to English ones are single short words, such as *Link* or *X-wing*.
    #[test]
    fn no_english_is_left() {
        let english: Table = Language::En.whole_text().parse().unwrap();
        let english = texts(&english, "");
        for language in Language::ALL.into_iter().skip(1) {
            let file: Table = language.whole_text().parse().unwrap();
            let mut same = 0;
            for (name, text) in texts(&file, "") {
                let is_rule = name.starts_with(".language");
                if !is_rule && english.contains(&(name.clone(), text.clone())) {
                    let parts =
                        text.split('{').map(|part| part.split_once('}').unwrap_or(("", part)).1);
                    let said = parts.collect::<String>();
                    let letters = said.chars().filter(|c| c.is_alphabetic()).count();
                    assert!(letters <= 10, "{language}{name}: {text}");
                    same += usize::from(letters > 2);
                }
            }
            assert!(same < 20, "{language}: {same}");
        }
    }

    /// The bundled fonts have every character of a book's texts, or books in the language are
    /// refused.
    #[test]
    fn fonts_have_what_is_said() {
        let fonts = Fonts::bundled().unwrap();
        for language in Language::ALL {
            let file: Table = language.whole_text().parse().unwrap();
            let said = texts(&file, "").into_iter().filter(|(name, _)| {
                [".book", ".steps"].iter().any(|table| name.starts_with(table))
            });
            let missing: BTreeSet<char> = said
                .flat_map(|(_, text)| text.chars().filter(|c| *c != '\n').collect::<Vec<_>>())
                .filter(|&c| fonts.regular.glyph(c).is_none() || fonts.bold.glyph(c).is_none())
                .collect();
            let plan = Plan { language, ..Plan::default() };
            let refused = check(&plan, &fonts, &[("easy", 4)]).err();
            assert_eq!(missing.is_empty(), language != Language::Ja, "{language}: {missing:?}");
            assert_eq!(refused.is_some(), !missing.is_empty(), "{language}: {refused:?}");
            let told = refused.map_or(String::new(), |error| error.to_string());
            assert!(told.is_empty() || (told.contains('日') && told.contains("more")), "{told}");
        }
    }

    /// Polish has four plural forms, three of which apply to whole numbers.
    #[test]
    fn numbers_take_the_forms_of_their_language() {
        let told = |language, n| Words::of(&Plan { language, ..Plan::default() }).unwrap().count(n);
        for (n, words) in [
            (1, "1 łamigłówka"),
            (4, "4 łamigłówki"),
            (5, "5 łamigłówek"),
            (12, "12 łamigłówek"),
            (21, "21 łamigłówek"),
            (22, "22 łamigłówki"),
            (114, "114 łamigłówek"),
        ] {
            assert_eq!(told(Language::Pl, n), words);
        }
        assert_eq!([0, 1, 2].map(|n| told(Language::Fr, n)), ["0 grille", "1 grille", "2 grilles"]);
        assert_eq!(
            [0, 1, 2].map(|n| told(Language::En, n)),
            ["0 puzzles", "1 puzzle", "2 puzzles"]
        );
        assert_eq!(told(Language::Ja, 1), "1問");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let changed = |old: &str, new: &str| {
            let text = Language::Pl.whole_text();
            assert!(text.contains(old), "{old}");
            Language::own(&text.replacen(old, new, 1)).unwrap_err().to_string()
        };
        for (old, new, words) in [
            ("\nundo = ", "\nundoo = ", "there is no word page.undoo; did you mean page.undo?"),
            ("\nundo = ", "\n# ", "it lacks page.undo"),
            ("[site]", "[sites]", "there is no word sites; did you mean site?"),
            (
                "few = \"{n}",
                "fwe = \"{n}",
                "no word book.puzzles.fwe; did you mean book.puzzles.few?",
            ),
            ("few = \"v", "lots = \"v", "no word language.plurals.lots"),
            ("few = \"v", "few = \"about v", "is no rule of plurals"),
            ("\"Tom {n} z {of}\"", "\"Tom {n}\"", "book.volume: it has no {of}"),
            ("\"Tom {n} z {of}\"", "\"Tom {n} z {all}\"", "nothing is put in the place of {all}"),
            ("\"Tom {n} z {of}\"", "7", "book.volume is to be a text"),
            ("\"Tom {n} z {of}\"", "\"\"", "book.volume is to be said in some words"),
            ("tag = \"pl\"", "tag = \"pl>\"", "language.tag is to be a tag"),
            ("[language]", "[language", "it is no TOML"),
        ] {
            let told = changed(old, new);
            assert!(told.contains(words), "{told}");
        }
    }
}
