//! [`Credits`] and [`Caption`]: a publisher's words beside puzzles.

use std::str::FromStr;

use super::Row;
use super::name::Field;

/// A publisher's words, for the formats with fields for them: ipuz, f-puzzles, sdk and pictures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credits {
    /// The title of the puzzles; if empty, each format uses its own.
    pub title: String,
    /// The author.
    pub credit: String,
    /// The copyright, such as `(c) 2027 The Courier`.
    pub copyright: String,
}

impl Credits {
    /// No words.
    pub const NONE: Self =
        Self { title: String::new(), credit: String::new(), copyright: String::new() };

    /// Returns the title followed by these words; the words alone without a title.
    pub(super) fn titled(&self, words: &str) -> String {
        if self.title.is_empty() { words.to_owned() } else { format!("{}: {words}", self.title) }
    }

    /// Returns author and copyright in one line; empty if both are empty.
    pub fn makers(&self) -> String {
        joined([&self.credit, &self.copyright])
    }

    /// Returns a description with these words and all credits.
    pub fn around(&self, words: &str) -> String {
        joined([&self.titled(words), &self.credit, &self.copyright])
    }
}

/// Joins the parts that are not empty in one line.
fn joined<const N: usize>(parts: [&str; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// A line below a picture, such as `No. {number}: {level}`: text with fields in braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption(String);

impl Caption {
    /// Fills in the fields for a puzzle.
    pub fn of(&self, row: &Row) -> String {
        Field::ALL.iter().fold(self.0.clone(), |text, field| {
            let name = format!("{{{}}}", field.name());
            if text.contains(&name) { text.replace(&name, &field.words(row)) } else { text }
        })
    }
}

/// The error for a field that puzzles do not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no field {{{0}}}: a caption takes {fields}", fields = fields())]
pub struct UnknownField(String);

fn fields() -> String {
    let names = Field::ALL.iter().filter(|field| **field != Field::Sheet);
    names.map(|field| format!("{{{}}}", field.name())).collect::<Vec<_>>().join(", ")
}

impl FromStr for Caption {
    type Err = UnknownField;

    fn from_str(text: &str) -> Result<Self, UnknownField> {
        for part in text.split('{').skip(1) {
            let name = part.split_once('}').map_or(part, |(name, _)| name);
            let is_known = |field: &&Field| field.name() == name && **field != Field::Sheet;
            if Field::ALL.iter().find(is_known).is_none() {
                return Err(UnknownField(name.to_owned()));
            }
        }
        Ok(Self(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::examples;
    use super::*;

    #[test]
    fn captions_say_what_is_known() {
        let [first, second] = examples();
        let caption: Caption = "No. {number} ({level}), {date}".parse().unwrap();
        assert_eq!(caption.of(&first), "No. 1 (expert, late), 2027-01-04");
        assert_eq!(caption.of(&second), "No. 2 (tier 6), none");
        for wrong in ["{numbr}", "{sheet}", "{number"] {
            let told = wrong.parse::<Caption>();
            assert_eq!(told.is_err(), wrong != "{number", "{wrong}");
        }
    }

    #[test]
    fn credits_stand_around_the_words() {
        let credits = Credits {
            title: "The Courier".to_owned(),
            credit: "A. Setter".to_owned(),
            copyright: String::new(),
        };
        assert_eq!(credits.around("1. easy"), "The Courier: 1. easy · A. Setter");
        assert_eq!(Credits::NONE.around("1. easy"), "1. easy");
    }
}
