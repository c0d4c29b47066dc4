//! The arrangement of a plan's puzzles and answers on pages, and whether they are large enough.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::super::drawing::Fonts;
use super::arrange::{Arrangement, GridLayout, Spacing, largest, type_size};
use super::caption::{CaptionPlan, CaptionStyle, ID, Widths, check_labels, lines_height};
use super::frame::{Frame, TypeStyles};
use super::section::SectionRange;
use super::strip::Strip;
use super::text::TypeStyle;
use super::words::Words;
use super::{Answers, BookError, Design, Length, MILLIMETRE, Plan, QrPlace, qr};

/// The least white between columns of answers, in points.
const ANSWER_GAP: f64 = 18.0;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct PuzzleLayout {
    pub ways: GridLayout,
    pub caption: CaptionPlan,
    /// The answers at the foot of a page; `None` if they are elsewhere.
    pub strip: Option<Strip>,
    /// The height of the line for name and date; 0 without one.
    pub worksheet: f64,
}

pub(super) fn puzzles(
    plan: &Plan,
    fonts: &Fonts,
    words: &Words,
    frame: &Frame,
    sections: &[SectionRange],
) -> Result<Vec<PuzzleLayout>, BookError> {
    let kinds = &frame.kinds;
    let count = sections.last().map_or(0, |section| section.puzzles.end);
    let number = kinds.label.widest(fonts, plan.numbers(count))?;
    let mut level: f64 = 0.0;
    for section in sections {
        level = level.max(kinds.level.width(fonts, &section.label)?);
        // The contents need room for the label.
        let body = TypeStyle::bold(kinds.body.size);
        if body.width(fonts, &section.label)? + 4.0 * body.size > frame.width() {
            return Err(BookError::Label(section.label.clone()));
        }
    }
    let style = CaptionStyle { plan, fonts, kinds, words };
    let widths = Widths { style, number, level };
    let most = sections.iter().map(|section| section.each).max().unwrap_or(1);
    let mut known: BTreeMap<usize, PuzzleLayout> = BTreeMap::new();
    for section in sections {
        if let Entry::Vacant(place) = known.entry(section.each) {
            place.insert(setting(&widths, frame, sections, (section.each, most))?);
        }
    }
    Ok(sections.iter().map(|section| known[&section.each].clone()).collect())
}

/// Arranges puzzles on pages of at most `each`, where any section has at most `most` on a page.
fn setting(
    widths: &Widths<'_>,
    frame: &Frame,
    sections: &[SectionRange],
    (each, most): (usize, usize),
) -> Result<PuzzleLayout, BookError> {
    let CaptionStyle { plan, fonts, kinds, .. } = widths.style;
    let strip = match plan.answers {
        // The page opposite may belong to another section.
        Answers::Facing => Some(strip(plan, fonts, frame, most)?),
        Answers::Below => Some(strip(plan, fonts, frame, each)?),
        _ => None,
    };
    let worksheet = if plan.worksheet { lines_height(kinds.body) + kinds.body.size } else { 0.0 };
    let room = frame.height() - worksheet - strip.map_or(0.0, |strip| strip.height());
    let area = [frame.width(), room];
    let code = plan.qr.as_ref().map(|code| qr::side(&qr::link(code, ID))).transpose()?;
    let here = plan.qr.as_ref().is_some_and(|qr| qr.place == QrPlace::Puzzle);
    let wanted = plan.grid.as_ref().map(Length::points);
    let around = |caption: &CaptionPlan| Spacing {
        head: caption.head,
        foot: caption.foot,
        code: code.filter(|_| here),
        gap: plan.gap.as_ref().map_or(frame.page[0] / 19.0, Length::points),
        largest: wanted.unwrap_or(largest(plan)),
        is_close: plan.gap.is_some(),
    };
    let best = |caption: &CaptionPlan, each| Arrangement::best(each, area, around(caption));
    // The first of these whose captions fit, else the last.
    let above = CaptionPlan::new(plan, kinds, plan.design == Design::Gift);
    let below = CaptionPlan::new(plan, kinds, true);
    let mut caption = below.stacked(plan, kinds, true);
    for next in [above, below] {
        let [head, foot] = next.widths(widths)?;
        if best(&next, each).side >= head.max(foot) {
            caption = next;
            break;
        }
    }
    let full = best(&caption, each);
    let least = plan.type_size.unwrap_or(if plan.large_print { 18.0 } else { 10.0 });
    let alone = type_size(plan, fonts, best(&caption, 1).side);
    large_enough(plan, fonts, full, (each, "puzzles"), (least, alone))?;
    if let Some(grid) = plan.grid.as_ref().filter(|grid| full.side < grid.points() - 1e-6) {
        let words = format!(
            "{each} a page on {}: there is room for grids of {:.1} mm, not of {grid}",
            plan.size,
            (full.side / MILLIMETRE * 10.0).floor() / 10.0
        );
        return Err(BookError::layout(words, &["grid", "per-page", "gap", "size"]));
    }
    check_labels(widths, sections, full.side)?;
    let [_, foot] = caption.widths(widths)?;
    if foot > full.side {
        let words = format!(
            "the captions below a puzzle are {foot:.0} pt wide, and its grid {:.0}",
            full.side
        );
        return Err(BookError::layout(words, &["captions", "per-page", "size"]));
    }
    Ok(PuzzleLayout {
        ways: GridLayout::new(each, area, around(&caption)),
        caption,
        strip,
        worksheet,
    })
}

