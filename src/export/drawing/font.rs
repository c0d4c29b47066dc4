//! [`Font`]: the widths and outlines of a TrueType or OpenType font.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use subsetter::GlyphRemapper;
use ttf_parser::{GlyphId, OutlineBuilder, Permissions};

use super::kerning::{Kerning, substitute};
use super::{Face, script};

/// The id of the PostScript name in a font's name table.
const POSTSCRIPT_NAME: u16 = 6;

/// The characters whose measures are cached: most of what a book in a Latin script needs.
const COMMON: u32 = 0x180;

/// A parsed font file.
#[derive(Clone)]
pub struct Font {
    name: String,
    em: f64,
    capital: f64,
    common: Vec<Option<Glyph>>,
    /// The kerning of common characters, read when a text of several characters is first set.
    kerning: OnceLock<Option<Kerning>>,
    data: Cow<'static, [u8]>,
}

impl Font {
    /// Reads a font file (TTF or OTF).
    ///
    /// # Errors
    /// The data is no font, lacks a digit, or cannot or must not be embedded.
    pub fn new(data: impl Into<Cow<'static, [u8]>>) -> Result<Self, FontError> {
        let data = data.into();
        let face = ttf_parser::Face::parse(&data, 0).map_err(|_| FontError::NoFont)?;
        let em = f64::from(face.units_per_em());
        let is_symbols = is_symbols(&face);
        let mut names = face.names().into_iter().filter(|name| name.name_id == POSTSCRIPT_NAME);
        let name = names.find_map(|name| name.to_string());
        // Boards centre digits by their height, which capitals have in most fonts.
        let zero = face.glyph_index('0').and_then(|glyph| face.glyph_bounding_box(glyph));
        let capital = face.capital_height().or_else(|| zero.map(|zero| zero.y_max));
        let capital = f64::from(capital.unwrap_or(700)) / em;
        let common = (0..COMMON).map(|code| measure(&face, em, char::from_u32(code)?)).collect();
        let name = name.unwrap_or_else(|| "Font".into());
        if is_symbols {
            return Err(FontError::Symbols(name));
        }
        if face.permissions() == Some(Permissions::Restricted) {
            return Err(FontError::Restricted(name));
        }
        let font = Self { name, em, capital, common, kerning: OnceLock::new(), data };
        // A truncated file can still have its directory of tables: embedding the digits finds that
        // early.
        let mut digits = GlyphRemapper::new();
        for digit in '0'..='9' {
            digits.remap(font.need(digit)?.id);
        }
        match unless_broken(|| subsetter::subset(&font.data, 0, &digits)) {
            Some(Ok(_)) => Ok(font),
            _ => Err(FontError::Broken(font.name)),
        }
    }

    /// Returns the content of the file.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the PostScript name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the height of a capital letter, in em.
    pub const fn capital(&self) -> f64 {
        self.capital
    }

    fn face(&self) -> Option<ttf_parser::Face<'_>> {
        ttf_parser::Face::parse(&self.data, 0).ok()
    }

    /// Returns the glyph of a character; `None` if the font lacks it.
    pub fn glyph(&self, character: char) -> Option<Glyph> {
        match self.common.get(u32::from(character) as usize) {
            Some(glyph) => *glyph,
            None => measure(&self.face()?, self.em, character),
        }
    }

    /// Returns the glyph of a character.
    ///
    /// # Errors
    /// [`FontError::Script`] if the script cannot be set, [`FontError::Missing`] if the font lacks
    /// the character.
    pub fn need(&self, character: char) -> Result<Glyph, FontError> {
        let is_common = u32::from(character) < COMMON;
        if let Some(script) = if is_common { None } else { script::unset(character) } {
            return Err(FontError::Script(character, script));
        }
        self.glyph(character).ok_or_else(|| FontError::Missing(character, self.name.clone()))
    }

    /// Sets a text in a line: its glyphs, each with its character and its position in em, and the
    /// position after the last.
    ///
    /// # Errors
    /// The errors of [`Font::need`].
    pub fn set(&self, text: &str) -> Result<(Vec<SetGlyph>, f64), FontError> {
        let mut glyphs = Vec::with_capacity(text.len());
        let (mut at, mut last) = (0.0, None);
        for character in text.chars() {
            let glyph = self.need(character)?;
            at += last.map_or(0.0, |last| self.kerned(last, character));
            glyphs.push((character, glyph, at));
            at += glyph.advance;
            last = Some(character);
        }
        Ok((glyphs, at))
    }

    /// Returns the kerning of two characters, in em, added to the first one's advance. Only common
    /// characters have kerning, and never two figures, so that figures of several numbers align.
    fn kerned(&self, left: char, right: char) -> f64 {
        if left.is_ascii_digit() && right.is_ascii_digit() {
            return 0.0;
        }
        let kerning = self.kerning.get_or_init(|| {
            let face = self.face()?;
            unless_broken(|| Kerning::new(&face, COMMON))
        });
        kerning.as_ref().map_or(0.0, |kerning| f64::from(kerning.of(left, right)) / self.em)
    }

    /// Returns the width of a text, in em.
    ///
    /// # Errors
    /// The errors of [`Font::need`].
    pub fn width(&self, text: &str) -> Result<f64, FontError> {
        Ok(self.set(text)?.1)
    }

    /// Returns the horizontal extent of a text in em from its place: from its start to its last
    /// advance, and further where the ink of a letter overhangs.
    ///
    /// # Errors
    /// The errors of [`Font::need`].
    pub fn reach(&self, text: &str) -> Result<[f64; 2], FontError> {
        let (glyphs, end) = self.set(text)?;
        let (mut left, mut right) = (0.0_f64, end);
        for (_, glyph, at) in glyphs {
            left = left.min(at + glyph.left);
            right = right.max(at + glyph.right);
        }
        Ok([left, right])
    }

    /// Returns the outline of a glyph, in em, y upwards.
    pub fn outline(&self, glyph: &Glyph) -> Vec<Outline> {
        let mut pen = Pen { em: self.em, outline: Vec::new() };
        if let Some(face) = self.face() {
            // A space has no outline.
            let _ = face.outline_glyph(GlyphId(glyph.id), &mut pen);
        }
        pen.outline
    }
}

