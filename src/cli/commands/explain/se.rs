//! `explain --ladder se`: the steps of Sudoku Explainer as text, for people.

use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use indicatif::ProgressBar;
use seeddb::board::{Grid, Puzzle};
use seeddb::export::Scene;
use seeddb::logic::StepWords;
use seeddb::rating::se::{Hint, StepRow, Use, Walk, WalkRow, Without};
use serde::Serialize;

use super::Explained;
use super::selection::Selection;
use super::text::{Style, tell_ways};
use crate::cli::terminal::fields::{Fields, values};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::paragraph::wrapped;
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

/// The walk of a grid; `bar` shows the progress.
pub fn walk(grid: &Grid, without: Without, bar: &ProgressBar) -> Result<Walk, String> {
    let mut number = 0;
    let tell = |step: &Hint| {
        number += 1;
        if !bar.is_hidden() {
            bar.set_message(format!("step {number}: {}, {}", step.score(), step.technique));
        }
    };
    let walk = Walk::of(grid, without, interrupt::stop(), tell);
    if std::io::stdout().is_terminal() {
        // The following output shows that the walk is complete.
        bar.finish_and_clear();
    }
    walk
}

#[derive(Default, Serialize)]
struct UseRow {
    times: usize,
    rating: f64,
    technique: String,
    #[serde(rename = "first step")]
    first: usize,
}

impl Explained for Walk {
    type Row = StepRow;

    fn selected(&self, selection: &Selection) -> Result<Range<usize>, String> {
        match selection {
            Selection::Step(number) => self.step(*number).map(|i| i..i + 1),
            Selection::UntilNamed(name) => Ok(0..self.until(name)),
            Selection::All | Selection::Until(_) => Ok(0..self.steps().len()),
        }
    }

    fn row(&self, i: usize) -> StepRow {
        StepRow::of(self.puzzle(), i + 1, &self.steps()[i])
    }

    /// Writes step `i` with its rating and the reasons, and the board with its marks.
    fn step(&self, style: &Style, i: usize, alone: bool, out: &mut Vec<u8>) -> io::Result<()> {
        let step = &self.steps()[i];
        let width = self.steps().len().to_string().len();
        wrapped(out, &format!("{:>width$}. {} ", i + 1, step.score()), &step.to_string())?;
        for line in step.why().into_iter().chain(step.sizes().map(ToString::to_string)) {
            wrapped(out, &" ".repeat(width + 6), &line)?;
        }
        let is_hard = self.is_hard(i);
        style.draw_at(i + 1, is_hard || alone, (&step.before, &step.marks()), out)
    }

    fn whole(&self, style: &Style, count: usize, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{}\n", self.puzzle())?;
        for i in 0..count {
            Explained::step(self, style, i, false, out)?;
        }
        if let Some(next) = self.steps().get(count) {
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
            style.draw_end(&next.before, out)?;
            return writeln!(out, "{}", next.before.filled());
        }
        if self.steps().is_empty() && self.is_solved() {
            return writeln!(out, "nothing is left to do: the grid is full");
        }
        writeln!(out)?;
        summary(self, out)?;
        if !self.is_solved() {
            style.draw_end(&self.end(), out)?;
        }
        writeln!(out, "solution: {}", self.puzzle().solution())
    }

    fn scene(&self, selection: &Selection) -> Result<Scene, String> {
        let steps = self.selected(selection)?;
        let place = match selection {
            Selection::Step(_) => Some(steps.start),
            Selection::UntilNamed(_) => None,
            _ => self.hardest(),
        };
        Ok(place.map_or_else(
            || {
                let before = self.steps().get(steps.end).map(|step| step.before);
                Scene::plain(self.puzzle().grid(), before.unwrap_or_else(|| self.end()))
            },
            |i| self.scene_of(i),
        ))
    }

    fn scene_of(&self, i: usize) -> Scene {
        let step = &self.steps()[i];
        Scene {
            marks: step.marks(),
            chains: step.links(),
            title: step.to_string(),
            ..Scene::plain(self.puzzle().grid(), step.before)
        }
    }

    fn sentence(&self, i: usize, _: &StepWords) -> String {
        let step = &self.steps()[i];
        let why = step.why().into_iter().map(|line| format!(" {line}"));
        format!("{} {step}{}", step.score(), why.collect::<String>())
    }

    fn is_hard(&self, i: usize) -> bool {
        !self.steps()[i].technique().is_single()
    }

    fn puzzle(&self) -> &Puzzle {
        Self::puzzle(self)
    }

    /// The columns. The uses of techniques are one column, as there are too many for a column each.
    fn columns() -> Vec<String> {
        Fields::of(&WalkRow::default()).names.into_iter().map(str::to_owned).collect()
    }

    fn sum(&self) -> Vec<Value> {
        values(&Self::row(self))
    }
}

/// Writes ER, EP and ED, the number of uses of each technique, and the first hard step.
fn summary(walk: &Walk, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::of::<UseRow>(&mut *out, ReportFormat::Text, Text::Aligned)?;
    for Use { technique, score, times, first } in walk.uses() {
        let (rating, technique) = (score.value(), technique.to_string());
        table.add(&UseRow { times, rating, technique, first: first + 1 })?;
    }
    table.finish()?;
    let steps = walk.steps();
    if let Some(i) = walk.hardest() {
        let (technique, score) = (steps[i].technique(), steps[i].score());
        let alike = match steps.iter().filter(|step| step.score() == score).count() {
            1 => "only one".to_owned(),
            more => format!("first of {more}"),
        };
        writeln!(out, "hardest step: {}, {technique} ({score}), the {alike}", i + 1)?;
    }
    let end = walk.singles_end().map(|i| (i, steps[i].technique(), &steps[i].before));
    tell_ways(out, end, walk.longest_wait())?;
    if let Some([er, ep, ed]) = walk.scores() {
        writeln!(out, "ER {er}, EP {ep}, ED {ed}")
    } else {
        let (open, limit) = (walk.end().open.len(), walk.limit());
        writeln!(out, "stuck after step {} with {open} cells open: {limit}", steps.len())
    }
}
