//! [`Standard`]: the standard that a file follows.

/// The standard that a file follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standard {
    /// Pages only.
    Bare,
    /// PDF/X-1a:2003: PDF 1.4 with trim boxes, an output intent, and the keys that presses check.
    Press,
    /// Bookmarks, links, metadata, tags.
    Tagged,
}
