//! [`CaptionPlan`]: the captions of a puzzle. Number, level and id stand above it; lines to write
//! on and the page of its answer below.

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{Drawing, FontError, Fonts, Ink, Point, Shape};
use super::frame::TypeStyles;
use super::section::SectionRange;
use super::text::{Align, TypeStyle, line};
use super::words::Words;
use super::{BookError, Caption, Design, Entry, Plan};

/// An id of the usual length, for planning before the puzzles are known.
pub(super) const ID: &str = "0000-0000-0000-0";

/// The height of the captions above a puzzle, as a multiple of the number's type size.
const LABEL: f64 = 1.03;

/// The distance of a number's base line above its grid, as a part of the type's size.
const ABOVE: f64 = 0.32;

/// The thickness of the rule above a caption of the newspaper design, and its height with the white
/// below, in points.
const RULE: [f64; 2] = [1.5, 6.0];

/// The most stars of a level.
const STARS: usize = 5;

/// A number of minutes that takes the most room in print.
const LONGEST: u32 = 88;

/// The height of a line to write on, as a multiple of the type size of its label, and the position
/// of its rule.
const LINE: [f64; 2] = [2.4, 2.0];

/// The least length of a line to write on, in points.
const LEAST: f64 = 45.0;

/// The arrangement of the captions above and below a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CaptionPlan {
    /// The height of the captions above the grid.
    pub head: f64,
    /// The height of the captions below the grid.
    pub foot: f64,
    /// Whether the id stands below the grid.
    is_id_below: bool,
    /// Whether the page of the answer and the id below the grid have a row each.
    is_stacked: bool,
}

impl CaptionPlan {
    /// Returns a plan with the id above the grid, or below.
    pub fn new(plan: &Plan, kinds: &TypeStyles, is_id_below: bool) -> Self {
        let has = |caption| plan.captions.has(caption);
        let is_id_below = is_id_below && has(Caption::Id);
        let said = [Caption::Number, Caption::Level, Caption::Stars, Caption::Minutes];
        let is_headed = said.into_iter().any(has) || has(Caption::Id) && !is_id_below;
        let rule = if plan.design == Design::Newspaper { RULE[1] } else { 0.0 };
        let head = if is_headed { kinds.label.size * LABEL + rule } else { 0.0 };
        let all = Self { head, foot: 0.0, is_id_below, is_stacked: false };
        all.stacked(plan, kinds, false)
    }

    /// This plan with the page of the answer in a row above the id, if both are below the grid.
    pub fn stacked(self, plan: &Plan, kinds: &TypeStyles, is_stacked: bool) -> Self {
        let has = |caption| plan.captions.has(caption);
        let lines = has(Caption::Date) || has(Caption::Time);
        let both = has(Caption::AnswerPage) && self.is_id_below;
        let is_stacked = is_stacked && both;
        let rows = match (is_stacked, has(Caption::AnswerPage) || self.is_id_below) {
            (true, _) => 2.0,
            (false, one) => f64::from(u8::from(one)),
        };
        let lines = if lines { kinds.level.size * LINE[0] } else { 0.0 };
        Self { foot: lines + rows * kinds.id.size * 1.5, is_stacked, ..self }
    }

