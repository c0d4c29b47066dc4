//! [`Scene`]: a step as a picture, with its pattern, its eliminations and its chains.

use std::io;

use super::arrows::{Ground, shapes};
use super::drawing::{Board, Drawing, Face, Fonts, Ink, Shape, Theme};
use super::{Layout, PictureFormat, Pictures, Resolution};
use seeddb_core::board::{Digit, Grid, State};
use seeddb_core::logic::{Link, Marks};

/// Width and height of a picture, in points.
const WIDTH: f64 = 480.0;
/// The margin around the board, for the numbers of rows and columns.
const MARGIN: f64 = 24.0;
/// The size of these numbers.
const TYPE: f64 = 12.0;

/// The board of a puzzle during its solution.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The clues.
    pub givens: Grid,
    /// The digits and candidates on the board.
    pub state: State,
    /// The marked cells and candidates.
    pub marks: Marks,
    /// Chains to draw as arrows, dashed where a link is weak.
    pub chains: Vec<Vec<Link>>,
    /// The title of the picture.
    pub title: String,
}

impl Scene {
    /// Returns a board with nothing marked.
    pub fn plain(givens: Grid, state: State) -> Self {
        Self { givens, state, marks: Marks::NONE, chains: Vec::new(), title: String::new() }
    }

    /// Writes the picture, 480 points square.
    ///
    /// # Errors
    /// A font that cannot be read.
    pub fn paint(&self, format: PictureFormat) -> io::Result<Vec<u8>> {
        let fonts = Fonts::bundled().map_err(io::Error::other)?;
        let drawing = self.draw(WIDTH, &fonts);
        let (layout, side, theme) = (Layout::Crop, None, Theme::default());
        let resolution = Resolution::Dpi(300.0);
        let mut out = Vec::new();
        Pictures { format, layout, theme, side, resolution, fonts, caption: None }.write(
            &mut out,
            &drawing,
            &self.title,
        )?;
        Ok(out)
    }

    /// Draws the picture with this width and height in points: the board and its chains on white,
    /// rows and columns numbered as in the text of steps.
    pub(super) fn draw(&self, width: f64, fonts: &Fonts) -> Drawing {
        let [margin, kind] = [MARGIN, TYPE].map(|length| length * width / WIDTH);
        let (side, theme) = (width - 2.0 * margin, Theme::default());
        let paper = Shape::Fill { corner: [0.0; 2], size: [width; 2], ink: Ink::PAPER };
        let mut drawing = Drawing { size: [width; 2], shapes: vec![paper] };
        let board = self.board();
        drawing.place(board.draw(side, &theme, fonts), [margin; 2]);
        drawing.shapes.extend(numbers(side, margin, kind, fonts));
        let ground = Ground { board: &board, side, margin, theme: &theme };
        drawing.shapes.extend(shapes(&self.chains, &ground, fonts));
        drawing
    }

    pub(super) fn board(&self) -> Board {
        Board {
            filled: self.state.filled(),
            candidates: Some(self.state.candidates),
            shaded: self.marks.cells,
            ringed: self.marks.pattern,
            struck: self.marks.removed,
            ..Board::of(self.givens)
        }
    }
}

/// Draws the numbers of rows and columns beside a board of this side, in margins of this width at
/// its left and top, in type of this size.
pub(super) fn numbers(side: f64, margin: f64, kind: f64, fonts: &Fonts) -> Vec<Shape> {
    let (face, ink) = (Face::Regular, Ink::percent(70));
    let font = fonts.of(face);
    let mut shapes = Vec::new();
    for digit in Digit::all() {
        let text = digit.to_string();
        let width = font.width(&text).unwrap_or_default() * kind;
        let middle = margin + side / 9.0 * (digit.index() as f64 + 0.5);
        let below = font.capital() * kind / 2.0;
        for centre in [[middle, margin / 2.0], [margin / 2.0, middle]] {
            let start = [centre[0] - width / 2.0, centre[1] + below];
            shapes.push(Shape::text(&text, start, kind, face, ink));
        }
    }
    shapes
}
