//! Pages of puzzles and of answers.

use std::ops::Range;

use super::super::drawing::pdf::{Field, Piece, Role};
use super::super::drawing::{Board, Point};
use super::arrange::{Arrangement, draw};
use super::caption::{About, CaptionStyle, write_lines};
use super::fit::answers_head;
use super::layout::{Layout, PageContent};
use super::pages::heading;
use super::strip::{turned, turned_spot};
use super::text::{Align, line};
use super::words::Words;
use super::{BookError, Entry, GridPosition, Profile, QrPlace, qr};
use seeddb_core::board::{Cell, Grid};

/// The distance of a number's base line above its grid, as a part of the type's size.
const ABOVE: f64 = 0.4;

/// The pieces of a page, and the places of its grids.
#[derive(Default)]
pub(super) struct Boards {
    pub pieces: Vec<Piece>,
    /// The grids of puzzles, in the order of the puzzles.
    pub puzzles: Vec<GridPosition>,
    /// The grids of answers, each with the index of its puzzle from 0.
    pub answers: Vec<(usize, GridPosition)>,
}

impl From<Vec<Piece>> for Boards {
    fn from(pieces: Vec<Piece>) -> Self {
        Self { pieces, ..Self::default() }
    }
}

/// The pages of each puzzle and each answer, from 0.
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
                PageContent::Puzzles(range) => {
                    pages.puzzles[range.clone()].fill(Some(page));
                    if let Some(below) = layout.below(page) {
                        pages.answers[below].fill(Some(page));
                    }
                }
                PageContent::Answers(range) => pages.answers[range.clone()].fill(Some(page)),
                _ => {}
            }
        }
        pages
    }
}

pub(super) fn puzzles(
    layout: &Layout<'_>,
    page: usize,
    range: Range<usize>,
    entries: &[&Entry],
    pages: &Pages,
) -> Result<Boards, BookError> {
    let (corner, area) = layout.area(page);
    let setting = layout.setting(range.start);
    let way = setting.ways.of(range.len());
    let label = layout.section_of(range.start);
    let mut boards = Boards::default();
    if layout.plan.worksheet {
        let (words, kind) = (&layout.words, layout.frame.kinds.body);
        let parts = [(&words.name[..], 2.0), (&words.date[..], 1.0)];
        boards.pieces = write_lines(layout.fonts, kind, &parts, corner, area[0])?;
    }
    let top = [corner[0], corner[1] + setting.worksheet];
    let Layout { plan, fonts, ref frame, ref words, .. } = *layout;
    let style = CaptionStyle { plan, fonts, kinds: &frame.kinds, words };
    for (i, puzzle) in range.enumerate() {
        let entry = entries[puzzle];
        let (number, link) = (layout.number(puzzle), pages.answers[puzzle]);
        let unit = way.corner(i, top, setting.ways.area);
        let board = way.board(unit);
        let about = About {
            style,
            number,
            label,
            entry,
            answer_page: &link.map(|page| layout.folio(page)),
        };
        let [mut before, after] = setting.caption.draw(&about, board, way.side)?;
        let drawing = draw(&Board::of(entry.row.puzzle), layout.plan, layout.fonts, way.side);
        let role = board_role(layout, &entry.row.puzzle);
        let mut grid = Piece { link, ..Piece::new(drawing, board, role) };
        if plan.fillable {
            // The link leaves the board, which readers fill in, for the caption before it.
            grid.link = None;
            before.iter_mut().take(1).for_each(|piece| piece.link = link);
            grid.fields = (number.to_string(), fields(words, &entry.row.puzzle, board, way.side));
        }
        // The order of the pieces is the order in which they are read aloud.
        boards.pieces.extend(before.into_iter().chain([grid]).chain(after));
        boards.pieces.extend(code(layout, QrPlace::Puzzle, number, &entry.row.id, way.code(unit))?);
        boards.puzzles.push(GridPosition { page: page + 1, corner: board, side: way.side });
    }
    if let (Some(strip), Some(below)) = (&setting.strip, layout.below(page)) {
        let size = strip.size();
        let foot = [corner[0], corner[1] + area[1] - size[1]];
        let way = strip.way(below.len());
        let upright = answers_at(layout, page, below, entries, pages, way, (foot, size))?;
        boards.pieces.extend(upright.pieces.into_iter().map(|piece| turned(piece, foot, size)));
        let spots = upright.answers.into_iter();
        boards.answers = spots.map(|(i, spot)| (i, turned_spot(spot, foot, size))).collect();
    }
    Ok(boards)
}

