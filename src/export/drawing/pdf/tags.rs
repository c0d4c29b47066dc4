//! The logical structure of a document: the role of each piece, in reading order, and its link.

use pdf_writer::types::{AnnotationType, StructRole, TabOrder};
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};

use super::content::short;
use super::fields::{self, Widget};
use super::standard::Standard;
use super::{Field, Piece, Point, Refs, Role, int};

/// A page, to be written when the structure is complete.
pub(super) struct Page {
    pub id: Ref,
    pub size: Point,
    content: Ref,
    marks: Vec<Mark>,
    /// The number of marked contents.
    contents: usize,
    annotations: Vec<Ref>,
}

/// A part of a page in reading order.
struct Mark {
    kind: Kind,
    /// The number of its marked content; `None` if it is invisible.
    content: Option<usize>,
    link: Option<(Rect, usize)>,
}

enum Kind {
    /// A structure element with its alternative text.
    Own(StructRole, Option<String>),
    /// A part of a line of the contents; the first part begins the line.
    Entry { begins: bool },
    /// A row of a table with its alternative text; the first row begins the table.
    Row { begins: bool, words: String },
    /// The form fields of a piece, with the name of their group.
    Fields(String, Vec<(Rect, Field)>),
}

impl Page {
    pub const fn new(id: Ref, content: Ref, size: Point) -> Self {
        Self { id, size, content, marks: Vec::new(), contents: 0, annotations: Vec::new() }
    }

    /// Opens the marked content of a piece that is no table.
    pub fn begin(&mut self, content: &mut Content, piece: &Piece) {
        let kind = match &piece.role {
            Role::Artifact | Role::Table(_) => {
                content.begin_marked_content(Name(b"Artifact"));
                return;
            }
            Role::Heading => Kind::Own(StructRole::H1, None),
            Role::Label => Kind::Own(StructRole::H2, None),
            Role::Paragraph => Kind::Own(StructRole::P, None),
            Role::Entry { begins } => Kind::Entry { begins: *begins },
            Role::Figure(words) => Kind::Own(StructRole::Figure, Some(words.clone())),
        };
        let name = match &kind {
            Kind::Own(role, _) => role.to_name(),
            _ => StructRole::P.to_name(),
        };
        let link = self.link(piece);
        self.open(content, name, kind, link);
    }

    /// Opens the row `index` of a table and its marked content; if it `is_empty`, no marked content
    /// is opened.
    pub fn begin_row(
        &mut self,
        content: &mut Content,
        piece: &Piece,
        index: usize,
        is_empty: bool,
    ) {
        let Role::Table(rows) = &piece.role else { return };
        let kind = Kind::Row { begins: index == 0, words: rows[index].clone() };
        let link = if index == 0 { self.link(piece) } else { None };
        if is_empty {
            self.marks.push(Mark { kind, content: None, link });
        } else {
            self.open(content, StructRole::TD.to_name(), kind, link);
        }
    }

    /// Adds the form fields of a piece.
    pub fn fields(&mut self, piece: &Piece) {
        let (name, fields) = &piece.fields;
        if fields.is_empty() {
            return;
        }
        let place = |field: &Field| (self.rect(field.area), field.clone());
        let kind = Kind::Fields(name.clone(), fields.iter().map(place).collect());
        self.marks.push(Mark { kind, content: None, link: None });
    }

    fn link(&self, piece: &Piece) -> Option<(Rect, usize)> {
        piece.link.map(|page| (self.rect([piece.corner, piece.size()]), page))
    }

    /// Converts an area, given by its top left corner and its size, to PDF coordinates.
    fn rect(&self, [[x, y], [width, height]]: [Point; 2]) -> Rect {
        let bottom = self.size[1] - y - height;
        let [x1, y1, x2, y2] = [x, bottom, x + width, bottom + height].map(short);
        Rect::new(x1, y1, x2, y2)
    }

