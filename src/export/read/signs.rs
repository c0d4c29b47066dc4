//! Normalization of typographic and foreign signs to plain ones.

use std::borrow::Cow;

/// Returns a text with ASCII digits, spaces, strokes and points in place of those of other scripts,
/// and without invisible characters.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| (b' '..0x7f).contains(&byte) || byte == b'\t' || byte == b'\n') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\t' | '\n' | ' '..='~' => plain.push(sign),
            // Fullwidth forms of ASCII.
            '\u{ff01}'..='\u{ff5e}' => {
                plain.extend(char::from_u32(u32::from(sign) - 0xff01 + u32::from('!')));
            }
            '…' => plain.push_str("..."),
            '‥' => plain.push_str(".."),
            '·' | '•' | '∙' | '⋅' | '・' | '･' | '●' | '○' | '◯' | '□' | '▢' | '☐' | '◻' | '⬜'
            | '〇' => {
                plain.push('.');
            }
            '‐'..='―' | '−' | '─' | '━' | '═' => plain.push('-'),
            '│' | '┃' | '║' | '¦' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' => {
                plain.push('|');
            }
            // Corners and crossings of frames.
            '\u{2500}'..='\u{257f}' => plain.push('+'),
            '“' | '”' | '„' | '«' | '»' => plain.push('"'),
            '‘' | '’' | '‚' => plain.push('\''),
            '①'..='⑨' => plain.extend(digit(sign, '①', 1)),
            '٠'..='٩' => plain.extend(digit(sign, '٠', 0)),
            '۰'..='۹' => plain.extend(digit(sign, '۰', 0)),
            '०'..='९' => plain.extend(digit(sign, '०', 0)),
            _ if is_unseen(sign) => {}
            _ if sign.is_whitespace() => plain.push(' '),
            _ => plain.push(sign),
        }
    }
    Cow::Owned(plain)
}

/// Returns the digit of a script whose character `first` means `least`.
fn digit(sign: char, first: char, least: u32) -> Option<char> {
    char::from_digit(u32::from(sign) - u32::from(first) + least, 10)
}

/// Characters without width, directional marks, and the DOS end-of-file mark.
fn is_unseen(sign: char) -> bool {
    matches!(sign, '\u{1a}' | '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(
            sign,
            '\u{2060}'..='\u{2064}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{feff}'
        )
}

/// Line ends other than `\n` and `\r`.
pub(super) const LINE_ENDS: [char; 5] = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_signs_are_plain_ones() {
        for (text, expected) in [
            ("５３．｜７", "53.|7"),
            ("5…3·7•", "5...3.7."),
            ("5\u{200b}3\u{ad}", "53"),
            ("5\u{a0}3\u{3000}7\u{2009}1", "5 3 7 1"),
            ("┌───┬───┐", "+---+---+"),
            ("║ 5 │ 3 ┃", "| 5 | 3 |"),
            ("٥३⑦", "537"),
            ("Übung", "Übung"),
            ("5\u{fe0f}\u{20e3}", "5"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
