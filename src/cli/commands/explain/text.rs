//! The steps of the tiers as text, for people.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use seeddb::board::{Grid, Puzzle, State};
use seeddb::export::Scene;
use seeddb::export::pencil::{self, Colors};
use seeddb::logic::{Marks, Step, StepRow, StepWords, Use, Walk};
use serde::Serialize;

use super::Explained;
use super::selection::{Boards, Selection};
use crate::cli::terminal::fields::{Fields, values};
use crate::cli::terminal::ladder::{ladder, tier_of};
use crate::cli::terminal::paragraph::wrapped;
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

pub struct Style {
    pub selection: Selection,
    pub boards: Option<Boards>,
    pub colors: Colors,
}

impl Style {
    /// Draws the board with its marks, if boards are drawn at the step of this number.
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

    /// Draws the board after the last step, if boards are drawn.
    pub fn draw_end(&self, state: &State, out: &mut impl Write) -> io::Result<()> {
        if self.boards.is_some() { self.draw(state, &Marks::NONE, out) } else { Ok(()) }
    }

    fn draw(&self, state: &State, marks: &Marks, out: &mut impl Write) -> io::Result<()> {
        pencil::draw(out, state, marks, self.colors)?;
        writeln!(out, "   {}\n", pencil::LEGEND)
    }
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

#[derive(Default, Serialize)]
struct UseRow {
    times: usize,
    tier: u8,
    technique: &'static str,
    #[serde(rename = "first step")]
    first: usize,
}

impl Explained for Walk {
    type Row = StepRow;

    fn selected(&self, selection: &Selection) -> Result<Range<usize>, String> {
        match selection {
            Selection::All | Selection::UntilNamed(_) => Ok(0..self.steps().len()),
            Selection::Until(technique) => Ok(0..self.until(*technique)),
            Selection::Step(number) => self.step(*number).map(|i| i..i + 1),
        }
    }

    fn row(&self, i: usize) -> StepRow {
        StepRow::of(self.ladder(), self.puzzle(), i + 1, &self.steps()[i])
    }

    fn step(&self, style: &Style, i: usize, alone: bool, out: &mut Vec<u8>) -> io::Result<()> {
        let step = &self.steps()[i];
        told(step, i + 1, self.steps().len(), out)?;
        let is_hard = self.is_hard(i);
        style.draw_at(i + 1, is_hard || alone, (&step.before, &step.marks()), out)
    }

    /// Writes the first `count` steps, and the result.
    fn whole(&self, style: &Style, count: usize, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{}\n", self.puzzle())?;
        for i in 0..count {
            Explained::step(self, style, i, false, out)?;
        }
        if count > 0 {
            writeln!(out)?;
        }
        if let Some(next) = self.steps().get(count) {
            let name = next.technique().name();
            let (tier, open) = (tier_of(next.technique()), next.before.open.len());
            writeln!(
                out,
                "stopped before step {}, {name} (tier {tier}), with {open} cells open",
                count + 1
            )?;
            style.draw_end(&next.before, out)?;
            return writeln!(out, "{}", next.before.filled());
        }
        if count == 0 && self.is_solved() {
            return writeln!(out, "nothing is left to do: the grid is full");
        }
        if !self.is_solved() {
            beyond(self, style, out)?;
        }
        summary(self, out)?;
        writeln!(out, "solution: {}", self.puzzle().solution())
    }

    fn scene(&self, selection: &Selection) -> Result<Scene, String> {
        let steps = self.selected(selection)?;
        let givens = self.puzzle().grid();
        let (step, is_marked) = match selection {
            Selection::Step(_) => (self.steps().get(steps.start), true),
            Selection::All => (self.hardest().and_then(|i| self.steps().get(i)), true),
            Selection::Until(_) | Selection::UntilNamed(_) => (self.steps().get(steps.end), false),
        };
        Ok(match step {
            Some(step) if is_marked => scene(givens, step),
            step => Scene::plain(givens, step.map_or_else(|| self.end(), |step| step.before)),
        })
    }

    fn scene_of(&self, i: usize) -> Scene {
        scene(self.puzzle().grid(), &self.steps()[i])
    }

