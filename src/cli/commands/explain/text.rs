//! The steps as text, for people.

use std::io::{self, Write};

use seeddb::board::State;
use seeddb::export::pencil::{self, Colors};
use seeddb::logic::{Marks, Step};

use super::rows::position;
use super::selection::Boards;
use super::{Selection, Walk};
use crate::cli::terminal::ladder::{ladder, tier_of};

/// How steps are told.
pub struct Style {
    pub selection: Selection,
    pub boards: Option<Boards>,
    pub colors: Colors,
}

impl Style {
    /// The text of a walk.
    pub fn text(&self, walk: &Walk) -> Result<Vec<u8>, String> {
        let steps = self.selection.of(walk)?;
        let mut out = Vec::new();
        let written = match self.selection {
            Selection::Step(_) => self.step(walk, steps.start, true, &mut out),
            _ => self.walk(walk, steps.end, &mut out),
        };
        written.map_err(|error| error.to_string())?;
        Ok(out)
    }

    /// The first `count` steps, and how it ends.
    fn walk(&self, walk: &Walk, count: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", walk.puzzle)?;
        for i in 0..count {
            self.step(walk, i, false, out)?;
        }
        if count > 0 {
            writeln!(out)?;
        }
        if let Some(next) = walk.steps.get(count) {
            let technique = next.technique();
            let tier = tier_of(technique);
            let name = technique.name();
            let open = next.before.open.len();
            writeln!(
                out,
                "stopped before step {}, {name} (tier {tier}), with {open} cells open",
                count + 1
            )?;
            if self.boards.is_some() {
                self.draw(&next.before, &Marks::NONE, out)?;
            }
            return writeln!(out, "{}", position(&next.before));
        }
        if count == 0 && walk.is_solved() {
            return writeln!(out, "nothing is left to do: the grid is full");
        }
        if !walk.is_solved() {
            self.beyond(walk, out)?;
        }
        walk.summary(out)?;
        writeln!(out, "solution: {}", walk.puzzle.solution())
    }

    /// Where no technique helps any more, and the way on if one digit is tried.
    fn beyond(&self, walk: &Walk, out: &mut impl Write) -> io::Result<()> {
        let (end, beyond) = (walk.end(), ladder().beyond());
        writeln!(
            out,
            "stuck: {} cells are open, and no technique up to tier {} helps (tier {beyond})",
            end.open.len(),
            beyond - 1
        )?;
        if self.boards.is_some() {
            self.draw(&end, &Marks::NONE, out)?;
        }
        let Some((cell, digit, steps)) = walk.way_on() else {
            return writeln!(out, "from here one has to try, and more than one digit\n");
        };
        let all = end.candidates.at(cell);
        writeln!(
            out,
            "from here one has to try: one of {all} in {cell}. With {digit} it goes on:\n"
        )?;
        let first = walk.steps.len() + 1;
        for (step, number) in steps.iter().zip(first..) {
            Self::told(step, number, first + steps.len(), out)?;
        }
        writeln!(out, "\nup to there:\n")
    }

    /// Step `i`, and the board with its marks.
    fn step(&self, walk: &Walk, i: usize, alone: bool, out: &mut impl Write) -> io::Result<()> {
        let step = &walk.steps[i];
        Self::told(step, i + 1, walk.steps.len(), out)?;
        let is_hard = tier_of(step.technique()) > 0;
        self.draw_at(i + 1, is_hard || alone, (&step.before, &step.marks()), out)
    }

    /// The board with its marks, if it is drawn at a step of this number.
    pub fn draw_at(
        &self,
        number: usize,
        is_hard: bool,
        (state, marks): (&State, &Marks),
        out: &mut impl Write,
    ) -> io::Result<()> {
        let is_drawn = self.boards.as_ref().is_some_and(|boards| boards.at(number, is_hard));
        if is_drawn { self.draw(state, marks, out) } else { Ok(()) }
    }

    /// A step in words, its number as wide as that of the last.
    fn told(step: &Step, number: usize, last: usize, out: &mut impl Write) -> io::Result<()> {
        let width = last.to_string().len();
        match step.reason() {
            Some(reason) => writeln!(out, "{number:>width$}. {step} ({reason})")?,
            None => writeln!(out, "{number:>width$}. {step}")?,
        }
        if let Some(chain) = step.chain() {
            writeln!(out, "{:width$}  {chain}", "")?;
        }
        Ok(())
    }

    pub fn draw(&self, state: &State, marks: &Marks, out: &mut impl Write) -> io::Result<()> {
        pencil::draw(out, state, marks, self.colors)?;
        writeln!(out, "   {}\n", pencil::LEGEND)
    }
}