    /// Draws the captions of a puzzle whose grid lies at `board`: those read before the grid, and
    /// those read after it.
    pub fn draw(
        &self,
        about: &About<'_>,
        board: Point,
        side: f64,
    ) -> Result<[Vec<Piece>; 2], FontError> {
        let CaptionStyle { plan, fonts, kinds, words } = about.style;
        let has = |caption| plan.captions.has(caption);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let base = board[1] - kinds.label.size * ABOVE;
        if plan.design == Design::Newspaper && self.head > 0.0 {
            let corner = [board[0], board[1] - self.head];
            before.push(rule(corner, side, RULE[0]));
        }
        let mut x = board[0];
        let gap = kinds.label.size * 0.5;
        if has(Caption::Number) {
            let number = about.number.to_string();
            let piece = line(fonts, &number, kinds.label, [x, base], Align::Left, Role::Label)?;
            x += piece.drawing.size[0] + gap;
            before.push(piece);
        }
        if has(Caption::Level) && !about.label.is_empty() {
            let piece =
                line(fonts, about.label, kinds.level, [x, base], Align::Left, Role::Paragraph)?;
            x += piece.drawing.size[0] + gap;
            before.push(piece);
        }
        if has(Caption::Stars) {
            let piece = stars(stars_of(about.entry), kinds.level.size, [x, base], words);
            x += piece.drawing.size[0] + gap;
            before.push(piece);
        }
        let time = || about.entry.row.time_to_beat();
        if let Some(minutes) = has(Caption::Minutes).then(time).flatten() {
            let text = words.minutes(minutes);
            let piece = line(fonts, &text, kinds.level, [x, base], Align::Left, Role::Paragraph)?;
            x += piece.drawing.size[0] + gap;
            before.push(piece);
        }
        if plan.design == Design::Gift {
            let off = (side - (x - gap - board[0])) / 2.0;
            for piece in &mut before {
                piece.corner[0] += off;
            }
        }
        let right = board[0] + side;
        let mut y = board[1] + side;
        let id = |base: f64| {
            line(fonts, &about.entry.row.id, kinds.id, [right, base], Align::Right, Role::Paragraph)
        };
        if has(Caption::Id) && !self.is_id_below {
            before.push(id(base)?);
        }
        let lines: Vec<(&str, f64)> =
            about.style.lines().into_iter().map(|text| (text, 1.0)).collect();
        if !lines.is_empty() {
            after.extend(write_lines(fonts, kinds.level, &lines, [board[0], y], side)?);
            y += kinds.level.size * LINE[0];
        }
        if let Some(page) = about.answer_page.as_ref().filter(|_| has(Caption::AnswerPage)) {
            let text = words.solution_page(page);
            let place = [board[0], y + kinds.id.size * 1.25];
            after.push(line(fonts, &text, kinds.id, place, Align::Left, Role::Paragraph)?);
        }
        if self.is_id_below {
            let row = if self.is_stacked { kinds.id.size * 1.5 } else { 0.0 };
            after.push(id(y + row + kinds.id.size * 1.25)?);
        }
        Ok([before, after])
    }

    /// Returns the least side of a grid for which the captions fit, and the width of those below
    /// the grid. An id above the grid stands beside the number.
    pub fn widths(&self, about: &Widths<'_>) -> Result<[f64; 2], FontError> {
        let CaptionStyle { plan, fonts, kinds, words } = about.style;
        let has = |caption| plan.captions.has(caption);
        let gap = kinds.label.size * 0.5;
        let id = kinds.id.width(fonts, ID)?;
        let mut head = 0.0;
        if has(Caption::Number) {
            head += about.number + gap;
        }
        if has(Caption::Level) {
            head += about.level + gap;
        }
        if has(Caption::Stars) {
            head += kinds.level.size * STARS as f64 + gap;
        }
        if has(Caption::Minutes) {
            head += kinds.level.width(fonts, &words.minutes(LONGEST))? + gap;
        }
        head += if has(Caption::Id) && !self.is_id_below { id + gap } else { -gap };
        let lines = about.style.lines();
        let mut foot: f64 = 0.0;
        for text in &lines {
            let own = kinds.level.width(fonts, text)? + LEAST;
            foot = foot.max(lines.len() as f64 * own);
        }
        if has(Caption::AnswerPage) {
            let page = kinds.id.width(fonts, &words.solution_page("8888"))?;
            let beside = if self.is_id_below && !self.is_stacked { id + gap } else { 0.0 };
            foot = foot.max(page + beside);
        }
        Ok([head, foot])
    }
}

/// The style of captions, common to all puzzles.
#[derive(Clone, Copy)]
pub(super) struct CaptionStyle<'a> {
    pub plan: &'a Plan,
    pub fonts: &'a Fonts,
    pub kinds: &'a TypeStyles,
    pub words: &'a Words,
}

impl<'a> CaptionStyle<'a> {
    /// Returns the labels of the lines to write on.
    fn lines(self) -> Vec<&'a str> {
        let all = [(Caption::Date, &self.words.date), (Caption::Time, &self.words.time)];
        let own = all.into_iter().filter(|(caption, _)| self.plan.captions.has(*caption));
        own.map(|(_, text)| &text[..]).collect()
    }
}

