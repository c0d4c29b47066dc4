//! Property tests of pages of hints.

use seeddb::export::book::{Entry, Language, Plan};
use seeddb::export::drawing::Fonts;

use super::pdf::{Page, Text};

/// Each puzzle has its complete hint after its number, and no two texts overlap.
pub fn check(plan: &Plan, entries: &[&Entry], pages: &[Page]) {
    let all: String = pages.iter().map(Page::text).collect();
    let mut rest = &all[..];
    for (i, entry) in entries.iter().enumerate().filter(|_| plan.hints) {
        let hint = entry.hint.as_ref().unwrap().told_in(plan.language).unwrap();
        let number = plan.first_number.unwrap_or(1) as usize + i;
        let wanted: String = format!("{number}{hint}").split(' ').collect();
        let place = rest.find(&wanted);
        assert!(place.is_some(), "{wanted} is not in {rest}: {plan:?}");
        rest = place.map_or("", |at| &rest[at + wanted.len()..]);
    }
    let heading = match plan.language {
        Language::En => "Hints",
        Language::De => "Hinweise",
        Language::Fr => "Indices",
        _ => "Pistas",
    };
    let font = [false, true].map(|bold| {
        let fonts = Fonts::bundled().unwrap();
        if bold { fonts.bold } else { fonts.regular }
    });
    let is_of_hints =
        |page: &&Page| page.texts.first().is_some_and(|text| text.bold && text.says == heading);
    for page in pages.iter().filter(is_of_hints).filter(|_| plan.hints) {
        let frame_of = |text: &Text| {
            let width = font[usize::from(text.bold)].width(&text.says).unwrap() * text.size;
            let [x, y] = text.at;
            [[x, y - 0.65 * text.size], [x + width, y]]
        };
        let boxes: Vec<_> = page.texts.iter().map(frame_of).collect();
        for (i, a) in boxes.iter().enumerate() {
            for (j, b) in boxes[..i].iter().enumerate() {
                let apart = (0..2).any(|axis| a[1][axis] <= b[0][axis] || b[1][axis] <= a[0][axis]);
                let told = [i, j].map(|i| page.texts[i].says.clone());
                assert!(apart, "{told:?} lie on one another: {plan:?}");
            }
        }
    }
}
