//! Scripts that cannot be set letter by letter from left to right.
//!
//! Text is set as one glyph per character, side by side. That is wrong for scripts that run from
//! right to left and for those whose letters join, stack or change form: texts in such scripts are
//! refused, with the name of the script.

/// The Unicode 16 blocks of such scripts: first and last character, and the script.
#[rustfmt::skip]
const SCRIPTS: [(char, char, &str); 29] = [
    ('\u{0590}', '\u{05ff}', "Hebrew"), ('\u{0600}', '\u{06ff}', "Arabic"),
    ('\u{0700}', '\u{074f}', "Syriac"), ('\u{0750}', '\u{077f}', "Arabic"),
    ('\u{0780}', '\u{07bf}', "Thaana"), ('\u{07c0}', '\u{07ff}', "N'Ko"),
    ('\u{0800}', '\u{083f}', "Samaritan"), ('\u{0840}', '\u{085f}', "Mandaic"),
    ('\u{0860}', '\u{086f}', "Syriac"), ('\u{0870}', '\u{08ff}', "Arabic"),
    ('\u{0900}', '\u{097f}', "Devanagari"), ('\u{0980}', '\u{09ff}', "Bengali"),
    ('\u{0a00}', '\u{0a7f}', "Gurmukhi"), ('\u{0a80}', '\u{0aff}', "Gujarati"),
    ('\u{0b00}', '\u{0b7f}', "Oriya"), ('\u{0b80}', '\u{0bff}', "Tamil"),
    ('\u{0c00}', '\u{0c7f}', "Telugu"), ('\u{0c80}', '\u{0cff}', "Kannada"),
    ('\u{0d00}', '\u{0d7f}', "Malayalam"), ('\u{0d80}', '\u{0dff}', "Sinhala"),
    ('\u{0e00}', '\u{0e7f}', "Thai"), ('\u{0e80}', '\u{0eff}', "Lao"),
    ('\u{0f00}', '\u{0fff}', "Tibetan"), ('\u{1000}', '\u{109f}', "Burmese"),
    ('\u{1780}', '\u{17ff}', "Khmer"), ('\u{1800}', '\u{18af}', "Mongolian"),
    ('\u{fb1d}', '\u{fb4f}', "Hebrew"), ('\u{fb50}', '\u{fdff}', "Arabic"),
    ('\u{fe70}', '\u{fefe}', "Arabic"),
];

/// Returns the script of a character that cannot be set; `None` for all others.
pub(super) fn unset(character: char) -> Option<&'static str> {
    let known = SCRIPTS.iter().find(|(first, last, _)| (*first..=*last).contains(&character));
    known.map(|(.., name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_their_letters() {
        for (text, script) in [
            ("סודוקו", Some("Hebrew")),
            ("سودوكو", Some("Arabic")),
            ("सुडोकू", Some("Devanagari")),
            ("ซูโดกุ", Some("Thai")),
            ("数独 スウドク", None),
            ("스도쿠", None),
            ("Судоку Σουντόκου Sudokú", None),
        ] {
            let found = text.chars().find_map(unset);
            assert_eq!(found, script, "{text}");
        }
        assert!(SCRIPTS.windows(2).all(|two| two[0].0 <= two[0].1 && two[0].1 < two[1].0));
    }
}
