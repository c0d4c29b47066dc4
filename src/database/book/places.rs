//! [`Places`]: the positions of keys in the description of a book, for error messages.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::place_in;
use seeddb_export::book::BookError;
use seeddb_export::drawing::FontError;

/// The keys of a description, except overridden ones.
#[derive(Clone, Default, Debug)]
pub struct Places {
    /// Name (`theme.digit` for keys of tables), position, and value if text, in the order of the
    /// file.
    keys: Vec<(String, String, Option<String>)>,
}

impl Places {
    /// Collects the keys of a text; without `lines` their positions have no line.
    pub(super) fn new(text: &str, all: &DeTable<'_>, lines: bool) -> Self {
        let mut found = BTreeMap::new();
        collect("", all, &mut found);
        let told = |(at, (key, value))| (key, place(text, at, lines), value);
        Self { keys: found.into_iter().map(told).collect() }
    }

    /// Removes a key that something else, such as a flag, overrides.
    pub fn forget(&mut self, key: &str) {
        let below = format!("{key}.");
        self.keys.retain(|(known, ..)| known != key && !known.starts_with(&below));
    }

    /// Overrides values of the file.
    pub(super) fn overlay<'a>(&mut self, own: &mut DeTable<'a>, given: DeTable<'a>, above: &str) {
        for (key, value) in given {
            let (name, span) = (format!("{above}{}", key.get_ref()), value.span());
            let there = own.remove(key.get_ref().as_ref()).map(Spanned::into_inner);
            let value = match (there, value.into_inner()) {
                (Some(DeValue::Table(mut own)), DeValue::Table(given)) => {
                    self.overlay(&mut own, given, &format!("{name}."));
                    DeValue::Table(own)
                }
                (_, value) => {
                    self.forget(&name);
                    value
                }
            };
            own.insert(key, Spanned::new(span, value));
        }
    }

    /// Returns the position of the first of these keys that exists: `line 3, size`.
    pub fn of(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.find(|known, _| known == *key))
    }

    /// Returns the position of the key that a layout error is about.
    pub(super) fn of_layout(&self, error: &BookError) -> Option<&str> {
        match error {
            BookError::Layout { keys, .. } => self.of(keys),
            BookError::Words { key, .. } => self.of(&[&format!("words.{key}")]),
            BookError::Label(label) => {
                self.find(|known, value| known.ends_with("label") && value == Some(label))
            }
            BookError::Qr(_) => self.of(&["qr.url"]),
            BookError::Font(FontError::Missing(character, _) | FontError::Script(character, _)) => {
                self.find(|_, value| value.is_some_and(|value| value.contains(*character)))
                    .or_else(|| self.of(&["language", "font"]))
            }
            _ => None,
        }
    }

    fn find(&self, is: impl Fn(&str, Option<&String>) -> bool) -> Option<&str> {
        let found = self.keys.iter().find(|(key, _, value)| is(key, value.as_ref()));
        found.map(|(_, place, _)| &place[..])
    }
}

/// Returns the line of a byte of the text and its key: `line 3, size`; or only the key.
pub(super) fn place(text: &str, at: usize, lines: bool) -> String {
    match place_in(text, at) {
        (_, key) if !lines => key.unwrap_or_default(),
        (line, None) => format!("line {line}"),
        (line, Some(key)) => format!("line {line}, {key}"),
    }
}

type Keys = BTreeMap<usize, (String, Option<String>)>;

/// Collects the keys of a table and of nested ones, with their values if they are text.
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
