//! Drawings, independent of the file formats that show them.
//!
//! [`Board`] turns a puzzle into lines, fills and texts; each format has a file that writes a
//! [`Drawing`]. Lengths are points (1/72 in); the origin is the top left corner, y grows downwards.
//! Drawings have black ink only, as presses want it; only covers of books have process colours, in
//! PDF.

mod board;
mod eps;
mod font;
mod kerning;
mod measure;
mod outline;
pub(super) mod pdf;
#[cfg(feature = "png")]
mod png;
mod script;
mod svg;
mod theme;

pub use board::{Board, Places};
pub use eps::write as write_eps;
pub use font::{Font, FontError, Fonts, Glyph, Outline, SetGlyph};
pub(super) use measure::Measure;
pub use pdf::write as write_pdf;
#[cfg(feature = "png")]
pub use png::write as write_png;
pub use svg::write as write_svg;
pub use theme::{Theme, ThemeError};

/// Converts a font error to an I/O error, for writers.
fn invalid(error: FontError) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidInput, error)
}

/// A place or a size: x and y, or width and height, in points.
pub type Point = [f64; 2];

/// A picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// Width and height.
    pub size: Point,
    /// The shapes, bottom to top.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// Adds another drawing with its top left corner at `corner`.
    pub fn place(&mut self, other: Self, corner: Point) {
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(corner)));
    }

    /// Returns the drawing turned by 180 degrees.
    #[must_use]
    pub fn half_turned(mut self) -> Self {
        let size = self.size;
        self.shapes = self.shapes.into_iter().map(|shape| shape.half_turned(size)).collect();
        self
    }
}

/// A shape of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A straight line with square (butt) ends.
    Line {
        /// The start point.
        from: Point,
        /// The end point.
        to: Point,
        /// The width of the line.
        width: f64,
        /// The colour.
        ink: Ink,
    },
    /// A filled rectangle.
    Fill {
        /// The top left corner.
        corner: Point,
        /// Width and height.
        size: Point,
        /// The colour.
        ink: Ink,
    },
    /// A circle line.
    Ring {
        /// The centre.
        centre: Point,
        /// The radius, to the middle of the line.
        radius: f64,
        /// The width of the line.
        width: f64,
        /// The colour.
        ink: Ink,
    },
    /// A line of text.
    Text {
        /// The text.
        text: String,
        /// The left end of the base line.
        start: Point,
        /// The size of the type: one em.
        size: f64,
        /// The font.
        face: Face,
        /// The colour.
        ink: Ink,
        /// Whether the text is upside down: it begins at its right end and runs to the left.
        is_turned: bool,
    },
}

impl Shape {
    /// Returns an upright line of text.
    pub(crate) fn text(text: &str, start: Point, size: f64, face: Face, ink: Ink) -> Self {
        Self::Text { text: text.to_owned(), start, size, face, ink, is_turned: false }
    }

    /// Returns the colour of the shape.
    pub(crate) fn ink(&self) -> Ink {
        let (Self::Line { ink, .. }
        | Self::Fill { ink, .. }
        | Self::Ring { ink, .. }
        | Self::Text { ink, .. }) = self;
        *ink
    }

    /// Returns the shape after turning a drawing of this size by 180 degrees.
    fn half_turned(mut self, size: Point) -> Self {
        let across = |point: &mut Point| *point = [size[0] - point[0], size[1] - point[1]];
        match &mut self {
            Self::Line { from, to, .. } => {
                across(from);
                across(to);
            }
            Self::Fill { corner, size: [width, height], .. } => {
                *corner = [corner[0] + *width, corner[1] + *height];
                across(corner);
            }
            Self::Ring { centre, .. } => across(centre),
            Self::Text { start, is_turned, .. } => {
                across(start);
                *is_turned = !*is_turned;
            }
        }
        self
    }

    /// Returns the shape moved by a vector.
    fn moved(mut self, [dx, dy]: Point) -> Self {
        let shift = |point: &mut Point| *point = [point[0] + dx, point[1] + dy];
        match &mut self {
            Self::Line { from, to, .. } => {
                shift(from);
                shift(to);
            }
            Self::Fill { corner: point, .. }
            | Self::Ring { centre: point, .. }
            | Self::Text { start: point, .. } => shift(point),
        }
        self
    }
}

/// One of the two fonts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Face {
    /// For text, and for digits that the reader fills in.
    #[default]
    Regular,
    /// For titles and givens.
    Bold,
}

/// An ink: a tone of black in percent (0 is paper, 100 is black), or a process colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ink([u8; 4]);

impl Ink {
    /// Full black.
    pub const BLACK: Self = Self::percent(100);
    /// No ink.
    pub const PAPER: Self = Self::percent(0);

    /// Returns a grey with this percentage of black, at most 100.
    pub const fn percent(percent: u8) -> Self {
        Self([0, 0, 0, if percent > 100 { 100 } else { percent }])
    }

    /// Creates an ink of cyan, magenta, yellow and black in percent, each at most 100. Only PDF
    /// shows the colour; other formats show its [lightness](Self::lightness).
    pub(crate) const fn process(percent: [u8; 4]) -> Self {
        Self(percent)
    }

    /// Returns cyan, magenta, yellow and black in percent; `None` for greys.
    pub(crate) fn colour(self) -> Option<[u8; 4]> {
        (self.0[..3] != [0, 0, 0]).then_some(self.0)
    }

    /// Returns the sum of all four inks in percent, which printers limit.
    pub(crate) fn coverage(self) -> u16 {
        self.0.into_iter().map(u16::from).sum()
    }

    /// Returns the percentage of black; `None` for paper. For a colour, the percentage of its
    /// strongest ink.
    pub fn tone(self) -> Option<u8> {
        self.0.into_iter().max().filter(|most| *most > 0)
    }

    /// Returns the lightness as in `DeviceGray` of PDF and PostScript: 1 is white, 0 is black.
    /// Colours are converted with PostScript's weights.
    pub fn lightness(self) -> f64 {
        let [cyan, magenta, yellow, black] = self.0.map(u32::from);
        let hundredths = 30 * cyan + 59 * magenta + 11 * yellow + 100 * black;
        f64::from(10_000_u32.saturating_sub(hundredths)) / 10_000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turning a drawing twice restores it; turning it once mirrors its extent.
    #[test]
    fn a_drawing_is_turned() {
        let fonts = Fonts::bundled().unwrap();
        let drawing = board::everything(&fonts);
        let extent = |drawing: &Drawing| {
            let mut measure = Measure::default();
            for shape in &drawing.shapes {
                measure.add(shape, [0.0; 2], &fonts).unwrap();
            }
            measure.extent.unwrap()
        };
        let mut off = Drawing { size: [300.0, 260.0], shapes: Vec::new() };
        off.place(drawing, [30.0, 3.0]);
        let turned = off.clone().half_turned();
        let ([low, high], [other_low, other_high]) = (extent(&off), extent(&turned));
        for axis in 0..2 {
            assert!((low[axis] + other_high[axis] - off.size[axis]).abs() < 1e-6);
            assert!((high[axis] + other_low[axis] - off.size[axis]).abs() < 1e-6);
        }
        let again = extent(&turned.clone().half_turned());
        let mut both = again.iter().flatten().zip([low, high].concat());
        assert!(both.all(|(a, b)| (a - b).abs() < 1e-6));
        let mut svg = Vec::new();
        write_svg(&mut svg, &turned, "turned", &fonts).unwrap();
        let svg = String::from_utf8(svg).unwrap();
        assert!(svg.contains("scale(-0.") && !svg.contains("scale(0."), "texts are upside down");
    }
}
