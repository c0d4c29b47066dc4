//! `explain --ladder common`: steps of techniques with common names, as text.

use std::io::{self, Write};

use seeddb_core::board::{Grid, Puzzle, State};
use seeddb_core::logic::{Played, StepWords};
use seeddb_core::rating::common::words::Language;
use seeddb_core::rating::common::{self, Step, StepRow, Technique, Techniques, WalkRow};
use seeddb_export::Scene;

use super::explained::{Explained, Style, tell_uses};
use super::selection::Selection;
use crate::terminal::{Cell, cells, wrapped};

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
    fn sums(&self, out: &mut impl Write) -> io::Result<()> {
        let uses = self.way.uses().into_iter().map(|(technique, times, first)| {
            (times, technique.row().cost.into(), technique.to_string(), first)
        });
        tell_uses(out, "cost", uses)?;
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

    fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn count(&self) -> usize {
        self.steps.len()
    }

    fn state(&self, i: usize) -> State {
        self.steps.get(i).map_or_else(|| *self.way.end(), |(before, _)| *before)
    }

    fn is_solved(&self) -> bool {
        self.way.is_solved()
    }

    fn index(&self, number: usize) -> Result<usize, String> {
        match self.count() {
            count if (1..=count).contains(&number) => Ok(number - 1),
            count => Err(format!("there is no step {number}: there are {count}")),
        }
    }

    fn until(&self, selection: &Selection) -> usize {
        let technique = match selection {
            Selection::UntilNamed(name) => Technique::named(name),
            _ => None,
        };
        technique.and_then(|technique| self.first(technique)).unwrap_or(self.count())
    }

    fn hardest(&self) -> Option<usize> {
        self.way.hardest().and_then(|technique| self.first(technique))
    }

    fn row(&self, i: usize) -> StepRow {
        let (before, step) = &self.steps[i];
        StepRow::of(&self.puzzle, i + 1, (before, step))
    }

    fn technique(&self, i: usize) -> String {
        self.steps[i].1.technique.to_string()
    }

    fn is_hard(&self, i: usize) -> bool {
        !self.steps[i].1.technique.is_single()
    }

    fn scene_of(&self, i: usize) -> Scene {
        let (before, step) = &self.steps[i];
        let plain = Scene::plain(self.puzzle.grid(), *before);
        let chains = step.links(before);
        let marks = step.marks_of(&chains);
        Scene { marks, chains, title: step.sentence(self.language), ..plain }
    }

    fn sentence(&self, i: usize, _: &StepWords) -> String {
        self.steps[i].1.sentence(self.language)
    }

    fn told(&self, i: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let width = self.count().to_string().len();
        let sentence = self.steps[i].1.sentence(self.language);
        wrapped(out, &format!("{:>width$}. ", i + 1), &sentence)
    }

    fn has_gap(_: usize, _: bool) -> bool {
        true
    }

    fn summary(&self, style: &Style, out: &mut Vec<u8>) -> io::Result<()> {
        self.sums(out)?;
        if self.is_solved() { Ok(()) } else { style.draw_end(self.way.end(), out) }
    }

    fn sum(walk: Option<&Self>) -> Vec<Cell> {
        let row = walk.map(|walk| WalkRow::of(&walk.puzzle, &walk.way));
        cells(&row.unwrap_or_default())
    }
}
