//! The pages around the puzzles: title, imprint, contents, rules, sections, hints.

use std::ops::Range;

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{Board, Drawing, Face, FontError, Ink, Shape, Theme};
use super::arrange::{theme, type_size};
use super::frame::Kinds;
use super::layout::{Layout, Volume};
use super::text::{Align, BASE, Kind, block, line, wrap};
use super::{BookError, Entry};
use crate::board::{Cell, CellSet, Grid};

/// The puzzle that the rules show, and the cell whose houses are grey in it.
const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

type Pieces = Result<Vec<Piece>, BookError>;

/// The height of the digits on the title page, as a part of their cell.
const EMBLEM: f64 = 0.55;

/// The title page.
pub(super) fn title(layout: &Layout<'_>, page: usize) -> Pieces {
    let (corner, area) = layout.area(page);
    let (plan, words, kinds) = (layout.plan, &layout.words, layout.frame.kinds);
    let middle = corner[0] + area[0] / 2.0;
    let mut pieces = Vec::new();

    let title = if plan.title.is_empty() { &words.title } else { &plan.title };
    let (kind, lines) = large(layout, title, kinds.title, area)?;
    let mut base = corner[1] + area[1] * 0.2 + kind.size;
    pieces.push(block(layout.fonts, &lines, kind, [middle, base], Align::Centre, Role::Heading)?);
    base += kind.leading() * (lines.len() - 1) as f64;

    let below = if layout.volume == Volume::Answers {
        Some(&words.solutions)
    } else {
        plan.subtitle.as_ref()
    };
    let kind = Kind::regular(kinds.heading.size * 0.9);
    if let Some(text) = below {
        let lines = wrap(layout.fonts, text, kind, area[0])?;
        base += kind.leading() * 1.4;
        let place = [middle, base];
        pieces.push(block(layout.fonts, &lines, kind, place, Align::Centre, Role::Paragraph)?);
        base += kind.leading() * (lines.len() - 1) as f64;
    }

    let author = plan.author.as_deref().unwrap_or("");
    let authors = wrap(layout.fonts, author, kinds.body, area[0])?;
    let last = corner[1] + area[1] - kinds.body.leading() * authors.len().saturating_sub(1) as f64;
    // The emblem in the middle of what is left.
    let count = words.count(layout.count());
    let counted = kinds.body.leading() * 2.0;
    let room = last - kinds.body.leading() * 1.5 - base - counted;
    let side = (area[0] * 0.3).min(room * 0.6).min(140.0);
    let readable = side * 0.97 / 3.0 * EMBLEM / layout.fonts.bold.capital();
    if side >= 40.0 && readable >= Kinds::least(plan.large_print) {
        let top = base + (room - side) * 0.45;
        pieces.push(emblem(layout, side, [middle - side / 2.0, top])?);
        base = top + side;
    }
    base += counted;
    pieces.push(line(
        layout.fonts,
        &count,
        kinds.body,
        [middle, base],
        Align::Centre,
        Role::Paragraph,
    )?);
    let end = if authors.is_empty() { last } else { last - kinds.body.leading() };
    if base > end {
        let words = "the title page is too full: take a shorter title, subtitle or author";
        return Err(BookError::Layout(words.into()));
    }
    if !authors.is_empty() {
        let place = [middle, last];
        pieces.push(block(
            layout.fonts,
            &authors,
            kinds.body,
            place,
            Align::Centre,
            Role::Paragraph,
        )?);
    }
    Ok(pieces)
}

/// A title in lines; a long one is smaller, so that no word is broken and there is room for more.
fn large(
    layout: &Layout<'_>,
    title: &str,
    mut kind: Kind,
    area: [f64; 2],
) -> Result<(Kind, Vec<String>), FontError> {
    for word in title.split(' ') {
        let width = kind.width(layout.fonts, word)?;
        kind.size *= (area[0] / width.max(1.0)).min(1.0);
    }
    loop {
        let lines = wrap(layout.fonts, title, kind, area[0])?;
        let high = kind.leading() * lines.len() as f64 > area[1] * 0.35;
        if !high || kind.size <= layout.frame.kinds.heading.size {
            return Ok((kind, lines));
        }
        kind.size *= 0.9;
    }
}

