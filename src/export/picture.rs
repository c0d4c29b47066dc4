//! [`Pictures`]: puzzles as pictures, one per file or several on a contact sheet.

use std::io::{self, Write};

use super::drawing::pdf::{Piece, Role, write_pages};
use super::drawing::{
    Board, Drawing, Face, FontError, Fonts, Ink, Point, Shape, Theme, write_eps, write_pdf,
    write_svg,
};
use super::{Caption, Paper, RenderError, Row};
use seeddb_core::board::Candidates;

seeddb_core::named_enum! {
    /// A format of pictures.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum PictureFormat {
        /// Scalable Vector Graphics.
        Svg = "svg",
        /// Encapsulated PostScript.
        Eps = "eps",
        /// A document of one page.
        Pdf = "pdf",
        /// Pixels in eight bits of grey.
        #[cfg(feature = "png")]
        Png = "png",
    }
}

/// The part of a puzzle in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureContent {
    /// The givens.
    Puzzle,
    /// All digits; the theme distinguishes givens from found digits.
    Solution,
    /// The solution beside the puzzle.
    Both,
}

/// The resolution of a raster picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Resolution {
    /// Dots per inch.
    Dpi(f64),
    /// Pixels along the width of the picture.
    Pixels(u32),
}

/// The arrangement of boards in a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Layout {
    /// One board, cropped at its edges.
    Crop,
    /// A contact sheet: columns and lines of boards with number, level and id, cropped.
    Sheet([usize; 2]),
    /// Pages of paper.
    Paper(Box<Paper>),
}

impl Layout {
    /// Returns the number of puzzles on a page.
    pub fn each(&self) -> usize {
        match self {
            Self::Crop => 1,
            Self::Sheet([columns, lines]) => columns * lines,
            Self::Paper(paper) => paper.each(),
        }
    }
}

/// A page: its size in points, and its pieces.
pub(super) struct Sheet {
    pub size: Point,
    pub pieces: Vec<Piece>,
}

impl Sheet {
    /// Returns a page with a picture and its alternative text.
    fn figure(drawing: Drawing, words: String) -> Self {
        let size = drawing.size;
        Self { size, pieces: vec![Piece::new(drawing, [0.0; 2], Role::Figure(words))] }
    }

    fn drawing(self) -> Drawing {
        let mut all = Drawing { size: self.size, ..Drawing::default() };
        for Piece { drawing, corner, .. } in self.pieces {
            all.place(drawing, corner);
        }
        all
    }
}

/// The options for drawing puzzles.
#[derive(Clone, Debug)]
pub struct Pictures {
    /// The format.
    pub format: PictureFormat,
    /// The arrangement of boards.
    pub layout: Layout,
    /// The looks of a board.
    pub theme: Theme,
    /// Width and height of a board in points, heavy lines included; by default 252, or 108 on
    /// contact sheets, and on paper as much as fits.
    pub side: Option<f64>,
    /// The resolution, for raster formats only.
    pub resolution: Resolution,
    /// The fonts of digits and captions.
    pub fonts: Fonts,
    /// The line below each board; on contact sheets it replaces number, level and id.
    pub caption: Option<Caption>,
}

/// The distance between boards, as a part of a board's side.
const GAP: f64 = 1.0 / 9.0;

impl Pictures {
    fn side(&self) -> f64 {
        self.side.unwrap_or(if matches!(self.layout, Layout::Sheet(_)) { 108.0 } else { 252.0 })
    }

    /// Draws one puzzle.
    pub fn puzzle(&self, row: &Row, part: PictureContent) -> Drawing {
        let side = self.side();
        let board = |is_solved| self.board(row, is_solved, side, &self.theme);
        match part {
            PictureContent::Puzzle => board(false),
            PictureContent::Solution => board(true),
            PictureContent::Both => {
                let width = self.width(part);
                let mut both = Drawing { size: [width, side], shapes: Vec::new() };
                both.place(board(false), [0.0; 2]);
                both.place(board(true), [width - side, 0.0]);
                both
            }
        }
    }

    /// Draws a board of this side: the givens, or all digits.
    pub(super) fn board(&self, row: &Row, is_solved: bool, side: f64, theme: &Theme) -> Drawing {
        let mut board = Board::of(row.puzzle);
        if is_solved {
            board.filled = row.solution;
        } else if theme.candidates {
            board.candidates = Some(Candidates::of(&row.puzzle));
        }
        board.draw(side, theme, &self.fonts)
    }

