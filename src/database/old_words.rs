//! Conversion of words that older programs wrote in dumps and stored requests.

use std::borrow::Cow;

/// Old and new values of the key `symmetry`.
const SYMMETRIES: [(&str, &str); 2] = [("mirror-h", "top-bottom"), ("mirror-v", "left-right")];

/// Converts a line of a dump, a stored request or a stored level table to today's words. Text
/// without old words is returned unchanged.
pub(super) fn in_todays_words(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for (old, new) in SYMMETRIES {
        for key in ["\"symmetry\":", "symmetry = "] {
            let written = format!("{key}\"{old}\"");
            if text.contains(&written) {
                text = text.replace(&written, &format!("{key}\"{new}\"")).into();
            }
        }
    }
    text
}
