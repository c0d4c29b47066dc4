//! [`Explained`]: what the walks of all ladders tell, in words and as pictures.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use seeddb_core::board::{Puzzle, State};
use seeddb_core::logic::{Marks, StepWords};
use seeddb_export::Scene;
use seeddb_export::pencil::{self, Colors};
use serde::Serialize;

use super::selection::{Boards, Selection};
use crate::terminal::{Cell, ReportFormat, Table, Text, Value, named, names, values};

/// A puzzle that was solved, to be told. Steps are counted from 0 here, and from 1 for people.
pub trait Explained: Send + Sized {
    /// A step in a form for programs.
    type Row: Serialize + Default + Send;

    fn puzzle(&self) -> &Puzzle;
    /// The number of steps.
    fn count(&self) -> usize;
    /// The board before a step; after the last, the one at the end.
    fn state(&self, i: usize) -> State;
    fn is_solved(&self) -> bool;
    /// The index of the step of this number.
    fn index(&self, number: usize) -> Result<usize, String>;
    /// The number of steps before the first one of the technique of the selection.
    fn until(&self, selection: &Selection) -> usize;
    fn hardest(&self) -> Option<usize>;
    fn row(&self, i: usize) -> Self::Row;
    /// The technique of a step, as it is told where the walk stops before it.
    fn technique(&self, i: usize) -> String;
    /// Whether a step is more than a single.
    fn is_hard(&self, i: usize) -> bool;
    fn scene_of(&self, i: usize) -> Scene;
    /// A step as a sentence, with `words` if it belongs to the tiers; other ladders have words of
    /// their own.
    fn sentence(&self, i: usize, words: &StepWords) -> String;
    /// Writes a step with its number.
    fn told(&self, i: usize, out: &mut Vec<u8>) -> io::Result<()>;
    /// Whether an empty line follows the steps.
    fn has_gap(count: usize, is_stopped: bool) -> bool;
    /// Writes what the steps come to.
    fn summary(&self, style: &Style, out: &mut Vec<u8>) -> io::Result<()>;
    /// The cells of a summary of the whole puzzle; without one they are empty.
    fn sum(walk: Option<&Self>) -> Vec<Cell>;

    fn selected(&self, selection: &Selection) -> Result<Range<usize>, String> {
        match selection {
            Selection::All => Ok(0..self.count()),
            Selection::Step(number) => self.index(*number).map(|i| i..i + 1),
            Selection::Until(_) | Selection::UntilNamed(_) => Ok(0..self.until(selection)),
        }
    }

    fn text(&self, style: &Style) -> Result<Vec<u8>, String> {
        let steps = self.selected(&style.selection)?;
        let mut out = Vec::new();
        let written = match style.selection {
            Selection::Step(_) => self.step(style, steps.start, true, &mut out),
            _ => self.whole(style, steps.end, &mut out),
        };
        written.map_err(|error| error.to_string())?;
        Ok(out)
    }

    /// Writes a step for people; `alone` means that it is the only one.
    fn step(&self, style: &Style, i: usize, alone: bool, out: &mut Vec<u8>) -> io::Result<()> {
        self.told(i, out)?;
        if !style.is_drawn(i + 1, self.is_hard(i) || alone) {
            return Ok(());
        }
        let scene = self.scene_of(i);
        style.draw(&scene.state, &scene.marks, out)
    }

    /// Writes the first `count` steps for people, and the result.
    fn whole(&self, style: &Style, count: usize, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{}\n", self.puzzle())?;
        for i in 0..count {
            self.step(style, i, false, out)?;
        }
        let is_stopped = count < self.count();
        if count == 0 && !is_stopped && self.is_solved() {
            return writeln!(out, "nothing is left to do: the grid is full");
        }
        if Self::has_gap(count, is_stopped) {
            writeln!(out)?;
        }
        if is_stopped {
            let (technique, before) = (self.technique(count), self.state(count));
            let (number, open) = (count + 1, before.open.len());
            writeln!(out, "stopped before step {number}, {technique}, with {open} cells open")?;
            style.draw_end(&before, out)?;
            return writeln!(out, "{}", before.filled());
        }
        self.summary(style, out)?;
        writeln!(out, "solution: {}", self.puzzle().solution())
    }

    fn scene(&self, selection: &Selection) -> Result<Scene, String> {
        let steps = self.selected(selection)?;
        let marked = match selection {
            Selection::All => self.hardest(),
            Selection::Step(_) => Some(steps.start),
            Selection::Until(_) | Selection::UntilNamed(_) => None,
        };
        let plain = || Scene::plain(self.puzzle().grid(), self.state(steps.end));
        Ok(marked.map_or_else(plain, |i| self.scene_of(i)))
    }
}

pub struct Style {
    pub selection: Selection,
    pub boards: Option<Boards>,
    pub colors: Colors,
}

impl Style {
    /// Whether the board is drawn at the step of this number.
    fn is_drawn(&self, number: usize, is_hard: bool) -> bool {
        self.boards.as_ref().is_some_and(|boards| boards.at(number, is_hard))
    }

    /// Draws the board after the last step, if boards are drawn.
    pub fn draw_end(&self, state: &State, out: &mut impl Write) -> io::Result<()> {
        if self.boards.is_some() { self.draw(state, &Marks::NONE, out) } else { Ok(()) }
    }

    fn draw(&self, state: &State, marks: &Marks, out: &mut impl Write) -> io::Result<()> {
        pencil::draw(out, state, marks, self.colors)?;
        writeln!(out, "   {}\n", pencil::LEGEND)
    }
}

/// A technique as often as it is used: the number of uses, how hard it is, its name, and the index
/// of its first step.
pub type Uses = (usize, Value, String, usize);

/// Writes a table of the techniques used; `hard` says what tells how hard they are.
pub fn tell_uses(
    out: &mut impl Write,
    hard: &'static str,
    uses: impl Iterator<Item = Uses>,
) -> io::Result<()> {
    let row = |(times, rating, technique, first): Uses| {
        named([
            ("times", times.into()),
            (hard, rating),
            ("technique", technique.into()),
            ("first step", (first + 1).into()),
        ])
    };
    let columns = names(row((0, Value::Nothing, String::new(), 0)));
    let mut table = Table::new(out, ReportFormat::Text, Text::Aligned, &columns)?;
    for used in uses {
        table.row(&values(row(used)))?;
    }
    table.finish()?;
    Ok(())
}

/// Reports where singles are not enough, and the longest wait for a digit if it exceeds a step.
pub fn tell_ways(
    out: &mut impl Write,
    singles_end: Option<(usize, impl Display, &State)>,
    longest_wait: Option<(usize, usize)>,
) -> io::Result<()> {
    if let Some((step, name, before)) = singles_end {
        let open = before.open.len();
        writeln!(out, "singles end: at step {}, {name}, with {open} cells open", step + 1)?;
    }
    let Some((first, last)) = longest_wait.filter(|(first, last)| first < last) else {
        return Ok(());
    };
    let count = last - first + 1;
    writeln!(out, "longest wait for a digit: {count} steps, {} to {}", first + 1, last + 1)
}