#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub style: CaptionStyle<'a>,
    pub number: u32,
    /// The title of the section.
    pub label: &'a str,
    pub entry: &'a Entry,
    /// The page of the answer, as printed.
    pub answer_page: &'a Option<String>,
}

/// The texts that determine the width of captions: the widest numbers and levels.
pub(super) struct Widths<'a> {
    pub style: CaptionStyle<'a>,
    pub number: f64,
    pub level: f64,
}

/// Returns an error if the title of a section has no room beside the number of a puzzle.
pub(super) fn check_labels(
    about: &Widths<'_>,
    sections: &[SectionRange],
    side: f64,
) -> Result<(), BookError> {
    let CaptionStyle { plan, fonts, kinds, .. } = about.style;
    let alone = CaptionPlan::new(plan, kinds, true);
    for section in sections {
        let level = kinds.level.width(fonts, &section.label)?;
        let [head, _] = alone.widths(&Widths { level, ..*about })?;
        if head > side {
            return Err(BookError::Label(section.label.clone()));
        }
    }
    Ok(())
}

/// Draws lines to write on in a row, each after a label; the numbers are their shares of the width.
/// `corner` is the top left corner.
pub(crate) fn write_lines(
    fonts: &Fonts,
    kind: TypeStyle,
    parts: &[(&str, f64)],
    corner: Point,
    width: f64,
) -> Result<Vec<Piece>, FontError> {
    let whole: f64 = parts.iter().map(|(_, share)| share).sum();
    let white = kind.size;
    let room = width - white * (parts.len() - 1) as f64;
    let base = corner[1] + kind.size * LINE[1];
    let mut x = corner[0];
    let mut pieces = Vec::new();
    for (text, share) in parts {
        let own = room * share / whole;
        let piece = line(fonts, text, kind, [x, base], Align::Left, Role::Paragraph)?;
        let start = piece.drawing.size[0] + kind.size * 0.4;
        pieces.push(piece);
        pieces.push(rule([x + start, base + 0.5], own - start, 0.75));
        x += own + white;
    }
    Ok(pieces)
}

/// Returns the height of a row of lines to write on.
pub(super) const fn lines_height(kind: TypeStyle) -> f64 {
    kind.size * LINE[0]
}

pub(super) fn rule(corner: Point, width: f64, thick: f64) -> Piece {
    let at = thick / 2.0;
    let shape = Shape::Line { from: [0.0, at], to: [width, at], width: thick, ink: Ink::BLACK };
    Piece::new(Drawing { size: [width, thick], shapes: vec![shape] }, corner, Role::Artifact)
}

/// Returns the stars of a puzzle, one to five: by its level if that is a well-known one, else by
/// its tier.
fn stars_of(entry: &Entry) -> usize {
    match entry.row.level.as_deref() {
        Some("very-easy" | "beginner" | "easy") => 1,
        Some("medium") => 2,
        Some("hard") => 3,
        Some("fiendish" | "very-hard" | "expert") => 4,
        Some("beyond") => STARS,
        _ => [1, 1, 2, 3, 4, 4, STARS][usize::from(entry.row.tier.min(6))],
    }
}

/// Draws stars of this size with their feet at the base line: each as five strokes from point to
/// point and a pentagon in the middle.
fn stars(count: usize, size: f64, [x, base]: Point, words: &Words) -> Piece {
    let (radius, ink) = (size * 0.42, Ink::BLACK);
    let mut drawing = Drawing { size: [size * count as f64, size], shapes: Vec::new() };
    for i in 0..count {
        let centre = [size * (i as f64 + 0.5), size * 0.5];
        let point = |i: usize| {
            let angle = std::f64::consts::TAU * i as f64 / 5.0;
            [centre[0] + radius * angle.sin(), centre[1] - radius * angle.cos()]
        };
        let width = (size * 0.11).max(0.75);
        for i in 0..5 {
            let (from, to) = (point(i), point((i + 2) % 5));
            drawing.shapes.push(Shape::Line { from, to, width, ink });
        }
        let (radius, width) = (radius * 0.19, radius * 0.38);
        drawing.shapes.push(Shape::Ring { centre, radius, width, ink });
    }
    Piece::new(drawing, [x, base - size * 0.87], Role::Figure(words.stars(count)))
}
