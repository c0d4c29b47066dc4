//! [`Document`]: pages with everything that a PDF file has around them.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use pdf_writer::types::{OutputIntentSubtype, TrappingStatus};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::super::super::book::Image;
use super::super::measure::Measure;
use super::super::{Drawing, Face, FontError, Fonts, Point, Shape};
use super::content::{Pen, Type, ground, resource, short};
use super::embed::Glyphs;
use super::roman::roman;
use super::standard::Standard;
use super::tags::{self, Page};
use super::{Piece, Refs, Role, deflate, fields, int, outline};

/// The least number of shapes for which a form saves space.
const SHARED: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct About {
    pub title: String,
    pub author: Option<String>,
    pub subject: Option<String>,
    /// The language, such as `en`; `None` for a document without words.
    pub language: Option<String>,
    pub date: Option<Date>,
    /// The number of pages with Roman numbers, which precede those with Arabic ones.
    pub roman: usize,
    /// The description of a link to a page, with `{n}` for its number.
    pub page: String,
    /// The titles of chapters with their pages from 0.
    pub bookmarks: Vec<(String, usize)>,
}

impl About {
    /// Returns the printed number of a page, from 0.
    fn label(&self, page: usize) -> String {
        if page < self.roman { roman(page + 1) } else { (page + 1).to_string() }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Finished {
    pub pdf: Vec<u8>,
    pub fonts: Vec<String>,
    pub measures: Vec<Measure>,
}

/// A document that is built page by page.
pub(crate) struct Document<'a> {
    standard: Standard,
    /// The bleed at each side; `None` for pages without, such as those of a book.
    bleed: Option<f64>,
    pdf: Pdf,
    refs: Refs,
    text: Type<'a>,
    /// The forms by content, with their numbers.
    forms: HashMap<Vec<u8>, (usize, Ref)>,
    /// The pictures in use, without duplicates.
    images: Vec<(Arc<Image>, Ref)>,
    pages: Vec<Page>,
    measures: Vec<Measure>,
    hash: blake3::Hasher,
}

impl<'a> Document<'a> {
    pub fn new(fonts: &'a Fonts, standard: Standard) -> Self {
        let mut pdf = Pdf::with_settings(pdf_writer::Settings { pretty: false });
        let (major, minor) = if standard == Standard::Tagged { (1, 7) } else { (1, 4) };
        pdf.set_version(major, minor);
        Self {
            standard,
            bleed: None,
            pdf,
            refs: Refs(0),
            text: Type { fonts, glyphs: [Glyphs::default(), Glyphs::default()] },
            forms: HashMap::new(),
            images: Vec::new(),
            pages: Vec::new(),
            measures: Vec::new(),
            hash: blake3::Hasher::new(),
        }
    }

    /// Returns a document whose sheets are in colour and have this bleed at each side.
    pub fn of_sheets(fonts: &'a Fonts, standard: Standard, bleed: f64) -> Self {
        Self { bleed: Some(bleed), ..Self::new(fonts, standard) }
    }

    /// Adds a page of this size. The order of the pieces is their reading order.
    pub fn page(&mut self, size: Point, pieces: &[Piece]) -> Result<(), FontError> {
        let (id, content) = (self.refs.next(), self.refs.next());
        let mut page = Page::new(id, content, size);
        let mut measure = Measure::default();
        let mut pen = Pen::new(size[1]);
        let tagged = self.standard == Standard::Tagged;
        for piece in pieces {
            measure.join(piece.measure(self.text.fonts)?);
            if tagged {
                page.begin(&mut pen.content, piece);
            }
            if let Some(image) = &piece.image {
                let name = self.image(image);
                pen.image(name.as_bytes(), piece.corner, piece.drawing.size);
            }
            let mut shapes = &piece.drawing.shapes[..];
            let shared = ground(&piece.drawing);
            if piece.is_turned {
                pen.turned(&piece.drawing, piece.corner, &mut self.text)?;
                shapes = &[];
            } else if shared >= SHARED && shared < shapes.len() {
                let number = self.form(&piece.drawing, shared)?;
                pen.form(form_name(number).as_bytes(), piece.corner, piece.drawing.size[1]);
                shapes = &shapes[shared..];
            }
            if let (true, Role::Table(_)) = (tagged, &piece.role) {
                pen.content.end_marked_content();
                rows(&mut page, &mut pen, piece, shapes, &mut self.text)?;
                page.fields(piece);
                continue;
            }
            pen.draw(shapes, piece.corner, &mut self.text)?;
            if tagged {
                pen.content.end_marked_content();
            }
        }
        let bytes = pen.content.finish();
        self.hash.update(&bytes);
        self.pdf.stream(content, &deflate(&bytes)).filter(Filter::FlateDecode);
        self.pages.push(page);
        self.measures.push(measure);
        Ok(())
    }