    /// Returns the width of a drawn part of a puzzle.
    fn width(&self, part: PictureContent) -> f64 {
        match part {
            PictureContent::Puzzle | PictureContent::Solution => self.side(),
            PictureContent::Both => self.side() * (2.0 + GAP),
        }
    }

    /// Draws a puzzle with its caption below, if there is one.
    ///
    /// # Errors
    /// The font lacks a character of the caption.
    pub fn captioned(&self, row: &Row, part: PictureContent) -> Result<Drawing, FontError> {
        let mut drawing = self.puzzle(row, part);
        if let Some(caption) = &self.caption {
            let size = self.type_size();
            let start = [0.0, drawing.size[1] + 1.4 * size];
            let words = self.words(&caption.of(row), Face::Bold, size, start)?;
            drawing.shapes.push(words);
            drawing.size[1] += 2.0 * size;
        }
        Ok(drawing)
    }

    fn type_size(&self) -> f64 {
        (self.side() * 0.07).clamp(4.0, 12.0)
    }

    /// Returns a contact sheet of `columns` boards in each of `lines` lines, with number, level and
    /// id below each; places without a puzzle stay empty.
    ///
    /// # Errors
    /// The font lacks a character of a level's name.
    pub fn sheet(
        &self,
        rows: &[Row],
        part: PictureContent,
        [columns, lines]: [usize; 2],
    ) -> Result<Drawing, FontError> {
        let type_size = self.type_size();
        let (gap, caption) = (self.side() * GAP, 3.0 * type_size);
        let step = [self.width(part) + gap, self.side() + caption + gap];
        let size = [gap + step[0] * columns as f64, gap + step[1] * lines as f64];
        let mut sheet = Drawing { size, shapes: Vec::new() };
        for (i, row) in rows.iter().take(columns * lines).enumerate() {
            let [x, y] =
                [gap + step[0] * (i % columns) as f64, gap + step[1] * (i / columns) as f64];
            sheet.place(self.puzzle(row, part), [x, y]);
            let under = y + self.side();
            if let Some(caption) = &self.caption {
                let start = [x, under + 1.4 * type_size];
                sheet.shapes.push(self.words(&caption.of(row), Face::Bold, type_size, start)?);
                continue;
            }
            let first = format!("{}{}", row.place(), row.level_or_tier());
            let first = self.words(&first, Face::Bold, type_size, [x, under + 1.4 * type_size])?;
            let second =
                self.words(&row.id, Face::Regular, type_size, [x, under + 2.6 * type_size])?;
            sheet.shapes.extend([first, second]);
        }
        Ok(sheet)
    }

    /// Returns a line of text, smaller if it would be wider than a board.
    fn words(&self, text: &str, face: Face, size: f64, start: Point) -> Result<Shape, FontError> {
        let width = self.fonts.of(face).width(text)?;
        let size = size.min(self.side() / width);
        Ok(Shape::text(text, start, size, face, Ink::BLACK))
    }

    /// Returns the pages of these puzzles. The solutions of several puzzles follow after all
    /// puzzles, so that solvers do not see them by accident.
    fn pages(
        &self,
        rows: &[Row],
        part: PictureContent,
        solutions_alone: bool,
    ) -> Result<Vec<Sheet>, RenderError> {
        if let Layout::Paper(paper) = &self.layout {
            return paper.pages(self, rows, solutions_alone);
        }
        let parts = match part {
            _ if solutions_alone => vec![PictureContent::Solution],
            PictureContent::Both if rows.len() > self.layout.each() => {
                vec![PictureContent::Puzzle, PictureContent::Solution]
            }
            part => vec![part],
        };
        let mut pages = Vec::new();
        for part in parts {
            let of = if part == PictureContent::Solution { "solutions of " } else { "" };
            for rows in rows.chunks(self.layout.each()) {
                let drawing = match self.layout {
                    Layout::Sheet(sheet) => self.sheet(rows, part, sheet)?,
                    _ => self.captioned(&rows[0], part)?,
                };
                let words = rows.iter().map(Row::title).collect::<Vec<_>>().join("; ");
                pages.push(Sheet::figure(drawing, format!("{of}{words}")));
            }
        }
        Ok(pages)
    }

