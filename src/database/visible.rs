//! Text of others (notes, titles, names of files) made harmless for the terminal of whoever reads
//! it.

use std::borrow::Cow;

/// Whether a character steers a terminal or turns the direction of writing: control characters (C0,
/// DEL, C1), line and paragraph separators, and the marks, embeddings, overrides and isolates of
/// bidirectional text.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with each character that [steers] as `\n` or `\u{1b}`.
///
/// ```
/// assert_eq!(seeddb_database::visible::visible("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, &[])
}

/// [`visible`], but for these characters, which stay.
pub fn visible_but<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    let is_shown = |c: char| steers(c) && !kept.contains(&c);
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.contains(is_shown) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_shown(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown.into()
}

/// JSON whose characters that [steer](steers) are escaped, as `\u009b`: a program reads the same
/// text.
#[derive(Clone, Copy, Debug)]
pub struct VisibleJson;

impl serde_json::ser::Formatter for VisibleJson {
    fn write_string_fragment<W: std::io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> std::io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(steers) {
            let mut following = rest[at..].chars();
            // All of them have one unit of UTF-16.
            let code = following.next().map_or(0, u32::from);
            write!(out, "{}\\u{code:04x}", &rest[..at])?;
            rest = following.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_shown() {
        for (text, shown) in [
            (
                "Quiet hours, größer: 数独 – 1 «ü» 'x' \\",
                "Quiet hours, größer: 数独 – 1 «ü» 'x' \\",
            ),
            ("\u{1b}[31mred\u{1b}]0;title\u{7}", "\\u{1b}[31mred\\u{1b}]0;title\\u{7}"),
            ("a\tb\r\nc\u{7f}", "a\\tb\\r\\nc\\u{7f}"),
            ("\u{9b}2J\u{85}", "\\u{9b}2J\\u{85}"),
            (
                "\u{202e}fdp\u{202c}\u{2066}\u{2069}\u{200f}",
                "\\u{202e}fdp\\u{202c}\\u{2066}\\u{2069}\\u{200f}",
            ),
        ] {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(visible_but("a\tb\r\nc\u{9b}", &['\n', '\t']), "a\tb\\r\nc\\u{9b}");
    }

    #[test]
    fn json_is_visible_and_the_same() {
        use serde::Serialize as _;

        let all: String = ('\0'..='\u{3000}').chain(['\u{feff}', '数', '\u{1f600}']).collect();
        for text in [all.as_str(), "", "a\u{202e}", "\u{9b}\u{9b}", "\"\\\n"] {
            let mut json = Vec::new();
            let mut serializer = serde_json::Serializer::with_formatter(&mut json, VisibleJson);
            [text].serialize(&mut serializer).unwrap();
            let json = String::from_utf8(json).unwrap();
            assert!(!json.contains(steers), "{json:?}");
            assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
        }
    }
}
