//! Escaping of foreign text (notes, titles, file names) for terminals and spreadsheets.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use anstream::AutoStream;
use seeddb_database::visible::visible;

/// Prints an error on stderr as clap does, with `error:` in red if colours are wanted.
pub fn say_error(words: impl fmt::Display) {
    let has_colors = AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let _ = io::stderr().write_all(if has_colors {
        b"\x1b[1m\x1b[31merror:\x1b[0m "
    } else {
        b"error: "
    });
    say(words);
}

/// Prints a message on stderr. It may have several lines; other control characters are escaped by
/// [`visible`].
pub fn say(words: impl fmt::Display) {
    let words = words.to_string();
    let mut text = words.split('\n').map(visible).collect::<Vec<_>>().join("\n");
    text.push('\n');
    // Not `eprintln!`, which panics when stderr is closed.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The text of a CSV cell that no spreadsheet takes for a formula: an apostrophe precedes texts
/// that begin like one (OWASP, "CSV Injection").
pub fn no_formula(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        format!("'{text}").into()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_as_a_formula_is_text() {
        for text in ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            assert_eq!(no_formula(text.into()), format!("'{text}"));
        }
        for text in ["", "a=b", "1-2", "'=1", " =1", "..9..15.44"] {
            assert_eq!(no_formula(text.into()), text);
        }
    }
}
