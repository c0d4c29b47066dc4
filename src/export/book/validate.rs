//! Checks of a [`Plan`] for contradictory settings, before anything is drawn.

use seeddb_core::rating::common;

use super::super::drawing::Fonts;
use super::{Answers, BookError, Caption, HowTo, Length, Plan, Profile, QrPlace, Words};

/// The greatest number of a puzzle: wider numbers would run into their neighbours.
const GREATEST: u32 = 999_999;

/// Returns the errors of captions and margins: whether each applies, its message, and the keys to
/// change.
fn of_pages(plan: &Plan) -> [(bool, String, &'static [&'static str]); 3] {
    let has = |caption| plan.captions.has(caption);
    let many = matches!(plan.answers, Answers::Back | Answers::Separate);
    [
        (
            many && !has(Caption::Number),
            "solutions apart from their puzzles are found by the number of the puzzle: captions need it".into(),
            &["captions", "solutions"],
        ),
        (
            has(Caption::AnswerPage) && plan.answers != Answers::Back,
            format!(
                "the page of its solution is said with a puzzle if solutions are at the back, not {}",
                plan.answers
            ),
            &["captions", "solutions"],
        ),
        (
            !leaves_half(plan),
            "the margins leave less than half of the page".into(),
            &["margin", "gutter"],
        ),
    ]
}

/// Whether the margins leave at least half of the width and half of the height.
fn leaves_half(plan: &Plan) -> bool {
    let points = |length: &Option<Length>| length.as_ref().map(Length::points);
    let margin = points(&plan.margin).unwrap_or(0.0);
    let inside = points(&plan.gutter).unwrap_or(margin);
    margin + inside <= plan.size.width() / 2.0 && 2.0 * margin <= plan.size.height() / 2.0
}

