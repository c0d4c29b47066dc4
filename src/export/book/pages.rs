//! Pages of text: contents, rules, hints.

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{Board, Drawing, Face, FontError, Ink, Point, Shape, Theme};
use super::arrange::theme;
use super::caption::rule;
use super::hint::PictureSize;
use super::hints::{HintPage, HintPiece};
use super::layout::Layout;
use super::text::{Align, BASE, TypeStyle, block, line};
use super::{BookError, Design, Entry, Folios};
use seeddb_core::board::{Cell, CellSet, Grid};

/// The puzzle in the picture of the rules.
const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

type Pieces = Result<Vec<Piece>, BookError>;

pub(super) fn heading(layout: &Layout<'_>, page: usize, text: &str) -> Result<Piece, FontError> {
    let kind = layout.frame.kinds.heading;
    let (corner, _) = layout.area(page);
    let place = [corner[0], corner[1] + kind.size];
    line(layout.fonts, text, kind, place, Align::Left, Role::Heading)
}

/// Returns the word PROOF in the line of the page number.
pub(super) fn proof(layout: &Layout<'_>, page: usize) -> Result<Piece, FontError> {
    let (corner, area) = layout.area(page);
    let kind = TypeStyle { face: Face::Bold, ..layout.frame.kinds.folio };
    let middle = [corner[0] + area[0] / 2.0, layout.frame.folio()];
    // In the middle, or at the outer side if the page number is centred.
    let (place, align) = match layout.plan.folios() {
        Folios::Centre => outer(layout, page, layout.frame.folio()),
        Folios::Outside | Folios::None => (middle, Align::Centre),
    };
    line(layout.fonts, "PROOF", kind, place, align, Role::Paragraph)
}

pub(super) fn contents(layout: &Layout<'_>, page: usize, part: usize) -> Pieces {
    let (corner, area) = layout.area(page);
    let (fonts, body) = (layout.fonts, layout.frame.kinds.body);
    let small = TypeStyle::regular(layout.frame.kinds.small.size.max(body.size * 0.85));
    let (height, each) = layout.contents_lines();
    let mut pieces = vec![heading(layout, page, &layout.words.contents)?];
    let rows = layout.contents();
    for (i, (title, count, target)) in rows.into_iter().skip(part * each).take(each).enumerate() {
        let base = corner[1] + layout.heading() + height * (i as f64 + 0.5);
        let number = layout.folio(target);
        let left = TypeStyle { face: Face::Bold, ..body };
        let mut x = corner[0];
        let right = corner[0] + area[0];
        let mut row =
            vec![line(fonts, title, left, [x, base], Align::Left, Role::Entry { begins: true })?];
        x += row[0].drawing.size[0] + body.size * 0.7;
        if x > right - body.size * 3.0 {
            return Err(BookError::Label(title.to_owned()));
        }
        let part = Role::Entry { begins: false };
        let number = line(fonts, &number, body, [right, base], Align::Right, part.clone())?;
        let end = number.corner[0] - body.size * 0.7;
        if count > 0 {
            let count = layout.words.count(count);
            let counted = line(fonts, &count, small, [x, base], Align::Left, part)?;
            let after = x + counted.drawing.size[0] + body.size * 0.7;
            // The count is omitted if a long label leaves no room.
            if after <= end {
                x = after;
                row.push(counted);
            }
        }
        row.push(number);
        pieces.extend(row.into_iter().map(|piece| Piece { link: Some(target), ..piece }));
        // Leaders: dots aligned over all lines.
        let step = body.size * 0.6;
        let mut dots = Drawing { size: [area[0], 1.0], shapes: Vec::new() };
        let mut at = right - step * ((right - end) / step).ceil();
        while at > x {
            let start = [at - corner[0], body.size * BASE];
            let (text, size, face, ink) = (".".into(), body.size, Face::Regular, Ink::BLACK);
            dots.shapes.insert(0, Shape::Text { text, start, size, face, ink, is_turned: false });
            at -= step;
        }
        pieces.push(Piece::new(dots, [corner[0], base - body.size * BASE], Role::Artifact));
    }
    Ok(pieces)
}

/// Returns a page of the rules; the last page shows a board if there is room.
pub(super) fn rules(layout: &Layout<'_>, page: usize, part: usize) -> Pieces {
    let (corner, area) = layout.area(page);
    let body = layout.frame.kinds.body;
    let mut pieces = Vec::new();
    let mut top = corner[1];
    if part == 0 {
        pieces.push(heading(layout, page, &layout.words.rules)?);
        top += layout.heading();
    }
    for lines in layout.rules.get(part).into_iter().flatten() {
        let place = [corner[0], top + body.size];
        pieces.push(block(layout.fonts, lines, body, place, Align::Left, Role::Paragraph)?);
        top += body.leading() * (lines.len() as f64 + 0.5);
    }
    let room = corner[1] + area[1] - top - body.size;
    if let Some(side) = layout.picture.filter(|_| part + 1 == layout.rules.len()) {
        let centre = Cell::at(4, 4);
        let mut board = Board::of(EXAMPLE.parse().unwrap_or(Grid::EMPTY));
        board.shaded = Cell::all()
            .filter(|cell| {
                cell.row() == centre.row()
                    || cell.column() == centre.column()
                    || cell.boxed() == centre.boxed()
            })
            .fold(CellSet::EMPTY, |mut cells, cell| {
                cells.insert(cell);
                cells
            });
        board.shaded.remove(centre);
        // Only the houses are grey.
        let theme = Theme { boxes: Ink::PAPER, ..theme(layout.plan, side) };
        let drawing = board.draw(side, &theme, layout.fonts);
        let place = [corner[0] + (area[0] - side) / 2.0, top + (body.size).min(room - side)];
        pieces.push(Piece::new(drawing, place, Role::Figure(layout.words.example.clone())));
    }
    Ok(pieces)
}

