//! The front pages of a book: half-title, imprint, dedication.

use super::super::drawing::FontError;
use super::super::drawing::pdf::{Piece, Role};
use super::BookError;
use super::layout::Layout;
use super::text::{Align, TypeStyle, balance, block, wrap};
use super::title::large;

type Pieces = Result<Vec<Piece>, BookError>;

pub(super) fn half_title(layout: &Layout<'_>, page: usize) -> Pieces {
    let (corner, area) = layout.area(page);
    let kinds = layout.frame.kinds;
    let wanted = TypeStyle::bold(kinds.heading.size * 1.2);
    let (kind, lines) = large(layout, &layout.words.title, wanted, area)?;
    let place = [corner[0] + area[0] / 2.0, corner[1] + area[1] * 0.3];
    Ok(vec![block(layout.fonts, &lines, kind, place, Align::Centre, Role::Paragraph)?])
}

/// Sets the lines of the dedication in the upper half of the page.
pub(super) fn dedication(layout: &Layout<'_>, page: usize) -> Pieces {
    let Some(text) = &layout.plan.matter.dedication else { return Ok(Vec::new()) };
    let (corner, area) = layout.area(page);
    let kind = TypeStyle::regular(layout.frame.kinds.body.size * 1.15);
    let lines = broken(text.lines(), |line| balance(layout.fonts, line, kind, area[0] * 0.8))?;
    if area[1] * 0.3 + kind.leading() * lines.len() as f64 > area[1] {
        return Err(BookError::layout(
            "the dedication is longer than a page",
            &["matter.dedication"],
        ));
    }
    let place = [corner[0] + area[0] / 2.0, corner[1] + area[1] * 0.3];
    Ok(vec![block(layout.fonts, &lines, kind, place, Align::Centre, Role::Paragraph)?])
}

/// Breaks each line with `breaks`, keeping empty lines.
fn broken<'a>(
    lines: impl Iterator<Item = &'a str>,
    breaks: impl Fn(&str) -> Result<Vec<String>, FontError>,
) -> Result<Vec<String>, FontError> {
    let mut all = Vec::new();
    for line in lines {
        let broken = breaks(line)?;
        all.extend(if broken.is_empty() { vec![String::new()] } else { broken });
    }
    Ok(all)
}

/// Returns the lines of the imprint: first those of single keys, then the free text.
fn imprint_lines(layout: &Layout<'_>) -> Vec<String> {
    let plan = layout.plan;
    let matter = &plan.matter;
    let volume = plan.volume.map_or(1, |(volume, _)| volume) as usize;
    let own = if matter.isbn.is_empty() {
        plan.cover.as_ref().map_or(&[][..], |cover| &cover.isbn)
    } else {
        &matter.isbn
    };
    let copyright = matter.copyright.as_ref().map(|text| format!("© {text}"));
    let isbn = own.get(volume - 1).map(|isbn| format!("ISBN {isbn}"));
    let fields = [copyright, matter.publisher.clone(), matter.edition.clone(), isbn];
    let mut lines: Vec<String> = fields.into_iter().flatten().collect();
    if let Some(free) = &plan.imprint {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(free.lines().map(str::to_owned));
    }
    lines
}

/// Returns the back of the title page: the imprint, at its foot.
pub(super) fn imprint(layout: &Layout<'_>, page: usize) -> Pieces {
    let (corner, area) = layout.area(page);
    let kind = layout.frame.kinds.small;
    let own = imprint_lines(layout);
    let own = own.iter().map(String::as_str);
    let lines = broken(own, |line| wrap(layout.fonts, line, kind, area[0]))?;
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let base = corner[1] + area[1] - kind.leading() * lines.len().saturating_sub(1) as f64;
    if base < corner[1] + kind.size {
        let words = "the imprint is longer than a page";
        return Err(BookError::layout(words, &["imprint"]));
    }
    Ok(vec![block(layout.fonts, &lines, kind, [corner[0], base], Align::Left, Role::Paragraph)?])
}
