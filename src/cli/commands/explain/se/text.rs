//! The steps as text, for people.

use std::io::{self, Write};

use seeddb::logic::Marks;

use super::super::Selection;
use super::super::rows::position;
use super::super::text::Style;
use super::Walk;

/// Longer lines are broken between words.
const WIDTH: usize = 100;

/// The text of a walk.
pub fn text(walk: &Walk, style: &Style) -> Result<Vec<u8>, String> {
    let steps = walk.selected(style.selection)?;
    let mut out = Vec::new();
    let written = match style.selection {
        Selection::Step(_) => step(walk, style, steps.start, true, &mut out),
        _ => whole(walk, style, steps.end, &mut out),
    };
    written.map_err(|error| error.to_string())?;
    Ok(out)
}

/// The first `count` steps, and how it ends.
fn whole(walk: &Walk, style: &Style, count: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}\n", walk.puzzle)?;
    for i in 0..count {
        step(walk, style, i, false, out)?;
    }
    if let Some(next) = walk.steps.get(count) {
        if count > 0 {
            writeln!(out)?;
        }
        let (technique, score) = (next.technique(), next.score());
        let open = next.before.open.len();
        writeln!(
            out,
            "stopped before step {}, {technique} ({score}), with {open} cells open",
            count + 1
        )?;
        if style.boards.is_some() {
            style.draw(&next.before, &Marks::NONE, out)?;
        }
        return writeln!(out, "{}", position(&next.before));
    }
    if walk.steps.is_empty() && walk.is_solved() {
        return writeln!(out, "nothing is left to do: the grid is full");
    }
    writeln!(out)?;
    walk.summary(out)?;
    if !walk.is_solved() && style.boards.is_some() {
        style.draw(&walk.end(), &Marks::NONE, out)?;
    }
    writeln!(out, "solution: {}", walk.puzzle.solution())
}

/// Step `i` with its rating and why it is so, and the board with its marks.
fn step(walk: &Walk, style: &Style, i: usize, alone: bool, out: &mut impl Write) -> io::Result<()> {
    let step = &walk.steps[i];
    let width = walk.steps.len().to_string().len();
    wrapped(out, &format!("{:>width$}. {} ", i + 1, step.score()), &step.to_string())?;
    for line in step.why() {
        wrapped(out, &" ".repeat(width + 6), &line)?;
    }
    let is_hard = !step.technique().is_single();
    style.draw_at(i + 1, is_hard || alone, (&step.before, &step.marks()), out)
}

/// A paragraph after `first`, its other lines below its beginning.
fn wrapped(out: &mut impl Write, first: &str, words: &str) -> io::Result<()> {
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
