//! [`Standard`]: what a file promises.

/// What a file promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standard {
    /// Pages, and nothing else.
    Bare,
    /// Marked PDF/X-1a:2003: PDF 1.4 with trim boxes, an output intent, and the keys that presses look for.
    Press,
    /// Bookmarks, links, metadata, tags.
    Tagged,
}