/// Whether a font has pictures in place of letters, by its OS/2 table (PANOSE family 5, or a symbol
/// encoding) or its name.
fn is_symbols(face: &ttf_parser::Face<'_>) -> bool {
    const PANOSE: usize = 32;
    const PICTORIAL: u8 = 5;
    let table = face.raw_face().table(ttf_parser::Tag::from_bytes(b"OS/2"));
    let family = table.and_then(|table| table.get(PANOSE)).copied();
    let tables = face.tables().cmap.iter().flat_map(|cmap| cmap.subtables);
    let encoded = |table: ttf_parser::cmap::Subtable<'_>| {
        table.platform_id == ttf_parser::PlatformId::Windows && table.encoding_id == 0
    };
    let named = face.names().into_iter().filter_map(|name| name.to_string()).any(|name| {
        let name = name.to_lowercase();
        ["dingbats", "wingdings", "webdings"].iter().any(|own| name.contains(own))
    });
    family == Some(PICTORIAL) || tables.into_iter().any(encoded) || named
}

fn measure(face: &ttf_parser::Face<'_>, em: f64, character: char) -> Option<Glyph> {
    let id = face.glyph_index(character)?;
    // Boards and numbers need lining figures: old-style figures differ in height and reach below
    // the base line.
    let lining = character.is_ascii_digit().then(|| substitute(face, *b"lnum", id)).flatten();
    let id = lining.unwrap_or(id);
    let units = |units: i16| f64::from(units) / em;
    let ink = face.glyph_bounding_box(id);
    let edge = |of: fn(ttf_parser::Rect) -> i16| ink.map_or(0.0, |ink| units(of(ink)));
    Some(Glyph {
        id: id.0,
        advance: f64::from(face.glyph_hor_advance(id)?) / em,
        left: edge(|ink| ink.x_min),
        right: edge(|ink| ink.x_max),
        bottom: edge(|ink| ink.y_min),
        top: edge(|ink| ink.y_max),
    })
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Font").field(&self.name).finish()
    }
}

/// A character of a text with its glyph and its position in em from the first.
pub type SetGlyph = (char, Glyph, f64);

/// The measures of a character, in em.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glyph {
    /// The glyph's number in the font.
    pub id: u16,
    /// The advance: the distance to the next character.
    pub advance: f64,
    /// The left edge of the ink.
    pub left: f64,
    /// The right edge of the ink.
    pub right: f64,
    /// The lower edge of the ink, above the base line.
    pub bottom: f64,
    /// The upper edge of the ink, above the base line.
    pub top: f64,
}

/// Returns the result of `work`; `None` if it panics, as font parsers do on some broken fonts where
/// overflow is checked.
pub(super) fn unless_broken<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// A part of an outline; points are x, y in em, y upwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outline {
    /// Begins a contour.
    Move([f64; 2]),
    /// A straight line to a point.
    Line([f64; 2]),
    /// A quadratic curve: control point, end.
    Quadratic([f64; 2], [f64; 2]),
    /// A cubic curve: two control points, end.
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    /// Closes the contour.
    Close,
}

