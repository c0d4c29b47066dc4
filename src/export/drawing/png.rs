//! PNG: eight bits of grey per pixel, with the resolution in the file (`pHYs`), for screens and for
//! programs without a vector format.

use std::io::{self, Write};

use tiny_skia::{
    Color, FillRule, Paint, PathBuilder, Pixmap, Rect, Shader, Stroke, Transform as Matrix,
};

use super::outline::placed;
use super::{Drawing, Fonts, Ink, Outline, Shape, invalid};

/// The greatest side in pixels: such a picture takes 1.6 GB of memory.
const MOST: f64 = 20_000.0;

/// Writes a drawing with this many dots per inch.
///
/// # Errors
/// Errors of `out`; [`io::ErrorKind::InvalidInput`] for a character that the font lacks
/// ([`super::FontError`]) and for a side of no or more than 20,000 pixels.
pub fn write(out: &mut impl Write, drawing: &Drawing, dpi: f64, fonts: &Fonts) -> io::Result<()> {
    let scale = dpi / 72.0;
    // Rounding errors must not add a pixel to a side of 252 pt.
    let [width, height] = drawing.size.map(|length| (length * scale - 1e-6).ceil());
    let pixmap = (width.max(height) <= MOST).then(|| Pixmap::new(width as u32, height as u32));
    let Some(mut pixmap) = pixmap.flatten() else {
        let words = format!("{width} x {height} pixels cannot be drawn: 1 to {MOST} a side can");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    };
    pixmap.fill(Color::WHITE);
    let mut canvas = Canvas { pixmap, scale, fonts };
    for shape in &drawing.shapes {
        canvas.shape(shape)?;
    }
    let grey: Vec<u8> = canvas.pixmap.pixels().iter().map(|pixel| pixel.red()).collect();
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (dpi / 0.0254).round() as u32;
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&grey)?;
    Ok(writer.finish()?)
}

struct Canvas<'a> {
    pixmap: Pixmap,
    scale: f64,
    fonts: &'a Fonts,
}