/// Arranges the answers at the foot of a page, or returns an error if they have no room.
fn strip(plan: &Plan, fonts: &Fonts, frame: &Frame, each: usize) -> Result<Strip, BookError> {
    Strip::new(plan, fonts, frame, each).ok_or_else(|| {
        let least = TypeStyles::least(plan.large_print);
        let words = format!(
            "{each} solutions at the foot of a page of {} have no room for digits of {least} pt: take fewer puzzles a page, a larger page, or solutions at the back",
            plan.size
        );
        BookError::layout(words, &["solutions", "per-page", "size"])
    })
}

/// Returns the height above the answers of a page: worksheets have a heading there, since no other
/// page names them.
pub(super) fn answers_head(plan: &Plan, frame: &Frame) -> f64 {
    if plan.worksheet { frame.heading() } else { 0.0 }
}

/// Arranges the answers, if they have pages of their own.
pub(super) fn answers(
    plan: &Plan,
    fonts: &Fonts,
    frame: &Frame,
    count: usize,
) -> Result<Option<GridLayout>, BookError> {
    if !matches!(plan.answers, Answers::Back | Answers::Separate) {
        return Ok(None);
    }
    let here = plan.qr.as_ref().filter(|code| code.place == QrPlace::Answer);
    let code = here.map(|code| qr::side(&qr::link(code, ID))).transpose()?;
    let around = Spacing {
        head: frame.kinds.answer.size * 1.3,
        foot: 0.0,
        code,
        gap: ANSWER_GAP,
        largest: largest(plan),
        is_close: false,
    };
    let area = [frame.width(), frame.height() - answers_head(plan, frame)];
    let best = |each| Arrangement::best(each, area, around);
    let shared_out = |way: Arrangement| GridLayout::new(shared(count, way), area, around);
    let least = TypeStyles::least(plan.large_print);
    if let Some(each) = plan.answers_per_page {
        let way = best(usize::from(each));
        let alone = type_size(plan, fonts, best(1).side);
        large_enough(plan, fonts, way, (usize::from(each), "solutions"), (least, alone))?;
        return Ok(Some(shared_out(way)));
    }
    // A point above the minimum where there is a choice.
    let good = |way: &Arrangement| type_size(plan, fonts, way.side) >= (least + 1.0).min(16.0);
    let ways = [12, 9, 8, 6, 4, 2, 1].map(best);
    let way = ways.into_iter().find(good).unwrap_or(best(1));
    large_enough(plan, fonts, way, (1, "solutions"), (least, 0.0))?;
    Ok(Some(shared_out(way)))
}

/// Returns the number of answers per page if `count` of them are shared out evenly over as few
/// pages as `way` needs, in whole rows if pages have such. Fewer answers per page are larger.
fn shared(count: usize, way: Arrangement) -> usize {
    let (row, pages) = (way.whole_row(), count.div_ceil(way.boards).max(1));
    let rows = count.div_ceil(row).div_ceil(pages);
    (rows * row).clamp(1, count.max(1))
}

/// Refuses digits that are too small, with a message that names sizes for which there is room. It
/// proposes fewer grids per page only if the digits of one grid per page, `alone` points high,
/// would be large enough.
fn large_enough(
    plan: &Plan,
    fonts: &Fonts,
    way: Arrangement,
    (each, what): (usize, &str),
    (least, alone): (f64, f64),
) -> Result<(), BookError> {
    let is = type_size(plan, fonts, way.side);
    if is >= least && way.side > 0.0 {
        return Ok(());
    }
    let grid = (way.side / (10.0 * MILLIMETRE)).max(0.0);
    let what = if each == 1 { what.trim_end_matches('s') } else { what };
    let asked = plan.type_size.filter(|_| what.starts_with("puzzle"));
    let wanted = match asked {
        Some(_) => format!("{least} pt is asked for"),
        None => format!("{least} pt is the least"),
    };
    let smaller = asked.filter(|_| is >= 1.0);
    let smaller = smaller.map(|_| format!("smaller type, up to {:.0} pt", is.floor()));
    let fewer = (each > 1 && alone >= least).then(|| "fewer a page".to_owned());
    let room: Vec<String> =
        [smaller, fewer, Some("this on a larger page".to_owned())].into_iter().flatten().collect();
    let words = format!(
        "{each} {what} a page on {} leaves grids of {grid:.1} cm with digits of {:.1} pt, and {wanted}; there is room for {}",
        plan.size,
        is.max(0.0),
        room.join(", or ")
    );
    let keys: &[_] = match what {
        "puzzle" | "puzzles" => &["per-page", "type-size", "large-print", "size"],
        _ => &["solutions-per-page", "large-print", "size"],
    };
    Err(BookError::layout(words, keys))
}
