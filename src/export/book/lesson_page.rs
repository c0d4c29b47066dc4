//! The pages on how to solve.

use super::super::drawing::FontError;
use super::super::drawing::pdf::{Piece, Role};
use super::BookError;
use super::layout::Layout;
use super::lessons::{LessonList, head};
use super::text::{Align, TypeStyle, block, line};

pub(super) fn draw(
    layout: &Layout<'_>,
    list: &LessonList,
    part: usize,
    page: usize,
) -> Result<Vec<Piece>, BookError> {
    let (corner, area) = layout.area(page);
    let (fonts, kinds) = (layout.fonts, layout.frame.kinds);
    let index = if list.is_split { part / 2 } else { part };
    let (has_text, has_board) =
        (!list.is_split || part.is_multiple_of(2), !list.is_split || !part.is_multiple_of(2));
    let lesson = &list.lessons[index];
    let name = lesson.technique.name(&layout.words);
    let left = |text: &str, kind: TypeStyle, base: f64, role| {
        line(fonts, text, kind, [corner[0], base], Align::Left, role)
    };
    let above = corner[1] + kinds.level.size;
    let mut top = corner[1] + kinds.level.leading();
    let mut pieces = Vec::new();
    if has_text {
        pieces.push(left(&layout.words.how_to, kinds.level, above, Role::Paragraph)?);
        let mut heading = kinds.heading;
        heading.size *= (area[0] / heading.width(fonts, &name)?).min(1.0);
        pieces.push(left(&name, heading, top + kinds.heading.size, Role::Heading)?);
        top = corner[1] + head(&layout.frame);
    } else {
        pieces.push(left(&name, kinds.level, above, Role::Paragraph)?);
        top += kinds.body.leading() * 0.5;
    }
    let add = |lines: &[String], kind: TypeStyle, top: f64, pieces: &mut Vec<Piece>| {
        if !lines.is_empty() {
            let place = [corner[0], top + kind.size];
            pieces.push(block(fonts, lines, kind, place, Align::Left, Role::Paragraph)?);
        }
        Ok::<f64, FontError>(top + kind.leading() * lines.len() as f64)
    };
    if has_text {
        top = add(&list.texts[index], kinds.body, top, &mut pieces)? + kinds.body.leading();
        if list.is_split {
            add(&list.note, kinds.small, top, &mut pieces)?;
        }
    }
    if has_board {
        let help = &lesson.help;
        let drawing = help.draw(lesson.givens, layout.plan, fonts, list.picture);
        let width = drawing.size[0];
        let words = format!("{name}. {}", help.before().filled());
        let place = [corner[0] + (area[0] - width) / 2.0, top];
        pieces.push(Piece::new(drawing, place, Role::Figure(words)));
        top += width + kinds.body.leading() * 0.8;
        top = add(&list.captions[index], kinds.body, top, &mut pieces)?;
        if !list.is_split {
            add(&list.note, kinds.small, top + kinds.small.leading() * 0.5, &mut pieces)?;
        }
    }
    Ok(pieces)
}
