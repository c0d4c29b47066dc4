//! [`OwnPages`]: what stands before and after the puzzles, of a publisher's own.

use serde::{Deserialize, Serialize};

use super::isbn::Isbn;
use super::wrap::isbns;

/// Pages of one's own: the table `[matter]` of `book.toml`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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
    #[serde(with = "isbns", skip_serializing_if = "Vec::is_empty")]
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
