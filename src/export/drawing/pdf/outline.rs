//! Bookmarks.

use pdf_writer::{Pdf, Ref, TextStr};

use super::tags::Page;
use super::{Refs, int};

/// Writes titles with their pages (from 0) as one list; returns the root.
pub(super) fn write(
    pdf: &mut Pdf,
    refs: &mut Refs,
    titles: &[(String, usize)],
    pages: &[Page],
) -> Ref {
    let root = refs.next();
    let known = titles.iter().filter_map(|(title, page)| Some((title, pages.get(*page)?)));
    let items: Vec<_> = known.map(|(title, page)| (refs.next(), title, page)).collect();
    for (i, (id, title, page)) in items.iter().enumerate() {
        let mut item = pdf.outline_item(*id);
        item.title(TextStr(title)).parent(root);
        if i > 0 {
            item.prev(items[i - 1].0);
        }
        if let Some((next, ..)) = items.get(i + 1) {
            item.next(*next);
        }
        item.dest().page(page.id).fit();
    }
    let mut outline = pdf.outline(root);
    if let (Some((first, ..)), Some((last, ..))) = (items.first(), items.last()) {
        outline.first(*first).last(*last).count(int(items.len()));
    }
    root
}
