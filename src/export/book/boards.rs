//! Pages of puzzles and of answers.

use std::ops::Range;

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{Board, Point};
use super::arrange::draw;
use super::layout::{Layout, Leaf};
use super::text::{Align, TypeStyle, line};
use super::{BookError, Entry, Profile, QrPlace, Spot, qr};
use crate::board::Grid;

/// How far the base line of a number is above its grid, by the size of the type.
const ABOVE: f64 = 0.32;

/// Pieces of a page, and where the grids are, in the order of their puzzles.
pub(super) type Boards = (Vec<Piece>, Vec<Spot>);

/// Where each puzzle and each answer is: pages from 0.
pub(super) struct Pages {
    puzzles: Vec<Option<usize>>,
    answers: Vec<Option<usize>>,
}

impl Pages {
    pub fn of(layout: &Layout<'_>) -> Self {
        let mut pages =
            Self { puzzles: vec![None; layout.count()], answers: vec![None; layout.count()] };
        for (page, leaf) in layout.leaves.iter().enumerate() {
            match leaf {
                Leaf::Puzzles(range) => pages.puzzles[range.clone()].fill(Some(page)),
                Leaf::Answers(range) => pages.answers[range.clone()].fill(Some(page)),
                _ => {}
            }
        }
        pages
    }
}

/// A page of puzzles.
pub(super) fn puzzles(
    layout: &Layout<'_>,
    page: usize,
    range: Range<usize>,
    entries: &[&Entry],
    pages: &Pages,
) -> Result<Boards, BookError> {
    let (corner, area) = layout.area(page);
    let kinds = layout.frame.kinds;
    let way = layout.puzzles;
    let label = layout.sections.iter().find(|section| section.puzzles.contains(&range.start));
    let label = label.map_or("", |section| &section.label);
    let mut boards = Boards::default();
    for (i, puzzle) in range.enumerate() {
        let row = &entries[puzzle].row;
        let (number, link) = (layout.number(puzzle), pages.answers[puzzle]);
        let unit = way.corner(i, corner, area);
        let board = way.board(unit);
        let base = board[1] - kinds.label.size * ABOVE;
        let digits = number.to_string();
        let heading =
            line(layout.fonts, &digits, kinds.label, [board[0], base], Align::Left, Role::Label)?;
        let after = board[0] + heading.drawing.size[0] + kinds.label.size * 0.5;
        boards.0.push(heading);
        let set = |text: &str, kind: TypeStyle, place: Point, align| {
            line(layout.fonts, text, kind, place, align, Role::Paragraph)
        };
        boards.0.push(set(label, kinds.level, [after, base], Align::Left)?);
        let right = board[0] + way.side;
        let under = board[1] + way.side + kinds.id.size * 1.25;
        let id_base = if layout.ids_below { under } else { base };
        let id = set(&row.id, kinds.id, [right, id_base], Align::Right)?;
        let drawing = draw(&Board::of(row.puzzle), layout.plan, layout.fonts, way.side);
        let role = board_role(layout, &row.puzzle);
        let grid = Piece { link, ..Piece::new(drawing, board, role) };
        // Read in the order in which it is seen.
        if layout.ids_below {
            boards.0.extend([grid, id]);
        } else {
            boards.0.extend([id, grid]);
        }
        boards.0.extend(code(layout, QrPlace::Puzzle, number, &row.id, way.code(unit))?);
        boards.1.push(Spot { page: page + 1, corner: board, side: way.side });
    }
    Ok(boards)
}

/// A page of answers.
pub(super) fn answers(
    layout: &Layout<'_>,
    page: usize,
    range: Range<usize>,
    entries: &[&Entry],
    pages: &Pages,
) -> Result<Boards, BookError> {
    let (corner, area) = layout.area(page);
    let mut boards = Boards::default();
    let Some(way) = layout.answers else { return Ok(boards) };
    for (i, puzzle) in range.enumerate() {
        let row = &entries[puzzle].row;
        let (number, link) = (layout.number(puzzle), pages.puzzles[puzzle]);
        let unit = way.corner(i, corner, area);
        let board = way.board(unit);
        let (kind, above) = if layout.answers == Some(layout.puzzles) {
            (layout.frame.kinds.label, ABOVE)
        } else {
            (layout.frame.kinds.answer, 0.4)
        };
        let place = [board[0], board[1] - kind.size * above];
        let heading =
            line(layout.fonts, &number.to_string(), kind, place, Align::Left, Role::Label)?;
        let solved = Board { filled: row.solution, ..Board::of(row.puzzle) };
        let drawing = draw(&solved, layout.plan, layout.fonts, way.side);
        let grid = Piece::new(drawing, board, board_role(layout, &row.solution));
        boards.0.extend([heading, Piece { link, ..grid }]);
        boards.0.extend(code(layout, QrPlace::Answer, number, &row.id, way.code(unit))?);
        boards.1.push(Spot { page: page + 1, corner: board, side: way.side });
    }
    Ok(boards)
}

/// A board as it is read aloud, in the edition that can be.
fn board_role(layout: &Layout<'_>, grid: &Grid) -> Role {
    match layout.plan.profile {
        Profile::Screen => Role::Table(Box::new(layout.words.rows(grid))),
        _ => Role::Artifact,
    }
}

/// The QR code of a puzzle, if it is printed at this place.
fn code(
    layout: &Layout<'_>,
    place: QrPlace,
    number: u32,
    id: &str,
    spot: Option<(Point, f64)>,
) -> Result<Option<Piece>, BookError> {
    let (Some(code), Some((corner, side))) = (&layout.plan.qr, spot) else { return Ok(None) };
    if code.place != place {
        return Ok(None);
    }
    let link = qr::link(code, id);
    let drawing = qr::draw(&link, side)?;
    Ok(Some(Piece::new(drawing, corner, Role::Figure(layout.words.link(number, &link)))))
}