    fn sentence(&self, i: usize, words: &StepWords) -> String {
        let step = &self.steps()[i];
        let reason = step.reason_told(words).map(|reason| format!(" ({reason})"));
        let chain = step.chain().map(|chain| format!(" {chain}"));
        [Some(step.told(words)), reason, chain].into_iter().flatten().collect()
    }

    fn is_hard(&self, i: usize) -> bool {
        tier_of(self.steps()[i].technique()) > 0
    }

    fn puzzle(&self) -> &Puzzle {
        Self::puzzle(self)
    }

    /// The columns, with the number of uses of each technique at the end.
    fn columns() -> Vec<String> {
        let fixed = Fields::of(&seeddb::logic::WalkRow::default()).names;
        let names = ladder().techniques().map(|technique| technique.name().to_lowercase());
        let names = names.map(|name| name.replace([' ', '-'], "_"));
        fixed.into_iter().map(str::to_owned).chain(names).collect()
    }

    fn sum(&self) -> Vec<Value> {
        let mut row = values(&Self::row(self));
        row.extend(self.uses().map(|own| Value::from(own.times)));
        row
    }
}

/// The board before a step, with the marks of the step.
fn scene(givens: Grid, step: &Step) -> Scene {
    Scene { marks: step.marks(), title: step.to_string(), ..Scene::plain(givens, step.before) }
}

/// Writes a step in words; its number is padded to the width of the last.
fn told(step: &Step, number: usize, last: usize, out: &mut impl Write) -> io::Result<()> {
    let width = last.to_string().len();
    let words = match step.reason() {
        Some(reason) => format!("{step} ({reason})"),
        None => step.to_string(),
    };
    wrapped(out, &format!("{number:>width$}. "), &words)?;
    if let Some(chain) = step.chain() {
        wrapped(out, &" ".repeat(width + 2), &chain.to_string())?;
    }
    Ok(())
}

/// Reports that no technique helps any more, and the continuation if one digit is tried.
fn beyond(walk: &Walk, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let (end, beyond) = (walk.end(), ladder().beyond());
    writeln!(
        out,
        "stuck: {} cells are open, and no technique up to tier {} helps (tier {beyond}); `explain --ladder se` goes on with chains",
        end.open.len(),
        beyond - 1
    )?;
    style.draw_end(&end, out)?;
    let Some((cell, digit, steps)) = walk.way_on() else {
        return writeln!(
            out,
            "no single guess leads from here to the solution with these techniques\n"
        );
    };
    let all = end.candidates.at(cell);
    writeln!(out, "from here one has to try: one of {all} in {cell}. With {digit} it goes on:\n")?;
    let first = walk.steps().len() + 1;
    for (step, number) in steps.iter().zip(first..) {
        told(step, number, first + steps.len(), out)?;
    }
    writeln!(out, "\nup to there:\n")
}

/// Writes the number of uses of each technique, and the first hard step.
fn summary(walk: &Walk, out: &mut impl Write) -> io::Result<()> {
    if walk.steps().is_empty() {
        return Ok(());
    }
    let mut table = Table::of::<UseRow>(&mut *out, ReportFormat::Text, Text::Aligned)?;
    for Use { technique, times, first } in walk.uses() {
        if let Some(first) = first {
            let (tier, technique) = (tier_of(technique), technique.name());
            table.add(&UseRow { times, tier, technique, first: first + 1 })?;
        }
    }
    table.finish()?;
    let technique = |i: usize| walk.steps()[i].technique();
    if let Some(i) = walk.hardest() {
        let (name, tier) = (technique(i).name(), tier_of(technique(i)));
        let alike = walk.steps().iter().filter(|step| step.technique() == technique(i)).count();
        let alike = match alike {
            1 => "the only one".to_owned(),
            _ => format!("the first of {alike}"),
        };
        match tier {
            0 => writeln!(out, "singles are enough")?,
            _ => writeln!(out, "hardest step: {}, {name} (tier {tier}), {alike}", i + 1)?,
        }
        if tier + 1 == ladder().beyond() && walk.is_solved() {
            writeln!(
                out,
                "`explain --ladder se` tells such steps as XY-wings, unique rectangles and chains"
            )?;
        }
    }
    let end = walk.singles_end().map(|i| (i, technique(i).name(), &walk.steps()[i].before));
    tell_ways(out, end, walk.longest_wait())
}
