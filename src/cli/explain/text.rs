//! The steps as text, for people.

use std::io::{self, Write};

use seeddb::board::State;
use seeddb::export::pencil::{self, Colors};
use seeddb::logic::Marks;

use super::super::ladder::tier_of;
use super::rows::position;
use super::{Boards, Selection, Walk};

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
        walk.summary(out)?;
        if !walk.is_solved() && self.boards.is_some() {
            self.draw(&walk.end(), &Marks::NONE, out)?;
        }
        writeln!(out, "solution: {}", walk.puzzle.solution())
    }

    /// Step `i`, and the board with its marks.
    fn step(&self, walk: &Walk, i: usize, alone: bool, out: &mut impl Write) -> io::Result<()> {
        let step = &walk.steps[i];
        let width = walk.steps.len().to_string().len();
        writeln!(out, "{:>width$}. {step}", i + 1)?;
        if let Some(chain) = step.chain() {
            writeln!(out, "{:width$}  {chain}", "")?;
        }
        let draws = |boards: &Boards| boards.at(i + 1, step) || alone && *boards == Boards::Hard;
        if self.boards.as_ref().is_some_and(draws) {
            self.draw(&step.before, &step.marks(), out)?;
        }
        Ok(())
    }

    fn draw(&self, state: &State, marks: &Marks, out: &mut impl Write) -> io::Result<()> {
        pencil::draw(out, state, marks, self.colors)?;
        writeln!(out, "   {}\n", pencil::LEGEND)
    }
}
