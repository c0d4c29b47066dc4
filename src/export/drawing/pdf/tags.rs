//! The logical structure of a document: what each piece of a page is, in reading order, and where it leads.

use pdf_writer::types::{AnnotationType, StructRole, TabOrder};
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};

use super::content::short;
use super::standard::Standard;
use super::{Piece, Point, Refs, Role, int};

/// A page to be written when all is known.
pub(super) struct Page {
    pub id: Ref,
    pub size: Point,
    content: Ref,
    marks: Vec<Mark>,
    annotations: Vec<Ref>,
}

/// A piece of marked content; its number is its place on the page.
struct Mark {
    role: StructRole,
    alt: Option<String>,
    link: Option<(Rect, usize)>,
}

impl Page {
    pub const fn new(id: Ref, content: Ref, size: Point) -> Self {
        Self { id, size, content, marks: Vec::new(), annotations: Vec::new() }
    }

    /// Opens a piece of marked content.
    pub fn begin(&mut self, content: &mut Content, piece: &Piece) {
        let (role, alt) = match &piece.role {
            Role::Artifact => {
                content.begin_marked_content(Name(b"Artifact"));
                return;
            }
            Role::Heading => (StructRole::H1, None),
            Role::Label => (StructRole::H2, None),
            Role::Paragraph => (StructRole::P, None),
            Role::Figure(words) => (StructRole::Figure, Some(words.clone())),
        };
        let ([x, y], [width, height]) = (piece.corner, piece.size());
        let bottom = self.size[1] - y - height;
        let [x1, y1, x2, y2] = [x, bottom, x + width, bottom + height].map(short);
        let link = piece.link.map(|page| (Rect::new(x1, y1, x2, y2), page));
        let mut mark = content.begin_marked_content_with_properties(role.to_name());
        mark.properties().identify(int(self.marks.len()));
        mark.finish();
        self.marks.push(Mark { role, alt, link });
    }

    /// Writes the page itself, number `index` from 0.
    pub fn write(
        &self,
        pdf: &mut Pdf,
        root: Ref,
        standard: Standard,
        bleed: Option<f64>,
        index: usize,
    ) {
        let [width, height] = self.size.map(short);
        let whole = Rect::new(0.0, 0.0, width, height);
        let mut page = pdf.page(self.id);
        page.parent(root).media_box(whole).contents(self.content);
        if let Some(bleed) = bleed.map(short) {
            page.bleed_box(whole);
            page.trim_box(Rect::new(bleed, bleed, width - bleed, height - bleed));
        } else if standard == Standard::Press {
            page.bleed_box(whole).trim_box(whole);
        }
        if standard == Standard::Tagged {
            page.struct_parents(int(index)).tab_order(TabOrder::StructureOrder);
        }
        if !self.annotations.is_empty() {
            page.annotations(self.annotations.iter().copied());
        }
    }
}

/// Writes the structure tree, an element for each piece, and the links; gives its root.
pub(super) fn write(pdf: &mut Pdf, refs: &mut Refs, pages: &mut [Page]) -> Ref {
    let (root, whole) = (refs.next(), refs.next());
    let targets: Vec<Ref> = pages.iter().map(|page| page.id).collect();
    let mut parents = Vec::new();
    let mut links = Vec::new();
    let mut elements = Vec::new();
    for page in pages {
        let mut owners = Vec::new();
        for (number, mark) in page.marks.iter().enumerate() {
            let element = refs.next();
            elements.push(element);
            let target = mark.link.and_then(|(area, to)| Some((area, *targets.get(to)?)));
            let Some((area, target)) = target else {
                let mut own = pdf.struct_element(element);
                own.kind(mark.role).parent(whole).page(page.id);
                if let Some(alt) = &mark.alt {
                    own.alt(TextStr(alt));
                }
                own.children().marked_content_id(int(number));
                owners.push(element);
                continue;
            };
            let (link, annotation) = (refs.next(), refs.next());
            let mut own = pdf.struct_element(element);
            own.kind(mark.role).parent(whole).child(link);
            if let Some(alt) = &mark.alt {
                own.alt(TextStr(alt));
            }
            own.finish();
            let mut inner = pdf.struct_element(link);
            inner.kind(StructRole::Link).parent(element).page(page.id);
            let mut children = inner.children();
            children.marked_content_id(int(number));
            children.object_ref().page(page.id).object(annotation);
            children.finish();
            inner.finish();
            owners.push(link);
            page.annotations.push(annotation);
            links.push((annotation, link, area, target));
        }
        let array = refs.next();
        pdf.indirect(array).array().items(owners);
        parents.push(array);
    }
    for (annotation, link, area, target) in links {
        let mut own = pdf.annotation(annotation);
        own.subtype(AnnotationType::Link).rect(area).border(0.0, 0.0, 0.0, None);
        own.struct_parent(int(parents.len()));
        // The page as a whole: a board alone would fill the screen.
        own.insert(Name(b"Dest")).array().item(target).item(Name(b"Fit"));
        parents.push(link);
    }
    let mut own = pdf.struct_element(whole);
    own.kind(StructRole::Document).parent(root);
    let mut children = own.children();
    for element in elements {
        children.struct_element(element);
    }
    children.finish();
    own.finish();

    let mut tree = pdf.indirect(root).start::<StructTreeRoot<'_>>();
    tree.child(whole).parent_tree_next_key(int(parents.len()));
    let mut numbers = tree.parent_tree();
    let mut entries = numbers.nums();
    for (key, parent) in parents.into_iter().enumerate() {
        entries.insert(int(key), parent);
    }
    entries.finish();
    numbers.finish();
    tree.finish();
    root
}
