//! Escaping of text for XML and HTML.

/// Escapes a text for an element, or for an attribute in double quotes.
pub fn escaped(text: &str) -> String {
    let is_plain = |byte| matches!(byte, b' '..=b'~') && !b"&<>\"".contains(&byte);
    if text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || is_none(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether XML (1.0, 2.2) and HTML forbid a character, even escaped.
pub(super) const fn is_none(c: char) -> bool {
    // The last two code points of each plane and 32 others are noncharacters.
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fdd0}'..='\u{fdef}')
        || c as u32 & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use quick_xml::escape::unescape;

    use super::*;

    #[test]
    fn words_are_words_and_what_cannot_be_written_is_a_blank() {
        let (words, marked) = (
            "\"1 < 2 & 3 > 2\", größer: 数独",
            "&quot;1 &lt; 2 &amp; 3 &gt; 2&quot;, größer: 数独",
        );
        assert_eq!(escaped(words), marked);
        assert_eq!(
            escaped("a\0b\u{1b}c\u{85}d\r\ne\u{fdd0}f\u{fffe}g\u{10ffff}h"),
            "a b c d  e f g h"
        );
        assert_eq!(unescape(&escaped(words)).unwrap(), words);
    }
}