/// Draws boards without clues, as large as those of the last section.
pub(super) fn blank(layout: &Layout<'_>, page: usize, count: usize) -> Vec<Piece> {
    let Some(setting) = layout.settings.last() else { return Vec::new() };
    let (way, corner) = (setting.ways.of(count), layout.area(page).0);
    let board = |i| {
        let drawing = draw(&Board::of(Grid::EMPTY), layout.plan, layout.fonts, way.side);
        let unit = way.corner(i, corner, setting.ways.area);
        Piece::new(drawing, way.board(unit), Role::Artifact)
    };
    (0..count).map(board).collect()
}

pub(super) fn answers(
    layout: &Layout<'_>,
    page: usize,
    range: Range<usize>,
    entries: &[&Entry],
    pages: &Pages,
) -> Result<Boards, BookError> {
    let Some(ways) = layout.answers else { return Ok(Boards::default()) };
    let (corner, head) = (layout.area(page).0, answers_head(layout.plan, &layout.frame));
    let area = ([corner[0], corner[1] + head], ways.area);
    let mut boards =
        answers_at(layout, page, range.clone(), entries, pages, ways.of(range.len()), area)?;
    if head > 0.0 {
        boards.pieces.insert(0, heading(layout, page, &layout.words.solutions)?);
    }
    Ok(boards)
}

/// Draws answers in an area, given by its top left corner, width and height.
fn answers_at(
    layout: &Layout<'_>,
    page: usize,
    range: Range<usize>,
    entries: &[&Entry],
    pages: &Pages,
    way: Arrangement,
    (corner, area): (Point, Point),
) -> Result<Boards, BookError> {
    let mut boards = Boards::default();
    let kind = layout.frame.kinds.answer;
    for (i, puzzle) in range.enumerate() {
        let row = &entries[puzzle].row;
        let (number, link) = (layout.number(puzzle), pages.puzzles[puzzle]);
        let unit = way.corner(i, corner, area);
        let board = way.board(unit);
        let place = [board[0], board[1] - kind.size * ABOVE];
        let heading =
            line(layout.fonts, &number.to_string(), kind, place, Align::Left, Role::Label)?;
        let solved = Board { filled: row.solution, ..Board::of(row.puzzle) };
        let drawing = draw(&solved, layout.plan, layout.fonts, way.side);
        let grid = Piece::new(drawing, board, board_role(layout, &row.solution));
        boards.pieces.extend([heading, Piece { link, ..grid }]);
        boards.pieces.extend(code(layout, QrPlace::Answer, number, &row.id, way.code(unit))?);
        boards
            .answers
            .push((puzzle, GridPosition { page: page + 1, corner: board, side: way.side }));
    }
    Ok(boards)
}

/// Returns form fields for the empty cells of a board of this side at `corner`.
fn fields(words: &Words, grid: &Grid, corner: Point, side: f64) -> Vec<Field> {
    let cell = side / 9.0;
    let empty = Cell::all().filter(|cell| grid[*cell].is_none());
    let field = |at: Cell| Field {
        name: at.to_string(),
        words: words.cell(at),
        area: [
            [corner[0] + cell * at.column() as f64, corner[1] + cell * at.row() as f64],
            [cell; 2],
        ],
    };
    empty.map(field).collect()
}

/// Returns the accessible role of a board: a table in documents for screens, decoration elsewhere.
fn board_role(layout: &Layout<'_>, grid: &Grid) -> Role {
    match layout.plan.profile {
        Profile::Screen => Role::Table(Box::new(layout.words.rows(grid))),
        _ => Role::Artifact,
    }
}

/// Draws the QR code of a puzzle, if codes are printed at `place`.
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
