//! [`Press`]: places boards with their captions on pages.

use super::super::Row;
use super::super::book::{Align, TypeStyle, Words};
use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{FontError, Point};
use super::super::picture::{PictureContent, Pictures, Sheet};
use super::frame::{GAP, LINE, fitted};
use super::{Paper, Place};

/// The side of a solution below its puzzle, and the space above it, as parts of the puzzle's side.
const BELOW: [f64; 2] = [0.36, 0.05];

/// A raster of boards on a part of a page.
#[derive(Clone, Copy)]
pub(super) struct Raster {
    columns: usize,
    corner: Point,
    /// Width and height of the room for a board with its caption and solution.
    room: Point,
    /// The side of the largest board that fits.
    pub side: f64,
    /// The type of the captions.
    pub label: TypeStyle,
}

impl Raster {
    pub fn of((corner, area): (Point, Point), [columns, lines]: [usize; 2], below: bool) -> Self {
        let part = |length: f64, count: usize| (length + GAP) / count as f64 - GAP;
        let room = [part(area[0], columns), part(area[1], lines)];
        let label = TypeStyle::bold((0.045 * room[0].min(room[1])).clamp(6.0, 16.0));
        let below = if below { BELOW.into_iter().sum() } else { 0.0 };
        let side = room[0].min((room[1] - LINE * label.size) / (1.0 + below));
        Self { columns, corner, room, side, label }
    }

    /// Returns the raster of this many boards with the largest boards.
    pub fn widest(area: (Point, Point), count: usize, below: bool) -> Self {
        let all =
            (1..=count).map(|columns| Self::of(area, [columns, count.div_ceil(columns)], below));
        let widest = all.max_by(|one, other| one.side.total_cmp(&other.side));
        widest.unwrap_or_else(|| Self::of(area, [1, 1], below))
    }

    /// Returns the top left corner of the `i`-th board with its caption and solution, centred in
    /// its room.
    fn place(&self, i: usize, side: f64, height: f64) -> Point {
        let at = [i % self.columns, i / self.columns];
        let free = [self.room[0] - side, self.room[1] - height];
        [0, 1].map(|axis| {
            let step = (self.room[axis] + GAP) * at[axis] as f64;
            self.corner[axis] + step + free[axis] / 2.0
        })
    }
}

/// The place of a board.
#[derive(Clone, Copy)]
pub(super) struct BoardPosition {
    corner: Point,
    side: f64,
    /// Whether the caption stands below the board rather than above.
    is_below: bool,
}

pub(super) struct Press<'a> {
    pub paper: &'a Paper,
    pub pictures: &'a Pictures,
    pub aloud: Words,
}

impl Press<'_> {
    /// Returns the place of the `i`-th board of this side on the front of a page.
    pub fn front(&self, raster: &Raster, i: usize, side: f64) -> BoardPosition {
        let has_below = self.paper.solutions == Place::Below;
        let below = if has_below { side * (BELOW[0] + BELOW[1]) } else { 0.0 };
        let words = LINE * raster.label.size;
        let [x, y] = raster.place(i, side, side + words + below);
        let is_below = self.pictures.caption.is_some();
        BoardPosition { corner: [x, if is_below { y } else { y + words }], side, is_below }
    }

    /// Returns the place on the back that coincides with a place on the front.
    pub fn behind(
        &self,
        BoardPosition { corner: [x, y], side, is_below }: BoardPosition,
    ) -> BoardPosition {
        let [width, height] = self.paper.frame.size();
        if self.paper.turns_sideways() {
            return BoardPosition { corner: [width - x - side, y], side, is_below };
        }
        BoardPosition { corner: [x, height - y - side], side, is_below: !is_below }
    }

    /// Draws a page with these puzzles at these places.
    pub fn page(
        &self,
        rows: &[Row],
        spot: impl Fn(usize) -> BoardPosition,
        label: TypeStyle,
        part: PictureContent,
    ) -> Result<Sheet, FontError> {
        let Self { paper, pictures, .. } = *self;
        let mut pieces = paper.frame.draw(&pictures.fonts)?;
        for (i, row) in rows.iter().enumerate() {
            let spot = spot(i);
            self.words(row, label, spot, &mut pieces)?;
            let BoardPosition { corner, side, .. } = spot;
            pieces.push(self.board(row, part, corner, side));
            if part == PictureContent::Puzzle && paper.solutions == Place::Below {
                let small = BELOW[0] * side;
                let words = if spot.is_below { LINE * label.size } else { 0.0 };
                let top = corner[1] + side + words + BELOW[1] * side;
                let place = [corner[0] + (side - small) / 2.0, top];
                let solution = self.board(row, PictureContent::Solution, place, small);
                pieces.push(Piece { drawing: solution.drawing.half_turned(), ..solution });
            }
        }
        Ok(Sheet { size: paper.frame.size(), pieces })
    }

    /// Draws a board, with its rows as text for screen readers.
    fn board(&self, row: &Row, part: PictureContent, corner: Point, side: f64) -> Piece {
        let is_solved = part == PictureContent::Solution;
        let grid = if is_solved { &row.solution } else { &row.puzzle };
        let role = Role::Table(Box::new(self.aloud.rows(grid)));
        let theme = self.pictures.theme.clone().for_board(side);
        Piece::new(self.pictures.board(row, is_solved, side, &theme), corner, role)
    }

    /// Draws the caption of a puzzle, or its number, level and id, above or below its board.
    fn words(
        &self,
        row: &Row,
        kind: TypeStyle,
        BoardPosition { corner: [x, y], side, is_below }: BoardPosition,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), FontError> {
        let fonts = &self.pictures.fonts;
        let base = if is_below { y + side + 1.4 * kind.size } else { y - 0.6 * kind.size };
        let mut width = side;
        let mut id = None;
        let text = match &self.pictures.caption {
            Some(caption) => caption.of(row),
            None => format!("{}{}", row.place(), row.level_or_tier()),
        };
        if self.paper.ids && self.pictures.caption.is_none() {
            let (small, most) = (TypeStyle::regular(0.75 * kind.size), side / 2.0);
            width -= small.width(fonts, &row.id)?.min(most) + kind.size;
            let place = [x + side, base];
            id = Some(fitted(fonts, &row.id, small, place, (Align::Right, most), Role::Paragraph)?);
        }
        pieces.push(fitted(fonts, &text, kind, [x, base], (Align::Left, width), Role::Label)?);
        pieces.extend(id);
        Ok(())
    }
}