/// Returns a page of hints, in columns.
pub(super) fn hints(layout: &Layout<'_>, page: usize, part: usize, entries: &[&Entry]) -> Pieces {
    let (corner, area) = layout.area(page);
    let (fonts, body) = (layout.fonts, layout.frame.kinds.body);
    let mut pieces = vec![heading(layout, page, &layout.words.hints)?];
    let Some(list) = &layout.hints else { return Ok(pieces) };
    let HintPage { intro, columns } = &list.pages[part];
    let mut top = corner[1] + layout.heading();
    let intro = &list.intro[intro.clone()];
    if !intro.is_empty() {
        let place = [corner[0], top + body.size];
        pieces.push(block(fonts, intro, body, place, Align::Left, Role::Paragraph)?);
        top += body.leading() * (intro.len() as f64 + 1.0);
    }
    let own = list.columns;
    let (kind, bold) = (own.kind, TypeStyle { face: Face::Bold, ..own.kind });
    for (i, column) in columns.iter().enumerate() {
        let left = corner[0] + own.pitch(area[0]) * i as f64;
        let mut y = top;
        for HintPiece { puzzle, lines, picture } in &list.pieces[column.clone()] {
            let number = layout.number(*puzzle);
            if lines.start == 0 && !lines.is_empty() {
                let place = [left + own.digits, y + kind.size];
                let number = number.to_string();
                pieces.push(line(fonts, &number, bold, place, Align::Right, Role::Paragraph)?);
            }
            if !lines.is_empty() {
                let place = [left + own.indent(), y + kind.size];
                let lines = &list.texts[*puzzle][lines.clone()];
                pieces.push(block(fonts, lines, kind, place, Align::Left, Role::Paragraph)?);
            }
            y += kind.leading() * lines.len() as f64;
            if *picture && let Some(hint) = &entries[*puzzle].hint {
                let drawing = hint.draw(entries[*puzzle].row.puzzle, layout.plan, fonts);
                let width = drawing.size[0];
                y += PictureSize::of(layout.plan).height(kind.leading());
                let place = [left + own.picture(width, area[0]), y - width];
                let words = layout.words.puzzle(number, &hint.first.before().filled().to_string());
                pieces.push(Piece::new(drawing, place, Role::Figure(words)));
            }
            y += list.gap();
        }
    }
    Ok(pieces)
}

/// Lines to write on that fill the page.
pub(super) fn notes(layout: &Layout<'_>, page: usize) -> Vec<Piece> {
    let (corner, area) = layout.area(page);
    let step = layout.frame.kinds.body.size * 2.4;
    let lines = (area[1] / step) as usize;
    (1..=lines).map(|i| rule([corner[0], corner[1] + step * i as f64], area[0], 0.75)).collect()
}

/// Returns the place and alignment of a line at the outer side of a page.
fn outer(layout: &Layout<'_>, page: usize, base: f64) -> (Point, Align) {
    let (corner, area) = layout.area(page);
    match page % 2 {
        0 => ([corner[0] + area[0], base], Align::Right),
        _ => ([corner[0], base], Align::Left),
    }
}

/// Returns the page number; `None` if pages have none.
pub(super) fn folio(layout: &Layout<'_>, page: usize) -> Result<Option<Piece>, FontError> {
    let (corner, area) = layout.area(page);
    let base = layout.frame.folio();
    let (place, align) = match layout.plan.folios() {
        Folios::None => return Ok(None),
        Folios::Outside => outer(layout, page, base),
        Folios::Centre => ([corner[0] + area[0] / 2.0, base], Align::Centre),
    };
    let (text, kind) = (layout.folio(page), layout.frame.kinds.folio);
    line(layout.fonts, &text, kind, place, align, Role::Artifact).map(Some)
}

/// Returns the running head at the outer side of the page, if it has one; above a rule in the
/// newspaper design.
pub(super) fn head(layout: &Layout<'_>, page: usize) -> Pieces {
    let Some(text) = layout.head(page) else { return Ok(Vec::new()) };
    let base = layout.head_line();
    let (place, align) = outer(layout, page, base);
    let kind = layout.frame.kinds.folio;
    let mut pieces = vec![line(layout.fonts, text, kind, place, align, Role::Artifact)?];
    if layout.plan.design == Design::Newspaper {
        let (corner, area) = layout.area(page);
        pieces.push(rule([corner[0], base + kind.size * 0.45], area[0], 0.75));
    }
    Ok(pieces)
}