/// A box of nine cells with some digits.
fn emblem(layout: &Layout<'_>, side: f64, corner: [f64; 2]) -> Result<Piece, FontError> {
    let (thin, heavy) = (theme(layout.plan, side).cell_line.max(side * 0.012), side * 0.03);
    let (cell, edge, ink) = ((side - heavy) / 3.0, heavy / 2.0, Ink::BLACK);
    let mut drawing = Drawing { size: [side, side], shapes: Vec::new() };
    for (i, width) in [(1, thin), (2, thin), (0, heavy), (3, heavy)] {
        let at = edge + cell * f64::from(i);
        drawing.shapes.push(Shape::Line { from: [0.0, at], to: [side, at], width, ink });
        drawing.shapes.push(Shape::Line { from: [at, 0.0], to: [at, side], width, ink });
    }
    let font = &layout.fonts.bold;
    let em = cell * EMBLEM / font.capital();
    for (digit, column, row) in [('5', 0, 0), ('9', 2, 0), ('1', 1, 1), ('7', 0, 2), ('3', 2, 2)] {
        let glyph = font.need(digit)?;
        let middle = |i: i32| edge + cell * (f64::from(i) + 0.5);
        let start = [
            middle(column) - f64::midpoint(glyph.left, glyph.right) * em,
            middle(row) + cell * EMBLEM / 2.0,
        ];
        let (text, face) = (digit.to_string(), Face::Bold);
        drawing.shapes.push(Shape::Text { text, start, size: em, face, ink });
    }
    Ok(Piece::new(drawing, corner, Role::Figure(layout.words.emblem.clone())))
}

/// The back of the title page: lines at its foot.
pub(super) fn imprint(layout: &Layout<'_>, page: usize) -> Pieces {
    let Some(text) = &layout.plan.imprint else { return Ok(Vec::new()) };
    let (corner, area) = layout.area(page);
    let kind = layout.frame.kinds.small;
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let broken = wrap(layout.fonts, paragraph, kind, area[0])?;
        lines.extend(if broken.is_empty() { vec![String::new()] } else { broken });
    }
    let base = corner[1] + area[1] - kind.leading() * lines.len().saturating_sub(1) as f64;
    if base < corner[1] + kind.size {
        return Err(BookError::Layout(
            "the imprint is longer than a page: take a shorter one".into(),
        ));
    }
    Ok(vec![block(layout.fonts, &lines, kind, [corner[0], base], Align::Left, Role::Paragraph)?])
}

fn heading(layout: &Layout<'_>, page: usize, text: &str) -> Result<Piece, FontError> {
    let kind = layout.frame.kinds.heading;
    let (corner, _) = layout.area(page);
    let place = [corner[0], corner[1] + kind.size];
    line(layout.fonts, text, kind, place, Align::Left, Role::Heading)
}

/// A page of the contents.
pub(super) fn contents(layout: &Layout<'_>, page: usize, part: usize) -> Pieces {
    let (corner, area) = layout.area(page);
    let (fonts, body) = (layout.fonts, layout.frame.kinds.body);
    let small = Kind::regular(layout.frame.kinds.small.size.max(body.size * 0.85));
    let (height, each) = layout.contents_lines();
    let mut pieces = vec![heading(layout, page, &layout.words.contents)?];
    let rows = layout.contents();
    for (i, (title, count, target)) in rows.into_iter().skip(part * each).take(each).enumerate() {
        let base = corner[1] + layout.heading() + height * (i as f64 + 0.5);
        let number = (target + 1).to_string();
        let left = Kind { face: Face::Bold, ..body };
        let mut x = corner[0];
        let right = corner[0] + area[0];
        let mut row = vec![line(fonts, title, left, [x, base], Align::Left, Role::Paragraph)?];
        x += row[0].drawing.size[0] + body.size * 0.7;
        if count > 0 {
            let count = layout.words.count(count);
            let counted = line(fonts, &count, small, [x, base], Align::Left, Role::Paragraph)?;
            x += counted.drawing.size[0] + body.size * 0.7;
            row.push(counted);
        }
        let number = line(fonts, &number, body, [right, base], Align::Right, Role::Paragraph)?;
        let end = number.corner[0] - body.size * 0.7;
        row.push(number);
        pieces.extend(row.into_iter().map(|piece| Piece { link: Some(target), ..piece }));
        // Dots lead the eye, those of all lines below each other.
        let step = body.size * 0.6;
        let mut dots = Drawing { size: [area[0], 1.0], shapes: Vec::new() };
        let mut at = right - step * ((right - end) / step).ceil();
        while at > x {
            let start = [at - corner[0], body.size * BASE];
            let (text, size, face, ink) = (".".into(), body.size, Face::Regular, Ink::BLACK);
            dots.shapes.insert(0, Shape::Text { text, start, size, face, ink });
            at -= step;
        }
        pieces.push(Piece::new(dots, [corner[0], base - body.size * BASE], Role::Artifact));
    }
    Ok(pieces)
}

