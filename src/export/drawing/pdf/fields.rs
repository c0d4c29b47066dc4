//! Fields to write in: the places of a page into which readers type.

use pdf_writer::types::{AnnotationFlags, FieldType, Quadding};
use pdf_writer::writers::Catalog;
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::{Point, Refs};

/// How fields show what is typed: in a font that every reader has, as large as the field allows, black.
const APPEARANCE: Str<'static> = Str(b"/Helv 0 Tf 0 g");

/// The most characters of a field: each digit as a candidate.
const MOST: i32 = 9;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    /// Its name among those of its piece.
    pub name: String,
    /// What it is, in words.
    pub words: String,
    /// Its top left corner on the page, and its width and height.
    pub area: [Point; 2],
}

pub(super) struct Widget {
    pub annotation: Ref,
    /// Its element in the structure tree.
    pub element: Ref,
    /// The field of its piece.
    pub parent: Ref,
    pub page: Ref,
    pub area: Rect,
    pub name: String,
    pub words: String,
}

impl Widget {
    /// Writes it; `key` is its number in the parent tree.
    pub fn write(&self, pdf: &mut Pdf, key: i32) {
        let mut field = pdf.form_field(self.annotation);
        field.parent(self.parent).partial_name(TextStr(&self.name));
        field.alternate_name(TextStr(&self.words));
        let mut own = field.into_annotation();
        own.rect(self.area).page(self.page).flags(AnnotationFlags::PRINT).struct_parent(key);
    }
}

/// Writes the field of a piece, which has those of its cells.
pub(super) fn write_group(pdf: &mut Pdf, id: Ref, name: &str, cells: &[Ref]) {
    let mut field = pdf.form_field(id);
    field.field_type(FieldType::Text).partial_name(TextStr(name));
    field.children(cells.iter().copied());
    field.text_max_len(MOST);
    field.vartext_default_appearance(APPEARANCE).vartext_quadding(Quadding::Center);
}

pub(super) fn write_font(pdf: &mut Pdf, refs: &mut Refs) -> Ref {
    let font = refs.next();
    pdf.type1_font(font)
        .base_font(Name(b"Helvetica"))
        .encoding_predefined(Name(b"WinAnsiEncoding"));
    font
}

/// Writes into the catalog that there are these fields.
pub(super) fn announce(catalog: &mut Catalog<'_>, groups: &[Ref], font: Ref) {
    let mut form = catalog.form();
    form.fields(groups.iter().copied());
    // Readers draw what is typed.
    form.pair(Name(b"NeedAppearances"), true);
    form.default_appearance(APPEARANCE);
    let mut resources = form.default_resources();
    resources.fonts().pair(Name(b"Helv"), font);
    resources.finish();
}