    fn open(
        &mut self,
        content: &mut Content,
        name: Name<'_>,
        kind: Kind,
        link: Option<(Rect, usize)>,
    ) {
        let mut mark = content.begin_marked_content_with_properties(name);
        mark.properties().identify(int(self.contents));
        mark.finish();
        self.marks.push(Mark { kind, content: Some(self.contents), link });
        self.contents += 1;
    }

    /// Writes the page object; `index` counts pages from 0.
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

struct Tree<'a> {
    pdf: &'a mut Pdf,
    refs: &'a mut Refs,
    whole: Ref,
    targets: Vec<Ref>,
    elements: Vec<Ref>,
    /// Elements that still grow: their id, role, parent and children.
    groups: Vec<(Ref, StructRole, Ref, Vec<Ref>)>,
    links: Vec<Link>,
    widgets: Vec<Widget>,
    /// The field group of each board.
    boards: Vec<Ref>,
}

/// A link: its annotation, element and area, and the number and object of its target page.
struct Link {
    annotation: Ref,
    element: Ref,
    area: Rect,
    page: usize,
    target: Ref,
}

impl Tree<'_> {
    /// Adds an element to a group, or to the document if `within` is `None`; returns the parent.
    fn place(&mut self, element: Ref, within: Option<usize>) -> Ref {
        if let Some(group) = within {
            self.groups[group].3.push(element);
            self.groups[group].0
        } else {
            self.elements.push(element);
            self.whole
        }
    }

    /// Adds a group to the document, or to another group; returns its index.
    fn group(&mut self, role: StructRole, within: Option<usize>) -> usize {
        let id = self.refs.next();
        let parent = self.place(id, within);
        self.groups.push((id, role, parent, Vec::new()));
        self.groups.len() - 1
    }

    /// Writes an element for a part of a page, in a group or the document; returns the owner of its
    /// marked content.
    fn element(
        &mut self,
        page: &mut Page,
        mark: &Mark,
        (role, within): (StructRole, Option<usize>),
        alt: Option<&str>,
    ) -> Ref {
        let element = self.refs.next();
        let parent = self.place(element, within);
        let target = mark.link.and_then(|(area, to)| Some((area, to, *self.targets.get(to)?)));
        let mut own = self.pdf.struct_element(element);
        own.kind(role).parent(parent);
        if let Some(alt) = alt {
            own.alt(TextStr(alt));
        }
        let Some((area, to, target)) = target else {
            own.page(page.id);
            if let Some(content) = mark.content {
                own.children().marked_content_id(int(content));
            }
            return element;
        };
        let (link, annotation) = (self.refs.next(), self.refs.next());
        own.child(link);
        own.finish();
        let mut inner = self.pdf.struct_element(link);
        inner.kind(StructRole::Link).parent(element).page(page.id);
        let mut children = inner.children();
        if let Some(content) = mark.content {
            children.marked_content_id(int(content));
        }
        children.object_ref().page(page.id).object(annotation);
        children.finish();
        inner.finish();
        page.annotations.push(annotation);
        self.links.push(Link { annotation, element: link, area, page: to, target });
        link
    }

    /// Writes a row of a table as one cell with the alternative text `words`; returns the cell.
    fn row(&mut self, page: &Page, mark: &Mark, table: usize, words: &str) -> Ref {
        let (row, cell) = (self.refs.next(), self.refs.next());
        self.groups[table].3.push(row);
        let table = self.groups[table].0;
        self.pdf.struct_element(row).kind(StructRole::TR).parent(table).child(cell);
        let mut own = self.pdf.struct_element(cell);
        own.kind(StructRole::TD).parent(row).page(page.id);
        own.pair(Name(b"ActualText"), TextStr(words));
        if let Some(content) = mark.content {
            own.children().marked_content_id(int(content));
        }
        cell
    }

    /// Writes the elements of form fields, and the field that is their group.
    fn fields(&mut self, page: &mut Page, name: &str, cells: Vec<(Rect, Field)>) {
        let board = self.refs.next();
        let group = self.group(StructRole::Div, None);
        let mut all = Vec::with_capacity(cells.len());
        for (area, Field { name, words, .. }) in cells {
            let (element, annotation) = (self.refs.next(), self.refs.next());
            self.groups[group].3.push(element);
            let mut own = self.pdf.struct_element(element);
            own.kind(StructRole::Form).parent(self.groups[group].0).page(page.id);
            own.children().object_ref().page(page.id).object(annotation);
            own.finish();
            page.annotations.push(annotation);
            all.push(annotation);
            let page = page.id;
            let widget = Widget { annotation, element, parent: board, page, area, name, words };
            self.widgets.push(widget);
        }
        fields::write_group(self.pdf, board, name, &all);
        self.boards.push(board);
    }

    /// Writes the elements of a page; returns the owner of each marked content.
    fn page(&mut self, page: &mut Page) -> Vec<Ref> {
        let mut owners = Vec::new();
        // The current list of contents, its current line, and the current table.
        let (mut list, mut line, mut table) = (None, None, None);
        for mark in std::mem::take(&mut page.marks) {
            if !matches!(mark.kind, Kind::Entry { .. }) {
                list = None;
            }
            let owner = match &mark.kind {
                Kind::Own(role, alt) => self.element(page, &mark, (*role, None), alt.as_deref()),
                Kind::Entry { begins } => {
                    let list = *list.get_or_insert_with(|| self.group(StructRole::TOC, None));
                    if *begins || line.is_none() {
                        line = Some(self.group(StructRole::TOCI, Some(list)));
                    }
                    self.element(page, &mark, (StructRole::Reference, line), None)
                }
                Kind::Row { begins, words } => {
                    if *begins || table.is_none() {
                        table = Some(self.group(StructRole::Table, None));
                    }
                    if mark.link.is_some() {
                        // The link covers the whole table and follows it in reading order.
                        let kind = Kind::Own(StructRole::P, None);
                        let over = Mark { kind, content: None, link: mark.link };
                        self.element(page, &over, (StructRole::P, None), None);
                    }
                    let table = table.unwrap_or_default();
                    self.row(page, &mark, table, words)
                }
                Kind::Fields(name, cells) => {
                    self.fields(page, name, cells.clone());
                    continue;
                }
            };
            if mark.content.is_some() {
                owners.push(owner);
            }
        }
        owners
    }
}

