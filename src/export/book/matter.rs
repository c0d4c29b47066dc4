//! [`OwnPages`]: a publisher's own pages before and after the puzzles.

use serde::{Deserialize, Serialize};

use super::isbn::Isbn;
use super::wrap::isbns;

/// Additional pages of a book: the table `[matter]` of `book.toml`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct OwnPages {
    /// Whether a page with only the title precedes the title page.
    pub half_title: bool,
    /// The owner and year that follow the sign ©: "2027 A. Setter".
    pub copyright: Option<String>,
    /// The name of the publisher.
    pub publisher: Option<String>,
    /// The name of the edition.
    pub edition: Option<String>,
    /// The ISBNs of the volumes; if empty, the ISBN of the cover.
    #[serde(with = "isbns", skip_serializing_if = "Vec::is_empty")]
    pub isbn: Vec<Isbn>,
    /// The dedication, in lines, for a separate page.
    pub dedication: Option<String>,
    /// Markdown for pages after the contents: a foreword, an introduction.
    pub front: Option<String>,
    /// Markdown for pages after the solutions: about the author, other books.
    pub back: Option<String>,
}

impl OwnPages {
    /// Whether the front matter has a half-title, a dedication or a free text: front pages then
    /// have Roman numerals.
    pub(super) const fn has_front(&self) -> bool {
        self.half_title || self.dedication.is_some() || self.front.is_some()
    }
}
