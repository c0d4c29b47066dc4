//! [`OwnPages`]: what stands before and after the puzzles, of a publisher's own.

use serde::Deserialize;

use super::isbn::Isbn;
use super::wrap::isbns;

/// Pages of one's own: the table `[matter]` of `book.toml`.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct OwnPages {
    /// A page with the title alone before the title page.
    pub half_title: bool,
    /// Whose the book is and since when, after the sign ©: "2027 A. Setter".
    pub copyright: Option<String>,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// Which edition it is.
    pub edition: Option<String>,
    /// The ISBNs of the volumes; if there are none, those of the cover.
    #[serde(deserialize_with = "isbns")]
    pub isbn: Vec<Isbn>,
    /// Lines for a page of their own.
    pub dedication: Option<String>,
    /// Markdown for pages after the contents: a foreword, an introduction.
    pub front: Option<String>,
    /// Markdown for pages after the solutions: about the author, other books.
    pub back: Option<String>,
}

impl OwnPages {
    /// Whether there is more before the puzzles than each book has: its pages are numbered in Roman numerals then.
    pub(super) const fn has_front(&self) -> bool {
        self.half_title || self.dedication.is_some() || self.front.is_some()
    }
}

/// A page number in small Roman numerals.
pub(super) fn roman(mut number: usize) -> String {
    let mut text = String::new();
    for (value, digits) in [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ] {
        while number >= value {
            text.push_str(digits);
            number -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn roman_numerals_read_back() {
        let value = |c| match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            'd' => 500,
            _ => 1000,
        };
        let mut all = HashSet::new();
        for number in 1..2000 {
            let text = roman(number);
            let values: Vec<i32> = text.chars().map(value).collect();
            let signed = |(i, own): (usize, &i32)| {
                if values.get(i + 1).is_some_and(|next| next > own) { -own } else { *own }
            };
            let read: i32 = values.iter().enumerate().map(signed).sum();
            assert_eq!(usize::try_from(read), Ok(number), "{text}");
            assert!(!["iiii", "xxxx", "cccc"].iter().any(|four| text.contains(four)), "{text}");
            assert!(all.insert(text));
        }
    }
}