    /// Returns the resource name of a picture: in process colours on covers, in black only
    /// elsewhere.
    fn image(&mut self, image: &Arc<Image>) -> String {
        let known = self.images.iter().position(|(own, _)| Arc::ptr_eq(own, image));
        if let Some(number) = known {
            return image_name(number);
        }
        let id = self.refs.next();
        let is_cover = self.bleed.is_some();
        let data = if is_cover { image.cmyk() } else { image.grey() };
        self.hash.update(&data);
        let data = deflate(&data);
        let mut object = self.pdf.image_xobject(id, &data);
        let [width, height] = image.pixels;
        object.filter(Filter::FlateDecode);
        object.width(int(width)).height(int(height)).bits_per_component(8);
        if is_cover {
            object.color_space().device_cmyk();
        } else {
            object.color_space().device_gray();
        }
        object.finish();
        self.images.push((Arc::clone(image), id));
        image_name(self.images.len() - 1)
    }

    /// Returns the number of the form that draws the first shapes of a drawing.
    fn form(&mut self, drawing: &Drawing, shapes: usize) -> Result<usize, FontError> {
        let [width, height] = drawing.size;
        let mut pen = Pen::new(height);
        pen.draw(&drawing.shapes[..shapes], [0.0, 0.0], &mut self.text)?;
        let bytes = pen.content.finish().into_vec();
        let next = self.forms.len();
        if let Some((number, _)) = self.forms.get(&bytes) {
            return Ok(*number);
        }
        let id = self.refs.next();
        let data = deflate(&bytes);
        let mut form = self.pdf.form_xobject(id, &data);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(0.0, 0.0, short(width), short(height)));
        form.resources().finish();
        form.finish();
        self.forms.insert(bytes, (next, id));
        Ok(next)
    }

    /// Writes the catalog, fonts and metadata, and ends the document.
    pub fn finish(mut self, about: &About) -> Result<Finished, FontError> {
        let (catalog, root) = (self.refs.next(), self.refs.next());
        let mut fonts = Vec::new();
        let mut faces = Vec::new();
        for face in [Face::Regular, Face::Bold] {
            let glyphs = &self.text.glyphs[face as usize];
            if !glyphs.is_empty() {
                let id = self.refs.next();
                let font = self.text.fonts.of(face);
                fonts.push(glyphs.embed(&mut self.pdf, &mut self.refs, id, font)?);
                faces.push((face, id));
            }
        }
        let tagged = self.standard == Standard::Tagged;
        let outlines = (tagged && !about.bookmarks.is_empty())
            .then(|| outline::write(&mut self.pdf, &mut self.refs, &about.bookmarks, &self.pages));
        let said = |page: usize| about.page.replace("{n}", &about.label(page));
        let tags =
            tagged.then(|| tags::write(&mut self.pdf, &mut self.refs, &mut self.pages, said));

        let groups = tags.as_ref().map_or(&[][..], |tags| &tags.groups);
        let font = (!groups.is_empty()).then(|| fields::write_font(&mut self.pdf, &mut self.refs));

        let mut tree = self.pdf.pages(root);
        tree.kids(self.pages.iter().map(|page| page.id)).count(int(self.pages.len()));
        let mut resources = tree.resources();
        let mut names = resources.fonts();
        for (face, id) in faces {
            names.pair(resource(face), id);
        }
        names.finish();
        if !(self.forms.is_empty() && self.images.is_empty()) {
            let mut forms: Vec<_> = self.forms.values().collect();
            forms.sort();
            let mut names = resources.x_objects();
            for (number, id) in forms {
                names.pair(Name(form_name(*number).as_bytes()), *id);
            }
            for (number, (_, id)) in self.images.iter().enumerate() {
                names.pair(Name(image_name(number).as_bytes()), *id);
            }
        }
        resources.finish();
        tree.finish();
        for (index, page) in self.pages.iter().enumerate() {
            page.write(&mut self.pdf, root, self.standard, self.bleed, index);
        }

        let mut dict = self.pdf.catalog(catalog);
        dict.pages(root);
        match self.standard {
            Standard::Bare => {}
            Standard::Press => {
                let mut intents = dict.output_intents();
                let mut intent = intents.push();
                intent.subtype(OutputIntentSubtype::PDFX);
                let [name, condition, info] = intent_of(self.bleed.is_some());
                intent.output_condition_identifier(TextStr(name));
                intent.output_condition(TextStr(condition));
                intent.registry_name(TextStr("http://www.color.org"));
                intent.info(TextStr(info));
            }
            Standard::Tagged => {
                dict.viewer_preferences().display_doc_title(true);
                dict.mark_info().marked(true);
                if let Some(language) = &about.language {
                    dict.lang(TextStr(language));
                }
                if let Some(outlines) = outlines {
                    dict.outlines(outlines);
                    dict.page_mode(pdf_writer::types::PageMode::UseOutlines);
                }
                if let Some(tags) = &tags {
                    dict.pair(Name(b"StructTreeRoot"), tags.root);
                }
                if let Some(font) = font {
                    fields::announce(&mut dict, groups, font);
                }
                if about.roman > 0 {
                    let mut labels = dict.insert(Name(b"PageLabels")).dict();
                    let mut numbers = labels.insert(Name(b"Nums")).array();
                    numbers.item(0);
                    numbers.push().dict().pair(Name(b"S"), Name(b"r"));
                    numbers.item(int(about.roman));
                    let mut others = numbers.push().dict();
                    others.pair(Name(b"S"), Name(b"D")).pair(Name(b"St"), int(about.roman + 1));
                }
            }
        }
        dict.finish();
        if self.standard != Standard::Bare {
            self.info(about);
        }
        Ok(Finished { pdf: self.pdf.finish(), fonts, measures: self.measures })
    }

