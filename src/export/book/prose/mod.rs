//! Prose: matter of a book's own, from Markdown to pages.
//!
//! [`parse`] reads headings, paragraphs, lists, breaks, emphasis, links and pictures, and refuses by line what cannot be set; [`Prose`] breaks
//! that into lines and pages. A first-level heading begins a page, and its words stand in the contents.

mod line;
mod markdown;
mod pages;

pub(super) use markdown::{images_of, parse};
pub(super) use pages::Prose;

/// Words in one face; a line feed is a break that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Span {
    pub text: String,
    pub is_bold: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Block {
    /// A heading of this level, from 1.
    Heading(u8, Vec<Span>),
    /// A paragraph; in a list it is so deep, and the first of an item has its mark: none for a bullet's dot, a number with its full stop.
    Paragraph {
        depth: usize,
        mark: Option<Mark>,
        spans: Vec<Span>,
    },
    Rule,
    /// A picture of this name, and the words for those who cannot see it.
    Image {
        name: String,
        words: String,
    },
}

/// What stands before an item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Bullet,
    Number(u64),
}