/// A page of the rules; a board on the last one, if there is room for it.
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
    // As large as half a page of text, and left out where its digits would be too small.
    let side = room.min(area[0]).min(18.0 * body.size);
    let readable =
        type_size(layout.plan, layout.fonts, side) >= Kinds::least(layout.plan.large_print);
    if part + 1 == layout.rules.len() && readable {
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
        // No other grey beside that of the houses.
        let theme = Theme { boxes: Ink::PAPER, ..theme(layout.plan, side) };
        let drawing = board.draw(side, &theme, layout.fonts);
        let place = [corner[0] + (area[0] - side) / 2.0, top + (body.size).min(room - side)];
        pieces.push(Piece::new(drawing, place, Role::Figure(layout.words.example.clone())));
    }
    Ok(pieces)
}

/// A page with a large word in its upper half, and a line below it.
pub(super) fn divider(layout: &Layout<'_>, page: usize, title: &str, below: &str) -> Pieces {
    let (corner, area) = layout.area(page);
    let kinds = layout.frame.kinds;
    let middle = corner[0] + area[0] / 2.0;
    let (kind, lines) = large(layout, title, kinds.section, area)?;
    let base = corner[1] + area[1] * 0.38;
    let mut pieces =
        vec![block(layout.fonts, &lines, kind, [middle, base], Align::Centre, Role::Heading)?];
    let base = base + kind.leading() * (lines.len() - 1) as f64;
    let rule = base + kind.size * 0.55;
    let half = kind.size * 0.9;
    let shape =
        Shape::Line { from: [0.0, 1.0], to: [2.0 * half, 1.0], width: 2.0, ink: Ink::BLACK };
    let drawing = Drawing { size: [2.0 * half, 2.0], shapes: vec![shape] };
    pieces.push(Piece::new(drawing, [middle - half, rule], Role::Artifact));
    let place = [middle, rule + kinds.body.size * 2.2];
    pieces.push(line(layout.fonts, below, kinds.body, place, Align::Centre, Role::Paragraph)?);
    Ok(pieces)
}

/// A page of hints, in columns.
pub(super) fn hints(
    layout: &Layout<'_>,
    page: usize,
    range: Range<usize>,
    entries: &[&Entry],
) -> Result<Vec<Piece>, BookError> {
    let (corner, area) = layout.area(page);
    let (fonts, body) = (layout.fonts, layout.frame.kinds.body);
    let mut pieces = vec![heading(layout, page, &layout.words.hints)?];
    let mut base = corner[1] + layout.heading() + body.size;
    let place = [corner[0], base];
    pieces.push(block(fonts, &layout.hints, body, place, Align::Left, Role::Paragraph)?);
    base += layout.hint_top() * body.leading();
    let [columns, rows] = layout.hint_lines();
    let width = (area[0] + body.size) / columns as f64;
    let bold = Kind { face: Face::Bold, ..body };
    let last = layout.number(layout.count() - 1);
    let digits = bold.width(fonts, &last.to_string())?;
    for (i, puzzle) in range.enumerate() {
        let number = layout.number(puzzle);
        let hint = entries[puzzle].hint.as_deref().ok_or(BookError::NoHint(number))?;
        let hint = layout.words.term(hint);
        let left = corner[0] + width * (i / rows) as f64;
        let y = base + body.leading() * (i % rows) as f64;
        let place = [left + digits, y];
        let role = Role::Paragraph;
        pieces.push(line(fonts, &number.to_string(), bold, place, Align::Right, role.clone())?);
        let place = [left + digits + body.size * 0.7, y];
        let words = line(fonts, hint, body, place, Align::Left, role)?;
        if words.corner[0] + words.drawing.size[0] > left + width {
            let words = format!("the hint of puzzle {number} is too long: {hint:?}");
            return Err(BookError::Layout(words));
        }
        pieces.push(words);
    }
    Ok(pieces)
}

/// The page number.
pub(super) fn folio(layout: &Layout<'_>, page: usize) -> Result<Piece, FontError> {
    let (corner, area) = layout.area(page);
    let place = [corner[0] + area[0] / 2.0, layout.frame.folio()];
    let (text, kind) = ((page + 1).to_string(), layout.frame.kinds.small);
    line(layout.fonts, &text, kind, place, Align::Centre, Role::Artifact)
}
