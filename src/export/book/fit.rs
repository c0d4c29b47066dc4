//! How large the boards of a plan are, and whether that is large enough.

use super::super::drawing::Fonts;
use super::arrange::{Around, Arrangement, largest, type_size};
use super::frame::{Frame, TypeStyles};
use super::section::SectionRange;
use super::text::TypeStyle;
use super::{Answers, BookError, MILLIMETRE, Plan, QrPlace, qr};

/// The length of an id, for what is planned before there are any.
const ID: &str = "0000-0000-0000-0";

/// The height of what stands above a puzzle, by the size of its number.
const LABEL: f64 = 1.03;

/// The least white between columns of answers, in points.
const ANSWER_GAP: f64 = 18.0;

/// The arrangement of the puzzles, and whether their ids have a line of their own.
pub(super) fn puzzles(
    plan: &Plan,
    fonts: &Fonts,
    frame: &Frame,
    sections: &[SectionRange],
) -> Result<(Arrangement, bool), BookError> {
    let TypeStyles { label, level, id: small, .. } = frame.kinds;
    let count = sections.last().map_or(0, |section| section.puzzles.end);
    let number = label.widest(fonts, plan.numbers(count))?;
    let id = small.width(fonts, ID)?;
    let mut widest: f64 = 0.0;
    for section in sections {
        widest = widest.max(level.width(fonts, &section.label)?);
    }
    let width = number + widest + id + label.size * 1.5;
    let code = plan.qr.as_ref().map(|code| qr::side(&qr::link(code, ID))).transpose()?;
    let both = plan.answers == Answers::Facing;
    let here = both || plan.qr.as_ref().is_some_and(|qr| qr.place == QrPlace::Puzzle);
    let around = Around {
        head: label.size * LABEL,
        foot: 0.0,
        code: code.filter(|_| here),
        gap: frame.page[0] / 17.0,
        largest: largest(plan),
    };
    let below = Around { foot: small.size * 1.5, ..around };
    let each = usize::from(plan.per_page());
    let area = [frame.width(), frame.height()];
    let beside = Arrangement::best(each, area, around);
    let (best, ids_below) = if beside.side >= width {
        (beside, false)
    } else {
        (Arrangement::best(each, area, below), true)
    };
    let wanted = plan.type_size.unwrap_or(if plan.large_print { 18.0 } else { 10.0 });
    let alone = type_size(plan, fonts, Arrangement::best(1, area, below).side);
    large_enough(plan, fonts, best, (each, "puzzles"), (wanted, alone))?;
    let number = number + label.size * 0.5;
    for section in sections {
        // Beside the number of a puzzle, and in the contents.
        let body = TypeStyle::bold(frame.kinds.body.size);
        let excess = (number + level.width(fonts, &section.label)? - best.side)
            .max(body.width(fonts, &section.label)? + 4.0 * body.size - frame.width());
        if excess > 0.0 {
            return Err(BookError::Label(section.label.clone()));
        }
    }
    Ok((best, ids_below))
}

/// The arrangement of the answers, if there are any.
pub(super) fn answers(
    plan: &Plan,
    fonts: &Fonts,
    frame: &Frame,
    puzzles: Arrangement,
) -> Result<Option<Arrangement>, BookError> {
    match plan.answers {
        Answers::None => return Ok(None),
        Answers::Facing => return Ok(Some(puzzles)),
        Answers::Back | Answers::Separate => {}
    }
    let here = plan.qr.as_ref().filter(|code| code.place == QrPlace::Answer);
    let code = here.map(|code| qr::side(&qr::link(code, ID))).transpose()?;
    let around = Around {
        head: frame.kinds.answer.size * 1.3,
        foot: 0.0,
        code,
        gap: ANSWER_GAP,
        largest: largest(plan),
    };
    let best = |each| Arrangement::best(each, [frame.width(), frame.height()], around);
    let least = TypeStyles::least(plan.large_print);
    if let Some(each) = plan.answers_per_page {
        let way = best(usize::from(each));
        let alone = type_size(plan, fonts, best(1).side);
        large_enough(plan, fonts, way, (usize::from(each), "solutions"), (least, alone))?;
        return Ok(Some(way));
    }
    // A point more than the least, where one can choose.
    let good = |way: &Arrangement| type_size(plan, fonts, way.side) >= (least + 1.0).min(16.0);
    let ways = [12, 9, 8, 6, 4, 2, 1].map(best);
    let way = ways.into_iter().find(good).unwrap_or(best(1));
    large_enough(plan, fonts, way, (1, "solutions"), (least, 0.0))?;
    Ok(Some(way))
}

/// Refuses digits that are too small, and says what there is room for: fewer grids on a page only if the digits of one alone,
/// which are `alone` points high, would be.
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
