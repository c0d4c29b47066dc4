//! `explain --ladder common`: steps of techniques with common names, as text.

use std::io::{self, Write};
use std::ops::Range;

use seeddb::board::{Grid, Puzzle, State};
use seeddb::export::Scene;
use seeddb::logic::{Played, StepWords};
use seeddb::rating::common::words::Language;
use seeddb::rating::common::{self, Step, StepRow, Technique, Techniques, WalkRow};
use serde::Serialize;

use super::Explained;
use super::selection::Selection;
use super::text::Style;
use crate::cli::terminal::fields::{Fields, values};
use crate::cli::terminal::paragraph::wrapped;
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

/// A puzzle with its steps, each with the board before it.
pub struct Walk {
    puzzle: Puzzle,
    way: common::Walk,
    steps: Vec<(State, Step)>,
    language: &'static Language,
}

/// The walk of a grid from where a player is, with or without the techniques that argue from the
/// puzzle having one solution.
pub fn walk(grid: &Grid, no_uniqueness: bool, played: &Played) -> Result<Walk, String> {
    let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
    let techniques = if no_uniqueness { Techniques::without_uniqueness() } else { Techniques::ALL };
    let start = played.board(&puzzle).map_err(|mistake| mistake.to_string())?;
    let way = common::Walk::from(&start, puzzle.clues(), techniques);
    let steps = way.told().map(|(before, step)| (before, step.clone())).collect();
    Ok(Walk { puzzle, way, steps, language: Language::english() })
}

#[derive(Default, Serialize)]
struct UseRow {
    times: usize,
    cost: u32,
    technique: String,
    #[serde(rename = "first step")]
    first: usize,
}

impl Walk {
    /// The walk with texts in this language.
    pub fn in_language(self, language: &'static Language) -> Self {
        Self { language, ..self }
    }

    /// The index of the first step of this technique.
    fn first(&self, technique: Technique) -> Option<usize> {
        self.steps.iter().position(|(_, step)| step.technique == technique)
    }

    /// Writes a summary of the techniques used.
    fn summary(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::of::<UseRow>(&mut *out, ReportFormat::Text, Text::Aligned)?;
        for (technique, times, first) in self.way.uses() {
            let (cost, technique) = (technique.row().cost, technique.to_string());
            table.add(&UseRow { times, cost, technique, first: first + 1 })?;
        }
        table.finish()?;
        let Some(score) = self.way.score() else {
            let open = self.way.end().open.len();
            return writeln!(out, "stuck after step {} with {open} cells open", self.steps.len());
        };
        let row = WalkRow::of(&self.puzzle, &self.way);
        if let (Some(hardest), Some(step)) = (&row.hardest, row.hardest_step) {
            writeln!(out, "hardest step: {step}, {hardest}")?;
        }
        if !row.needed.is_empty() {
            writeln!(out, "needed: {}", row.needed.join(", "))?;
        }
        writeln!(out, "score {score}")
    }
}

impl Explained for Walk {
    type Row = StepRow;

    fn selected(&self, selection: &Selection) -> Result<Range<usize>, String> {
        let count = self.steps.len();
        match selection {
            Selection::Step(number) if (1..=count).contains(number) => Ok(number - 1..*number),
            Selection::Step(number) => Err(format!("there is no step {number}: there are {count}")),
            Selection::UntilNamed(name) => {
                let first = Technique::named(name).and_then(|technique| self.first(technique));
                Ok(0..first.unwrap_or(count))
            }
            Selection::All | Selection::Until(_) => Ok(0..count),
        }
    }

    fn row(&self, i: usize) -> StepRow {
        let (before, step) = &self.steps[i];
        StepRow::of(&self.puzzle, i + 1, (before, step))
    }

    fn step(&self, style: &Style, i: usize, alone: bool, out: &mut Vec<u8>) -> io::Result<()> {
        let (before, step) = &self.steps[i];
        let width = self.steps.len().to_string().len();
        wrapped(out, &format!("{:>width$}. ", i + 1), &step.sentence(self.language))?;
        style.draw_at(i + 1, self.is_hard(i) || alone, (before, &step.marks()), out)
    }

    fn whole(&self, style: &Style, count: usize, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{}\n", self.puzzle)?;
        for i in 0..count {
            Explained::step(self, style, i, false, out)?;
        }
        if let Some((before, next)) = self.steps.get(count) {
            let open = before.open.len();
            writeln!(
                out,
                "\nstopped before step {}, {}, with {open} cells open",
                count + 1,
                next.technique
            )?;
            style.draw_end(before, out)?;
            return writeln!(out, "{}", before.filled());
        }
        if self.steps.is_empty() && self.way.is_solved() {
            return writeln!(out, "nothing is left to do: the grid is full");
        }
        writeln!(out)?;
        self.summary(out)?;
        if !self.way.is_solved() {
            style.draw_end(self.way.end(), out)?;
        }
        writeln!(out, "solution: {}", self.puzzle.solution())
    }

    fn scene(&self, selection: &Selection) -> Result<Scene, String> {
        let steps = self.selected(selection)?;
        let hardest = self.way.hardest().and_then(|technique| self.first(technique));
        let place = match selection {
            Selection::Step(_) => Some(steps.start),
            Selection::UntilNamed(_) => None,
            _ => hardest,
        };
        let end = self.steps.get(steps.end).map_or(self.way.end(), |(before, _)| before);
        Ok(place.map_or_else(|| Scene::plain(self.puzzle.grid(), *end), |i| self.scene_of(i)))
    }

    fn scene_of(&self, i: usize) -> Scene {
        let (before, step) = &self.steps[i];
        let chains = step.links(before);
        Scene {
            marks: step.marks_of(&chains),
            chains,
            title: step.sentence(self.language),
            ..Scene::plain(self.puzzle.grid(), *before)
        }
    }

    fn sentence(&self, i: usize, _: &StepWords) -> String {
        self.steps[i].1.sentence(self.language)
    }

    fn is_hard(&self, i: usize) -> bool {
        !self.steps[i].1.technique.is_single()
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn columns() -> Vec<String> {
        Fields::of(&WalkRow::default()).names.into_iter().map(str::to_owned).collect()
    }

    fn sum(&self) -> Vec<Value> {
        values(&WalkRow::of(&self.puzzle, &self.way))
    }
}