impl Canvas<'_> {
    fn shape(&mut self, shape: &Shape) -> io::Result<()> {
        let scale = self.scale;
        // Whether a line is parallel to the other axis.
        let keeps = |axis: usize| match shape {
            Shape::Line { from, to, .. } => (from[axis] - to[axis]).abs() < 1e-9,
            _ => false,
        };
        match shape {
            Shape::Line { from, to, width, ink } if keeps(0) || keeps(1) => {
                self.straight(usize::from(keeps(1)), *from, *to, *width, *ink);
            }
            Shape::Line { from, to, width, ink } => {
                let mut path = PathBuilder::new();
                path.move_to((from[0] * scale) as f32, (from[1] * scale) as f32);
                path.line_to((to[0] * scale) as f32, (to[1] * scale) as f32);
                self.stroke(path, *width, *ink);
            }
            Shape::Fill { corner, size, ink } => {
                let far = [corner[0] + size[0], corner[1] + size[1]];
                let near = corner.map(|x| (x * scale).round());
                self.rectangle(near, far.map(|x| (x * scale).round()), *ink);
            }
            Shape::Ring { centre, radius, width, ink } => {
                let mut path = PathBuilder::new();
                let [x, y] = centre.map(|x| (x * scale) as f32);
                path.push_circle(x, y, (radius * scale) as f32);
                self.stroke(path, *width, *ink);
            }
            Shape::Text { text, start, size, face, ink, is_turned } => {
                let size = if *is_turned { -size } else { *size };
                let font = self.fonts.of(*face);
                for (_, glyph, at) in placed(text, *start, size, font).map_err(invalid)? {
                    self.outline(&font.outline(&glyph), at, size, *ink);
                }
            }
        }
        Ok(())
    }

    /// Draws a line along an axis (0: along y, 1: along x) on whole pixels, so that all lines of a
    /// board are equally sharp, and equal ones equally thick.
    fn straight(&mut self, across: usize, from: [f64; 2], to: [f64; 2], width: f64, ink: Ink) {
        let along = 1 - across;
        let thick = (width * self.scale).round().max(1.0);
        let near = (from[across] * self.scale - thick / 2.0).round().max(0.0);
        let ends = [from[along], to[along]].map(|x| (x * self.scale).round());
        let (mut low, mut high) = ([0.0; 2], [0.0; 2]);
        (low[across], high[across]) = (near, near + thick);
        (low[along], high[along]) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        self.rectangle(low, high, ink);
    }

    fn rectangle(&mut self, near: [f64; 2], far: [f64; 2], ink: Ink) {
        let [left, top] = near.map(|x| x as f32);
        let [right, bottom] = far.map(|x| x as f32);
        // Rectangles without area draw nothing.
        if let Some(rectangle) = Rect::from_ltrb(left, top, right, bottom) {
            self.pixmap.fill_rect(rectangle, &paint(ink), Matrix::identity(), None);
        }
    }

    fn stroke(&mut self, path: PathBuilder, width: f64, ink: Ink) {
        let stroke = Stroke { width: (width * self.scale) as f32, ..Stroke::default() };
        if let Some(path) = path.finish() {
            self.pixmap.stroke_path(&path, &paint(ink), &stroke, Matrix::identity(), None);
        }
    }

    fn outline(&mut self, outline: &[Outline], [x, y]: [f64; 2], size: f64, ink: Ink) {
        let mut path = PathBuilder::new();
        let place = |at: &[f64; 2]| {
            let place = [x + at[0] * size, y - at[1] * size];
            place.map(|length| (length * self.scale) as f32)
        };
        for part in outline {
            match part {
                Outline::Move(to) => {
                    let [x, y] = place(to);
                    path.move_to(x, y);
                }
                Outline::Line(to) => {
                    let [x, y] = place(to);
                    path.line_to(x, y);
                }
                Outline::Quadratic(by, to) => {
                    let ([x1, y1], [x, y]) = (place(by), place(to));
                    path.quad_to(x1, y1, x, y);
                }
                Outline::Cubic(by, then, to) => {
                    let ([x1, y1], [x2, y2], [x, y]) = (place(by), place(then), place(to));
                    path.cubic_to(x1, y1, x2, y2, x, y);
                }
                Outline::Close => path.close(),
            }
        }
        // A space has no outline.
        if let Some(path) = path.finish() {
            self.pixmap.fill_path(&path, &paint(ink), FillRule::Winding, Matrix::identity(), None);
        }
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let grey = (ink.lightness() * 255.0).round() as u8;
    let shader = Shader::SolidColor(Color::from_rgba8(grey, grey, grey, 255));
    Paint { shader, anti_alias: true, ..Paint::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Board, Theme};
    use seeddb_core::board::Grid;

    /// Reads width, height, dots per metre, and the pixels.
    fn read(data: &[u8]) -> (usize, usize, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(io::Cursor::new(data)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(
            (info.color_type, info.bit_depth),
            (png::ColorType::Grayscale, png::BitDepth::Eight)
        );
        let per_metre = reader.info().pixel_dims.unwrap().xppu;
        (info.width as usize, info.height as usize, per_metre, pixels)
    }

    fn board(givens: Grid, dpi: f64) -> Vec<u8> {
        let fonts = Fonts::bundled().unwrap();
        let drawing = Board::of(givens).draw(252.0, &Theme::default(), &fonts);
        let mut out = Vec::new();
        write(&mut out, &drawing, dpi, &fonts).unwrap();
        out
    }

    #[test]
    fn lines_cover_whole_pixels_to_the_edge() {
        let (width, height, per_metre, pixels) = read(&board(Grid::EMPTY, 300.0));
        assert_eq!((width, height, per_metre), (1050, 1050, 11811));
        // 2.25 pt are 9 pixels, 0.75 pt are 3; no pixel is grey.
        let row: Vec<u8> = pixels[60 * width..61 * width].to_vec();
        let mut lines = Vec::new();
        for run in row.chunk_by(|a, b| a == b) {
            assert!(run[0] == 0 || run[0] == 255);
            if run[0] == 0 {
                lines.push(run.len());
            }
        }
        assert_eq!(lines, [9, 3, 3, 9, 3, 3, 9, 3, 3, 9]);
        assert_eq!((row[0], row[width - 1]), (0, 0));
    }

    #[test]
    fn digits_stand_in_the_middle_of_their_cells() {
        let grid: Grid = "8".repeat(81).parse().unwrap();
        let (width, _, _, pixels) = read(&board(grid, 288.0));
        // In the middle cell without its lines, the ink has equal distances from opposite sides.
        let (low, high) = (width / 2 - 48, width / 2 + 48);
        let dark: Vec<(usize, usize)> = (low..high)
            .flat_map(|y| (low..high).map(move |x| (x, y)))
            .filter(|(x, y)| pixels[y * width + x] < 128)
            .collect();
        let span = |values: Vec<usize>| {
            (*values.iter().min().unwrap() - low, high - 1 - *values.iter().max().unwrap())
        };
        for (near, far) in
            [span(dark.iter().map(|at| at.0).collect()), span(dark.iter().map(|at| at.1).collect())]
        {
            assert!(near > 5 && near.abs_diff(far) <= 2, "{near} {far}");
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused_in_words() {
        let fonts = Fonts::bundled().unwrap();
        let drawing = Board::of(Grid::EMPTY).draw(252.0, &Theme::default(), &fonts);
        for dpi in [0.0, 1e6, f64::NAN] {
            let error = write(&mut Vec::new(), &drawing, dpi, &fonts).unwrap_err();
            assert!(error.to_string().contains("pixels"), "{error}");
        }
    }
}