    /// Returns the bytes of a file of these puzzles, or of their solutions; `title` is its
    /// alternative text.
    ///
    /// # Errors
    /// A character that the font lacks; several pages in a format with only one.
    pub fn file(
        &self,
        rows: &[Row],
        part: PictureContent,
        solutions_alone: bool,
        title: &str,
    ) -> Result<Vec<u8>, RenderError> {
        let mut pages = self.pages(rows, part, solutions_alone)?;
        let mut data = Vec::new();
        if self.format == PictureFormat::Pdf {
            let pages = pages.iter().map(|page| (page.size, &page.pieces[..]));
            write_pages(&mut data, pages, title, &self.fonts)?;
        } else {
            let page = pages.pop().filter(|_| pages.is_empty()).ok_or(RenderError::Pages)?;
            self.write(&mut data, &page.drawing(), title)?;
        }
        Ok(data)
    }

    /// Writes a drawing, with `title` as its alternative text.
    ///
    /// # Errors
    /// Errors of `out`; [`io::ErrorKind::InvalidInput`] for what the format cannot represent.
    pub fn write(&self, out: &mut impl Write, drawing: &Drawing, title: &str) -> io::Result<()> {
        match self.format {
            PictureFormat::Svg => write_svg(out, drawing, title, &self.fonts),
            PictureFormat::Eps => write_eps(out, drawing, title, &self.fonts),
            PictureFormat::Pdf => write_pdf(out, drawing, title, &self.fonts),
            #[cfg(feature = "png")]
            PictureFormat::Png => {
                let dpi = match self.resolution {
                    Resolution::Dpi(dpi) => dpi,
                    Resolution::Pixels(pixels) => f64::from(pixels) * 72.0 / drawing.size[0],
                };
                super::drawing::write_png(out, drawing, dpi, &self.fonts)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::Measure;
    use super::super::row::examples;
    use super::*;

    fn pictures(format: PictureFormat) -> Pictures {
        let (layout, side, resolution) = (Layout::Crop, Some(108.0), Resolution::Dpi(72.0));
        let (theme, fonts) = (Theme::default(), Fonts::bundled().unwrap());
        Pictures { format, layout, theme, side, resolution, fonts, caption: None }
    }

    fn texts(drawing: &Drawing) -> Vec<(&str, Face)> {
        let text = |shape| match shape {
            Shape::Text { text, face, .. } => Some((text, face)),
            _ => None,
        };
        let texts = drawing.shapes.iter().cloned().filter_map(text);
        texts.map(|(text, face)| (&*text.leak(), face)).collect()
    }

    #[test]
    fn a_solution_shows_which_digits_were_given() {
        let row = &examples()[0];
        let pictures = pictures(PictureFormat::Svg);
        let [puzzle, solution, both] =
            [PictureContent::Puzzle, PictureContent::Solution, PictureContent::Both]
                .map(|part| pictures.puzzle(row, part));
        let read = |drawing: &Drawing| -> String {
            texts(drawing).into_iter().map(|(text, _)| text).collect()
        };
        assert_eq!(read(&puzzle), row.puzzle.to_string().replace('.', ""));
        assert_eq!(read(&solution), row.solution.to_string());
        assert_eq!(read(&both), read(&puzzle) + &read(&solution));
        let bold = texts(&solution).iter().filter(|(_, face)| *face == Face::Bold).count();
        assert_eq!(bold, row.puzzle.clues().len());
        assert!((both.size[0] - 228.0).abs() < 1e-9 && (solution.size[0] - 108.0).abs() < 1e-9);
    }

    #[test]
    fn a_caption_stands_below_its_board() {
        let row = &examples()[0];
        let plain = pictures(PictureFormat::Svg);
        let caption = Some("No. {number} {level}".parse().unwrap());
        let pictures = Pictures { caption, ..plain.clone() };
        let drawing = pictures.captioned(row, PictureContent::Puzzle).unwrap();
        let before = plain.captioned(row, PictureContent::Puzzle).unwrap();
        assert!(before.size.iter().all(|side| (side - 108.0).abs() < 1e-9));
        let Some(Shape::Text { text, start, size, .. }) = drawing.shapes.last() else {
            panic!("a line of words")
        };
        assert_eq!(text, "No. 1 expert, late");
        assert!(start[1] - size > before.size[1] && start[1] < drawing.size[1]);
        let sheet =
            pictures.sheet(std::slice::from_ref(row), PictureContent::Puzzle, [1, 1]).unwrap();
        assert!(texts(&sheet).iter().any(|(text, _)| *text == "No. 1 expert, late"));
        assert!(texts(&sheet).iter().all(|(text, _)| !text.contains(&row.id)));
    }

    #[test]
    fn a_sheet_keeps_its_size_and_its_words_within_the_boards() {
        let pictures = pictures(PictureFormat::Svg);
        let mut rows = vec![examples()[0].clone(); 5];
        let full = pictures.sheet(&rows, PictureContent::Puzzle, [2, 3]).unwrap();
        rows[0].level = Some("a level with a name that never seems to end".to_owned());
        let sheet = pictures.sheet(&rows[..1], PictureContent::Puzzle, [2, 3]).unwrap();
        // The gap is 12; caption and gap below a board are 3 * 7.56 + 12.
        for [width, height] in [full.size, sheet.size] {
            let off = (width - 252.0).abs() + (height - 440.04).abs();
            assert!(off < 1e-9, "{width} {height}");
        }
        for shape in &sheet.shapes {
            if let Shape::Text { text, start, size, face, .. } = shape {
                let right = start[0] + size * pictures.fonts.of(*face).width(text).unwrap();
                assert!(start[0] >= 12.0 && right <= 120.0 + 1e-9, "{text}");
                assert!(start[1] < sheet.size[1] / 3.0, "{text}");
            }
        }
        rows[0].level = Some("難".to_owned());
        let error = pictures.sheet(&rows, PictureContent::Puzzle, [2, 3]).unwrap_err();
        assert!(error.to_string().contains('難'));
    }

    /// Every drawing lies inside its page and takes its full width, for every part and size.
    #[test]
    fn nothing_lies_outside_the_page() {
        let mut rows = examples();
        rows[0].level = Some("a level with a name that never seems to end".to_owned());
        let within = |pictures: &Pictures, drawing: &Drawing, margin: f64, what: &str| {
            let mut measure = Measure::default();
            for shape in &drawing.shapes {
                measure.add(shape, [0.0; 2], &pictures.fonts).unwrap();
            }
            let [low, high] = measure.extent.unwrap();
            let [width, height] = drawing.size;
            assert!(low.iter().all(|&at| at > -1e-6), "{what}: begins at {low:?}");
            assert!(high[1] < height + 1e-6, "{what}: {high:?} on {:?}", drawing.size);
            assert!((high[0] + margin - width).abs() < 1e-6, "{what}: {high:?} on {width}");
        };
        for name in ["classic", "large", "shaded", "light", "candidates"] {
            for side in [20.0, 108.0, 252.0, 500.0] {
                for caption in [None, Some("No. {number} {level} {date} of a very long series")] {
                    let pictures = Pictures {
                        theme: name.parse().unwrap(),
                        side: Some(side),
                        caption: caption.map(|text| text.parse().unwrap()),
                        ..pictures(PictureFormat::Pdf)
                    };
                    for part in
                        [PictureContent::Puzzle, PictureContent::Solution, PictureContent::Both]
                    {
                        let what = format!("{name} {side} {caption:?} {part:?}");
                        let alone = pictures.captioned(&rows[0], part).unwrap();
                        within(&pictures, &alone, 0.0, &what);
                        for size in [[1, 1], [2, 1], [1, 3]] {
                            let many = rows.iter().cycle().take(size[0] * size[1]).cloned();
                            let sheet =
                                pictures.sheet(&many.collect::<Vec<_>>(), part, size).unwrap();
                            within(&pictures, &sheet, side * GAP, &format!("{what} {size:?}"));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_format_is_what_it_says() {
        let row = &examples()[0];
        for format in PictureFormat::ALL {
            let pictures = pictures(format);
            let write = || {
                let mut out = Vec::new();
                let drawing = pictures.puzzle(row, PictureContent::Puzzle);
                pictures.write(&mut out, &drawing, "a <title>").unwrap();
                out
            };
            let begin: &[u8] = match format {
                PictureFormat::Svg => b"<svg ",
                PictureFormat::Eps => b"%!PS-Adobe-3.0 EPSF-3.0\n",
                PictureFormat::Pdf => b"%PDF-1.7",
                #[cfg(feature = "png")]
                PictureFormat::Png => b"\x89PNG\r\n\x1a\n",
            };
            assert!(write().starts_with(begin), "{format}");
            assert!(write() == write(), "{format}");
        }
    }
}
