//! Laws of the languages.

use std::collections::BTreeSet;

use super::super::boards::boards;
use super::super::laws::stride;
use super::super::technique::Technique;
use super::super::view::View;
use super::{ENGLISH, Language};
use crate::board::Digit;

const RNG_SEED: u64 = 20_261_131;

/// The slots of a template.
fn slots(template: &str) -> BTreeSet<&str> {
    let opened = template.match_indices('{').map(|(at, _)| &template[at..]);
    opened.map(|text| &text[..=text.find('}').expect("an open slot")]).collect()
}

/// The parts of a language other than techniques.
fn parts(language: &Language) -> Vec<&'static str> {
    let Language { houses, is, first, second, further, removed, removal, .. } = *language;
    let Language { placed, set, colours, rectangle, .. } = *language;
    let single = [is, second, removal, placed, set, colours, rectangle];
    [&houses[..], &first, &further, &removed, &single].concat()
}

/// The numbers and cells that a text has.
fn said(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn a_language_has_each_technique_with_each_slot_of_english() {
    for technique in Technique::all() {
        assert_eq!(ENGLISH.name(technique), technique.row().name);
        let key = technique.row().key;
        assert!(ENGLISH.techniques.iter().any(|own| own.0 == key), "{key}");
    }
    for language in Language::ALL {
        assert!(std::ptr::eq(Language::of(language.code).unwrap(), language));
        for (own, english) in parts(language).into_iter().zip(parts(&ENGLISH)) {
            assert_eq!(slots(own), slots(english), "{}: {own}", language.code);
        }
        let keys = |language: &Language| language.techniques.iter().map(|own| own.0);
        assert!(keys(language).eq(keys(&ENGLISH)), "{}", language.code);
        for (own, english) in language.techniques.iter().zip(ENGLISH.techniques) {
            assert_eq!(slots(own.2), slots(english.2), "{}: {}", language.code, own.0);
            assert!(own.2.starts_with("{name}"), "{}: {}", language.code, own.0);
        }
        let names: BTreeSet<&str> = Technique::all().map(|own| language.name(own)).collect();
        assert_eq!(names.len(), Technique::all().len(), "{}", language.code);
    }
    assert_eq!(Language::of("de-AT").map(|own| own.code), Some("de"));
    assert!(["nl", "", "english", "-de"].into_iter().all(|tag| Language::of(tag).is_none()));
}

/// A sentence has no open slot, and the cells and numbers of the English one.
#[test]
fn each_step_is_told_in_each_language() {
    const BARE: Language = Language { code: "xx", techniques: &[], ..ENGLISH };
    let mut filled: BTreeSet<&str> = ["{colours}", "{rectangle}"].into();
    for (number, (puzzle, state)) in boards(RNG_SEED, 120, 6).into_iter().enumerate() {
        let view = View::of(&state, puzzle.clues());
        for technique in Technique::all().filter(|&own| number % stride(own) == 0) {
            for step in technique.steps(&view).into_iter().take(20) {
                let english = step.sentence(&ENGLISH);
                assert_eq!(step.sentence(&BARE), english);
                filled.extend(step.slots(&ENGLISH).into_iter().map(|own| own.0));
                for language in Language::ALL {
                    let told = step.sentence(language);
                    let clue = || format!("{told}\n{english}\n{puzzle}, RNG seed {RNG_SEED}");
                    assert!(!told.contains(['{', '}']) && !told.contains("  "), "{}", clue());
                    assert!(told.ends_with(language.stop), "{}", clue());
                    let own = told.strip_prefix(language.name(technique));
                    let own = own.unwrap_or_else(|| panic!("{}", clue()));
                    let other = &english[technique.row().name.len()..];
                    assert_eq!(said(own), said(other), "{}", clue());
                    for digit in Digit::all() {
                        for cell in step.removed[digit] {
                            assert!(told.contains(&cell.to_string()), "{}", clue());
                        }
                    }
                }
            }
        }
    }
    for language in Language::ALL {
        for (key, _, template) in language.techniques {
            assert!(slots(template).is_subset(&filled), "{}: {key}", language.code);
        }
    }
}
