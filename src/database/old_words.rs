//! Words that older programs wrote, in dumps and in stored requests, and what they are now.

use std::borrow::Cow;

/// An older word and today's, both behind the key `symmetry`.
const SYMMETRIES: [(&str, &str); 2] = [("mirror-h", "top-bottom"), ("mirror-v", "left-right")];

/// A line of a dump, a stored request or a stored table of levels in today's words. Text of which
/// an older program wrote none stays as it is.
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
