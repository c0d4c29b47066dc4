//! Prose: a publisher's texts, from Markdown to pages.
//!
//! [`parse`] reads headings, paragraphs, lists, breaks, emphasis, links and pictures, and reports
//! the line of anything that cannot be set; [`Prose`] breaks blocks into lines and pages. A
//! first-level heading begins a page and is listed in the contents.

mod line;
mod markdown;
mod pages;

pub(super) use markdown::{images_of, parse};
pub(super) use pages::Prose;

/// A text in one face; a line feed is a hard break.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Span {
    pub text: String,
    pub is_bold: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Block {
    /// A heading of this level, from 1.
    Heading(u8, Vec<Span>),
    /// A paragraph at a depth of lists; the first of an item has the item's mark.
    Paragraph {
        depth: usize,
        mark: Option<Mark>,
        spans: Vec<Span>,
    },
    Rule,
    /// A picture with its name and alternative text.
    Image {
        name: String,
        words: String,
    },
}

/// The mark before an item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Bullet,
    Number(u64),
}
