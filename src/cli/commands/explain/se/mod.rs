//! `explain --ladder se`: the steps of Sudoku Explainer.

mod arrows;
mod rows;
mod summary;
mod text;

use std::io::IsTerminal;
use std::ops::Range;

use indicatif::ProgressBar;
use seeddb::board::{Grid, Puzzle, State};
use seeddb::export::PictureFormat;
use seeddb::export::drawing::Fonts;
use seeddb::logic::Marks;
use seeddb::rating::er::Score;
use seeddb::rating::se::{self, MOST_WITHOUT_GUESSING, Step, Without, follow, is_named, names};

use super::picture::{Places, Scene};
use super::text::Style;
use super::{Selection, Told};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::value::Value;

/// A puzzle with the steps that solve it, as far as they do.
pub struct Walk {
    puzzle: Puzzle,
    without: Without,
    /// ER, EP and ED; the ER says whether it is solved.
    scores: [Score; 3],
    steps: Vec<Step>,
}

impl Walk {
    /// The walk of a grid; `bar` says how far it is.
    pub fn of(grid: &Grid, without: Without, bar: &ProgressBar) -> Result<Self, String> {
        let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
        let mut number = 0;
        let tell = |step: &se::Hint| {
            number += 1;
            if !bar.is_hidden() {
                bar.set_message(format!("step {number}: {}, {}", step.score(), step.technique));
            }
        };
        let rating = follow(grid, without, interrupt::stop(), tell);
        if std::io::stdout().is_terminal() {
            // What is printed now shows that it is done.
            bar.finish_and_clear();
        }
        let rating = rating.map_err(|error| error.to_string())?;
        let scores = [rating.er, rating.ep, rating.ed];
        Ok(Self { puzzle, without, scores, steps: se::steps(grid, rating) })
    }

    /// The board after the last step.
    fn end(&self) -> State {
        self.steps.last().map_or_else(|| State::of(&self.puzzle.grid()), Step::after)
    }

    fn is_solved(&self) -> bool {
        self.scores[0] != Score::UNSOLVED
    }

    /// The hardest step, as an index: the first of its rating.
    fn hardest(&self) -> Option<usize> {
        (0..self.steps.len()).rev().max_by_key(|&i| self.steps[i].score())
    }

    /// What does not help when it is stuck.
    fn limit(&self) -> String {
        if self.without.guessing {
            format!("no step up to {MOST_WITHOUT_GUESSING} helps")
        } else {
            "no step helps".to_owned()
        }
    }

    /// The steps of a selection, as indices.
    fn selected(&self, selection: Selection) -> Result<Range<usize>, String> {
        let count = self.steps.len();
        match selection {
            Selection::Step(number) if number <= count => Ok(number - 1..number),
            Selection::Step(number) => Err(match (self.is_solved(), count) {
                (true, 0) => "nothing is left to do: the grid is full".to_owned(),
                (true, _) => format!("there is no step {number}: it is solved after step {count}"),
                (false, 0) => format!("{} here", self.limit()),
                (false, _) => {
                    format!("there is no step {number}: {} after step {count}", self.limit())
                }
            }),
            Selection::UntilNamed(number) => {
                let name = &names()[number];
                let is_it = |step: &Step| is_named(step.technique(), name);
                Ok(0..self.steps.iter().position(is_it).unwrap_or(count))
            }
            Selection::All | Selection::Until(_) => Ok(0..count),
        }
    }
}

impl Told for Walk {
    fn columns() -> Vec<&'static str> {
        rows::COLUMNS.to_vec()
    }

    fn text(&self, style: &Style) -> Result<Vec<u8>, String> {
        text::text(self, style)
    }

    fn rows(&self, selection: Selection) -> Result<Vec<Vec<Value>>, String> {
        Ok(self.selected(selection)?.map(|i| rows::row(self, i)).collect())
    }

    fn picture(&self, selection: Selection, format: PictureFormat) -> Result<Vec<u8>, String> {
        let steps = self.selected(selection)?;
        let place = match selection {
            Selection::Step(_) => Some(steps.start),
            Selection::UntilNamed(_) => None,
            _ => self.hardest(),
        };
        let step = place.map(|i| &self.steps[i]);
        let state = step
            .or_else(|| self.steps.get(steps.end))
            .map_or_else(|| self.end(), |step| step.before);
        let above = |places: &Places, fonts: &Fonts| {
            step.map_or_else(Vec::new, |step| arrows::shapes(step, places, fonts))
        };
        let scene = Scene {
            givens: self.puzzle.grid(),
            state: &state,
            marks: step.map_or(Marks::NONE, Step::marks),
            title: step.map_or_else(String::new, Step::to_string),
            above: &above,
        };
        scene.paint(format).map_err(|error| error.to_string())
    }
}