/// The objects that the catalog has to name.
pub(super) struct Tags {
    pub root: Ref,
    /// The field group of each piece with form fields.
    pub groups: Vec<Ref>,
}

/// Writes the structure tree with an element for each piece, the links with descriptions from
/// `said`, and the form fields.
pub(super) fn write(
    pdf: &mut Pdf,
    refs: &mut Refs,
    pages: &mut [Page],
    said: impl Fn(usize) -> String,
) -> Tags {
    let (root, whole) = (refs.next(), refs.next());
    let targets: Vec<Ref> = pages.iter().map(|page| page.id).collect();
    let mut tree = Tree {
        pdf,
        refs,
        whole,
        targets,
        elements: Vec::new(),
        groups: Vec::new(),
        links: Vec::new(),
        widgets: Vec::new(),
        boards: Vec::new(),
    };
    let mut parents = Vec::new();
    for page in pages {
        let owners = tree.page(page);
        let array = tree.refs.next();
        tree.pdf.indirect(array).array().items(owners);
        parents.push(array);
    }
    let Tree { elements, groups, links, widgets, boards, .. } = tree;
    for (id, role, parent, inner) in groups {
        let mut own = pdf.struct_element(id);
        own.kind(role).parent(parent);
        let mut children = own.children();
        for element in inner {
            children.struct_element(element);
        }
    }
    for Link { annotation, element, area, page, target } in links {
        let mut own = pdf.annotation(annotation);
        own.subtype(AnnotationType::Link).rect(area).border(0.0, 0.0, 0.0, None);
        own.contents(TextStr(&said(page)));
        own.struct_parent(int(parents.len()));
        // The whole page: a board alone would fill the screen.
        own.insert(Name(b"Dest")).array().item(target).item(Name(b"Fit"));
        parents.push(element);
    }
    for widget in widgets {
        widget.write(pdf, int(parents.len()));
        parents.push(widget.element);
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
    Tags { root, groups: boards }
}
