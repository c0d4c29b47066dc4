//! `explain --ladder se`: the steps of Sudoku Explainer as text, for people.

use std::io::{self, IsTerminal, Write};

use indicatif::ProgressBar;
use seeddb_core::board::{Grid, Puzzle, State};
use seeddb_core::logic::StepWords;
use seeddb_core::rating::se::{Hint, StepRow, Use, Walk, Without};
use seeddb_export::Scene;

use super::explained::{Explained, Style, tell_uses, tell_ways};
use super::selection::Selection;
use crate::terminal::{Cell, Value, cells, interrupt, wrapped};

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

impl Explained for Walk {
    type Row = StepRow;

    fn puzzle(&self) -> &Puzzle {
        Self::puzzle(self)
    }

    fn count(&self) -> usize {
        self.steps().len()
    }

    fn state(&self, i: usize) -> State {
        self.steps().get(i).map_or_else(|| self.end(), |step| step.before)
    }

    fn is_solved(&self) -> bool {
        Self::is_solved(self)
    }

    fn index(&self, number: usize) -> Result<usize, String> {
        Self::step(self, number)
    }

    fn until(&self, selection: &Selection) -> usize {
        match selection {
            Selection::UntilNamed(name) => Self::until(self, name),
            _ => self.count(),
        }
    }

    fn hardest(&self) -> Option<usize> {
        Self::hardest(self)
    }

    fn row(&self, i: usize) -> StepRow {
        StepRow::of(self.puzzle(), i + 1, &self.steps()[i])
    }

    fn technique(&self, i: usize) -> String {
        let step = &self.steps()[i];
        format!("{} ({})", step.technique(), step.score())
    }

    fn is_hard(&self, i: usize) -> bool {
        !self.steps()[i].technique().is_single()
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

    /// Writes a step with its rating and the reasons.
    fn told(&self, i: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let step = &self.steps()[i];
        let width = self.count().to_string().len();
        wrapped(out, &format!("{:>width$}. {} ", i + 1, step.score()), &step.to_string())?;
        for line in step.why().into_iter().chain(step.sizes().map(ToString::to_string)) {
            wrapped(out, &" ".repeat(width + 6), &line)?;
        }
        Ok(())
    }

    fn has_gap(count: usize, is_stopped: bool) -> bool {
        count > 0 || !is_stopped
    }

    fn summary(&self, style: &Style, out: &mut Vec<u8>) -> io::Result<()> {
        summary(self, out)?;
        if self.is_solved() { Ok(()) } else { style.draw_end(&self.end(), out) }
    }

    /// The uses of techniques are one column, as there are too many for a column each.
    fn sum(walk: Option<&Self>) -> Vec<Cell> {
        cells(&walk.map(Self::row).unwrap_or_default())
    }
}

/// Writes ER, EP and ED, the number of uses of each technique, and the first hard step.
fn summary(walk: &Walk, out: &mut impl Write) -> io::Result<()> {
    let uses = walk.uses().into_iter().map(|Use { technique, score, times, first }| {
        (times, Value::rounded(score.value()), technique.to_string(), first)
    });
    tell_uses(out, "rating", uses)?;
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