struct Pen {
    em: f64,
    outline: Vec<Outline>,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [f64::from(x) / self.em, f64::from(y) / self.em]
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.push(Outline::Move(self.at(x, y)));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.outline.push(Outline::Line(self.at(x, y)));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.outline.push(Outline::Quadratic(self.at(x1, y1), self.at(x, y)));
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.outline.push(Outline::Cubic(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }
    fn close(&mut self) {
        self.outline.push(Outline::Close);
    }
}

/// The two fonts of a drawing.
#[derive(Clone, Debug)]
pub struct Fonts {
    /// The font of [`Face::Regular`].
    pub regular: Font,
    /// The font of [`Face::Bold`].
    pub bold: Font,
}

impl Fonts {
    /// Returns Atkinson Hyperlegible, embedded in the program (SIL Open Font License 1.1:
    /// `font/OFL.txt`).
    pub fn bundled() -> Result<Self, FontError> {
        Ok(Self {
            regular: Font::new(&include_bytes!("../font/AtkinsonHyperlegible-Regular.ttf")[..])?,
            bold: Font::new(&include_bytes!("../font/AtkinsonHyperlegible-Bold.ttf")[..])?,
        })
    }

    /// Returns the font of a face.
    pub const fn of(&self, face: Face) -> &Font {
        match face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
        }
    }
}

/// An error of a font.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FontError {
    /// The file is no font.
    #[error("this is no TrueType or OpenType font")]
    NoFont,
    /// The font cannot be embedded.
    #[error("the font {0} is broken")]
    Broken(String),
    /// The letters and digits of the font are pictures.
    #[error("the font {0} has pictures in the places of letters and digits")]
    Symbols(String),
    /// The font's license forbids embedding (`fsType` of its OS/2 table).
    #[error("the font {0} does not allow to be embedded")]
    Restricted(String),
    /// The script of a character runs from right to left, or joins its letters.
    #[error(
        "{0:?} is {1}, and texts in {1} script cannot be set: letters stand side by side from left to right here"
    )]
    Script(char, &'static str),
    /// The font has no glyph for a character.
    #[error("the font {1} has no character {0:?}")]
    Missing(char, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_fonts_have_what_books_need() {
        let fonts = Fonts::bundled().unwrap();
        assert_eq!(fonts.bold.name(), "AtkinsonHyperlegible-Bold");
        for font in [&fonts.regular, &fonts.bold] {
            assert!(font.width("0123456789 Lösungen · «été» año – ß").is_ok());
            assert!(font.width("Rozwiązania zażółć gęślą jaźń čšžřů őű ğı").is_ok());
            assert!((font.capital() - 0.668).abs() < 1e-9);
            let seven = font.glyph('7').unwrap();
            assert!(seven.left < seven.right && seven.right < seven.advance + 0.05);
            assert!(!font.outline(&seven).is_empty());
        }
    }

    #[test]
    fn ink_that_leaves_its_advance_is_counted() {
        let font = Fonts::bundled().unwrap().regular;
        let j = font.glyph('j').unwrap();
        assert!(j.left < 0.0, "a letter that reaches to the left");
        let [left, right] = font.reach("xjx").unwrap();
        assert!(left.abs() < 1e-9 && (right - font.width("xjx").unwrap()).abs() < 1e-9);
        let sum = |text: &str| text.chars().map(|c| font.glyph(c).unwrap().advance).sum::<f64>();
        assert!(font.width("To").unwrap() < sum("To"), "kerned");
        assert_eq!(font.width("1711").unwrap().to_bits(), sum("1711").to_bits());
        assert_eq!(font.reach("jj").unwrap()[0].to_bits(), j.left.to_bits());
    }

    #[test]
    fn wrong_fonts_are_refused_in_words() {
        assert_eq!(Font::new(&b"no font"[..]).unwrap_err(), FontError::NoFont);
        let whole = &include_bytes!("../font/AtkinsonHyperlegible-Regular.ttf")[..];
        let broken = Font::new(&whole[..20_000]).unwrap_err();
        assert!(matches!(broken, FontError::Broken(_)), "{broken}");
        let face = ttf_parser::Face::parse(whole, 0).unwrap();
        let place = |name| {
            let table = face.raw_face().table(ttf_parser::Tag::from_bytes(name)).unwrap();
            table.as_ptr() as usize - whole.as_ptr() as usize
        };
        // The first name ends beyond the range of 16 bits; found by tools/fuzz.
        let mut endless = whole.to_vec();
        let at = place(b"name");
        endless[at + 14..at + 18].copy_from_slice(&[0, 9, 0xff, 0xff]);
        assert!(matches!(Font::new(endless).unwrap_err(), FontError::Broken(_)));
        let mut pictures = whole.to_vec();
        let at = place(b"OS/2");
        pictures[at + 32] = 5;
        assert!(matches!(Font::new(pictures).unwrap_err(), FontError::Symbols(_)));
        let mut restricted = whole.to_vec();
        restricted[at + 8..at + 10].copy_from_slice(&[0, 2]);
        assert!(matches!(Font::new(restricted).unwrap_err(), FontError::Restricted(_)));
        let hebrew = Fonts::bundled().unwrap().regular.width("סודוקו").unwrap_err();
        assert_eq!(hebrew, FontError::Script('ס', "Hebrew"));
        let words = Fonts::bundled().unwrap().regular.width("数独").unwrap_err().to_string();
        assert!(words.contains("'数'"), "{words}");
    }
}
