//! [`Source`]: where in `book.toml` each key stands, for words about what is wrong.

use std::collections::BTreeMap;

use seeddb::database::{Error, place_in};
use seeddb::export::book::BookError;
use seeddb::export::drawing::FontError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::cli::terminal::exit::UsageError;

/// The keys of a file that no flag came before.
#[derive(Default)]
pub struct Source {
    /// By their names, `theme.digit` for those of tables, in the order of the file: where they stand, and what they say.
    keys: Vec<(String, String, Option<String>)>,
}

impl Source {
    /// The keys of a file called `name`.
    pub fn new(name: &str, text: &str, all: &DeTable<'_>) -> Self {
        let mut found = BTreeMap::new();
        collect("", all, &mut found);
        let told = |(at, (key, value))| (key, format!("{name}{}", place(text, at)), value);
        Self { keys: found.into_iter().map(told).collect() }
    }

    /// A flag comes before this key.
    pub fn forget(&mut self, key: &str) {
        let below = format!("{key}.");
        self.keys.retain(|(known, ..)| known != key && !known.starts_with(&below));
    }

    /// The error with the place of the first of these keys that is in the file.
    pub fn at(&self, keys: &[&str], error: anyhow::Error) -> anyhow::Error {
        let places = keys.iter().filter_map(|key| self.find(|known, _| known == *key));
        with(places.into_iter().next(), error)
    }

    /// The error with the place of the key that it is about, if it is about one in the file.
    pub fn blame(&self, error: anyhow::Error) -> anyhow::Error {
        let key = |key: &str| self.find(|known, _| known == key);
        let layout = match error.downcast_ref() {
            Some(Error::Layout(error)) => Some(error),
            _ => None,
        };
        let place = match layout {
            Some(BookError::Layout { keys, .. }) => keys.iter().find_map(|name| key(name)),
            Some(BookError::Words { key: name, .. }) => key(&format!("words.{name}")),
            Some(BookError::Label(label)) => {
                self.find(|known, value| known.ends_with("label") && value == Some(label))
            }
            Some(BookError::Qr(_)) => key("qr.url"),
            Some(BookError::Font(
                FontError::Missing(character, _) | FontError::Script(character, _),
            )) => self
                .find(|_, value| value.is_some_and(|value| value.contains(*character)))
                .or_else(|| key("language"))
                .or_else(|| key("font")),
            None if error.is::<UsageError>() => key("volumes"),
            _ => None,
        };
        with(place, error)
    }

    fn find(&self, is: impl Fn(&str, Option<&String>) -> bool) -> Option<&str> {
        let found = self.keys.iter().find(|(key, _, value)| is(key, value.as_ref()));
        found.map(|(_, place, _)| &place[..])
    }
}

/// What was given comes in place of what is there, and nothing in the file is to blame for it any more.
pub fn replace<T>(source: &mut Source, key: &str, place: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *place = given;
        source.forget(key);
    }
}

/// [`replace`] for a value that may be missing.
pub fn replace_any<T>(source: &mut Source, key: &str, place: &mut Option<T>, given: Option<T>) {
    replace(source, key, place, given.map(Some));
}

fn with(place: Option<&str>, error: anyhow::Error) -> anyhow::Error {
    match place {
        Some(place) => error.context(place.to_owned()),
        None => error,
    }
}

type Keys = BTreeMap<usize, (String, Option<String>)>;

/// Adds the keys of a table and of those in it; what they say, if it is text.
fn collect(above: &str, table: &DeTable<'_>, found: &mut Keys) {
    for (key, value) in table {
        let name = format!("{above}{}", key.get_ref());
        let text = value.get_ref().as_str().map(str::to_owned);
        below(&name, value, found);
        found.insert(key.span().start, (name, text));
    }
}

fn below(name: &str, value: &Spanned<DeValue<'_>>, found: &mut Keys) {
    match value.get_ref() {
        DeValue::Table(table) => collect(&format!("{name}."), table, found),
        DeValue::Array(values) => values.iter().for_each(|value| below(name, value, found)),
        _ => {}
    }
}

/// The line of a place in the file and the key that stands there: `, line 3, size`.
pub fn place(text: &str, at: usize) -> String {
    let (line, key) = place_in(text, at);
    let key = key.map(|key| format!(", {key}")).unwrap_or_default();
    format!(", line {line}{key}")
}
