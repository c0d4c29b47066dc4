//! Laws of the languages.

use std::collections::BTreeSet;

use super::super::boards::boards;
use super::super::laws::stride;
use super::super::technique::Technique;
use super::super::view::View;
use super::Language;
use crate::board::Digit;

const RNG_SEED: u64 = 20_261_131;

/// Returns the slots of a template.
fn slots(template: &str) -> BTreeSet<&str> {
    let opened = template.match_indices('{').map(|(at, _)| &template[at..]);
    opened.map(|text| &text[..=text.find('}').expect("an open slot")]).collect()
}

/// The numbers and cells that a text has.
fn said(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn a_language_has_each_technique_with_each_slot_of_english() {
    let english = Language::english();
    let is_technique = |key: &str| Technique::all().any(|own| key.starts_with(own.row().key));
    for technique in Technique::all() {
        assert!(english.rows.contains_key(technique.row().key), "{technique}");
    }
    for language in Language::all() {
        assert!(std::ptr::eq(Language::of(language.code).unwrap(), language));
        assert!(language.rows.keys().eq(english.rows.keys()), "{}", language.code);
        for key in language.rows.keys() {
            let (own, other) = (language.text(key).unwrap(), english.text(key).unwrap());
            assert_eq!(slots(own), slots(other), "{}: {key}", language.code);
            assert_eq!(own.starts_with("{name}"), is_technique(key), "{}: {key}", language.code);
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
    let (bare, all) = (Language::read("xx", ""), Language::english());
    let mut filled: BTreeSet<&str> = ["{colours}", "{rectangle}"].into();
    for (number, (puzzle, state)) in boards(RNG_SEED, 120, 6).into_iter().enumerate() {
        let view = View::of(&state, puzzle.clues());
        for technique in Technique::all().filter(|&own| number % stride(own) == 0) {
            for step in technique.steps(&view).into_iter().take(20) {
                let english = step.sentence(all);
                assert_eq!(step.sentence(&bare), english);
                filled.extend(step.slots(all).into_iter().map(|own| own.0));
                for language in Language::all() {
                    let told = step.sentence(language);
                    let clue = || format!("{told}\n{english}\n{puzzle}, RNG seed {RNG_SEED}");
                    assert!(!told.contains(['{', '}']) && !told.contains("  "), "{}", clue());
                    assert!(told.ends_with(language.stop()), "{}", clue());
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
    for language in Language::all() {
        for template in language.rows.keys().filter_map(|key| language.text(key)) {
            let is_told = !template.starts_with("{name}") || slots(template).is_subset(&filled);
            assert!(is_told, "{}: {template}", language.code);
        }
    }
}