/// Checks the settings that do not depend on sizes.
#[expect(clippy::too_many_lines, reason = "a table of faults")]
pub(super) fn validate(
    plan: &Plan,
    fonts: &Fonts,
    sections: &[(&str, usize)],
) -> Result<(), BookError> {
    let lacking = Words::of(plan)?.lacking(fonts);
    if !lacking.is_empty() {
        let some: String = lacking.iter().take(8).collect();
        let more = match lacking.len().saturating_sub(8) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (font, language) = (fonts.regular.name(), plan.language.name());
        let words = format!(
            "the words of {language} want a font that has their characters: {font} lacks {some}{more}"
        );
        return Err(BookError::layout(words, &["font", "language"]));
    }
    let puzzles: usize = sections.iter().map(|(_, count)| count).sum();
    let per_page = |is_wrong: fn(u8) -> bool| plan.per_page.numbers().find(|each| is_wrong(*each));
    let [none_such, not_one] =
        [|each| !matches!(each, 1 | 2 | 4 | 6), |each| each != 1].map(per_page);
    let unknown = plan.per_page.unknown(sections);
    let within = |value: Option<f64>, low: f64, high: f64| {
        value.is_none_or(|value| (low..=high).contains(&value))
    };
    let many = matches!(plan.answers, Answers::Back | Answers::Separate);
    let qr = plan.qr.as_ref();
    let last = u32::try_from(puzzles).ok().and_then(|n| plan.first().checked_add(n));
    let volumes = plan.volume.map_or(1, |(_, volumes)| volumes) as usize;
    let weight = "weights of lines are 0.1 to 10 points";
    let told = common::words::Language::of(plan.language.tag());
    let by_common = plan.how_to_ladder == HowTo::Common;
    let faults = [
        (
            by_common && !plan.how_to,
            "a ladder for pages of how to solve, which are not asked for".into(),
            &["how-to-ladder", "how-to"][..],
        ),
        (
            by_common && told.is_none(),
            format!(
                "pages of how to solve by the ladder common are in {}, not in {}",
                common::words::Language::all().each_ref().map(|own| own.code).join(", "),
                plan.language.tag()
            ),
            &["how-to-ladder", "language"],
        ),
        (
            none_such.is_some(),
            format!("{} puzzles a page: there can be 1, 2, 4 or 6", none_such.unwrap_or_default()),
            &["per-page"],
        ),
        (
            plan.large_print && not_one.is_some(),
            format!("large print has one puzzle a page, not {}", not_one.unwrap_or_default()),
            &["per-page", "large-print"],
        ),
        (
            unknown.is_some(),
            format!(
                "puzzles a page: no section is called {:?}; there are {}",
                unknown.unwrap_or_default(),
                sections.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
            ),
            &["per-page"],
        ),
        (
            plan.answers_per_page.is_some_and(|each| !(1..=12).contains(&each)),
            "solutions a page: there can be 1 to 12".into(),
            &["solutions-per-page"],
        ),
        (
            plan.answers_per_page.is_some() && !many,
            format!(
                "solutions a page go with solutions at the back or separate, not with {}",
                plan.answers
            ),
            &["solutions-per-page", "solutions"],
        ),
        (
            !within(plan.type_size, 1.0, 200.0),
            "the size of type is 1 to 200 points".into(),
            &["type-size"],
        ),
        (!within(plan.theme.cell_line, 0.1, 10.0), weight.into(), &["theme.cell-line"]),
        (!within(plan.theme.box_line, 0.1, 10.0), weight.into(), &["theme.box-line"]),
        (
            !within(plan.theme.digit, 0.2, 0.8),
            "the height of digits is 0.2 to 0.8 of the cell".into(),
            &["theme.digit"],
        ),
        (
            plan.theme.box_gray.is_some_and(|gray| gray > 100),
            "the gray of boxes is 0 to 100 percent".into(),
            &["theme.box-gray"],
        ),
        (
            qr.is_some_and(|qr| !qr.url.contains("{id}")),
            "the link of the QR code has no {id}: every puzzle would have the same".into(),
            &["qr.url"],
        ),
        (
            qr.is_some_and(|qr| qr.place == QrPlace::Answer) && !many,
            format!(
                "a QR code beside the solutions needs solutions at the back or separate, not {}",
                plan.answers
            ),
            &["qr.place", "solutions"],
        ),
        (
            plan.profile == Profile::Pdfx && plan.date.is_none(),
            "PDF/X-1a bears a date, as date = \"2027-01-31\", and a book tells no time of its own".into(),
            &["profile", "date"],
        ),
        (
            plan.fillable && plan.profile != Profile::Screen,
            format!("cells are filled in on a screen: that goes with the profile screen, not {}", plan.profile),
            &["fillable", "profile"],
        ),
        (
            plan.hint_pictures && !plan.hints,
            "pictures of hints go with hints".into(),
            &["hint-pictures", "hints"],
        ),
        (
            !plan.matter.isbn.is_empty() && plan.matter.isbn.len() != volumes,
            format!("{} ISBNs for {volumes} volumes: each has its own", plan.matter.isbn.len()),
            &["matter.isbn", "volumes"],
        ),
        (plan.first() == 0, "numbers of puzzles begin at 1".into(), &["first-number"]),
        (
            last.is_none_or(|last| last > GREATEST),
            format!("numbers of puzzles have at most six digits, and the last is above {GREATEST}"),
            &["first-number"],
        ),
        (
            plan.title.contains('\n'),
            "the title has a line break: it is broken into lines by itself, and a subtitle is a line of its own".into(),
            &["title"],
        ),
        (
            [&plan.subtitle, &plan.author].into_iter().flatten().any(|text| text.contains('\n')),
            "a line of the title page has a line break: the imprint alone has several lines".into(),
            &["subtitle", "author"],
        ),
    ];
    match faults.into_iter().chain(of_pages(plan)).find(|(wrong, ..)| *wrong) {
        Some((_, words, keys)) => Err(BookError::layout(words, keys)),
        None => Ok(()),
    }
}
