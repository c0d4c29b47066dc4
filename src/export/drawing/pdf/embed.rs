//! Embedded fonts: the glyphs in use, their widths, and their characters.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;
use ttf_parser::Tag;

use super::super::font::unless_broken;
use super::super::{Font, FontError, Glyph};
use super::{Refs, deflate, int};

/// The character collection: codes are glyph numbers in order of first use.
const IDENTITY: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The glyphs of a font that a document uses.
#[derive(Default)]
pub(super) struct Glyphs {
    remapper: GlyphRemapper,
    /// Character and advance in em of each glyph, by its new number.
    used: BTreeMap<u16, (char, f64)>,
}

impl Glyphs {
    /// Returns the code of a character with this glyph in the document's text.
    pub fn code(&mut self, character: char, glyph: &Glyph) -> [u8; 2] {
        let code = self.remapper.remap(glyph.id);
        self.used.entry(code).or_insert((character, glyph.advance));
        code.to_be_bytes()
    }

    /// Whether no text is set in this font.
    pub fn is_empty(&self) -> bool {
        self.used.is_empty()
    }

    /// Writes the font as object `id`; returns its name in the file.
    pub fn embed(
        &self,
        pdf: &mut Pdf,
        refs: &mut Refs,
        id: Ref,
        font: &Font,
    ) -> Result<String, FontError> {
        let broken = || FontError::Broken(font.name().into());
        let subset = unless_broken(|| subsetter::subset(font.data(), 0, &self.remapper));
        let subset = subset.and_then(Result::ok).ok_or_else(broken)?;
        let face = ttf_parser::Face::parse(font.data(), 0).map_err(|_| broken())?;
        // PostScript outlines are embedded without the OpenType container, which PDF 1.4 lacks.
        let outlines = ttf_parser::RawFace::parse(&subset, 0)
            .ok()
            .and_then(|face| face.table(Tag::from_bytes(b"CFF ")));
        let name = format!("{}+{}", tag(&subset), font.name());
        let [cid, descriptor, file, map] = [refs.next(), refs.next(), refs.next(), refs.next()];

        pdf.type0_font(id)
            .base_font(Name(name.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);

        let mut descendant = pdf.cid_font(cid);
        let kind = if outlines.is_some() { CidFontType::Type0 } else { CidFontType::Type2 };
        descendant.subtype(kind).base_font(Name(name.as_bytes())).system_info(IDENTITY);
        descendant.font_descriptor(descriptor).default_width(0.0);
        if outlines.is_none() {
            descendant.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = descendant.widths();
        for (&code, &(_, advance)) in &self.used {
            widths.consecutive(code, [(advance * 1000.0) as f32]);
        }
        widths.finish();
        descendant.finish();

        let units = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
        let bounds = face.global_bounding_box();
        let corners = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(units);
        let mut flags = FontFlags::SYMBOLIC;
        flags.set(FontFlags::FIXED_PITCH, face.is_monospaced());
        flags.set(FontFlags::ITALIC, face.is_italic());
        let mut about = pdf.font_descriptor(descriptor);
        about.name(Name(name.as_bytes())).flags(flags);
        about.bbox(Rect::new(corners[0], corners[1], corners[2], corners[3]));
        about.italic_angle(face.italic_angle());
        about.ascent(units(face.ascender())).descent(units(face.descender()));
        about.cap_height((font.capital() * 1000.0) as f32);
        about.stem_v(if face.is_bold() { 140.0 } else { 85.0 });
        if outlines.is_some() {
            about.font_file3(file);
        } else {
            about.font_file2(file);
        }
        about.finish();

        let data = deflate(outlines.unwrap_or(&subset));
        let mut stream = pdf.stream(file, &data);
        stream.filter(Filter::FlateDecode);
        if outlines.is_some() {
            stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        } else {
            stream.pair(Name(b"Length1"), int(subset.len()));
        }
        stream.finish();

        let mut characters = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        for (&code, &(character, _)) in &self.used {
            characters.pair(code, character);
        }
        let characters = deflate(&characters.finish());
        pdf.cmap(map, &characters).filter(Filter::FlateDecode);
        Ok(name)
    }
}

/// Returns a tag of six capitals that distinguishes this subset from others of the font.
fn tag(subset: &[u8]) -> String {
    let hash = blake3::hash(subset);
    hash.as_bytes()[..6].iter().map(|byte| char::from(b'A' + byte % 26)).collect()
}
