//! Paragraphs of text for people.

use std::io::{self, Write};

/// The width at which lines are wrapped.
const WIDTH: usize = 100;

/// Wraps a text: each line has as many words as fit, and at least one.
pub fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.extend([" ", word]);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Writes a paragraph after `first`, with its other lines indented below its beginning.
pub fn wrapped(out: &mut impl Write, first: &str, words: &str) -> io::Result<()> {
    let indent = first.chars().count();
    let mut before = first.to_owned();
    for line in lines(words, WIDTH.saturating_sub(indent)) {
        writeln!(out, "{before}{line}")?;
        before = " ".repeat(indent);
    }
    Ok(())
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
