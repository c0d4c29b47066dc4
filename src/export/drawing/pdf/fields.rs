//! Form fields: the cells of a page that readers can fill in.

use pdf_writer::types::{AnnotationFlags, FieldType, Quadding};
use pdf_writer::writers::Catalog;
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::{Point, Refs};

/// The default appearance: Helvetica, which every reader has, in automatic size, black.
const APPEARANCE: Str<'static> = Str(b"/Helv 0 Tf 0 g");

/// The most characters of a field: each digit as a candidate.
const MOST: i32 = 9;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    /// The name of the field in its group.
    pub name: String,
    /// The description of the field.
    pub words: String,
    /// The area on the page, as top left corner and size.
    pub area: [Point; 2],
}

pub(super) struct Widget {
    pub annotation: Ref,
    /// The field's element in the structure tree.
    pub element: Ref,
    /// The group of the field.
    pub parent: Ref,
    pub page: Ref,
    pub area: Rect,
    pub name: String,
    pub words: String,
}

impl Widget {
    /// Writes the field; `key` is its number in the parent tree.
    pub fn write(&self, pdf: &mut Pdf, key: i32) {
        let mut field = pdf.form_field(self.annotation);
        field.parent(self.parent).partial_name(TextStr(&self.name));
        field.alternate_name(TextStr(&self.words));
        let mut own = field.into_annotation();
        own.rect(self.area).page(self.page).flags(AnnotationFlags::PRINT).struct_parent(key);
    }
}

/// Writes the group of a piece's fields.
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

/// Lists the field groups in the catalog.
pub(super) fn announce(catalog: &mut Catalog<'_>, groups: &[Ref], font: Ref) {
    let mut form = catalog.form();
    form.fields(groups.iter().copied());
    // PDF readers have to draw the values.
    form.pair(Name(b"NeedAppearances"), true);
    form.default_appearance(APPEARANCE);
    let mut resources = form.default_resources();
    resources.fonts().pair(Name(b"Helv"), font);
    resources.finish();
}
