//! Pages with little text: the title page and the dividers before sections and solutions.

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{Board, Drawing, FontError, Ink, Shape};
use super::arrange::{draw, type_size};
use super::caption::rule;
use super::frame::TypeStyles;
use super::layout::{Layout, Matter};
use super::text::{Align, TypeStyle, balance, block, line, wrap};
use super::{BookError, Design, MILLIMETRE};
use seeddb_core::board::Grid;

type Pieces = Result<Vec<Piece>, BookError>;

/// The side of the board on the title page, in millimetres.
const BOARD: f64 = 60.0;

pub(super) fn title(layout: &Layout<'_>, page: usize, puzzle: Grid) -> Pieces {
    let (corner, area) = layout.area(page);
    let (plan, words, kinds) = (layout.plan, &layout.words, layout.frame.kinds);
    let middle = corner[0] + area[0] / 2.0;
    let mut pieces = Vec::new();

    let (kind, lines) = large(layout, &words.title, kinds.title, area)?;
    let mut base = corner[1] + area[1] * 0.2 + kind.size;
    pieces.push(block(layout.fonts, &lines, kind, [middle, base], Align::Centre, Role::Heading)?);
    base += kind.leading() * lines.len().saturating_sub(1) as f64;

    let below = match layout.matter {
        Matter::Answers => Some(words.solutions.clone()),
        Matter::Book => plan.subtitle.clone(),
    };
    let volume = plan.volume.map(|volume| words.volume(volume));
    for (text, size) in [(below, kinds.heading.size * 0.9), (volume, kinds.body.size * 1.2)] {
        let kind = TypeStyle::regular(size);
        let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
        let lines = balance(layout.fonts, &text, kind, area[0])?;
        base += kinds.heading.size * 1.76;
        let place = [middle, base];
        pieces.push(block(layout.fonts, &lines, kind, place, Align::Centre, Role::Paragraph)?);
        base += kind.leading() * lines.len().saturating_sub(1) as f64;
    }

    let author = plan.author.as_deref().unwrap_or("");
    let authors = wrap(layout.fonts, author, kinds.body, area[0])?;
    let last = corner[1] + area[1] - kinds.body.leading() * authors.len().saturating_sub(1) as f64;
    // The first puzzle, centred in the room between title and counts.
    let count = words.count(layout.count());
    let counted = kinds.body.leading() * 2.0;
    let room = last - kinds.body.leading() * 1.5 - base - counted;
    let side = (room * 0.8).min(area[0]).min(BOARD * MILLIMETRE);
    let readable = type_size(plan, layout.fonts, side);
    if readable >= TypeStyles::least(plan.large_print) {
        let top = base + (room - side) * 0.45;
        let drawing = draw(&Board::of(puzzle), plan, layout.fonts, side);
        let role = Role::Figure(words.puzzle(layout.number(0), &puzzle.to_string()));
        pieces.push(Piece::new(drawing, [middle - side / 2.0, top], role));
        base = top + side;
    }
    base += counted;
    let (place, role) = ([middle, base], Role::Paragraph);
    pieces.push(line(layout.fonts, &count, kinds.body, place, Align::Centre, role)?);
    let end = if authors.is_empty() { last } else { last - kinds.body.leading() };
    if base > end {
        let words = "the title page is too full";
        return Err(BookError::layout(words, &["title", "subtitle", "author", "large-print"]));
    }
    if !authors.is_empty() {
        let (place, role) = ([middle, last], Role::Paragraph);
        pieces.push(block(layout.fonts, &authors, kinds.body, place, Align::Centre, role)?);
    }
    Ok(pieces)
}

