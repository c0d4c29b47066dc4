//! [`Picture`]: a step as a picture, in a file of its own.

use std::io::{self, Write};
use std::path::Path;

use seeddb::board::{Cell, Digit, Grid, State};
use seeddb::export::drawing::{Board, Drawing, Face, Fonts, Ink, Point, Shape, Theme};
use seeddb::export::{PictureFormat, Pictures, Resolution};
use seeddb::logic::Marks;
use seeddb::rating::se::Candidate;

use super::rows::position;
use super::{Selection, Walk};
use crate::cli::terminal::ending;
use crate::cli::terminal::exit::{UsageError, refuse};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::protected;

/// Width and height of the board, in points.
const SIDE: f64 = 432.0;
/// Room around it, for the numbers of rows and columns.
const MARGIN: f64 = 24.0;
/// The size of these numbers.
const TYPE: f64 = 12.0;

/// The file that a step is drawn into.
pub struct Picture {
    output: Output,
    drawn: bool,
}

impl Picture {
    /// Opens the file.
    pub fn open(path: &Path, force: bool) -> anyhow::Result<Self> {
        if path.as_os_str() == "-" {
            return refuse("--svg needs a file: the steps are printed on stdout");
        }
        Ok(Self { output: Output::open(Some(path), force)?, drawn: false })
    }

    /// Writes the drawing of the one puzzle.
    pub fn take(&mut self, svg: &[u8]) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.drawn, true) {
            return refuse("--svg draws one puzzle, and here are several: give one");
        }
        Ok(self.output.write_all(svg)?)
    }

    /// Puts the file in its place; a bad puzzle has left nothing to put there.
    pub fn finish(self) -> anyhow::Result<()> {
        if self.drawn { self.output.finish() } else { Ok(()) }
    }
}

/// The format that the ending of the name tells; SVG without one.
pub fn format(path: &Path) -> anyhow::Result<PictureFormat> {
    protected::check(path)?;
    let Some(told) = ending::of(Some(path)) else { return Ok(PictureFormat::Svg) };
    let format = PictureFormat::ALL.iter().find(|format| format.name() == told);
    format.copied().ok_or_else(|| {
        let names: Vec<&str> = PictureFormat::ALL.iter().map(|format| format.name()).collect();
        let words = format!("no picture ends in .{told}: take one of {}", names.join(", "));
        UsageError(words).into()
    })
}

/// The board before the step of the selection, or before the hardest step of all, with its marks; or where the selection
/// ends.
pub fn draw(walk: &Walk, selection: Selection, format: PictureFormat) -> Result<Vec<u8>, String> {
    let steps = selection.of(walk)?;
    let (step, marked) = match selection {
        Selection::Step(_) => (walk.steps.get(steps.start), true),
        Selection::All => (walk.hardest().and_then(|i| walk.steps.get(i)), true),
        Selection::Until(_) | Selection::UntilNamed(_) => (walk.steps.get(steps.end), false),
    };
    let (state, marks, title) = match step {
        Some(step) if marked => (step.before, step.marks(), step.to_string()),
        Some(step) => (step.before, Marks::NONE, String::new()),
        None => (walk.end(), Marks::NONE, String::new()),
    };
    let above = |_: &Places, _: &Fonts| Vec::new();
    let scene = Scene { givens: walk.puzzle.grid(), state: &state, marks, title, above: &above };
    scene.paint(format).map_err(|error| error.to_string())
}

/// Where things are on the drawing.
pub struct Places {
    theme: Theme,
    /// The side of a cell.
    pub cell: f64,
}

impl Places {
    fn new(theme: Theme) -> Self {
        let (_, cell) = Board::candidate(Cell::at(0, 0), Digit::from_index(0), SIDE, &theme);
        Self { theme, cell }
    }

    /// The middle of a candidate.
    pub fn of(&self, candidate: Candidate) -> Point {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let ([x, y], _) = Board::candidate(cell, digit, SIDE, &self.theme);
        [MARGIN + x, MARGIN + y]
    }
}

/// The board of a puzzle in some state.
pub struct Scene<'a> {
    pub givens: Grid,
    pub state: &'a State,
    pub marks: Marks,
    pub title: String,
    /// What lies above the board.
    pub above: &'a dyn Fn(&Places, &Fonts) -> Vec<Shape>,
}

impl Scene<'_> {
    /// Draws it.
    pub fn paint(&self, format: PictureFormat) -> io::Result<Vec<u8>> {
        let Self { givens, state, marks, title, above } = self;
        let board = Board {
            filled: position(state),
            candidates: Some(state.candidates),
            shaded: marks.cells,
            ringed: marks.pattern,
            struck: marks.removed,
            ..Board::of(*givens)
        };
        let fonts = Fonts::bundled().map_err(io::Error::other)?;
        let theme = Theme::default();
        let mut drawing = numbered(board.draw(SIDE, &theme, &fonts), &fonts);
        drawing.shapes.extend(above(&Places::new(theme.clone()), &fonts));
        let mut out = Vec::new();
        let resolution = Resolution::Dpi(300.0);
        Pictures { format, theme, side: SIDE, resolution, fonts }
            .write(&mut out, &drawing, title)?;
        Ok(out)
    }
}

/// The board on paper, its rows and columns numbered as the steps name them.
fn numbered(board: Drawing, fonts: &Fonts) -> Drawing {
    let side = SIDE + 2.0 * MARGIN;
    let paper = Shape::Fill { corner: [0.0; 2], size: [side; 2], ink: Ink::PAPER };
    let mut drawing = Drawing { size: [side; 2], shapes: vec![paper] };
    drawing.place(board, [MARGIN; 2]);
    let (face, ink) = (Face::Regular, Ink::percent(70));
    let font = fonts.of(face);
    for digit in Digit::all() {
        let text = digit.to_string();
        let width = font.width(&text).unwrap_or_default() * TYPE;
        let middle = MARGIN + SIDE / 9.0 * (digit.index() as f64 + 0.5);
        let below = font.capital() * TYPE / 2.0;
        for centre in [[middle, MARGIN / 2.0], [MARGIN / 2.0, middle]] {
            let start = [centre[0] - width / 2.0, centre[1] + below];
            drawing.shapes.push(Shape::Text { text: text.clone(), start, size: TYPE, face, ink });
        }
    }
    drawing
}
