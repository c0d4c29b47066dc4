//! Paragraphs of text for people.

use std::io::{self, Write};

/// Longer lines are broken between words.
const WIDTH: usize = 100;

/// A paragraph after `first`, its other lines below its beginning.
pub fn wrapped(out: &mut impl Write, first: &str, words: &str) -> io::Result<()> {
    let mut line = first.to_owned();
    let mut is_new = true;
    for word in words.split(' ') {
        if !is_new && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line = " ".repeat(first.chars().count());
            is_new = true;
        }
        if !is_new {
            line.push(' ');
        }
        line.push_str(word);
        is_new = false;
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_between_words() {
        let mut out = Vec::new();
        wrapped(&mut out, "12. ", &["word"; 40].join(" ")).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(
            text.lines().rev().skip(1).all(|line| line.len() + " word".len() > WIDTH),
            "{text}"
        );
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word ")), "{text}");
        assert_eq!(text.matches("word").count(), 40);
    }
}