    /// Writes the metadata of the document.
    fn info(&mut self, about: &About) {
        let id = self.refs.next();
        let mut info = self.pdf.document_info(id);
        info.title(TextStr(&about.title));
        if let Some(author) = &about.author {
            info.author(TextStr(author));
        }
        if let Some(subject) = &about.subject {
            info.subject(TextStr(subject));
        }
        info.creator(TextStr("seeddb")).producer(TextStr("seeddb"));
        if let Some(date) = about.date {
            let stamp = pdf_writer::Date::new(date.year().unsigned_abs())
                .month(date.month().unsigned_abs())
                .day(date.day().unsigned_abs());
            info.creation_date(stamp).modified_date(stamp);
        }
        if self.standard == Standard::Press {
            info.trapped(TrappingStatus::NotTrapped);
            info.pair(Name(b"GTS_PDFXVersion"), Str(b"PDF/X-1a:2003"));
        }
        info.finish();
        let id = self.hash.finalize().as_bytes()[..16].to_vec();
        self.pdf.set_file_id((id.clone(), id));
    }
}

/// Draws the shapes of a board: lines and fills as an artifact, then the digits row by row, each
/// row as a cell of a table.
fn rows(
    page: &mut Page,
    pen: &mut Pen,
    piece: &Piece,
    shapes: &[Shape],
    text: &mut Type<'_>,
) -> Result<(), FontError> {
    let (words, lines): (Vec<&Shape>, Vec<&Shape>) =
        shapes.iter().partition(|shape| matches!(shape, Shape::Text { .. }));
    if !lines.is_empty() {
        pen.content.begin_marked_content(Name(b"Artifact"));
        let lines: Vec<Shape> = lines.into_iter().cloned().collect();
        pen.draw(&lines, piece.corner, text)?;
        pen.content.end_marked_content();
    }
    for row in 0..9 {
        let is_own = |shape: &&&Shape| match shape {
            Shape::Text { start: [_, y], .. } => {
                ((y / piece.drawing.size[1] * 9.0) as usize).min(8) == row
            }
            _ => false,
        };
        let own: Vec<Shape> = words.iter().filter(is_own).map(|shape| (*shape).clone()).collect();
        page.begin_row(&mut pen.content, piece, row, own.is_empty());
        if !own.is_empty() {
            pen.draw(&own, piece.corner, text)?;
            pen.content.end_marked_content();
        }
    }
    Ok(())
}

/// Returns the output intent of a press: covers are in colour, on coated paper. Returns its
/// registry name, description and condition.
const fn intent_of(is_cover: bool) -> [&'static str; 3] {
    if is_cover {
        ["FOGRA39", "Offset printing on coated paper", "Coated FOGRA39 (ISO 12647-2:2004)"]
    } else {
        let paper = "Offset printing on uncoated paper; black ink only";
        ["FOGRA47", paper, "Uncoated FOGRA47 (ISO 12647-2)"]
    }
}

fn form_name(number: usize) -> String {
    format!("G{number}")
}

fn image_name(number: usize) -> String {
    format!("I{number}")
}