/// Returns the lines of a title. A long title is set smaller, so that no word is broken.
pub(super) fn large(
    layout: &Layout<'_>,
    title: &str,
    mut kind: TypeStyle,
    area: [f64; 2],
) -> Result<(TypeStyle, Vec<String>), FontError> {
    for word in title.split(' ') {
        let width = kind.width(layout.fonts, word)?;
        kind.size *= (area[0] / width.max(1.0)).min(1.0);
    }
    loop {
        let lines = balance(layout.fonts, title, kind, area[0])?;
        let high = kind.leading() * lines.len() as f64 > area[1] * 0.35;
        if !high || kind.size <= layout.frame.kinds.heading.size {
            return Ok((kind, lines));
        }
        kind.size *= 0.9;
    }
}

/// Returns a page with a large title in its upper half and a line of text below it, separated by a
/// short rule; the newspaper design has double rules, the gift design a double frame.
pub(super) fn divider(layout: &Layout<'_>, page: usize, title: &str, below: &str) -> Pieces {
    let (corner, area) = layout.area(page);
    let kinds = layout.frame.kinds;
    let middle = corner[0] + area[0] / 2.0;
    let design = layout.plan.design;
    let inset = if design == Design::Gift { 18.0 } else { 0.0 };
    let (kind, lines) = large(layout, title, kinds.section, [area[0] - 2.0 * inset, area[1]])?;
    let base = corner[1] + area[1] * 0.38;
    let mut pieces =
        vec![block(layout.fonts, &lines, kind, [middle, base], Align::Centre, Role::Heading)?];
    let base = base + kind.leading() * lines.len().saturating_sub(1) as f64;
    let end = base + kind.size * 0.55;
    let place = [middle, end + kinds.body.size * 2.2];
    match design {
        Design::Plain => {
            let half = kind.size * 0.9;
            pieces.push(rule([middle - half, end], 2.0 * half, 2.0));
        }
        Design::Newspaper => {
            let top = corner[1] + area[1] * 0.38 - kind.size * 1.35;
            for [thick, thin] in [[top, top + 6.0], [end + 4.0, end]] {
                pieces.push(rule([corner[0], thick], area[0], 3.0));
                pieces.push(rule([corner[0], thin], area[0], 0.75));
            }
        }
        Design::Gift => {
            pieces.push(frame(corner, area, 2.25));
            pieces.push(frame(corner.map(|at| at + 7.0), area.map(|side| side - 14.0), 0.75));
        }
    }
    pieces.push(line(layout.fonts, below, kinds.body, place, Align::Centre, Role::Paragraph)?);
    Ok(pieces)
}

fn frame(corner: [f64; 2], [width, height]: [f64; 2], thick: f64) -> Piece {
    let (edge, ink) = (thick / 2.0, Ink::BLACK);
    let (right, low) = (width - edge, height - edge);
    let sides = [
        ([0.0, edge], [width, edge]),
        ([0.0, low], [width, low]),
        ([edge, 0.0], [edge, height]),
        ([right, 0.0], [right, height]),
    ];
    let line = |(from, to)| Shape::Line { from, to, width: thick, ink };
    let drawing = Drawing { size: [width, height], shapes: sides.map(line).to_vec() };
    Piece::new(drawing, corner, Role::Artifact)
}

#[cfg(test)]
mod tests {
    use super::super::super::drawing::Fonts;
    use super::super::Plan;
    use super::*;

    /// A blank title sets no line and takes no room.
    #[test]
    fn a_blank_title_is_a_page_without_a_title() {
        let puzzle = ".".repeat(81).parse().unwrap();
        let fonts = Fonts::bundled().unwrap();
        let pages = |text: &str| {
            let (title, subtitle) = (text.to_owned(), Some(text.to_owned()));
            let plan = Plan { title, subtitle, ..Plan::default() };
            let layout = Layout::new(&plan, &fonts, &[("hard", 20)], Matter::Book, None).unwrap();
            [super::title(&layout, 0, puzzle), divider(&layout, 0, text, "20 puzzles")]
                .map(|pieces| pieces.unwrap().len())
        };
        assert_eq!(pages("  "), pages("A title"));
    }
}
